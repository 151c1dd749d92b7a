//! Words for blocks that failed.

use bstr::ByteSlice as _;

use super::{
    Words, around::around, evidence, guard::blocked, lines, note::suspicious, origin::as_of, quoted,
    scene::FailureScene, syntax,
};
use crate::core::{
    escape::escape,
    locate::{PartOf, Unlaid},
    outcome::{Class, Failure, Limit, Region, Unreadable},
    path::{PathError, RepoPath},
    resolve::{Kind, Outside, ResolveError},
};

/// The words for a block that failed.
pub(in crate::cli) fn failure(failure: &Failure, scene: FailureScene<'_>) -> Words {
    let class = failure.class();
    let path = quoted(scene.path);
    match failure {
        Failure::Path(error) => path_error(class, error),
        Failure::Blocked(verdict) => blocked(verdict, scene.path),
        Failure::Unreadable(error) => unreadable(class, error, &path),
        Failure::MissingFile { similar } => missing(class, &path, similar),
        Failure::Exists => Words::new(class,
            format!("{path} exists and the SEARCH section is empty"),
            "quote the text to change; or use --overwrite to take the REPLACE section as the whole file",
        ),
        Failure::Taken { to } => Words::new(
            class,
            format!("cannot rename {path} to {}, which exists", quoted(to.as_bstr())),
            "choose another name; or remove that file first, with a DELETE block",
        )
        .say(format!("The new path, {}, exists. Choose another, or remove that file first.", quoted(to.as_bstr()))),
        Failure::NewPath { to, failure } => {
            let words = self::failure(failure, FailureScene { path: to, ..scene });
            let model = format!("The new path, {}, cannot be used. {}", quoted(to), words.model);
            words.say(model)
        }
        Failure::Empty => Words::new(class, format!("{path} is empty"), "leave the SEARCH section empty to write the file")
            .say("The file is empty. Leave the SEARCH section empty and put the whole file into the REPLACE section."),
        Failure::NotFound { nearest, replace_at, unlaid } => {
            not_found(&path, nearest.iter(), *replace_at, unlaid.as_ref(), scene)
        }
        Failure::Ambiguous { lines: places, .. } => Words::new(class,
            format!("SEARCH text found {} times in {path} ({})", places.len(), lines(places)),
            "add neighbouring lines to the SEARCH section until it is found once",
        )
        .tell(format!("The SEARCH section is in the file {} times, at {}.", places.len(), lines(places))),
        Failure::AmbiguousThen { origin, lines: places } => Words::new(class,
            format!(
                "SEARCH text is no longer in {path}; as of {} it is there {} times ({})",
                as_of(origin), places.len(), lines(places),
            ),
            "copy the lines to change from the file as it is now, with their neighbours",
        )
        .tell(format!(
            "The SEARCH section is no longer in the file; an older version has it {} times.",
            places.len()
        )),
        Failure::Stale(stale) => {
            let mut words = Words::new(class,
                format!("the block quotes an older version of {path}; these lines changed since"),
                "read the file again and write the block for it as it is now",
            );
            words.evidence = evidence::both_sides(stale);
            words.hints.push("use --3way to have both texts in the file, with conflict markers".to_owned());
            words
        }
        Failure::Duplicate { is_beside, around: place } => {
            let (message, section) = match is_beside {
                true => (format!("lines that the block adds are next to its place in {path} already"), "SEARCH"),
                false => (format!("{path} has the text of the REPLACE section elsewhere already"), "REPLACE"),
            };
            let hint = "leave the block out if the change is made; else quote more lines around it in both sections";
            let mut words = Words::new(class, message, hint);
            words.evidence = around(place, section);
            words
        }
        Failure::Overlap { block, line } => {
            let other = scene
                .places
                .get(*block)
                .map_or_else(String::new, |(reply, line)| format!(" the block at {}:{line}", escape(reply)));
            Words::new(class,
                format!("line {} of {path} is changed differently by{other}", line + 1),
                "make one block of the two, or leave the lines out of one of them",
            )
            .tell(format!("Line {} of the file is changed differently by another block.", line + 1))
        }
        Failure::Divider { .. } => Words::new(class,
            "REPLACE section has a second divider, which would be written to the file",
            "give each block one divider; or use longer markers around text that has such a line",
        )
        .say(
            "The REPLACE section has a second divider, which would be written to the file. Give each block one \
             divider, or use markers of nine characters instead of seven around text that has such a line.",
        ),
        Failure::Placeholder { text, .. } => Words::new(class,
            format!("REPLACE section leaves code out: {}", quoted(text.trim())),
            "write the code out in full; or use --allow-placeholder if the line is meant as text",
        )
        .tell(format!("The REPLACE section leaves code out with the line {}.", quoted(text.trim()))),
        Failure::Suspicious { line, first, count } => Words::new(
            class,
            format!("block adds {}", suspicious(*line, first, *count)),
            "write the line without them; or leave '--strict' out if they are meant",
        )
        .say(format!(
            "The block adds {}. Write the line again without such characters.",
            suspicious(*line, first, *count)
        )),
        Failure::StagedOtherwise => Words::new(
            class,
            format!("the index has another version of {path}, to which the change does not apply"),
            "apply it without staging; or make the two agree first, in what this shows: git diff",
        )
        .say(
            "The index has another version of the file than the work tree, to which the change does not apply. The \
             block is good; the user has to fix the index.",
        ),
        Failure::Syntax(broken) => syntax::failure(class, broken, &path),
        Failure::Limit(Limit::Work) => Words::new(class,
            format!("comparing the block with {path} would take too long"),
            "quote fewer lines, and lines that are in the file only once",
        ),
        Failure::Limit(Limit::Result { size, max }) => Words::new(class,
            format!("{path} would grow to {size} bytes, more than sr.maxFileBytes ({max})"),
            "raise sr.maxFileBytes if that is meant",
        )
        .say("The file would become too large. Leave the block out."),
        Failure::Limit(Limit::Shrink { bytes: [old, new], max }) => Words::new(class,
            format!("{path} would shrink from {old} to {new} bytes, by more than sr.maxShrink ({max} %)"),
            "use --force if that is meant; or quote the lines to remove in a SEARCH section",
        )
        .say(format!(
            "The block replaces the whole file and would shrink it from {old} to {new} bytes. Write the file out in \
             full, or quote the lines to remove in the SEARCH section."
        )),
        Failure::Limit(Limit::Growth { lines: [old, new], max }) => Words::new(class,
            format!("{path} would grow from {old} to {new} lines, more than {max} times (sr.maxGrowth)"),
            "use --force if that is meant",
        )
        .say(format!(
            "The file would grow from {old} to {new} lines. Write only the lines that change, and each of them once."
        )),
    }
}

