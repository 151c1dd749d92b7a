//! The table of what became of the cases, and the smallest of those that came out wrong or were refused.

use std::path::PathBuf;

use crate::{
    case::{Case, Judged, Verdict},
    corpus::Corpus,
    kinds::{GROUPS, Kind},
    run::{Count, PANIC},
    shrink::shrunk,
};

/// Number of cases of a kind among which the smallest are looked for, and number of them that are written.
const LOOKED_AT: usize = 15;
const WRITTEN: usize = 5;

/// The table, with a line for each kind and one for each group.
pub(crate) fn table(counts: &[Count]) -> String {
    let mut table = format!("{:<22} {:>7} {:>7} {:>7} {:>6}\n", "kind", "cases", "right", "refused", "wrong");
    let line = |name: &str, counts: &[&Count]| {
        let sum = |of: fn(&Count) -> usize| counts.iter().map(|count| of(count)).sum::<usize>();
        let (cases, refused) = (sum(Count::cases), sum(|count| count.refused.len()));
        let (right, wrong) = (sum(|count| count.right), sum(|count| count.wrong.len()));
        let share = 100.0 * refused as f64 / cases.max(1) as f64;
        format!("{name:<22} {cases:>7} {right:>7} {refused:>7} {wrong:>6}   {share:>5.1} % refused\n")
    };
    for (group, kinds) in GROUPS {
        let of_group: Vec<&Count> =
            counts.iter().filter(|count| kinds.iter().any(|kind| kind.name == count.name)).collect();
        if !of_group.is_empty() {
            table.push_str(&format!("\n{}\n", group));
            of_group.iter().for_each(|count| table.push_str(&line(count.name, &[count])));
            table.push_str(&line("together", &of_group));
        }
    }
    table.push_str(&format!("\n{}", line("all", &counts.iter().collect::<Vec<_>>())));
    table
}

/// Writes the smallest cases of each kind that came out wrong or were refused below the target folder, and
/// returns where.
pub(crate) fn write(corpus: &Corpus, kinds: &[&Kind], counts: &[Count]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("never_wrong");
    // Files of an earlier run say nothing of this one.
    std::fs::remove_dir_all(&folder).ok();
    for (kind, count) in kinds.iter().zip(counts) {
        for (verdict, seeds) in [(Verdict::Wrong, &count.wrong), (Verdict::Refused, &count.refused)] {
            let text = smallest(corpus, kind, verdict, seeds);
            if !text.is_empty() {
                let folder = folder.join(format!("{verdict:?}").to_lowercase());
                std::fs::create_dir_all(&folder).expect("a folder below the target folder");
                std::fs::write(folder.join(format!("{}.txt", kind.name)), text).expect("to write");
            }
        }
    }
    folder
}

fn smallest(corpus: &Corpus, kind: &Kind, verdict: Verdict, seeds: &[(u64, String)]) -> String {
    let case = |(seed, _): &(u64, String)| Some((*seed, shrunk(kind.case(corpus, *seed)?, verdict)));
    let mut cases: Vec<_> =
        seeds.iter().filter(|(_, by)| by != PANIC).take(LOOKED_AT).filter_map(case).collect();
    cases.sort_by_key(|(_, case)| case.now().len() + case.reply.len());
    let panics = seeds
        .iter()
        .filter(|(_, by)| by == PANIC)
        .map(|(seed, _)| format!("=== {}:{seed}: a panic\n", kind.name));
    panics.chain(cases.iter().take(WRITTEN).map(|(seed, case)| show(kind.name, *seed, case))).collect()
}

/// Everything about a case: what became of it, the reply, what was expected and got, and the file.
pub(crate) fn show(name: &str, seed: u64, case: &Case) -> String {
    let Judged { verdict, by, result } = case.judge();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let diff = |other: &[u8]| {
        let (now, other) = (text(case.now()), text(other));
        let diff = similar::TextDiff::from_lines(&now, &other).unified_diff().context_radius(4).to_string();
        if diff.is_empty() { "the file as it is\n".to_owned() } else { diff }
    };
    let mut shown = format!(
        "=== {name}:{seed}: {verdict:?}, by {by:?}; {:?}; {} older versions\n--- reply\n{}",
        case.what,
        case.versions.len(),
        text(&case.reply)
    );
    if case.right.is_empty() {
        shown.push_str("--- expected: refused\n");
    }
    for right in &case.right {
        shown.push_str(&format!("--- expected\n{}", diff(&right.bytes())));
    }
    shown.push_str(&format!("--- got\n{}", diff(&result)));
    for version in case.versions.iter().take(1) {
        shown.push_str(&format!("--- from the file to the older version\n{}", diff(version)));
    }
    shown.push_str(&format!("--- file\n{}\n", text(case.now())));
    shown
}
