//! The table in `docs/staging.md`, cell by cell: what becomes of a batch, whatever the state of its file. git
//! is the oracle: a diff that makes the batch's change goes by `git apply` to each version that the command
//! changes.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use place::{Place, edit, said};

const DOCUMENT: &str = include_str!("../docs/staging.md");
const FILE: &str = "a.txt";
const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";

/// A state of the file, and a batch for it.
struct State {
    /// As the table calls it.
    name: &'static str,
    tracked: bool,
    prepare: fn(&Place),
    /// The line that the batch changes, as the work tree has it.
    batch: Batch,
}

enum Batch {
    Edits(&'static str),
    Creates,
    Deletes,
}

const STATES: [State; 10] = [
    State { name: "clean", tracked: true, prepare: |_| {}, batch: Batch::Edits("2") },
    State {
        name: "dirty in other lines",
        tracked: true,
        prepare: |place| dirty(place, "9"),
        batch: Batch::Edits("2"),
    },
    State {
        name: "dirty in the same lines",
        tracked: true,
        prepare: |place| dirty(place, "2"),
        batch: Batch::Edits("dirty"),
    },
    State {
        name: "staged in other lines",
        tracked: true,
        prepare: |place| staged(place, "9"),
        batch: Batch::Edits("2"),
    },
    State {
        name: "staged and dirty in other lines",
        tracked: true,
        prepare: |place| {
            staged(place, "9");
            dirty(place, "11");
        },
        batch: Batch::Edits("2"),
    },
    State {
        name: "untracked",
        tracked: false,
        prepare: |place| place.write(FILE, TEXT),
        batch: Batch::Edits("2"),
    },
    State {
        name: "ignored",
        tracked: false,
        prepare: |place| {
            place.write(".git/info/exclude", "/a.txt\n");
            place.write(FILE, TEXT);
        },
        batch: Batch::Edits("2"),
    },
    State { name: "made by the batch", tracked: false, prepare: |_| {}, batch: Batch::Creates },
    State {
        name: "made by the batch, ignored",
        tracked: false,
        prepare: |place| place.write(".git/info/exclude", "/a.txt\n"),
        batch: Batch::Creates,
    },
    State { name: "deleted by the batch", tracked: true, prepare: |_| {}, batch: Batch::Deletes },
];

/// Ways to call the program; the table has a column for each.
const WAYS: [(&str, &[&str]); 4] = [
    ("git sr apply", &["apply"]),
    ("--index", &["apply", "--index"]),
    ("--cached", &["apply", "--cached"]),
    ("--commit", &["apply", "--commit"]),
];

fn line(text: &str, line: &str, new: &str) -> String {
    text.lines().map(|old| if old == line { new } else { old }.to_owned() + "\n").collect()
}

fn dirty(place: &Place, at: &str) {
    place.write(FILE, &line(&place.read(FILE), at, "dirty"));
}

fn staged(place: &Place, at: &str) {
    place.write(FILE, &line(&place.read(FILE), at, "staged"));
    place.git(&["add", FILE]);
}

impl State {
    /// The repository, amid other work of the user.
    fn place(&self) -> Place {
        let all =
            [("staged.txt", TEXT), ("dirty.txt", TEXT), ("both.txt", TEXT), ("gone.txt", TEXT), (FILE, TEXT)];
        let place = Place::new(if self.tracked { &all } else { &all[..4] });
        place.write("staged.txt", &line(TEXT, "2", "staged"));
        place.write("both.txt", &line(TEXT, "2", "staged"));
        place.git(&["add", "-A"]);
        place.git(&["rm", "-q", "--cached", "gone.txt"]);
        place.write("both.txt", &line(TEXT, "2", "dirty"));
        place.write("dirty.txt", &line(TEXT, "2", "dirty"));
        place.write("new.txt", "x\n");
        place.write("announced.txt", "x\n");
        place.git(&["add", "-N", "announced.txt"]);
        (self.prepare)(&place);
        place
    }

    fn reply(&self) -> String {
        match self.batch {
            Batch::Edits(line) => edit(FILE, line, "batch"),
            Batch::Creates => edit(FILE, "", "batch"),
            Batch::Deletes => format!("{FILE}\n<<<<<<< DELETE\n>>>>>>> DELETE\n"),
        }
    }

