//! The regions of files that failed blocks and unreadable parts of a reply are about. For messages only: they
//! never decide where text goes.

use std::collections::{BTreeMap, BTreeSet};

use bstr::BString;

use super::{
    target::Aim,
    types::{BlockReport, FaultReport, Settings, Source, World},
};
use crate::core::{
    guard::Policy,
    locate::{Nearest, Search, nearest},
    outcome::{Failure, Region},
    path::RepoPath,
    reply::{Edit, Fault, quoted_lines},
    resolve::{Fate, ResolveError},
    script::Op,
    text::{Text, bodies, is_binary, is_blank},
};

/// A file of so many lines is shown whole where no part of it is like the block.
const SMALL: usize = 80;
/// No region is looked for of more parts of a reply: nobody reads so many messages.
const MOST: usize = 100;

/// Returns the region of a file that a block is about which failed on it, where the failure has none.
pub(super) fn of_block(text: &Text, edit: &Edit<'_>, failure: &Failure) -> Option<Region> {
    let lacks_one = match failure {
        Failure::NotFound { nearest, .. } => nearest.is_empty(),
        Failure::Ambiguous { around, .. } => around.is_empty(),
        Failure::Exists
        | Failure::Overlap { .. }
        | Failure::Alternative { .. }
        | Failure::TakenBack { .. }
        | Failure::Placeholder { .. }
        | Failure::Divider { .. }
        | Failure::Markers { .. }
        | Failure::Path(
            ResolveError::Around { .. } | ResolveError::Missing { fate: Some(Fate { to: Some(_), .. }), .. },
        )
        | Failure::AmbiguousThen { .. } => true,
        _ => false,
    };
    if !lacks_one || text.is_empty() {
        return None;
    }
    let sections = edit.readings().next()?;
    let region = if is_blank(sections.search) {
        // SEARCH quotes nothing, so that all lines of the region are news.
        let replace = Search::new(sections.replace, sections.replace);
        nearest(text, &replace).into_iter().next().map(|near| unquoted(near.lines))
    } else {
        nearest(text, &Search::new(sections.search, sections.replace)).into_iter().next()
    };
    let whole = || (text.len() <= SMALL).then(|| unquoted(0..text.len()));
    region.or_else(whole).map(|near| Region::new(near, text))
}

/// A region of which the reply quotes nothing.
fn unquoted(lines: std::ops::Range<usize>) -> Nearest {
    Nearest { differences: vec![Op { old: 0..0, new: lines.clone() }], lines }
}

/// Explains the parts of replies, whose bytes are `texts`, that could not be understood: with the region of
/// the file that each is about, as far as its lines tell. `blocks` are the results of the others.
pub fn faults(
    sources: &[Source<'_>],
    texts: &[&[u8]],
    blocks: &[BlockReport],
    policy: &Policy,
    settings: &Settings,
    world: &dyn World,
) -> Vec<FaultReport> {
    let mut files = Files { world, aim: Aim::new(policy, settings, world), read: BTreeMap::new() };
    let edited: BTreeSet<&RepoPath> = blocks.iter().filter_map(|block| block.path.as_ref().ok()).collect();
    let mut reports = Vec::new();
    for (at, (source, text)) in sources.iter().zip(texts).enumerate() {
        let is_faulty = !source.reply.faults.is_empty();
        let lines: Vec<&[u8]> = is_faulty.then(|| bodies(text)).into_iter().flatten().collect();
        for fault in &source.reply.faults {
            let about = (reports.len() < MOST).then(|| files.about(&lines, fault, &edited)).flatten();
            reports.push(FaultReport { source: at, fault: fault.clone(), about });
        }
    }
    reports
}

/// Files that parts of a reply may be about, each read once.
struct Files<'w> {
    world: &'w dyn World,
    aim: Aim<'w>,
    read: BTreeMap<RepoPath, Option<Text>>,
}

impl Files<'_> {
    /// The file and the region that a fault is about. Where no path is named, it is the one of the batch's
    /// other files that has most of the lines.
    fn about(
        &mut self,
        reply: &[&[u8]],
        fault: &Fault,
        edited: &BTreeSet<&RepoPath>,
    ) -> Option<(RepoPath, Region)> {
        let lines = quoted_lines(reply, fault);
        if lines.iter().all(|line| is_blank(line)) {
            return None;
        }
        let paths = match &fault.path {
            Some(named) => vec![self.aim.edited(named).ok()?],
            None => edited.iter().map(|&path| path.clone()).collect(),
        };
        let quoted: BString = bstr::join("\n", &lines).into();
        let search = Search::new(&quoted, b"");
        let mut best: Option<(usize, RepoPath, Region)> = None;
        for path in paths {
            let Some(text) = self.text(&path) else { continue };
            let Some(near) = nearest(text, &search).into_iter().next() else { continue };
            let lost: usize = near.differences.iter().map(|op| op.old.len()).sum();
            // An unnamed file must have half of the lines.
            let is_meant = fault.path.is_some() || 2 * lost <= lines.len();
            if is_meant && best.as_ref().is_none_or(|(least, ..)| lost < *least) {
                best = Some((lost, path, Region::new(near, text)));
            }
        }
        best.map(|(_, path, region)| (path, region))
    }

    /// The text of a file, if it may be shown.
    fn text(&mut self, path: &RepoPath) -> Option<&Text> {
        if !self.read.contains_key(path) {
            let text = self.open(path);
            self.read.insert(path.clone(), text);
        }
        self.read.get(path)?.as_ref()
    }

    fn open(&self, path: &RepoPath) -> Option<Text> {
        self.world.may_edit(path).ok()?;
        let bytes = self.aim.read(path)?.bytes;
        (!is_binary(&bytes)).then(|| Text::new(bytes.into_vec()))
    }
}
