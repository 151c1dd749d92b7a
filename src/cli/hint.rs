//! Hints: something to do, which may be the typed command with other options.

use bstr::BString;

use crate::repo::pending::KeptOptions;

/// Something to do, as an imperative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// Words that are complete.
    Text(String),
    /// The typed command, with and without some options.
    Again(Again),
    /// The typed command with other configuration (`key=value`); its purpose is in front of it.
    Configured(&'static str, &'static str),
    /// The typed command with a reply, without options; its purpose is in front of it.
    Reply(&'static str),
    /// The same for a reply of this name that is not there; or the option in front of it, whose value that may be.
    NamedReply(&'static str, BString),
    /// The same, and what was copied, where the command reads that.
    ReplyOrCopied(&'static str),
    /// The command that finishes a refused batch with the typed replies.
    Finish(KeptOptions),
}

/// The typed command with other options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Again {
    /// The purpose; the command follows it.
    pub(super) lead: String,
    /// Options to leave out, by their long names.
    pub(super) without: Vec<&'static str>,
    /// Words to add, each fit for a shell.
    pub(super) with: Vec<String>,
}

impl Again {
    /// The typed command with these words added.
    pub(super) fn with(lead: impl Into<String>, with: &[&str]) -> Self {
        Self::changed(lead, &[], with)
    }

    /// The typed command without some options, and with these words added.
    pub(super) fn changed(lead: impl Into<String>, without: &[&'static str], with: &[&str]) -> Self {
        let with = with.iter().map(|&word| word.to_owned()).collect();
        Self { lead: lead.into(), without: without.to_vec(), with }
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Hint {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Again> for Hint {
    fn from(again: Again) -> Self {
        Self::Again(again)
    }
}
