//! What a command passes through on its way to the drive.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::kernel::{KernelView, Machine};
use sg::transport::{Completion, Data, Exchange, Request, Transport, TransportError, status};
use sg::wire::spaced_hex;

/// When a run has to be over.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// So long from now.
    #[must_use]
    pub fn after(time: Duration) -> Self {
        let now = Instant::now();
        Self(now.checked_add(time).unwrap_or(now + Duration::from_secs(u64::from(u32::MAX))))
    }

    /// How long until then.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// A transport that lets no command run past the deadline, and sends none after it.
    pub fn on<T: Transport>(self, inner: T) -> Bounded<T> {
        Bounded { inner, deadline: self }
    }
}

/// See [`Deadline::on`].
#[derive(Debug)]
pub struct Bounded<T> {
    inner: T,
    deadline: Deadline,
}

impl<T: Transport> Transport for Bounded<T> {
    fn execute(&mut self, mut request: Request<'_>) -> Result<Completion, TransportError> {
        let left = self.deadline.left();
        if left.is_zero() {
            return Err(TransportError::OutOfTime);
        }
        request.timeout = request.timeout.min(left);
        self.inner.execute(request)
    }
}

/// A transport that looks at what the kernel does with the device before it reports a failure: a
/// host adapter may call the removal of a device DID_ERROR as well.
#[derive(Debug)]
pub struct Known<T> {
    inner: T,
    machine: Machine,
    address: Option<String>,
}

impl<T> Known<T> {
    /// Looks at the device at `address`, if it has one.
    pub const fn new(inner: T, machine: Machine, address: Option<String>) -> Self {
        Self { inner, machine, address }
    }
}

impl<T: Transport> Transport for Known<T> {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        self.inner.execute(request).map_err(|error| explain(&self.machine, self.address.as_deref(), error))
    }
}

/// What an error means, given what the kernel does with the device.
pub(super) fn explain(machine: &Machine, address: Option<&str>, error: TransportError) -> TransportError {
    let vague = matches!(
        error,
        TransportError::Host { .. }
            | TransportError::Driver { .. }
            | TransportError::Os { .. }
            | TransportError::NoSuchDevice
            | TransportError::Gone
    );
    let Some(address) = address.filter(|_| vague) else { return error };
    match machine.state(address).as_deref() {
        None | Some("cancel" | "deleted") => TransportError::Gone,
        Some("offline" | "transport-offline") => TransportError::Offline,
        Some(_) => error,
    }
}

/// What is happening to a drive right now, for progress; and a trace of it, for `-v`.
#[derive(Debug, Clone, Default)]
pub struct Status {
    now: Arc<Mutex<Option<Pending>>>,
    heard: Arc<Mutex<Heard>>,
    trace: Option<Arc<str>>,
}

/// The CDB of a command under way, and since when it is.
type Pending = (Vec<u8>, Instant);

/// What a drive has said so far, for those who can wait no longer.
#[derive(Debug, Clone, Default)]
pub struct Heard {
    /// Where it was asked, and what the kernel knows of it, once it was opened.
    pub opened: Option<(PathBuf, KernelView)>,
    /// Each command and what came of it.
    pub exchanges: Vec<Exchange>,
}

impl Status {
    /// One that also writes every command and its answer to standard error, behind `name`.
    #[must_use]
    pub fn traced(name: &str) -> Self {
        Self { trace: Some(name.into()), ..Self::default() }
    }

    /// The CDB of the command under way, and for how long.
    #[must_use]
    pub fn now(&self) -> Option<(Vec<u8>, Duration)> {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().map(|(command, since)| (command.clone(), since.elapsed()))
    }

    /// What the drive has said so far.
    #[must_use]
    pub fn heard(&self) -> Heard {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The drive was opened.
    pub fn opened(&self, node: &Path, kernel: &KernelView) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).opened =
            Some((node.to_owned(), kernel.clone()));
    }

    /// The drive answered.
    pub fn hear(&self, exchanges: &[Exchange]) {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).exchanges.extend_from_slice(exchanges);
    }

    /// Tells the user something before it happens, on standard error.
    #[allow(clippy::print_stderr)]
    pub fn announce(&self, text: &str) {
        eprintln!("calipers: {text}");
    }

    fn set(&self, command: Option<&[u8]>) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) =
            command.map(|command| (command.to_vec(), Instant::now()));
    }
}

/// A transport that tells a [`Status`] what passes.
#[derive(Debug)]
pub struct Watched<T> {
    inner: T,
    status: Status,
}

impl<T> Watched<T> {
    /// Tells `status` what passes to `inner`.
    pub const fn new(inner: T, status: Status) -> Self {
        Self { inner, status }
    }
}

impl<T: Transport> Transport for Watched<T> {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        let Request { cdb, mut data, timeout } = request;
        self.status.set(Some(cdb));
        let began = Instant::now();
        let result = self.inner.execute(Request { cdb, data: data.lend(), timeout });
        self.status.set(None);
        if let Some(name) = &self.status.trace {
            trace(name, cdb, &data, &result, began.elapsed());
        }
        result
    }
}

/// Writes one command and its answer: the only place below the command line that writes to
/// standard error, since a trace is worth most when the program hangs or dies.
#[allow(clippy::print_stderr)]
fn trace(
    name: &str,
    cdb: &[u8],
    data: &Data<'_>,
    result: &Result<Completion, TransportError>,
    took: Duration,
) {
    let mut text = format!("{name}: {} [{}]", sg::command::name(cdb), spaced_hex(cdb));
    match result {
        Ok(completion) => {
            text += &format!(" -> {} in {:.3} ms", status::name(completion.status), took.as_secs_f64() * 1e3);
            if !completion.sense.is_empty() {
                text += &format!(", sense {}", spaced_hex(&completion.sense));
            }
            if let Data::In(buffer) = data {
                text += &format!(", {} of {} bytes", completion.transferred, buffer.len());
                for (row, bytes) in
                    buffer.get(..completion.transferred).unwrap_or(buffer).chunks(16).enumerate()
                {
                    text += &format!("\n{name}:   {:04x}  {}", row * 16, spaced_hex(bytes));
                }
            }
        }
        Err(error) => text += &format!(" -> {error} after {:.3} ms", took.as_secs_f64() * 1e3),
    }
    eprintln!("{text}");
}
