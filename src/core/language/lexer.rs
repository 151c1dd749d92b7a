//! One lexer of comments and strings, for files of every language.
//!
//! Where the language is known, its entry says what a sign is, and nothing else is one. Where it is not, the
//! signs of many languages are laid over each other, and in doubt a string is seen: a caller refuses where
//! there is one. One pass, linear in time.

mod ahead;
mod any;
mod docs;
mod here;
mod known;
mod pass;
mod quotes;
mod scalar;
mod state;
mod stretch;
mod texts;
mod tokens;
mod within;
mod word;

pub(in crate::core) use docs::read_with_docs;
pub(in crate::core) use pass::stretches;
pub(in crate::core) use state::State;
pub(in crate::core) use stretch::{Extent, Spot, Stretch, TextKind, is_within};
pub(in crate::core) use texts::{Text, Texts, counts_at_margin_only};
pub(in crate::core) use tokens::{Line, Token, read};
pub(in crate::core) use word::{first_word, is_word, words};

#[cfg(test)]
#[cfg(test)]
mod tests;
