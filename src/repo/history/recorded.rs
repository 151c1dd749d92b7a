//! Blocks of batches in force, by their text.

use std::{collections::HashMap, ops::Range};

use gix::ObjectId;

use crate::core::{
    path::RepoPath,
    plan::{Recorded, Rewrite, Sent},
};
use crate::repo::{
    open::Repo,
    record::{
        BatchId, BatchKind, HeldIds, Record, Records,
        meta::{BlockMeta, Meta},
    },
};

/// The batches in force that wrote to the work tree, the oldest first.
pub(in crate::repo) struct Batches {
    all: Vec<RecordedBatch>,
    /// The blocks with a text, by path and text, in order.
    blocks: HashMap<(RepoPath, ObjectId), Vec<WrittenBlock>>,
}

struct RecordedBatch {
    id: BatchId,
    is_resent: bool,
    /// The files that it wrote, and whether it removed them.
    files: HashMap<RepoPath, bool>,
}

struct WrittenBlock {
    /// The number of its batch in [`Batches::all`].
    batch: usize,
    wrote: Vec<Range<usize>>,
}

/// The metadata of a batch without the files that were taken back.
fn in_force(record: &Record<'_>) -> Meta {
    let mut meta = record.meta().clone();
    meta.files.retain(|file| record.has(&file.path.0));
    meta.header.blocks.retain(|block| RepoPath::new(&block.path.0).is_ok_and(|path| record.has(&path)));
    meta
}

impl Batches {
    /// Reads the records, if one may have a block of those that are sent. Damaged ones are undo's to complain of.
    pub(in crate::repo) fn read(repo: &Repo, held: &HeldIds, sent: &Sent<'_>) -> Self {
        let mut this = Self { all: Vec::new(), blocks: HashMap::new() };
        if held.is_empty() {
            return this;
        }
        let texts = SentTexts::of(repo, sent);
        if !held.may_have(texts.0.keys().copied()) {
            return this;
        }
        let Ok(timeline) = Records::new(repo).timeline() else { return this };
        let left = timeline.filter_map(|item| item.ok().filter(|(_, undone_by)| undone_by.is_none()));
        let made = left
            .map(|(record, _)| in_force(&record))
            .filter(|meta| meta.header.kind == BatchKind::Apply && !meta.header.cached);
        let mut metas: Vec<Meta> = made.collect();
        metas.reverse();
        for meta in metas {
            this.add(meta, &texts);
        }
        this
    }

    fn add(&mut self, meta: Meta, sent: &SentTexts) {
        let number = self.all.len();
        let is_resent = sent.have_all(&meta.header.blocks);
        for block in meta.header.blocks {
            let (Some(text), Ok(path)) = (block.text, RepoPath::new(&block.path.0)) else { continue };
            let wrote = block.wrote.iter().map(|[start, end]| *start..*end).collect();
            self.blocks.entry((path, text)).or_default().push(WrittenBlock { batch: number, wrote });
        }
        let files = meta.files.into_iter().map(|file| (file.path.0, file.new.is_none())).collect();
        self.all.push(RecordedBatch { id: meta.id, is_resent, files });
    }

    /// The block with this text; of equal ones, the newest that were recorded.
    pub(in crate::repo) fn block(&self, repo: &Repo, path: &RepoPath, sent: &Sent<'_>) -> Option<Recorded> {
        if self.blocks.is_empty() {
            return None;
        }
        let same = self.blocks.get(&(path.clone(), repo.text_id(&[sent.body]).ok()?))?;
        let (rank, count) = sent.equals;
        let block = same.get((same.len() + rank).checked_sub(count.max(rank + 1)).unwrap_or(same.len()))?;
        let RecordedBatch { id, is_resent, .. } = self.all[block.batch];
        Some(Recorded { batch: id.0, wrote: block.wrote.clone(), is_resent })
    }

    /// The batches that wrote to a file.
    pub(in crate::repo) fn rewrites(&self, path: &RepoPath) -> Vec<Rewrite> {
        let of = |batch: &RecordedBatch| {
            let removes = *batch.files.get(path)?;
            Some(Rewrite { batch: batch.id.0, is_resent: batch.is_resent, removes })
        };
        self.all.iter().filter_map(of).collect()
    }
}

/// The texts of the blocks that are sent, and how many there are of each.
struct SentTexts(HashMap<ObjectId, usize>);

impl SentTexts {
    fn of(repo: &Repo, sent: &Sent<'_>) -> Self {
        let mut texts = HashMap::new();
        sent.all.show(&mut |body| {
            if let Ok(text) = repo.text_id(&[body]) {
                *texts.entry(text).or_default() += 1;
            }
        });
        Self(texts)
    }

    /// Returns whether all applied edits are among them.
    fn have_all(&self, blocks: &[BlockMeta]) -> bool {
        let mut counts: HashMap<ObjectId, usize> = HashMap::new();
        for block in blocks.iter().filter_map(|block| block.text) {
            *counts.entry(block).or_default() += 1;
        }
        counts.iter().all(|(text, count)| self.0.get(text).is_some_and(|sent| sent >= count))
    }
}
