//! Comparison with git on the same changes.

use super::*;

/// Stages on one side by us and on the other by `git add`, and compares.
fn agrees_with_git(prepare: impl Fn(&Sandbox)) -> Sandbox {
    let (ours, theirs) = (committed(&[]), committed(&[]));
    for sandbox in [&ours, &theirs] {
        prepare(sandbox);
    }
    stage(&ours, &CHANGES);
    for (name, text) in CHANGES {
        match text {
            Some(text) => theirs.write(name, text),
            None => std::fs::remove_file(theirs.path().join(name)).unwrap(),
        }
        theirs.git(&["add", "--sparse", "-A", name]);
    }
    same(&ours, &theirs);
    ours
}

fn same(ours: &Sandbox, theirs: &Sandbox) {
    for command in [
        &["ls-files", "-s", "-v"][..],
        &["ls-files", "-t"],
        &["status", "--porcelain"],
        &["diff-files", "--name-only"],
        &["diff", "--cached", "--name-status"],
        &["write-tree"],
        &["ls-files", "-s", "--sparse"],
    ] {
        assert_eq!(ours.git(command), theirs.git(command), "git {command:?}");
    }
    ours.git(&["fsck", "--strict"]);
}

#[test]
fn a_plain_index_becomes_what_git_makes_of_it() {
    agrees_with_git(|_| {});
    agrees_with_git(|sandbox| drop(sandbox.git(&["write-tree"])));
}

#[test]
fn an_index_of_version_3_keeps_its_marks() {
    let sandbox = agrees_with_git(|sandbox| {
        sandbox.git(&["update-index", "--skip-worktree", "x"]);
        sandbox.git(&["update-index", "--assume-unchanged", "d/e/c"]);
    });
    // git add passes such a file over.
    stage(&sandbox, &[("x", Some("new\n"))]);
    assert!(sandbox.git(&["ls-files", "-v"]).contains("S x\n"));
    assert_eq!(sandbox.git(&["show", ":x"]), "new\n");
}

#[test]
fn indexes_that_are_not_plain_are_written_by_git() {
    let sandbox = agrees_with_git(|sandbox| drop(sandbox.git(&["update-index", "--index-version", "4"])));
    assert_eq!(&std::fs::read(sandbox.path().join(".git/index")).unwrap()[4..8], &[0, 0, 0, 4]);
    agrees_with_git(|sandbox| drop(sandbox.git(&["update-index", "--split-index"])));
    agrees_with_git(|sandbox| {
        sandbox.git(&["config", "core.untrackedCache", "true"]);
        sandbox.git(&["status"]);
    });
}

#[test]
fn a_sparse_index_stays_one() {
    let sandbox = agrees_with_git(|sandbox| {
        sandbox.write("far/away", "x\n");
        sandbox.git(&["add", "."]);
        sandbox.git(&["commit", "-qm", "two"]);
        sandbox.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "d", "zz"]);
    });
    assert!(sandbox.git(&["ls-files", "--sparse"]).contains("far/\n"));
}

#[test]
fn ids_of_sha256_have_room() {
    let sandbox = committed(&["--object-format=sha256"]);
    stage(&sandbox, &CHANGES);
    assert_eq!(sandbox.git(&["diff-files", "--name-only"]), "");
    sandbox.git(&["commit", "-qm", "two"]);
    sandbox.git(&["fsck", "--strict"]);
}
