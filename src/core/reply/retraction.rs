//! Sentences that take back edits above them: `Scratch that.`, `Ignore the first block.`

use bstr::ByteSlice as _;

use super::{
    sentence::{LONGEST, begins, has, is_one, lower, may_be, words},
    vocabulary::{BELOW, EDITS, FAILS, OOPS},
};

/// Verbs that take something back, at the head of a sentence.
const BACK: [&str; 14] = [
    "disregard", "discard", "do not apply", "do not use", "don't apply", "don't use", "drop", "forget",
    "ignore", "never mind", "please ignore", "scratch", "skip", "strike",
];

/// Words in front of such a verb.
const AND_SO: [&str; 28] = [
    "actually", "and", "can", "correction", "hm", "hmm", "hold", "i", "instead", "just", "may", "must", "no",
    "oh", "on", "oops", "please", "reflection", "second", "should", "so", "sorry", "therefore", "thought",
    "wait", "we", "well", "you",
];

/// More interjections of a writer who sees a mistake, in front of a sentence that takes something back.
const MORE_OOPS: [&str; 2] = ["no", "oh"];

/// Words that lead back to edits above.
const ABOVE: [&str; 8] = ["above", "earlier", "first", "last", "my", "preceding", "previous", "that"];

/// Other words of their names.
const OF_EDITS: [&str; 7] = ["code", "replace", "search", "search/replace", "second", "the", "two"];

/// Words in front of the name of edits above that say that others take their place, or none.
const IN_PLACE: [&str; 19] = [
    "cancel", "correct", "correction to", "delete", "do not make", "don't make", "in place of", "instead of",
    "mistake in", "redo", "remove", "replace", "replaces", "retract", "revert", "supersedes", "undo",
    "version of", "withdraw",
];

/// Words that end a sentence which calls edits above needless.
const NEEDLESS: [&str; 13] = [
    "can be discarded", "can be dropped", "can be ignored", "can be skipped", "is not necessary",
    "is not needed", "is not needed after all", "is unnecessary", "must not be applied",
    "should be discarded", "should be dropped", "should be ignored", "should not be applied",
];

/// The same, where a writer has seen a mistake.
const NEEDLESS_NOW: [&str; 2] = ["is not needed", "that's not needed"];

/// Words that call them wrong.
const WRONG: [&str; 9] = [
    "a mistake", "broken", "incorrect", "mistaken", "not correct", "not right", "not what", "the wrong",
    "wrong",
];

/// The one word that takes something back alone.
const NEVERMIND: &str = "nevermind";

/// Returns whether a line takes back edits above it.
pub(super) fn takes_back(line: &[u8]) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    // Most lines of one word name a file: they are not taken apart.
    if !may_be(line) {
        return line.trim_with(|sign| !sign.is_alphanumeric()).eq_ignore_ascii_case(NEVERMIND.as_bytes());
    }
    let text = lower(line);
    let mut is_oops = false;
    text.split_inclusive(|sign| b".!?;:,".contains(sign)).any(|clause| {
        let all = words(clause);
        is_oops |= begins(&all, &OOPS).is_some() || begins(&all, &MORE_OOPS).is_some();
        let verb = all.iter().take_while(|word| is_one(word, &AND_SO)).count();
        let said = &all[verb..];
        let is_back = || begins(said, &BACK).is_some_and(|count| is_edit(&said[count..], true));
        is_idiom(said, is_oops)
            || is_back()
            || (0..all.len())
                .any(|at| begins(&all[at..], &IN_PLACE).is_some_and(|count| names_above(&all[at + count..])))
            || (0..said.len()).any(|at| is_called_wrong(&said[..at], &said[at..], is_oops))
    })
}

/// Returns whether a clause takes edits back without a name for them.
fn is_idiom(said: &[Vec<u8>], is_oops: bool) -> bool {
    let is_all = |known: &[&str]| begins(said, known) == Some(said.len());
    let is_wrong_one = || said.len() == 2 && said[0] == b"wrong";
    is_all(&["never mind", NEVERMIND, "take it back", "take that back"]) || is_oops && is_wrong_one()
}

