//! The shelf.
use crate::guest::{Guest, Report};

pub(crate) fn run(_guest: &Guest, _report: &mut Report) {}
pub(crate) fn bench(_guest: &Guest) -> Result<(), String> {
    Ok(())
}
