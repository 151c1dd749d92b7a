//! Options that commands share.

use std::ffi::OsString;

use clap::Args;

use super::names::{FormatName, When, fence};
use crate::core::locate::Tier;

/// The number of a batch.
pub(super) fn batch(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "a batch is named by its number, which 'git sr log' lists")
}

pub(super) const READING: &str = "Reading the reply";

pub(super) const SAFETY: &str = "Safety";

pub(super) const OUTPUT: &str = "Output";

/// How replies are read.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct ReadingArgs {
    /// How the reply is written (default: it is detected)
    #[arg(long, help_heading = READING, value_name = "name", value_enum)]
    pub(in crate::cli) format: Option<FormatName>,
    /// One more fence around blocks: what opens and what closes it, as `<open>..<close>`
    #[arg(long, help_heading = READING, value_name = "open..close", value_parser = fence)]
    pub(in crate::cli) fence: Option<(String, String)>,
    /// The file that blocks without a path line are for
    #[arg(long, help_heading = READING, value_name = "file")]
    pub(in crate::cli) path: Option<OsString>,
}

/// How replies are read, and which of their blocks may go where.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct AimArgs {
    /// The last tier of the matching ladder that may decide (default: all, or `sr.match`)
    #[arg(long, help_heading = "Matching", value_name = "tier", value_enum)]
    pub(in crate::cli) r#match: Option<Tier>,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    /// Put this folder in front of every path of the reply
    #[arg(long, help_heading = READING, value_name = "dir")]
    pub(in crate::cli) directory: Option<OsString>,
    /// Allow writing files that match this glob and that would be refused
    #[arg(long, help_heading = SAFETY, value_name = "glob")]
    pub(in crate::cli) allow: Vec<OsString>,
    /// Refuse files that match this glob
    #[arg(long, help_heading = SAFETY, value_name = "glob")]
    pub(in crate::cli) block: Vec<OsString>,
}

/// How results are printed.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct OutputArgs {
    /// Print one JSON object on standard output, prose on standard error
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) json: bool,
    /// Print errors only
    #[arg(short, long, help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,
    /// When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)
    #[arg(long, help_heading = OUTPUT, value_name = "when", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub(in crate::cli) color: Option<When>,
}
