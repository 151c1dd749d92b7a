use std::io;

use gix::ObjectId;

use super::*;

/// The bytes that a record would have.
struct Bytes {
    old: &'static str,
    new: &'static str,
}

impl Bytes {
    fn print(bytes: &str) -> Print {
        let id = gix::objs::compute_hash(gix::hash::Kind::Sha1, gix::objs::Kind::Blob, bytes.as_bytes());
        Print { id: id.unwrap(), mode: Some(0o644) }
    }
}

impl Store for Bytes {
    fn id(&self, bytes: &[u8]) -> io::Result<ObjectId> {
        Ok(Self::print(std::str::from_utf8(bytes).unwrap()).id)
    }

    fn old_bytes(&self, _: &RepoPath) -> io::Result<Vec<u8>> {
        Ok(self.old.into())
    }

    fn new_bytes(&self, _: &RepoPath) -> io::Result<Vec<u8>> {
        Ok(self.new.into())
    }
}

const TEXT: Bytes = Bytes { old: "old text\n", new: "new text\n" };
const TEMP: &str = ".git-sr-0000000000000007-0.tmp";
const ASIDE: &str = ".git-sr-0000000000000007-0-old.tmp";
const SPARE: &str = ".git-sr-0000000000000007-0-back.tmp";

/// A batch of one change, broken off.
fn broken(old: Option<&str>, new: Option<&str>) -> BrokenBatch {
    let file = UnfinishedFile {
        path: repo_path("f"),
        temp: new.map(|_| "".into()),
        aside: old.map(|_| "".into()),
        folders: Vec::new(),
        old: old.map(Bytes::print),
        new: new.map(Bytes::print),
    };
    BrokenBatch { token: 7, files: vec![file], cleared: Vec::new(), emptied: Vec::new() }
}

fn put(fixture: &Fixture, path: &str, text: &str) {
    fixture.put(path, text).mode(path, 0o644);
}

fn strays(all: &[Stray]) -> Vec<String> {
    all.iter().map(|stray| format!("{}: {}", stray.path.as_bstr(), stray.file)).collect()
}

#[test]
fn a_save_that_changed_places_with_the_old_file_before_a_kill_stays() {
    for fixture in Fixture::each() {
        let edited = broken(Some(TEXT.old), Some(TEXT.new));
        let removed = broken(Some(TEXT.old), None);
        for (batch, name) in [(&edited, TEMP), (&edited, SPARE), (&edited, ASIDE), (&removed, ASIDE)] {
            put(&fixture, "f", TEXT.old);
            put(&fixture, name, "saved\n");
            let (fates, left) = fixture.tree.roll_back(batch, &TEXT).unwrap();
            assert_eq!(fates, [Fate::Untouched]);
            assert_eq!(strays(&left), [format!("f: {name}")]);
            assert_eq!(fixture.text(name), "saved\n");
            assert_eq!(fixture.text("f"), TEXT.old);
            fs::remove_file(fixture.at(name)).unwrap();
        }
    }
}

#[test]
fn a_save_over_a_new_file_that_was_moved_off_before_a_kill_stays() {
    for fixture in Fixture::each() {
        put(&fixture, TEMP, "saved\n");
        let (fates, left) = fixture.tree.roll_back(&broken(None, Some(TEXT.new)), &TEXT).unwrap();
        assert_eq!(fates, [Fate::Untouched]);
        assert_eq!(strays(&left), [format!("f: {TEMP}")]);
        assert_eq!(fixture.text(TEMP), "saved\n");
    }
}

#[test]
fn the_old_bytes_are_not_written_over_a_save() {
    for fixture in Fixture::each() {
        put(&fixture, "f", TEXT.new);
        put(&fixture, SPARE, "saved\n");
        let edited = broken(Some(TEXT.old), Some(TEXT.new));
        let (fates, left) = fixture.tree.roll_back(&edited, &TEXT).unwrap();
        assert_eq!(fates, [Fate::Kept]);
        assert_eq!(strays(&left), [format!("f: {SPARE}")]);
        assert_eq!(fixture.text(SPARE), "saved\n");
    }
}

#[test]
fn what_a_loss_of_power_cut_off_goes() {
    for fixture in Fixture::each() {
        for torn in ["", "new", "new\0\0\0", "\0\0\0\0\0\0\0\0\0", TEXT.new, TEXT.old] {
            put(&fixture, "f", TEXT.old);
            put(&fixture, TEMP, torn);
            let edited = broken(Some(TEXT.old), Some(TEXT.new));
            let (fates, left) = fixture.tree.roll_back(&edited, &TEXT).unwrap();
            assert_eq!((fates.as_slice(), left.as_slice()), ([Fate::Untouched].as_slice(), [].as_slice()));
            assert!(!fixture.at(TEMP).exists(), "{torn:?}");
        }
    }
}

#[test]
fn old_bytes_that_were_being_written_are_written_again() {
    for fixture in Fixture::each() {
        for torn in ["", "old", TEXT.old, TEXT.new] {
            put(&fixture, "f", TEXT.new);
            put(&fixture, SPARE, torn);
            let edited = broken(Some(TEXT.old), Some(TEXT.new));
            let (fates, left) = fixture.tree.roll_back(&edited, &TEXT).unwrap();
            assert_eq!((fates.as_slice(), left.as_slice()), ([Fate::Restored].as_slice(), [].as_slice()));
            assert_eq!(fixture.text("f"), TEXT.old);
            assert!(!fixture.at(SPARE).exists());
        }
    }
}

#[test]
fn a_rename_by_a_second_name_that_was_cut_short_is_no_obstacle() {
    let (edited, removed, made) =
        ([Some(TEXT.old), Some(TEXT.new)], [Some(TEXT.old), None], [None, Some(TEXT.new)]);
    // The change, the text of the file, whether the old file is aside, and two names of one file.
    for (change, text, is_aside, names, fate) in [
        (edited, TEXT.new, true, ["f", TEMP], Fate::Restored),
        (edited, TEXT.new, true, ["f", SPARE], Fate::Restored),
        (edited, TEXT.new, true, [ASIDE, SPARE], Fate::Restored),
        (edited, TEXT.old, false, ["f", ASIDE], Fate::Untouched),
        (removed, TEXT.old, false, ["f", SPARE], Fate::Untouched),
        (made, TEXT.new, false, ["f", TEMP], Fate::Restored),
    ] {
        for fixture in Fixture::each() {
            put(&fixture, "f", text);
            if is_aside {
                put(&fixture, ASIDE, TEXT.old);
            }
            fs::hard_link(fixture.at(names[0]), fixture.at(names[1])).unwrap();
            let (fates, left) = fixture.tree.roll_back(&broken(change[0], change[1]), &TEXT).unwrap();
            assert_eq!((fates.as_slice(), left.as_slice()), ([fate].as_slice(), [].as_slice()), "{names:?}");
            let all = fs::read_dir(fixture.root()).unwrap().map(|entry| entry.unwrap().file_name());
            let there: Vec<_> = all.map(|name| fixture.text(name.to_str().unwrap())).collect();
            assert_eq!(there, Vec::from_iter(change[0]), "{names:?}");
        }
    }
}
