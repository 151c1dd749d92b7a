//! Sentences beside the text of a file that say that it is a part of the file, or that the rest of the file stays.

use bstr::ByteSlice as _;

use super::{
    beside::{Beside, Part},
    edit::Extent,
    said::Said,
    sentence::{LONGEST, has, is_one, lower, words},
    types::{Block, Operation, Reply},
};

/// Words for a part of a text, or for what is done to one.
const PARTS: [&str; 22] = [
    "abbreviated", "abridged", "condensed", "elided", "excerpt", "excerpts", "left it out", "left out",
    "left them out", "left those out", "not included", "not the complete file", "not the full file",
    "not the whole file", "not repeated", "not shown", "omit", "omitted", "omitting", "partial", "shortened",
    "truncated",
];

/// Words for the text that they are said of; a program may truncate other things.
const TEXTS: [&str; 21] = [
    "below", "brevity", "code", "excerpt", "excerpts", "file", "functions", "here", "left it out",
    "left them out", "left those out", "lines", "listing", "methods", "parts", "rest", "sections", "tests",
    "unchanged", "version", "view",
];

/// A clause of at most so many words is a label.
const LABEL: usize = 3;

/// Words for the rest of a file.
const REST: [&str; 11] = [
    "all other", "all the other", "everything else", "existing", "no other", "nothing else", "other",
    "remainder", "remaining", "rest", "unchanged",
];

/// Words with which it stays, besides [`AS_IS`].
const STAYS: [&str; 16] = [
    "alone", "as before", "continues", "identical", "intact", "kept", "not changed", "preserved", "retained",
    "remain", "remains", "same", "stay", "stays", "unmodified", "untouched",
];

/// Words that deny a change.
const NOT: [&str; 9] = ["aren't", "don't", "doesn't", "isn't", "needn't", "no", "not", "nothing", "won't"];

/// Verbs that ask for something to stay.
const KEEP: [&str; 4] = ["keep", "leave", "preserve", "retain"];

/// Words with which a thing stays that a sentence names.
const UNCHANGED: [&str; 6] =
    ["are unchanged", "do not change", "does not change", "doesn't change", "don't change", "is unchanged"];

/// Words with which a thing that is kept stays; not `keep it simple`.
const AS_IS: [&str; 6] = ["as is", "as it is", "as it was", "as they are", "as they were", "unchanged"];

/// Words behind `only` that name what is in the text.
const SHOWN: [&str; 12] = [
    "changed", "including", "modified", "new", "parts", "relevant", "show", "showing", "the", "those",
    "updated", "what",
];

/// Nouns for shares of a text, whatever it is.
const SHARES: [&str; 4] = ["parts", "pieces", "portions", "sections"];

/// More nouns for what a sentence says to be the only thing there.
const PIECES: [&str; 11] = [
    "changes", "code", "components", "definitions", "functions", "lines", "methods", "part", "routes",
    "section", "tests",
];

/// Words in front of such a noun for what changes.
const CHANGED: [&str; 5] = ["affected", "changed", "modified", "relevant", "updated"];

/// More words for that, anywhere in a sentence.
const TO_CHANGE: [&str; 4] = ["change", "changes", "new", "shown"];

/// Beginnings of words that say that something goes, or comes elsewhere.
const GONE: [&str; 36] = [
    "cleaned", "cleanup", "consolidat", "cut", "delet", "discard", "ditch", "drop", "eliminat", "extract",
    "gone", "inlin", "instead", "lives", "merg", "move", "moving", "obsolete", "prun", "pull", "remov",
    "renam", "replac", "retire", "revert", "restor", "rid", "rolled", "simplif", "split", "stripp",
    "supersed", "trimm", "undo", "unused", "without",
];

/// The same in two words.
const GONE_PAIRS: [[&str; 2]; 5] =
    [["clean", "up"], ["dead", "code"], ["no", "longer"], ["taken", "out"], ["took", "out"]];

/// Nouns for what a program declares, and for its text.
const KINDS: [&str; 27] = [
    "class", "classes", "code", "component", "components", "definition", "definitions", "endpoint",
    "endpoints", "function", "functions", "handler", "handlers", "helper", "helpers", "interface", "method",
    "methods", "route", "routes", "struct", "test", "tests", "type", "types", "wrapper", "wrappers",
];

/// The claim of a sentence about the text beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It is a part of its file.
    Part,
    /// The rest of the file stays as it is.
    RestStays,
}

