//! Written steps are read back, unfinished ones count as not written, and damaged ones are never taken for
//! those.

use std::{fs::File, rc::Rc};

use gix::hash::Kind;

use super::*;
use crate::{
    core::path::RepoPath,
    repo::{open::Repo, record::BatchId, serial::SerialPath, testing::Sandbox},
};

fn begun() -> (Sandbox, Repo, Rc<Journal>) {
    let sandbox = Sandbox::new();
    let repo = sandbox.open();
    std::fs::create_dir_all(repo.state_dir()).unwrap();
    let journal = Journal::of(&repo);
    (sandbox, repo, journal)
}

fn intent() -> Step {
    let paths = vec![SerialPath(RepoPath::new(b"a/b").unwrap())];
    Step::Intent(Intent { token: u64::MAX - 7, paths })
}

fn renames() -> Step {
    let file = PathRenames { temp: None, aside: None, folders: Vec::new(), old: None, new: None };
    Step::Renames(Renames {
        batch: BatchId(1),
        record: gix::ObjectId::null(Kind::Sha1),
        index: None,
        files: vec![file],
        cleared: Vec::new(),
        emptied: Vec::new(),
    })
}

/// Steps of every kind, none of them ended.
fn all() -> Vec<Step> {
    vec![intent(), renames()]
}

fn add(journal: &Journal, steps: &[Step]) {
    steps.iter().for_each(|step| journal.add(step).unwrap());
}

/// The steps that the next run finds.
fn found(repo: &Repo) -> Result<Option<Vec<Step>>, JournalError> {
    Ok(Journal::of(repo).resume(repo)?.map(|open| open.steps()))
}

#[test]
fn what_is_written_is_read() {
    let (_sandbox, repo, journal) = begun();
    assert_eq!(found(&repo).unwrap(), None);
    for step in 1..=all().len() {
        journal.add(&all()[step - 1]).unwrap();
        assert_eq!(found(&repo).unwrap().unwrap(), all()[..step]);
    }
}

#[test]
fn the_file_goes_with_the_last_open_step() {
    let (_sandbox, repo, journal) = begun();
    add(&journal, &all());
    journal.end(Phase::Batch).unwrap();
    assert!(!is_left(&repo));
    assert_eq!(found(&repo).unwrap(), None);
    // Steps that were not begun need no end.
    journal.end(Phase::Batch).unwrap();
    add(&journal, &all());
    assert_eq!(found(&repo).unwrap().unwrap(), all());
}

#[test]
fn a_step_that_is_cut_off_counts_as_not_written() {
    let (_sandbox, repo, journal) = begun();
    let mut ends = Vec::new();
    for step in all() {
        journal.add(&step).unwrap();
        ends.push(std::fs::read(path(&repo)).unwrap().len());
    }
    let whole = std::fs::read(path(&repo)).unwrap();
    for cut in 0..=whole.len() {
        for zeros in [0, 100] {
            std::fs::write(path(&repo), [&whole[..cut], &vec![0; zeros]].concat()).unwrap();
            // Only the line break may be missing.
            let finished = ends.iter().filter(|end| cut + 1 >= **end).count();
            assert_eq!(found(&repo).unwrap().unwrap(), all()[..finished], "{zeros} zeros from {cut} on");
        }
    }
}

#[test]
fn a_journal_goes_on_behind_a_step_that_is_cut_off() {
    let (_sandbox, repo, journal) = begun();
    add(&journal, &all());
    let whole = std::fs::read(path(&repo)).unwrap();
    for cut in [whole.len() - 1, whole.len() - 5] {
        std::fs::write(path(&repo), &whole[..cut]).unwrap();
        let journal = Journal::of(&repo);
        let steps = journal.resume(&repo).unwrap().unwrap().steps();
        if steps.len() < all().len() {
            journal.add(&renames()).unwrap();
        }
        assert_eq!(found(&repo).unwrap().unwrap(), all(), "{cut}");
    }
}

