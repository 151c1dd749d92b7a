//! Sentences that say that the edits below them correct some above: `Correction:`, `Actually, use this instead:`
//!
//! They take nothing back: planning asks whether an edit below can be meant in place of one above. A sentence about the
//! code (`The comment is wrong, too:`) may look like one, so that words alone decide nothing.

use std::{mem, ops::Range};

use super::{
    introduction::is_path,
    names,
    rows::{Row, shown},
    sentence::{LONGEST, begins, has, is_one, lower, words},
    types::{Block, Correction},
    vocabulary::{EDITS, OOPS},
};

/// More interjections of a writer who sees a mistake.
const MORE_OOPS: [&str; 5] = ["apologies", "my bad", "on reflection", "on second thought", "scratch that"];

/// Those that say something else where more words follow.
const OOPS_ALONE: [&str; 2] = ["no", "oh"];

/// Words that call an edit corrected where no noun is behind them.
const CORRECTED: [&str; 7] =
    ["amended", "better", "corrected", "correction", "corrections", "fixed", "revised"];

/// Words that do so in front of the name of an edit.
const RIGHT: [&str; 9] =
    ["amended", "better", "correct", "corrected", "final", "fixed", "proper", "revised", "right"];

/// Words behind such a name which leave it that of an edit.
const OF_EDITS: [&str; 11] =
    ["above", "below", "first", "follows", "here", "is", "last", "of", "previous", "that", "the"];

/// Words in front of `corrected` where it is a verb.
const CORRECTS: [&str; 14] =
    ["also", "and", "be", "been", "has", "have", "i", "i've", "is", "it", "was", "we", "we've", "were"];

/// Words that begin the name of a thing.
const ARTICLES: [&str; 9] = ["a", "all", "an", "in", "that", "the", "these", "this", "to"];

/// Names for the edit below, in its place.
const THIS: [&str; 5] = ["following", "it", "one", "that", "this"];

/// Words that call something wrong.
const WRONG: [&str; 12] = [
    "a slip", "incorrect", "misspelled", "misspelt", "mistake", "mistaken", "mistyped", "not correct",
    "not right", "typo", "typos", "wrong",
];

/// Words with which a writer owns up to a mistake.
const OWN: [&str; 8] = ["i chose", "i gave", "i had", "i made", "i picked", "i put", "i used", "i wrote"];

/// Clauses that say that something else was meant.
const MEANT: [&str; 14] = [
    "i meant", "i misspelled", "i mistyped", "let me correct", "let me redo", "let me retry",
    "let me rewrite", "let me try again", "meant to be", "my bad", "my mistake", "should have been",
    "should have said", "was meant",
];

/// Clauses that may say so.
const PERHAPS: [&str; 7] =
    ["correction", "let me fix", "new version", "should be", "should read", "should say", "updated version"];

/// Words that say that a clause is about one thing more.
const MORE: [&str; 12] = [
    "additionally", "also", "another", "as well", "forgot", "likewise", "missed", "missing", "same",
    "second", "similarly", "too",
];

/// Others that may say so.
const ADDS: [&str; 9] = ["add", "adds", "both", "more", "need", "needed", "needs", "next", "plus"];

/// The edits of a reply that correct others, as far as it is read.
#[derive(Debug, Default)]
pub(super) struct Corrections<'a> {
    between: Between<'a>,
    /// The correction above the last edit.
    last: Option<Correction>,
    found: Vec<(Range<usize>, Correction)>,
}

impl<'a> Corrections<'a> {
    /// Takes in a line with text, outside of fences and edits.
    pub(super) fn read(&mut self, row: Row<'a>) {
        if !is_path(names::trim(row.text)) {
            self.between.read(row);
        }
    }

    /// Goes on behind edits with these numbers. Without a sentence above them, that of the edits before is theirs.
    pub(super) fn pass(&mut self, edits: Range<usize>) {
        let between = mem::take(&mut self.between);
        if between.has_text {
            self.last = between.correction();
        }
        self.found.extend(self.last.clone().map(|correction| (edits, correction)));
    }

    /// Marks these edits.
    pub(super) fn mark(self, blocks: &mut [Block<'_>]) {
        for (edits, correction) in self.found {
            for block in &mut blocks[edits] {
                block.correction = Some(correction.clone());
            }
        }
    }
}

/// The sentences between two edits, as far as they are read.
#[derive(Debug, Default)]
struct Between<'a> {
    /// True if there is a sentence.
    has_text: bool,
    is_oops: bool,
    is_more: bool,
    /// The first line that plainly corrects, and the first that may.
    plain: Option<Row<'a>>,
    perhaps: Option<Row<'a>>,
}

impl<'a> Between<'a> {
    /// Takes in a line that names no file.
    fn read(&mut self, row: Row<'a>) {
        self.has_text = true;
        if row.text.len() > LONGEST {
            return;
        }
        for clause in lower(row.text).split(|sign| b".!?;:,".contains(sign)) {
            let all = words(clause);
            let leads = |known: &[&str]| begins(&all, known).is_some();
            let is_alone = || begins(&all, &OOPS_ALONE) == Some(all.len());
            self.is_oops |= leads(&OOPS) || leads(&MORE_OOPS) || is_alone();
            let is_more = has(&all, &MORE);
            self.is_more |= is_more || has(&all, &ADDS) || begins(&all, &["and"]).is_some();
            if !is_more && self.is_plain(&all) {
                self.plain = self.plain.or(Some(row));
            }
            if self.is_oops || is_instead(&all) || has(&all, &WRONG) || has(&all, &PERHAPS) {
                self.perhaps = self.perhaps.or(Some(row));
            }
        }
    }

