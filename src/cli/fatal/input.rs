//! Reasons why input named on the command line cannot be read.

use super::{Fatal, chain};
use crate::{
    cli::{
        clipboard::ClipboardError,
        exit::Exit,
        hint::{Again, Hint},
        input::InputError,
        words::{quoted, uncopied},
    },
    core::outcome::Class,
};

/// Purposes of a command with a reply.
const NAME: &str = "name the file that holds the reply";
const SAVE: &str = "save the reply to a file";

impl Fatal {
    /// A reply that cannot be read.
    pub(in crate::cli) fn input(name: &[u8], error: &InputError) -> Self {
        match error {
            InputError::Terminal => Self::wrong_usage("no reply named, and standard input is a terminal")
                .hint(Hint::ReplyOrCopied(NAME)),
            InputError::TooLarge { max } => Self::new(
                Exit::Fatal,
                Class::Limit,
                format!("reply {} is larger than {max} bytes", quoted(name)),
            )
            .hint("raise sr.maxReplyBytes if that is meant"),
            InputError::NotAFile => Self::new(
                Exit::Fatal,
                Class::NotAFile,
                format!("reply {} is not a regular file", quoted(name)),
            )
            .hint(Hint::Reply(SAVE)),
            InputError::Missing { similar } => {
                let fatal =
                    Self::new(Exit::Fatal, Class::Io, format!("reply {} does not exist", quoted(name)));
                match similar {
                    Some(similar) => fatal.hint(format!("if {} is meant, name that", quoted(similar))),
                    None => fatal.hint(Hint::NamedReply(NAME, name.into())),
                }
            }
            InputError::Io(error) => Self::new(
                Exit::Fatal,
                Class::Io,
                format!("cannot read reply {}: {}", quoted(name), chain(error)),
            ),
        }
    }

    /// A clipboard that has no reply.
    pub(in crate::cli) fn clipboard(error: &ClipboardError) -> Self {
        let fatal = Self::new(Exit::Fatal, Class::Io, format!("cannot read the clipboard: {}", chain(error)));
        match error {
            #[cfg(feature = "clipboard")]
            ClipboardError::NoText => fatal.hint("copy the reply of the model first"),
            _ => fatal.hint(Hint::Reply(SAVE)),
        }
    }

    /// A prompt that no clipboard takes.
    pub(in crate::cli) fn uncopied(error: &ClipboardError) -> Self {
        Self::new(Exit::Fatal, Class::Io, uncopied(error))
            .hint("leave --clipboard out, and copy what is printed")
    }

    /// `--clipboard` beside a reply that is named, without `--feedback`.
    pub(in crate::cli) fn nothing_to_copy() -> Self {
        Self::wrong_usage("--clipboard: there is a reply already")
            .hint(Again::changed("apply that one", &["clipboard"], &[]))
            .hint(Again::with("to copy the message for the model if it is refused", &["--feedback"]))
    }

    /// A message of a commit that cannot be read.
    pub(in crate::cli) fn message(name: &[u8], error: &InputError) -> Self {
        let message = format!("cannot read the message {}: {}", quoted(name), chain(error));
        match error {
            InputError::Missing { similar } => {
                let fatal = Self::new(Exit::Fatal, Class::Io, message);
                match similar {
                    Some(similar) => fatal.hint(format!("if {} is meant, name that", quoted(similar))),
                    None => fatal.hint("name the file that holds the message, or give the message with -m"),
                }
            }
            InputError::Terminal => Self::wrong_usage(message),
            _ => Self::new(Exit::Fatal, Class::Io, message),
        }
    }
}
