//! Records of the batches that a reply made before. With `--index` or `--commit` their change is carried to
//! what git has, and no file is written.

use std::collections::BTreeSet;

use bstr::{BStr, ByteSlice as _};

use crate::{
    apply::ApplyError,
    core::{
        change::Edited,
        guard::{Policy, Verdict},
        path::RepoPath,
        plan::{BlockReport, Planned},
    },
    repo::{
        open::Repo,
        record::{
            BatchId, BatchKind, Record, Records,
            meta::{BlockMeta, FileMeta, Meta},
        },
    },
};

/// Change of earlier batches of a reply, which git may lack.
pub(in crate::apply) struct Lacking {
    /// The newest of them.
    pub(in crate::apply) batch: BatchId,
    /// The files that are asked for, as the newest batch that has them changed them.
    pub(in crate::apply) files: Vec<Planned>,
    /// The blocks, by their numbers, whose change these files have.
    pub(super) taken: BTreeSet<usize>,
}

/// Finds the changes that batches in force made by the replies with this id, at the paths of these blocks.
pub(super) fn find(
    repo: &Repo,
    reply: gix::ObjectId,
    policy: &Policy,
    blocks: &[BlockReport],
) -> Result<Option<Lacking>, ApplyError> {
    let mut lacking: Option<Lacking> = None;
    for item in Records::new(repo).timeline()? {
        // A damaged record is undo's to complain of.
        let Ok((record, None)) = item else { continue };
        let meta = record.meta();
        if meta.header.kind != BatchKind::Apply || meta.header.cached || meta.header.reply != Some(reply) {
            continue;
        }
        let recorded = Recorded::of(meta);
        if !recorded.has_all(blocks) {
            continue;
        }
        let found = lacking.get_or_insert_with(|| Lacking::none(record.id()));
        let newer: BTreeSet<RepoPath> =
            found.files.iter().map(|file| file.edited.change.path.clone()).collect();
        let asked: BTreeSet<&BStr> = recorded.paths(blocks).collect();
        let is_asked = |path: &RepoPath| asked.contains(path.as_bstr());
        let chosen: BTreeSet<&RepoPath> = meta
            .files
            .iter()
            .filter(|file| is_asked(&file.path.0) || file.from.as_ref().is_some_and(|from| is_asked(&from.0)))
            .map(|file| &file.path.0)
            .filter(|path| !newer.contains(path))
            .collect();
        let is_split = |file: &FileMeta| {
            file.from.as_ref().is_some_and(|from| chosen.contains(&from.0) != chosen.contains(&file.path.0))
        };
        // A rename is taken whole or not at all.
        if meta.files.iter().any(is_split) {
            continue;
        }
        for file in meta.files.iter().filter(|file| chosen.contains(&file.path.0)) {
            found.files.push(planned(&record, file, policy)?);
        }
        let is_taken = |block: &BlockMeta| {
            let is = |path: &&RepoPath| path.as_bstr() == block.path.0;
            block.status == APPLIED && chosen.iter().any(is)
        };
        let numbered = blocks.iter().enumerate().filter(|(_, block)| !block.is_skipped());
        found.taken.extend(
            numbered
                .filter(|(_, block)| recorded.find(block).is_some_and(is_taken))
                .map(|(number, _)| number),
        );
    }
    Ok(lacking.filter(|lacking| !lacking.files.is_empty()))
}

/// Status of an applied block in a record.
const APPLIED: &str = "applied";

/// Blocks of a batch, sorted by their places in the replies.
pub(super) struct Recorded<'m>(Vec<&'m BlockMeta>);

impl<'m> Recorded<'m> {
    pub(super) fn of(meta: &'m Meta) -> Self {
        let mut blocks: Vec<&BlockMeta> = meta.header.blocks.iter().collect();
        blocks.sort_by_key(|block| (block.source, block.line));
        Self(blocks)
    }

    /// Returns whether all that is asked for are blocks of this batch, for the same paths.
    pub(super) fn has_all(&self, blocks: &[BlockReport]) -> bool {
        asked(blocks).all(|block| self.find(block).is_some())
    }

    /// The paths that are asked for, as the batch had them.
    fn paths(&self, blocks: &[BlockReport]) -> impl Iterator<Item = &'m BStr> {
        asked(blocks).filter_map(|block| Some(self.find(block)?.path.0.as_bstr()))
    }

    /// The same block in the record. One that has its path no more, as its batch took that away, is known by its
    /// place in the replies: those are the same, and so are its targets.
    fn find(&self, block: &BlockReport) -> Option<&'m BlockMeta> {
        let place = (block.source, block.line);
        let first = self.0.partition_point(|recorded| (recorded.source, recorded.line) < place);
        let here = self.0[first..].iter().take_while(|recorded| (recorded.source, recorded.line) == place);
        let is_same = |path: &BStr| block.path.as_ref().map_or(true, |now| now.as_bstr() == path);
        here.copied().find(|recorded| is_same(recorded.path.0.as_bstr()))
    }
}

/// The blocks that are asked for.
fn asked(blocks: &[BlockReport]) -> impl Iterator<Item = &BlockReport> {
    blocks.iter().filter(|block| !block.is_skipped())
}

/// A file as its batch changed it.
fn planned(record: &Record<'_>, file: &FileMeta, policy: &Policy) -> Result<Planned, ApplyError> {
    let change = record.change(file)?;
    let verdict = policy.judge(&change.path);
    let is_private = file.private || verdict.is_private;
    let edited = Edited::of(change);
    Ok(Planned { edited, verdict: Verdict { is_private, ..verdict } })
}

impl Lacking {
    fn none(batch: BatchId) -> Self {
        Self { batch, files: Vec::new(), taken: BTreeSet::new() }
    }
}
