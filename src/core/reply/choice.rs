//! Edits of which one is to be chosen: below labels such as `**Option 1**:` and `**Option 2**:`, or `Either …:` and
//! `or …:`.
//!
//! A label alone says nothing, nor do labels of which one has edits: the reply may have chosen.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use bstr::ByteSlice as _;

use super::{
    beside::{Beside, Part},
    malformed::Malformed,
    rows::{Row, shown},
    sentence::words,
    types::{Block, Fault, Reply},
};

/// Takes out the edits below labels that exclude each other, each with a fault in place of them.
pub(super) fn refuse(reply: &[u8], found: &mut Reply<'_>) {
    if found.blocks.len() < 2 {
        return;
    }
    let labels = labels(reply, found);
    let above = |block: &Block<'_>| labels.range(..block.span.start).next_back().map(|(at, _)| *at);
    let mut heads: BTreeSet<usize> = found.blocks.iter().filter_map(above).collect();
    let seen: Vec<&Label> = heads.iter().map(|at| &labels[at].0).collect();
    let is_excluded = excluded(&seen);
    heads.retain(|at| is_excluded(&labels[at].0));
    for row in heads.iter().map(|at| labels[at].1) {
        let kind = Malformed::Choice { text: shown(row.text) }.into();
        found.faults.push(Fault { line: row.number, kind, path: None });
    }
    found.blocks.retain(|block| above(block).is_none_or(|at| !heads.contains(&at)));
    found.faults.sort_by_key(|fault| fault.line);
}

/// Tells of each of these labels, in order, whether only the edits below it or below another one are meant.
fn excluded(labels: &[&Label]) -> impl Fn(&Label) -> bool {
    let either = labels.iter().skip_while(|label| ***label != Label::Either);
    let is_either = { either }.any(|label| **label == Label::Or);
    let mut ways: HashMap<&str, &str> = HashMap::new();
    let mut several: HashSet<&'static str> = HashSet::new();
    for label in labels {
        if let Label::Way(word, which) = label
            && ways.entry(word).or_insert(which) != which
        {
            several.insert(word);
        }
    }
    move |label| match label {
        Label::Way(word, _) => several.contains(word),
        Label::Either | Label::Or => is_either,
    }
}

/// A line that heads edits.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Label {
    /// One of several ways: the word for it, and its number or letter.
    Way(&'static str, String),
    Either,
    Or,
}

/// The labels outside of edits and fences, by where their lines begin.
fn labels<'a>(reply: &'a [u8], found: &Reply<'_>) -> BTreeMap<usize, (Label, Row<'a>)> {
    let label = |part| match part {
        Part::Line(row) => Some((row.start, (Label::of(row.text)?, row))),
        Part::Edit | Part::Fence(_) => None,
    };
    Beside::new(reply, found).filter_map(label).collect()
}

impl Label {
    fn of(line: &[u8]) -> Option<Self> {
        const LONGEST: usize = 160;
        let line = line.to_str().ok()?.trim();
        let text = line.trim_start_matches(|sign: char| !sign.is_alphanumeric());
        let front = &line[..line.len() - text.len()];
        if line.len() > LONGEST {
            return None;
        }
        let is_marked = front.contains('#') || front.contains("**") || front.contains("__");
        let ends = line.trim_end_matches(['*', '_', ' ']).ends_with(':');
        way(text, is_marked, ends).or_else(|| either(text, ends))
    }
}

/// The label of one of several ways: `Option 1: …`, `Approach B (simple):`
fn way(text: &str, is_marked: bool, ends: bool) -> Option<Label> {
    const WORDS: [&str; 6] = ["option", "alternative", "approach", "variant", "solution", "method"];
    let (first, rest) = text.split_once([' ', '#'])?;
    let word = WORDS.into_iter().find(|word| first.eq_ignore_ascii_case(word))?;
    let rest = rest.trim_start_matches(['#', ' ']);
    let which = rest.split(|sign: char| !sign.is_ascii_alphanumeric()).next()?;
    let is_number = which.bytes().all(|byte| byte.is_ascii_digit()) && (1..=2).contains(&which.len());
    let is_letter = which.len() == 1 && (b'A'..=b'H').contains(&which.as_bytes()[0]);
    let behind = rest[which.len()..].trim_start_matches(['*', '_', ' ']);
    let goes_on = behind.starts_with([':', '-', '–', '—', ')']) || behind.is_empty();
    ((is_number || is_letter) && (is_marked || ends || goes_on)).then(|| Label::Way(word, which.to_owned()))
}

