//! Content of a written index: new entries, and those that stay.

use super::*;

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
        let raw = read(&sandbox.path().join(".git/index"), sandbox.open().object_hash());
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
    let meta = WorkTree::open(repo.work_dir()).unwrap().read(&path("d/e"), u64::MAX).unwrap().meta;
    let entry = IndexEntry::staged(&repo, id, Some(meta.mode), None);
    let changes = [
        SettledEntry { path: path("d/e/c"), entry: None, file: None },
        SettledEntry { path: path("d/e"), entry: Some(entry), file: Some(meta) },
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
    let change = |number: u32| SettledEntry {
        path: path(&name(number)),
        entry: Some(IndexEntry::of(id(number), 0o100_644, gix::index::entry::Flags::empty())),
        file: None,
    };
    let changes: Vec<SettledEntry> = (0..4000).step_by(2).map(change).collect();
    let raw = read(&file, kind);
    let patched = patch::patch(&raw, &changes, &[]).unwrap().unwrap();
    patched.write(&std::fs::File::create(&file).unwrap()).unwrap();

    let raw = read(&file, kind);
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
        let name = crate::repo::serial::SerialPath(path("new"));
        restore(&repo, None, &[StagedPath { path: name, before: Some(announced), after: Some(after) }])
            .unwrap();
        assert_eq!(sandbox.git(&["status", "--porcelain"]), " A new\n");
        assert_eq!(sandbox.git(&["ls-files", "--debug", "-s", "new"]), before, "version {version}");
    }
}
