//! Diffs and counts of lines, held to what git makes of the same files.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod sandbox;

use std::collections::BTreeMap;

use git_sr::core::diff::{Diff, counts};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use sandbox::{Sandbox, sandboxed};

/// Lines of a file, some of them common, and what becomes of each: it stays, goes, is replaced, or others
/// come before it.
fn pair(lines: std::ops::Range<usize>) -> impl Strategy<Value = (String, String)> {
    let line = prop_oneof![
        6 => "[a-z]{0,3}".prop_map(|word| format!("  {word}\n")),
        3 => prop::sample::select(vec!["\n", "}\n", "    }\n", "\t\n", "  return;\n", "{\r\n"]).prop_map(str::to_owned),
        1 => "[ \t]{0,9}[a-z]{8}".prop_map(|word| format!("{word}\n")),
    ];
    let fate = prop_oneof![30 => Just(0_u8), 2 => Just(1), 2 => Just(2), 2 => Just(3), 1 => Just(4)];
    let row = (line.clone(), fate, prop::collection::vec(line, 1..4));
    let open_ends = (any::<bool>(), any::<bool>());
    (prop::collection::vec(row, lines), open_ends).prop_map(|(rows, (old_open, new_open))| {
        let (mut old, mut new) = (String::new(), String::new());
        for (line, fate, others) in rows {
            old += &line;
            let written = match fate {
                0 => line,
                1 => String::new(),
                2 => others.concat(),
                3 => others.concat() + &line,
                // Twice the same.
                _ => line.repeat(2),
            };
            new += &written;
        }
        let ended = |text: String, open: bool| {
            if open { text.trim_end_matches('\n').to_owned() } else { text }
        };
        (ended(old, old_open), ended(new, new_open))
    })
}

/// Output of git for all pairs at once, by their numbers.
fn by_git(sandbox: &Sandbox, pairs: &[(String, String)], arguments: &[&str]) -> String {
    for (number, (old, new)) in pairs.iter().enumerate() {
        sandbox.write(format!("old/{number}.txt"), old);
        sandbox.write(format!("new/{number}.txt"), new);
    }
    let root = sandbox.path("");
    let arguments = [&["diff", "--no-index"], arguments, &["old", "new"]].concat();
    String::from_utf8(sandbox.try_git(&root, &arguments).stdout).expect("UTF-8")
}

/// Many pairs, the same each time unless all is to be tried.
fn pairs() -> Vec<(String, String)> {
    let mut runner = if full::full() { TestRunner::default() } else { TestRunner::deterministic() };
    let many = if full::full() { 20 } else { 1 };
    let mut some = |lines, count: usize| {
        let strategy = pair(lines);
        let mut made = Vec::new();
        made.extend((0..count * many).map(|_| strategy.new_tree(&mut runner).expect("a pair").current()));
        made
    };
    [some(0..12, 200), some(0..60, 200), some(200..600, 40)].concat()
}

#[test]
fn lines_are_counted_as_git_counts_them() {
    sandboxed("lines_are_counted_as_git_counts_them", |sandbox| {
        let pairs = pairs();
        let printed = by_git(sandbox, &pairs, &["--numstat"]);
        let row = |line: &str| {
            let [added, removed, path] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
            let number = path.trim_end_matches(".txt}").rsplit('/').next().expect("a name");
            let number = number.trim_end_matches(".txt").parse::<usize>().expect("a number");
            (number, (added.parse().expect("lines"), removed.parse().expect("lines")))
        };
        let wanted: BTreeMap<usize, (usize, usize)> = printed.lines().map(row).collect();
        assert!(wanted.len() > 300, "{printed}");
        for (number, (old, new)) in pairs.iter().enumerate() {
            let counted = counts(old.as_bytes(), new.as_bytes());
            let wanted = wanted.get(&number).copied().unwrap_or_default();
            assert_eq!((counted.added, counted.removed), wanted, "{old}\n===\n{new}");
        }
    });
}

