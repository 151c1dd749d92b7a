//! The blocks of a reply that is still being written, located as they would be now. Nothing is locked or written.

use std::ops::Range;

use super::{ApplyError, ApplyRequest, plan, task::Task};
use crate::{
    core::{
        guard::Policy,
        plan::{BlockReport, Partial},
        reply, syntax,
    },
    repo::{config::Settings, open::Repo, policy, world::RepoWorld},
};

/// A reply that is still being written.
#[derive(Debug)]
pub struct Preview {
    /// The request, whose last input is the reply so far.
    request: ApplyRequest,
    /// The blocks that were told.
    told: Told,
    /// Length of the reply when it was looked at last.
    seen: usize,
}

/// Blocks that were told.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    count: usize,
    /// Offset behind the last one.
    end: usize,
}

/// A complete block of a reply that is still being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewedBlock {
    /// Its number in the batch, from 0.
    pub number: usize,
    /// Its lines in the reply, from 1.
    pub lines: Range<usize>,
    /// Its outcome if the reply ended with it.
    pub report: BlockReport,
}

impl Preview {
    /// Begins the last reply of a request.
    pub fn of(request: &ApplyRequest) -> Self {
        let mut request = request.clone();
        // What a whole file becomes is not known yet, and each block counts for itself.
        request.plan.syntax = syntax::Mode::Off;
        request.plan.partial = Partial::No;
        Self { request, told: Told::default(), seen: 0 }
    }

    /// Takes in more of the reply.
    pub fn add(&mut self, bytes: &[u8]) {
        if let Some(input) = self.request.inputs.last_mut() {
            input.bytes.extend_from_slice(bytes);
        }
    }

    /// The bytes of the reply so far.
    pub fn bytes(&self) -> &[u8] {
        self.request.inputs.last().map_or(b"", |input| &input.bytes)
    }

    /// The reply, when it is whole.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.request.inputs.pop().map(|input| input.bytes).unwrap_or_default()
    }

    /// The blocks that became complete since the last look, located with those before them. The reply is read
    /// from its start, so that many looks at a long one take long.
    ///
    /// # Errors
    ///
    /// When blocks cannot be located at all, as an apply of the reply could not.
    pub fn look(
        &mut self,
        repo: &Repo,
        settings: &Settings,
        is_whole: bool,
    ) -> Result<Vec<PreviewedBlock>, ApplyError> {
        let bytes = self.bytes();
        let line_end = memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
        let end = if is_whole { bytes.len() } else { line_end };
        if end <= self.seen && !is_whole {
            return Ok(Vec::new());
        }
        self.seen = end;
        if is_whole {
            return Ok(self.complete(repo, settings, None)?.unwrap_or_default());
        }
        let ending = reply::ending(&self.bytes()[..end]).as_bytes();
        if let Some(found) = self.ended(repo, settings, end, ending)? {
            return Ok(found);
        }
        match reply::json_ending(&self.bytes()[..end]) {
            Some((end, ending)) => Ok(self.ended(repo, settings, end, &ending)?.unwrap_or_default()),
            None => Ok(Vec::new()),
        }
    }

    /// The same of the reply up to an offset, with this text in place of the rest; none if it has no complete
    /// block at all.
    fn ended(
        &mut self,
        repo: &Repo,
        settings: &Settings,
        end: usize,
        ending: &[u8],
    ) -> Result<Option<Vec<PreviewedBlock>>, ApplyError> {
        let Some(input) = self.request.inputs.last_mut() else { return Ok(None) };
        let rest = input.bytes.split_off(end);
        input.bytes.extend_from_slice(ending);
        let found = self.complete(repo, settings, Some(end));
        if let Some(input) = self.request.inputs.last_mut() {
            input.bytes.truncate(end);
            input.bytes.extend_from_slice(&rest);
        }
        found
    }

    /// The complete blocks that were not told; none if there is no complete block at all. `end` is that of
    /// the reply so far, if it goes on.
    fn complete(
        &mut self,
        repo: &Repo,
        settings: &Settings,
        end: Option<usize>,
    ) -> Result<Option<Vec<PreviewedBlock>>, ApplyError> {
        let Self { request, told, .. } = &*self;
        let mut sources = plan::read(settings, request)?;
        let begun = &self.bytes()[..end.unwrap_or(self.bytes().len())];
        let Some(reply) = sources.last_mut().map(|source| &mut source.reply) else { return Ok(None) };
        if end.is_some() {
            let count = reply::complete(reply, begun, &request.parse.words);
            reply.blocks.truncate(count);
        }
        let spans: Vec<_> = reply.blocks.iter().map(|block| block.span).collect();
        let Some(last) = spans.last() else { return Ok(None) };
        // Blocks may cease to be some, and several may be in one part of the reply.
        let is_new: Vec<bool> =
            spans.iter().enumerate().map(|(at, span)| at >= told.count || span.start >= told.end).collect();
        if !is_new.contains(&true) {
            return Ok(Some(Vec::new()));
        }
        let world = RepoWorld::open(repo, settings.max_file_bytes).map_err(ApplyError::WorkTree)?;
        let world = world.with_history_depth(settings.history_depth);
        let mut rules = request.rules.clone();
        policy::add(&mut rules, settings, world.tree())?;
        let policy = Policy::new(rules)?;
        let planned =
            plan::located(Task { repo, settings, request, world: &world, policy: &policy }, &sources)?;
        let before = planned.blocks.len() - spans.len();
        let of_reply = planned.blocks.into_iter().enumerate().skip(before).zip(spans.iter().zip(is_new));
        let new = of_reply.filter(|(_, (_, is_new))| *is_new).map(|((number, report), (span, _))| {
            let text = begun.get(span.start..span.end.min(begun.len())).unwrap_or_default();
            let more = memchr::memchr_iter(b'\n', text).count();
            PreviewedBlock { number, lines: report.line..report.line + more + 1, report }
        });
        let new = new.collect();
        self.told = Told { count: spans.len(), end: last.end };
        Ok(Some(new))
    }
}
