//! JSON: a contract of its own, with a version and a schema (`docs/schema/`).
//!
//! The version rises when a key goes away or changes its meaning; new keys do not raise it.

mod schema;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use sg::command::{CommandError, Failure};
use sg::page::PageKind;
use sg::section::Section;
use sg::transport::{TransportError, status};
use sg::wire::hex;

use crate::drive::facts::Facts;
use crate::drive::kernel::KernelView;
use crate::verdict::{Finding, Outcome};

pub use schema::schemas;

/// The version of every JSON report.
pub const VERSION: u32 = 1;

/// Which program wrote it.
#[must_use]
pub fn program() -> String {
    format!("calipers {}", env!("CARGO_PKG_VERSION"))
}

/// `calipers inspect --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "calipers inspect")]
pub struct Inspection {
    /// The version of this layout.
    pub schema_version: u32,
    /// Which program wrote it.
    pub program: String,
    /// What came of the run.
    pub outcome: Outcome,
    /// One report a drive, in the order in which they were named.
    pub drives: Vec<DriveReport>,
}

/// One drive's report.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DriveReport {
    /// What the user called it.
    pub name: String,
    /// Where the answers come from: `device`, or `capture`.
    pub origin: OriginReport,
    /// What came of it.
    pub outcome: Outcome,
    /// Why it could not be done, or not all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
    /// What the drive is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// What its user should know.
    pub findings: Vec<Finding>,
    /// Pages by their keys, with `--page` or `--all`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schemars(with = "schema::Pages")]
    pub pages: BTreeMap<String, PageReport>,
    /// What was asked and not answered, or not asked, by key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<String, MissingReport>,
    /// Conditions that were absorbed on the way: unit attentions, busy answers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<String>,
    /// The kernel's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kernel: Option<KernelView>,
}

/// Where answers come from.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OriginReport {
    /// A device of this machine.
    Device {
        /// The node that was opened.
        node: String,
    },
    /// A capture file.
    Capture {
        /// The file.
        path: String,
        /// The device that was asked then.
        device: String,
        /// When, in UTC (RFC 3339).
        taken: String,
        /// Whether serial numbers and world wide names are stand-ins.
        masked: bool,
        /// Why the capture holds less than it could.
        #[serde(skip_serializing_if = "Option::is_none")]
        incomplete: Option<String>,
    },
    /// Nothing was opened.
    None,
}

/// What went wrong.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ErrorReport {
    /// It as a sentence.
    pub text: String,
    /// The command that failed, by its name in the standard.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<&'static str>,
    /// Its command descriptor block, as hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^([0-9a-f]{2})*$"))]
    pub cdb: Option<String>,
    /// The SCSI status, if the drive answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<StatusReport>,
    /// The sense data: key, additional code, text, field pointer, bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sense: Option<sg::sense::SenseReport>,
    /// What the transport reported, if the drive did not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transport: Option<TransportError>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<&'static str>,
}

/// A SCSI status.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct StatusReport {
    /// Its code.
    pub code: u8,
    /// Its name.
    pub name: &'static str,
}

impl ErrorReport {
    /// An error that is no command's.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            command: None,
            cdb: None,
            status: None,
            sense: None,
            transport: None,
            advice: None,
        }
    }
}

impl From<&CommandError> for ErrorReport {
    fn from(error: &CommandError) -> Self {
        let mut report = Self {
            command: Some(error.command),
            cdb: Some(hex(&error.cdb)),
            ..Self::text(error.to_string())
        };
        let mut answered = |code| report.status = Some(StatusReport { code, name: status::name(code) });
        match &error.failure {
            Failure::Check(sense) => {
                answered(status::CHECK_CONDITION);
                report.advice = sense.advice();
                report.sense = Some(sense.report());
            }
            Failure::Status(code) => answered(*code),
            Failure::Truncated(_) => answered(status::GOOD),
            Failure::Transport(error) => report.transport = Some(error.clone()),
        }
        report
    }
}

/// What was not answered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MissingReport {
    /// It was refused, or failed.
    Refused(Box<ErrorReport>),
    /// It was not asked, and why.
    NotAsked(String),
}

/// A page: its fields by their keys, what was odd about its bytes, and its bytes.
#[derive(Debug, Clone)]
pub struct PageReport {
    /// The page as data.
    pub section: Section,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Serialize for PageReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Form<'a> {
            #[serde(flatten)]
            section: &'a Section,
            #[serde(skip_serializing_if = "String::is_empty")]
            bytes: String,
        }
        Form { section: &self.section, bytes: hex(&self.bytes) }.serialize(serializer)
    }
}

/// `calipers capture --json`: about the run; the capture itself is in its file.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "calipers capture")]
pub struct Taking {
    /// The version of this layout.
    pub schema_version: u32,
    /// Which program wrote it.
    pub program: String,
    /// What came of the run.
    pub outcome: Outcome,
    /// What the user called the drive.
    pub drive: String,
    /// The file.
    pub file: String,
    /// How many commands were written; nothing if no file was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commands: Option<usize>,
    /// Whether serial numbers and world wide names are stand-ins in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masked: Option<bool>,
    /// Why nothing was written, or not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorReport>,
}

/// `calipers list --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "calipers list")]
pub struct Listing {
    /// The version of this layout.
    pub schema_version: u32,
    /// Which program wrote it.
    pub program: String,
    /// The machine's drives.
    pub drives: Vec<ListedReport>,
}

/// A drive in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedReport {
    /// What follows from the pages that the kernel keeps; no command was sent.
    pub facts: Facts,
    /// The kernel's view.
    pub kernel: KernelView,
}

/// `calipers decode --json`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "calipers decode")]
pub struct Decoded {
    /// The version of this layout.
    pub schema_version: u32,
    /// Which program wrote it.
    pub program: String,
    /// Which page it is, as `--page` names it.
    pub key: String,
    /// The page.
    pub page: PageReport,
}

impl Decoded {
    /// A page and its bytes.
    #[must_use]
    pub fn new(section: &Section, bytes: &[u8]) -> Self {
        Self {
            schema_version: VERSION,
            program: program(),
            key: section.key.to_string(),
            page: PageReport { section: section.clone(), bytes: bytes.to_vec() },
        }
    }
}

/// The tables of all pages that are decoded.
pub const TABLES: &[&[PageKind]] = &[
    sg::inquiry::PAGES,
    sg::vpd::PAGES,
    sg::read_capacity::PAGES,
    sg::mode::PAGES,
    sg::log::PAGES,
    sg::rsoc::ALL,
    sg::rsoc::ONE,
    sg::luns::PAGES,
    sg::security::PAGES,
    sg::tcg::PAGES,
    sg::sense::PAGES,
    ata::identify::PAGES,
    ata::log::PAGES,
];
