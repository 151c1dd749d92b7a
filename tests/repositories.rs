//! Every kind of repository that git makes: a batch does there what it does in a plain one, by every way to
//! apply it, undo brings everything back, and git finds nothing to complain of.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod obey;
mod place;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use full::Need;
use place::{Place, edit, every_change, said};

const FILES: [(&str, &str); 5] = [
    ("a.txt", "one\ntwo\nthree\n"),
    ("far/away.txt", "far\n"),
    ("gone.txt", "to go\n"),
    ("old.txt", "to move\n"),
    ("sub/b.txt", "b\n"),
];

/// A work tree of some kind, and the place that it is in.
struct Kind<'a> {
    place: &'a Place,
    folder: PathBuf,
}

/// All that a batch may change.
#[derive(Debug, PartialEq)]
struct State {
    files: BTreeMap<PathBuf, Vec<u8>>,
    index: String,
    status: String,
    head: String,
}

impl Kind<'_> {
    fn git(&self, arguments: &[&str]) -> String {
        let (out, err, code) = said(&self.place.try_git(&self.folder, arguments));
        assert_eq!(code, Some(0), "git {arguments:?}: {err}");
        out
    }

    fn sr(&self, arguments: &[&str], reply: &str) {
        let (_, err, code) = said(&self.place.run_in(&self.folder, arguments, reply));
        assert_eq!(code, Some(0), "{arguments:?}: {err}");
    }

    fn state(&self) -> State {
        let mut all = BTreeMap::new();
        files(&self.folder, &mut all);
        State {
            files: all,
            index: self.git(&["ls-files", "-s"]),
            status: self.git(&["status", "--porcelain", "-uall"]),
            head: self.git(&["rev-parse", "HEAD"]),
        }
    }

    /// The tree that git makes of the work tree, by an index of its own.
    fn tree_of_files(&self) -> String {
        const SCRIPT: &str =
            "cp \"$(git rev-parse --git-path index)\" \"$0\" && export GIT_INDEX_FILE=\"$0\" &&
            git -c core.fsmonitor=false add -A && git write-tree && rm \"$0\"";
        let index = self.place.outside().join("index-of-its-own");
        let index = index.to_str().expect("UTF-8");
        let (out, err, code) = said(&self.place.run_program("sh", &self.folder, &["-c", SCRIPT, index]));
        assert_eq!(code, Some(0), "{err}");
        out
    }

    /// Applies the batch to the files, then in each of these ways, and takes it back.
    fn goes_everywhere_and_back(&self, ways: &[&str]) {
        let before = self.state();
        let batch = every_change("two", "TWO");
        self.sr(&["apply"], &batch);
        let (after, tree) = (self.state(), self.tree_of_files());
        let text = |name: &str| after.files.get(Path::new(name)).map(|bytes| bytes.trim_ascii_end());
        assert!(text("a.txt").is_some_and(|text| text.contains(&b'T')));
        let others = ["new/file.txt", "gone.txt", "old.txt", "moved/name.txt"].map(text);
        assert_eq!(others, [Some(&b"made"[..]), None, None, Some(b"to move")]);
        assert_eq!((&after.index, &after.head), (&before.index, &before.head));
        self.back(&before);
        for way in ways {
            self.sr(&["apply", way, "-q"], &batch);
            let now = self.state();
            let files = if *way == "--cached" { &before.files } else { &after.files };
            assert_eq!((&now.files, &self.git(&["write-tree"])), (files, &tree), "{way}");
            if *way == "--commit" {
                assert_eq!(self.git(&["rev-parse", "HEAD^{tree}", "HEAD~"]), [&tree, &*before.head].concat());
                assert_eq!(now.status, "", "{way}");
            } else {
                assert_eq!(now.head, before.head, "{way}");
            }
            self.back(&before);
        }
    }

    fn back(&self, before: &State) {
        self.sr(&["undo", "-q"], "");
        assert_eq!(&self.state(), before);
        self.sound();
    }

    /// git finds nothing wrong, and sees every change of a file.
    fn sound(&self) {
        self.git(&["fsck", "--no-dangling"]);
        let whole = std::fs::read(self.folder.join("a.txt")).expect("a file");
        std::fs::write(self.folder.join("a.txt"), [&whole[..], b"x"].concat()).expect("to write");
        assert_eq!(self.git(&["status", "--porcelain", "a.txt"]), " M a.txt\n");
        std::fs::write(self.folder.join("a.txt"), whole).expect("to write");
    }
}

