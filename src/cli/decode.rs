//! `calipers decode`: loose bytes.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::{Args, ValueEnum};
use sg::section::Section;

use crate::report::terminal::{Terminal, dump};
use crate::report::{Render, json};
use crate::verdict::Outcome;

/// What the bytes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// A VPD page, from its first byte
    Vpd,
    /// Standard INQUIRY data
    Inquiry,
    /// The answer to a MODE SENSE(10): header, block descriptors, pages
    Mode,
    /// The answer to a MODE SENSE(6)
    Mode6,
    /// A log page
    Log,
    /// Sense data
    Sense,
    /// IDENTIFY DEVICE data
    Identify,
    /// A page of an ATA log
    AtaLog,
}

#[derive(Debug, Args)]
pub(super) struct DecodeArgs {
    /// What the bytes are
    kind: Kind,
    /// The file: binary, or hexadecimal text with `#` comments; `-` for standard input
    file: PathBuf,
    /// Which ATA log, if the bytes do not say it: 00, 04, 30/03
    #[arg(long, value_name = "LOG[/PAGE]")]
    log: Option<String>,
    /// Show each field's bytes and their place
    #[arg(long)]
    raw: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &DecodeArgs) -> anyhow::Result<Outcome> {
    let file = super::read_input(&args.file)?;
    let bytes = loose(&file)?;
    if bytes.is_empty() {
        bail!("{} holds no bytes", args.file.display());
    }
    let section = describe(args, &bytes)?;
    if args.json {
        let mut out = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut out, &json::Decoded::new(&section, &bytes))?;
        writeln!(out)?;
    } else {
        let mut out = anstream::stdout().lock();
        Terminal { evidence: args.raw }.render(&section, &mut out)?;
        if args.raw {
            dump(&bytes, &mut out)?;
        }
    }
    Ok(if section.notes.is_empty() { Outcome::Passed } else { Outcome::Inconclusive })
}

/// Bytes from a file that is binary or hexadecimal text.
///
/// Text is tried first: binary pages hold bytes that no text has. A file of nothing but hex digits
/// and separators is text.
fn loose(file: &[u8]) -> anyhow::Result<Vec<u8>> {
    let is_text = |text: &str| text.chars().all(|c| !c.is_control() || c.is_whitespace());
    match std::str::from_utf8(file) {
        Ok(text) if is_text(text) => match sg::hex::parse(text) {
            Ok(bytes) => Ok(bytes),
            Err(error) => bail!("the file is text, but not hexadecimal bytes with `#` comments: {error}"),
        },
        _ => Ok(file.to_vec()),
    }
}

fn describe(args: &DecodeArgs, bytes: &[u8]) -> anyhow::Result<Section> {
    Ok(match args.kind {
        Kind::Vpd => sg::vpd::describe(bytes),
        _ => todo!(),
    })
}
