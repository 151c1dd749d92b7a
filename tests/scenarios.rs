//! Every folder below `scenarios/` that has an `about.txt` is a claim about the program, and its proof.
//! `harness` says what such a folder holds. `SNAPSHOTS=overwrite cargo test --test scenarios` renews what is
//! printed.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod harness;
mod obey;

datatest_stable::harness! {
    { test = harness::scenario, root = "tests/scenarios", pattern = r"about\.txt$" },
}
