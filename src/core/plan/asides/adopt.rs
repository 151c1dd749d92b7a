//! Texts beside the edits that are plainly meant as files.

use std::{borrow::Cow, collections::BTreeMap};

use bstr::ByteSlice as _;

use super::doubt::is_at;
use crate::core::{
    content::Content,
    guard::Policy,
    outcome::Failure,
    path::RepoPath,
    plan::{
        target::{Aim, least, named, rewrites},
        types::{Settings, Source, World},
    },
    reply::{Aside, Block, Edit, Format, Operation, PathCandidate, Reply, Wish},
    resolve::{Kind, Purpose, ResolveError},
    text::{bodies, is_blank},
};

/// Makes blocks of the texts that are plainly meant as files: where there are none, where the text before for
/// the same file only quotes it, and where a text has the lines of the file from its first to its last.
pub fn adopt(sources: &mut [Source<'_>], policy: &Policy, settings: &Settings, world: &dyn World) {
    let aim = Aim::new(policy, settings, world);
    let mut targets = Targets { aim, settings, world, files: BTreeMap::new() };
    for Source { reply, .. } in sources {
        let mut asides = std::mem::take(&mut reply.asides);
        asides.retain_mut(|aside| targets.has_sure_path(aside));
        asides.retain_mut(|aside| {
            if !aside.is_whole || aside.block.path.is_empty() {
                return true;
            }
            if aside.wish == Wish::File && !targets.aim.may_make(&aside.block) {
                // Another text below a word that is no file.
                aside.wish = Wish::Quote;
            }
            let is_file = matches!(aside.wish, Wish::File | Wish::New)
                || aside.wish == Wish::Title && aside.block.path[0].creates;
            let is_meant = !targets.is_led_to(reply, &aside.block)
                && (is_file && targets.is_missing(&aside.block) || targets.is_rewritten(aside));
            if is_meant {
                put(reply, aside);
            }
            !is_meant
        });
        reply.asides = asides;
    }
}

/// The files that texts may be meant for.
struct Targets<'w> {
    aim: Aim<'w>,
    settings: &'w Settings,
    world: &'w dyn World,
    /// Those that were asked for.
    files: BTreeMap<RepoPath, Option<Existing>>,
}

impl Targets<'_> {
    /// Returns whether a part has a path, if it needs one: a word is one if there is such a file. Else the part is read
    /// without it.
    fn has_sure_path(&self, aside: &mut Aside<'_>) -> bool {
        let is_file = |block: &Block<'_>| {
            let found = self.aim.resolve(&block.path, Purpose::Delete);
            found.is_ok_and(|found| found.kind == Kind::File)
        };
        while aside.is_word && !is_file(&aside.block) {
            match aside.instead.take() {
                Some(instead) => *aside = *instead,
                None => return false,
            }
        }
        true
    }

    /// Returns whether nothing is at the path of a block.
    fn is_missing(&self, block: &Block<'_>) -> bool {
        match self.aim.resolve(&block.path, Purpose::Edit) {
            Ok(found) => found.kind == Kind::Absent,
            Err(Failure::Path(ResolveError::Missing { .. }) | Failure::MissingFile { .. }) => true,
            Err(_) => false,
        }
    }

    /// Returns whether a block of the reply is for the same path.
    fn is_led_to(&self, reply: &Reply<'_>, block: &Block<'_>) -> bool {
        let name = |block: &Block<'_>| named(block.path[0].text.as_bstr(), self.settings, self.world);
        let path = name(block);
        reply.blocks.iter().any(|other| {
            let to = other.operation.to();
            let to = to.map(|to| named(to[0].text.as_bstr(), self.settings, self.world));
            name(other) == path || to.is_some_and(|to| to == path)
        })
    }

    /// Returns whether a text that is not said to be an example plainly gives all of the file, with changes;
    /// takes the line off that names the file and that the file does not have.
    fn is_rewritten(&mut self, aside: &mut Aside<'_>) -> bool {
        let is_wanted = !matches!(aside.wish, Wish::Quote | Wish::Example | Wish::Unmeant);
        let Operation::Edit(edit) = &mut aside.block.operation else { return false };
        let lines = bodies(&edit.body).count();
        // Many short texts for a long file cost no more than their own length.
        let Some(target) = self.target(&aside.block.path).filter(|target| is_wanted && lines >= target.least)
        else {
            return false;
        };
        let old = &target.text;
        let label =
            label(edit, &aside.text).filter(|_| !bodies(old).any(|line| line.trim_ascii() == aside.text));
        let new = &edit.body[label.unwrap_or_default().bytes..];
        let is_rewritten = rewrites(old, new, target.least);
        if let Some(label) = label.filter(|_| is_rewritten) {
            edit.body = Cow::Owned(new.to_vec());
            edit.header += label.lines;
        }
        is_rewritten
    }

    /// The file of such a path, if there is one that may be edited.
    fn target(&mut self, path: &[PathCandidate]) -> Option<&Existing> {
        let found = self.aim.resolve(path, Purpose::Edit).ok()?;
        let read = || self.aim.read(&found.path).map(|version| Existing::new(version.bytes));
        self.files.entry(found.path.clone()).or_insert_with(read).as_ref()
    }
}

/// A file that is there.
struct Existing {
    text: Content,
    /// Lines that a text with all of it has at least.
    least: usize,
}

impl Existing {
    fn new(text: Content) -> Self {
        let least = least(&text);
        Self { text, least }
    }
}

/// Extent of the line that names the file, and of the blank ones below it.
#[derive(Clone, Copy, Default)]
struct Label {
    bytes: usize,
    lines: usize,
}

/// The first line of a text, if it is this one.
fn label(edit: &Edit<'_>, named: &[u8]) -> Option<Label> {
    let mut lines = edit.body.lines_with_terminator();
    let first = lines.next().filter(|first| first.trim_ascii() == named)?;
    let blank = lines.take_while(|line| is_blank(line.trim_ascii_end()));
    Some(blank.fold(Label { bytes: first.len(), lines: 1 }, |label, line| Label {
        bytes: label.bytes + line.len(),
        lines: label.lines + 1,
    }))
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
