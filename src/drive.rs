//! A drive: real, or replayed from a capture. Everything above asks it and cannot tell which.
//!
//! - [`kernel`]: what sysfs and procfs say, without a command.
//! - [`name`]: from what a user types to a device.
//! - [`layers`]: what a command passes through on its way: deadline, trace, progress.
//! - [`survey`](mod@survey): what is asked of a drive, and what it answered, by page.
//! - [`facts`](mod@facts): one drive's facts, each with its source, merged from all that was answered.
//! - [`quirks`]: drives and drivers that need to be read with a grain of salt.
//! - [`capture`](mod@capture): files.

pub mod capture;
pub mod facts;
pub mod kernel;
pub mod layers;
pub mod listing;
pub mod name;
pub mod quirks;
pub mod read_only;
pub mod survey;

use std::path::PathBuf;
use std::time::Duration;

use sg::command::{Command, CommandError, Failure, Payload, Reply, Truncated, send};
use sg::rsoc::{AllCommands, Timeouts};
use sg::transport::{Answer, Exchange, Recorder, Replay, SgIo, Timed, Transport, TransportError, status};

use capture::Capture;
use kernel::{KernelView, Machine};
use layers::{Deadline, Heard, Known, Status, Watched, explain};
use name::{Target, resolve};
use quirks::{Flag, Flags, Subject};

/// Where a drive's answers come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A device of this machine.
    Device(PathBuf),
    /// A capture file.
    Capture {
        /// The file.
        path: PathBuf,
        /// The device that was asked.
        device: String,
        /// When.
        taken: String,
        /// Whether its identifiers are stand-ins.
        masked: bool,
        /// Why it holds less than it could, if so.
        incomplete: Option<String>,
    },
}

/// A drive that can be asked.
pub struct Drive {
    /// What the user called it.
    pub name: String,
    /// Where the answers come from.
    pub origin: Origin,
    /// The kernel's view.
    pub kernel: KernelView,
    /// Conditions that were absorbed on the way: unit attentions, deferred errors, busy answers.
    pub absorbed: Vec<String>,
    /// MODE SENSE(10) is not known to it.
    pub six_only: bool,
    quirks: Flags,
    status: Status,
    transport: Recorder<Timed<Box<dyn Transport>>>,
}

impl std::fmt::Debug for Drive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Drive")
            .field("name", &self.name)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// How often a command is sent again after a unit attention or a busy answer.
const TRIES: u32 = 5;
/// How long to wait before a busy drive is asked again.
const PAUSE: Duration = Duration::from_millis(50);

impl Drive {
    /// Opens a device of this machine.
    ///
    /// # Errors
    ///
    /// As [`SgIo::open`].
    pub fn open(
        name: &str,
        node: PathBuf,
        kernel: KernelView,
        deadline: Deadline,
        status: Status,
    ) -> Result<Self, TransportError> {
        let machine = Machine::default();
        let address = kernel.address.clone();
        let device = SgIo::open(&node).map_err(|error| explain(&machine, address.as_deref(), error))?;
        let device = Known::new(device, machine, address);
        status.opened(&node, &kernel);
        let transport: Box<dyn Transport> = Box::new(Watched::new(deadline.on(device), status.clone()));
        Ok(Self::new(name, Origin::Device(node), kernel, transport, status))
    }

    /// A drive as a capture holds it.
    #[must_use]
    pub fn replay(name: &str, path: PathBuf, capture: Capture, status: Status) -> Self {
        let replay: Box<dyn Transport> =
            Box::new(Watched::new(Replay::new(&capture.exchanges), status.clone()));
        let origin = Origin::Capture {
            path,
            device: capture.device,
            taken: capture.taken,
            masked: capture.masked,
            incomplete: capture.incomplete,
        };
        Self::new(name, origin, capture.kernel, replay, status)
    }

    /// A drive that hangs, as far as it had answered: the command that it hangs at fails, and none
    /// comes after it. Nothing if it was not even opened.
    #[must_use]
    pub fn hung(name: &str, status: &Status) -> Option<Self> {
        let pending = status.now();
        let Heard { opened, mut exchanges } = status.heard();
        let (node, kernel) = opened?;
        if let Some((cdb, since)) = pending {
            let answer = Answer::Failed(TransportError::TimedOut(since));
            exchanges.push(Exchange { cdb, out: Vec::new(), allocation: 0, answer });
        }
        let replay: Box<dyn Transport> = Box::new(Replay::new(&exchanges));
        Some(Self::new(name, Origin::Device(node), kernel, replay, Status::default()))
    }