/// Adds to texts that may be whole files what the sentences above and below them say.
pub(super) fn mark<'a>(reply: &'a [u8], found: &mut Reply<'a>) {
    if !found.blocks.iter().any(may_be_part) {
        return;
    }
    // Sentences between two edits may be about either.
    let mut said = vec![Vec::new(); found.blocks.len() + 1];
    let (mut passed, mut beside) = (0, Beside::new(reply, found));
    while let Some(part) = beside.next() {
        match part {
            Part::Edit => {
                let at = beside.at();
                passed += found.blocks[passed..].partition_point(|block| block.span.start < at);
            }
            Part::Fence(_) => {}
            Part::Line(row) => said[passed].push(row.text),
        }
    }
    for (at, block) in found.blocks.iter_mut().enumerate().filter(|(_, block)| may_be_part(block)) {
        let of_block = said_by(said[at..at + 2].iter().flatten().copied());
        if let Operation::Edit(edit) = &mut block.operation {
            edit.hints.said = Some(Box::new(of_block)).filter(|said| !said.lines.is_empty());
        }
    }
}

fn may_be_part(block: &Block<'_>) -> bool {
    let Operation::Edit(edit) = &block.operation else { return false };
    edit.hints.extent == Extent::File { is_sure: false }
}

/// The claims of the lines beside a text.
fn said_by<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Said<'a> {
    let mut said = Said::default();
    for line in lines.filter(|line| line.len() <= LONGEST) {
        let goes = says_gone(line);
        said.lines.push((line.into(), goes));
        said.declared_goes |= goes && has(&words(line), &KINDS);
        match claim(line) {
            Some(Claim::Part) => said.is_part = true,
            Some(Claim::RestStays) => said.rest_stays = true,
            None => {}
        }
    }
    said
}

/// The claim of a line about the text above or below it.
fn claim(line: &[u8]) -> Option<Claim> {
    if line.len() > LONGEST {
        return None;
    }
    if is_dots(line) {
        return Some(Claim::Part);
    }
    let text = lower(line);
    clauses(&text).into_iter().find_map(|clause| {
        let all = words(clause);
        let says = |known: &[&str]| has(&all, known);
        let keeps = all.first().is_some_and(|word| is_one(word, &KEEP)) && says(&AS_IS);
        let stays = says(&STAYS) || says(&AS_IS);
        let denies = || says(&NOT) && says(&["affected", "change", "changed", "changes", "touched"]);
        let rest_stays = says(&REST) && (stays || denies()) && (all.len() > 1 || clause.len() < line.len());
        let is_of_text = all.len() <= LABEL || says(&TEXTS);
        match () {
            () if is_of_text && says(&PARTS) && !says(&["no", "none", "nothing"])
                || says_only(&all)
                || names_pieces(&all) =>
            {
                Some(Claim::Part)
            }
            () if keeps || rest_stays || says(&UNCHANGED) => Some(Claim::RestStays),
            () => None,
        }
    })
}

/// The clauses of a text: a sign ends one where white space, or nothing but quotes and brackets, is behind it, so that
/// the names of files and functions are whole.
fn clauses(text: &[u8]) -> Vec<&[u8]> {
    let (mut clauses, mut from) = (Vec::new(), 0);
    for at in 0..text.len() {
        let behind = text[at + 1..].trim_start_with(|sign| "`*\"')".contains(sign)).first();
        let is_end = b".!?;:".contains(&text[at]) && behind.is_none_or(u8::is_ascii_whitespace);
        let opens = text[at] == b'(' && (at == 0 || text[at - 1].is_ascii_whitespace());
        let closes = text[at] == b')' && text[from..].first() == Some(&b'(');
        if is_end || opens || closes {
            let end = if opens { at } else { at + 1 };
            clauses.push(&text[from..end]);
            from = end;
        }
    }
    clauses.push(&text[from..]);
    clauses
}

/// Returns whether a line is dots alone, in brackets or as a comment or not.
fn is_dots(line: &[u8]) -> bool {
    let text = line.trim_with(|sign| " \t\r/#*[]()".contains(sign));
    let dots = text.strip_prefix("…".as_bytes()).unwrap_or(text);
    dots.iter().all(|sign| *sign == b'.') && (dots.len() < text.len() || dots.len() >= 3)
}

/// Returns whether words say that only some parts of a text are there: `just the parts that changed`.
fn says_only(all: &[Vec<u8>]) -> bool {
    let Some(at) = all.iter().position(|word| is_one(word, &["just", "only"])) else {
        return false;
    };
    let behind = &all[at + 1..];
    let is_verb = behind.first().is_some_and(|word| is_one(word, &["changed", "modified", "updated"]))
        && behind.get(1).is_some_and(|word| is_one(word, &["a", "one", "the", "this", "two", "what"]));
    let is_changed = has(behind, &CHANGED) || has(behind, &TO_CHANGE);
    let is_shown = behind.first().is_some_and(|word| is_one(word, &SHOWN));
    is_shown && !is_verb && is_changed && (has(behind, &PIECES) || has(behind, &SHARES))
}

/// Returns whether words name the pieces of a text that change: `the relevant parts`.
fn names_pieces(all: &[Vec<u8>]) -> bool {
    all.windows(2).any(|two| is_one(&two[0], &CHANGED) && is_one(&two[1], &SHARES))
}

