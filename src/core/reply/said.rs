//! Sentences beside the text of a file, and what they tell of it: that it is a part, and what of the file goes or stays.

use std::borrow::Cow;

use bstr::ByteSlice as _;

use crate::core::language::lexer::is_word;

/// The sentences beside a text that may be that of a whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said<'a> {
    /// True if one says that the text is a part of its file.
    pub is_part: bool,
    /// True if one says that the rest of the file stays.
    pub rest_stays: bool,
    /// True if one says that something of what programs declare goes: `I removed the unused helpers.`
    pub declared_goes: bool,
    /// The lines that are not too long for sentences, and whether they say that something goes.
    pub lines: Vec<(Cow<'a, [u8]>, bool)>,
}

impl Said<'_> {
    /// Returns whether a sentence says that something goes.
    #[must_use]
    pub fn something_goes(&self) -> bool {
        self.gone().next().is_some()
    }

    /// Returns whether a sentence that says that something goes has this name.
    #[must_use]
    pub fn goes(&self, name: &[u8]) -> bool {
        self.gone().any(|line| is_named(&line.to_ascii_lowercase(), &name.to_ascii_lowercase(), false))
    }

    /// Returns whether sentences name this as code, and none of them says that something goes.
    #[must_use]
    pub fn stays(&self, name: &[u8]) -> bool {
        let mut naming = self.lines.iter().filter(|(line, _)| is_named(line, name, true)).peekable();
        naming.peek().is_some() && naming.all(|(_, goes)| !goes)
    }

    fn gone(&self) -> impl Iterator<Item = &[u8]> {
        self.lines.iter().filter(|(_, goes)| *goes).map(|(line, _)| &**line)
    }

    /// The same with text of its own.
    #[must_use]
    pub fn into_owned(self) -> Said<'static> {
        let Self { is_part, rest_stays, declared_goes, lines } = self;
        let lines = lines.into_iter().map(|(line, goes)| (line.into_owned().into(), goes)).collect();
        Said { is_part, rest_stays, declared_goes, lines }
    }
}

/// Returns whether a line has a name as whole words, as code or not: between backticks, or with arguments.
fn is_named(line: &[u8], name: &[u8], as_code: bool) -> bool {
    !name.is_empty()
        && line.find_iter(name).any(|at| {
            let (before, behind) = (&line[..at], &line[at + name.len()..]);
            let is_whole = !before.last().is_some_and(|byte| is_word(*byte))
                && !behind.first().is_some_and(|byte| is_word(*byte));
            // A command between backticks has other words: `npm test`.
            let word = before.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
            let is_quoted = behind.starts_with(b"`") && word.contains(&b'`');
            is_whole && (!as_code || is_quoted || behind.starts_with(b"("))
        })
}
