//! The work tree as planning asks about it.

mod history;
mod index;
mod tree;

pub use self::index::IndexWorld;
pub use tree::{RepoWorld, Seen};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::{path::RepoPath, plan::World as _},
        repo::testing::Sandbox,
    };

    #[test]
    fn the_index_is_not_read_for_a_small_file_that_is_there() {
        let sandbox = Sandbox::new();
        sandbox.write("a.txt", "one\n");
        sandbox.git(&["add", "."]);
        let repo = sandbox.open();
        let world = RepoWorld::open(&repo, 1 << 20).unwrap();
        let path = RepoPath::new(b"a.txt").unwrap();
        world.read(&path).unwrap();
        world.may_edit(&path).unwrap();
        assert_eq!(world.known_blob(&path), None);
        assert!(world.tracked_if_read().is_none());
    }
}
