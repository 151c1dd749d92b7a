//! Words for files that cannot be edited.

use std::io::ErrorKind;

use bstr::ByteSlice as _;

use crate::{
    cli::words::{Words, quoted},
    core::{
        escape::escape,
        outcome::{Class, Unreadable},
        resolve::Kind,
    },
};

/// The words for a file that cannot be edited.
pub(in crate::cli) fn unreadable(class: Class, error: &Unreadable, path: &[u8]) -> Words {
    let folder = path.rfind_byte(b'/').map(|end| quoted(&path[..end]));
    let path = &quoted(path);
    match error {
        Unreadable::Link { real: Some(real) } => Words::new(
            class,
            format!("{path} is a symbolic link, or below one"),
            format!("if the text of its file is to change, name that: {}", quoted(real.as_bstr())),
        )
        .say(format!(
            "The path is a symbolic link, or below one. If the text of its file is to change, name that: {}. A link itself \
             is not changed, moved or removed: leave that out.",
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
            match &folder {
                Some(folder) => format!("{path} is not a regular file, or {folder} is not a folder"),
                None => format!("{path} is not a regular file"),
            },
            match &folder {
                Some(_) => "name a regular file in a folder, or move away what is in the place of the folder",
                None => "name a regular file",
            },
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
        Unreadable::Utf8 => Words::new(
            class,
            format!("{path} is in UTF-8, and the block adds bytes that are not"),
            "save the reply as UTF-8; if it is, a character of it was cut in two",
        )
        .tell("The file is in UTF-8, and the block adds bytes that are not. Send the block again in UTF-8."),
        Unreadable::Utf16 => Words::new(
            class,
            format!("{path} is in UTF-16, which is not supported"),
            "convert it to UTF-8 first",
        )
        .say("The file is in UTF-16 and cannot be edited. Leave the block out."),
        Unreadable::Encoding(name) => Words::new(
            class,
            format!("{path} is declared as {} in .gitattributes, which is not supported", quoted(name)),
            "take the encoding out of .gitattributes, and convert the file to UTF-8 if it is there",
        ),
        Unreadable::Unmerged => Words::new(
            class,
            format!("{path} is not merged, so that it cannot be staged"),
            "finish the merge of the file first: edit it, then git add; or apply without staging",
        ),
        Unreadable::GitForm(said) => Words::new(
            class,
            format!("git cannot convert {path} to its stored form: {}", escape(said)),
            "correct the filter or the encoding in .gitattributes and the configuration; or apply \
             without staging",
        ),
        Unreadable::Io(ErrorKind::NotFound) => {
            Words::new(class, format!("{path} does not exist"), "check the path, and run the command again")
        }
        Unreadable::Io(kind) => {
            Words::new(class, format!("{path} cannot be read: {kind}"), "check its permissions and the disk")
        }
    }
}
