use std::os::unix::fs::MetadataExt;

use super::*;
use crate::repo::sync::Durability;

#[test]
fn edits_new_files_and_removals_are_written() {
    for fixture in Fixture::each() {
        fixture.put("a", "old").put("b", "gone").put("dir/c", "old");
        let steps = [
            fixture.edit("a", "new"),
            fixture.remove("b"),
            create("x/y/z", "made"),
            fixture.edit("dir/c", "newer"),
        ];
        let done = commit(&fixture.tree, &steps).unwrap();
        assert_eq!(done, SideEffects { made: vec!["x".into(), "x/y".into()], ..SideEffects::default() });
        let expected = Fixture::new(Platform::default());
        expected.put("a", "new").put("dir/c", "newer").put("x/y/z", "made");
        assert_eq!(names(&fixture), names(&expected));
    }
}

/// Paths from the root with their texts.
fn names(fixture: &Fixture) -> Vec<(PathBuf, String)> {
    let root = fixture.root();
    let inside =
        |(path, (_, text)): (PathBuf, (u32, String))| Some((path.strip_prefix(&root).ok()?.to_owned(), text));
    fixture.all().into_iter().filter_map(inside).collect()
}

#[test]
fn the_mode_is_kept_but_not_what_gives_other_rights() {
    for fixture in Fixture::each() {
        for (path, mode) in [("a", 0o755), ("b", 0o444), ("c", 0o600), ("d", 0o4755), ("e", 0o666)] {
            fixture.put(path, "old").mode(path, mode);
            commit(&fixture.tree, &[fixture.edit(path, "new")]).unwrap();
            assert_eq!(fixture.text(path), "new");
            assert_eq!(fixture.mode_of(path), mode & 0o777, "{path}");
        }
    }
}

#[test]
fn a_new_file_gets_the_mode_the_system_gives() {
    for fixture in Fixture::each() {
        fixture.put("model", "");
        commit(&fixture.tree, &[create("new", "")]).unwrap();
        assert_eq!(fixture.mode_of("new"), fixture.mode_of("model"));
    }
}

#[cfg_attr(portable, ignore = "attributes are kept on some systems only")]
#[test]
fn a_renamed_file_keeps_mode_owner_and_attributes() {
    for fixture in Fixture::each() {
        fixture.put("dir/a", "old").mode("dir/a", 0o751);
        let set = rustix::fs::setxattr(fixture.at("dir/a"), "user.x", b"y", rustix::fs::XattrFlags::empty());
        let removal = fixture.remove("dir/a");
        let mut arrival = create("b", "new");
        arrival.change.from = Some(repo_path("dir/a"));
        arrival.change.new = Some(Version { bytes: b"new".into(), mode: Some(0o751) });
        let done = commit(&fixture.tree, &[arrival, removal]).unwrap();
        assert_eq!((fixture.text("b").as_str(), fixture.mode_of("b")), ("new", 0o751));
        assert_eq!(done.removed.len(), 1);
        if set.is_ok() {
            assert_eq!(attribute(&fixture, "b"), b"y");
        }
    }
}

fn attribute(fixture: &Fixture, path: &str) -> Vec<u8> {
    let mut value = Vec::with_capacity(100);
    rustix::fs::getxattr(fixture.at(path), "user.x", spare_capacity(&mut value)).unwrap();
    value
}

#[cfg_attr(portable, ignore = "attributes are kept on some systems only")]
#[test]
fn the_users_attributes_are_kept() {
    for fixture in Fixture::each() {
        fixture.put("a", "old");
        let flags = rustix::fs::XattrFlags::empty();
        if rustix::fs::setxattr(fixture.at("a"), "user.x", b"y", flags).is_err() {
            return; // This file system has none.
        }
        commit(&fixture.tree, &[fixture.edit("a", "new")]).unwrap();
        assert_eq!(attribute(&fixture, "a"), b"y");
    }
}

