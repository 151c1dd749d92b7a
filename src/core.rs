//! The pure part: bytes in, values out. Nothing here reads a file, a clock or the environment, prints, or
//! knows gix or clap; it sees the work tree through small traits that `repo` implements.

pub mod change;
pub mod check;
pub mod content;
pub mod diff;
pub mod edits;
pub mod encode;
pub mod escape;
mod fence;
pub mod fold;
pub mod guard;
pub mod imports;
pub mod language;
pub mod locate;
pub mod message;
pub mod outcome;
pub mod path;
pub mod plan;
pub mod reply;
pub mod resolve;
pub mod script;
pub mod splice;
pub mod syntax;
pub mod text;
mod typeset;
