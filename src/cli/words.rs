//! The words for everything that can go wrong: what, where, why, and what to do.
//!
//! One table for people, JSON and, later, the model. Everything that comes from a reply, a path or a file is escaped
//! here.

use bstr::ByteSlice;

use crate::core::{
    escape::{Tabs, escape},
    guard::{self, Lift, Origin, Reason, Rule, Verdict},
    locate::Unlaid,
    outcome::{Class, Failure, Limit, Note, Region, Unreadable},
    path::PathError,
    reply::{Fault, FaultKind},
    resolve::{self, Kind, Outside, ResolveError},
};
use crate::repo::worktree::Left;

/// What is said of a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    /// What went wrong, without the place in the reply.
    pub(super) message: String,
    /// Lines that show it.
    pub(super) evidence: Vec<String>,
    /// Things to do, the best first.
    pub(super) hints: Vec<String>,
}

impl Words {
    fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), evidence: Vec::new(), hints: vec![hint.into()] }
    }
}

/// Text from outside, in quotes.
pub(super) fn quoted(text: &[u8]) -> String {
    format!("'{}'", escape(text))
}

/// A file that could not be put back, and where its old version is.
pub(super) fn left(left: &Left) -> String {
    match &left.kept {
        Some(kept) => format!("{} (old version in {})", quoted(&left.path), quoted(kept)),
        None => quoted(&left.path),
    }
}

/// Text as one word of a shell command.
pub(super) fn shell_word(text: &[u8]) -> String {
    format!("'{}'", escape(text).to_string().replace('\'', r"'\''"))
}

/// `1 block`, `2 blocks`
pub(super) fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// `line 12`, `lines 12, 40, 77`
fn lines(lines: &[usize]) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(|line| (line + 1).to_string()).collect();
    let more = if lines.len() > SHOWN { format!(" and {} more", lines.len() - SHOWN) } else { String::new() };
    format!("line{} {}{more}", if lines.len() == 1 { "" } else { "s" }, shown.join(", "))
}

/// The class of a fault.
pub(super) fn fault_class(kind: &FaultKind) -> Class {
    match kind {
        FaultKind::Unterminated | FaultKind::Nested { .. } => Class::Unterminated,
        FaultKind::TooManyDividers { .. } => Class::Limit,
        FaultKind::NoPath { .. } => Class::NoPath,
        FaultKind::BadPath { .. } => Class::BadPath,
        _ => Class::Parse,
    }
}

/// What is said of a reply without blocks.
pub(super) fn no_blocks(reply: &[u8]) -> Words {
    Words::new(
        format!("{} holds no SEARCH/REPLACE blocks", quoted(reply)),
        "a block is a path, then '<<<<<<< SEARCH', the text to find, '=======', the new text, '>>>>>>> REPLACE'",
    )
}

/// What is said of a part of a reply that could not be understood.
pub(super) fn fault(fault: &Fault) -> Words {
    match &fault.kind {
        FaultKind::Unterminated => Words::new(
            "block is not closed before the next one or the end",
            "end it with a line '>>>>>>> REPLACE'; if the reply was cut off, ask for the rest",
        ),
        FaultKind::NoDivider => Words::new(
            "block has no divider",
            "put a line '=======' between the SEARCH and the REPLACE section",
        ),
        FaultKind::TooManyDividers { found } => Words::new(
            format!("block has {found} lines that may be its divider, more than 64"),
            "use longer markers around sections that hold such lines",
        ),
        FaultKind::StrayCloser => Words::new(
            "closing marker without a block",
            "open the block with a line '<<<<<<< SEARCH' below the path of the file",
        ),
        FaultKind::NoPath { above: None } => Words::new(
            "no path above the block",
            "put the path of the file on a line of its own above the block",
        ),
        FaultKind::NoPath { above: Some(above) } => Words::new(
            format!("no path above the block: {} is not a path", quoted(above)),
            "put the path of the file on a line of its own above the block",
        ),
        FaultKind::BadPath { text } => {
            Words::new(format!("path {} is not UTF-8", quoted(text)), "name the file in UTF-8")
        }
        FaultKind::Nested { outer } => Words::new(
            format!("block begins inside the one of line {outer}, which is not closed"),
            "close that block first, or use longer markers around text that holds blocks",
        ),
        FaultKind::BadDelete => Words::new(
            "DELETE block holds text",
            "leave it empty to remove the file, or use a SEARCH block to remove the text",
        ),
        FaultKind::BadRename => Words::new(
            "RENAME block does not hold one new path",
            "put the new path, and nothing else, into the block",
        ),
    }
}

