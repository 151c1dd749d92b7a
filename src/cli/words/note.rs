//! Words for notes on blocks and files that are applied.

use std::borrow::Cow;

use super::{
    count, lines,
    origin::{as_of, cause, version},
    quoted, syntax,
};
use crate::{
    cli::shell::git_sr,
    core::{
        escape::Suspicious,
        locate::MatchNote,
        outcome::{Note, Origin},
        reply::Clutter,
        resolve,
    },
    files::FileNote,
};

/// Returns false for a note without news: changes since the last commit are the work at hand.
pub(in crate::cli) fn is_said(note: &Note) -> bool {
    !matches!(note, Note::MadeSince(Origin::Index | Origin::Commit { ago: 0, .. }))
}

/// The words for a note on a block.
pub(in crate::cli) fn note(note: &Note) -> String {
    match note {
        Note::Path(resolve::Note::Stripped(prefix)) => {
            format!("'{prefix}' at the start of the path is ignored")
        }
        Note::Path(resolve::Note::FromAbsolute) => {
            "the absolute path is below the root of this work tree".to_owned()
        }
        Note::Path(resolve::Note::SuffixOf { given }) => {
            format!("it is the only tracked file that ends in {}", quoted(given))
        }
        Note::Path(resolve::Note::ExtraFolder { given, absent }) => format!(
            "{} has an extra folder at its start; there is no folder {}",
            quoted(given),
            quoted(absent.as_bstr())
        ),
        Note::Path(resolve::Note::Around { is_before: true, .. }) => {
            "the block has no path; its text is in the file of the block before".to_owned()
        }
        Note::Path(resolve::Note::Around { given, is_before: false }) => {
            format!("the block has no path; its text is in {}, which the reply names", quoted(given))
        }
        Note::Path(resolve::Note::FromElsewhere { given }) => {
            format!("{} is not a path on this machine; it ends in this one", quoted(given))
        }
        Note::Path(resolve::Note::Renamed { given, by }) => {
            format!("{} renamed {} to it", cause(by), quoted(given))
        }
        Note::Collapsed => "an equal block makes the same change".to_owned(),
        Note::SamePoint => {
            "another block inserts at the same point; they stay in the order of the reply".to_owned()
        }
        Note::EveryPlace { count: 1 } => "is made at the only place of its text".to_owned(),
        Note::EveryPlace { count } => format!("is made at all {count} places of its text"),
        Note::AtLine { count, line, at, origin: Some(origin) } => format!(
            "SEARCH is at {count} places; it is made at line {at}: the block names line {line}, which leads there {}",
            as_of(origin)
        ),
        Note::AtLine { count, line, at, .. } if line == at => {
            format!("SEARCH is at {count} places; it is made at line {line}, which the block names")
        }
        Note::AtLine { count, line, at, .. } => format!(
            "SEARCH is at {count} places; it is made at line {at}: the block names line {line}, and other blocks are as far off"
        ),
        Note::BelowHeading { count, heading } => {
            format!("SEARCH is at {count} places; it is made at the only one below {}", quoted(heading))
        }
        Note::InOrder { count } => {
            format!("SEARCH is at {count} places; it is made at the only one below the change before it")
        }
        Note::OneOfMany => "SEARCH is at several places; the other blocks take or keep the others".to_owned(),
        Note::Tabs => "lines of recipes begin with a tab in place of blanks".to_owned(),
        Note::NotThere => "SEARCH and REPLACE are equal, and their text is not in the file".to_owned(),
        Note::AsOf(origin) => format!("applied by history: {}, merged", as_of(origin)),
        Note::MadeSince(Origin::Batch { id, .. }) => format!("batch {id} made the change"),
        Note::MadeSince(origin) => format!("the change was made after {}", version(origin)),
        Note::Conflict => "gets conflict markers, for you to resolve".to_owned(),
        Note::Match { tier, note } => format!("by {}: {}", tier.name(), difference(note)),
        Note::GaveUp { commits } => format!(
            "only the last {} were searched for this text ('sr.historyDepth', or the time it takes)",
            count(*commits, "commit")
        ),
        Note::Clutter(Clutter::LinePrefixes) => {
            "was read without the numbers or tags of its lines".to_owned()
        }
        Note::Clutter(Clutter::DiffSigns) => {
            "was read without the signs of a diff in front of its lines".to_owned()
        }
        Note::Clutter(Clutter::Entities) => "was read with its HTML entities decoded".to_owned(),
        Note::Clutter(Clutter::Escapes | Clutter::CodePoints) => {
            "was read as escaped once more than it should be".to_owned()
        }
        Note::Clutter(Clutter::Unparsed) => {
            "was read without the '<![CDATA[' and ']]>' around its texts".to_owned()
        }
        Note::Clutter(Clutter::Fences) => "was read without the fences around its text".to_owned(),
        Note::Clutter(Clutter::Path) => "was read without the path and the rule above its text".to_owned(),
        Note::Clutter(Clutter::Divider) => "was read without its second divider".to_owned(),
        Note::Clutter(Clutter::EndToken) => "was read without the end token at its end".to_owned(),
        Note::Clutter(Clutter::Sign) => {
            "was read as a hunk whose lines that stay have no blank in front".to_owned()
        }
        Note::UnknownBase => {
            "the version that the reply names is unknown, and was not used: only an id of a commit or a \
                              blob names one, with 7 digits or more"
                .to_owned()
        }
        Note::Suspicious { line, first, count } => format!("adds {}", suspicious(*line, first, *count)),
        Note::Syntax(broken) => syntax::note(broken),
        Note::Unparsed { language } => {
            format!("is too large, or takes too long, for its syntax to be checked ({})", language.name)
        }
        Note::NotLookedAt { files: 1 } => {
            "its syntax was not checked: the files of the batch take too long together".to_owned()
        }
        Note::NotLookedAt { files } => format!(
            "its syntax was not checked, nor that of {}: the files of the batch take too long together",
            count(files - 1, "other file")
        ),
        Note::Twin { made, of } => format!(
            "makes {} beside {}: where case or composition is ignored (macOS, Windows) they are one",
            quoted(made.as_bstr()),
            quoted(of.as_bstr())
        ),
        Note::Import { line, name } => {
            format!("imports {} at line {}, but there is no such file", quoted(name), line + 1)
        }
    }
}

