//! Expects commands in order: for tests.

use std::collections::VecDeque;

use super::{Answer, Completion, Data, Exchange, Request, Transport, TransportError};
use crate::wire::spaced_hex;

/// A transport that expects exactly these commands, in this order.
///
/// Call [`Script::end`] at the end of the test: it fails if a command was not sent.
#[derive(Debug, Default)]
pub struct Script {
    expected: VecDeque<Exchange>,
}

impl Script {
    /// An empty script.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Expects a command and answers it with GOOD and data.
    #[must_use]
    pub fn good(self, cdb: &[u8], data: &[u8]) -> Self {
        self.then(cdb, Answer::Completed { status: 0, sense: Vec::new(), data: data.to_vec() })
    }

    /// Expects a command and answers it with CHECK CONDITION and sense data.
    #[must_use]
    pub fn check(self, cdb: &[u8], sense: &[u8]) -> Self {
        self.then(cdb, Answer::Completed { status: 2, sense: sense.to_vec(), data: Vec::new() })
    }

    /// Expects a command that fails on its way.
    #[must_use]
    pub fn fail(self, cdb: &[u8], error: TransportError) -> Self {
        self.then(cdb, Answer::Failed(error))
    }

    /// Expects a command with that answer.
    #[must_use]
    pub fn then(mut self, cdb: &[u8], answer: Answer) -> Self {
        self.expected.push_back(Exchange { cdb: cdb.to_vec(), out: Vec::new(), allocation: 0, answer });
        self
    }

    /// The last command of the script brings this data to the drive.
    #[must_use]
    pub fn with_out(mut self, out: &[u8]) -> Self {
        if let Some(last) = self.expected.back_mut() {
            last.out = out.to_vec();
        }
        self
    }

    /// The end of the test.
    ///
    /// # Panics
    ///
    /// If an expected command was not sent.
    pub fn end(&self) {
        let left: Vec<String> = self.expected.iter().map(|e| spaced_hex(&e.cdb)).collect();
        assert!(left.is_empty(), "expected, but never sent: {left:?}");
    }
}

impl Transport for Script {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        let Some(next) = self.expected.pop_front() else {
            let what = format!("{} was sent after the end", spaced_hex(request.cdb));
            return Err(TransportError::Unexpected { what });
        };
        if next.cdb != request.cdb {
            let what =
                format!("{} was expected, {} was sent", spaced_hex(&next.cdb), spaced_hex(request.cdb));
            return Err(TransportError::Unexpected { what });
        }
        let sent = if let Data::Out(bytes) = &request.data { *bytes } else { &[] };
        if sent != next.out.as_slice() {
            let what = format!("data {} was expected, {} was sent", spaced_hex(&next.out), spaced_hex(sent));
            return Err(TransportError::Unexpected { what });
        }
        super::Replay::new(&[next]).execute(request)
    }
}
