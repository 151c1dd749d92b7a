//! `-p`: block by block, as `git add -p` does. `--confirm`: the whole batch, once.

use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice as _;

use crate::{
    apply::{self, ApplyRequest, ApplyStatus},
    cli::{exit::Exit, fatal::Fatal, report::patch as words, style::Streams, terminal::Terminal},
    core::{
        change::{Change, Edited},
        outcome::Outcome,
        path::RepoPath,
        plan::BlockReport,
        reply::Operation,
    },
    files,
    repo::{config::Settings, editor, open::Repo},
    request::RunMode,
};

/// A block that can be applied.
struct Choice {
    number: usize,
    path: RepoPath,
    /// Its place in the reply, `reply.md:12`.
    place: String,
    /// Its REPLACE section, if it can be edited.
    replace: Option<Vec<u8>>,
}

/// Answer to one question.
enum Picked {
    Taken,
    LeftOut,
    /// For this block and all later ones of its file.
    File(bool),
    Quit,
}

/// A batch of which the user takes some blocks.
struct Patch<'a> {
    repo: &'a Repo,
    settings: &'a Settings,
    /// The request as a preview.
    request: ApplyRequest,
    choices: Vec<Choice>,
    taken: BTreeSet<usize>,
    edits: BTreeMap<usize, Vec<u8>>,
}

/// The effect that some blocks would have.
struct Look {
    blocks: Vec<BlockReport>,
    changes: Vec<Change>,
    is_good: bool,
}

/// Asks which blocks of a batch to apply, and leaves the others out of the request. Returns how the command
/// ends, if nothing is left to apply.
pub(super) fn pick(
    repo: &Repo,
    settings: &Settings,
    request: &mut ApplyRequest,
    streams: &mut Streams,
) -> Result<Option<Exit>, Fatal> {
    let Some(mut terminal) = Terminal::open() else { return Err(Fatal::no_terminal("-p")) };
    let preview = ApplyRequest { mode: RunMode::Diff, ..request.clone() };
    let mut patch = Patch {
        repo,
        settings,
        request: preview,
        choices: Vec::new(),
        taken: BTreeSet::new(),
        edits: BTreeMap::new(),
    };
    patch.choices = patch.choices()?;
    if patch.choices.is_empty() {
        // The run itself says why.
        return Ok(None);
    }
    patch.ask_all(&mut terminal, streams)?;
    if patch.taken.is_empty() {
        streams.say(words::NOTHING);
        return Ok(Some(Exit::Done));
    }
    request.shown = Some(patch.look(None)?.changes);
    request.plan.filter.declined = patch.declined(None);
    request.edits = patch.edits;
    Ok(None)
}

/// Shows what a batch would do, and asks once whether to do it. Returns how the command ends, if not.
pub(super) fn confirm(
    repo: &Repo,
    settings: &Settings,
    request: &mut ApplyRequest,
    option: &'static str,
    streams: &mut Streams,
) -> Result<Option<Exit>, Fatal> {
    let preview = ApplyRequest { mode: RunMode::Diff, ..request.clone() };
    let report = apply::apply(repo, settings, &preview, &mut |_| {});
    let report = report.map_err(|error| Fatal::of_apply(error, false))?;
    let (Some(diff), true) = (&report.diff, is_good(report.status)) else { return Ok(None) };
    let Some(mut terminal) = Terminal::open() else { return Err(Fatal::no_terminal(option)) };
    streams.page();
    streams.diff(diff);
    streams.end_page();
    loop {
        match terminal.ask(&words::confirm(report.files.len()), streams).as_deref() {
            Some("y" | "Y" | "yes") => break,
            Some("n" | "N" | "no" | "q") | None => {
                streams.say(words::NOT_CONFIRMED);
                return Ok(Some(Exit::Refused));
            }
            Some(_) => {}
        }
    }
    request.shown = Some(report.changes);
    Ok(None)
}

/// The REPLACE section of a block, if it can be edited.
fn editable<'b>(operation: &'b Operation<'_>) -> Option<&'b [u8]> {
    if let Operation::Edit(edit) = operation { edit.editable() } else { None }
}

fn is_good(status: ApplyStatus) -> bool {
    matches!(status, ApplyStatus::WouldApply | ApplyStatus::WouldPartlyApply)
}

