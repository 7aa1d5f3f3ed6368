//! TEST UNIT READY (00h), SPC-5 6.45.

use super::{Command, Reply, Truncated};

/// Asks whether the drive would carry out a command that needs the medium.
///
/// It never spins up a drive that is stopped; the answer then is NOT READY.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TestUnitReady;

impl Command for TestUnitReady {
    type Response = ();
    const NAME: &'static str = "TEST UNIT READY";

    fn cdb(&self) -> Vec<u8> {
        vec![0; 6]
    }

    fn decode(&self, _: Reply<'_>) -> Result<(), Truncated> {
        Ok(())
    }
}
