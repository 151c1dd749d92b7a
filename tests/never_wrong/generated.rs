//! Cases of every kind, with what is right known for each.

use crate::{
    corpus::Corpus,
    full::{self, Need},
    kinds::{GROUPS, Kind},
    known_wrong::KNOWN_WRONG,
    report,
    run::{self, Count, Run},
};

/// Message where there are no files to make cases of.
const NO_FILES: &str = "cargo metadata finds no crates of the lock file, from which cases are made";

#[test]
fn a_reply_is_applied_as_it_is_meant_or_refused() {
    let Some(corpus) = Corpus::read(full::full()) else {
        Need::Missing(NO_FILES).is_met("a_reply_is_applied_as_it_is_meant_or_refused");
        return;
    };
    let kinds = wanted();
    if let Some(wanted) = std::env::var_os("SR_CASE") {
        return print_case(&corpus, &kinds, &wanted.to_string_lossy());
    }
    let run = Run::of_environment(kinds.len());
    let counts = run::count(&corpus, &kinds, &run);
    println!("{} files\n{}", corpus.len(), report::table(&counts));
    if !run.is_sample || counts.iter().any(|count| count.wrong.len() > limit(&run, count.name)) {
        println!("examples: {}", report::write(&corpus, &kinds, &counts).display());
    }
    let too_few: Vec<&str> =
        counts.iter().filter(|count| count.cases() * 2 < run.cases).map(|count| count.name).collect();
    assert!(too_few.is_empty(), "too few cases of {too_few:?}");
    check(&run, &counts);
}

fn all() -> impl Iterator<Item = &'static Kind> {
    GROUPS.iter().flat_map(|(_, kinds)| *kinds)
}

/// All kinds, or those whose name has the part `SR_KIND`.
fn wanted() -> Vec<&'static Kind> {
    let part = std::env::var("SR_KIND").unwrap_or_default();
    let kinds: Vec<_> = all().filter(|kind| kind.name.contains(&part)).collect();
    assert!(!kinds.is_empty(), "there is no kind like {part}");
    kinds
}

/// Number of cases of a kind that may be wrong: in the sample those that are known, in other runs any number
/// of a kind that is known to be wrong.
fn limit(run: &Run, kind: &str) -> usize {
    match KNOWN_WRONG.iter().find(|(name, _)| *name == kind) {
        Some((_, limit)) if run.is_sample => *limit,
        Some(_) => usize::MAX,
        None => 0,
    }
}

fn check(run: &Run, counts: &[Count]) {
    let is_worse = |count: &&Count| count.wrong.len() > limit(run, count.name);
    let worse: Vec<String> = counts
        .iter()
        .filter(is_worse)
        .map(|count| {
            let (seed, by) = &count.wrong[0];
            format!(
                "{}: {} are wrong, such as SR_CASE={}:{seed} by {by}",
                count.name,
                count.wrong.len(),
                count.name
            )
        })
        .collect();
    assert!(worse.is_empty(), "more are wrong than known_wrong.rs allows:\n{}", worse.join("\n"));
    if run.is_sample {
        for count in counts.iter().filter(|count| count.wrong.len() < limit(run, count.name)) {
            println!("known_wrong.rs: {} can be lowered to {}", count.name, count.wrong.len());
        }
    }
}

/// Prints the case `<kind>:<seed>`.
fn print_case(corpus: &Corpus, kinds: &[&Kind], wanted: &str) {
    let (name, seed) = wanted.split_once(':').expect("SR_CASE=<kind>:<seed>");
    let kind = kinds.iter().find(|kind| kind.name == name).expect("a kind of that name");
    let seed = seed.parse().expect("a number as seed");
    let case = kind.case(corpus, seed).expect("a seed that makes a case");
    println!("{}", report::show(name, seed, &case));
}

#[test]
fn what_is_known_to_be_wrong_is_a_kind() {
    for (name, _) in KNOWN_WRONG {
        assert!(all().any(|kind| kind.name == *name), "there is no kind {name}");
    }
}
