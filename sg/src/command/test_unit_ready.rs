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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Failure, send};
    use crate::sense::SenseKey;
    use crate::transport::{Script, status};

    #[test]
    fn ready_stopped_and_busy_are_told_apart() {
        let stopped = [0x70, 0, 2, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x04, 0x02, 0, 0, 0, 0];
        let busy =
            crate::transport::Answer::Completed { status: status::BUSY, sense: Vec::new(), data: Vec::new() };
        let mut script = Script::new().good(&[0; 6], &[]).check(&[0; 6], &stopped).then(&[0; 6], busy);

        assert_eq!(send(&mut script, &TestUnitReady), Ok(()));

        let error = send(&mut script, &TestUnitReady).unwrap_err();
        let sense = error.sense().unwrap();
        assert!(sense.is(SenseKey::NotReady, 0x04, 0x02));
        assert_eq!(
            sense.advice(),
            Some("the drive is stopped: start it with START STOP UNIT, then try again")
        );

        let error = send(&mut script, &TestUnitReady).unwrap_err();
        assert_eq!(error.failure, Failure::Status(status::BUSY));
        script.end();
    }
}
