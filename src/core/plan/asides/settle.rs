//! Parts of a reply that ask for a change which no edit makes.

use std::collections::BTreeMap;

use bstr::{BString, ByteSlice as _};

use super::{
    doubt::{is_at, is_doubt, lines},
    shown::{has, has_word, is_made, needs_import, plain},
};
use crate::core::{
    guard::Policy,
    locate::{Budget, leaves_out},
    outcome::Outcome,
    path::RepoPath,
    plan::{
        target::{Aim, is_like},
        types::{Plan, Settings, Source, World, find},
    },
    reply::{Aside, Block, Fault, FaultKind, Format, Reply, Surface, Wish},
    resolve::{Kind, Purpose},
    text::{bodies, is_blank},
};

/// Bytes that are looked through in the time of a step.
const BYTES_PER_STEP: usize = 4;

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
            let (line, text) = (aside.block.line, aside.text.clone());
            if aside.wish.is_of_words() {
                let lacking = Format::words().filter(|_| files.lack_asked(aside));
                unread.extend(lacking.map(|format| Surface { format, line, text }));
                continue;
            }
            reply.unread.retain(|surface| !lines(aside).contains(&surface.line));
            let mut at = reply.faults.iter().filter(|fault| is_at(fault, aside));
            let is_doubted = at.clone().next().is_some();
            if at.any(|fault| !is_doubt(fault, aside)) {
                continue;
            }
            let is_there = !files.lack(aside) && !files.is_cut(aside);
            let is_beside = aside.wish == Wish::Title && !reply.blocks.is_empty() && !is_whole(reply);
            // A file that is mostly there, beside others that are changed, is no example.
            let is_example = matches!(aside.wish, Wish::Example | Wish::Unmeant)
                && !(is_whole(reply) && files.is_mostly(aside));
            if is_there || is_beside || is_example {
                reply.faults.retain(|fault| !is_doubt(fault, aside));
            }
            // An empty fence says nothing of a file that is there.
            let is_there = is_there || is_empty(aside);
            if is_there || is_doubted && !is_beside && !is_example {
                continue;
            }
            let path = Some(aside.block.path.clone()).filter(|path| !path.is_empty());
            match aside.wish {
                Wish::Example | Wish::Title | Wish::Quote => {
                    let format = Format::beside(path.is_some());
                    unread.extend(format.map(|format| Surface { format, line, text }));
                }
                Wish::Unmeant => {
                    unread.extend(Format::unmeant().map(|format| Surface { format, line, text }))
                }
                wish => faults.push(Fault { line, kind: FaultKind::Undone { wish, beside, text }, path }),
            }
        }
        reply.faults.extend(faults);
        reply.faults.sort_by_key(|fault| fault.line);
        reply.unread.extend(unread);
        reply.unread.sort_by_key(|surface| surface.line);
    }
}

/// Returns whether a fence has no text.
fn is_empty(aside: &Aside<'_>) -> bool {
    aside.content.is_some_and(is_blank)
}

