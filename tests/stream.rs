//! `git sr apply --stream`, with a child process whose input is written slowly.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{
    Arc,
    atomic::AtomicBool,
    mpsc::{Receiver, channel},
};
use std::time::{Duration, Instant};

use place::{Place, edit, said};
use proptest::prelude::*;
use serde_json::Value;
use signal_hook::consts::SIGINT;

/// Longer than any report takes.
const LONG: Duration = Duration::from_secs(60);

const TEXT: &str = "one\ntwo\nthree\nfour\nfive\n";

fn repository() -> Place {
    Place::new(&[("a.txt", TEXT), ("src/b.rs", "fn one() {}\n\nfn two() {}\n"), ("c.json", "{\"a\": 1}\n")])
}

/// A run whose input is open.
struct Running {
    child: Child,
    input: Option<ChildStdin>,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Running {
    fn start(folder: &Path, home: &Path, arguments: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
        program.args(arguments).current_dir(folder).env_clear().env("HOME", home).env("LC_ALL", "C");
        program.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        program.envs([("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_CONFIG_GLOBAL", "/dev/null")]);
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().expect("to start");
        let input = child.stdin.take();
        let out = lines(child.stdout.take().expect("a pipe"));
        let err = lines(child.stderr.take().expect("a pipe"));
        Self { child, input, out, err }
    }

    fn write(&mut self, text: &[u8]) {
        let input = self.input.as_mut().expect("open input");
        input.write_all(text).and_then(|()| input.flush()).expect("to write");
    }

    /// Closes the input; the rest of both outputs, and the exit code.
    fn end(mut self) -> (String, String, Option<i32>) {
        drop(self.input.take());
        let code = self.child.wait().expect("to run").code();
        (self.out.iter().collect(), self.err.iter().collect(), code)
    }
}

/// The lines of a pipe, as they come.
fn lines(pipe: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut line = String::new();
        while pipe.read_line(&mut line).is_ok_and(|count| count > 0) {
            if sender.send(std::mem::take(&mut line)).is_err() {
                return;
            }
        }
    });
    receiver
}

fn start(place: &Place, arguments: &[&str]) -> Running {
    Running::start(&place.root(), place.outside(), arguments)
}

/// All files below a folder, but for the lock, which stays.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.clone(), fs::read(path).expect("a file"));
            }
        }
    }
    found
}

fn next(lines: &Receiver<String>) -> String {
    lines.recv_timeout(LONG).expect("a line")
}

#[test]
fn a_block_is_reported_when_it_is_complete_and_written_at_the_end() {
    let place = repository();
    let before = files(&place.root());
    let mut running = start(&place, &["apply", "--stream"]);
    running.write(b"The second line:\n\na.txt\n<<<<<<< SEARCH\ntwo\n=======\n2\n>>>>>>> REP");
    assert!(running.err.recv_timeout(Duration::from_millis(300)).is_err(), "the block is not complete");
    running.write(b"LACE\n");
    assert_eq!(next(&running.err), "read: -:4-8: 'a.txt': found at line 2\n");
    running.write(edit("src/b.rs", "fn three() {}", "").as_bytes());
    assert_eq!(next(&running.err), "read: -:10-14: 'src/b.rs': fails so far (not-found)\n");
    assert_eq!(files(&place.root()), before, "nothing is written before the end");
    let (_, err, code) = running.end();
    assert_eq!(code, Some(1), "{err}");
    assert_eq!(place.read("a.txt"), TEXT);
}

#[test]
fn a_good_reply_is_one_batch() {
    let place = repository();
    let mut running = start(&place, &["apply", "--stream"]);
    for (block, said) in [
        (edit("a.txt", "two", "2"), "read: -:2-6: 'a.txt': found at line 2\n"),
        (edit("new.txt", "", "text"), "read: -:8-12: 'new.txt': can be done\n"),
        (edit("new.txt", "text", "more text"), "read: -:14-18: 'new.txt': found at line 1\n"),
        (edit("src/b.rs", "fn two() {}", "fn two() {}"), "read: -:20-24: 'src/b.rs': changes nothing\n"),
    ] {
        running.write(block.as_bytes());
        assert_eq!(next(&running.err), said);
    }
    let (out, err, code) = running.end();
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(out, "M a.txt (1 block)\nA new.txt (2 blocks)\n");
    assert_eq!(place.read("new.txt"), "more text\n");
    assert_eq!(said(&place.run(&["undo"], "")).2, Some(0));
    assert_eq!(place.read("a.txt"), TEXT);
}

