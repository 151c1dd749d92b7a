//! Words for paths that lead to no file.

use bstr::ByteSlice as _;

use crate::{
    cli::{
        shell::git_paths,
        words::{FailureScene, Terms, Words, origin::cause, quoted},
    },
    core::{
        outcome::{Class, Slip},
        path::{PathError, RepoPath},
        resolve::{Fate, Outside, ResolveError},
    },
};

/// The words for a path that cannot be resolved.
pub(super) fn path_error(class: Class, error: &ResolveError, scene: FailureScene<'_>) -> Words {
    let words = of_error(class, error, scene.terms);
    match error {
        ResolveError::Around { .. } | ResolveError::NotPlain { .. } if scene.is_block => {
            words.command(OF_PATH.0, OF_PATH.1)
        }
        _ => words,
    }
}

/// The options that give all blocks one file, whatever stands above them, and when to use them.
const OF_PATH: (&str, &[&str]) = ("if all blocks are for one file", &["--format pathless", "--path <file>"]);

fn of_error(class: Class, error: &ResolveError, terms: &Terms) -> Words {
    const FROM_ROOT: &str = "name the file by its path from the root of the repository";
    match error {
        ResolveError::Outside { given, way, similar: Some(similar) } => Words::new(
            class,
            match way {
                Outside::Drive if is_name(given) => drive(given),
                _ => format!("path {} leads out of the work tree", quoted(given)),
            },
            format!("name the file by its path from the root: {}", quoted(similar.as_bstr())),
        )
        .say(format!(
            "The path leads out of the repository. Name the file by its path from the root: {}.",
            quoted(similar.as_bstr())
        )),
        ResolveError::Outside { given, way: Outside::Drive, similar: None } if is_name(given) => {
            Words::new(class, drive(given), FROM_ROOT)
                .tell(format!("The path cannot be used: {}.", PathError::Drive))
        }
        ResolveError::Outside { given, way, similar: None } => Words::new(
            class,
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
            class,
            format!("path {} is git's own", quoted(given)),
            "nothing in a .git folder is ever written",
        )
        .say("The path is git's own; nothing there is ever written. Leave the block out."),
        ResolveError::Bad { given, source } => {
            let hint = match source {
                PathError::Character { .. } => "write the path without that character",
                PathError::NotUtf8 { .. } => "name the file in UTF-8",
                PathError::Long { .. } | PathError::LongComponent { .. } | PathError::Deep { .. } => {
                    "choose a shorter path"
                }
                _ => FROM_ROOT,
            };
            Words::new(class, format!("{} cannot be used: {source}", quoted(given)), hint)
                .tell(format!("The path cannot be used: {source}."))
        }
        ResolveError::Missing { given, fate: Some(fate), .. } => gone(class, &quoted(given), fate, terms),
        ResolveError::Missing { given, similar, fate: None } => {
            missing(class, &quoted(given), similar, terms)
        }
        ResolveError::Around { similar } => around(class, similar),
        ResolveError::NotPlain { given } => Words::new(
            class,
            format!("no path above the block: {} is not plainly one", quoted(given)),
            "put the path of the file on a line of its own above the block, as in 'File: src/a.py'",
        )
        .tell(format!(
            "The line above the block is not plainly a path: {}. Write 'File: ' and the path there.",
            quoted(given)
        )),
    }
}

/// The words for a block without a path line, whose text does not say which of the files around is meant.
fn around(class: Class, similar: &[RepoPath]) -> Words {
    let names: Vec<String> = similar.iter().map(|path| quoted(path.as_bstr())).collect();
    let shown = match names.as_slice() {
        [] => "which file is meant".to_owned(),
        names => format!("that {} is meant", names.join(" or ")),
    };
    Words::new(
        class,
        format!("no path line above the block, and its SEARCH text does not show {shown}"),
        "put the path of the file on a line of its own above the block",
    )
    .tell("The block has no path above it.")
}

/// Returns whether a path with a drive may be meant as a name: no root follows the drive.
fn is_name(given: &[u8]) -> bool {
    !given.split_once_str(":").is_some_and(|(_, rest)| rest.starts_with(b"/") || rest.starts_with(b"\\"))
}

/// A drive: on this system it may be a file name, which is refused for its meaning elsewhere.
fn drive(given: &[u8]) -> String {
    format!("{} cannot be used: {}", quoted(given), PathError::Drive)
}

/// The words for a file of the work tree that the index lacks, which is to be changed.
pub(super) fn unstaged(class: Class, path: &[u8]) -> Words {
    let add = git_paths("add", [path]);
    Words::new(
        class,
        format!("{} is not in the index", quoted(path)),
        format!("put it there: {add}; or leave --cached out"),
    )
    .say(
        "The file is not in the index, which is to be changed. Leave the block out; the user has to stage the file \
         first.",
    )
}

/// The words for a file that was renamed or removed.
fn gone(class: Class, path: &str, fate: &Fate, terms: &Terms) -> Words {
    let Terms { search_section, a_search_section, .. } = terms;
    let by = cause(&fate.by);
    let Some(to) = fate.to.as_ref().map(|to| quoted(to.as_bstr())) else {
        return Words::new(
            class,
            format!("file {path} does not exist: {by} removed it"),
            format!("leave the block out; a block with an empty {search_section} creates the file again"),
        )
        .say(format!(
            "The file does not exist any more: {by} removed it. Leave the block out, or leave its SEARCH section \
             empty to create the file again."
        ));
    };
    Words::new(
        class,
        format!("file {path} does not exist: {by} renamed it to {to}"),
        format!("name it {to}, with {a_search_section} that is copied from it"),
    )
    .say(format!("The file is {to} now: {by} renamed it. Name it so, and copy the lines to change from it."))
}

/// The words for a file that does not exist.
pub(super) fn missing(class: Class, path: &str, similar: &[RepoPath], terms: &Terms) -> Words {
    let names: Vec<String> = similar.iter().map(|path| quoted(path.as_bstr())).collect();
    let mut words = Words::new(
        class,
        format!("file {path} does not exist"),
        format!("check the path; a block with an empty {} creates a file", terms.search_section),
    );
    if !names.is_empty() {
        words.hints = vec![format!("if {} is meant, name it by its path from the root", names.join(" or "))];
        words.model = format!(
            "The file does not exist. Name it by its path from the root of the repository: there is {}.",
            names.join(", ")
        );
    }
    words
}

/// The words for a new file whose path is a slip.
pub(super) fn misnamed(class: Class, path: &str, similar: &RepoPath, by: Slip) -> Words {
    let meant = quoted(similar.as_bstr());
    let (what, said) = match by {
        Slip::Text => (
            format!("{path} is not there, and the text for it is mostly that of {meant}"),
            format!("There is no such file, and the text is mostly that of {meant}"),
        ),
        Slip::Import => {
            let what =
                format!("{path} is named without a folder, and an import of this reply leads to {meant}");
            let said =
                format!("The file is named without a folder, and an import of your reply leads to {meant}");
            let hint = "name the new file by its path from the root of the repository";
            let model =
                format!("{said}. Name {meant} if that is meant; if not, let the import lead to the file.");
            return Words::new(class, what, hint).say(model);
        }
    };
    let hint =
        format!("if {meant} is meant, name it so; if the file is new, say so behind its path: (new file)");
    Words::new(class, what, hint).say(format!(
        "{said}. Name {meant} if that is meant; if the file is new, write (new file) behind its path."
    ))
}
