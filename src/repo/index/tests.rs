use gix::ObjectId;

use super::*;
use crate::repo::testing::Sandbox;
use crate::repo::worktree::WorkTree;

fn path(name: &str) -> RepoPath {
    RepoPath::new(name.as_bytes()).unwrap()
}

fn lines(text: &str) -> String {
    format!("{text}\n").repeat(3)
}

/// `a`, `d/b`, `d/e/c`, `x`, all committed a while ago.
fn committed(options: &[&str]) -> Sandbox {
    let sandbox = Sandbox::with(options);
    for name in ["a", "d/b", "d/e/c", "x"] {
        sandbox.write(name, lines(name));
    }
    age(&sandbox, &["a", "d/b", "d/e/c", "x"]);
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox
}

fn age(sandbox: &Sandbox, names: &[&str]) {
    let then = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    for name in names {
        let file = std::fs::File::options().write(true).open(sandbox.path().join(name)).unwrap();
        file.set_modified(then).unwrap();
    }
}

/// Writes a file, or removes it, and stages just that.
fn stage(sandbox: &Sandbox, changes: &[(&str, Option<&str>)]) {
    let repo = sandbox.open();
    let tree = WorkTree::open(repo.work_dir()).unwrap();
    let mut settled = Vec::new();
    let index = Index::hold(&repo).unwrap();
    for (name, text) in changes {
        let before = match index.slot(&path(name)) {
            Slot::Entry(entry, _) => Some(entry),
            _ => None,
        };
        let (entry, file) = match text {
            Some(text) => {
                sandbox.write(name, text);
                let id = repo.git().write_blob(text).unwrap().detach();
                let meta = tree.meta(&path(name)).unwrap();
                (Some(Entry::staged(&repo, id, Some(meta.mode), before.as_ref())), Some(meta))
            }
            None => {
                std::fs::remove_file(sandbox.path().join(name)).unwrap();
                (None, None)
            }
        };
        settled.push(Settled { path: path(name), entry, file });
    }
    index.commit(&settled, Durability::Off).unwrap();
    assert!(!sandbox.path().join(".git/index.lock").exists());
}

const CHANGES: [(&str, Option<&str>); 5] = [
    ("a", Some("new a\n")),
    ("d/b", None),
    ("d/e/new", Some("new\n")),
    ("zz/top", Some("z\n")),
    ("B", Some("b\n")),
];

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
fn extensions_are_kept() {
    let sandbox = committed(&[]);
    sandbox.git(&["config", "core.untrackedCache", "true"]);
    sandbox.git(&["config", "index.threads", "2"]);
    sandbox.git(&["config", "index.recordEndOfIndexEntries", "true"]);
    sandbox.git(&["config", "index.recordOffsetTable", "true"]);
    sandbox.write("untracked", "u\n");
    sandbox.git(&["update-index", "--untracked-cache", "--force-write-index"]);
    sandbox.git(&["status"]);
    let names = |sandbox: &Sandbox| {
        let raw =
            Raw::read(&sandbox.path().join(".git/index"), sandbox.open().object_hash()).unwrap().unwrap();
        raw.extensions.iter().map(|(name, _)| String::from_utf8_lossy(name).into_owned()).collect::<Vec<_>>()
    };
    let before = names(&sandbox);
    assert!(before.contains(&"UNTR".into()) && before.contains(&"EOIE".into()), "{before:?}");
    stage(&sandbox, &[("d/e/c", Some("new\n"))]);
    assert_eq!(names(&sandbox), before);
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "M  d/e/c\n?? untracked\n");
    sandbox.git(&["fsck"]);
}