#[test]
fn a_diff_is_the_one_that_git_prints() {
    sandboxed("a_diff_is_the_one_that_git_prints", |sandbox| {
        let pairs = pairs();
        let printed = by_git(sandbox, &pairs, &[]);
        let files = printed.split("diff --git ").skip(1).map(|file| {
            let (head, rest) = file.split_once('\n').expect("a line");
            let name = head.rsplit('/').next().expect("a name").trim_end_matches(".txt");
            let hunks = rest.find("@@ ").map_or("", |at| &rest[at..]);
            (name.parse().expect("a number"), hunks.to_owned())
        });
        let wanted: BTreeMap<usize, String> = files.collect();
        assert!(wanted.len() > 300, "{printed}");
        for (number, (old, new)) in pairs.iter().enumerate() {
            let hunks = Diff::new(old.clone().into(), new.clone().into()).hunks();
            let wanted = wanted.get(&number).map_or("", String::as_str);
            assert_eq!(String::from_utf8(hunks).expect("UTF-8"), wanted);
        }
    });
}

/// Programs in the languages of git's drivers, and lines that only look like headings.
const SAMPLES: &[(&str, &str, &[&str])] = &[
    (
        "golang",
        "go",
        &[
            "func (a *T) b(c int) (d error) {",
            "type A struct {",
            "type B interface{",
            "type C int",
            "func\tx() {",
            "type D struct { a int }",
            "\ttype E struct",
            "var f = func() {",
        ],
    ),
    ("html", "html", &["<h1>One</h1>", "  <H2 class=x>Two", "<h7>No</h7>", "<head>", "<h3 open", "<h4"]),
    ("markdown", "md", &["# One", "   ### Three  ", "    # Code", "####### Seven", "#Tag", "#\tTab"]),
    (
        "php",
        "php",
        &[
            "function a() {",
            "  public static function b()",
            "abstract class C",
            "final  class D {",
            "interface E",
            "trait F",
            "enum G: int",
            "  $x = function () {",
            "private $y;",
            "abstract public function z();",
        ],
    ),
    (
        "python",
        "py",
        &[
            "def a(b):", "    async def c(self):", "class D:", "async  with e:", "defer = 1", "  class\tF:",
            "@decorator",
        ],
    ),
    ("ruby", "rb", &["def a", "  class B < C", "module D", "definition", "\tdef self.e"]),
    (
        "rust",
        "rs",
        &[
            "pub fn a() {", "fn b<T>() {", "impl<T> C for D {", "pub(crate) struct E;",
            "pub(crate) struct F {", "async fn g() {", "pub unsafe fn h() {", "extern \"C\" fn i() {",
            "extern crate j;", "mod k {", "macro_rules! l {", "  const fn m() {", "let n = fn_o;",
            "pub async unsafe fn p() {", "pub(in a::b) enum Q {", "trait\tR",
        ],
    ),
];