/// Returns whether the edits of a reply are whole files.
fn is_whole(reply: &Reply<'_>) -> bool {
    reply.format.is_some() && reply.format == Format::named("whole")
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
        let path = self.path(&aside.block);
        if path.as_ref().is_some_and(|path| self.has_failed(path)) {
            return false;
        }
        let Some(content) = aside.content else { return path.is_some_and(|path| self.is_there(&path)) };
        let removes = aside.wish == Wish::Remove && !aside.is_diff;
        let stays = |[before, after]: &[BString; 2]| has(before, content) && has(after, content);
        let has_it = |texts: &[BString; 2]| match aside.is_diff {
            true => is_made(content, texts),
            false => texts.iter().any(|text| has(text, content)),
        };
        let places = self.places(path, aside.wish);
        // What takes too long to find is asked for.
        if removes {
            places.iter().any(|path| self.looked_through(path).is_none_or(stays))
        } else {
            !places.iter().any(|path| self.looked_through(path).is_some_and(has_it))
        }
    }

    /// The files that may have the text of a wish: for a change, the one that is named, wherever it goes.
    fn places(&self, path: Option<RepoPath>, wish: Wish) -> Vec<RepoPath> {
        let is_of_one =
            wish.is_of_words() || matches!(wish, Wish::File | Wish::New | Wish::Change | Wish::Remove);
        if let Some(path) = path.as_ref().filter(|_| is_of_one) {
            let moved = self.plan.blocks.iter().filter(|block| block.path.as_ref() == Ok(path));
            return moved.filter_map(|block| block.to.as_ref()).chain([path]).cloned().collect();
        }
        path.into_iter().chain(self.plan.files.iter().map(|file| file.edited.change.path.clone())).collect()
    }

    /// Returns whether they do not have what a sentence asks for: the text that it quotes is in none, or no edit is for
    /// its file.
    fn lack_asked(&mut self, aside: &Aside<'_>) -> bool {
        let path = self.path(&aside.block);
        let names: Vec<Vec<u8>> = aside.block.path.iter().map(|name| name.text.replace("\\", "/")).collect();
        let is_named = |edited: &RepoPath| {
            let ends = |name: &Vec<u8>| {
                let folder = edited.as_bstr().strip_suffix(name.as_slice());
                folder.is_some_and(|folder| folder.is_empty() || folder.ends_with(b"/"))
            };
            path.as_ref() == Some(edited) || names.iter().any(ends)
        };
        // An edit whose change is there already changes no file.
        let mut edited =
            self.plan.blocks.iter().flat_map(|block| block.path.as_ref().ok().into_iter().chain(&block.to));
        let is_edited = edited.any(is_named);
        match aside.content {
            Some(name) if aside.wish != Wish::Words => {
                let lacks = |[before, after]: &[BString; 2]| match aside.wish {
                    Wish::Import => needs_import([before, after], name),
                    _ => has_word(after, name),
                };
                let places = self.places(path, aside.wish);
                places.iter().any(|path| self.looked_through(path).is_some_and(lacks))
            }
            Some(_) => self.lack(aside),
            None => !is_edited,
        }
    }

    /// The file that a part of a reply is about: one that is there, or that the batch makes.
    fn path(&self, block: &Block<'_>) -> Option<RepoPath> {
        if block.path.is_empty() {
            return None;
        }
        let found = self.aim.resolve(&block.path, Purpose::Edit).ok().map(|found| found.path);
        let made = || {
            let names = block.path.iter().filter_map(|path| RepoPath::new(&path.text).ok());
            names.into_iter().find(|path| find(&self.plan.files, path).is_some())
        };
        found.or_else(made)
    }

    fn has_failed(&self, path: &RepoPath) -> bool {
        let is_failed = |outcome: &Outcome| outcome.is_failed();
        self.plan.blocks.iter().any(|block| is_failed(&block.outcome) && block.path.as_ref() == Ok(path))
    }

    /// Returns whether a text has most lines of the file that is named at it.
    fn is_mostly(&mut self, aside: &Aside<'_>) -> bool {
        let (Some(path), Some(content), true) = (self.path(&aside.block), aside.content, aside.is_whole)
        else {
            return false;
        };
        let [before, _] = self.texts(&path);
        is_like(before, &plain(content))
    }

    /// Returns whether a text is most of a file that no block is for, and may be all that is to stay of it.
    fn is_cut(&mut self, aside: &Aside<'_>) -> bool {
        let is_file = matches!(aside.wish, Wish::File | Wish::New | Wish::Title);
        let Some(path) = self.path(&aside.block).filter(|_| is_file) else { return false };
        let Some(content) = aside.content.filter(|text| !bodies(text).any(leaves_out)) else { return false };
        let is_edited = self.plan.blocks.iter().any(|block| block.path.as_ref() == Ok(&path));
        !is_edited && self.is_mostly(aside) && *self.texts(&path)[0] != *plain(content)
    }

    /// Returns whether a file is there after the batch.
    fn is_there(&self, path: &RepoPath) -> bool {
        match find(&self.plan.files, path) {
            Some(file) => file.edited.change.new.is_some(),
            None => self.world.kind(path) == Kind::File,
        }
    }

    /// The same as [`Self::texts`], while there is time to look through them.
    fn looked_through(&mut self, path: &RepoPath) -> Option<&[BString; 2]> {
        let size: usize = self.texts(path).iter().map(|text| text.len()).sum();
        self.budget.spend(size / BYTES_PER_STEP).ok()?;
        Some(self.texts(path))
    }

    /// The text of a file before the batch and after it.
    fn texts(&mut self, path: &RepoPath) -> &[BString; 2] {
        if !self.texts.contains_key(path) {
            let before = self.aim.read(path).map(|version| plain(&version.bytes)).unwrap_or_default();
            let after = find(&self.plan.files, path)
                .map(|file| file.edited.change.new.as_ref().map(|new| plain(&new.bytes)).unwrap_or_default());
            let after = after.unwrap_or_else(|| before.clone());
            self.texts.insert(path.clone(), [before, after]);
        }
        &self.texts[path]
    }
}