#[test]
fn cached_trees_of_folders_that_did_not_change_stay() {
    let sandbox = committed(&[]);
    sandbox.write("q/r", "x\n");
    sandbox.git(&["add", "."]);
    sandbox.git(&["commit", "-qm", "two"]);
    stage(&sandbox, &[("d/e/c", Some("new\n"))]);
    let index = gix::index::File::at(
        sandbox.path().join(".git/index"),
        gix::hash::Kind::Sha1,
        false,
        Default::default(),
    )
    .unwrap();
    let root = index.tree().expect("cached trees");
    assert_eq!(root.num_entries, None);
    let valid: Vec<_> =
        root.children.iter().map(|tree| (tree.name.to_vec(), tree.num_entries.is_some())).collect();
    assert_eq!(valid, [(b"d".to_vec(), false), (b"q".to_vec(), true)]);
}

#[test]
fn a_file_in_the_place_of_a_folder_is_staged() {
    let sandbox = committed(&[]);
    std::fs::remove_file(sandbox.path().join("d/e/c")).unwrap();
    std::fs::remove_dir(sandbox.path().join("d/e")).unwrap();
    let repo = sandbox.open();
    sandbox.write("d/e", "file\n");
    let id = repo.git().write_blob("file\n").unwrap().detach();
    let meta = WorkTree::open(repo.work_dir()).unwrap().meta(&path("d/e")).unwrap();
    let entry = Entry::staged(&repo, id, Some(meta.mode), None);
    let changes = [
        Settled { path: path("d/e/c"), entry: None, file: None },
        Settled { path: path("d/e"), entry: Some(entry), file: Some(meta) },
    ];
    let index = Index::hold(&repo).unwrap();
    assert!(index.is_blocked(&path("d/e"), |_| false));
    assert!(!index.is_blocked(&path("d/e"), |other| other == b"d/e/c"));
    index.commit(&changes, Durability::Off).unwrap();
    assert_eq!(sandbox.git(&["status", "--porcelain", "--no-renames"]), "A  d/e\nD  d/e/c\n");
    sandbox.git(&["commit", "-qm", "two"]);
    assert_eq!(sandbox.git(&["ls-tree", "-r", "--name-only", "HEAD"]), "a\nd/b\nd/e\nx\n");
    sandbox.git(&["fsck", "--strict"]);
}

#[test]
fn ids_of_sha256_have_room() {
    let sandbox = committed(&["--object-format=sha256"]);
    stage(&sandbox, &CHANGES);
    assert_eq!(sandbox.git(&["diff-files", "--name-only"]), "");
    sandbox.git(&["commit", "-qm", "two"]);
    sandbox.git(&["fsck", "--strict"]);
}

#[test]
fn a_checksum_that_was_left_out_stays_so() {
    let sandbox = committed(&[]);
    sandbox.git(&["-c", "index.skipHash=true", "update-index", "--force-write-index"]);
    stage(&sandbox, &CHANGES);
    assert!(std::fs::read(sandbox.path().join(".git/index")).unwrap().ends_with(&[0; 20]));
    assert_eq!(sandbox.git(&["diff-files", "--name-only"]), "");
}

#[test]
fn every_path_of_a_large_index_is_found_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("index");
    let kind = gix::hash::Kind::Sha1;
    let id = |number: u32| ObjectId::from_bytes_or_panic(&[number as u8; 20]);
    // More than is read at once, with names of all lengths.
    let name = |number: u32| format!("{:05}{}/x", number, "y".repeat(number as usize % 97));
    let change = |number: u32| Settled {
        path: path(&name(number)),
        entry: Some(Entry::of(id(number), 0o100_644, gix::index::entry::Flags::empty())),
        file: None,
    };
    let changes: Vec<Settled> = (0..4000).step_by(2).map(change).collect();
    let raw = Raw::read(&file, kind).unwrap().unwrap();
    let patched = patch::patch(&raw, &changes, &[]).unwrap().unwrap();
    patched.write(std::fs::File::create(&file).unwrap()).unwrap();

    let raw = Raw::read(&file, kind).unwrap().unwrap();
    assert_eq!(raw.count, 2000);
    for number in 0..4000 {
        let slot = raw.slot(name(number).as_bytes()).unwrap();
        let expected = changes.iter().find(|change| change.path.as_bstr() == name(number).as_str());
        assert_eq!(slot == Slot::Absent, expected.is_none(), "{number}");
        if let Slot::Entry(entry, _) = slot {
            assert_eq!(Some(entry), expected.and_then(|change| change.entry.clone()));
        }
        let below = raw.any_below(name(number).trim_end_matches('x').as_bytes(), |_| true).unwrap();
        assert_eq!(below, expected.is_some(), "{number}");
    }
}

