//! Sentences that take back edits above them: `Scratch that.`, `Ignore the first block.`

use super::sentence::{LONGEST, begins, is_one, lower, words};

/// Verbs that take something back, at the head of a sentence.
const BACK: [&str; 14] = [
    "disregard",
    "discard",
    "do not apply",
    "do not use",
    "don't apply",
    "don't use",
    "drop",
    "forget",
    "ignore",
    "never mind",
    "please ignore",
    "scratch",
    "skip",
    "strike",
];

/// Words in front of such a verb.
const AND_SO: [&str; 26] = [
    "actually",
    "and",
    "correction",
    "hm",
    "hmm",
    "hold",
    "i",
    "instead",
    "must",
    "no",
    "oh",
    "on",
    "oops",
    "please",
    "second",
    "should",
    "so",
    "sorry",
    "therefore",
    "thought",
    "wait",
    "we",
    "well",
    "you",
    "reflection",
    "just",
];

/// Interjections of a writer who sees a mistake.
const OOPS: [&str; 10] =
    ["actually", "correction", "hmm", "hold on", "no", "oh", "oops", "sorry", "wait", "whoops"];

/// Words that lead back to edits above.
const ABOVE: [&str; 8] = ["above", "earlier", "first", "last", "my", "preceding", "previous", "that"];

/// Words for edits.
const EDITS: [&str; 14] = [
    "above", "attempt", "block", "blocks", "change", "changes", "diff", "edit", "edits", "one", "patch",
    "snippet", "that", "version",
];

/// Other words of their names.
const OF_EDITS: [&str; 6] = ["code", "replace", "search", "second", "the", "two"];

/// Words that call them wrong.
const WRONG: [&str; 11] = [
    "a mistake",
    "broken",
    "incorrect",
    "mistaken",
    "not correct",
    "not right",
    "not what",
    "the wrong",
    "wrong",
    "should not be applied",
    "must not be applied",
];

/// Words for the text below a label.
const BELOW: [&str; 4] = ["below", "following", "these", "this"];

/// Returns whether a line takes back edits above it.
pub(super) fn takes_back(line: &[u8]) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let text = lower(line);
    let mut is_oops = false;
    text.split_inclusive(|sign| b".!?;:,".contains(sign)).any(|clause| {
        let all: Vec<Vec<u8>> = words(clause).into_iter().filter(|word| !word.is_empty()).collect();
        is_oops |= begins(&all, &OOPS).is_some();
        let verb = all.iter().take_while(|word| is_one(word, &AND_SO)).count();
        let is_back = begins(&all[verb..], &BACK).is_some_and(|count| is_edit(&all[verb + count..], true));
        is_back
            || all.starts_with(&[b"i".to_vec(), b"take".to_vec()])
                && all.last().is_some_and(|last| last == b"back")
            || (0..all.len()).any(|at| is_called_wrong(&all, at, is_oops))
    })
}

/// Returns whether words are the name of edits above, and nothing more.
fn is_edit(words: &[Vec<u8>], is_object: bool) -> bool {
    let known = |word: &Vec<u8>| [&ABOVE[..], &EDITS, &OF_EDITS].iter().any(|list| is_one(word, list));
    let leads = words.iter().any(|word| is_one(word, &ABOVE) && (word != b"my" || words.len() > 1));
    let is_alone = || words.len() == 1 && is_one(&words[0], &["above", "that"]);
    let has_edit = || words.iter().any(|word| is_one(word, &EDITS) && word != b"that" && word != b"above");
    let is_above = || is_object && words.last().is_some_and(|last| last == b"above") && words.len() == 2;
    words.iter().all(known) && leads && (is_alone() || has_edit() || is_above())
}

/// Returns whether a sentence calls edits above wrong, whose name ends in front of this place.
fn is_called_wrong(all: &[Vec<u8>], at: usize, is_oops: bool) -> bool {
    const IS: [&str; 7] = ["is", "isn't", "must", "should", "that's", "was", "wasn't"];
    if !is_one(&all[at], &IS) {
        return false;
    }
    let is_short = all[at] == b"that's";
    let skipped = all[..at].iter().take_while(|word| is_one(word, &AND_SO)).count();
    let subject = &all[skipped..at];
    let is_that =
        is_short && subject.is_empty() || subject.len() == 1 && is_one(&subject[0], &["it", "that"]);
    let is_named = subject.len() > 1 && is_edit(subject, false);
    let behind = &all[at..];
    let is_wrong = begins(behind, &["should not be applied", "must not be applied"]).is_some()
        || begins(&behind[1..], &WRONG).is_some()
        || is_one(&all[at], &["isn't", "wasn't"])
            && behind.get(1).is_some_and(|word| is_one(word, &["correct", "right", "what"]));
    is_wrong && (is_named || is_that && is_oops)
}

/// Returns whether words are a name of the edit below them.
pub(super) fn is_this_edit(words: &[Vec<u8>]) -> bool {
    let is_known = |word: &Vec<u8>| [&BELOW[..], &EDITS, &OF_EDITS].iter().any(|list| is_one(word, list));
    words.iter().any(|word| is_one(word, &BELOW))
        && words.iter().all(is_known)
        && !words.iter().any(|word| word == b"above")
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
        ] {
            assert!(!takes_back(line.as_bytes()), "{line}");
        }
    }
}
