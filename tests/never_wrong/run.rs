//! Extent of a run, and the cases made and judged, kind by kind.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::{case::Verdict, corpus::Corpus, full, kinds::Kind};

/// The cases of the sample, and of a full run, over all kinds.
const SAMPLE: usize = 1_600;
const FULL: usize = 110_000;

/// Number of seeds that are tried for each case that is wanted.
const SEEDS: u64 = 150;

/// Outcome of a case that panics.
pub(crate) const PANIC: &str = "a panic";

/// Options from the environment.
pub(crate) struct Run {
    /// True if it is the run that the limits of known wrong cases are for.
    pub(crate) is_sample: bool,
    /// The cases of each kind.
    pub(crate) cases: usize,
    first_seed: u64,
}

impl Run {
    /// A sample, or a full run with `SR_FULL=1`; `SR_CASES` says how many cases, `SR_SEED` chooses others.
    pub(crate) fn of_environment(kinds: usize) -> Self {
        let number = |name| {
            let value = std::env::var(name).ok()?;
            Some(value.parse::<u64>().unwrap_or_else(|_| panic!("{name} is no number")))
        };
        let (cases, seed) = (number("SR_CASES"), number("SR_SEED"));
        let all = cases.map_or(if full::full() { FULL } else { SAMPLE }, |cases| cases as usize);
        Self {
            is_sample: !full::full() && cases.is_none() && seed.is_none(),
            cases: all.div_ceil(kinds),
            // Runs with different seeds have no case in common.
            first_seed: seed.unwrap_or(0) << 32,
        }
    }
}

/// Outcomes of the cases of a kind.
#[derive(Debug)]
pub(crate) struct Count {
    pub(crate) name: &'static str,
    pub(crate) right: usize,
    /// The seed of each case that was refused, and the class of the refusal.
    pub(crate) refused: Vec<(u64, String)>,
    /// The seed of each case that came out wrong, and what became of its blocks.
    pub(crate) wrong: Vec<(u64, String)>,
}

impl Count {
    pub(crate) fn cases(&self) -> usize {
        self.right + self.refused.len() + self.wrong.len()
    }
}

/// Judges cases of each kind, on all processors.
pub(crate) fn count(corpus: &Corpus, kinds: &[&Kind], run: &Run) -> Vec<Count> {
    let next = AtomicUsize::new(0);
    let counts = Mutex::new(BTreeMap::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(kind) = kinds.get(at) else { break };
                    let count = count_kind(corpus, kind, run);
                    counts.lock().expect("no panic").insert(at, count);
                }
            });
        }
    });
    counts.into_inner().expect("no panic").into_values().collect()
}

fn count_kind(corpus: &Corpus, kind: &Kind, run: &Run) -> Count {
    let mut count = Count { name: kind.name, right: 0, refused: Vec::new(), wrong: Vec::new() };
    for seed in run.first_seed..run.first_seed + run.cases as u64 * SEEDS {
        if count.cases() == run.cases {
            break;
        }
        // A panic is a result like others: it is known of which case.
        match catch_unwind(AssertUnwindSafe(|| Some(kind.case(corpus, seed)?.judge()))) {
            Ok(None) => {}
            Ok(Some(judged)) => match judged.verdict {
                Verdict::Right => count.right += 1,
                Verdict::Refused => count.refused.push((seed, judged.by.join(", "))),
                Verdict::Wrong => count.wrong.push((seed, judged.by.join(", "))),
            },
            Err(_) => count.wrong.push((seed, PANIC.to_owned())),
        }
    }
    count
}
