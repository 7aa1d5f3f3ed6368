//! SCSI for people who need to know what a drive really said.
//!
//! From the wire up:
//!
//! - [`wire`]: every length check, and [`record!`], which declares a layout once.
//! - [`transport`]: one CDB in, one completion out. Linux SG_IO, and `Script`, `Recorder` and
//!   `Replay`, which need no drive.
//! - [`command`]: typed commands; [`command::send`] carries one over a transport.
//! - [`sense`]: what a CHECK CONDITION says.
//! - [`page`], with [`vpd`], [`mode`] and [`log`]: one page, one file, one line in a table.
//! - [`inquiry`], [`read_capacity`], [`luns`], [`rsoc`], [`security`] and [`tcg`]: answers that are
//!   no numbered pages, but are declared and shown as pages are.
//! - [`section`]: what a page holds, as data for a report.
//!
//! Nothing here prints, reads a clock to decide, retries, or knows a drive's quirks: that is the
//! business of those above.
#![warn(missing_docs)]

pub mod command;
pub mod hex;
pub mod inquiry;
pub mod log;
pub mod luns;
pub mod mode;
pub mod page;
pub mod read_capacity;
pub mod rsoc;
pub mod section;
pub mod security;
pub mod sense;
pub mod tcg;
pub mod transport;
pub mod vpd;
pub mod wire;
