//! `calipers decode`: loose bytes.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use sg::mode::Form;
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
    /// The answer to TCG's level 0 discovery
    Tcg,
    /// The list of supported security protocols
    Security,
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
    let bytes =
        sg::hex::loose(&file).context("the file is text, but not hexadecimal bytes with `#` comments")?;
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
        Terminal { evidence: args.raw, ..Terminal::default() }.render(&section, &mut out)?;
        if args.raw {
            dump(&bytes, &mut out)?;
        }
    }
    Ok(if section.notes.is_empty() { Outcome::Passed } else { Outcome::Inconclusive })
}

fn describe(args: &DecodeArgs, bytes: &[u8]) -> anyhow::Result<Section> {
    Ok(match args.kind {
        Kind::Vpd => sg::vpd::describe(bytes),
        Kind::Inquiry => sg::inquiry::describe(bytes),
        Kind::Mode => sg::mode::describe(bytes, Form::Ten),
        Kind::Mode6 => sg::mode::describe(bytes, Form::Six),
        Kind::Log => sg::log::describe(bytes),
        Kind::Sense => sg::sense::describe(bytes),
        Kind::Tcg => sg::tcg::describe(bytes),
        Kind::Security => sg::security::describe(bytes),
        Kind::Identify => ata::identify::describe(bytes),
        Kind::AtaLog => {
            let (log, page) = ata_log(args.log.as_deref(), bytes)?;
            ata::log::describe(log, page, bytes)
        }
    })
}

/// Which log the bytes are of: an ATA log does not say it, but those of a page of device
/// statistics or IDENTIFY data carry the page's number.
fn ata_log(named: Option<&str>, bytes: &[u8]) -> anyhow::Result<(u8, u16)> {
    let Some(named) = named else {
        bail!("an ATA log does not say which one it is: name it, as in --log 04 or --log 30/03");
    };
    let (log, page) = match named.split_once('/') {
        Some((log, page)) => (log, Some(page)),
        None => (named, None),
    };
    let number = |text: &str| {
        u16::from_str_radix(text.trim_start_matches("0x"), 16)
            .map_err(|_| anyhow::anyhow!("`{text}` is no hexadecimal number of a log or page"))
    };
    let log = u8::try_from(number(log)?)?;
    let page = match page {
        Some(page) => number(page)?,
        None if matches!(log, 0x04 | 0x30) => bytes.get(2).copied().unwrap_or(0).into(),
        None => 0,
    };
    Ok((log, page))
}
