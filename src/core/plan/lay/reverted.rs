//! Whole texts that were written for an older version: they would take back what came since.

use std::{ops::Range, rc::Rc};

use crate::core::{
    locate::Place,
    outcome::{Failure, Origin, Outcome},
    plan::{
        files::File,
        job::Job,
        types::{Older, Step, stale},
    },
    script::{self, Op},
    splice::Hunk,
    text::Text,
};

impl<'r> Job<'_, 'r> {
    /// Refuses a whole text from which an older version is as far as its own change: all that the file has
    /// since would go. Merges the change into the file as it is, if that is asked for.
    pub(super) fn refuse_reverting(&self, file: &mut File<'r>) -> Result<Option<Outcome>, Failure> {
        let Some((older, since)) = self.reverted(file)? else { return Ok(None) };
        let then = Text::new(older.bytes.clone());
        if !self.settings.three_way {
            let place = Place::new(shown(since.old, &then), Vec::new());
            return Err(stale(&older, &then, &place, &file.text, shown(since.new, &file.text)));
        }
        let hunks = Hunk::between(&then.all(), &self.search.replace, 0);
        let place = Place::new(0..then.len(), hunks);
        self.carry_over(&then, &place, &older, file).map(Some)
    }

    /// The oldest version on the way from the file to the text that is to take its place, and the first change
    /// that came since.
    fn reverted(&self, file: &mut File<'r>) -> Result<Option<(Rc<Older>, Op)>, Failure> {
        /// A model has seldom seen an older one.
        const MOST: usize = 8;
        if self.settings.overwrite || !self.is_file() || !file.edits.is_empty() || file.text.is_empty() {
            return Ok(None);
        }
        let whole = distance(&script::difference(&file.text.all(), &self.search.replace));
        let mut found = None;
        for number in 0..MOST {
            let Step::Version(older) = self.older(number, file) else { break };
            // What an earlier batch did, a later reply may well take back.
            if !matches!(older.origin, Origin::Index | Origin::Commit { .. }) {
                break;
            }
            file.budget.spend(file.text.len() + older.bytes.len())?;
            let then = Text::new(older.bytes.clone());
            let then = then.all();
            let since = script::difference(&then, &file.text.all());
            let own = distance(&script::difference(&then, &self.search.replace));
            let is_on_the_way = own > 0 && distance(&since) + own == whole;
            if let Some(first) = since.into_iter().next().filter(|_| is_on_the_way) {
                found = Some((older, first));
            }
        }
        Ok(found)
    }
}

/// Number of lines that go and come.
fn distance(ops: &[Op]) -> usize {
    ops.iter().map(|op| op.old.len() + op.new.len()).sum()
}

/// Some lines, or the one that is there instead.
fn shown(lines: Range<usize>, text: &Text) -> Range<usize> {
    let last = text.len().saturating_sub(1);
    if lines.is_empty() { lines.start.min(last)..text.len().min(lines.start + 1) } else { lines }
}
