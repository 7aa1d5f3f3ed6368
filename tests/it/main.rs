//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod corpus_ata_log;
mod vectors;