    /// The correction that they announce.
    fn correction(&self) -> Option<Correction> {
        let row = self.plain.or(self.perhaps.filter(|_| !self.is_more))?;
        Some(Correction { line: row.number, text: shown(row.text), is_plain: self.plain.is_some() })
    }

    /// Returns whether a clause says of edits that they are corrected.
    fn is_plain(&self, all: &[Vec<u8>]) -> bool {
        is_label(all)
            || has(all, &MEANT)
            || has(all, &WRONG) && (self.is_oops || has(all, &OWN) || says_of_above(all))
            || is_instead(all) && has(all, &THIS)
    }
}

/// Returns whether a word is the name of an edit.
fn is_edit(word: &Vec<u8>) -> bool {
    is_one(word, &EDITS) || word == b"search/replace"
}

/// Returns whether a clause is a label of corrected edits: `here is the corrected block`.
fn is_label(all: &[Vec<u8>]) -> bool {
    /// A name of a thing has no more words.
    const MOST: usize = 2;
    let is_name = |words: &[Vec<u8>]| {
        words.first().is_some_and(is_edit)
            && words.iter().all(|word| is_edit(word) || is_one(word, &OF_EDITS))
    };
    let is_thing = |at: usize| {
        let behind = &all[at + 1..];
        let is_verb = at > 0 && is_one(&all[at - 1], &CORRECTS);
        all[at] == b"corrected" && !is_verb && (1..=MOST).contains(&behind.len()) && !has(behind, &ARTICLES)
    };
    let is_one_word = || match all {
        [word] => is_one(word, &CORRECTED),
        [.., last] => last == b"correction" && all.len() <= MOST + 2,
        [] => false,
    };
    let is_right = |at: usize| is_one(&all[at], &RIGHT) && is_name(&all[at + 1..]);
    is_one_word() || (0..all.len()).any(|at| is_right(at) || is_thing(at))
}

/// Returns whether a clause says that something takes the place of another thing, without a name of that.
fn is_instead(all: &[Vec<u8>]) -> bool {
    const VERBS: [&str; 6] = ["apply", "do", "make", "take", "try", "use"];
    let at = all.iter().position(|word| word == b"instead");
    let is_of = |at: usize| {
        let behind = &all[at + 1..];
        behind.first().is_some_and(|next| next == b"of") && !has(behind, &["above"])
    };
    let is_wish = || all.len() <= 2 || has(all, &VERBS);
    at.is_some_and(|at| !is_of(at) && is_wish())
}

/// Returns whether a clause says something of what is above it: `the name in the block above was ...`
fn says_of_above(all: &[Vec<u8>]) -> bool {
    const VERBS: [&str; 6] = ["contains", "had", "has", "is", "was", "were"];
    let at = all.iter().position(|word| word == b"above");
    at.is_some_and(|at| all.get(at + 1).is_none_or(|next| is_one(next, &VERBS) || is_edit(next)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns true if a text plainly corrects edits above it, false if it perhaps does; none if it does not.
    fn read(text: &str) -> Option<bool> {
        let mut between = Between::default();
        for (at, line) in text.lines().enumerate() {
            between.read(Row { text: line.as_bytes(), start: 0, number: at + 1 });
        }
        between.correction().map(|correction| correction.is_plain)
    }

    #[test]
    fn sentences_say_that_edits_are_corrected() {
        for text in [
            "Wait, the name is wrong. Corrected version:",
            "**Correction:**",
            "Correction",
            "Actually, use this instead:",
            "Here is the corrected block:",
            "Here's the right version of the block above:",
            "The name in the block above was misspelled; use this one:",
            "Oops, a typo. Use this:",
            "Oops!\nThat had a typo:",
            "I made a mistake above. Corrected:",
            "My mistake, it is `ujson`:",
            "Hmm, I used the wrong name. It should have been `b`:",
            "I meant this:",
            "Corrected import:",
            "Here is a correction:",
            "Let me redo that:",
            "Please use this one instead of the above:",
            "Sorry, also a typo in the name. Fixed version:",
        ] {
            assert_eq!(read(text), Some(true), "{text}");
        }
    }

    #[test]
    fn sentences_may_say_so() {
        for text in [
            "Wait, it is `ujson`:",
            "Oops:",
            "Use `ujson` instead:",
            "Here is the updated version:",
            "Small correction to the name:",
        ] {
            assert_eq!(read(text), Some(false), "{text}");
        }
    }

    #[test]
    fn sentences_about_the_code_do_not() {
        for text in [
            "",
            "Now use it:",
            "Wait, I also need `re`:",
            "Oops, I forgot this one:",
            "Next, update the caller:",
            "Add the import:",
            "I have corrected the name in the list:",
            "Use the new function instead of the loop:",
            "Hmm, the same mistake is in `beta`:",
            "Then the caller:",
            "Oh, and `re`:",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