/// Returns whether a line says that something goes; the name of a file does not, nor does a line that asks to put the text
/// in the place of the file.
fn says_gone(line: &[u8]) -> bool {
    if line.len() > LONGEST {
        return false;
    }
    let text = lower(line);
    clauses(&text).into_iter().any(|clause| {
        let is_word =
            |word: &Vec<u8>| !word.contains_str(".") && !word.contains_str("/") && !word.contains(&b'_');
        let all: Vec<Vec<u8>> = words(clause).into_iter().filter(is_word).collect();
        let asks =
            all.first().is_some_and(|word| is_one(word, &["drop", "drop-in", "merge", "move", "replace"]));
        let said = if asks { &all[1..] } else { &all[..] };
        let is_gone = |word: &Vec<u8>| GONE.iter().any(|known| word.starts_with(known.as_bytes()));
        let is_pair = |two: &[Vec<u8>]| {
            GONE_PAIRS
                .contains(&[two[0].as_bstr(), two[1].as_bstr()].map(|word| word.to_str().unwrap_or_default()))
        };
        said.iter().any(|word| word != b"drop-in" && is_gone(word)) || said.windows(2).any(is_pair)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_call_a_text_a_part_of_its_file() {
        for line in [
            "Only the changed functions are shown:",
            "Partial file:",
            "Excerpt:",
            "I'm only showing the functions that change; the others are below.",
            "(truncated)",
            "Below is a shortened version of the file.",
            "Here are just the parts that changed.",
            "Here are the relevant parts of the file:",
            "Changed sections only:",
            "Note: `clean` is unchanged, so I left it out.",
            "I've omitted the functions that don't change.",
            "I omitted unchanged functions for brevity.",
            "> Note: unchanged functions are omitted.",
            "(remaining code omitted)",
            "This is not the whole file.",
            "...",
            "…",
            "[...]",
            "// ...",
        ] {
            assert_eq!(claim(line.as_bytes()), Some(Claim::Part), "{line}");
        }
        for line in [
            "The rest of the file is unchanged.",
            "*(Other functions unchanged.)*",
            "Keep `clean` as is.",
            "Keep the other functions as they are.",
            "Leave the other services as they are.",
            "The rest of the code remains the same.",
            "All other functions stay exactly as they were.",
            "No other changes are needed in this file.",
            "# rest unchanged",
            "Nothing else in this file needs to change.",
            "Nothing else changed.",
            "The other methods do not need to be changed.",
            "The remaining code isn't affected by this.",
            "The rest of the class is preserved.",
            "The `orders` table doesn't change.",
            "Everything else in the file stays the same.",
            "The rest of `tool.py` stays the same.",
            "Everything else in `src/tool.py` stays as it was.",
            "The rest of `main()` is unchanged.",
        ] {
            assert_eq!(claim(line.as_bytes()), Some(Claim::RestStays), "{line}");
        }
    }

    #[test]
    fn other_sentences_say_nothing_of_the_rest() {
        for line in [
            "Here is the updated file:",
            "I only changed the function `f`.",
            "Only the owner can change it.",
            "This only updates the cache.",
            "Just run the tests:",
            "It keeps the existing connections open.",
            "The other day, it failed.",
            "Long names of users are truncated now.",
            "Partial matches count as half.",
            "There is one other change:",
            "It does not depend on the other methods.",
            "Here is the complete file (nothing omitted):",
            "",
            "---",
            "Unchanged",
            "`a.py`",
        ] {
            assert_eq!(claim(line.as_bytes()), None, "{line}");
        }
        for line in [
            "I removed `clean`.", "`clean` is no longer needed.", "The client without `items`.",
            "I got rid of it.", "The helpers move to `b.py`.",
        ] {
            assert!(says_gone(line.as_bytes()), "{line}");
        }
        for line in ["`src/remove_rows.py`:", "movies.py", "Replace `a.py` with this:", "A drop-in text."] {
            assert!(!says_gone(line.as_bytes()), "{line}");
        }
        assert!(!says_gone(b"I improved `clean`, and left the approval as it is."));
    }

    #[test]
    fn names_go_and_stay_as_sentences_say() {
        let said = |lines: &[&'static str]| said_by(lines.iter().map(|line| line.as_bytes()));
        let one = said(&["I replaced the sum with `join`.", "`items` and names() are as before."]);
        let gone = one.gone_words();
        assert!(gone.contains(&b"join"[..]) && gone.contains(&b"sum"[..]) && !gone.contains(&b"items"[..]));
        let staying = one.staying_names();
        assert_eq!(staying, [&b"items"[..], b"names"].into());
        assert!(
            said(&["`items` is slow.", "I dropped `items`.", "Run `npm test`."]).staying_names().is_empty()
        );
        assert!(one.something_goes() && !one.declared_goes);
        assert!(said(&["I removed the unused helpers."]).declared_goes);
        assert!(!said(&["The unused keys are gone."]).declared_goes);
    }
}
