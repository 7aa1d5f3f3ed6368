//! Gives commands the time that the drive itself says they may take.

use super::{Completion, Request, Transport, TransportError};
use crate::rsoc::Timeouts;

/// A transport that raises timeouts to what the drive recommends (REPORT SUPPORTED OPERATION CODES
/// with RCTD), and never lowers them: what a command asks for has its own reasons.
#[derive(Debug)]
pub struct Timed<T> {
    inner: T,
    timeouts: Timeouts,
}

impl<T: Transport> Timed<T> {
    /// Raises the timeouts of what passes to `inner`.
    pub const fn new(inner: T, timeouts: Timeouts) -> Self {
        Self { inner, timeouts }
    }

    /// From now on, raises timeouts to these.
    pub fn learn(&mut self, timeouts: Timeouts) {
        self.timeouts = timeouts;
    }

    /// The transport inside.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.inner
    }
}

impl<T: Transport> Transport for Timed<T> {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        let timeout = match self.timeouts.of(request.cdb) {
            Some(recommended) => request.timeout.max(recommended),
            None => request.timeout,
        };
        self.inner.execute(Request { timeout, ..request })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::transport::Data;

    /// Remembers the timeouts that reach it.
    #[derive(Default)]
    struct Watch(Vec<u64>);

    impl Transport for Watch {
        fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
            self.0.push(request.timeout.as_secs());
            Ok(Completion::default())
        }
    }

    #[test]
    fn timeouts_are_raised_by_operation_code_and_service_action_and_never_lowered() {
        let mut table = Timeouts::default();
        table.insert(0x04, None, Duration::from_secs(36_000));
        table.insert(0x12, None, Duration::from_secs(5));
        table.insert(0x48, Some(3), Duration::from_secs(7200));
        table.insert(0x7f, Some(0x0b), Duration::from_secs(90));
        let mut timed = Timed::new(Watch::default(), table);
        for (cdb, expected) in [
            (&[0x04u8, 0x18, 0, 0, 0, 0] as &[u8], 36_000),
            (&[0x12, 1, 0, 0, 0, 0], 30),
            (&[0x48, 0x83, 0, 0, 0, 0, 0, 0, 0, 0], 7200),
            (&[0x48, 0x82, 0, 0, 0, 0, 0, 0, 0, 0], 30),
            (&[0x7f, 0, 0, 0, 0, 0, 0, 24, 0, 0x0b], 90),
            (&[0x7f], 30),
            (&[0x28, 0, 0, 0, 0, 0, 0, 0, 1, 0], 30),
        ] {
            let request = Request { cdb, data: Data::None, timeout: Duration::from_secs(30) };
            timed.execute(request).unwrap();
            assert_eq!(timed.inner.0.pop(), Some(expected), "{cdb:02x?}");
        }
    }
}
