//! Replies on real files: each edit is made as it is meant, or nothing is.
//!
//! Cases are generated with what is right known for each, and judged: right is the expected tree byte for
//! byte, refused is never wrong, and everything else is. `kinds.rs` lists the kinds, `known_wrong.rs` those
//! that are not right yet, and CONTRIBUTING.md says how to try more of them and to look at one.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk")]
#![expect(clippy::print_stdout, reason = "the counts are what the test is run for")]

#[path = "never_wrong/again.rs"]
mod again;
#[path = "never_wrong/case.rs"]
mod case;
#[path = "never_wrong/change.rs"]
mod change;
#[path = "never_wrong/corpus/mod.rs"]
mod corpus;
#[path = "never_wrong/damage/mod.rs"]
mod damage;
#[path = "never_wrong/decoy.rs"]
mod decoy;
#[path = "never_wrong/draft.rs"]
mod draft;
#[path = "never_wrong/drift.rs"]
mod drift;
#[path = "full/mod.rs"]
mod full;
#[path = "never_wrong/generated.rs"]
mod generated;
#[path = "never_wrong/kinds.rs"]
mod kinds;
#[path = "never_wrong/known_wrong.rs"]
mod known_wrong;
#[path = "never_wrong/made/mod.rs"]
mod made;
#[path = "never_wrong/part.rs"]
mod part;
#[path = "never_wrong/random.rs"]
mod random;
#[path = "never_wrong/report.rs"]
mod report;
#[path = "never_wrong/rows.rs"]
mod rows;
#[path = "never_wrong/run.rs"]
mod run;
#[path = "never_wrong/several/mod.rs"]
mod several;
#[path = "never_wrong/shrink.rs"]
mod shrink;
#[path = "never_wrong/world.rs"]
mod world;
#[path = "never_wrong/writing.rs"]
mod writing;
