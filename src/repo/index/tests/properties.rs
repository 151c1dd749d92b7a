//! Properties of every index.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

const NAMES: [&str; 9] = ["a", "a-b", "a.b", "ab", "d/x", "d/x-y", "d-x", "e/f/g/h", "z"];

fn entry() -> impl Strategy<Value = Option<IndexEntry>> {
    let entry =
        (any::<u8>(), any::<bool>(), any::<[bool; 3]>()).prop_map(|(id, executable, marks)| IndexEntry {
            id: ObjectId::from_bytes_or_panic(&[id; 20]),
            mode: if executable { 0o100_755 } else { 0o100_644 },
            assume_unchanged: marks[0],
            skip_worktree: marks[1],
            intent_to_add: marks[2],
        });
    prop::option::of(entry)
}

/// A path: one of a few names, or a long one. One more byte, and gix could not read the index (0.90 passes
/// over one byte of padding only where the flags have no room for the length).
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
        let mut model: BTreeMap<RepoPath, IndexEntry> = BTreeMap::new();
        for step in steps {
            let mut changes = Vec::new();
            for (number, entry) in step {
                let path = path(&name(number));
                match &entry {
                    Some(entry) => drop(model.insert(path.clone(), entry.clone())),
                    None => drop(model.remove(&path)),
                }
                changes.push(SettledEntry { path, entry, file: None });
            }
            let raw = read(&file, kind);
            let patched = patch::patch(&raw, &changes, &[]).unwrap().expect("a patch");
            let new = folder.path().join("new");
            patched.write(&std::fs::File::create(&new).unwrap()).unwrap();
            std::fs::rename(new, &file).unwrap();
        }
        let raw = read(&file, kind);
        let index = gix::index::File::at(&file, kind, false, Default::default()).unwrap();
        prop_assert_eq!(index.entries().len(), model.len());
        for (found, (path, entry)) in index.entries().iter().zip(&model) {
            prop_assert_eq!(found.path(&index), path.as_bstr());
            prop_assert_eq!(&IndexEntry::of(found.id, found.mode.bits(), found.flags), entry);
            prop_assert_eq!(raw.slot(path.as_bstr()).unwrap(), Slot::Entry(entry.clone(), Stat::default()));
        }
        // And git reads the same.
        let sandbox = Sandbox::new();
        std::fs::rename(file, sandbox.path().join(".git/index")).unwrap();
        let listed = |(path, entry): (&RepoPath, &IndexEntry)| {
            let tag = if entry.skip_worktree { 'S' } else { 'H' };
            let tag = if entry.assume_unchanged { tag.to_ascii_lowercase() } else { tag };
            format!("{tag} {:o} {} 0\t{path}\n", entry.mode, entry.id)
        };
        let wanted: String = model.iter().map(listed).collect();
        prop_assert_eq!(sandbox.git(&["ls-files", "-s", "-v"]), wanted);
    }

    #[test]
    fn random_bytes_are_no_index_and_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), count in 0u32..4) {
        let mut index = [&b"DIRC\0\0\0\x02"[..], &count.to_be_bytes()].concat();
        index.extend(bytes);
        let raw = Raw::of(Arc::new(Pieces::of_bytes(index)), gix::hash::Kind::Sha1, Some(0)).unwrap();
        let _ = raw.map(Raw::whole);
    }
}