    /// The change of the batch for `git apply`.
    fn diff(&self) -> String {
        let edited =
            |line| format!("--- a/{FILE}\n+++ b/{FILE}\n@@ -1,5 +1,5 @@\n 1\n-{line}\n+batch\n 3\n 4\n 5\n");
        let header = |what| format!("diff --git a/{FILE} b/{FILE}\n{what} file mode 100644\n");
        match self.batch {
            Batch::Edits(line) => edited(line),
            Batch::Creates => {
                header("new") + &format!("--- /dev/null\n+++ b/{FILE}\n@@ -0,0 +1 @@\n+batch\n")
            }
            Batch::Deletes => {
                let lines: String = TEXT.lines().map(|line| format!("-{line}\n")).collect();
                header("deleted") + &format!("--- a/{FILE}\n+++ /dev/null\n@@ -1,12 +0,0 @@\n{lines}")
            }
        }
    }
}

/// Versions of the files in each place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Held {
    work: BTreeMap<PathBuf, Vec<u8>>,
    /// The entry of each path by `git ls-files`.
    index: BTreeMap<String, String>,
    /// The entry of each path by `git ls-tree`.
    head: BTreeMap<String, String>,
    status: Vec<String>,
    changes: [String; 2],
}

impl Held {
    fn of(place: &Place) -> Self {
        let mut work = BTreeMap::new();
        files(&place.root(), &mut work);
        let says = |arguments: &[&str]| place.git_says(arguments);
        let by_path = |text: String| {
            text.lines()
                .filter_map(|line| line.split_once('\t'))
                .map(|(entry, path)| (path.to_owned(), entry.to_owned()))
                .collect()
        };
        Self {
            work,
            index: by_path(says(&["ls-files", "-s", "-v"])),
            head: by_path(says(&["ls-tree", "-r", "HEAD"])),
            status: says(&["status", "--porcelain", "--no-renames", "-uall", "--ignored"])
                .lines()
                .map(str::to_owned)
                .collect(),
            changes: [says(&["diff"]), says(&["diff", "--cached", "--no-renames"])],
        }
    }

    /// The rest, without the file of the batch.
    fn others(mut self) -> Self {
        self.work.retain(|path, _| !path.ends_with(FILE));
        self.index.remove(FILE);
        self.head.remove(FILE);
        self.status.retain(|line| !line.ends_with(&format!(" {FILE}")));
        self.changes = self.changes.map(|diff| {
            diff.split_inclusive('\n')
                .collect::<String>()
                .split("diff --git ")
                .filter(|part| !part.starts_with(&format!("a/{FILE}")))
                .collect()
        });
        self
    }

    /// The blobs that index and HEAD have of the file.
    fn blobs(&self) -> [Option<String>; 2] {
        let blob = |entry: Option<&String>, at| Some(entry?.split(' ').nth(at)?.to_owned());
        [blob(self.index.get(FILE), 2), blob(self.head.get(FILE), 2)]
    }
}

fn files(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if entry.file_name() == ".git" => {}
            true => files(&path, found),
            false => {
                let bytes = std::fs::read(&path).expect("a file");
                let name = path.file_name().expect("a name").into();
                found.insert(name, bytes);
            }
        }
    }
}

/// Makes the change with git alone, in all versions that the command changes; or in none, if one does not
/// take it.
fn by_git(place: &Place, state: &State, way: &str) {
    place.write("../diff", &state.diff());
    let root = place.root();
    let git = |index: &str, arguments: &[&str]| {
        let index = format!("GIT_INDEX_FILE={}", place.outside().join(index).display());
        let output = place.run_program("env", &root, &[&[&index, "git"], arguments].concat());
        (output.status.success(), said(&output).0.trim_end().to_owned())
    };
    let (real, committed) = ("work/.git/index", "committed");
    git(committed, &["read-tree", "HEAD"]);
    let work = |check: &[&str]| git(real, &[&["apply"], check, &["../diff"]].concat()).0;
    let staged =
        |index: &str, check: &[&str]| git(index, &[&["apply", "--cached"], check, &["../diff"]].concat()).0;
    let check = &["--check"][..];
    // Files without an entry are staged by git add, which refuses ignored ones.
    let whole =
        way == "--index" && matches!(state.name, "untracked" | "ignored" | "made by the batch, ignored");
    let takes = match way {
        "git sr apply" => work(check),
        "--index" => work(check) && (whole || staged(real, check)),
        "--cached" => staged(real, check),
        // git apply would add what is ignored, git add does not.
        _ if state.name == "made by the batch, ignored" => false,
        _ => work(check) && staged(real, check) && staged(committed, check),
    };
    if !takes {
        return;
    }
    assert!(way == "--cached" || work(&[]));
    match way {
        "git sr apply" => {}
        _ if whole => assert_eq!(git(real, &["add", FILE]).0, state.name == "untracked"),
        _ => assert!(staged(real, &[])),
    }
    if way == "--commit" {
        assert!(staged(committed, &[]));
        let tree = git(committed, &["write-tree"]).1;
        let commit = git(committed, &["commit-tree", &tree, "-p", "HEAD", "-m", "batch"]).1;
        assert!(git(real, &["update-ref", "HEAD", &commit]).0);
    }
}