/// Where a failed block stands in the batch.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// The path, or the path line as it was read.
    pub(super) path: &'a [u8],
    /// The lines of its SEARCH section.
    pub(super) search: &'a [&'a [u8]],
    /// Where other blocks of the batch stand: reply and line.
    pub(super) places: &'a [(&'a [u8], usize)],
}

/// What is said of a block that failed.
pub(super) fn failure(failure: &Failure, scene: Scene<'_>) -> Words {
    let path = quoted(scene.path);
    match failure {
        Failure::Path(error) => path_error(error),
        Failure::Blocked(verdict) => blocked(verdict, scene.path),
        Failure::Unreadable(error) => unreadable(error, &path),
        Failure::MissingFile { similar } => missing(&path, similar),
        Failure::Exists => Words::new(
            format!("{path} exists and the SEARCH section is empty"),
            "quote the text to change; or use --overwrite to take the REPLACE section as the whole file",
        ),
        Failure::Taken { to } => Words::new(
            format!("cannot rename {path} to {}, which exists", quoted(to.as_bstr())),
            "choose another name; or remove that file first, with a DELETE block",
        ),
        Failure::NotFound { nearest, replace_at, unlaid } => {
            not_found(&path, nearest.as_ref(), *replace_at, unlaid.as_ref(), scene.search)
        }
        Failure::Ambiguous { lines: places, .. } => Words::new(
            format!("SEARCH text found {} times in {path} ({})", places.len(), lines(places)),
            "add neighbouring lines to the SEARCH section until it is found once",
        ),
        Failure::Overlap { block, line } => {
            let other = scene
                .places
                .get(*block)
                .map_or_else(String::new, |(reply, line)| format!(" the block at {}:{line}", escape(reply)));
            Words::new(
                format!("line {} of {path} is changed differently by{other}", line + 1),
                "make one block of the two, or leave the lines out of one of them",
            )
        }
        Failure::Divider { .. } => Words::new(
            "REPLACE section holds a second divider, which would be written to the file",
            "give each block one divider; or use longer markers around text that has such a line",
        ),
        Failure::Placeholder { text, .. } => Words::new(
            format!("REPLACE section leaves code out: {}", quoted(text.trim())),
            "write the code out in full; or use --allow-placeholder if the line is meant as text",
        ),
        Failure::Limit(Limit::Work) => Words::new(
            format!("comparing the block with {path} would take too long"),
            "quote fewer lines, and lines that stand in the file only once",
        ),
        Failure::Limit(Limit::Result { size, max }) => Words::new(
            format!("{path} would grow to {size} bytes, more than sr.maxFileBytes ({max})"),
            "raise sr.maxFileBytes if that is meant",
        ),
    }
}

fn path_error(error: &ResolveError) -> Words {
    const FROM_ROOT: &str = "name the file by its path from the root of the repository";
    match error {
        ResolveError::Outside { given, similar: Some(similar), .. } => Words::new(
            format!("path {} leads out of the work tree", quoted(given)),
            format!("name the file by its path from the root: {}", quoted(similar.as_bstr())),
        ),
        ResolveError::Outside { given, way, similar: None } => Words::new(
            match way {
                Outside::Home => {
                    format!("path {} leads to a home folder, out of the work tree", quoted(given))
                }
                Outside::Parent => format!("path {} has a component '..'", quoted(given)),
                _ => format!("path {} leads out of the work tree", quoted(given)),
            },
            FROM_ROOT,
        ),
        ResolveError::Bad { given, source: PathError::DotGit { .. } } => Words::new(
            format!("path {} is git's own", quoted(given)),
            "nothing in a .git folder is ever written",
        ),
        ResolveError::Bad { given, source } => {
            let hint = match source {
                PathError::Character { .. } => "write the path without that character",
                PathError::NotUtf8 { .. } => "name the file in UTF-8",
                PathError::Long { .. } | PathError::LongComponent { .. } | PathError::Deep { .. } => {
                    "choose a shorter path"
                }
                _ => FROM_ROOT,
            };
            Words::new(format!("{} cannot be used: {source}", quoted(given)), hint)
        }
        ResolveError::Missing { given, similar } => missing(&quoted(given), similar),
        ResolveError::NotPlain { given } => Words::new(
            format!("no path above the block: {} is not a path", quoted(given)),
            "put the path of the file on a line of its own above the block",
        ),
    }
}

