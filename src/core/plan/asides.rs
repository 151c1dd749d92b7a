//! Parts of a reply beside its edits that may ask for a change too: new files of them become blocks, and what
//! no edit makes is a fault. Text that the files have, before the batch or after it, was only quoted.

use std::{collections::BTreeMap, ops::RangeInclusive};

use bstr::{BString, ByteSlice as _};

use super::{Plan, Settings, Source, World, aim::Aim, aim::named, origin::find};
use crate::core::{
    guard::Policy,
    locate::{Budget, leaves_out},
    outcome::Outcome,
    path::RepoPath,
    reply::{Aside, Block, Fault, FaultKind, Format, Reply, Surface, Wish},
    resolve::{Kind, Purpose, ResolveError},
    text::{bodies, is_blank},
};

/// Bytes that are looked through in the time of a step.
const BYTES_PER_STEP: usize = 4;

/// Makes blocks of the texts that are plainly meant as files where there are none.
pub fn adopt(sources: &mut [Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) {
    let aim = Aim::new(policy, settings, world);
    for Source { reply, .. } in sources {
        let mut asides = std::mem::take(&mut reply.asides);
        asides.retain(|aside| {
            let is_new = is_file(aside) && is_free(&aim, settings, world, reply, &aside.block);
            if is_new {
                put(reply, aside);
            }
            !is_new
        });
        reply.asides = asides;
    }
}

fn is_file(aside: &Aside<'_>) -> bool {
    aside.is_whole && matches!(aside.wish, Wish::File | Wish::New)
}

/// Returns whether nothing is at the path of a block, and no other block is for it.
fn is_free(
    aim: &Aim<'_>,
    settings: &Settings,
    world: &dyn World,
    reply: &Reply<'_>,
    block: &Block<'_>,
) -> bool {
    let is_missing = match aim.resolve(&block.path, Purpose::Edit) {
        Ok(found) => found.kind == Kind::Absent,
        Err(crate::core::outcome::Failure::Path(ResolveError::Missing { .. })) => true,
        Err(_) => false,
    };
    let name = |block: &Block<'_>| named(block.path[0].text.as_bstr(), settings, world);
    let path = name(block);
    let leads = |other: &Block<'_>| {
        let to = other.operation.to().map(|to| named(to[0].text.as_bstr(), settings, world));
        name(other) == path || to.is_some_and(|to| to == path)
    };
    is_missing && !reply.blocks.iter().any(leads)
}

/// Adds the block that makes a file to those of a reply.
fn put<'a>(reply: &mut Reply<'a>, aside: &Aside<'a>) {
    let (line, span) = (aside.block.line, aside.block.span);
    reply.format = reply.format.or(Format::named("whole"));
    reply.unread.retain(|surface| surface.line != line);
    reply.faults.retain(|fault| !is_at(fault, aside));
    if !reply.envelopes.is_empty() {
        let at = reply.envelopes.partition_point(|part| part.start < span.start);
        reply.envelopes.insert(at, span);
    }
    let at = reply.blocks.partition_point(|other| other.span.start < span.start);
    reply.blocks.insert(at, aside.block.clone());
}

/// Returns whether a fault is about such a part, or the lines above it that may name its file.
fn is_at(fault: &Fault, aside: &Aside<'_>) -> bool {
    (lines(aside).start().saturating_sub(2)..=*lines(aside).end()).contains(&fault.line)
}

/// The lines of such a part, up to its last one.
fn lines(aside: &Aside<'_>) -> RangeInclusive<usize> {
    let first = aside.block.line;
    first..=first + aside.content.map_or(0, |content| bodies(content).count())
}

/// Makes faults of what a reply asks for beside its edits and no edit makes, and lists what may be so.
pub fn settle(
    sources: &mut [Source<'_>],
    plan: &Plan,
    policy: &Policy,
    settings: &Settings,
    world: &dyn World,
) {
    if plan.blocks.is_empty() || sources.iter().all(|source| source.reply.asides.is_empty()) {
        return;
    }
    let bytes =
        plan.files.iter().map(|file| file.edited.change.new.as_ref().map_or(0, |new| new.bytes.len()));
    let budget = Budget::for_bytes(bytes.sum());
    let aim = Aim::new(policy, settings, world);
    let mut files = Files { aim, plan, world, texts: BTreeMap::new(), budget };
    for Source { reply, .. } in sources {
        let Some(beside) = reply.format else { continue };
        let (mut faults, mut unread) = (Vec::new(), Vec::new());
        for aside in &reply.asides {
            let line = aside.block.line;
            reply.unread.retain(|surface| !lines(aside).contains(&surface.line));
            let has_fault = reply.faults.iter().any(|fault| is_at(fault, aside));
            if has_fault || !files.lack(aside) {
                continue;
            }
            let text = aside.text.clone();
            if aside.wish == Wish::Quote {
                unread.extend(Format::beside().map(|format| Surface { format, line, text }));
            } else {
                let path = Some(aside.block.path.clone()).filter(|path| !path.is_empty());
                faults.push(Fault { line, kind: FaultKind::Undone { wish: aside.wish, beside, text }, path });
            }
        }
        reply.faults.extend(faults);
        reply.faults.sort_by_key(|fault| fault.line);
        reply.unread.extend(unread);
        reply.unread.sort_by_key(|surface| surface.line);
    }
}

/// Files before and after the batch.
struct Files<'p> {
    aim: Aim<'p>,
    plan: &'p Plan,
    world: &'p dyn World,
    /// The lines of each, as they are looked for.
    texts: BTreeMap<RepoPath, [BString; 2]>,
    /// Steps that looking for what a reply shows may take.
    budget: Budget,
}

