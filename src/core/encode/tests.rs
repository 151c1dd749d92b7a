//! Encoded text is read, planned and compared here once more, with a world of its own.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::core::{
    change::{FileMode, Version},
    guard::{Policy, Rules},
    locate::Tier,
    outcome::Unreadable,
    plan::{self, History, Settings, Source},
    reply,
    resolve::{Kind, Tree},
    text::Ending,
};

type Files = BTreeMap<String, Vec<u8>>;

/// A work tree that exists only here.
struct Fake(Files);

impl Tree for Fake {
    fn root(&self) -> &[u8] {
        b"/root"
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        let path = path.to_string();
        let is_below =
            |long: &String, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with('/'));
        if self.0.contains_key(&path) {
            Kind::File
        } else if self.0.keys().any(|file| is_below(file, &path)) {
            Kind::Directory
        } else if self.0.keys().any(|file| is_below(&path, file)) {
            Kind::Other
        } else {
            Kind::Absent
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let fits = |path: &&String| format!("/{path}").ends_with(&format!("/{suffix}"));
        self.0.keys().filter(fits).map(|path| named(path)).take(limit).collect()
    }

    fn is_here(&self, _: &[u8]) -> bool {
        true
    }
}

impl World for Fake {
    fn read(&self, path: &RepoPath) -> Result<Version, Unreadable> {
        let bytes = self.0.get(&path.to_string()).cloned();
        bytes
            .map(|bytes| Version { bytes: bytes.into(), mode: Some(0o644) })
            .ok_or(Unreadable::NotAFile(self.kind(path)))
    }

    fn may_edit(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }

    fn new_ending(&self, _: &RepoPath) -> Ending {
        Ending::Lf
    }

    fn history(&self) -> &dyn History {
        self
    }

    fn may_create(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }
}

impl History for Fake {
    fn id(&self, path: &RepoPath, bytes: &[u8]) -> Option<String> {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut hasher = DefaultHasher::new();
        (path, bytes).hash(&mut hasher);
        Some(format!("{:016x}", hasher.finish()))
    }
}

fn named(path: &str) -> RepoPath {
    RepoPath::new(path.as_bytes()).expect("a path")
}

/// The files after a reply, which must have neither faults nor failures.
fn applied(text: &[u8], files: &Files) -> Files {
    let settings = Settings::lifted(Tier::last());
    let reply = reply::parse(text, &reply::Options::default());
    assert!(reply.faults.is_empty(), "{:?} in\n{}", reply.faults, text.escape_ascii());
    let policy = Policy::new(Rules::default()).expect("no rules");
    let source = Source { name: "-".into(), reply };
    let plan = plan::plan(&[source], &policy, &settings, &Fake(files.clone()));
    assert!(plan.is_good(), "{:?} in\n{}", plan.blocks, String::from_utf8_lossy(text));
    let mut files = files.clone();
    for file in plan.files {
        let path = file.edited.change.path.to_string();
        match file.edited.change.new {
            Some(new) => files.insert(path, new.bytes.into_vec()),
            None => files.remove(&path),
        };
    }
    files
}

/// The files that a reply leaves if it has these changes.
fn wanted(files: &Files, changes: &[PathChange], paths: &[RepoPath]) -> Files {
    let mut files = files.clone();
    for change in changes.iter().filter(|change| paths.contains(&change.path)) {
        files.remove(&change.path.to_string());
        if let Some(from) = &change.from {
            files.remove(&from.to_string());
        }
    }
    for change in changes.iter().filter(|change| paths.contains(&change.path)) {
        files.extend(change.new.clone().map(|new| (change.path.to_string(), new)));
    }
    files
}

fn encoded(files: &Files, changes: &[PathChange], writer: &Writer) -> Encoded {
    encode(changes, writer, EncodeOptions::default(), &Fake(files.clone()))
}

fn writer(id: &str) -> &'static Writer {
    Writer::all().find(|writer| writer.id == id).expect("a writer")
}

