//! `--retry`: a refused batch is handed to a program that talks to the model, and finished with its answer.

use std::{ffi::OsString, time::Duration};

use bstr::ByteSlice as _;

use crate::{
    apply::{AnswerReply, ApplyReport, ApplyRequest, ApplyStatus, uncorrected},
    cli::{
        args::Apply,
        fatal::Fatal,
        report::{apply::can_be_corrected, feedback::feedback, retry as words},
        style::Streams,
    },
    core::{
        outcome::{Class, Outcome},
        reply::{self, Extent, Operation, Reply},
        text::bodies,
    },
    prompt::is_in_work_tree,
    repo::{
        ask::{AnswerBounds, AskError, ask},
        config::Settings,
        open::Repo,
        pending::{FailedPart, Pending},
    },
    request::{Input, RunMode},
};

/// A program that corrects refused batches, and how often it has been asked.
pub(super) struct Retry {
    line: OsString,
    most: u64,
    bounds: AnswerBounds,
    /// Number of answers so far.
    pub(super) rounds: u64,
    /// The failures when it was asked last.
    before: Option<Vec<Refusal>>,
    /// The reason why it is not asked again.
    pub(super) end: Option<String>,
}

/// A corrected reply, and the kept blocks that it finishes.
pub(super) struct Correction {
    pub(super) reply: Input,
    pub(super) pending: Option<Pending>,
    /// The failed parts that it is to correct.
    pub(super) open: Vec<FailedPart>,
}

/// A part of the replies that failed: its file, its class and its text.
type Refusal = (Vec<u8>, Class, Vec<u8>);

impl Retry {
    /// The program that is named, or configured.
    pub(super) fn of(
        args: &Apply,
        settings: &Settings,
        repo: &Repo,
        streams: &mut Streams,
    ) -> Result<Option<Self>, Fatal> {
        let mut configured = None;
        for entry in settings.retry.iter().filter(|_| args.retry.is_none()) {
            match entry.origin.path.as_ref().filter(|file| is_in_work_tree(repo, file)) {
                Some(file) => streams.warn(&words::of_others(file)),
                None => configured = Some(entry),
            }
        }
        let configured =
            configured.map(|entry| gix::path::from_bstring(entry.value.clone()).map_err(|_| entry));
        let configured = configured.transpose().map_err(|entry| entry.refused())?.map(OsString::from);
        let line = args.retry.clone().or(configured).filter(|line| !line.is_empty());
        let option = args.retries.map(|_| "--retries").or(args.retry_timeout.map(|_| "--retry-timeout"));
        if let (None, Some(option)) = (&line, option) {
            return Err(Fatal::nobody_to_ask(option));
        }
        let time = args.retry_timeout.map(Duration::from_secs);
        let most = args.retries.unwrap_or(settings.retries);
        let bounds = AnswerBounds { bytes: settings.max_reply_bytes, time };
        Ok(line.map(|line| Self { line, most, bounds, rounds: 0, before: None, end: None }))
    }