#[test]
fn an_index_that_is_not_there_is_made() {
    let sandbox = Sandbox::new();
    stage(&sandbox, &[("a", Some("x\n"))]);
    assert_eq!(sandbox.git(&["status", "--porcelain"]), "A  a\n");
    sandbox.git(&["commit", "-qm", "one"]);
}

#[test]
fn a_change_in_the_second_in_which_the_index_was_written_stays_visible() {
    for version in ["2", "4"] {
        let sandbox = committed(&[]);
        sandbox.git(&["update-index", "--index-version", version]);
        let file = sandbox.path().join("x");
        // As racy as can be: staged, then changed in the same second and to the same size, by a clock that stands still.
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(30);
        let put = |text: &str| {
            let mut open = std::fs::File::options().write(true).open(&file).unwrap();
            std::io::Write::write_all(&mut open, text.as_bytes()).unwrap();
            open.set_modified(then).unwrap();
        };
        sandbox.git(&["config", "core.trustctime", "false"]);
        put("X\nx\nx\n");
        sandbox.git(&["add", "x"]);
        let index = std::fs::File::options().write(true).open(sandbox.path().join(".git/index")).unwrap();
        index.set_modified(then).unwrap();
        put("Y\nx\nx\n");
        stage(&sandbox, &[("a", Some("new\n"))]);
        assert_eq!(sandbox.git(&["status", "--porcelain"]), "M  a\nMM x\n", "version {version}");
    }
}

#[test]
fn a_lock_that_somebody_holds_is_waited_for_and_left_alone() {
    let sandbox = committed(&[]);
    let lock = sandbox.path().join(".git/index.lock");
    std::fs::write(&lock, "theirs").unwrap();
    let repo = sandbox.open();
    let begun = std::time::Instant::now();
    assert!(matches!(Index::hold(&repo), Err(IndexError::Locked { .. })));
    assert!(begun.elapsed() >= std::time::Duration::from_millis(900));
    assert_eq!(std::fs::read(&lock).unwrap(), b"theirs");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            std::fs::remove_file(&lock).unwrap();
        });
        Index::hold(&repo).map(drop).unwrap();
    });
    let left: Vec<_> = std::fs::read_dir(sandbox.path().join(".git")).unwrap().flatten().collect();
    assert!(!left.iter().any(|entry| entry.file_name().to_string_lossy().contains("git-sr")), "{left:?}");
}

#[test]
fn of_a_run_that_broke_off_only_its_own_lock_is_removed() {
    let sandbox = committed(&[]);
    let (git, repo) = (sandbox.path().join(".git"), sandbox.open());
    std::mem::forget(Index::hold(&repo).unwrap());
    assert!(git.join("index.lock").exists() && is_stale(&repo));
    clear_stale(&repo).unwrap();
    assert!(!git.join("index.lock").exists() && !is_stale(&repo));
    std::mem::forget(Index::hold(&repo).unwrap());
    std::fs::remove_file(git.join("index.lock")).unwrap();
    std::fs::write(git.join("index.lock"), "theirs").unwrap();
    clear_stale(&repo).unwrap();
    assert_eq!(std::fs::read(git.join("index.lock")).unwrap(), b"theirs");
}

