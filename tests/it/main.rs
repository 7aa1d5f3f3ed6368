//! Integration tests: one binary.
#![allow(clippy::indexing_slicing, clippy::print_stderr)]

mod cli;
mod corpus_ata_log;
mod corpus_identify;
mod corpus_mode_log;
mod corpus_scsi;
mod coverage;
mod docs;
mod fuzz_seeds;
mod honest;
mod kernel;
mod made;
mod readme;
mod replay;
mod round_trip_scsi;
mod schema;
mod sense;
mod tcg;
mod vectors;