fn missing(path: &str, similar: &[crate::core::path::RepoPath]) -> Words {
    let names: Vec<String> = similar.iter().map(|path| quoted(path.as_bstr())).collect();
    let mut words = Words::new(
        format!("file {path} does not exist"),
        "check the path; a block with an empty SEARCH section creates a file",
    );
    if !names.is_empty() {
        words.hints.insert(0, format!("there is {}: name it by its path from the root", names.join(", ")));
    }
    words
}

fn unreadable(error: &Unreadable, path: &str) -> Words {
    match error {
        Unreadable::Link { real: Some(real) } => Words::new(
            format!("{path} is a symbolic link, or lies behind one"),
            format!("name the file itself: {}", quoted(real.as_bstr())),
        ),
        Unreadable::Link { real: None } => Words::new(
            format!("{path} is a symbolic link, or lies behind one"),
            "links are never followed; name a file of the work tree itself",
        ),
        Unreadable::NotAFile(Kind::Directory) => {
            Words::new(format!("{path} is a folder"), "name the file in it")
        }
        Unreadable::NotAFile(_) => Words::new(
            format!("{path} is not a regular file, or lies below something that is no folder"),
            "name a regular file; only folders can have files below them",
        ),
        Unreadable::Repository => Words::new(
            format!("{path} lies in a submodule or another repository"),
            "run git sr in that repository",
        ),
        Unreadable::Sparse => Words::new(
            format!("{path} is left out of the sparse checkout"),
            "check it out first: git sparse-checkout add <folder>",
        ),
        Unreadable::TooLarge { size, max } => Words::new(
            format!("{path} has {size} bytes, more than sr.maxFileBytes ({max})"),
            "raise sr.maxFileBytes if that is meant",
        ),
        Unreadable::Binary => {
            Words::new(format!("{path} is binary"), "edit it with a program that knows its format")
        }
        Unreadable::Encoding(name) => Words::new(
            format!("{path} is declared as {} in .gitattributes, which is not supported", quoted(name)),
            "convert it to UTF-8 first",
        ),
        Unreadable::Io(kind) => {
            Words::new(format!("{path} cannot be read: {kind}"), "check its permissions and the disk")
        }
    }
}

fn blocked(verdict: &Verdict, path: &[u8]) -> Words {
    let name = quoted(path);
    let strict = match &verdict.decision {
        guard::Decision::Refuse(Reason::Strict { origin: Origin::Config { source } }) => {
            format!(", and {} refuses that", escape(source))
        }
        guard::Decision::Refuse(Reason::Strict { .. }) => ", and --strict refuses that".to_owned(),
        _ => String::new(),
    };
    let why = match verdict.class {
        guard::Class::Flag if !strict.is_empty() => "is run by others",
        guard::Class::Never => "is git sr's own",
        guard::Class::Secret => "may hold secrets",
        guard::Class::Control => "steers tools that run code",
        guard::Class::Flag | guard::Class::Plain => "is blocked",
    };
    let rule = verdict.rule.as_ref().map_or_else(String::new, |rule| format!(" ({})", rule_words(rule)));
    let hint = match (&verdict.lift, &verdict.decision) {
        (Some(Lift { pattern }), _) => {
            format!("if that is meant: git sr apply --allow {}", shell_word(pattern.as_bytes()))
        }
        (None, guard::Decision::Refuse(Reason::Blocked)) => {
            "take the block back where the rule stands".to_owned()
        }
        (None, _) if verdict.class == guard::Class::Secret => {
            "edit it by hand; git sr does not write secrets".to_owned()
        }
        (None, _) => "choose another file; this one is never written".to_owned(),
    };
    Words::new(format!("{name} {why}{rule}{strict}"), hint)
}