fn path_error(class: Class, error: &ResolveError) -> Words {
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
        ResolveError::Missing { given, similar } => missing(class, &quoted(given), similar),
        ResolveError::NotPlain { given } => Words::new(
            class,
            format!("no path above the block: {} is not a path", quoted(given)),
            "put the path of the file on a line of its own above the block",
        )
        .tell(format!("The line above the block is not a path: {}.", quoted(given))),
    }
}

/// Returns whether a path with a drive may be meant as a name: no root follows the drive.
fn is_name(given: &[u8]) -> bool {
    !given.split_once_str(":").is_some_and(|(_, rest)| rest.starts_with(b"/") || rest.starts_with(b"\\"))
}

/// A drive: on this system it may be a file name, which is refused for its meaning elsewhere.
fn drive(given: &[u8]) -> String {
    format!("{} cannot be used: {}", quoted(given), PathError::Drive)
}

fn missing(class: Class, path: &str, similar: &[RepoPath]) -> Words {
    let names: Vec<String> = similar.iter().map(|path| quoted(path.as_bstr())).collect();
    let mut words = Words::new(
        class,
        format!("file {path} does not exist"),
        "check the path; a block with an empty SEARCH section creates a file",
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

pub(in crate::cli) fn unreadable(class: Class, error: &Unreadable, path: &str) -> Words {
    match error {
        Unreadable::Link { real: Some(real) } => Words::new(
            class,
            format!("{path} is a symbolic link, or below one"),
            format!("name the file itself: {}", quoted(real.as_bstr())),
        )
        .say(format!(
            "The path is a symbolic link, or below one. Name the file itself: {}.",
            quoted(real.as_bstr())
        )),
        Unreadable::Link { real: None } => Words::new(
            class,
            format!("{path} is a symbolic link, or below one"),
            "links are never followed; name a file of the work tree itself",
        ),
        Unreadable::NotAFile(Kind::Directory) => {
            Words::new(class, format!("{path} is a folder"), "name the file in it")
                .say("The path is a folder. Name the file in it.")
        }
        Unreadable::NotAFile(_) => Words::new(
            class,
            format!("{path} is not a regular file, or is below something that is not a folder"),
            "name a regular file; only folders can have files below them",
        ),
        Unreadable::Repository => Words::new(
            class,
            format!("{path} is in a submodule or another repository"),
            "run git sr in that repository",
        ),
        Unreadable::Sparse => Words::new(
            class,
            format!("{path} is outside the sparse checkout"),
            "check it out first: git sparse-checkout add <folder>",
        ),
        Unreadable::TooLarge { size, max } => Words::new(
            class,
            format!("{path} has {size} bytes, more than sr.maxFileBytes ({max})"),
            "raise sr.maxFileBytes if that is meant",
        )
        .say("The file is too large to be edited. Leave the block out."),
        Unreadable::Binary => {
            Words::new(class, format!("{path} is binary"), "edit it with a program that knows its format")
        }
        Unreadable::NotUtf8 => Words::new(
            class,
            format!("{path} is not in UTF-8, and the block adds characters that are not ASCII"),
            "convert the file to UTF-8 first, or write the block in ASCII",
        )
        .tell("The file is not in UTF-8, and the block adds characters that are not ASCII."),
        Unreadable::Utf16 => Words::new(
            class,
            format!("{path} is in UTF-16, which is not supported"),
            "convert it to UTF-8 first",
        )
        .say("The file is in UTF-16 and cannot be edited. Leave the block out."),
        Unreadable::Encoding(name) => Words::new(
            class,
            format!("{path} is declared as {} in .gitattributes, which is not supported", quoted(name)),
            "convert it to UTF-8 first",
        ),
        Unreadable::Unmerged => Words::new(
            class,
            format!("{path} is not merged, so that it cannot be staged"),
            "finish the merge of the file first: edit it, then git add; or apply without staging",
        ),
        Unreadable::GitForm(said) => Words::new(
            class,
            format!("git cannot convert {path} to its stored form: {}", escape(said)),
            "correct the filter or the encoding in .gitattributes and the configuration; or apply without staging",
        ),
        Unreadable::Io(kind) => {
            Words::new(class, format!("{path} cannot be read: {kind}"), "check its permissions and the disk")
        }
    }
}

fn not_found<'a>(
    path: &str,
    mut nearest: impl Iterator<Item = &'a Region>,
    replace_at: Option<usize>,
    unlaid: Option<&Unlaid>,
    scene: FailureScene<'_>,
) -> Words {
    let mut words = Words::new(
        Class::NotFound,
        format!("SEARCH text not found in {path}"),
        "copy the lines to change from the file as it is now, with their neighbours",
    );
    if let Some(Unlaid::Indentation { line }) = unlaid {
        words.message = format!(
            "SEARCH text is in {path} with different indentation, and line {line} of REPLACE cannot be indented to match"
        );
        words.hints = vec!["indent both sections as the file does".to_owned()];
        words.model = format!(
            "The SEARCH section is in the file with another indentation, which does not explain that of line {line} \
             of the REPLACE section. Indent both sections exactly as the file does."
        );
    }
    if let Some(Unlaid::Shifted) = unlaid {
        words.message = format!(
            "SEARCH text is in {path} with different indentation, while REPLACE may have that of the file already"
        );
        words.hints = vec!["indent both sections as the file does".to_owned()];
        words.model = "The SEARCH section is in the file with another indentation, while the REPLACE section may be indented \
                       as the file is. Indent both sections exactly as the file does."
            .to_owned();
    }
    if let Some(Unlaid::Characters { line }) = unlaid {
        words.message = format!(
            "SEARCH text is in {path} with other quotes, dashes or spaces, and line {line} of REPLACE changes part of one"
        );
        words.hints = vec!["write quotes, dashes and spaces as the file does".to_owned()];
        words.model = format!(
            "The SEARCH section is in the file with other quotes, dashes or spaces, and line {line} of the REPLACE \
             section changes a part of such a character. Write both sections with the file's own characters."
        );
    }
    if let Some(Unlaid::Literal { line }) = unlaid {
        words.message = format!(
            "SEARCH text is in {path} with different indentation, and shifting line {line} of REPLACE could change its meaning"
        );
        words.hints = vec!["indent both sections as the file does".to_owned()];
        words.model = format!(
            "The SEARCH section is in the file with another indentation. Line {line} of the REPLACE section is in \
             a string, a here-document or the like, or counts at the margin only, so that shifting it could change \
             what it means. Indent both sections exactly as the file does."
        );
    }
    if let Some(Unlaid::Part { line, why }) = unlaid {
        let why = match why {
            PartOf::Text => "it may be in a comment or a string",
            PartOf::Expression => "it may be in the middle of an expression or a name",
            PartOf::Rest => "with REPLACE in its place the rest of the line may mean something else",
        };
        words.message = format!("SEARCH text is only a part of line {line} of {path}: {why}");
        words.hints = vec!["quote whole lines".to_owned()];
        words.model = format!(
            "The SEARCH section is only a part of line {line} of the file: {why}. Quote whole lines."
        );
    }
    if let Some(Unlaid::Dividers) = unlaid {
        words.message = format!("{path} has no text that is above one of the block's dividers");
        words.hints = vec!["use longer markers around text that has lines like a divider".to_owned()];
        words.model = "Several lines of the block may be its divider, and the file has no SEARCH section above one of them \
                       as it is written. Use markers of nine characters instead of seven, and copy the section from the \
                       file."
            .to_owned();
    }
    if let Some(Unlaid::Frame) = unlaid {
        words.message = "REPLACE text has a fence at its edge, and SEARCH text has none".to_owned();
        words.hints = vec!["take the fence out, or quote one in the SEARCH section too".to_owned()];
        words.model = "The REPLACE section begins or ends with a code fence, and the SEARCH section does not: it could be \
                       meant as text or as a frame. Leave the fence out. If it belongs into the file, quote the line above \
                       or below it too, so that it is not at the edge."
            .to_owned();
    }
    if let Some(Unlaid::Edge) = unlaid {
        words.message =
            format!("SEARCH text begins or ends with a blank line that {path} does not have there");
        words.hints = vec!["quote the line that is there in place of the blank one".to_owned()];
        words.model = "The SEARCH section begins or ends with a blank line that the file does not have there, and the new \
                       lines might come between lines that belong together. Quote the line that is there."
            .to_owned();
    }
    if let Some(Unlaid::Short) = unlaid {
        words.message =
            format!("SEARCH text is in {path} with different white space, and is too short for a safe match");
        words.hints = vec!["quote two lines that are not blank, or twelve letters and digits".to_owned()];
        words.model = "The SEARCH section is in the file with different white space, and is too short for a safe match. Quote at \
            least two lines that are not blank."
            .to_owned();
    }
    if let Some(region) = nearest.next() {
        words.evidence = evidence::differences(region, scene);
    }
    if let Some(line) = replace_at {
        words.hints.push(format!("the REPLACE text is already at line {} of the file", line + 1));
        words.model += &format!(
            " The REPLACE section is already at line {} of the file: leave the block out if that is what it is for.",
            line + 1
        );
    }
    words
}
