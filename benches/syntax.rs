//! Cost of checking the syntax of one file of 1 MiB, of which a line in the middle has changed.
#![allow(missing_docs, clippy::unwrap_used, reason = "a bench")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use git_sr::core::{
    language::Language,
    syntax::{MAX_BYTES, Work, compare},
};

fn functions(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        let next = line(number);
        if text.len() + next.len() > MAX_BYTES {
            break;
        }
        text += &next;
    }
    text
}

fn sound(bench: &mut Criterion) {
    let python =
        |n| format!("def f_{n}(a, b):\n    if a > {n}:\n        return [a, b]\n    return g(a, b={n})\n\n\n");
    let rust = |n| format!("fn f_{n}(a: u8) -> u8 {{\n    if a > 3 {{ g(a, {n}) }} else {{ 4 }}\n}}\n\n");
    let json = |n| {
        format!("{} {{\"name\": \"n{n}\", \"of\": [1, 2.5, null, true]}}\n", if n == 0 { '[' } else { ',' })
    };
    let texts = [("py", functions(python)), ("rs", functions(rust)), ("json", functions(json) + "]")];
    let mut group = bench.benchmark_group("syntax");
    group.sample_size(20);
    for (extension, text) in texts {
        let language = Language::by_extension(extension).unwrap();
        let middle = text.lines().count() / 2;
        let lines = middle..middle + 1;
        let changed = std::slice::from_ref(&lines);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(language.name, |bencher| {
            bencher.iter(|| {
                let found = compare(
                    language,
                    Some(text.as_bytes()),
                    black_box(text.as_bytes()),
                    changed,
                    &mut Work::of_file(),
                )
                .unwrap();
                assert!(found.is_none_or(|(_, found)| found.errors.is_empty()));
            });
        });
    }
    group.finish();
}

criterion_group!(benches, sound);
criterion_main!(benches);
