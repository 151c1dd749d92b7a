//! Parsing and locating, in memory: `cargo bench --bench plan`.

use std::{fmt::Write as _, hint::black_box, time::Duration};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use git_sr::core::{
    locate::{Budget, Hay, Rung, Search, Tier, nearest, scan, up_to},
    reply::{self, Options},
    text::{Text, bodies},
};

const LINES: usize = 100_000;

/// A file without equal lines.
fn source() -> String {
    (0..LINES).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "    let value_{line} = compute({}, \"{line:x}\");", line * 7919 % 65_537);
        text
    })
}

/// The lines `from..from + count` of the source, each as `change` makes it.
fn excerpt(source: &str, from: usize, count: usize, change: impl Fn(&str) -> String) -> String {
    source.lines().skip(from).take(count).map(|line| change(line) + "\n").collect()
}

fn replaced(search: &str) -> String {
    search.replacen("value", "other", 1)
}

/// Finds the places of a block as a plan does: one pass for candidates, then the tiers up to `last`.
fn locate(text: &Text, search: &[u8], replace: &[u8], last: Tier) -> usize {
    let search = Search::new(search, replace);
    let budget = Budget::for_bytes(text.bytes().len());
    let places = scan(text, &[search.core()], &budget).remove(0).expect("within the budget");
    let hay = Hay::new(&search, text, &places, &budget);
    let found = |rung: &Rung| rung.among_lines(&hay).expect("within the budget").places.len();
    up_to(last).map(found).find(|places| *places > 0).unwrap_or(0)
}

fn parsing(criterion: &mut Criterion) {
    let reply = (0..20_000).fold(String::new(), |mut reply, block| {
        let _ = write!(
            reply,
            "src/file_{}.rs\n```rust\n<<<<<<< SEARCH\n    old({block});\n=======\n    new({block});\n>>>>>>> REPLACE\n```\n\n",
            block % 200
        );
        reply
    });
    let mut group = criterion.benchmark_group("parse");
    group.throughput(Throughput::Bytes(reply.len() as u64));
    group.bench_function("20,000 blocks", |bencher| {
        bencher.iter(|| {
            let parsed = reply::parse(black_box(reply.as_bytes()), &Options::default());
            assert_eq!((parsed.blocks.len(), parsed.faults.len()), (20_000, 0));
        });
    });
    group.finish();
}

fn locating(criterion: &mut Criterion) {
    let source = source();
    let text = Text::new(source.clone().into_bytes());
    let blocks = [
        ("exact", Tier::Exact, excerpt(&source, 70_000, 8, str::to_owned)),
        ("trailing", Tier::Trailing, excerpt(&source, 70_000, 8, |line| format!("{line}  "))),
        ("indent", Tier::Indent, excerpt(&source, 70_000, 8, |line| line.trim_start().to_owned())),
        ("exact, SEARCH of 5,000 lines", Tier::Exact, excerpt(&source, 70_000, 5_000, str::to_owned)),
    ];
    let mut group = criterion.benchmark_group("locate in 100,000 lines");
    group.throughput(Throughput::Bytes(source.len() as u64));
    for (name, last, search) in &blocks {
        let replace = replaced(search);
        group.bench_function(*name, |bencher| {
            bencher.iter(|| assert_eq!(locate(&text, search.as_bytes(), replace.as_bytes(), *last), 1));
        });
    }
    group.finish();
}

/// Texts that make comparing costly; the budget ends it where it must.
fn repetitive(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("repetitive");
    let equal = Text::new(b"    end;\n".repeat(20_000));
    let needle = "    end;\n".repeat(20);
    group.bench_function("20 lines in 20,000 equal lines", |bencher| {
        bencher.iter(|| {
            assert!(locate(&equal, needle.as_bytes(), b"", Tier::Exact) > 19_000);
        });
    });
    // 99 of 100 lines stand at a thousand places.
    let near = Text::new("    a += step(b, c);\n".repeat(99).repeat(1_010).into_bytes());
    let mut needle = "    a += step(b, c);\n".repeat(99);
    needle.push_str("    b();\n");
    let needle: Vec<&[u8]> = bodies(needle.as_bytes()).collect();
    group.bench_function("near misses in 99,990 lines", |bencher| {
        bencher.iter(|| {
            let budget = Budget::for_bytes(near.bytes().len());
            black_box(scan(&near, &[&needle], &budget))
        });
    });
    group.finish();
}

/// A block of 20 lines that is not there, as so many of a hundred of its lines are damaged.
fn naming_the_nearest(criterion: &mut Criterion) {
    let source = source();
    let text = Text::new(source.clone().into_bytes());
    let excerpt = excerpt(&source, 50_000, 20, str::to_owned);
    let mut group = criterion.benchmark_group("nearest region in 100,000 lines");
    for damaged in [20, 50, 90] {
        // 7 and 10 have no common divisor, so that every tenth part of the lines is as likely.
        let line = |(at, line): (usize, &str)| match at * 7 % 10 * 10 < damaged {
            true => format!("{} // no", line.replacen("compute", "reckon", 1)),
            false => line.to_owned(),
        };
        let lines: Vec<String> = excerpt.lines().enumerate().map(line).collect();
        let search = lines.join("\n");
        let search = Search::new(search.as_bytes(), b"");
        group.bench_function(format!("{damaged} % damaged"), |bencher| {
            bencher.iter(|| {
                assert_eq!(nearest(&text, &search).first().map(|found| found.lines.start), Some(50_000))
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = plan;
    config = Criterion::default().sample_size(20).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
    targets = parsing, locating, repetitive, naming_the_nearest
}
criterion_main!(plan);