    /// Asks for a correction of a batch, if it is refused and an answer may help.
    pub(super) fn correction(
        &mut self,
        repo: &Repo,
        request: &ApplyRequest,
        report: &ApplyReport<'_>,
        streams: &mut Streams,
    ) -> Result<Option<Correction>, Fatal> {
        let is_refused = matches!(report.status, ApplyStatus::NoBlocks | ApplyStatus::Refused);
        let may_help = is_refused && can_be_corrected(report);
        let message = feedback(report).filter(|_| may_help && request.mode == RunMode::Write);
        let Some(message) = message else { return Ok(None) };
        let failed = failed(report, request);
        if self.before.as_ref() == Some(&failed) {
            return Ok(self.ends(words::same()));
        }
        self.before = Some(failed);
        let mut what = words::failed(report);
        let mut told = message.clone();
        let mut last = None;
        loop {
            if self.rounds == self.most {
                return Ok(self.ends(words::not_enough(self.most)));
            }
            self.rounds += 1;
            streams.say(&words::round(self.rounds, self.most, &what, &self.line));
            let answer = match ask(repo, &self.line, told.as_bytes(), self.bounds) {
                Ok(answer) => answer,
                Err(AskError::Interrupted(signal)) => return Err(Fatal::interrupted(signal)),
                Err(error) => return Ok(self.ends(words::unanswered(&self.line, &error))),
            };
            let answer = reply::unwrapped(answer);
            let read = reply::parse(&answer, &reply::Options { format: None, ..request.parse.clone() });
            if let Some(why) = useless(&read, &answer) {
                return Ok(self.ends(why));
            }
            let left = left_out(report, (&read, &answer), request);
            if left.is_empty() {
                let reply = Input { name: words::name(self.rounds).into(), bytes: answer };
                let open = report.failures(&request.inputs);
                return Ok(Some(Correction { reply, pending: report.kept.now.clone(), open }));
            }
            if last.as_ref() == Some(&answer) {
                return Ok(self.ends(words::same()));
            }
            what = words::left_out(&left);
            told = words::once_more(&left) + &message;
            last = Some(answer);
        }
    }

    fn ends<T>(&mut self, why: String) -> Option<T> {
        self.end = Some(why);
        None
    }
}

/// The failed parts of a batch that an answer leaves out. Where a part of the answer cannot be read, that comes
/// first.
fn left_out(
    report: &ApplyReport<'_>,
    answer: AnswerReply<'_, '_>,
    request: &ApplyRequest,
) -> Vec<FailedPart> {
    if !answer.0.faults.is_empty() || report.status == ApplyStatus::NoBlocks {
        return Vec::new();
    }
    let failures = report.failures(&request.inputs);
    let left = uncorrected(&failures, report.kept.now.as_ref(), &[answer], &request.parse);
    left.into_iter().cloned().collect()
}

/// The reason why an answer cannot correct anything.
fn useless(answer: &Reply<'_>, text: &[u8]) -> Option<String> {
    if answer.is_blank {
        return Some(words::empty());
    }
    if !answer.faults.is_empty() {
        return None;
    }
    if answer.blocks.is_empty() {
        return Some(words::no_block(text));
    }
    let changes_nothing = |operation: &Operation<'_>| match operation {
        Operation::Edit(edit) if matches!(edit.hints.extent, Extent::Lines | Extent::Text) => {
            edit.readings().next().is_some_and(|sections| sections.search == sections.replace)
        }
        _ => false,
    };
    let is_nothing = answer.blocks.iter().all(|block| changes_nothing(&block.operation));
    is_nothing.then(words::nothing)
}

/// The failures in a batch, for comparing refusals.
fn failed(report: &ApplyReport<'_>, request: &ApplyRequest) -> Vec<Refusal> {
    let text = |source: usize| request.inputs[source].bytes.as_slice();
    let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
    let blocks = report.blocks.iter().zip(parsed).filter_map(|(block, parsed)| {
        let Outcome::Failed(failure) = &block.outcome else { return None };
        let path = block.path.as_ref().map_or_else(|text| text.as_bstr(), |path| path.as_bstr());
        Some((path.to_vec(), failure.class(), text(block.source)[parsed.span.range()].to_vec()))
    });
    let is_faulty = !report.faults.is_empty();
    let lines: Vec<Vec<&[u8]>> =
        request.inputs.iter().filter(|_| is_faulty).map(|input| bodies(&input.bytes).collect()).collect();
    let faults = report.faults.iter().map(|found| {
        let path = found.fault.path.as_ref().map_or_else(Vec::new, |path| path[0].text.to_vec());
        let lines = reply::quoted_lines(&lines[found.source], &found.fault);
        (path, Class::of_fault(&found.fault.kind), lines.join(&b'\n'))
    });
    let mut all: Vec<Refusal> = blocks.chain(faults).collect();
    all.sort_unstable_by(|a, b| (&a.0, a.1.name(), &a.2).cmp(&(&b.0, b.1.name(), &b.2)));
    all
}