fn change(path: &str, from: Option<&str>, old: Option<&str>, new: Option<&str>) -> PathChange {
    let bytes = |text: Option<&str>| text.map(|text| text.as_bytes().to_vec());
    PathChange {
        path: named(path),
        from: from.map(named),
        old: bytes(old),
        new: bytes(new),
        modes: [FileMode::Plain; 2],
    }
}

/// The reply for the change of one file.
fn reply_for(id: &str, old: &str, new: &str) -> Encoded {
    let change = change("a.txt", None, Some(old), Some(new));
    encoded(&Files::from([("a.txt".into(), old.into())]), &[change], writer(id))
}

/// The SEARCH section of the only block.
fn search(old: &str, new: &str) -> String {
    let encoded = reply_for("diff", old, new);
    assert_eq!(encoded.left_out, []);
    let text = String::from_utf8(encoded.text).expect("UTF-8");
    assert_eq!(text.matches("<<<<<<<").count(), 1, "{text}");
    let (_, rest) = text.split_once("SEARCH\n").expect("an opener");
    rest.split_once("=======\n").expect("a divider").0.to_owned()
}

#[test]
fn as_few_lines_are_quoted_as_are_at_one_place() {
    assert_eq!(search("a\nb\nc\n", "a\nB\nc\n"), "b\n");
    assert_eq!(search("x\n}\ny\n}\n", "x\n}\ny\nz\n}\n"), "y\n");
    assert_eq!(search("x\nb\ny\nb\n", "x\nb\ny\nB\n"), "y\nb\n");
    assert_eq!(search("b\ny\nb\nx\n", "B\ny\nb\nx\n"), "b\ny\n");
}

#[test]
fn equal_lines_are_told_apart_by_those_around_them() {
    let old = "{\n  a\n}\n".repeat(3);
    let new = "{\n  a\n}\n{\n  b\n}\n{\n  a\n}\n";
    assert_eq!(
        applied(&reply_for("diff", &old, new).text, &Files::from([("a.txt".into(), old.clone().into())])),
        Files::from([("a.txt".into(), new.into())])
    );
}

#[test]
fn whole_functions_are_quoted_if_that_is_asked_for() {
    let old = "use a;\n\n/// One.\nfn one() {\n    1\n}\n\nfn two() {\n    2\n}\n";
    let change = change("a.rs", None, Some(old), Some(&old.replace("    2", "    3")));
    let files = Files::from([("a.rs".into(), old.into())]);
    let options = EncodeOptions { whole_functions: true, ..EncodeOptions::default() };
    let text = encode(std::slice::from_ref(&change), writer("diff"), options, &Fake(files.clone())).text;
    assert!(
        String::from_utf8_lossy(&text).contains("SEARCH\nfn two() {\n    2\n}\n======="),
        "{}",
        text.escape_ascii()
    );
    let change = PathChange { new: Some(old.replace("    1", "    3").into()), ..change };
    let text = encode(&[change], writer("diff"), options, &Fake(files)).text;
    assert!(
        String::from_utf8_lossy(&text).contains("SEARCH\n/// One.\nfn one() {\n    1\n}\n======="),
        "{}",
        text.escape_ascii()
    );
}

#[test]
fn markers_are_longer_where_the_text_has_some() {
    let text = reply_for("diff", "Title\n=======\ntext\n", "Title\n=======\nother\n\nNext\n=======\n").text;
    assert!(text.starts_with(b"a.txt\n```text\n<<<<<<<< SEARCH\n"), "{}", text.escape_ascii());
}

#[test]
fn lines_are_named_by_their_numbers_in_the_version_before() {
    let old = "a\nb\nb\nc\nd\ne\n";
    let files = Files::from([("a.txt".into(), old.into())]);
    let new = "0\na\nb\nB\nx\nc\ne\nf\n";
    let moved = change("b.txt", Some("a.txt"), Some(old), Some(new));
    let text = String::from_utf8(encoded(&files, &[moved], writer("lined")).text).expect("UTF-8");
    let id = Fake(files).id(&named("a.txt"), old.as_bytes()).expect("an id");
    let edits = "PUT <1:\n+0\nPUT 3:\n+B\n+x\nCUT 5\nPUT >$:\n+f\nMV b.txt\n";
    assert_eq!(text, format!("[a.txt#{}]\n{edits}", &id[..12]));
}

