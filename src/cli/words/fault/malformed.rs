//! Words for errors in formats other than SEARCH/REPLACE.

use crate::{
    cli::words::{Words, capitalised, quoted},
    core::{
        escape::escape,
        outcome::Class,
        reply::{self, Malformed, ValueFault},
    },
};

/// The words for edits that are not as the grammar of their format says.
pub(super) fn words(malformed: &Malformed) -> Words {
    let new = |message: String, hint: &str| Words::new(Class::Parse, message, hint);
    match malformed {
        Malformed::Open { end } => Words::new(
            Class::Unterminated,
            format!("there is no line '{end}' before the next ones or the end"),
            "if the reply was cut off, ask for the rest",
        )
        .say(format!("There is no line '{end}'. Send the changes again, whole.")),
        Malformed::Choice { text } => new(
            format!("edits below one of several alternatives: {}", quoted(text)),
            "remove the edits of the others, or ask for those of one alone",
        )
        .say(format!(
            "There are edits below {}, and below its alternative. Send the edits of one of them alone.",
            quoted(text)
        )),
        Malformed::NotMeant { text } => new(
            format!("{} says that the text below it is not to be applied", quoted(text)),
            "remove the text; or remove the line, if the text is meant",
        )
        .say(format!(
            "{} says that the text below it is not to be applied. Send the edits alone that are meant.",
            quoted(text)
        )),
        Malformed::TakenBack { text } => new(
            format!("{} takes back edits above it", quoted(text)),
            "remove these edits and the line, or ask for the edits that are meant alone",
        )
        .say(format!(
            "{} takes back edits above it. Send all edits that are meant, and no others.",
            quoted(text)
        )),
        Malformed::CutOff => Words::new(
            Class::Unterminated,
            "the reply ends before the change does".to_owned(),
            "ask for the rest; if the change is whole, put a fence around it",
        )
        .say("The reply ends before the change does. Send the changes again, whole."),
        Malformed::Line { text } if is_of_patch(text) => new(
            format!("{} is in no patch: no line '*** Begin Patch' is above it", quoted(text)),
            "put '*** Begin Patch' above the first line of the patch, and '*** End Patch' below the last",
        )
        .say(format!(
            "The line {} is in no patch. Put a line '*** Begin Patch' above the first line of the patch, and \
             '*** End Patch' below the last.",
            quoted(text)
        )),
        Malformed::Line { text } => new(
            format!("{} has no meaning here", quoted(text)),
            "begin each line of a change with a blank, '+' or '-'",
        )
        .say(format!(
            "The line {} has no meaning there. Begin each line of a change with a blank, '+' or '-'.",
            quoted(text)
        )),
        Malformed::NoSign { text } => new(
            format!("{} is no edit by line numbers, and has no '+' in front as new text has", quoted(text)),
            "begin each line of new text with '+'",
        )
        .say(format!(
            "The line {} is no edit by line numbers. Begin each line of new text with '+'.",
            quoted(text)
        )),
        Malformed::Empty => new(
            "nothing follows the line that begins a change".to_owned(),
            "remove the line, or ask for the change",
        )
        .say("Nothing follows the line that begins a change. Send the change, or leave the line out."),
        Malformed::NoFile => {
            new("hunk has no file".to_owned(), "put the lines '--- <path>' and '+++ <path>' above it")
                .say("The hunk has no file. Put the lines '--- a/<path>' and '+++ b/<path>' above it.")
        }
        Malformed::TwoPaths => new(
            "the paths behind '---' and '+++' differ".to_owned(),
            "name the same path twice, or say 'rename from' and 'rename to' below 'diff --git'",
        )
        .say("The paths behind '---' and '+++' differ. Name the path of the file twice."),
        Malformed::TwoFiles { one, other } => new(
            format!("the edit names two files: {} and {}", quoted(one), quoted(other)),
            "remove the path that is not meant, or ask for the edit with one path",
        )
        .say(format!(
            "The edit names two files: {} and {}. Send it again with one path.",
            quoted(one),
            quoted(other)
        )),
        Malformed::Unsupported { text } => {
            new(format!("{} is not supported", quoted(text)), "leave that change out, and make it by hand")
                .say(format!("The change {} is not supported. Leave it out.", quoted(text)))
        }
        Malformed::Link => {
            new("a symbolic link is not changed".to_owned(), "leave it out, and change the link with 'ln -s'")
                .say("A symbolic link is not changed. Leave it out.")
        }
        Malformed::Submodule => new(
            "a submodule is not changed".to_owned(),
            "leave it out, and check out the other commit in the submodule",
        )
        .say("A submodule is not changed. Leave it out."),
        Malformed::Endings => new(
            "a change of line endings, or of a byte order mark, is not made".to_owned(),
            "apply the diff with 'git apply', or change the endings by hand",
        )
        .say("A change of line endings, or of a byte order mark, is not made. Leave it out."),
        Malformed::Json { message, column } => {
            let (message, at) = (escape(message.as_bytes()), column.map(|column| format!(" at column {column}")));
            let at = at.unwrap_or_default();
            new(
                format!("JSON cannot be read{at}: {message}"),
                "correct the JSON; newlines and quotes in texts are written '\\n' and '\\\"'",
            )
            .say(format!("The JSON cannot be read{at}: {message}. Send it again, corrected."))
        }
        Malformed::Call => new(
            "the call is not understood as an edit of text".to_owned(),
            "ask for a path, the old text and the new text",
        )
        .say("The call is not understood as an edit of text. Send the path, the old text and the new text."),
        Malformed::Tool { name } => new(
            format!("the call of {} is not understood as an edit of text", quoted(name)),
            "ask for a path, the old text and the new text; if the call changes no file, remove it",
        )
        .say(format!(
            "The call of {} is not understood as an edit of text. Send the path, the old text and the new text of each \
             change.",
            quoted(name)
        )),
        Malformed::Value { name, fault } => value(&quoted(name), *fault),
        Malformed::Alone { name, beside: None } => new(
            format!("the call has {}, and no field with the other text of that edit", quoted(name)),
            "ask for both texts; for a removal, the new text is the empty text \"\"",
        )
        .say("Send both the old and the new text. For a removal, the new text is the empty text \"\"."),
        Malformed::Alone { name, beside: Some(beside) } => {
            let message = format!(
                "the call has {}, and no field with the other text of that edit: {} is no name of one",
                quoted(name),
                quoted(beside)
            );
            let hint = match meant(beside) {
                Some(meant) => format!("is '{meant}' meant?"),
                None => "name the two texts 'old_string' and 'new_string'".to_owned(),
            };
            Words::new(Class::Parse, message, hint).say(format!(
                "The field {} is not known. Send both the old and the new text, named 'old_string' and 'new_string'.",
                quoted(beside)
            ))
        }
        Malformed::Field { name } if let Some(meant) = meant(name) => {
            let message = format!("the field {} of the call is not read", quoted(name));
            Words::new(Class::Parse, message, format!("is '{meant}' meant?"))
                .say(format!("The field {} of the call is not read. Is '{meant}' meant?", quoted(name)))
        }
        Malformed::Field { name } => new(
            format!(
                "the field {} of the call is not read, and may ask for something other than its edits",
                quoted(name)
            ),
            "remove the field if the edits are what is asked for, or ask for the rest as edits too",
        )
        .say(format!(
            "The field {} of the call is not read. Send all changes as edits with a path, the old text and the new text; \
             write 'replace_all' to replace the text everywhere.",
            quoted(name)
        )),
        Malformed::WholeFile => new(
            "a file that is new or is deleted has one hunk, with all of its lines".to_owned(),
            "add all lines of a new file, or remove all lines of a deleted one, in one hunk",
        )
        .say("A file that is new or is deleted has one hunk, with all of its lines added or removed."),
        Malformed::NoContext => new(
            "change only adds lines, and nothing says where".to_owned(),
            "put lines of the file next to them, with a blank in front of each",
        )
        .say("The change only adds lines, and nothing says where. Quote the lines of the file next to them."),
        Malformed::FenceWithin => new(
            "a fence may be text of the file, so that its end is not clear".to_owned(),
            "ask for more backticks around the file than any line in it has",
        )
        .say("A fence may be text of the file. Put more backticks around the file than any line in it has."),
        Malformed::EndWithin { end } => new(
            format!("a second line {} may be the end of the text", quoted(end)),
            "put the text between <![CDATA[ and ]]>, and remove what closes nothing",
        )
        .say(format!(
            "A second line {} may be the end of the text. Send the file in a tag of another name.",
            quoted(end)
        )),
        Malformed::MaybePart { text } => new(
            format!("the text may be a part of the file that {} names", quoted(text)),
            "for the whole file, put its path alone on the line above the fence; for a part, ask for blocks",
        )
        .say(format!(
            "The text may be a part of the file that {} names. Send the lines that change as a block; or the whole file, \
             with its path alone on the line above the fence.",
            quoted(text)
        )),
        Malformed::Numbers { text } => new(
            format!("{} names no lines", quoted(text)),
            "name lines from 1 as in 'PUT 3.=5:', 'PUT >3:', 'PUT <3:', 'PUT >$:' or 'CUT 3.=5'",
        )
        .say(format!(
            "The line {} names no lines. Name them from 1 as in 'PUT 3.=5:', 'PUT >3:', 'PUT <3:' or 'CUT 3.=5'.",
            quoted(text)
        )),
        Malformed::NoPair { text } => new(
            format!("{} and the fence at it are no pair that plainly asks for a change", quoted(text)),
            "ask for the change as a SEARCH/REPLACE block; remove the line if it is no change",
        )
        .say(format!(
            "{} and the fence at it are no pair that plainly asks for a change. Send the change as a block.",
            quoted(text)
        )),
        Malformed::Twice => new(
            "the file has two texts in the reply".to_owned(),
            "ask for the whole file once, or for its changes as blocks",
        )
        .say("The file has two texts in the reply. Send it once, whole."),
        Malformed::Folder { text } => new(
            format!("the folder cannot be told: {}", quoted(text)),
            "remove the command, and name the folder with --directory",
        )
        .say("Leave out the shell command, and name files by their paths from the root of the repository."),
    }
}

/// Returns whether a line has its meaning within a patch for `apply_patch`, and only there.
fn is_of_patch(line: &[u8]) -> bool {
    ["*** Add File:", "*** Delete File:", "*** Update File:", "*** End Patch"]
        .iter()
        .any(|begin| line.trim_ascii_start().starts_with(begin.as_bytes()))
}

/// The name of a field that a misspelt one may stand for.
fn meant(name: &[u8]) -> Option<&'static str> {
    reply::field_like(std::str::from_utf8(name).ok()?)
}

/// The words for a field from which no edit can be made.
fn value(name: &str, fault: ValueFault) -> Words {
    let (message, hint, say) = match fault {
        ValueFault::Kind => (
            format!("the value of the field {name} of the call is of another kind than that field has"),
            "ask for texts, and for true or false in a switch such as 'replace_all'",
            "Send texts, and true or false in a switch such as 'replace_all'.",
        ),
        ValueFault::Twice => (
            format!("the call has the field {name} twice, or another one that says the same"),
            "ask for the call with one of them",
            "Send the call with one of them.",
        ),
    };
    let say = format!("{}. {say}", capitalised(&message));
    Words::new(Class::Parse, message, hint).say(say)
}