impl Files<'_> {
    /// Returns whether they do not have what a part of a reply shows or asks for.
    fn lack(&mut self, aside: &Aside<'_>) -> bool {
        let path = if aside.block.path.is_empty() { None } else { self.path(&aside.block) };
        if path.as_ref().is_some_and(|path| self.has_failed(path)) {
            return false;
        }
        let Some(content) = aside.content else { return path.is_some_and(|path| self.is_there(&path)) };
        let mut paths: Vec<RepoPath> = path.into_iter().collect();
        paths.extend(self.plan.files.iter().map(|file| file.edited.change.path.clone()));
        !paths.iter().any(|path| {
            let size: usize = self.texts(path).iter().map(|text| text.len()).sum();
            // What takes too long to find is asked for.
            if self.budget.spend(size / BYTES_PER_STEP).is_err() {
                return false;
            }
            let [before, after] = self.texts(path);
            if aside.is_diff { is_made(content, after) } else { has(before, content) || has(after, content) }
        })
    }

    /// The file that a part of a reply is about: one that is there, or that the batch makes.
    fn path(&self, block: &Block<'_>) -> Option<RepoPath> {
        let found = self.aim.resolve(&block.path, Purpose::Edit).ok().map(|found| found.path);
        let made = || {
            let names = block.path.iter().filter_map(|path| RepoPath::new(&path.text).ok());
            names.into_iter().find(|path| find(&self.plan.files, path).is_some())
        };
        found.or_else(made)
    }

    fn has_failed(&self, path: &RepoPath) -> bool {
        let is_failed = |outcome: &Outcome| matches!(outcome, Outcome::Failed(_));
        self.plan.blocks.iter().any(|block| is_failed(&block.outcome) && block.path.as_ref() == Ok(path))
    }

    /// Returns whether a file is there after the batch.
    fn is_there(&self, path: &RepoPath) -> bool {
        match find(&self.plan.files, path) {
            Some(file) => file.edited.change.new.is_some(),
            None => self.world.kind(path) == Kind::File,
        }
    }

    /// The text of a file before the batch and after it.
    fn texts(&mut self, path: &RepoPath) -> &[BString; 2] {
        if !self.texts.contains_key(path) {
            let is_allowed = self.aim.judge(path).is_ok();
            let read = || {
                let is_file = is_allowed && self.world.kind(path) == Kind::File;
                is_file.then(|| self.world.read(path).ok()).flatten().map(|version| plain(&version.bytes))
            };
            let before = read().unwrap_or_default();
            let after = find(&self.plan.files, path)
                .map(|file| file.edited.change.new.as_ref().map(|new| plain(&new.bytes)).unwrap_or_default());
            let after = after.unwrap_or_else(|| before.clone());
            self.texts.insert(path.clone(), [before, after]);
        }
        &self.texts[path]
    }
}

/// Lines without blank ones and without blanks at their ends, each between two newlines.
fn plain(text: &[u8]) -> BString {
    joined(bodies(text))
}

fn joined<'l>(lines: impl Iterator<Item = &'l [u8]>) -> BString {
    let mut found = BString::from("\n");
    for line in lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        found.extend_from_slice(line);
        found.push(b'\n');
    }
    found
}

/// Returns whether a file has a text, in which dots and the like may stand for lines that are left out.
fn has(file: &BString, text: &[u8]) -> bool {
    let lines: Vec<&[u8]> = bodies(text).filter(|line| !is_blank(line)).collect();
    if let [line] = lines[..] {
        // One line may be a part of one.
        return file.contains_str(line.trim_ascii());
    }
    let mut at = 0;
    lines.split(|line| leaves_out(line)).filter(|part| !part.is_empty()).all(|part| {
        let part = joined(part.iter().copied());
        let found = file[at..].find(&part);
        at = found.map_or(at, |found| at + found + part.len() - 1);
        found.is_some()
    })
}

/// Returns whether a file has what a diff adds and quotes, and nothing more of what it removes alone.
fn is_made(diff: &[u8], file: &BString) -> bool {
    let lines: Vec<&[u8]> = bodies(diff).collect();
    let is_header = |line: &&[u8]| {
        ["@@", "--- ", "+++ ", "diff --git ", "index ", "\\ No newline"]
            .iter()
            .any(|sign| line.starts_with_str(sign))
    };
    lines.split(is_header).filter(|hunk| !hunk.is_empty()).all(|hunk| {
        let side = |other: u8| {
            let lines = hunk.iter().filter(|line| line.first() != Some(&other));
            joined(
                lines.map(|line| line.strip_prefix(b"+").or_else(|| line.strip_prefix(b"-")).unwrap_or(line)),
            )
        };
        let (old, new) = (side(b'+'), side(b'-'));
        if new.len() > 1 { file.contains_str(&new) } else { old.len() <= 1 || !file.contains_str(&old) }
    })
}