#[test]
fn blocks_that_are_refused_beside_each_other_are_written_as_one() {
    let (old, new) = ("\n\nb\n", "\na\n\na\n");
    for id in ["lined", "diff", "udiff"] {
        let encoded = reply_for(id, old, new);
        assert_eq!(encoded.left_out, [], "{id}");
        let made = applied(&encoded.text, &Files::from([("a.txt".into(), old.into())]));
        assert_eq!(made["a.txt"], new.as_bytes(), "{id}");
    }
}

#[test]
fn what_a_format_cannot_say_is_left_out_with_the_reason() {
    let reasons = |id, old: &str, new: &str| {
        let left_out = reply_for(id, old, new).left_out;
        left_out.into_iter().map(|(_, reason)| reason).next()
    };
    assert_eq!(reasons("diff", "a\n", "a\r\n"), Some(LeftOut::Endings));
    assert_eq!(reasons("diff", "a\nb", "a\nb\n"), Some(LeftOut::FinalNewline));
    assert_eq!(reasons("udiff", "a\nb", "a\nb\n"), None);
    assert_eq!(reasons("json", "\u{feff}a\n", "a\n"), Some(LeftOut::Mark));
    assert_eq!(reasons("diff", "a\0\n", "b\n"), Some(LeftOut::Binary));
    let markers: String = (5..10).map(|width| format!("{}\n", "=".repeat(width))).collect();
    assert_eq!(reasons("diff", "a\n", &markers), Some(LeftOut::Format(reply::Unwritten::Markers)));
    assert_eq!(reasons("roo", "a\n", &markers), None);
    let made = [change("b.txt", None, None, Some("Title\n=======\n-------\n"))];
    assert_eq!(encoded(&Files::new(), &made, writer("roo")).left_out, []);
    let gone = [change("a.txt", None, Some("a\n"), None)];
    let left_out = encoded(&Files::from([("a.txt".into(), "a\n".into())]), &gone, writer("json")).left_out;
    assert_eq!(left_out[0].1, LeftOut::Format(reply::Unwritten::Deletion));
    let made = [change("b.txt", None, None, Some("a\n"))];
    let left_out = encoded(&Files::new(), &made, writer("lined")).left_out;
    assert_eq!(left_out[0].1, LeftOut::Format(reply::Unwritten::Creation));
}

const PATHS: [&str; 8] =
    ["a.txt", "b/a.txt", "src/c.rs", "docs/my notes.md", "Makefile", "größe.txt", "b", "word"];

/// Lines that readers look at, and lines of which several are equal.
fn line(odd: bool) -> BoxedStrategy<String> {
    let plain = prop::sample::select(vec!["", "a", "b", "  a", "    b", "}", "fn x() {", "# c", "1", "\ta;"]);
    let signs = prop::sample::select(vec![
        "=======",
        "<<<<<<< SEARCH",
        ">>>>>>> REPLACE",
        "<<<<<<< DELETE",
        "------- SEARCH",
        "+++++++ REPLACE",
        "-------",
        ":start_line:3",
        "\\=======",
        "```",
        "```rust",
        "*** Begin Patch",
        "*** End Patch",
        "*** Update File: a.txt",
        "@@",
        "@@ -1 +1 @@",
        "--- a/a.txt",
        "+++ b/a.txt",
        "-- ",
        "<think>",
        "</think>",
        "a\rb",
        "...",
        "12| a",
        "&lt;",
        "{\"path\": \"a\", \"old_string\": \"a\"}",
        "a.txt",
        "src/c.rs",
        "base: 1234567",
        "««« EDIT",
        "───────",
        "═══════",
        "»»»",
        "FILE: a.txt",
        "```text:a.txt",
    ]);
    if odd {
        prop_oneof![3 => plain, 1 => signs].prop_map(str::to_owned).boxed()
    } else {
        plain.prop_map(str::to_owned).boxed()
    }
}