/// The label of one of two ways: `Either change this:`, `or, alternatively, this:`
fn either(text: &str, ends: bool) -> Option<Label> {
    let clause = text.rsplit(['.', ';', '!', '?']).next().filter(|_| ends)?;
    match words(clause.as_bytes()).first()?.as_slice() {
        b"either" => Some(Label::Either),
        b"or" => Some(Label::Or),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_alternatives_are_told_from_prose() {
        let way = |word, which: &str| Some(Label::Way(word, which.to_owned()));
        for (line, label) in [
            ("**Option 1** (simple):", way("option", "1")),
            ("## Option B: use a cache", way("option", "B")),
            ("Option #2", way("option", "2")),
            ("- **Approach 2** – more robust", way("approach", "2")),
            ("Solution 1:", way("solution", "1")),
            ("Option 2 is to change the file that it reads:", way("option", "2")),
            ("There are two ways. Either change this:", Some(Label::Either)),
            ("or, alternatively, change this instead:", Some(Label::Or)),
        ] {
            assert_eq!(Label::of(line.as_bytes()), label, "{line}");
        }
        for line in [
            "Step 1: add the option",
            "**Approach**",
            "My approach:",
            "Alternative:",
            "Option 1 is simpler, so I take that.",
            "Approach a problem like this:",
            "Options 1 and 2:",
            "Don't forget to change the caller:",
            "Do the same in the other file:",
            "Use the new function in `a.py`:",
            "Right",
            "Either of them works.",
            "For the caller:",
            "1 option is left:",
            "Option 100:",
            "Option – this:",
            "Option Batch:",
            "**",
            "❌",
        ] {
            assert_eq!(Label::of(line.as_bytes()), None, "{line}");
        }
        let long = |length: usize| Label::of(format!("Option 1: {}", "x".repeat(length - 10)).as_bytes());
        assert_eq!((long(160), long(161)), (way("option", "1"), None));
    }

    /// The lines of the faults in a reply, and the number of blocks that are left.
    fn faults(reply: &str) -> (Vec<usize>, usize) {
        let read = crate::core::reply::parse(reply.as_bytes(), &Default::default());
        (read.faults.iter().map(|fault| fault.line).collect(), read.blocks.len())
    }

    #[test]
    fn edits_below_two_labels_are_a_choice_in_any_format() {
        let block =
            |path: &str| format!("{path}\n```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n");
        let diff = |path: &str| format!("```diff\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n```\n");
        let whole = |path: &str| format!("{path}\n```\nb\nc\n```\n");
        let titled = |path: &str| block(path).replacen("```", "```text title of it", 1);
        let edits: [&dyn Fn(&str) -> String; 4] = [&block, &diff, &whole, &titled];
        for (number, edit) in edits.into_iter().enumerate() {
            let one = edit("a.txt");
            let with = |first: &str, second: &str| format!("{first}\n\n{one}\n{second}\n\n{}", edit("b.txt"));
            let lines = vec![1, 3 + one.lines().count() + 1];
            for (first, second) in
                [("## Option A", "## Option B"), ("Solution 1:", "Solution 2:"), ("Either this:", "or this:")]
            {
                assert_eq!(faults(&with(first, second)), (lines.clone(), 0), "{number} {first}");
            }
            for (first, second) in [
                ("Step 1:", "Step 2:"),
                ("## Option A", "## Option A, in the other file"),
                ("## Option A", "## Method 2"),
                ("An alternative fix:", "Option 1:"),
                ("Do this:", "Do this:"),
                ("Or this:", "Either this:"),
                ("Option 1: none\n\nOption 2:", "More of it:"),
            ] {
                assert_eq!(faults(&with(first, second)), (Vec::new(), 2), "{number} {first}");
            }
        }
        let bare = |text: &str| format!("a.txt\n<<<<<<< SEARCH\n{text}\n=======\nb\n>>>>>>> REPLACE\n");
        let close = ["Option 1:\n", &bare("a"), "Option 2:\n", &bare("c")].concat();
        assert_eq!(faults(&close), (vec![1, 8], 0));
        let three = [&close, "Option 3:\n", &bare("d")].concat();
        assert_eq!(faults(&three), (vec![1, 8, 15], 0));
        let quoted = [bare("Option 1:"), bare("Option 2:")].concat();
        assert_eq!(faults(&quoted), (Vec::new(), 2));
        // The reply chose above the first label, and says nothing below it.
        let chosen = [&bare("a"), "\nOption 1:\n\nOption 2:\n\n", &bare("c")].concat();
        assert_eq!(faults(&chosen), (Vec::new(), 2));
        let shown = ["Option 1:\n", &bare("a"), "```\nOption 2:\n```\n", &bare("c")].concat();
        assert_eq!(faults(&shown), (Vec::new(), 2));
        let code = "a.txt\n```\n<<<<<<< SEARCH\na\n=======\n# Option 1:\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nb\n=======\n\
                    # Option 2:\n>>>>>>> REPLACE\n<<<<<<< SEARCH\nc\n=======\nd\n>>>>>>> REPLACE\n```\n";
        assert_eq!(faults(code), (Vec::new(), 3));
    }
}
