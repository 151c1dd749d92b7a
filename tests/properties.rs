//! Properties of every reply and every file. The judges are naive programs written straight from the rules,
//! and git.
#![expect(clippy::disallowed_methods, reason = "the judge is git, which needs files")]

mod fake;
mod full;
#[path = "properties/ladder.rs"]
mod ladder;
#[path = "properties/lines.rs"]
mod lines;
#[path = "properties/paths.rs"]
mod paths;
#[path = "properties/replies.rs"]
mod replies;
mod sandbox;

use fake::{block, left, on_f, outcome, planned};
use git_sr::core::{
    outcome::{Failure, Outcome},
    splice::{Splice, apply},
    text::Span,
};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_splice_touches_its_span_only(old: Vec<u8>, cuts in prop::collection::vec(any::<prop::sample::Index>(), 2..7), new: Vec<u8>) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(old.len() + 1)).collect();
        cuts.sort_unstable();
        let splices: Vec<Splice> = cuts
            .chunks_exact(2)
            .map(|cut| Splice { old: Span { start: cut[0], end: cut[1] }, new: new.clone() })
            .collect();
        let mut wanted = old.clone();
        for splice in splices.iter().rev() {
            wanted.splice(splice.old.range(), splice.new.iter().copied());
        }
        prop_assert_eq!(&apply(&old, &splices), &wanted);
        let one: Vec<Splice> = Splice::between(&old, &wanted).into_iter().collect();
        prop_assert_eq!(apply(&old, &one), wanted);
    }

    #[test]
    fn an_exact_block_is_a_replacement_of_bytes(
        text in prop::collection::vec("[ab ]{0,3}", 1..10),
        window in (any::<prop::sample::Index>(), 1usize..4),
        replace in prop::collection::vec("[abx ]{0,3}", 0..5),
    ) {
        let from = window.0.index(text.len());
        let search = &text[from..(from + window.1).min(text.len())];
        let places = text.windows(search.len()).filter(|lines| *lines == search).count();
        if places > 1 || search.iter().all(|line| line.trim().is_empty()) {
            return Ok(());
        }
        let lines = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let files = on_f(lines(&text));
        let plan = planned(&files, block("f.txt", search, &replace).as_bytes());
        let Some(after) = left(&files, &plan) else {
            // Lines that say little prove nothing where they are next to the place already.
            prop_assert!(matches!(outcome(&plan), Outcome::Failed(Failure::Duplicate { .. })), "{plan:?}");
            return Ok(());
        };
        match outcome(&plan) {
            Outcome::NoOp => prop_assert_eq!(search, &replace[..]),
            Outcome::AlreadyApplied => {
                prop_assert!(text.windows(replace.len().max(1)).any(|stands| *stands == replace[..]));
            }
            _ => {
                // At a line: a part of one may be found before it.
                let at = lines(&text[..from]).len();
                let whole = lines(&text);
                let wanted = format!("{}{}", &whole[..at], whole[at..].replacen(&lines(search), &lines(&replace), 1));
                let made = after.get("f.txt").map(|made| String::from_utf8_lossy(made).into_owned());
                let removed = wanted.trim().is_empty() && made.is_none();
                prop_assert!(removed || made == Some(wanted));
            }
        }
    }
}