    /// The only place where quirks are applied.
    fn new(
        name: &str,
        origin: Origin,
        kernel: KernelView,
        transport: Box<dyn Transport>,
        status: Status,
    ) -> Self {
        let attribute = |name| kernel.attribute(name).unwrap_or_default().to_owned();
        let quirks = quirks::flags(&Subject {
            vendor: attribute("device/vendor"),
            product: attribute("device/model"),
            revision: attribute("device/rev"),
            transport: kernel.transport.clone().unwrap_or_default(),
        });
        Self {
            name: name.to_owned(),
            origin,
            kernel,
            absorbed: Vec::new(),
            six_only: false,
            quirks,
            status,
            transport: Recorder::new(Timed::new(transport, Timeouts::default())),
        }
    }

    /// True if a habit of this drive is known.
    #[must_use]
    pub fn has(&self, flag: Flag) -> bool {
        self.quirks.contains(&flag)
    }

    /// What is known of this drive's habits.
    #[must_use]
    pub const fn quirks(&self) -> &Flags {
        &self.quirks
    }

    /// From now on, commands wait at least as long as the drive recommends.
    pub fn learn_timeouts(&mut self, commands: &AllCommands) {
        self.transport.inner_mut().learn(commands.timeouts());
    }

    /// Sends a command. A unit attention, or a deferred error, says what happened before and is
    /// not this command's answer: it is noted, and the command is sent again; so it is after BUSY and TASK SET FULL.
    ///
    /// # Errors
    ///
    /// As [`send`].
    pub fn ask<C: Command>(&mut self, command: &C) -> Result<C::Response, CommandError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let before = self.transport.exchanges().len();
            let sent = send(&mut self.transport, command);
            self.status.hear(self.transport.exchanges().get(before..).unwrap_or_default());
            let error = match sent {
                Ok(response) => return Ok(response),
                Err(error) => error,
            };
            match &error.failure {
                Failure::Check(sense) if (sense.key == 6 || sense.is_deferred()) && tries < TRIES => {
                    self.absorbed.push(format!("{}: {sense}", error.command));
                }
                Failure::Status(status::BUSY | status::TASK_SET_FULL) if tries < TRIES => {
                    self.absorbed.push(error.to_string());
                    if matches!(self.origin, Origin::Device(_)) {
                        std::thread::sleep(PAUSE);
                    }
                }
                _ => return Err(error),
            }
        }
    }

    /// Tells the user that the drive is about to be woken.
    pub fn announce_waking(&self, how: &str) {
        if matches!(self.origin, Origin::Device(_)) {
            let text =
                format!("{} sleeps ({how}): asking it more wakes it (--no-wake leaves it asleep)", self.name);
            self.status.announce(&text);
        }
    }

    /// Sends a command for the bytes that it brings.
    ///
    /// # Errors
    ///
    /// As [`send`].
    pub fn bytes<C: Command>(&mut self, command: &C) -> Result<Vec<u8>, CommandError> {
        self.ask(&Bytes(command))
    }

    /// What passed so far.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        self.transport.exchanges()
    }
}

/// Why a drive was not opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOpened {
    /// It cannot be.
    #[error("{0}")]
    CouldNot(String),
    /// Opening it would wake it.
    #[error(
        "{0}: not asked, since the kernel has suspended the drive and opening it would wake it (--no-wake was given)"
    )]
    Asleep(String),
}

/// Finds and opens what `name` names: a device of this machine or a capture file.
///
/// # Errors
///
/// [`NotOpened`], as a sentence for the user.
pub fn find(name: &str, wake: bool, deadline: Deadline, status: Status) -> Result<Drive, NotOpened> {
    let could_not = |error: &dyn std::fmt::Display| NotOpened::CouldNot(error.to_string());
    match resolve(&Machine::default(), name).map_err(|error| could_not(&error))? {
        Target::File(path) => {
            let capture = Capture::read(&path).map_err(|error| could_not(&error))?;
            Ok(Drive::replay(name, path, capture, status))
        }
        Target::Device { kernel, .. } if kernel.is_suspended() && !wake => {
            Err(NotOpened::Asleep(name.to_owned()))
        }
        Target::Device { node, kernel } => {
            if kernel.is_suspended() {
                let how = "the kernel has suspended it";
                status.announce(&format!(
                    "{name} sleeps ({how}): opening it wakes it (--no-wake leaves it asleep)"
                ));
            }
            Drive::open(name, node.clone(), *kernel, deadline, status)
                .map_err(|error| could_not(&format!("cannot open {}: {error}", node.display())))
        }
    }
}

/// A command whose answer is taken as bytes.
struct Bytes<'a, C>(&'a C);

impl<C: Command> Command for Bytes<'_, C> {
    type Response = Vec<u8>;
    const NAME: &'static str = C::NAME;

    fn cdb(&self) -> Vec<u8> {
        self.0.cdb()
    }
    fn payload(&self) -> Payload<'_> {
        self.0.payload()
    }
    fn timeout(&self) -> Duration {
        self.0.timeout()
    }
    fn answers(&self, sense: &[u8]) -> bool {
        self.0.answers(sense)
    }
    fn decode(&self, reply: Reply<'_>) -> Result<Vec<u8>, Truncated> {
        Ok(reply.data.to_vec())
    }
}