/// The words for differences between SEARCH and the file.
fn difference(note: &MatchNote) -> String {
    match note {
        MatchNote::Quoted { differing, kept } => quoted_lines(*differing, kept),
        MatchNote::Uneven { steps } => format!(
            "the file's indentation differs from SEARCH's, by another amount from {} on; new lines follow their neighbours",
            lines(steps)
        ),
    }
}

/// `2 quoted lines differ and were kept (lines 12, 40)`
fn quoted_lines(differing: usize, kept: &[usize]) -> String {
    match (kept.len(), differing) {
        (0, 0) => "the file has other blank lines or indentation than SEARCH quotes".to_owned(),
        (0, 1) => "1 line is not in the file as it is quoted".to_owned(),
        (0, _) => format!("{differing} lines are not in the file as they are quoted"),
        (1, _) => format!("1 quoted line differs and was kept ({})", lines(kept)),
        (number, _) => format!("{number} quoted lines differ and were kept ({})", lines(kept)),
    }
}

/// `U+202E (right-to-left override) at line 5 of the reply, and 2 other suspicious characters`
pub(super) fn suspicious(line: usize, first: &Suspicious, number: usize) -> String {
    let more = match number {
        0 | 1 => String::new(),
        _ => format!(", and {}", count(number - 1, "other suspicious character")),
    };
    format!("U+{:04X} ({}) at line {line} of the reply{more}", u32::from(first.character), first.name())
}

/// The words for a note on a file.
pub(in crate::cli) fn file_note(note: FileNote) -> Cow<'static, str> {
    Cow::Borrowed(match note {
        FileNote::Uncommitted => {
            "had uncommitted changes: git alone takes the batch back only together with them"
        }
        FileNote::NotInHead => {
            return format!("is not in HEAD: only '{}' brings its old text back", git_sr("undo")).into();
        }
        FileNote::Ignored => "is ignored by git",
        FileNote::SkipWorktree => "is marked skip-worktree: git does not show the change",
        FileNote::AssumeUnchanged => "is marked assume-unchanged: git does not show the change",
        FileNote::Shebang => "begins with '#!' now: it may be run",
        FileNote::Executable => "is executable now: it may be run",
        FileNote::NotExecutable => "is not executable any more",
        FileNote::MixedEndings => "has lines that end in LF and in CRLF now",
        FileNote::StagedApart => "differs from the index: only the change of this batch is staged",
        FileNote::NewToIndex => "was not in the index: the whole file is staged",
        FileNote::SecretNotStaged => "may hold secrets and is not in the index: it is not staged",
        FileNote::IgnoredNotStaged => "is not in the index and git ignores it: it is not staged",
        FileNote::Pointer => "held a Git LFS pointer, not the text that it stands for",
        FileNote::OtherNames => "has other names (hard links), which keep the old text",
    })
}
