//! Replies in every form, as large as is asked for: `SR_MB=50 cargo bench --bench parse` (1 without it).
//!
//! Each form is read at a fifth of that size and at all of it: the throughput of the two is the same where
//! reading is linear. Before that, a line says what reading all of it takes in memory, in multiples of its
//! size, where the system tells (Linux).
#![expect(clippy::disallowed_methods, reason = "a benchmark reads the environment and its own memory")]
#![expect(clippy::print_stdout, reason = "the figures are the result")]

use std::{fs, hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use git_sr::core::{
    change::FileMode,
    diff::Diff,
    path::RepoPath,
    reply::{self, FileText, Format, Options, TextChange, Window, Writer},
    script::Op,
    text::Text,
};

/// A form of replies: its name, the format that is asked for, and a reply of so many bytes.
struct Form {
    name: String,
    format: Option<&'static str>,
    made: Box<dyn Fn(usize) -> Vec<u8>>,
}

/// Parts of a reply up to a size, each made of its number.
fn repeated(size: usize, part: impl Fn(usize) -> Vec<u8>) -> Vec<Vec<u8>> {
    let mut sum = 0;
    let parts = (0..).map(part).take_while(|part| {
        let is_in = sum < size;
        sum += part.len();
        is_in
    });
    parts.collect()
}

/// What a writer makes of the change of a file.
fn written(writer: &Writer, number: usize) -> Vec<u8> {
    let line = |at: usize| format!("    let value_{number}_{at} = compute({at});\n");
    let old: String = (0..8).map(line).collect();
    let new = old.replace("_4 = compute", "_4 = other");
    let path = format!("src/folder_{}/file_{number}.rs", number % 100);
    let path = RepoPath::new(path.as_bytes()).expect("a path");
    let (old, new) = (Text::new(old.into_bytes()), Text::new(new.into_bytes()));
    let run = Op { old: 4..5, new: 4..5 };
    let windows = [Window { old: 3..6, new: 3..6, runs: vec![run] }];
    let change = TextChange::Edit { old: &old, new: &new, windows: &windows };
    let modes = [Some(FileMode::Plain); 2];
    let id = Some("0123456789abcdef");
    writer.file(&FileText { path: &path, from: None, id, modes, change }).expect("every format writes edits")
}

fn of_writer(writer: &'static Writer) -> Form {
    let made = |size| {
        let parts = repeated(size, |number| written(writer, number));
        writer.reply(&parts.iter().map(Vec::as_slice).collect::<Vec<_>>())
    };
    Form { name: writer.id.to_owned(), format: None, made: Box::new(made) }
}

/// Parts of a text, one behind the other.
fn of_parts(name: &str, format: Option<&'static str>, part: fn(usize) -> String) -> Form {
    let made = move |size| repeated(size, |number| part(number).into_bytes()).concat();
    Form { name: name.to_owned(), format, made: Box::new(made) }
}

fn call(number: usize) -> String {
    format!(
        "<apply_diff>\n<path>src/{number}.rs</path>\n<diff>\n<<<<<<< SEARCH\na{number}\n=======\nb\n>>>>>>> REPLACE\n</diff>\n\
         </apply_diff>\n"
    )
}

fn block(number: usize) -> String {
    format!("<<<<<<< SEARCH\na{number}\n=======\nb{number}\n>>>>>>> REPLACE\n\n")
}

fn prose(number: usize) -> String {
    let sentence = "The reader takes every line once, and `src/lib.rs` is only spoken of here. ";
    format!("## {number}\n\n{}\n\n- first\n- second: see src/a_{number}.rs\n\n", sentence.repeat(3))
}

fn diff_of_one_file(size: usize) -> Vec<u8> {
    let line = |at: usize| format!("    let value_{at} = compute({at});\n");
    let old: String = (0..size / 50).map(line).collect();
    let hunks = Diff::new(old.clone().into_bytes(), old.replace("0 = ", "0 = 1 + ").into_bytes()).hunks();
    [b"--- a/x.rs\n+++ b/x.rs\n", &hunks[..]].concat()
}

fn forms() -> Vec<Form> {
    let mut forms: Vec<Form> = Writer::all().map(of_writer).collect();
    let one = |name: &str, made: fn(usize) -> Vec<u8>| Form {
        name: name.to_owned(),
        format: None,
        made: Box::new(made),
    };
    forms.extend([
        of_parts("pathless", Some("pathless"), block),
        of_parts("xml", None, call),
        of_parts("prose", None, prose),
        one("one line", |size| b"x".repeat(size)),
        one("one line of JSON", |size| {
            [b"{\"path\": \"a\", \"old_string\": \"", &b"x".repeat(size)[..], b"\", \"new_string\": \"y\"}\n"]
                .concat()
        }),
        one("one line of brackets", |size| b"[".repeat(size)),
        one("one line of signs", |size| b"<".repeat(size)),
        one("empty lines", |size| b"\n".repeat(size)),
        one("hunks of one file", diff_of_one_file),
    ]);
    forms
}

fn read(form: &Form, text: &[u8]) -> usize {
    let format = form.format.and_then(Format::named);
    reply::parse(black_box(text), &Options { format, ..Options::default() }).blocks.len()
}

/// A figure of this process, in bytes.
fn memory(name: &str) -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim_start_matches(':')
        .trim()
        .strip_suffix(" kB")?
        .parse::<usize>()
        .ok()
        .map(|kilobytes| kilobytes << 10)
}

/// What reading takes at most, if the system tells.
fn peak(form: &Form, text: &[u8]) -> Option<usize> {
    fs::write("/proc/self/clear_refs", "5").ok()?;
    let before = memory("VmRSS")?;
    black_box(read(form, text));
    Some(memory("VmHWM")?.saturating_sub(before))
}

fn parsing(criterion: &mut Criterion) {
    let megabytes: usize = std::env::var("SR_MB").ok().and_then(|size| size.parse().ok()).unwrap_or(1);
    for form in forms() {
        let texts = [1_usize, 5].map(|fifths| (form.made)((megabytes << 20) * fifths / 5));
        if let Some(peak) = peak(&form, &texts[1]) {
            println!("{}: {:.1} times its size in memory", form.name, peak as f64 / texts[1].len() as f64);
        }
        let mut group = criterion.benchmark_group(&form.name);
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(100))
            .measurement_time(Duration::from_secs(1));
        for text in &texts {
            group.throughput(Throughput::Bytes(text.len() as u64));
            group.bench_function(format!("{} kB", text.len() >> 10), |bencher| {
                bencher.iter(|| read(&form, text));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, parsing);
criterion_main!(benches);
