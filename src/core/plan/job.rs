//! A block with all that is needed to make it on a file, and what every rule asks of it.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    rc::Rc,
};

use foldhash::quality::RandomState;

use super::{
    files::{Doubt, File},
    types::{History, Older, Sent, Settings, older},
};
use crate::core::{
    locate::{self, EXACT, Search, Unlaid},
    outcome::{Failure, Limit, Region},
    path::RepoPath,
    reply::{Block, Edit, Extent, Sections},
    text::has_letter,
};

/// The block's rank among the blocks of the batch that are equal to it, and how many there are.
#[derive(Clone, Copy)]
pub(super) struct Equals {
    /// The number of the first of them in the batch.
    pub(super) first: usize,
    pub(super) rank: usize,
    pub(super) count: usize,
    /// True if one reply has them all.
    pub(super) is_of_one: bool,
}

/// The numbers of edits with one path and text, in order.
pub(super) type Alike<'w, 'r> = HashMap<(&'w RepoPath, &'r [u8]), Vec<usize>, RandomState>;

impl Equals {
    /// Those of each block, which come with the numbers of their replies.
    pub(super) fn of(blocks: &[(usize, &Block<'_>)], alike: &Alike<'_, '_>) -> Vec<Self> {
        let alone = |first: usize| Self { first, rank: 0, count: 1, is_of_one: true };
        let mut equals: Vec<Self> = (0..blocks.len()).map(alone).collect();
        for numbers in alike.values().filter(|numbers| numbers.len() > 1) {
            let is_of_one = numbers.iter().all(|number| blocks[*number].0 == blocks[numbers[0]].0);
            for (rank, number) in numbers.iter().enumerate() {
                equals[*number] = Self { first: numbers[0], rank, count: numbers.len(), is_of_one };
            }
        }
        equals
    }
}

/// A block and all that is needed to apply it to one file.
pub(super) struct Job<'a, 'r> {
    pub(super) number: usize,
    pub(super) path: &'a RepoPath,
    pub(super) edit: &'r Edit<'r>,
    pub(super) search: Search<'r>,
    /// The block as records know it.
    pub(super) sent: Sent<'a>,
    /// The edits of the same file, with their numbers.
    pub(super) others: &'a [(usize, &'r Edit<'r>)],
    /// The reason why its reading may not be the one that is meant.
    pub(super) doubt: Option<Doubt>,
    /// Its sections as the reply has them.
    pub(super) sections: Sections<'r>,
    /// The same as exact text: without marks around it, and where only REPLACE has signs or entities, without those.
    pub(super) exact: Sections<'r>,
    /// Where the core of SEARCH stands in the source but for white space at the edges of lines.
    pub(super) candidates: Vec<usize>,
    pub(super) equals: Equals,
    pub(super) settings: &'a Settings,
    /// Older versions, and merges.
    pub(super) history: &'a dyn History,
    /// Returns whether an older path of the file may be looked at.
    pub(super) may_read: &'a dyn Fn(&RepoPath) -> bool,
    /// The version that the reply says it is based on.
    pub(super) base: Option<&'a [u8]>,
    /// The version in which its line counts, as the reply says, which may be made up.
    pub(super) version: Option<&'a [u8]>,
    /// The reason why it is refused if it changes anything.
    pub(super) refused: Option<Failure>,
}

impl From<locate::OverBudget> for Failure {
    fn from(_: locate::OverBudget) -> Self {
        Self::Limit(Limit::Work)
    }
}

impl<'a, 'r> Job<'a, 'r> {
    /// Returns whether the reply gives the whole file.
    pub(super) fn is_file(&self) -> bool {
        matches!(self.edit.hints.extent, Extent::File { .. })
    }

    /// Returns whether the reply gives what looks like a whole file, and may be a part of one.
    pub(super) fn may_be_part(&self) -> bool {
        matches!(self.edit.hints.extent, Extent::File { is_sure: false }) && !self.settings.overwrite
    }

    /// The path that the file had before the batch.
    pub(super) fn path_before<'p>(&'p self, file: &'p File<'r>) -> &'p RepoPath {
        file.from.as_ref().unwrap_or(self.path)
    }

    /// Older versions of the file, the newest first.
    pub(super) fn older(&self, file: &File<'r>) -> impl Iterator<Item = Rc<Older>> + use<'a, 'r> {
        older(self.history, self.path_before(file).clone(), self.may_read)
    }

    /// Fails as no tier finds the block, or as it cannot be laid where one does.
    pub(super) fn not_found<T>(&self, file: &mut File<'r>, unlaid: Option<Unlaid>) -> Result<T, Failure> {
        let nearest = locate::nearest(&file.text, &self.search);
        let nearest = nearest.into_iter().map(|nearest| Region::new(nearest, &file.text)).collect();
        let only = self.only_replace(file)?.map(|lines| lines.start);
        // A line that should go and is still there may be the one that is meant, in a copy of the place.
        let replace_at = only.filter(|_| locate::all_went(&file.text, &self.search));
        let tolerant = locate::up_to(self.settings.last_tier).any(|rung| rung.needs.telling);
        let short = tolerant && !self.candidates.is_empty() && !self.search.is_telling();
        let unlaid = unlaid.or(short.then_some(Unlaid::Short));
        Err(Failure::NotFound { nearest, replace_at, unlaid })
    }

    /// Places of REPLACE, but for white space at the edges of lines.
    pub(super) fn places_of_replace(&self, file: &mut File<'r>) -> Result<Vec<usize>, Failure> {
        file.places_of(&self.search.replace)
    }

    /// The only lines that are all of REPLACE.
    pub(super) fn only_replace(
        &self,
        file: &mut File<'r>,
    ) -> Result<Option<std::ops::Range<usize>>, Failure> {
        let places = self.places_of_replace(file)?;
        Ok(locate::only_replace(&file.text, &places, &self.search.replace))
    }

    /// Returns whether lines of the file are as they were before this batch.
    pub(super) fn is_evidence(&self, lines: &Range<usize>, file: &File<'r>) -> bool {
        !file.edits.touches(lines) && !self.takes_out_written(file)
    }

    /// Returns whether earlier blocks wrote a line that this one takes out.
    fn takes_out_written(&self, file: &File<'r>) -> bool {
        let stays: HashSet<&[u8]> = self.search.replace.iter().map(|line| line.trim_ascii()).collect();
        let goes = |line: &&[u8]| has_letter(line) && !stays.contains(line.trim_ascii());
        self.search.search.iter().any(|line| goes(line) && file.writes.has(line))
    }

    /// Returns whether SEARCH is in the file exactly.
    pub(super) fn is_exact(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        Ok(!file.among_lines(&EXACT, &self.candidates, &self.search)?.places.is_empty())
    }
}
