//! Operations of git that are not finished: a batch goes into the files, and is committed only where its commit
//! would not take part in the operation.

use std::path::Path;

use super::sandbox::{Sandbox, sandboxed};
use super::{done, edit, head, read, refused, repository, state};

/// A repository with two branches that change the same line of `b.txt` differently.
fn diverged(sandbox: &Sandbox) -> std::path::PathBuf {
    let folder = repository(sandbox);
    sandbox.git(&folder, &["checkout", "-qb", "side"]);
    sandbox.write(folder.join("b.txt"), "side\n");
    sandbox.git(&folder, &["commit", "-qam", "side"]);
    sandbox.git(&folder, &["format-patch", "-q", "-1", "-o", "../patch"]);
    sandbox.git(&folder, &["checkout", "-q", "main"]);
    for text in ["middle\n", "main\n"] {
        sandbox.write(folder.join("b.txt"), text);
        sandbox.git(&folder, &["commit", "-qam", "main"]);
    }
    folder
}

/// A batch is applied to the files and taken back; the files of the operation stay as they are.
fn goes_into_the_files(sandbox: &Sandbox, folder: &Path) {
    let before = state(sandbox, folder);
    let reply = edit("a.txt", "two", "TWO");
    done(sandbox, folder, &["apply"], &reply);
    assert!(read(folder, "a.txt").contains("TWO"));
    done(sandbox, folder, &["undo"], "");
    assert_eq!(state(sandbox, folder), before);
}

#[test]
fn what_is_under_way_is_named_and_gets_no_commit_of_ours() {
    sandboxed("under_way::what_is_under_way_is_named_and_gets_no_commit_of_ours", |sandbox| {
        let folder = diverged(sandbox);
        let patch = std::fs::read_dir(sandbox.path("patch")).expect("a folder").next().expect("a patch");
        let patch = patch.expect("an entry").path();
        let patch = patch.to_str().expect("UTF-8");
        let operations: [(&[&str], &str, &[&str]); 5] = [
            (&["cherry-pick", "side"], "a cherry-pick is under way", &["cherry-pick", "--abort"]),
            (&["revert", "--no-edit", "HEAD~1"], "a revert is under way", &["revert", "--abort"]),
            (&["rebase", "-q", "side"], "a rebase is under way", &["rebase", "--abort"]),
            (&["rebase", "-q", "--apply", "side"], "a rebase is under way", &["rebase", "--abort"]),
            (&["am", "-q", patch], "git am is under way", &["am", "--abort"]),
        ];
        for (begin, said, abort) in operations {
            let (before, old) = (state(sandbox, &folder), head(sandbox, &folder));
            assert!(!sandbox.try_git(&folder, begin).status.success(), "{begin:?} has no conflict");
            let (err, code) = refused(sandbox, &folder, &["apply", "--commit"], &edit("a.txt", "two", "2"));
            assert!(err.contains(said) && err.contains("nothing was written"), "{begin:?}: {err}");
            assert_eq!(code, Some(1), "{begin:?}");
            goes_into_the_files(sandbox, &folder);
            sandbox.git(&folder, abort);
            assert_eq!((state(sandbox, &folder), head(sandbox, &folder)), (before, old), "{begin:?}");
        }
    });
}

#[test]
fn amid_a_bisection_a_batch_is_committed() {
    sandboxed("under_way::amid_a_bisection_a_batch_is_committed", |sandbox| {
        let folder = diverged(sandbox);
        sandbox.git(&folder, &["bisect", "start", "main", "main~2"]);
        goes_into_the_files(sandbox, &folder);
        let old = head(sandbox, &folder);
        done(sandbox, &folder, &["apply", "--commit", "-m", "two"], &edit("a.txt", "two", "TWO"));
        assert_eq!(sandbox.line(&folder, &["rev-parse", "HEAD~"]), old);
        sandbox.git(&folder, &["bisect", "reset"]);
        assert_eq!(sandbox.line(&folder, &["log", "--format=%s", "-1"]), "main");
    });
}
