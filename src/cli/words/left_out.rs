//! Reasons why a change is not in an encoded reply.

use crate::core::{
    encode::{LeftOut, Need},
    reply::{Unwritten, Writer},
};

/// The reason, as the rest of a sentence about the path. With `is_written` the reply has the path all the same.
pub(in crate::cli) fn left_out(reason: &LeftOut, writer: &Writer, is_written: bool) -> String {
    let format = writer.id;
    let text = match reason {
        LeftOut::Mode if is_written => "is written without the change of its mode",
        LeftOut::Mode => "is left out: only its mode changes, which no reply can say",
        LeftOut::NotForModels => "is left out: a reply must not write it, or it holds secrets",
        LeftOut::Unmerged => "is left out: it is not merged",
        LeftOut::Link => "is left out: it is a symbolic link",
        LeftOut::Repository => "is left out: it is a submodule",
        LeftOut::Path => "is left out: its path cannot be written by a reply",
        LeftOut::Binary => "is left out: it is binary",
        LeftOut::TooLarge => "is left out: it is too large, or cannot be read",
        LeftOut::Endings => "is left out: its line endings change, or are not those of a new file",
        LeftOut::FinalNewline => "is left out: the newline at its end comes or goes, or a new file has none",
        LeftOut::Mark => "is left out: its byte order mark comes or goes",
        LeftOut::Misread => "is left out: in this format it reads as something else",
        LeftOut::Together => "is left out: it cannot be changed in one reply with the others",
        LeftOut::Refused(None) => "is left out: the blocks do not make this change",
        LeftOut::Refused(Some(class)) => {
            return format!("is left out: its blocks would be refused as '{class}'");
        }
        LeftOut::Format(unwritten) => {
            let reason = match unwritten {
                Unwritten::Creation => "cannot make a file",
                Unwritten::Version => "names its version, of which the id is not known",
                Unwritten::Deletion => "cannot remove a file",
                Unwritten::Rename => "cannot rename a file",
                Unwritten::Path => "cannot write its path",
                Unwritten::Markers => "has no marker that is not a line of it",
                Unwritten::NotUtf8 => "cannot write text that is not UTF-8",
            };
            return format!("is left out: the format {format} {reason}");
        }
    };
    text.to_owned()
}

/// The option that a path needs.
pub(in crate::cli) fn need_option(need: Need) -> &'static str {
    match need {
        Need::Allow => "--allow",
        Need::AllowPlaceholder => "--allow-placeholder",
        Need::Force => "--force",
    }
}

/// The same, as the rest of a sentence about the path.
pub(in crate::cli) fn need(need: Need) -> String {
    let why = match need {
        Need::Allow => "files of its class are refused",
        Need::AllowPlaceholder => "a line looks like a placeholder for code left out",
        Need::Force => "it shrinks or grows much",
    };
    format!("is applied with {} only: {why}", need_option(need))
}
