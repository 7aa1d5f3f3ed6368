//! calipers: what a drive claims, what it does, and whether the two agree.
//!
//! - [`drive`]: a drive, real or captured, and its facts, each with its source.
//! - [`verdict`]: outcomes and findings.
//! - [`report`]: sections as text or JSON.
//! - [`cli`]: the command line.

pub mod cli;
pub mod drive;
pub mod report;
pub mod verdict;
