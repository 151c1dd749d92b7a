//! Driver of the targets on a stable compiler: calls them with their seeds, and then with mutated ones.
#![expect(clippy::disallowed_methods, reason = "it reads seeds, keeps inputs and measures time")]

mod mutate;
mod watch;

use std::{
    fs,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    panic,
    path::{Path, PathBuf},
    process::{self, ExitCode},
    time::{Duration, Instant},
};

use clap::Parser;
use fastrand::Rng;
use git_sr_fuzz::{TARGETS, Target};
use watch::Watch;

/// Calls the targets of fuzzing with mutated seeds
#[derive(Parser)]
struct Arguments {
    /// Targets; all if none is named
    targets: Vec<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Number that chooses the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Calls the targets with this file, and with nothing else
    #[arg(long)]
    input: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let is_meant =
        |name: &str| arguments.targets.is_empty() || arguments.targets.iter().any(|target| target == name);
    if let Some(unknown) =
        arguments.targets.iter().find(|name| TARGETS.iter().all(|(target, _)| target != name))
    {
        eprintln!("no target '{unknown}'");
        return ExitCode::FAILURE;
    }
    let mut is_good = true;
    for (name, target) in TARGETS.iter().filter(|(name, _)| is_meant(name)) {
        is_good &= match &arguments.input {
            Some(file) => is_survived(name, *target, &watched(name), &fs::read(file).expect("to read")),
            None => drive(name, *target, &arguments),
        };
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Calls a target until its time is over. False if it panicked.
fn drive(name: &'static str, target: Target, arguments: &Arguments) -> bool {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("seeds").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let seeds: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("to read")).collect();
    let mut random = Rng::with_seed(arguments.seed);
    let (start, time) = (Instant::now(), Duration::from_secs_f64(arguments.seconds));
    let watch = watched(name);
    let mut calls = 0_u64;
    let mut next = seeds.iter().cloned();
    while calls < seeds.len() as u64 || start.elapsed() < time {
        let input = next.next().unwrap_or_else(|| mutate::mutated(&seeds, &mut random));
        calls += 1;
        if !is_survived(name, target, &watch, &input) {
            return false;
        }
    }
    println!("{name}: {calls} calls, {:.0} a second", calls as f64 / start.elapsed().as_secs_f64());
    true
}

/// Calls a target. If it panics, the input is kept in a file.
fn is_survived(name: &'static str, target: Target, watch: &Watch, input: &[u8]) -> bool {
    let is_good = watch.call(input, || panic::catch_unwind(|| target(input)).is_ok());
    if !is_good {
        keep(name, input, "panicked");
    }
    is_good
}

/// A watch that ends the program if a call of this target takes too long.
fn watched(name: &'static str) -> Watch {
    Watch::start(move |input| {
        keep(name, input, "takes too long");
        process::exit(1);
    })
}

/// Keeps an input in a file.
fn keep(name: &str, input: &[u8], why: &str) {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
    let file = folder.join(format!("{:016x}", hasher.finish()));
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, input)).expect("to write");
    eprintln!("{name}: {why}; the input is in {}", file.display());
}