#[test]
fn hunks_are_named_by_the_driver_of_the_file() {
    sandboxed("hunks_are_named_by_the_driver_of_the_file", |sandbox| {
        let root = sandbox.init("work", &[]);
        let mut attributes = String::from("*.own diff=own\n");
        let mut files: Vec<(String, String, String)> = Vec::new();
        let own: &[&str] = &["== one ==", "not: == two ==", "key three = 1", "plain"];
        let samples = SAMPLES.iter().copied().chain([("own", "own", own)]);
        for (driver, ending, lines) in samples {
            attributes += &format!("*.{ending} diff={driver}\n");
            let body = |changed: &str| {
                let parts = lines.iter().enumerate().map(|(at, line)| {
                    format!("{line}\n  1\n  2\n  3\n  4 {at}{changed}\n  5\n  6\n  7\n  8\n")
                });
                parts.collect::<String>()
            };
            files.push((format!("a.{ending}"), body(""), body(" changed")));
        }
        sandbox.write("work/.gitattributes", attributes);
        sandbox.git(&root, &["config", "diff.own.xfuncname", "!^not\n^==(.*)==$\n^key ([a-z]+)"]);
        for (name, old, _) in &files {
            sandbox.write(root.join(name), old);
        }
        sandbox.git(&root, &["add", "-A"]);
        sandbox.git(&root, &["commit", "-qm", "one"]);
        let blocks = files.iter().map(|(name, old, new)| {
            format!("{name}\n`````\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n`````\n\n")
        });
        sandbox.write("reply.md", blocks.collect::<String>());
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_git-sr"));
        let ours = program.current_dir(&root).args(["apply", "-n", "--no-syntax", "../reply.md"]).output();
        let ours = ours.expect("git-sr");
        assert!(ours.status.success(), "{}", String::from_utf8_lossy(&ours.stderr));
        for (name, _, new) in &files {
            sandbox.write(root.join(name), new);
        }
        let named = |text: &[u8]| {
            let lines = String::from_utf8_lossy(text).into_owned();
            let kept = lines.lines().filter(|line| line.starts_with("@@") || line.starts_with("+++"));
            kept.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(named(&ours.stdout), named(&sandbox.git(&root, &["diff"])));
    });
}

#[test]
fn a_diff_has_the_colours_that_git_gives_it() {
    sandboxed("a_diff_has_the_colours_that_git_gives_it", |sandbox| {
        let root = sandbox.init("work", &[]);
        let files = [
            ("a b.txt", "fn a() {\n one\n two\n three\n four\r\n\n five\n six\n-- x\n seven"),
            ("gone.txt", "gone\n"),
            ("long.txt", "head {\n1\n2\n3\n4\n5\n6\n7\n8\n\n"),
        ];
        for (name, text) in files {
            sandbox.write(root.join(name), text);
        }
        sandbox.git(&root, &["add", "-A"]);
        sandbox.git(&root, &["commit", "-qm", "one"]);
        let block = |path: &str, old: &str, new: &str| {
            format!("{path}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n\n")
        };
        let reply = [
            block("a b.txt", " two\n three\n four\n", " \ttwo \n three\n 4\t\n\n"),
            block("a b.txt", " six\n-- x\n seven\n", "\t  6\n++ y\n seven\n\t\n 8\n"),
            block("long.txt", "7\n8\n", "7\n\nend\n"),
            block("made.txt", "", "made\n"),
            "gone.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n".to_owned(),
        ];
        sandbox.write("reply.md", reply.concat());
        let ours = |arguments: &[&str]| {
            let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_git-sr"));
            let output = program.current_dir(&root).args(arguments).output().expect("git-sr");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            String::from_utf8(output.stdout).expect("UTF-8")
        };
        let preview = ours(&["apply", "-n", "--color=always", "../reply.md"]);
        ours(&["apply", "../reply.md"]);
        sandbox.git(&root, &["add", "-N", "made.txt"]);
        let sets: [&[(&str, &str)]; 4] = [
            &[],
            &[("old", "bold brightred"), ("new", "#ff8000 ul"), ("func", "yellow blue")],
            &[("whitespace", "normal"), ("context", "dim"), ("frag", "208 reverse"), ("meta", "normal")],
            &[("whitespace", "no-bold 7 12"), ("plain", "italic")],
        ];
        for (at, set) in sets.into_iter().enumerate() {
            for (slot, color) in set {
                sandbox.git(&root, &["config", &format!("color.diff.{slot}"), color]);
            }
            if at == 3 {
                sandbox.git(&root, &["config", "core.whitespace", "-space-before-tab,cr-at-eol"]);
                sandbox.git(&root, &["config", "--unset", "color.diff.context"]);
            }
            let theirs = sandbox.git(&root, &["diff", "--color=always"]);
            let theirs = String::from_utf8(theirs).expect("UTF-8");
            // Which blobs they are is not said here.
            let theirs: String =
                theirs.split_inclusive('\n').filter(|line| !line.contains("index ")).collect();
            let shown = ours(&["show", "--color=always"]);
            assert_eq!(shown.split_once("\n\n").expect("a diff").1, theirs, "{set:?}");
            assert!(at > 0 || preview == theirs, "{preview}");
        }
    });
}