#[test]
fn another_owner_is_kept_by_root() {
    if !rustix::process::geteuid().is_root() {
        return; // Only root can give files away.
    }
    for fixture in Fixture::each() {
        fixture.put("a", "old").mode("a", 0o640);
        std::os::unix::fs::chown(fixture.at("a"), Some(1234), Some(2345)).unwrap();
        commit(&fixture.tree, &[fixture.edit("a", "new")]).unwrap();
        let meta = fs::metadata(fixture.at("a")).unwrap();
        assert_eq!((meta.uid(), meta.gid(), meta.mode() & 0o777), (1234, 2345, 0o640));
    }
}

#[test]
fn the_group_of_the_folder_does_not_replace_that_of_the_file() {
    if !rustix::process::geteuid().is_root() {
        return; // Only root can give files away.
    }
    for fixture in Fixture::each() {
        fixture.put("d/a", "old");
        std::os::unix::fs::chown(fixture.at("d"), None, Some(2345)).unwrap();
        fixture.mode("d", 0o2775);
        let group = || fs::metadata(fixture.at("d/a")).unwrap().gid();
        let before = group();
        commit(&fixture.tree, &[fixture.edit("d/a", "new")]).unwrap();
        assert_eq!(group(), before);
    }
}

#[test]
fn the_other_name_of_a_file_keeps_the_old_bytes() {
    for fixture in Fixture::each() {
        fixture.put("a", "old");
        fs::hard_link(fixture.at("a"), fixture.dir.path().join("outside/b")).unwrap();
        commit(&fixture.tree, &[fixture.edit("a", "new")]).unwrap();
        assert_eq!(fixture.text("../outside/b"), "old");
        assert_eq!(fixture.text("a"), "new");
    }
}

#[test]
fn folders_left_empty_go_and_are_named_with_their_modes() {
    for fixture in Fixture::each() {
        fixture.put("a/b/c/d", "").put("a/b/c/e", "").put("a/keep", "").mode("a/b", 0o711);
        let done = commit(&fixture.tree, &[fixture.remove("a/b/c/d"), fixture.remove("a/b/c/e")]).unwrap();
        let removed: Vec<_> = done.removed.iter().map(|folder| folder.path.to_string()).collect();
        assert_eq!(removed, ["a/b/c", "a/b"]);
        assert_eq!(done.removed[1].mode, 0o711);
        assert!(!fixture.at("a/b").exists() && fixture.at("a/keep").exists());
    }
}

#[test]
fn only_the_folders_allowed_are_removed() {
    let fixture = Fixture::new(Platform::default());
    fixture.put("a/b/c", "");
    let step = fixture.remove("a/b/c");
    let rules = FolderRules { removable: Some(vec!["a/b".into()]), ..FolderRules::default() };
    fixture.tree.ready(7, &[step.planned()], rules).unwrap().carry_out(|| true).unwrap();
    assert!(fixture.at("a").exists() && !fixture.at("a/b").exists());
}

#[test]
fn folders_are_made_with_the_modes_wished_for() {
    let fixture = Fixture::new(Platform::default());
    let step = create("a/b/c", "");
    let modes = vec![Folder { path: "a".into(), mode: 0o2770 }];
    let rules = FolderRules { modes, ..FolderRules::default() };
    fixture.tree.ready(7, &[step.planned()], rules).unwrap().carry_out(|| true).unwrap();
    assert_eq!(fixture.mode_of("a"), 0o2770);
}

#[test]
fn a_file_becomes_a_folder_and_a_folder_a_file() {
    for fixture in Fixture::each() {
        fixture.put("x", "file").put("y/a/b", "in").put("y/c", "in");
        let steps = [
            create("x/new/z", "1"),
            fixture.remove("x"),
            create("y", "2"),
            fixture.remove("y/a/b"),
            fixture.remove("y/c"),
        ];
        let done = commit(&fixture.tree, &steps).unwrap();
        assert_eq!((fixture.text("x/new/z").as_str(), fixture.text("y").as_str()), ("1", "2"));
        assert_eq!(done.made, ["x", "x/new"]);
        let removed: Vec<_> = done.removed.iter().map(|folder| folder.path.to_string()).collect();
        assert_eq!(removed, ["y/a", "y"]);
        assert_eq!(fs::read_dir(fixture.root()).unwrap().count(), 2);
    }
}

