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

use error::path;
pub(super) use error::{Fatal, chain};