/// A rule and where it stands.
pub(super) fn rule_words(rule: &Rule) -> String {
    let pattern = quoted(rule.pattern.as_bytes());
    match &rule.origin {
        Origin::BuiltIn => format!("built-in rule {pattern}"),
        Origin::Flag => format!("{pattern} on the command line"),
        Origin::Config { source } => format!("{pattern} in {}", escape(source)),
        Origin::BlockFile { line } => format!("{pattern} in .gitsr-block:{line}"),
    }
}

fn not_found(
    path: &str,
    nearest: Option<&Region>,
    replace_at: Option<usize>,
    unlaid: Option<&Unlaid>,
    search: &[&[u8]],
) -> Words {
    let mut words = Words::new(
        format!("SEARCH text not found in {path}"),
        "copy the lines to change from the file as it is now, with their neighbours",
    );
    if let Some(Unlaid::Indentation { line }) = unlaid {
        words.message = format!(
            "SEARCH text is in {path} with another indentation, which does not explain that of line {line} of REPLACE"
        );
        words.hints = vec!["indent both sections as the file does".to_owned()];
    }
    if let Some(Unlaid::Characters { line }) = unlaid {
        words.message = format!(
            "SEARCH text is in {path} with other characters, of which line {line} of REPLACE changes a part"
        );
        words.hints = vec!["write quotes, dashes and spaces as the file does".to_owned()];
    }
    if let Some(region) = nearest {
        words.evidence = evidence(region, search);
    }
    if let Some(line) = replace_at {
        words.hints.push(format!("the REPLACE text is already at line {} of the file", line + 1));
    }
    words
}

/// The first difference between SEARCH and the nearest region.
fn evidence(region: &Region, search: &[&[u8]]) -> Vec<String> {
    let at = region.first_difference;
    let first = region.lines.start;
    let mut lines = vec![format!(
        "nearest: lines {}-{}, which differ at line {}",
        first + 1,
        region.lines.end,
        first + at + 1
    )];
    let (wanted, there) = (search.get(at), region.text.get(at));
    let visible = wanted.zip(there).is_some_and(|(wanted, there)| wanted.trim() == there.trim());
    let shown = |sign: char, line: &[u8]| format!("{sign} {}", visible_line(line, visible));
    lines.extend(wanted.map(|line| shown('-', line)));
    lines.push(there.map_or_else(|| "+ (the file ends here)".to_owned(), |line| shown('+', line)));
    lines
}

/// A line fit to print; with white space that can be seen where that is what differs.
fn visible_line(line: &[u8], white_space: bool) -> String {
    const SHOWN: usize = 160;
    let tabs = if white_space { Tabs::Arrow } else { Tabs::Kept };
    let line: String = escape(line).tabs(tabs).to_string();
    let line = if white_space { line.replace(' ', "·") } else { line };
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

/// What is said of a block that is applied, if anything.
pub(super) fn note(note: &Note) -> String {
    match note {
        Note::Path(resolve::Note::Stripped(prefix)) => format!("'{prefix}' in front of the path is left out"),
        Note::Path(resolve::Note::FromAbsolute) => {
            "the absolute path is below the root of this work tree".to_owned()
        }
        Note::Path(resolve::Note::SuffixOf { given }) => {
            format!("it is the only tracked file that ends in {}", quoted(given))
        }
        Note::Path(resolve::Note::FromElsewhere { given }) => {
            format!("{} is no path of this machine, and ends in this one", quoted(given))
        }
        Note::Collapsed => "an equal block makes the same change".to_owned(),
        Note::SamePoint => {
            "another block inserts at the same point; they stay in the order of the reply".to_owned()
        }
        Note::OneOfMany => "SEARCH stands at several places; the other blocks take the others".to_owned(),
    }
}