#[test]
fn a_folder_that_holds_other_files_does_not_give_way_to_a_file() {
    for fixture in Fixture::each() {
        fixture.put("y/a/b", "in").put("y/untracked", "mine");
        let before = fixture.all();
        let error = commit(&fixture.tree, &[create("y", "2"), fixture.remove("y/a/b")]).unwrap_err();
        assert!(matches!(error, WriteError::Refused { kind: Kind::Directory, .. }), "{error:?}");
        assert_eq!(fixture.all(), before);
    }
}

#[test]
fn changes_that_cannot_be_made_together_are_refused() {
    let fixture = Fixture::new(Platform::default());
    let before = fixture.all();
    let pairs = [[create("x", ""), create("x/y", "")], [create("x", "1"), create("x", "2")]];
    for pair in pairs {
        assert!(matches!(commit(&fixture.tree, &pair), Err(WriteError::Clash { .. })));
    }
    assert_eq!(fixture.all(), before);
}

#[test]
fn nothing_is_written_where_it_must_not_be() {
    for fixture in Fixture::each() {
        fixture.put("file", "").folder("sub/.git").folder("dir");
        fixture.link("out", "../outside").link("dangling", "../outside/new").link("dir/in", "../file");
        let before = fixture.all();
        let refused = [
            ("out/new", Kind::Link),
            ("out/a/b", Kind::Link),
            ("sub/new", Kind::Repository),
            ("sub/a/b", Kind::Repository),
            ("file/new", Kind::Other),
        ];
        for (path, expected) in refused {
            let steps = [create("harmless", ""), create(path, "")];
            match commit(&fixture.tree, &steps) {
                Err(WriteError::Refused { kind, .. }) => assert_eq!(kind, expected, "{path}"),
                other => panic!("{path}: {other:?}"),
            }
        }
        for path in ["dangling", "dir", "file", "dir/in"] {
            let steps = [create("harmless", ""), create(path, "")];
            assert!(matches!(commit(&fixture.tree, &steps), Err(WriteError::Changed { .. })), "{path}");
        }
        assert_eq!(fixture.all(), before);
    }
}

#[test]
fn a_batch_that_is_staged_and_dropped_leaves_nothing() {
    for fixture in Fixture::each() {
        fixture.put("a", "old").put("b", "old");
        let before = fixture.all();
        let steps = [fixture.edit("a", "new"), create("x/y", "new"), fixture.remove("b")];
        let ready = ready(&fixture.tree, &steps).unwrap();
        assert_ne!(fixture.all(), before);
        drop(ready);
        assert_eq!(fixture.all(), before);
    }
}

#[test]
fn a_staged_batch_says_what_a_journal_needs() {
    for fixture in Fixture::each() {
        fixture.put("d/a", "old");
        let steps = [fixture.edit("d/a", "new"), create("x/y/z", "made")];
        let ready = ready(&fixture.tree, &steps).unwrap();
        let entries: Vec<_> = ready.entries().collect();
        for (entry, text) in entries.iter().zip(["new", "made"]) {
            let temp = entry.temp.as_ref().unwrap().to_string();
            assert_eq!(fixture.text(&temp), text);
        }
        assert!(entries[0].aside.as_ref().unwrap().starts_with(b"d/.git-sr-"));
        assert_eq!(entries[1].folders, ["x", "x/y"]);
        assert_eq!((entries[1].aside.as_ref(), entries[0].folders.len()), (None, 0));
    }
}

