//! Reports: one tree of sections, as text for people or as JSON for programs.

pub mod json;
pub mod terminal;

use std::io;

use sg::section::Section;

pub(crate) use crate::drive::facts::short_size;

/// Renders a section.
pub trait Render {
    /// Writes `section` to `to`.
    ///
    /// # Errors
    ///
    /// What writing to `to` gives.
    fn render(&self, section: &Section, to: &mut dyn io::Write) -> io::Result<()>;
}
