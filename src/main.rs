//! The command line program.

use std::process::ExitCode;

fn main() -> ExitCode {
    calipers::cli::main()
}
