//! ATA for people who need to know what a drive really said.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod identify;
