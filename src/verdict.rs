//! What came of a run, and what speaks against a drive.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What came of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Done, and nothing speaks against the drive.
    Passed,
    /// Something that was asked for is unknown.
    Inconclusive,
    /// The drive fails.
    Failed,
    /// It could not be done.
    CouldNot,
}

impl Outcome {
    /// The exit code for it.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::CouldNot => 2,
            Self::Inconclusive => 3,
        }
    }

    /// What several outcomes come to: the worst. A drive that could not be asked weighs more than
    /// one that fails, since nothing at all is known of it.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.max(other)
    }
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing.
    Notice,
    /// Two sources contradict each other: at least one of them is wrong.
    Contradiction,
    /// The drive says that it fails.
    Failing,
}

/// Something about a drive that its user should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// How much it weighs.
    pub severity: Severity,
    /// Which fact it is about, by its name in JSON.
    pub about: String,
    /// What was found, as a sentence.
    pub text: String,
    /// Where it was read: page, place and bytes of each source.
    pub evidence: Vec<String>,
}
