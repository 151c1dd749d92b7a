//! `git sr demo`
use super::{args::Demo, exit::Exit};
pub(super) fn run(_: &Demo) -> Exit {
    Exit::Done
}
