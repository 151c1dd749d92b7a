//! The runs that the lines of the log of attempts tell of.

use std::collections::{BTreeMap, BTreeSet};

use crate::repo::{
    attempts::{Attempt, LogLine},
    record::BatchId,
};

/// One run that was to apply something.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) time: i64,
    pub(super) outcome: String,
    pub(super) batch: Option<BatchId>,
    pub(super) source: Option<String>,
    all: Vec<Attempt>,
    /// True if the log has no line of its own for the run, only its blocks.
    is_guessed: bool,
}

impl Run {
    /// A run of which there are only the blocks, with the first of them.
    fn guessed(block: Attempt) -> Self {
        let (time, batch) = (block.time, block.batch);
        let outcome = String::new();
        Self { time, outcome, batch, source: None, all: vec![block], is_guessed: true }
    }

    /// Returns whether a block is one of this run.
    fn has(&self, block: &Attempt) -> bool {
        self.time == block.time && (!self.is_guessed || self.batch == block.batch)
    }

    /// The blocks that count: all but those that were not asked for, or were noted with an earlier run.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Attempt> {
        self.all.iter().filter(|block| !block.kept && block.status != "skipped")
    }

    /// Returns whether it wrote a batch.
    pub(super) fn is_written(&self) -> bool {
        match self.outcome.as_str() {
            "applied" | "partly-applied" => true,
            // What was sent again names the batch that had done it before.
            "" => self.batch.is_some() && self.all.iter().any(|block| block.status == "applied"),
            _ => false,
        }
    }
}

/// Puts the lines together to runs. Of the batches, those that are taken back.
pub(super) fn read(lines: Vec<LogLine>) -> (Vec<Run>, BTreeSet<BatchId>) {
    let mut runs: Vec<Run> = Vec::new();
    let mut batches = Batches::default();
    for line in lines {
        match line {
            LogLine::Run(run) => {
                batches.written(run.batch.filter(|_| run.run != "nothing-to-do"));
                let (time, outcome, batch, source) = (run.time, run.run, run.batch, run.source);
                runs.push(Run { time, outcome, batch, source, all: Vec::new(), is_guessed: false });
            }
            LogLine::Block(block) => match runs.last_mut().filter(|run| run.has(&block)) {
                Some(run) => run.all.push(block),
                None => runs.push(Run::guessed(block)),
            },
            LogLine::Rollback(rollback) => {
                rollback.rolled_back.iter().for_each(|id| batches.set(*id, false));
                if let Some(id) = rollback.batch {
                    batches.took_back.insert(id, rollback.rolled_back);
                }
            }
        }
    }
    (runs, batches.rolled_back)
}

/// The batches that are taken back at a point of the log.
#[derive(Default)]
struct Batches {
    rolled_back: BTreeSet<BatchId>,
    /// By the batch that did it.
    took_back: BTreeMap<BatchId, Vec<BatchId>>,
}

impl Batches {
    /// A batch is new, whatever had its number before.
    fn written(&mut self, id: Option<BatchId>) {
        if let Some(id) = id {
            self.rolled_back.remove(&id);
            self.took_back.remove(&id);
        }
    }

    fn set(&mut self, id: BatchId, in_force: bool) {
        if in_force {
            self.rolled_back.remove(&id);
        } else {
            self.rolled_back.insert(id);
        }
        // An undo has a number below that of its own undo, so that this comes to an end.
        for older in self.took_back.get(&id).cloned().unwrap_or_default().into_iter().filter(|it| *it < id) {
            self.set(older, !in_force);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<LogLine> {
        text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect()
    }

    fn rolled_back(text: &str) -> Vec<u64> {
        read(lines(text)).1.into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn blocks_without_a_line_of_their_run_are_put_together_by_time_and_batch() {
        let block = |time: i64, batch: &str, status: &str| {
            format!(
                r#"{{"time":{time},"batch":{batch},"path":"a","status":"{status}","class":null,"tier":null,"places":1,"lines":1,"search":null}}"#
            )
        };
        let log = [
            block(1, "1", "applied"),
            block(1, "1", "no-op"),
            block(2, "null", "failed"),
            block(3, "1", "already-applied"),
        ];
        let (runs, _) = read(lines(&log.join("\n")));
        let seen: Vec<_> =
            runs.iter().map(|run| (run.time, run.blocks().count(), run.is_written())).collect();
        assert_eq!(seen, [(1, 2, true), (2, 1, false), (3, 1, false)]);
    }

    #[test]
    fn a_batch_whose_undo_is_undone_is_not_taken_back() {
        let run = |id: u64| format!(r#"{{"time":1,"run":"applied","batch":{id}}}"#);
        let undo =
            |id: u64, of: u64| format!(r#"{{"time":1,"rolled_back":[{of}],"batch":{id},"cause":"undo"}}"#);
        let mut log = vec![run(1), undo(2, 1)];
        assert_eq!(rolled_back(&log.join("\n")), [1]);
        log.push(undo(3, 2));
        assert_eq!(rolled_back(&log.join("\n")), [2]);
        log.push(undo(4, 3));
        assert_eq!(rolled_back(&log.join("\n")), [1, 3]);
        log.push(run(1));
        assert_eq!(rolled_back(&log.join("\n")), [3], "the number is that of another batch");
    }
}
