//! Targets of fuzzing: functions that take any bytes, and panic where something that must always hold does not.
//!
//! `drive` calls them on a stable compiler with mutated seeds; `fuzz_targets/` calls them from libFuzzer, which
//! sees which code an input reaches. An input with several parts has a line `%%%` between them.

mod encode;
// The work tree in memory of the tests.
#[path = "../../tests/fake/mod.rs"]
mod fake;
mod json;
mod locate;
mod parse;
mod parts;
mod path;
mod undo;

pub use encode::encode;
pub use json::json;
pub use locate::locate;
pub use parse::parse;
pub use path::path;
pub use undo::undo;

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also that of its folder in `seeds/`.
pub const TARGETS: &[(&str, Target)] = &[
    ("parse", parse),
    ("path", path),
    ("locate", locate),
    ("undo", undo),
    ("encode", encode),
    ("json", json),
];
