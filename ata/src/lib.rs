//! ATA for people who need to know what a drive really said.
//!
//! From the wire up:
//!
//! - [`taskfile`]: the registers that a command fills in, and those that come back.
//! - [`command`]: typed ATA commands.
//! - [`sat`]: carries them inside SCSI commands, so that every transport of [`sg`] takes them; and
//!   finds the registers in the sense data.
//! - `identify`: the words of IDENTIFY DEVICE.
//! - [`log`]: the logs that READ LOG EXT brings, one page a file and a line in a table.
//!
//! Nothing here prints, reads a clock to decide, retries, or knows a drive's quirks: that is the
//! business of those above.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod command;
pub mod identify;
pub mod log;
pub mod sat;
pub mod taskfile;