#[test]
fn each_object_of_json_is_a_line_as_the_schema_says() {
    let place = repository();
    let validator = jsonschema::validator_for(&serde_json::from_str(&git_sr::cli::schema()).expect("JSON"));
    let validator = validator.expect("a schema");
    let object = |line: &str| {
        let object: Value = serde_json::from_str(line).expect("an object");
        assert!(validator.is_valid(&object), "{line}");
        object
    };
    let mut running = start(&place, &["apply", "--stream", "--json"]);
    running.write(edit("a.txt", "two", "2").as_bytes());
    let read = object(&next(&running.out));
    assert_eq!((&read["status"], &read["id"], &read["path"]), (&"read".into(), &1.into(), &"a.txt".into()));
    assert_eq!((&read["lines"], &read["lines_before"]), (&[2, 6].into(), &[2, 2].into()));
    assert_eq!((&read["outcome"], &read["tier"]), (&"applied".into(), &"exact".into()));
    running.write(edit("a.txt", "six", "6").as_bytes());
    let read = object(&next(&running.out));
    assert_eq!(
        (&read["id"], &read["outcome"], &read["class"]),
        (&2.into(), &"failed".into(), &"not-found".into())
    );
    let (out, _, code) = running.end();
    assert_eq!((out.lines().count(), code), (1, Some(1)));
    assert_eq!(object(&out)["status"], "refused");
    let mut running = start(&place, &["apply", "--stream", "--json", "--match", "exact", "-C", "nowhere"]);
    drop(running.input.take());
    let (out, _, code) = running.end();
    assert_eq!((out.lines().count(), code), (1, Some(128)));
    assert_eq!(object(&out)["status"], "error");
}

#[test]
fn blocks_of_a_patch_are_reported_before_it_ends() {
    let place = repository();
    let mut running = start(&place, &["apply", "--stream"]);
    running.write(b"*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n");
    running.write(b"*** Add File: new.txt\n");
    assert_eq!(next(&running.err), "read: -:3-7: 'a.txt': found at lines 1-3\n");
    running.write(b"+text\n*** End Patch\n");
    assert_eq!(next(&running.err), "read: -:8-9: 'new.txt': can be done\n");
    assert_eq!(running.end().2, Some(0));
    assert_eq!(place.read("a.txt"), TEXT.replace("two", "2"));
}

#[test]
fn edits_in_a_list_of_json_are_reported_before_it_ends() {
    let place = repository();
    let mut running = start(&place, &["apply", "--stream"]);
    running
        .write(b"[\n  {\"path\": \"a.txt\", \"old_string\": \"two\", \"new_string\": \"2\"},\n  {\"path\":");
    assert_eq!(next(&running.err), "read: -:2: 'a.txt': found at line 2\n");
    running.write(b" \"a.txt\", \"edits\": [\n    {\"old_string\": \"three\", \"new_string\": \"3\"},\n");
    assert!(next(&running.err).ends_with(": 'a.txt': found at line 3\n"));
    running.write(b"    {\"old_string\": \"six\", \"new_string\": \"6\"}\n  ]}\n]\n");
    assert!(next(&running.err).ends_with(": 'a.txt': fails so far (not-found)\n"));
    assert_eq!(running.end().2, Some(1));
    assert_eq!(place.read("a.txt"), TEXT);
}

#[test]
fn a_run_that_is_killed_while_the_reply_is_written_leaves_nothing() {
    // A shell starts its background jobs with SIGINT ignored, and children would inherit that. A signal with a
    // handler becomes the default one in them; this handler ends the tests, as the default one does.
    let ends = Arc::new(AtomicBool::new(true));
    signal_hook::flag::register_conditional_shutdown(SIGINT, 130, ends).expect("a handler");
    for signal in ["KILL", "INT", "TERM"] {
        let place = repository();
        let before = files(&place.root());
        let mut running = start(&place, &["apply", "--stream", "--index", "--stash"]);
        running.write(edit("a.txt", "two", "2").as_bytes());
        next(&running.err);
        let pid = running.child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().expect("kill").success());
        assert_eq!(running.child.wait().expect("to end").code(), None, "{signal}");
        assert_eq!(files(&place.root()), before, "{signal}");
    }
}

