//! The table in `docs/staging.md`, cell by cell: what becomes of a batch, whatever the state of its file. git
//! is the oracle: a diff that makes the batch's change goes by `git apply` to each version that the command
//! changes.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

#[path = "matrix/held.rs"]
mod held;
mod obey;
#[path = "matrix/oracle.rs"]
mod oracle;
mod place;
#[path = "matrix/sent_again.rs"]
mod sent_again;
#[path = "matrix/state.rs"]
mod state;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;

use held::Held;
use oracle::by_git;
use place::{Place, edit, said};
use state::{STATES, State};

const DOCUMENT: &str = include_str!("../docs/staging.md");
const FILE: &str = "a.txt";
const TEXT: &str = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";

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