#[test]
fn a_batch_can_be_made_durable() {
    for files in [2, 40] {
        let fixture = Fixture::new(Platform::default());
        let steps: Vec<_> = (0..files).map(|n| create(&format!("d{n}/f"), "x")).collect();
        let mut ready = ready(&fixture.tree, &steps).unwrap();
        ready.sync(Durability::Each, Vec::new()).unwrap();
        let mut applied = ready.apply(|| true).unwrap();
        applied.sync(Durability::Each, Vec::new()).unwrap();
        assert_eq!(applied.finish().made.len(), files);
    }
}

#[test]
fn a_folder_that_may_not_be_written_is_denied() {
    if rustix::process::geteuid().is_root() {
        return; // Nothing is denied to root.
    }
    let fixture = Fixture::new(Platform::default());
    fixture.put("a/b", "old").mode("a", 0o555);
    let error = commit(&fixture.tree, &[fixture.edit("a/b", "new")]).unwrap_err();
    assert!(matches!(error, WriteError::Denied { .. }));
    fixture.mode("a", 0o755);
}

/// An access list: user 1234 may read, besides owner (rw) and group (r).
const ACCESS_LIST: [u8; 44] = [
    2, 0, 0, 0, // version
    1, 0, 6, 0, 255, 255, 255, 255, // owner
    2, 0, 4, 0, 210, 4, 0, 0, // user 1234
    4, 0, 4, 0, 255, 255, 255, 255, // group
    16, 0, 4, 0, 255, 255, 255, 255, // mask
    32, 0, 0, 0, 255, 255, 255, 255, // others
];

fn set_access_list(at: PathBuf, name: &str) -> bool {
    rustix::fs::setxattr(at, name, &ACCESS_LIST, rustix::fs::XattrFlags::empty()).is_ok()
}

fn access_list(fixture: &Fixture, path: &str) -> Option<Vec<u8>> {
    let mut value = Vec::with_capacity(100);
    let name = "system.posix_acl_access";
    rustix::fs::getxattr(fixture.at(path), name, spare_capacity(&mut value)).ok().map(|_| value)
}

#[cfg_attr(portable, ignore = "attributes are kept on some systems only")]
#[test]
fn an_access_list_is_kept() {
    for fixture in Fixture::each() {
        fixture.put("a", "old");
        if !set_access_list(fixture.at("a"), "system.posix_acl_access") {
            return; // This file system has none.
        }
        let mode = fixture.mode_of("a");
        commit(&fixture.tree, &[fixture.edit("a", "new")]).unwrap();
        assert_eq!(access_list(&fixture, "a").unwrap(), ACCESS_LIST);
        assert_eq!(fixture.mode_of("a"), mode);
    }
}

#[cfg_attr(portable, ignore = "attributes are kept on some systems only")]
#[test]
fn an_old_file_does_not_get_the_access_list_of_its_folder() {
    for fixture in Fixture::each() {
        fixture.put("d/a", "old").mode("d/a", 0o664);
        if !set_access_list(fixture.at("d"), "system.posix_acl_default") {
            return; // This file system has none.
        }
        commit(&fixture.tree, &[fixture.edit("d/a", "new"), create("d/e/f", "new")]).unwrap();
        assert_eq!((access_list(&fixture, "d/a"), fixture.mode_of("d/a")), (None, 0o664));
        assert!(access_list(&fixture, "d/e/f").is_some());
    }
}

#[test]
fn the_folder_that_the_process_is_in_is_not_removed() {
    let mut fixture = Fixture::new(Platform::default());
    fixture.put("a/b/c", "");
    let meta = fs::metadata(fixture.at("a/b")).unwrap();
    fixture.tree.here = Some((meta.dev(), meta.ino()));
    let done = commit(&fixture.tree, &[fixture.remove("a/b/c")]).unwrap();
    assert!(fixture.at("a/b").exists() && done.removed.is_empty());
}
