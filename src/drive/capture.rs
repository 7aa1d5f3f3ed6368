//! Capture files: what a drive answered, and what the kernel knew of it, so that it can be
//! inspected again anywhere.

mod mask;

use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sg::transport::Exchange;

use super::kernel::KernelView;

pub use mask::{Identifiers, mask};

/// What the first key of every capture file says.
pub const FORMAT: &str = "calipers-capture";
/// The version of the file's layout.
pub const VERSION: u32 = 1;

/// A capture file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Capture {
    /// Always `calipers-capture`.
    pub format: String,
    /// The version of this layout.
    pub schema_version: u32,
    /// Which program wrote it.
    pub program: String,
    /// When, in UTC (RFC 3339).
    pub taken: String,
    /// The machine's kernel.
    pub system: String,
    /// The node that was asked.
    pub device: String,
    /// Whether serial numbers and world wide names are stand-ins.
    pub masked: bool,
    /// Why the drive could not be asked everything, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub incomplete: Option<String>,
    /// The kernel's view.
    pub kernel: KernelView,
    /// Each command and what came of it, in order.
    pub exchanges: Vec<Exchange>,
}

/// Why a file is no usable capture.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// It cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// The operating system's error.
        source: std::io::Error,
    },
    /// It is another kind of file.
    #[error(
        "{path} is neither a drive nor a capture: {why}; `calipers capture DRIVE -o FILE` writes captures, `calipers decode` reads loose bytes"
    )]
    NotACapture {
        /// The file.
        path: String,
        /// What was found instead.
        why: String,
    },
    /// It is of a version that this program does not know.
    #[error(
        "{path} is a capture of version {version}, this program reads version {VERSION}: use a newer calipers"
    )]
    Version {
        /// The file.
        path: String,
        /// Its version.
        version: u64,
    },
}

/// The largest file that is read: real captures are well under a tenth of it.
const LARGEST: u64 = 256 << 20;

impl Capture {
    /// Reads a capture file.
    ///
    /// # Errors
    ///
    /// [`CaptureError`] if it cannot be read, or is not a capture of a known version.
    pub fn read(path: &Path) -> Result<Self, CaptureError> {
        let name = || path.display().to_string();
        let failed = |source| CaptureError::Read { path: name(), source };
        let size = std::fs::metadata(path).map_err(failed)?.len();
        if size > LARGEST {
            return Err(CaptureError::NotACapture { path: name(), why: format!("it has {size} bytes") });
        }
        let bytes = std::fs::read(path).map_err(failed)?;
        Self::parse(&name(), &bytes)
    }

    /// Reads a capture from bytes; `name` is what errors call it.
    ///
    /// # Errors
    ///
    /// As [`Capture::read`].
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, CaptureError> {
        // What is wrong may quote the file: nothing of it may reach a terminal as a control character.
        let not = |why: String| CaptureError::NotACapture {
            path: name.to_owned(),
            why: sg::wire::utf8(why.as_bytes()),
        };
        let json: serde_json::Value =
            serde_json::from_slice(bytes).map_err(|error| not(format!("it is not JSON ({error})")))?;
        if json.get("format").and_then(|format| format.as_str()) != Some(FORMAT) {
            return Err(not(format!("it has no `\"format\": \"{FORMAT}\"`")));
        }
        match json.get("schema_version").and_then(serde_json::Value::as_u64) {
            Some(version) if version == u64::from(VERSION) => {}
            Some(version) => return Err(CaptureError::Version { path: name.to_owned(), version }),
            None => return Err(not("it has no `schema_version`".into())),
        }
        serde_json::from_value(json).map_err(|error| not(format!("it is damaged ({error})")))
    }

    /// The file's text.
    ///
    /// # Errors
    ///
    /// None in practice: every value has a JSON form.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}
