//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod corpus_ata_log;
mod corpus_identify;
mod corpus_mode_log;
mod corpus_scsi;
mod round_trip_scsi;
mod sense;
mod vectors;
