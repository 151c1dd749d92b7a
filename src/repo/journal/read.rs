//! Reads the journal of an interrupted run.

use bstr::ByteSlice as _;
use gix::hash::Kind;

use super::{
    line::{self, UnreadableJournal, parse},
    older,
    step::{Intent, JournalHead, Phase, Renames, Step, VERSION},
};

/// The steps that a run left open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::repo) struct OpenSteps {
    pub(in crate::repo) intent: Option<Intent>,
    /// As many files as the intent has paths.
    pub(in crate::repo) renames: Option<Renames>,
}

/// A journal as it was read.
pub(super) struct ReadJournal {
    pub(super) open: OpenSteps,
    /// True if any step was finished.
    pub(super) is_begun: bool,
    /// True if steps can be added at its end.
    pub(super) goes_on: bool,
}

impl OpenSteps {
    /// Takes the next step in.
    fn add(&mut self, step: Step) -> Result<(), UnreadableJournal> {
        match step {
            Step::Intent(intent) => (self.intent, self.renames) = (Some(intent), None),
            Step::Renames(renames) => {
                let paths = self.intent.as_ref().map(|intent| intent.paths.len());
                if paths != Some(renames.files.len()) || self.renames.is_some() {
                    return Err(UnreadableJournal::Damaged);
                }
                self.renames = Some(renames);
            }
            Step::End(Phase::Batch) => (self.intent, self.renames) = (None, None),
        }
        Ok(())
    }

    /// As they are written.
    pub(super) fn steps(&self) -> Vec<Step> {
        let intent = self.intent.clone().map(Step::Intent);
        let renames = self.renames.clone().map(Step::Renames);
        [intent, renames].into_iter().flatten().collect()
    }
}

/// Reads the bytes of a journal.
pub(super) fn read(hash: Kind, bytes: &[u8]) -> Result<ReadJournal, UnreadableJournal> {
    let (steps, goes_on) = steps(hash, bytes)?;
    let (mut open, is_begun) = (OpenSteps::default(), !steps.is_empty());
    steps.into_iter().try_for_each(|step| open.add(step))?;
    Ok(ReadJournal { open, is_begun, goes_on })
}

fn steps(hash: Kind, bytes: &[u8]) -> Result<(Vec<Step>, bool), UnreadableJournal> {
    let mut lines = bytes.lines_with_terminator();
    let Some(head) = lines.next().map(|head| line::read(hash, head)).transpose()?.flatten() else {
        return Ok((Vec::new(), false));
    };
    match parse::<JournalHead>(head)?.version {
        VERSION => {}
        older::VERSION => return Ok((older::steps(hash, head, lines)?, false)),
        _ => return Err(UnreadableJournal::Version),
    }
    let mut steps = Vec::new();
    for step in lines {
        steps.extend(line::read(hash, step)?.map(parse).transpose()?);
    }
    Ok((steps, bytes.ends_with(b"\n")))
}
