//! Options that commands share.

use std::{
    ffi::OsString,
    num::{IntErrorKind, ParseIntError},
    str::FromStr,
};

use clap::Args;

use super::names::{FormatName, When, fence};
use crate::core::locate::Tier;

/// The number of a batch.
pub(super) fn batch(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "there is no batch of so large a number",
        _ => "a batch is named by its number, which 'git sr log' lists",
    })
}

/// A number from 0 up.
pub(super) fn number<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        _ => "it takes a number from 0 up",
    })
}

/// A number from 1 up.
pub(super) fn number_from_1<N: FromStr<Err = ParseIntError> + Default + PartialEq>(
    text: &str,
) -> Result<N, &'static str> {
    match number(text) {
        Ok(number) if number != N::default() => Ok(number),
        Err(error) if text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty() => Err(error),
        _ => Err("it takes a number from 1 up"),
    }
}

pub(super) const READING: &str = "Reading the reply";

pub(super) const SAFETY: &str = "Safety";

pub(super) const OUTPUT: &str = "Output";

/// Options of reading replies.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct ReadingArgs {
    /// The format of the reply (default: detected)
    #[arg(long, help_heading = READING, value_name = "name", value_enum)]
    pub(in crate::cli) format: Option<FormatName>,
    /// Another fence around blocks, as `<open>..<close>`
    #[arg(long, help_heading = READING, value_name = "open..close", value_parser = fence)]
    pub(in crate::cli) fence: Option<(String, String)>,
    /// The file for blocks without a path line
    #[arg(long, help_heading = READING, value_name = "file")]
    pub(in crate::cli) path: Option<OsString>,
}

/// Options of reading replies, matching blocks and allowing paths.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct AimArgs {
    /// The last tier of the matching ladder to try (default: all, or `sr.match`)
    #[arg(long, help_heading = "Matching", value_name = "tier", value_enum)]
    pub(in crate::cli) r#match: Option<Tier>,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArgs,
    /// Prepend this folder to every path of the reply
    #[arg(long, help_heading = READING, value_name = "dir")]
    pub(in crate::cli) directory: Option<OsString>,
    /// Allow writing files that match this glob, from the root on, and that the policy would refuse
    #[arg(long, help_heading = SAFETY, value_name = "glob")]
    pub(in crate::cli) allow: Vec<OsString>,
    /// Refuse files that match this glob, as in `.gitignore`
    #[arg(long, help_heading = SAFETY, value_name = "glob")]
    pub(in crate::cli) block: Vec<OsString>,
}

/// Option of commands that refuse replies.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct ExitArgs {
    /// If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) exit_code: bool,
}

/// Options of output.
#[derive(Clone, Debug, Default, Args)]
pub(in crate::cli) struct OutputArgs {
    /// Print one JSON object on standard output, prose on standard error
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) json: bool,
    /// Print errors and hints only
    #[arg(short, long, help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,
    /// Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)
    #[arg(long, help_heading = OUTPUT, value_name = "when", value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "always")]
    pub(in crate::cli) color: Option<When>,
}
