//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod corpus_mode_log;
mod sense;
mod vectors;