#[test]
fn announced_and_marked_entries_come_back() {
    for version in ["2", "4"] {
        let sandbox = committed(&[]);
        sandbox.git(&["update-index", "--index-version", version]);
        sandbox.write("new", "text\n");
        sandbox.git(&["add", "-N", "new"]);
        let before = sandbox.git(&["ls-files", "--debug", "-s", "new"]);
        let repo = sandbox.open();
        let Slot::Entry(announced, _) = Index::look(&repo).unwrap().slot(&path("new")) else {
            panic!("absent")
        };
        assert!(announced.intent_to_add);
        stage(&sandbox, &[("new", Some("text\n"))]);
        assert_eq!(sandbox.git(&["status", "--porcelain"]), "A  new\n");
        let Slot::Entry(after, _) = Index::look(&repo).unwrap().slot(&path("new")) else { panic!("absent") };
        let name = crate::repo::serial::Name(path("new"));
        restore(&repo, None, &[Staged { path: name, before: Some(announced), after: Some(after) }]).unwrap();
        assert_eq!(sandbox.git(&["status", "--porcelain"]), " A new\n");
        assert_eq!(sandbox.git(&["ls-files", "--debug", "-s", "new"]), before, "version {version}");
    }
}

mod properties {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    const NAMES: [&str; 9] = ["a", "a-b", "a.b", "ab", "d/x", "d/x-y", "d-x", "e/f/g/h", "z"];

    fn entry() -> impl Strategy<Value = Option<Entry>> {
        let entry =
            (any::<u8>(), any::<bool>(), any::<[bool; 3]>()).prop_map(|(id, executable, marks)| Entry {
                id: ObjectId::from_bytes_or_panic(&[id; 20]),
                mode: if executable { 0o100_755 } else { 0o100_644 },
                assume_unchanged: marks[0],
                skip_worktree: marks[1],
                intent_to_add: marks[2],
            });
        prop::option::of(entry)
    }

    /// A path: one of a few names, or a long one. One more byte, and gix could not read the index (0.90 passes over one
    /// byte of padding only where the flags have no room for the length).
    fn name(number: usize) -> String {
        let long = || format!("{}/{}", vec!["l".repeat(255); 15].join("/"), "l".repeat(254));
        NAMES.get(number).map_or_else(long, |name| (*name).into())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_patched_index_holds_what_was_asked_for(
            steps in prop::collection::vec(
                prop::collection::btree_map(0..=NAMES.len(), entry(), 1..5), 1..6
            ),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("index");
            let kind = gix::hash::Kind::Sha1;
            let mut model: BTreeMap<RepoPath, Entry> = BTreeMap::new();
            for step in steps {
                let mut changes = Vec::new();
                for (number, entry) in step {
                    let path = path(&name(number));
                    match &entry {
                        Some(entry) => drop(model.insert(path.clone(), entry.clone())),
                        None => drop(model.remove(&path)),
                    }
                    changes.push(Settled { path, entry, file: None });
                }
                let raw = Raw::read(&file, kind).unwrap().expect("a plain index");
                let patched = patch::patch(&raw, &changes, &[]).unwrap().expect("a patch");
                let new = folder.path().join("new");
                patched.write(std::fs::File::create(&new).unwrap()).unwrap();
                std::fs::rename(new, &file).unwrap();
            }
            let raw = Raw::read(&file, kind).unwrap().expect("a plain index");
            let index = gix::index::File::at(&file, kind, false, Default::default()).unwrap();
            prop_assert_eq!(index.entries().len(), model.len());
            for (found, (path, entry)) in index.entries().iter().zip(&model) {
                prop_assert_eq!(found.path(&index), path.as_bstr());
                prop_assert_eq!(&Entry::of(found.id, found.mode.bits(), found.flags), entry);
                prop_assert_eq!(raw.slot(path.as_bstr()).unwrap(), Slot::Entry(entry.clone(), Stat::default()));
            }
        }

        #[test]
        fn random_bytes_are_no_index_and_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), count in 0u32..4) {
            let mut index = [&b"DIRC\0\0\0\x02"[..], &count.to_be_bytes()].concat();
            index.extend(bytes);
            let _ = Raw::parse(Pieces::of_bytes(index), gix::hash::Kind::Sha1, Some(0));
        }
    }
}
