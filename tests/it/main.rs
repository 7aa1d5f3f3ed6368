//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod corpus_scsi;
mod round_trip_scsi;
mod vectors;
