//! Commands that go on where a batch was refused or applied in part: one of each kind.

use bstr::ByteSlice as _;

use super::classes::can_be_corrected;
use crate::{
    apply::{ApplyReport, ApplyStatus},
    cli::{
        hint::Again,
        shell::git_sr,
        style::Streams,
        words::{continue_with, shell_word},
    },
    core::outcome::{Class, Outcome},
};

/// More files are not named in one command.
const MOST: usize = 3;

/// Names the commands: those of errors, then those that go on with the rest.
pub(super) fn commands(
    report: &ApplyReport<'_>,
    of_errors: Vec<Again>,
    has_feedback: bool,
    streams: &mut Streams,
) {
    if report.kept.superseded {
        streams.warn("the good blocks of the batch that was refused before are no longer kept");
    }
    merged(of_errors).iter().for_each(|again| streams.again(again));
    if !has_feedback && can_be_corrected(report) {
        streams.again(&Again::with("for the model", &["--feedback"]));
    }
    if report.status == ApplyStatus::NoBlocks && report.continued > 0 {
        streams.again(&Again::with("to apply the good blocks that are kept alone", &["--partial=block"]));
    }
    // There is nothing to correct where no reply can change the files.
    let kept = report.kept.now.as_ref().filter(|_| !report.is_final());
    if let Some(asked) = kept.and_then(|kept| kept.asked.as_ref()) {
        let command = continue_with(asked, streams.typed.next_reply());
        streams.hint(&format!("good blocks are kept; send the corrected ones alone: {command}"));
    }
    if report.status == ApplyStatus::Refused && report.good() > 0 {
        streams.again(&without_the_rest(report));
    }
    streams.pipe_again();
    still_kept(report, streams);
}

/// Names the command that goes on with blocks that are kept of an earlier batch.
pub(super) fn still_kept(report: &ApplyReport<'_>, streams: &mut Streams) {
    let Some(asked) = &report.kept.still else { return };
    let command = continue_with(asked, streams.typed.next_reply());
    streams.hint(&format!(
        "good blocks of a batch refused before are still kept: {command}; to forget them: {}",
        git_sr("apply --abort")
    ));
}

/// One command for all errors that the same options lift.
pub(in crate::cli::report) fn merged(all: Vec<Again>) -> Vec<Again> {
    let mut merged: Vec<Again> = Vec::new();
    for again in all {
        match merged.iter_mut().find(|other| (&other.lead, &other.without) == (&again.lead, &again.without)) {
            Some(same) if same.with == again.with => {}
            Some(same) => same.with.extend(again.with),
            None => merged.push(again),
        }
    }
    merged
}

/// The command that applies the good blocks: without a few files that cannot be edited at all, else without
/// bad blocks.
fn without_the_rest(report: &ApplyReport<'_>) -> Again {
    let Some(files) = hopeless(report) else {
        return Again::changed("to apply the good blocks alone", &["partial", "check"], &["--partial=block"]);
    };
    // Without a `/`, a glob would mean the files of that name in all folders.
    let root = |path: &str| if path.contains('/') { "" } else { "./" };
    let globs = files.iter().map(|path| format!("{}{}", root(path), globset::escape(path)));
    let globs = globs.map(|glob| shell_word(glob.as_bytes()));
    let options: Vec<String> = globs.flat_map(|glob| ["--exclude".to_owned(), glob]).collect();
    let lead = if files.len() == 1 { "to leave that file out" } else { "to leave those files out" };
    Again::with(lead, &options.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The files that all failures are about, if no other block for any of them could be applied.
fn hopeless<'r>(report: &'r ApplyReport<'_>) -> Option<Vec<&'r str>> {
    let mut files: Vec<&str> = Vec::new();
    for block in &report.blocks {
        let Outcome::Failed(failure) = &block.outcome else { continue };
        let path = block.path.as_ref().map_or_else(|written| written.as_bstr(), |path| path.as_bstr());
        let path = path.to_str().ok().filter(|_| is_of_file(failure.class()))?;
        if !files.contains(&path) {
            files.push(path);
        }
    }
    (report.faults.is_empty() && (1..=MOST).contains(&files.len())).then_some(files)
}

/// Returns whether failures of a class are about the file, whatever the block says.
fn is_of_file(class: Class) -> bool {
    matches!(
        class,
        Class::Blocked
            | Class::Link
            | Class::NotAFile
            | Class::Repository
            | Class::Sparse
            | Class::Binary
            | Class::Encoding
            | Class::Io
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_same_option_lifts_is_one_command() {
        let allow = |path: &str| Again::with("if that is meant", &["--allow", path]);
        let all = merged(vec![allow("a"), Again::with("other", &["--force"]), allow("b")]);
        let expected = Again::with("if that is meant", &["--allow", "a", "--allow", "b"]);
        assert_eq!(all, [expected, Again::with("other", &["--force"])]);
        assert_eq!(merged(vec![allow("a"), allow("a")]), [allow("a")]);
    }
}