fn files(folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
    fn walk(root: &Path, folder: &Path, all: &mut BTreeMap<PathBuf, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.ends_with(".git") {
                continue;
            }
            if path.is_dir() {
                walk(root, &path, all);
            } else {
                let name = path.strip_prefix(root).expect("a path below it").to_owned();
                all.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    walk(folder, folder, all);
}

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

#[test]
fn lines_that_end_otherwise_in_the_work_tree() {
    holds(|place| {
        for command in [
            &["config", "core.autocrlf", "true"][..],
            &["rm", "-qr", "--cached", "."],
            &["reset", "-q", "--hard"],
        ] {
            place.git(command);
        }
        assert_eq!(place.read("a.txt"), "one\r\ntwo\r\nthree\r\n");
        place.root()
    });
}

#[test]
fn files_that_a_filter_converts() {
    let place = Place::new(&FILES);
    for command in [
        &["config", "filter.caesar.clean", "tr a-y b-z"][..],
        &["config", "filter.caesar.smudge", "tr b-z a-y"],
    ] {
        place.git(command);
    }
    place.write(".gitattributes", "a.txt filter=caesar\n");
    place.git(&["add", "--renormalize", "."]);
    place.git(&["add", "."]);
    place.git(&["commit", "-qm", "filtered"]);
    let kind = Kind { place: &place, folder: place.root() };
    assert_eq!(kind.git(&["show", "HEAD:a.txt"]), "pof\nuxp\nuisff\n");
    // In the index alone its text is another one.
    kind.goes_everywhere_and_back(&["--index", "--commit"]);
}

#[test]
fn modes_that_git_is_not_to_look_at() {
    holds_after(&[&["config", "core.fileMode", "false"], &["config", "core.ignoreCase", "true"]]);
}

/// As macOS writes names: models write the composed form.
#[test]
fn a_name_in_another_normal_form_makes_no_twin_without_a_word() {
    let (there, given) = ("cafe\u{301}.txt", "caf\u{e9}.txt");
    let place = Place::new(&[(there, "one\n")]);
    let (_, err, code) = said(&place.run(&["apply"], &edit(given, "one", "ONE")));
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains(&format!("'{there}'")), "{err}");
    assert!(!place.root().join(given).exists());
    let (_, err, code) = said(&place.run(&["apply"], &edit(given, "", "new")));
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("where case or composition is ignored (macOS, Windows) they are one"), "{err}");
    assert_eq!(place.read(there), "one\n");
}

#[test]
fn objects_that_replace_others() {
    holds(|place| {
        let blob = place.git_says(&["rev-parse", "HEAD:sub/b.txt"]);
        place.write("../other", "other\n");
        let other = place.git_says(&["hash-object", "-w", "../other"]);
        place.git(&["replace", blob.trim(), other.trim()]);
        place.root()
    });
}

/// Renames there copy what they move, a folder of the lower layer cannot be renamed, and `RENAME_EXCHANGE` is not
/// known by every kernel.
#[test]
fn a_work_tree_in_layers_of_which_only_the_upper_one_is_written() {
    const TEST: &str = "a_work_tree_in_layers_of_which_only_the_upper_one_is_written";
    let place = Place::new(&FILES);
    let folder = |name: &str| {
        let folder = place.outside().join(name);
        std::fs::create_dir(&folder).expect("a folder");
        folder
    };
    let (upper, scratch, merged) = (folder("upper"), folder("scratch"), folder("merged"));
    let lower = place.root();
    let layers = ["lowerdir=", "upperdir=", "workdir="]
        .iter()
        .zip([&lower, &upper, &scratch])
        .map(|(name, folder)| format!("{name}{}", folder.display()))
        .collect::<Vec<_>>()
        .join(",");
    let target = merged.to_str().expect("UTF-8");
    let arguments = ["-t", "overlay", "overlay", "-o", &layers, target];
    if !place.run_program("mount", &lower, &arguments).status.success() {
        Need::Missing("no overlay can be mounted").is_met(TEST);
        return;
    }
    let tried = std::panic::catch_unwind(|| {
        Kind { place: &place, folder: merged.clone() }.goes_everywhere_and_back(&ALL);
        assert_eq!(place.git_says(&["status", "--porcelain"]), "", "the lower layer is as it was");
    });
    place.run_program("umount", &lower, &[target]);
    tried.unwrap_or_else(|cause| std::panic::resume_unwind(cause));
}

#[test]
fn a_folder_of_objects_in_which_only_new_files_can_be_made() {
    const TEST: &str = "a_folder_of_objects_in_which_only_new_files_can_be_made";
    let immutable = |place: &Place, flag: &str| {
        let packs = place.root().join(".git/objects/pack");
        let packs = packs.to_str().expect("UTF-8").to_owned();
        place.run_program("chattr", &place.root(), &["-R", flag, &packs]).status.success()
    };
    let place = Place::new(&FILES);
    place.git(&["gc", "-q"]);
    if !immutable(&place, "+i") {
        Need::Missing("chattr makes no file immutable").is_met(TEST);
        return;
    }
    let tried = std::panic::catch_unwind(|| {
        Kind { place: &place, folder: place.root() }.goes_everywhere_and_back(&ALL);
    });
    immutable(&place, "-i");
    tried.unwrap_or_else(|cause| std::panic::resume_unwind(cause));
}