/// Returns whether words begin with a name that says of edits that they are above.
fn names_above(words: &[Vec<u8>]) -> bool {
    let count = words.iter().take_while(|word| is_known(word)).count();
    let name = &words[..count];
    has(name, &["above"]) && is_edit(name, false)
}

/// Returns whether words are the name of edits above, and nothing more.
fn is_edit(words: &[Vec<u8>], is_object: bool) -> bool {
    let leads = words.iter().any(|word| is_one(word, &ABOVE) && (word != b"my" || words.len() > 1));
    let is_alone = || words.len() == 1 && is_one(&words[0], &["above", "that"]);
    let is_above = || is_object && words.last().is_some_and(|last| last == b"above") && words.len() == 2;
    words.iter().all(|word| is_known(word)) && leads && (is_alone() || has(words, &EDITS) || is_above())
}

/// Returns whether a word may be one of the name of edits above.
fn is_known(word: &[u8]) -> bool {
    [&ABOVE[..], &EDITS, &OF_EDITS].iter().any(|list| is_one(word, list))
}

/// Returns whether words call edits above wrong, whose name is in front of them.
fn is_called_wrong(subject: &[Vec<u8>], behind: &[Vec<u8>], is_oops: bool) -> bool {
    let is_that = is_oops && subject.len() == 1 && is_one(&subject[0], &["it", "that"])
        || is_oops && subject.is_empty() && behind[0] == b"that's";
    let ends = |known: &[&str]| begins(behind, known) == Some(behind.len());
    let is_verb = is_one(&behind[0], &["is", "isn't", "that's", "was", "wasn't"]);
    let is_wrong = || {
        let is_denied = is_one(&behind[0], &["isn't", "wasn't"]);
        begins(&behind[1..], &WRONG).is_some()
            || is_denied && behind.get(1).is_some_and(|word| is_one(word, &["correct", "right", "what"]))
    };
    let is_named = || subject.len() > 1 && is_edit(subject, false);
    is_that && (ends(&FAILS) || ends(&NEEDLESS_NOW))
        || (is_verb && is_wrong() || ends(&NEEDLESS)) && (is_that || is_named())
}

/// Returns whether words are a name of the edit below them.
pub(super) fn is_this_edit(words: &[Vec<u8>]) -> bool {
    let known: [&[&str]; 4] = [&BELOW, &EDITS, &OF_EDITS, &["that"]];
    has(words, &BELOW) && words.iter().all(|word| known.iter().any(|list| is_one(word, list)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_may_take_back_edits_above_it() {
        for line in [
            "Wait, that is wrong. Ignore the block above; the right change is:",
            "Scratch that. The right change is:",
            "Please disregard the first edit.",
            "Do not apply the change above.",
            "On second thought, skip the edit above:",
            "Oops, that was the wrong value.",
            "I take that back.",
            "The above block should not be applied. Use:",
            "The edit above is a mistake.",
            "Sorry, that\u{2019}s not right.",
            "Wait, that won't work. Let me redo this:",
            "Use this block instead of the one above:",
            "The corrected version of the block above:",
            "You can ignore the block above.",
            "The previous block can be ignored.",
            "Never mind.",
            "Nevermind!",
        ] {
            assert!(takes_back(line.as_bytes()), "{line}");
        }
        for line in [
            "Now ignore the first line of the file:",
            "The change above is not enough. Also change this:",
            "Ignore the above warning of the linter.",
            "Do not apply the migration yet.",
            "Wait, I also need to change beta:",
            "That's wrong in beta as well:",
            "The previous value was wrong, so change this too:",
            "The change above should be applied together with this one:",
            "Forget about alpha; it is done.",
            "Oops, I forgot this one:",
            "The edit above needs an import:",
            "The change above breaks the test, so update it:",
            "Repeat the edit above in this file:",
            "Never mind the tests:",
            "The code above is wrong:",
            "Undo the previous change:",
        ] {
            assert!(!takes_back(line.as_bytes()), "{line}");
        }
    }
}