/// A text, and one that was made of it by changes of lines.
fn texts(odd: bool) -> impl Strategy<Value = (String, String)> {
    let ending = if odd {
        prop::sample::select(vec!["\n", "\n", "\n", "\r\n"])
    } else {
        prop::sample::select(vec!["\n"])
    };
    let step = prop_oneof![
        8 => Just((true, None)),
        1 => Just((false, None)),
        1 => line(odd).prop_map(|line| (true, Some(line))),
        1 => line(odd).prop_map(|line| (false, Some(line))),
    ];
    let lines = prop::collection::vec((line(odd), step), 1..24);
    (lines, ending, any::<(bool, bool)>(), 0..8_u8).prop_map(move |(lines, ending, open, chance)| {
        let mut old: String = lines.iter().map(|(line, _)| format!("{line}{ending}")).collect();
        let new = lines.iter().flat_map(|(line, (stays, added))| {
            [stays.then(|| line.clone()), added.clone()].into_iter().flatten()
        });
        let mut new: String = new.map(|line| format!("{line}{ending}")).collect();
        if odd && chance == 0 && open.0 {
            old.truncate(old.trim_end_matches(['\n', '\r']).len());
        }
        if odd && chance == 0 && open.1 {
            new.truncate(new.trim_end_matches(['\n', '\r']).len());
        }
        (old, new)
    })
}

/// The files, and changes of some of them.
fn changed_files(odd: bool) -> impl Strategy<Value = (Files, Vec<PathChange>)> {
    prop::collection::vec((texts(odd), 0..6_u8), PATHS.len()).prop_map(|all| {
        let mut files = Files::new();
        let mut changes = Vec::new();
        for (path, ((old, new), kind)) in PATHS.into_iter().zip(&all) {
            if path == "b" {
                // There is a folder of this name.
                continue;
            }
            let there = || Some(old.as_str());
            match kind {
                0 => changes.push(change(path, None, None, Some(new))),
                1 => changes.push(change(path, None, there(), None)),
                2 => changes.push(change(&format!("moved/{path}"), Some(path), there(), Some(new))),
                3 => {}
                _ => changes.push(change(path, None, there(), Some(new))),
            }
            if *kind != 0 {
                files.insert(path.to_owned(), old.clone().into_bytes());
            }
        }
        changes.retain(|change| change.old != change.new || change.from.is_some());
        (files, changes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_encoded_makes_the_same_bytes((files, changes) in changed_files(true)) {
        for writer in Writer::all() {
            let encoded = encoded(&files, &changes, writer);
            for change in &changes {
                let (is_in, is_out) = (encoded.paths.contains(&change.path), encoded.left_out.iter().any(|(path, _)| *path == change.path));
                prop_assert!(is_in != is_out, "{}", change.path);
            }
            if !encoded.paths.is_empty() {
                let made = applied(&encoded.text, &files);
                prop_assert_eq!(made, wanted(&files, &changes, &encoded.paths), "{}: {}", writer.id, String::from_utf8_lossy(&encoded.text));
            }
        }
    }

    #[test]
    fn of_ordinary_text_nothing_is_left_out((files, changes) in changed_files(false)) {
        for id in ["diff", "diff-fenced", "apply-patch", "udiff"] {
            // A text that is all blank, or becomes empty, is another matter.
            let is_plain = |change: &&PathChange| {
                let says = |text: &Option<Vec<u8>>| text.as_ref().is_none_or(|text| text.iter().any(u8::is_ascii_alphanumeric));
                // Nor can a new `b/a.txt` be told from a diff's name for a file that is there, and lines of recipes begin
                // with a tab.
                let is_other = change.path.as_bstr().starts_with(b"b/") || change.path.as_bstr().ends_with(b"Makefile");
                // Nor a new file from a slip for the one that its path is the end of.
                let is_tail = change.old.is_none() && files.keys().any(|file| file.ends_with(&format!("/{}", change.path)));
                says(&change.old) && says(&change.new) && !is_other && !is_tail
            };
            let changes: Vec<PathChange> = changes.iter().filter(is_plain).cloned().collect();
            prop_assert_eq!(encoded(&files, &changes, writer(id)).left_out, [], "{}", id);
        }
    }
}
