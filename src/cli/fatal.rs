//! Errors that end a command, in words. Each kind of error has a file.

mod apply;
mod check;
mod commit;
mod error;
mod input;
mod open;
mod policy;
mod record;
mod rollback;
mod write;

pub(super) use error::Fatal;
use error::{chain, path};
