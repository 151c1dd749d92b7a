//! Arguments of `git sr stats`.

use clap::Args;

use super::{
    OutputArgs,
    help::{Examples, Exits, after},
};

/// Show how many blocks apply, by which tier, and why others fail
///
/// The figures are of all runs of `git sr apply` in this work tree that were to write something, as far back
/// as the log of attempts goes (some thousands of blocks). They are on this machine only; `git sr forget
/// --all` removes them.
#[derive(Debug, Args)]
pub(in crate::cli) struct StatsArgs {
    /// Count runs since this date only, such as `2026-11-02` or `2 weeks ago`
    #[arg(long, value_name = "date", value_parser = date)]
    pub(in crate::cli) since: Option<i64>,
    #[command(flatten)]
    pub(in crate::cli) output: OutputArgs,
}

/// A date as git takes it, in seconds since 1970.
fn date(text: &str) -> Result<i64, &'static str> {
    let now = gix::date::Time::now_utc().format(gix::date::time::format::ISO8601_STRICT);
    let now: Option<gix::date::Zoned> = now.ok().and_then(|now| format!("{now}[UTC]").parse().ok());
    let time = gix::date::parse(text, now);
    time.map(|time| time.seconds).map_err(|_| "a date is written as 2026-11-02, or as '2 weeks ago'")
}

/// The sections below the options of `git sr stats`.
pub(super) fn sections() -> String {
    after("stats", EXAMPLES, EXITS)
}

const EXAMPLES: Examples = &[
    ("git sr stats --since '2 weeks ago'", "Show the figures of the last two weeks"),
    ("git sr apply --source claude reply.md", "Note which model wrote the reply, for figures of each"),
    ("git sr stats --json", "Print the figures as JSON"),
];

const EXITS: Exits =
    &[(0, "done"), (128, "cannot go on: not a repository, an I/O error"), (129, "wrong usage")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_absolute_or_relative() {
        assert_eq!(date("2026-11-02"), Ok(1_793_577_600));
        let now = gix::date::Time::now_utc().seconds;
        let ago = date("2 weeks ago").map(|then| now - then - 14 * 24 * 60 * 60);
        assert!(ago.is_ok_and(|late| late.abs() < 60));
        assert!(date("soon").is_err());
    }
}
