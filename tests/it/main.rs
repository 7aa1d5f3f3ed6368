//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod corpus_mode_log;
mod sense;
mod corpus_scsi;
mod round_trip_scsi;
mod corpus_identify;
mod corpus_ata_log;
mod vectors;
