//! Blocks that an earlier batch made, by its record.
//!
//! Text alone does not tell whether a change was made: an insertion beside which another one came since, a
//! line that says little, a removal that could be made once more. A record does, as long as the lines that
//! the batch wrote are there.

use std::{ops::Range, rc::Rc};

use crate::core::{
    locate::{Place, Since},
    outcome::{Around, Failure, Note, Origin, Outcome},
    path::RepoPath,
    plan::{
        files::File,
        job::Job,
        types::{History, Older, Recorded, Sent, Side, changed_since},
    },
    script::{self, Op},
    splice::Hunk,
    text::{Text, has_letter, is_telling},
};

/// The batches among which the record of a block is looked for.
pub(crate) enum Among {
    /// In a batch that is sent again whole: SEARCH may be in the file then, but not in lines that came since.
    Resent,
    /// In any batch. SEARCH is nowhere.
    All,
}

/// The lines that a block wrote, as the file has them today.
enum Kept {
    /// They are all there.
    All,
    /// They were changed, which is the failure of making the block once more.
    Changed(Box<Failure>),
    /// They are gone, or nothing tells.
    No,
}

impl<'r> Job<'_, 'r> {
    /// Returns that the block is applied already if its record says so.
    ///
    /// # Errors
    ///
    /// If the batch is sent again whole, and the lines that the block added were changed since: it would add them
    /// once more.
    pub(crate) fn by_record(&self, among: &Among, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        let Some(made) = self.history.recorded(self.path, &self.sent) else { return Ok(None) };
        let is_whole = matches!(among, Among::Resent);
        if is_whole && !made.is_resent {
            return Ok(None);
        }
        match self.kept(&made, file) {
            Kept::All if is_whole && !self.was_there(file) => Ok(None),
            Kept::All => {
                file.notes.push(Note::MadeSince(Origin::Batch { id: made.batch, after: true }));
                Ok(Some(Outcome::AlreadyApplied))
            }
            Kept::Changed(failure) if is_whole => Err(*failure),
            Kept::Changed(_) | Kept::No => Ok(None),
        }
    }

    /// Returns whether SEARCH occurs only where it did when the newest of the batches that are sent again was
    /// made.
    fn was_there(&self, file: &mut File<'r>) -> bool {
        let newest = self.history.rewrites(self.path).into_iter().rfind(|rewrite| rewrite.is_resent);
        let since = newest.and_then(|newest| self.since(Side::After(newest.batch), None, file));
        let length = self.search.core().len();
        since.is_some_and(|since| {
            self.candidates.iter().all(|first| since.was_there(&(*first..first + length)))
        })
    }

    /// Answers whether the lines that the block wrote are in the file, or were changed by a later batch that is sent
    /// again as well.
    fn kept(&self, made: &Recorded, file: &mut File<'r>) -> Kept {
        let Some(since) = self.since(Side::After(made.batch), None, file) else { return Kept::No };
        let is_put_back = since.distance() > 0 && self.is_put_back(made, file);
        let before = is_put_back.then(|| self.since(Side::Before(made.batch), None, file)).flatten();
        if before.is_some_and(|before| before.distance() == 0) {
            return Kept::No;
        }
        if made.wrote.is_empty() || made.wrote.iter().any(|lines| lines.end > since.length()) {
            return Kept::No;
        }
        // The lines as earlier blocks changed them count more.
        let mut lines = made.wrote.iter().cloned().flat_map(|lines| since.lines(lines));
        if !file.edits.is_empty() && lines.any(|line| file.edits.touches(&(line..line + 1))) {
            return Kept::No;
        }
        let Some(removed) = self.removed(made) else { return Kept::No };
        let lines: Vec<&[u8]> = removed.iter().map(Vec::as_slice).collect();
        if !is_put_back && (since.keeps(&made.wrote, &lines) || self.is_kept_through(made, &lines, file)) {
            return Kept::All;
        }
        let changed =
            since.changed(&made.wrote, &lines).and_then(|lines| self.changed_since(made, lines, file));
        changed.map_or(Kept::No, |failure| Kept::Changed(Box::new(failure)))
    }

    /// The failure of a block whose lines, as its batch left them, were changed since.
    fn changed_since(&self, made: &Recorded, now: Range<usize>, file: &File<'r>) -> Option<Failure> {
        let then = self.history.side(self.path, Side::After(made.batch))?;
        let lines = made.wrote.first()?.start..made.wrote.last()?.end;
        let origin = Origin::Batch { id: made.batch, after: true };
        let older = Older { origin, bytes: then.bytes().to_vec() };
        Some(changed_since(&older, &then, lines, &file.text, now))
    }

    /// Returns whether the file is nearer to what it was before the batch than to what this or any later one
    /// left: it was put back by hand. Which copy of a line is there then, alignment cannot tell.
    fn is_put_back(&self, made: &Recorded, file: &mut File<'r>) -> bool {
        let mut distance = |side: Side| Some(self.since(side, None, file)?.distance());
        let Some(before) = distance(Side::Before(made.batch)) else { return false };
        let rewrites = self.history.rewrites(self.path).into_iter();
        let mut since = rewrites.filter(|rewrite| rewrite.batch >= made.batch);
        since.all(|rewrite| distance(Side::After(rewrite.batch)).is_none_or(|after| before < after))
    }

    /// Returns whether the lines that the block wrote are kept from each version of the file to the next, up to
    /// today or to a later batch that is sent again as well.
    fn is_kept_through(&self, made: &Recorded, removed: &[&[u8]], file: &mut File<'r>) -> bool {
        let rewrites = self.history.rewrites(self.path).into_iter();
        let later = rewrites.filter(|rewrite| rewrite.batch > made.batch).flat_map(|rewrite| {
            let (found, left) = (Side::Before(rewrite.batch), Side::After(rewrite.batch));
            [(Some(found), false), (Some(left), rewrite.is_resent)]
        });
        let mut last = (Side::After(made.batch), None);
        for (now, may_go) in later.chain([(None, false)]) {
            let Some(since) = self.through(made.batch, &last, now, file) else { return false };
            if !since.keeps(&made.wrote, removed) {
                return may_go;
            }
            last = (now.unwrap_or(last.0), Some(since));
        }
        true
    }

    /// The text that a batch left and a later one, by way of all versions between them, the last of which is given
    /// with what leads to it; none where that takes too long.
    fn through(
        &self,
        batch: u64,
        (last, so_far): &(Side, Option<Rc<Since>>),
        now: Option<Side>,
        file: &mut File<'r>,
    ) -> Option<Rc<Since>> {
        let step = self.since(*last, now, file);
        let Some(so_far) = so_far else { return step };
        self.aligned((Side::After(batch), now, true), file, |now| Some(so_far.followed(&*step?, now)))
    }

    /// Refuses lines that the last batch put in at this very place, with others: they would be there twice.
    pub(crate) fn refuse_within_batch(&self, file: &mut File<'r>, place: &Place<'r>) -> Result<(), Failure> {
        /// Fewer lines may be there by chance.
        const LEAST: usize = 3;
        let [Hunk { old, new }] = &place.hunks[..] else { return Ok(()) };
        if !old.is_empty() || new.iter().filter(|line| is_telling(line)).count() < LEAST {
            return Ok(());
        }
        let added: Vec<&[u8]> = new.iter().map(|line| &**line).filter(|line| has_letter(line)).collect();
        let reach = 2 * new.len();
        let near = old.start.saturating_sub(reach)..(old.end + reach).min(file.text.len());
        let has_all = |lines: Range<usize>| {
            let lines: Vec<&[u8]> =
                lines.map(|line| file.text.body(line)).filter(|line| has_letter(line)).collect();
            lines.windows(added.len()).any(|lines| lines == added)
        };
        if !has_all(near) {
            return Ok(());
        }
        let left = self.history.left(self.path, file.text.bytes());
        let Some(Origin::Batch { id, .. }) = left.map(|left| left.origin) else { return Ok(()) };
        let Some(before) = self.history.side(self.path, Side::Before(id)) else { return Ok(()) };
        file.budget.spend(file.text.len())?;
        let ops = script::difference(&before.all(), &file.text.all());
        let mut wrote = ops.into_iter().map(|op| op.new);
        let here = wrote.find(|lines| lines.start <= old.start && old.start <= lines.end);
        if here.is_some_and(has_all) {
            let around = Around::new(place.lines.clone(), &file.text);
            return Err(Failure::Duplicate { is_beside: true, around });
        }
        Ok(())
    }

    /// A version of the file and a later one, aligned; none where that takes too long.
    pub(crate) fn since(&self, then: Side, now: Option<Side>, file: &mut File<'r>) -> Option<Rc<Since>> {
        self.aligned((then, now, false), file, |now| Since::new(&self.history.side(self.path, then)?, now))
    }

    /// An alignment with a later text, which other blocks ask for too.
    fn aligned(
        &self,
        key: (Side, Option<Side>, bool),
        file: &mut File<'r>,
        align: impl FnOnce(&Text) -> Option<Since>,
    ) -> Option<Rc<Since>> {
        /// Each costs as much as reading the file several times.
        const MOST: usize = 200;
        if let Some(since) = file.aligned.get(&key) {
            return since.clone();
        }
        let may_grow = file.aligned.len() < MOST;
        let since = may_grow.then(|| match key.1 {
            None => align(&file.text),
            Some(now) => align(&*self.history.side(self.path, now)?),
        });
        let since = since.flatten().map(Rc::new);
        file.aligned.insert(key, since.clone());
        since
    }

    /// The lines that the block removes. One that does not quote them is asked for those that its batch
    /// removed; none where that is not known.
    fn removed(&self, made: &Recorded) -> Option<Vec<Vec<u8>>> {
        let own = |line: &&[u8]| line.to_vec();
        if !self.search.core().is_empty() {
            let lines = |op: Op| self.search.search[op.old].iter().map(own).collect::<Vec<_>>();
            return Some(self.search.ops().flat_map(lines).collect());
        }
        let [before, after] = [Side::Before(made.batch), Side::After(made.batch)];
        let after = self.history.side(self.path, after)?;
        let Some(before) = self.history.side(self.path, before) else { return Some(Vec::new()) };
        let [old, new] = [&before, &after].map(|text| text.all());
        let ops = script::difference(&old, &new);
        Some(ops.into_iter().flat_map(|op| old[op.old].iter().map(own).collect::<Vec<_>>()).collect())
    }
}

/// Returns whether a block of this text is one of a batch after which the file was gone.
pub(crate) fn was_removed(history: &dyn History, path: &RepoPath, sent: &Sent<'_>) -> bool {
    let made = history.recorded(path, sent);
    let newest = || history.rewrites(path).last().copied();
    made.is_some_and(|made| newest().is_some_and(|newest| newest.batch == made.batch && newest.removes))
}