#[test]
fn the_blocks_that_are_kept_are_counted_and_finished() {
    let place = repository();
    let reply = edit("a.txt", "two", "2") + &edit("src/b.rs", "fn zwei() {}", "fn three() {}");
    assert_eq!(said(&place.run(&["apply"], &reply)).2, Some(1));
    let mut running = start(&place, &["apply", "--stream", "--continue", "--json"]);
    running.write(edit("src/b.rs", "fn two() {}", "fn three() {}").as_bytes());
    let read: Value = serde_json::from_str(&next(&running.out)).expect("an object");
    assert_eq!((&read["id"], &read["outcome"]), (&2.into(), &"applied".into()));
    assert_eq!(running.end().2, Some(0));
    assert_eq!(place.read("a.txt"), TEXT.replace("two", "2"));
}

#[test]
fn a_reply_over_the_limit_is_refused_as_it_comes() {
    let place = repository();
    place.git(&["config", "sr.maxReplyBytes", "100"]);
    let mut running = start(&place, &["apply", "--stream"]);
    running.write(&[b'x'; 101]);
    let err: String = running.err.iter().collect();
    let plain = said(&place.run(&["apply"], &"x".repeat(101)));
    assert_eq!((err, running.child.wait().expect("to end").code()), (plain.1, plain.2));
}

#[test]
fn many_blocks_in_small_pieces_take_no_more_than_a_few_times_as_long() {
    const COUNT: usize = 2000;
    let text: String = (0..COUNT).map(|number| format!("line {number}\n")).collect();
    let place = Place::new(&[("a.txt", &text)]);
    let reply: String =
        (0..COUNT).map(|number| edit("a.txt", &format!("line {number}"), &format!("{number}"))).collect();
    let started = Instant::now();
    let (_, err, code) = said(&place.run(&["apply", "-n"], &reply));
    let plain = started.elapsed();
    assert_eq!(code, Some(0), "{err}");
    let started = Instant::now();
    let mut running = start(&place, &["apply", "-n", "--stream"]);
    let (mut input, err) =
        (running.input.take().expect("open input"), std::mem::replace(&mut running.err, channel().1));
    let reported = std::thread::spawn(move || err.iter().filter(|line| line.starts_with("read: ")).count());
    for piece in reply.as_bytes().chunks(16) {
        input.write_all(piece).expect("to write");
    }
    let out = std::mem::replace(&mut running.out, channel().1);
    let drained = std::thread::spawn(move || out.iter().count());
    drop(input);
    assert!(running.child.wait().expect("to run").success());
    let streamed = started.elapsed();
    assert_eq!((reported.join().expect("a count"), drained.join().expect("a count") > COUNT), (COUNT, true));
    assert!(streamed < plain * 6 + Duration::from_secs(2), "{streamed:?}, and {plain:?} at once");
}

/// Replies in several formats, good and bad.
fn replies() -> Vec<String> {
    let call = |old: &str, new: &str| {
        format!("{{\"path\": \"a.txt\", \"old_string\": \"{old}\", \"new_string\": \"{new}\"}}\n")
    };
    vec![
        edit("a.txt", "two", "2"),
        edit("a.txt", "three\nfour", "3\n4") + "\nand\n\n" + &edit("src/b.rs", "fn one() {}", "fn uno() {}"),
        format!("Some prose.\n\na.txt\n```\n{}```\n", edit("", "five", "5").trim_start()),
        edit("new/file.txt", "", "text") + &edit("new/file.txt", "text", "more"),
        edit("a.txt", "nowhere", "x"),
        edit("a.txt", "one", "two\n=======\ntwo"),
        "<think>\n".to_owned()
            + &edit("a.txt", "two", "draft")
            + "</think>\n"
            + &edit("a.txt", "two", "answer"),
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-two\n+2\n*** Delete File: c.json\n*** End Patch\n"
            .to_owned(),
        "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n".to_owned(),
        call("two", "2") + &call("three", "3"),
        format!("[\n{},\n{}]\n", call("two", "2").trim_end(), call("four", "4")),
        "a.txt\n««« EDIT\none\n───────\ntwo\n═══════\n2\n───────\nthree\n»»»\n".to_owned(),
        "src/b.rs\n```rust\nfn one() {}\n\nfn two() {}\n\nfn three() {}\n```\n".to_owned(),
        "a.txt\n<<<<<<< DELETE\n>>>>>>> DELETE\n".to_owned(),
        "a.txt\n<<<<<<< RENAME\nb.txt\n>>>>>>> RENAME\n".to_owned(),
        "Nothing to change.\n".to_owned(),
        edit("a.txt", "two", "2").replace('\n', "\r\n"),
        edit(".env", "", "KEY=1"),
    ]
}

