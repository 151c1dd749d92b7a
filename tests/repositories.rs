//! Every kind of repository that git makes: a batch does there what it does in a plain one, by every way to
//! apply it, undo brings everything back, and git finds nothing to complain of.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
#[path = "repositories/kind.rs"]
mod kind;
mod obey;
mod place;
#[path = "repositories/unusual.rs"]
mod unusual;

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use kind::Kind;
use place::{Place, said};

const FILES: [(&str, &str); 5] = [
    ("a.txt", "one\ntwo\nthree\n"),
    ("far/away.txt", "far\n"),
    ("gone.txt", "to go\n"),
    ("old.txt", "to move\n"),
    ("sub/b.txt", "b\n"),
];

const ALL: [&str; 3] = ["--index", "--cached", "--commit"];

/// Makes a repository of a kind, and tries all ways in it.
fn holds(make: impl FnOnce(&Place) -> PathBuf) {
    let place = Place::new(&FILES);
    let folder = make(&place);
    Kind { place: &place, folder }.goes_everywhere_and_back(&ALL);
}

/// The same for a repository that is changed by some runs of git.
fn holds_after(commands: &[&[&str]]) {
    holds(|place| {
        commands.iter().for_each(|command| place.git(command));
        place.root()
    });
}

/// A clone of the repository, in a folder beside it; git must need nothing of the first one any more.
fn clone(place: &Place, options: &[&str]) -> PathBuf {
    place.git(&["config", "uploadpack.allowFilter", "true"]);
    let from = format!("file://{}", place.root().display());
    place.git(&[&["clone", "-q"], options, &[&from, "../clone"]].concat());
    place.outside().join("clone")
}

#[test]
fn a_plain_repository_and_a_packed_one() {
    holds(Place::root);
    holds_after(&[
        &["gc", "-q"],
        &["pack-refs", "--all"],
        &["commit-graph", "write"],
        &["multi-pack-index", "write"],
    ]);
}

#[test]
fn objects_under_sha_256() {
    holds(|place| {
        let folder = place.outside().join("sha256");
        let git =
            |arguments: &[&str]| assert!(place.try_git(&folder, arguments).status.success(), "{arguments:?}");
        std::fs::create_dir(&folder).expect("a folder");
        git(&["init", "-q", "--object-format=sha256"]);
        for (name, text) in FILES {
            place.write(&format!("../sha256/{name}"), text);
        }
        git(&["add", "-A"]);
        git(&["commit", "-qm", "one"]);
        folder
    });
}

#[test]
fn an_index_of_version_4() {
    holds_after(&[&["update-index", "--index-version", "4"]]);
}

#[test]
fn a_split_index() {
    holds_after(&[&["update-index", "--split-index"]]);
}

#[test]
fn an_index_without_a_sum() {
    holds_after(&[&["config", "index.skipHash", "true"], &["update-index", "--force-write-index"]]);
}

#[test]
fn all_that_git_recommends_for_many_files() {
    holds_after(&[
        &["config", "feature.manyFiles", "true"],
        &["update-index", "--force-write-index"],
        &["status"],
    ]);
}

#[test]
fn a_cache_of_untracked_files() {
    holds_after(&[&["config", "core.untrackedCache", "true"], &["status", "--porcelain"]]);
}

#[test]
fn a_monitor_of_the_file_system() {
    holds(|place| {
        // One that says that everything changed.
        place.write(".git/monitor", "#!/bin/sh\nprintf 'token\\0/\\0'\n");
        let monitor = place.root().join(".git/monitor");
        std::fs::set_permissions(monitor, PermissionsExt::from_mode(0o755)).expect("to set");
        for command in [
            &["config", "core.fsmonitor", ".git/monitor"][..],
            &["config", "core.fsmonitorHookVersion", "2"],
            &["update-index", "--fsmonitor"],
            &["status", "--porcelain"],
        ] {
            place.git(command);
        }
        place.root()
    });
}

#[test]
fn a_sparse_checkout_with_a_full_index_and_with_a_sparse_one() {
    for index in ["--no-sparse-index", "--sparse-index"] {
        holds_after(&[&["sparse-checkout", "set", "--cone", index, "sub", "new", "moved"]]);
    }
}

#[test]
fn a_linked_work_tree() {
    holds(|place| {
        place.git(&["worktree", "add", "-q", "../linked", "-b", "linked"]);
        place.outside().join("linked")
    });
}

#[test]
fn a_linked_work_tree_with_a_configuration_of_its_own() {
    holds(|place| {
        place.git(&["config", "extensions.worktreeConfig", "true"]);
        place.git(&["worktree", "add", "-q", "../linked", "-b", "linked"]);
        let linked = place.outside().join("linked");
        let set = ["config", "--worktree", "core.autocrlf", "false"];
        assert!(place.try_git(&linked, &set).status.success());
        linked
    });
}

#[test]
fn the_inside_of_a_submodule() {
    holds(|place| {
        let whole = place.outside().join("whole");
        std::fs::create_dir(&whole).expect("a folder");
        let from = place.root();
        for arguments in [
            &["init", "-q"][..],
            &[
                "-c",
                "protocol.file.allow=always",
                "submodule",
                "--quiet",
                "add",
                from.to_str().expect("UTF-8"),
                "part",
            ],
            &["commit", "-qm", "with a part"],
        ] {
            let (_, err, code) = said(&place.try_git(&whole, arguments));
            assert_eq!(code, Some(0), "{err}");
        }
        whole.join("part")
    });
}

#[test]
fn a_shallow_clone() {
    holds(|place| {
        place.write("a.txt", "one\ntwo\nthree\nfour\n");
        place.git(&["commit", "-qam", "two"]);
        clone(place, &["--depth", "1"])
    });
}

#[test]
fn a_partial_clone_whose_remote_is_gone() {
    holds(|place| {
        place.write("a.txt", "one\ntwo\nthree\nfour\n");
        place.git(&["commit", "-qam", "two"]);
        let folder = clone(place, &["--filter=blob:none"]);
        std::fs::rename(place.root(), place.outside().join("elsewhere")).expect("to move");
        folder
    });
}

#[test]
fn objects_that_another_repository_has() {
    holds(|place| clone(place, &["--shared"]));
}

#[test]
fn a_git_directory_elsewhere() {
    holds_after(&[&["init", "-q", "--separate-git-dir", "../elsewhere"]]);
}

#[test]
fn a_detached_head() {
    holds_after(&[&["checkout", "-q", "--detach"]]);
}