impl Patch<'_> {
    /// The blocks that can be applied, if the batch can.
    fn choices(&self) -> Result<Vec<Choice>, Fatal> {
        let report = apply::apply(self.repo, self.settings, &self.request, &mut |_| {});
        let report = report.map_err(|error| Fatal::of_apply(error, false))?;
        if !is_good(report.status) {
            return Ok(Vec::new());
        }
        let parsed = report.sources.iter().flat_map(|source| &source.reply.blocks);
        let all = report.blocks.iter().zip(parsed).enumerate();
        let choices = all.filter(|(_, (block, _))| matches!(block.outcome, Outcome::Applied(_)));
        let choices = choices.filter_map(|(number, (block, parsed))| {
            let path = block.path.as_ref().ok()?.clone();
            let place = words::place(report.sources[block.source].name.as_bstr(), block.line);
            let replace = editable(&parsed.operation);
            Some(Choice { number, path, place, replace: replace.map(<[u8]>::to_vec) })
        });
        Ok(choices.collect())
    }

    /// The blocks that are left out, but for one that is asked about.
    fn declined(&self, asked: Option<usize>) -> BTreeSet<usize> {
        let numbers = self.choices.iter().map(|choice| choice.number);
        numbers.filter(|number| !self.taken.contains(number) && Some(*number) != asked).collect()
    }

    /// Plans the blocks that are taken so far, with the one that is asked about.
    fn look(&mut self, asked: Option<usize>) -> Result<Look, Fatal> {
        self.request.plan.filter.declined = self.declined(asked);
        self.request.edits.clone_from(&self.edits);
        let report = apply::apply(self.repo, self.settings, &self.request, &mut |_| {});
        let report = report.map_err(|error| Fatal::of_apply(error, false))?;
        let fits = |number: &usize| {
            !matches!(report.blocks[*number].outcome, Outcome::Failed(_) | Outcome::Skipped(_))
        };
        let is_good = is_good(report.status) && self.taken.iter().chain(&asked).all(fits);
        Ok(Look { blocks: report.blocks, changes: report.changes, is_good })
    }

    fn ask_all(&mut self, terminal: &mut Terminal, streams: &mut Streams) -> Result<(), Fatal> {
        let mut of_files: BTreeMap<RepoPath, bool> = BTreeMap::new();
        let mut before = Vec::new();
        for at in 0..self.choices.len() {
            let (number, path) = (self.choices[at].number, self.choices[at].path.clone());
            let picked = match of_files.get(&path) {
                Some(true) => Picked::Taken,
                Some(false) => Picked::LeftOut,
                None => self.ask(at, &before, terminal, streams)?,
            };
            let is_taken = match picked {
                Picked::Quit => break,
                Picked::Taken => true,
                Picked::LeftOut => false,
                Picked::File(taken) => {
                    of_files.insert(path, taken);
                    taken
                }
            };
            if is_taken {
                let look = self.look(Some(number))?;
                if look.is_good {
                    self.taken.insert(number);
                    before = look.changes;
                } else {
                    streams.warn(&words::depends(&self.choices[at].place));
                }
            }
        }
        Ok(())
    }

    /// Shows a block, and asks about it.
    fn ask(
        &mut self,
        at: usize,
        before: &[Change],
        terminal: &mut Terminal,
        streams: &mut Streams,
    ) -> Result<Picked, Fatal> {
        loop {
            let number = self.choices[at].number;
            let look = self.look(Some(number))?;
            let choice = &self.choices[at];
            if !look.is_good {
                streams.warn(&words::depends(&choice.place));
                if self.edits.remove(&number).is_none() {
                    return Ok(Picked::LeftOut);
                }
                // It is shown again as the reply has it.
                continue;
            }
            let title = words::title(at + 1, self.choices.len(), &choice.place, &look.blocks[number]);
            streams.title(&title);
            streams.diff(&diff(self.repo, before, look.changes));
            let can_edit = choice.replace.is_some();
            match terminal.ask(&words::question(&choice.path, can_edit), streams).as_deref() {
                Some("y") => return Ok(Picked::Taken),
                Some("n") => return Ok(Picked::LeftOut),
                Some("a") => return Ok(Picked::File(true)),
                Some("d") => return Ok(Picked::File(false)),
                Some("q") | None => return Ok(Picked::Quit),
                Some("e") if can_edit => self.edit(at, streams),
                Some(_) => words::help(can_edit).iter().for_each(|line| streams.line(line)),
            }
        }
    }

    /// Opens the editor on the new text of a block.
    fn edit(&mut self, at: usize, streams: &mut Streams) {
        let choice = &self.choices[at];
        let Some(replace) = self.edits.get(&choice.number).or(choice.replace.as_ref()) else { return };
        match editor::edit(self.repo, replace, choice.path.as_bstr().as_bytes()) {
            Ok(text) if text == *replace => streams.say(words::UNCHANGED),
            Ok(text) => drop(self.edits.insert(choice.number, text)),
            Err(error) => streams.error(&crate::cli::fatal::chain(&error)),
        }
    }
}

/// The diff between what some changes make of files and what others do.
fn diff(repo: &Repo, before: &[Change], after: Vec<Change>) -> Vec<u8> {
    let steps = after.into_iter().filter_map(|change| {
        let earlier = before.iter().find(|earlier| earlier.path == change.path);
        let change = match earlier {
            Some(earlier) => Change { old: earlier.new.clone(), ..change },
            None => change,
        };
        (change.old != change.new).then(|| Edited::of(change))
    });
    let steps: Vec<Edited> = steps.collect();
    files::diff(repo, steps.iter())
}