/// The word of the table for what was seen.
fn word(way: &str, place: &Place, (before, after): (&Held, &Held)) -> &'static str {
    let file = place
        .root()
        .join(FILE)
        .exists()
        .then(|| place.git_says(&["hash-object", FILE]).trim_end().to_owned());
    let ([index, head], [old_index, _]) = (after.blobs(), before.blobs());
    match way {
        _ if after == before => "nothing",
        "git sr apply" | "--cached" => "applied",
        "--index" if index == file => "applied",
        "--commit" if index == file && head == file => "applied",
        "--index" if index == old_index => "not staged",
        _ => "merged",
    }
}

/// The first words of the cells, by row and column.
fn documented() -> BTreeMap<(String, String), String> {
    let mut lines = DOCUMENT.lines().skip_while(|line| !line.starts_with("| the file is "));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    let columns = cells(lines.next().expect("the table"));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    let of_row = |row: Vec<String>| {
        assert_eq!(row.len(), columns.len(), "{row:?}");
        let cells: Vec<_> = columns[1..].iter().cloned().zip(row[1..].to_vec()).collect();
        cells.into_iter().map(move |(column, cell)| ((row[0].clone(), column), cell))
    };
    rows.flat_map(of_row).collect()
}

fn cell(state: &State, (way, arguments): (&str, &[&str]), hooked: bool) -> String {
    let at = format!("{} x {way}", state.name);
    let (place, gits) = (state.place(), state.place());
    if hooked {
        place
            .write(".git/hooks/pre-commit", "#!/bin/sh\ntest \"$(git diff --cached --name-only)\" = a.txt\n");
        let mode = PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(place.root().join(".git/hooks/pre-commit"), mode).expect("a mode");
    }
    let (before, head) = (Held::of(&place), place.git_says(&["rev-parse", "HEAD"]));
    assert_eq!(before, Held::of(&gits), "{at}");
    by_git(&gits, state, way);

    let (_, stderr, code) = said(&place.run(arguments, &state.reply()));
    let after = Held::of(&place);
    assert_eq!(after, Held::of(&gits), "{at}: {stderr}");
    assert_eq!(after.clone().others(), before.clone().others(), "{at}");
    sound(&place, &at);
    if code == Some(1) {
        assert_eq!(after, before, "{at}");
        assert!(stderr.contains(FILE) && stderr.contains("nothing was written"), "{at}: {stderr}");
        return "refused".to_owned();
    }
    assert_eq!(code, Some(0), "{at}: {stderr}");
    let seen = word(way, &place, (&before, &after));

    let done = place.git_says(&["rev-parse", "HEAD"]);
    assert_eq!(done != head, way == "--commit", "{at}");
    for (command, wanted, commit) in
        [("undo", &before, &head), ("redo", &after, &done), ("undo", &before, &head)]
    {
        let (_, stderr, code) = said(&place.run(&[command], ""));
        assert_eq!(code, Some(0), "{at}, {command}: {stderr}");
        assert_eq!(&Held::of(&place), wanted, "{at}, {command}");
        assert_eq!(&place.git_says(&["rev-parse", "HEAD"]), commit, "{at}, {command}");
        sound(&place, &at);
    }
    seen.to_owned()
}

fn sound(place: &Place, at: &str) {
    place.git(&["fsck", "--strict", "--no-dangling", "--no-progress"]);
    let names = std::fs::read_dir(place.root().join(".git")).expect("a folder").flatten();
    let locks = names.filter(|entry| entry.path().extension().is_some_and(|extension| extension == "lock"));
    assert_eq!(locks.count(), 0, "{at}");
}

/// Every cell of a column begins with the word for what happens.
fn column(at: usize, hooked: bool) {
    let table = documented();
    for state in &STATES {
        let seen = cell(state, WAYS[at], hooked);
        let said = &table[&(state.name.to_owned(), WAYS[at].0.to_owned())];
        let word = said.split([',', '(']).next().unwrap_or_default().trim_end();
        assert_eq!(word, seen, "{} x {}", state.name, WAYS[at].0);
    }
}

