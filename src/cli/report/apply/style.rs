//! Style of the report.

use crate::cli::args::OutputArgs;

/// Options of printing the report of an apply.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Style<'a> {
    pub(in crate::cli) output: &'a OutputArgs,
    pub(in crate::cli) verbose: bool,
    pub(in crate::cli) stat: bool,
    pub(in crate::cli) numstat: bool,
    pub(in crate::cli) feedback: bool,
}
