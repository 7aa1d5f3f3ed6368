//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod corpus_identify;
mod vectors;