#[test]
fn the_table_has_a_cell_for_each_state_and_command() {
    let of_state = |state: &State| WAYS.map(|(way, _)| (state.name.to_owned(), way.to_owned()));
    let mut wanted: Vec<_> = STATES.iter().flat_map(of_state).collect();
    wanted.sort();
    assert_eq!(documented().into_keys().collect::<Vec<_>>(), wanted);
}

#[test]
fn a_batch_does_to_the_work_tree_what_the_table_says() {
    column(0, false);
}

#[test]
fn a_batch_with_index_does_what_the_table_says() {
    column(1, false);
}

#[test]
fn a_batch_with_cached_does_what_the_table_says() {
    column(2, false);
}

#[test]
fn a_batch_with_commit_does_what_the_table_says() {
    column(3, false);
}

#[test]
fn a_batch_with_commit_does_what_the_table_says_where_git_commits() {
    column(3, true);
}

#[test]
fn a_block_that_quotes_the_committed_lines_changes_the_index_alone() {
    for (way, arguments) in WAYS {
        let place = Place::new(&[(FILE, TEXT)]);
        dirty(&place, "2");
        let (_, stderr, code) = said(&place.run(arguments, &edit(FILE, "2", "batch")));
        assert_eq!(code, Some(i32::from(way != "--cached")), "{way}: {stderr}");
        assert_eq!(place.read(FILE), line(TEXT, "2", "dirty"), "{way}");
    }
}

/// Only the change of the batch, whatever was staged besides.
#[test]
fn a_reply_that_was_applied_is_staged_or_committed_when_it_is_sent_again() {
    for (way, arguments) in &WAYS[1..] {
        let place = Place::new(&[(FILE, TEXT), ("b.txt", TEXT)]);
        let reply =
            [edit(FILE, "2", "batch"), edit("b.txt", "2", "batch"), edit("new.txt", "", "new")].concat();
        staged(&place, "9");
        place.run(&["apply"], &reply);
        let (before, text) = (Held::of(&place), place.read(FILE));
        let head = place.git_says(&["rev-parse", "HEAD"]);
        let (_, stderr, code) = said(&place.run(arguments, &reply));
        assert_eq!(code, Some(0), "{way}: {stderr}");
        assert_eq!(place.read(FILE), text, "{way}");
        let batch = line(TEXT, "2", "batch");
        assert_eq!(place.git_says(&["show", ":a.txt"]), line(&batch, "9", "staged"), "{way}");
        assert_eq!(place.git_says(&["show", ":new.txt"]), "new\n", "{way}");
        if *way == "--commit" {
            assert_eq!(place.git_says(&["show", "HEAD:a.txt"]), batch);
            assert_eq!(place.git_says(&["status", "--porcelain"]), "M  a.txt\n");
        } else {
            assert_eq!(
                place.git_says(&["status", "--porcelain"]),
                "M  a.txt\nM  b.txt\nA  new.txt\n",
                "{way}"
            );
            assert_eq!(place.git_says(&["rev-parse", "HEAD"]), head);
        }
        let after = Held::of(&place);
        if *way != "--cached" {
            let (_, stderr, code) = said(&place.run(arguments, &reply));
            assert_eq!((code, Held::of(&place)), (Some(0), after.clone()), "{way}: {stderr}");
            assert!(stderr.contains("nothing to do: batch 1 applied this reply"), "{stderr}");
        }
        for (command, wanted) in [("undo", &before), ("redo", &after), ("undo", &before)] {
            let (_, stderr, code) = said(&place.run(&[command], ""));
            assert_eq!(code, Some(0), "{way}, {command}: {stderr}");
            assert_eq!(&Held::of(&place), wanted, "{way}, {command}");
        }
        sound(&place, way);
    }
}

#[test]
fn a_reply_sent_again_is_not_staged_where_the_index_has_other_lines() {
    let place = Place::new(&[(FILE, TEXT)]);
    let reply = edit(FILE, "2", "batch");
    place.run(&["apply"], &reply);
    let text = place.read(FILE);
    place.write(FILE, &line(TEXT, "2", "mine"));
    place.git(&["add", FILE]);
    place.write(FILE, &text);
    let before = Held::of(&place);
    for arguments in [&["apply", "--index"][..], &["apply", "--commit"]] {
        let (_, stderr, code) = said(&place.run(arguments, &reply));
        assert_eq!(code, Some(1), "{stderr}");
        assert!(stderr.contains("'a.txt'") && stderr.contains("nothing was written"), "{stderr}");
        assert_eq!(Held::of(&place), before);
    }
}
