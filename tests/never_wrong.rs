//! The tiers `history` and `context`, and the last resort of `indent`, on real files: a block goes to the lines it is meant for, or nowhere.
//!
//! Each case takes a file, writes a block for a part of it, and lets the file drift: lines far away and near change, go
//! and come, the part is copied with and without the change, the block misquotes, or indents a stretch of its lines otherwise. Every line has a name that stays with
//! it, so that it is known where the change belongs and what the right result is. By default they are made from the
//! files of this project, so that the test is the same everywhere; `SR_FULL=1` makes 20,000, also from the crates in cargo's
//! registry.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk")]
#![expect(clippy::print_stdout, reason = "the counts are what the test is run for")]

#[path = "never_wrong/drift.rs"]
mod drift;
#[path = "never_wrong/world.rs"]
mod world;

use std::collections::BTreeMap;

use drift::{Case, Random};
use git_sr::core::{locate::Tier, outcome::Outcome};
use world::planned;

/// Result of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Right,
    Refused,
    Wrong,
    /// Another tier decided.
    Else,
}

/// The result of the same block where the whole file is indented as in the version that it quotes.
fn result_of_exact(case: &Case) -> String {
    let (search, replace) =
        case.exact.as_ref().map_or((&case.search, &case.replace), |(search, replace)| (search, replace));
    planned(case, (search, replace)).1
}

fn judge(case: &Case) -> (Verdict, &'static str, String) {
    let (outcome, result, by_neighbours) = planned(case, (&case.search, &case.replace));
    let by = match &outcome {
        Outcome::Applied(_) if by_neighbours => "neighbours",
        Outcome::Applied(applied) => applied.tier.map_or("-", Tier::name),
        other => other.name(),
    };
    let verdict = match &outcome {
        Outcome::Failed(_) => Verdict::Refused,
        Outcome::Applied(applied)
            if by_neighbours
                || matches!(applied.tier, Some(Tier::History | Tier::Context | Tier::Partial)) =>
        {
            let right = case.right.contains(&result) || by_neighbours && result == result_of_exact(case);
            if right { Verdict::Right } else { Verdict::Wrong }
        }
        Outcome::AlreadyApplied if case.made => Verdict::Right,
        Outcome::AlreadyApplied => Verdict::Wrong,
        _ => Verdict::Else,
    };
    (verdict, by, result)
}

#[test]
fn a_block_goes_to_the_lines_it_is_meant_for_or_nowhere() {
    let full = std::env::var_os("SR_FULL").is_some();
    let files = drift::files(full);
    assert!(files.len() > 20, "there are files to take parts of");
    let cases = if full { 20_000 } else { 1_500 };
    let mut counts: BTreeMap<(Verdict, &str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for seed in 0..cases {
        let mut random = Random::new(seed);
        let Some(case) = drift::case(&files, &mut random) else { continue };
        let (verdict, by, result) = judge(&case);
        *counts.entry((verdict, by)).or_default() += 1;
        if verdict == Verdict::Wrong {
            wrong.push((seed, by, case, result));
        }
    }
    let of = |wanted: Verdict| -> usize {
        counts.iter().filter(|((verdict, _), _)| *verdict == wanted).map(|(_, count)| count).sum()
    };
    println!(
        "right {} / refused {} / wrong {} / decided by other tiers {}",
        of(Verdict::Right),
        of(Verdict::Refused),
        of(Verdict::Wrong),
        of(Verdict::Else)
    );
    counts.iter().for_each(|((verdict, by), count)| println!("  {verdict:?} {by}: {count}"));
    for (seed, by, case, result) in wrong.iter().take(20) {
        println!("=== seed {seed}, by {by}\n{}\n--- result\n{result}", case.show());
    }
    assert_eq!(
        of(Verdict::Wrong),
        0,
        "{:?}",
        wrong.iter().map(|(seed, by, ..)| (seed, by)).collect::<Vec<_>>()
    );
    assert!(of(Verdict::Right) * 20 > cases as usize, "too few are applied to say anything");
}