#[test]
fn one_flipped_bit_never_makes_a_journal_say_less() {
    let (_sandbox, repo, journal) = begun();
    add(&journal, &all());
    let whole = std::fs::read(path(&repo)).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(path(&repo), &damaged).unwrap();
        match found(&repo) {
            Err(error) => {
                assert!(matches!(error, JournalError::Damaged(_)), "{at}: {error}");
                assert_eq!(std::fs::read(path(&repo)).unwrap(), damaged, "{at}");
            }
            Ok(found) => assert_eq!(found.unwrap(), all(), "{at}"),
        }
    }
}

#[test]
fn a_line_break_that_is_another_byte_hides_no_step_before_one_that_is_cut_off() {
    let (_sandbox, repo, journal) = begun();
    add(&journal, &[intent()]);
    let first = std::fs::read(path(&repo)).unwrap().len();
    journal.add(&renames()).unwrap();
    let mut damaged = std::fs::read(path(&repo)).unwrap();
    damaged[first - 1] = b'x';
    for cut in first + 1..damaged.len() - 1 {
        std::fs::write(path(&repo), &damaged[..cut]).unwrap();
        assert!(matches!(found(&repo), Err(JournalError::Damaged(_))), "{cut}");
    }
}

#[test]
fn a_journal_of_another_version_is_told_by_its_version_alone() {
    let (_sandbox, repo, _journal) = begun();
    let newer = line::write(Kind::Sha1, &serde_json::json!({ "version": 3, "other": true })).unwrap();
    std::fs::write(path(&repo), newer).unwrap();
    assert!(matches!(found(&repo), Err(JournalError::Version(_))));
}

#[test]
fn a_whole_step_that_does_not_fit_is_damage() {
    let Step::Renames(one) = renames() else { unreachable!() };
    let none = Step::Renames(Renames { files: Vec::new(), ..one });
    for steps in [vec![intent(), none], vec![intent(), renames(), renames()], vec![renames()]] {
        let (_sandbox, repo, journal) = begun();
        add(&journal, &steps);
        assert!(matches!(found(&repo), Err(JournalError::Damaged(_))), "{steps:?}");
    }
}

#[test]
fn what_is_open_is_not_begun_again() {
    let (_sandbox, repo, journal) = begun();
    add(&journal, &all());
    assert!(journal.add(&intent()).is_err());
    assert!(Journal::of(&repo).add(&intent()).is_err(), "nobody has read what is there");
    assert_eq!(found(&repo).unwrap().unwrap(), all());
}

#[test]
fn a_journal_that_cannot_be_mended_takes_no_more_steps() {
    let (_sandbox, repo, journal) = begun();
    add(&journal, &[intent()]);
    // Neither written to nor cut off.
    journal.put_file(File::open(path(&repo)).unwrap());
    for _ in 0..2 {
        assert!(journal.add(&renames()).is_err());
    }
    assert_eq!(found(&repo).unwrap().unwrap(), [intent()]);
    journal.end(Phase::Batch).unwrap();
    assert!(!is_left(&repo));
}

/// A journal as the version before wrote it: no steps but those of a batch, the version in the first of them.
fn older(steps: usize) -> Vec<u8> {
    let (Step::Intent(intent), Step::Renames(renames)) = (intent(), renames()) else { unreachable!() };
    let mut first = serde_json::to_value(intent).unwrap();
    first["version"] = 1.into();
    let lines = [line::write(Kind::Sha1, &first).unwrap(), line::write(Kind::Sha1, &renames).unwrap()];
    lines[..steps].concat()
}

#[test]
fn a_journal_of_the_version_before_is_read_and_goes_on() {
    for steps in 1..=2 {
        let (_sandbox, repo, journal) = begun();
        std::fs::write(path(&repo), older(steps)).unwrap();
        assert_eq!(journal.resume(&repo).unwrap().unwrap().steps(), all()[..steps]);
        add(&journal, &all()[steps..]);
        assert_eq!(found(&repo).unwrap().unwrap(), all());
        journal.end(Phase::Batch).unwrap();
        assert!(!is_left(&repo));
    }
    let (_sandbox, repo, _journal) = begun();
    let whole = older(2);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(path(&repo), damaged).unwrap();
        let found = found(&repo);
        assert!(
            matches!(found, Err(JournalError::Damaged(_) | JournalError::Version(_)))
                || found.unwrap().unwrap() == all(),
            "{at}"
        );
    }
}
