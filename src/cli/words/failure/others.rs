//! Words for blocks that contradict others of the batch, of which `other` names one, and for new lines that may not
//! come into a file.

use crate::{
    cli::words::{Terms, Words, capitalised},
    core::outcome::{Class, Dress},
};

/// The words for a block that changes a line which another one changes differently.
pub(super) fn overlap(path: &str, line: usize, other: &str) -> Words {
    Words::new(
        Class::Overlap,
        format!("line {} of {path} is changed differently by{other}", line + 1),
        "make one block of the two, or leave the lines out of one of them",
    )
    .tell(format!("Line {} of the file is changed differently by another block.", line + 1))
}

/// The words for a block that may be another version of one.
pub(super) fn alternative(path: &str, line: usize, other: &str) -> Words {
    Words::new(
        Class::Overlap,
        format!("what it makes at line {} of {path} may be meant in place of what is made there by{other}", line + 1),
        "send only the final version, or one block that makes both",
    )
    .say(format!(
        "Another block makes a change at line {} of the file that may be another version of this one. Send only the \
         final version, or one block that makes both.",
        line + 1
    ))
}

/// The words for a block that corrects another one, or the reverse.
pub(super) fn corrected(path: &str, line: usize, text: &str, other: &str) -> Words {
    Words::new(
        Class::Overlap,
        format!(
            "what it makes in {path} and what{other} makes are an edit and its correction, as line {line} says: {text}"
        ),
        "keep the one of them that is meant; if both are, remove that line",
    )
    .say(format!(
        "{text} says that an edit is corrected, and the reply has both this one and the other. Send only the corrected \
         one; if both are meant, send them without that line."
    ))
}

/// The words for a block that takes back what another one does.
pub(super) fn taken_back(path: &str, line: Option<usize>, other: &str) -> Words {
    let Some(line) = line else {
        return Words::new(
            Class::Overlap,
            format!("it leaves nothing of what is done to {path} by{other}"),
            "send only the one that is meant, or one edit that makes both",
        )
        .say(
            "Nothing is left of what another block does to the file. Send only the one that is meant, or one that \
             makes both.",
        );
    };
    let place = |file: &str| format!("at line {} of {file}", line + 1);
    Words::new(
        Class::Overlap,
        format!("what it does {} and what is done there by{other} cancel each other", place(path)),
        "send only the one that is meant",
    )
    .say(format!(
        "Another block does the opposite {}. Send only the one that is meant; describe a way back in words.",
        place("the file")
    ))
}

/// The words for a block with a line in the dress of the reply.
pub(super) fn dress(path: &str, dress: Dress, text: &str, terms: &Terms) -> Words {
    let (what, hint) = of_dress(dress, terms);
    let (said, instruction) = of_dress(dress, Terms::OF_BLOCK);
    Words::new(Class::Parse, format!("new line of {path} has {what}: {text}"), hint)
        .say(format!("The new line {text} has {said}. {}.", capitalised(&instruction)))
}

/// A new line's dress, and how to write the line without it.
fn of_dress(dress: Dress, terms: &Terms) -> (String, String) {
    let Terms { search, replace, both_sections, .. } = terms;
    let (what, hint) = match dress {
        Dress::Fence => (
            "a fence without its partner",
            "leave the fence out of the sections; if it is text of the file, write both fences in one block",
        ),
        Dress::Entity => {
            let hint = format!("write the characters themselves, such as '&&' and '<', in {both_sections}");
            return ("an HTML entity in code".to_owned(), hint);
        }
        Dress::Escape => (
            "an escaped line break or quote in code",
            "escape the text of a call once, so that its line breaks are line breaks",
        ),
        Dress::Raw => {
            let what = format!("a line break or a quote that is escaped in {search}, such as '\\n'");
            let hint = "escape the text of a call once more where the file has a backslash";
            return (what, hint.to_owned());
        }
        Dress::Quote => ("a curly quote in code", "write plain quotes, as the file has them"),
        Dress::Tab => ("a tab in front, as no line of the file has", "indent with blanks, as the file does"),
        Dress::Prefix => {
            let what = format!("a number or a sign in front, which the lines of {search} do not have");
            let hint = "write the lines as they shall be in the file, with nothing in front of them";
            return (what, hint.to_owned());
        }
        Dress::Cut => {
            let what =
                format!("its end within a word of the last line of {search}, as if {replace} were cut off");
            let hint = format!(
                "write the last line whole; if the rest of it shall go, quote one more line below in {both_sections}"
            );
            return (what, hint);
        }
    };
    (what.to_owned(), hint.to_owned())
}