/// The work tree, without the repository.
fn work(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let all = files(folder)
        .into_iter()
        .map(|(path, bytes)| (path.strip_prefix(folder).expect("below").to_owned(), bytes));
    all.filter(|(path, _)| !path.starts_with(".git")).collect()
}

/// The output of a run, and the files that it leaves.
type Left = (String, String, Option<i32>, BTreeMap<PathBuf, Vec<u8>>);

/// The outcomes of a run without and of one with `--stream`; the latter without the lines on the way.
fn both(reply: &[u8], cuts: &[usize], options: &[&str]) -> [Left; 2] {
    [false, true].map(|is_streamed| {
        let place = repository();
        let mut arguments = vec!["apply"];
        arguments.extend_from_slice(options);
        if is_streamed {
            arguments.push("--stream");
        }
        let mut running = start(&place, &arguments);
        let mut from = 0;
        let mut pieces: Vec<usize> = cuts.iter().map(|cut| cut % (reply.len() + 1)).collect();
        pieces.sort_unstable();
        for &cut in pieces.iter().filter(|_| is_streamed).chain([&reply.len()]) {
            running.write(&reply[from..cut]);
            from = cut;
            if is_streamed {
                std::thread::sleep(Duration::from_millis(3));
            }
        }
        let (mut out, err, code) = running.end();
        let err =
            err.lines().filter(|line| !line.starts_with("read: ")).map(|line| format!("{line}\n")).collect();
        if options.contains(&"--json") {
            let objects = serde_json::Deserializer::from_str(&out).into_iter::<Value>();
            out = objects.last().expect("an object").expect("JSON").to_string();
        }
        (out, err, code, work(&place.root()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reply_in_pieces_does_what_it_does_at_once(
        chosen in prop::collection::vec(0..replies().len(), 1..4),
        kept in prop::option::weighted(0.3, 0..2000_usize),
        cuts in prop::collection::vec(0..4000_usize, 0..12),
        options in prop::sample::select(vec![&[][..], &["--json"], &["--feedback"], &["--partial", "-v"], &["-n"]]),
    ) {
        let mut reply: Vec<u8> = chosen.iter().flat_map(|&at| replies().swap_remove(at).into_bytes()).collect();
        if let Some(kept) = kept {
            let kept = kept % (reply.len() + 1);
            reply.truncate(kept);
        }
        let [plain, streamed] = both(&reply, &cuts, options);
        prop_assert_eq!(plain, streamed);
    }
}

/// Each case makes two repositories.
fn cases() -> u32 {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    asked.unwrap_or(if std::env::var_os("SR_FULL").is_some() { 400 } else { 24 })
}

#[test]
fn options_that_make_no_sense_together_are_refused() {
    let place = repository();
    place.write("reply.md", &edit("a.txt", "two", "2"));
    for (arguments, message) in [
        (
            &["apply", "--stream", "reply.md"][..],
            "error: --stream: only standard input can be read while it is being written\nhint: apply the whole reply: git sr apply reply.md\n",
        ),
        (
            &["apply", "--stream", "-q"],
            "error: --stream: with --quiet nothing is reported on the way\nhint: leave one of them out, or add --json\n",
        ),
    ] {
        let (out, err, code) = said(&place.run(arguments, ""));
        assert_eq!((out.as_str(), err.as_str(), code), ("", message, Some(129)));
    }
    for arguments in [&["apply", "--stream", "--abort"][..], &["apply", "--stream", "-F", "-"]] {
        assert_eq!(said(&place.run(arguments, "")).2, Some(129), "{arguments:?}");
    }
    assert_eq!(said(&place.run(&["apply", "--stream", "-"], &edit("a.txt", "two", "2"))).2, Some(0));
}
