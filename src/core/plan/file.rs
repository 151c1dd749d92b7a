//! One file while a batch is planned.

use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    Planned, World,
    adders::{Adders, Removers},
    readings::{Reading, choose, searches},
    record::Aligned,
    whole::Whole,
};
use crate::core::{
    change::{Change, Edited, FileMode, Version},
    content::Content,
    edits::{Edits, Part},
    guard::Verdict,
    language::Language,
    locate::{
        self, Beside, Budget, Found, Hay, Lines, OverBudget, Place, Places, Presence, Rung, Search, Tier,
        Tolerance, Written, presence, scan,
    },
    outcome::{Around, Failure},
    path::RepoPath,
    reply::{Clutter, Edit, Sections},
    splice::{self, Hunk},
    text::{Ending, Text, bodies, without_blank_edges},
};

/// A file as the blocks so far would leave it.
pub(super) struct File<'r> {
    /// True if it would exist.
    pub(super) exists: bool,
    /// Its language, if it is known by its path.
    pub(super) language: Option<&'static Language>,
    /// True if it is known to be text.
    pub(super) editable: bool,
    /// The text that blocks are located in: the bytes on disk, or those that a block put in their place.
    pub(super) text: Text,
    /// The changes of the blocks so far.
    pub(super) edits: Edits<'r>,
    /// The blocks that were laid in what earlier ones wrote, and by which tier.
    pub(super) rewrites: Vec<(Search<'r>, Tier)>,
    /// The block that gave its whole text, if the reply says so of one.
    pub(super) given: Option<usize>,
    /// The path that its content was renamed from.
    pub(super) from: Option<RepoPath>,
    /// True if a block wants a newline at its end, false if it wants none.
    pub(super) final_newline: Option<bool>,
    /// Line ending of new lines where nothing else tells.
    pub(super) ending: Ending,
    /// Versions beside batches, aligned with `text` and each other.
    pub(super) aligned: Aligned,
    /// Steps left for comparing.
    pub(super) budget: Budget,
    /// The policy's word on the path.
    verdict: Verdict,
    mode: Option<u32>,
    /// The permission bits on disk.
    disk_mode: Option<u32>,
    disk: Disk,
    /// The lines that the blocks on it add, once they are needed.
    adders: OnceCell<Adders>,
    /// The lines that the blocks on it take out, once they are needed.
    removers: OnceCell<Removers<'r>>,
    /// Summary of the lines written so far, so that unrelated blocks are not looked for there.
    writes: Writes,
    /// `text` with its lines folded, once a tier asked for it; none inside if that changes nothing.
    folded: Option<Option<Text>>,
    /// The blocks' sections and their places in `text`, by block.
    found: HashMap<usize, Sought<'r>>,
    /// Number of blocks that may give the file another text and are looked past when the edits behind them
    /// are prepared. It doubles while the text stays, so that neither a text that stays nor one that goes is
    /// looked through in vain.
    past_turns: usize,
}

/// A block as it is looked for.
pub(super) struct Sought<'r> {
    /// Its sections, by the reading that is meant.
    pub(super) search: Search<'r>,
    /// The candidates for its place.
    pub(super) places: Places,
    /// The reading is a guess.
    pub(super) is_guess: bool,
    /// The clutter that it leaves out.
    pub(super) clutter: Option<Clutter>,
}

/// Lines that blocks wrote into a file.
#[derive(Default)]
struct Writes {
    /// The keys of the lines.
    keys: HashSet<u64>,
    /// True if folding could change any of them.
    folds: bool,
    /// True if lines were removed and nothing written in their place.
    removes: bool,
    /// At most so many bytes are written.
    bytes: usize,
}

/// A place in a part of the result.
pub(super) struct InResult<'r> {
    pub(super) part: Part,
    /// Its lines in that part.
    pub(super) lines: Range<usize>,
    pub(super) laid: Laid<'r>,
}

/// Result of laying a change at a place of the result.
pub(super) enum Laid<'r> {
    /// The place and the change.
    At(Place<'r>),
    /// It is around the place already.
    Done,
    /// A part of it is there, or what is there proves nothing.
    Unclear(Around),
    /// The change cannot be laid.
    Not,
}

/// The file on disk.
enum Disk {
    Nothing,
    /// `File::text`.
    Text,
    /// These bytes, as `File::text` holds something else by now.
    Kept(Version),
}

impl<'r> File<'r> {
    /// A path where there is no file.
    pub(super) fn absent(verdict: Verdict, ending: Ending) -> Self {
        Self {
            exists: false,
            editable: false,
            language: None,
            text: Text::default(),
            edits: Edits::default(),
            rewrites: Vec::new(),
            aligned: Aligned::new(),
            given: None,
            from: None,
            final_newline: None,
            ending,
            budget: Budget::for_bytes(0),
            verdict,
            mode: None,
            disk_mode: None,
            disk: Disk::Nothing,
            adders: OnceCell::new(),
            removers: OnceCell::new(),
            writes: Writes::default(),
            folded: None,
            found: HashMap::new(),
            past_turns: 0,
        }
    }

    /// A file as it is on disk.
    pub(super) fn on_disk(version: Version, verdict: Verdict, ending: Ending) -> Self {
        let text = Text::new(version.bytes.into_vec());
        let mode = version.mode;
        Self { exists: true, text, mode, disk_mode: mode, disk: Disk::Text, ..Self::absent(verdict, ending) }
    }

    /// Its lines as they are on disk.
    pub(super) fn lines(&self) -> Vec<&[u8]> {
        self.text.window(0..self.text.len())
    }

    /// Makes this its whole text.
    pub(super) fn create(&mut self, lines: &[&[u8]]) {
        let ending = self.ending.as_bytes();
        let bytes = lines.iter().flat_map(|line| [*line, ending]).collect::<Vec<_>>().concat();
        self.put_aside();
        (self.exists, self.text) = (true, Text::new(bytes));
    }

    /// Removes it.
    pub(super) fn remove(&mut self) {
        self.put_aside();
        self.exists = false;
    }

    /// Returns whether an earlier block removed it when these lines were its whole text.
    pub(super) fn was_removed_with(&self, lines: &[&[u8]]) -> bool {
        let Disk::Kept(version) = &self.disk else { return false };
        let held: Vec<&[u8]> = bodies(&version.bytes).collect();
        let (held, lines) = (without_blank_edges(&held), without_blank_edges(lines));
        !self.exists && !lines.is_empty() && locate::are_equal_but_for_ends(held, lines)
    }

    /// Takes its content away from `path`, to be moved to another one: the bytes, the mode, and the path they
    /// come from.
    pub(super) fn take(&mut self, path: &RepoPath) -> (Vec<u8>, Option<u32>, RepoPath) {
        let bytes =
            splice::apply(self.text.bytes(), &splice::splices(&self.text, self.edits.runs(), self.ending));
        let bytes = self.ended(bytes);
        self.remove();
        (bytes, self.mode, self.from.take().unwrap_or_else(|| path.clone()))
    }

    /// Puts content that was taken from another path here.
    pub(super) fn put(&mut self, bytes: Vec<u8>, mode: Option<u32>, from: Option<RepoPath>) {
        self.put_aside();
        (self.exists, self.text, self.mode, self.from) = (true, Text::new(bytes), mode, from);
    }

    /// Lets it be executed, or not. False if that is so already.
    pub(super) fn set_mode(&mut self, mode: FileMode, world: &dyn World) -> bool {
        if FileMode::of(self.mode) == mode {
            return false;
        }
        self.mode = match (self.mode, mode) {
            (Some(bits), _) => Some(mode.applied_to(bits)),
            (None, FileMode::Executable) => Some(world.new_executable()),
            (None, FileMode::Plain) => None,
        };
        true
    }

    /// The version on disk, and whether that is a secret; none if there is no file.
    pub(super) fn before(&self) -> Option<(Version, bool)> {
        let bytes = match &self.disk {
            Disk::Nothing => return None,
            Disk::Text => self.text.bytes(),
            Disk::Kept(version) => &version.bytes,
        };
        Some((Version { bytes: bytes.into(), mode: self.disk_mode }, self.verdict.is_private))
    }

    fn put_aside(&mut self) {
        let text = std::mem::take(&mut self.text);
        if matches!(self.disk, Disk::Text) {
            self.disk = Disk::Kept(Version { bytes: text.into_bytes().into(), mode: self.disk_mode });
        }
        self.forget_edits();
        self.given = None;
        self.final_newline = None;
        self.folded = None;
        self.aligned.clear();
        self.found.clear();
        self.past_turns = 0;
    }

    /// Takes back all changes of its text.
    pub(super) fn forget_edits(&mut self) {
        self.edits = Edits::default();
        self.writes = Writes::default();
        self.rewrites.clear();
    }

    /// The sections of a block and the candidates for its place; none for a block without a divider. `later`
    /// are this and all later blocks that edit this file: they are looked for in one pass, up to one of
    /// `turns`, the later blocks that may give it another text.
    pub(super) fn find(
        &mut self,
        block: usize,
        later: &[(usize, &'r Edit<'r>)],
        turns: &[usize],
    ) -> Option<Sought<'r>> {
        if let Some(found) = self.found.remove(&block) {
            return Some(found);
        }
        // A block that creates the file replaces its text.
        let end = if self.exists { turns.get(self.past_turns).copied() } else { Some(block + 1) };
        let end = end.map_or(later.len(), |end| later.partition_point(|(number, _)| *number < end));
        let later = &later[..end];
        self.past_turns = self.past_turns.saturating_mul(2).saturating_add(1);
        let bytes: usize = later.iter().map(|(_, edit)| edit.body.len()).sum();
        self.budget = Budget::for_bytes(self.text.bytes().len() + bytes);
        let readings = choose(&self.text, later, self.language, &mut self.budget);
        let sections: Vec<Sections<'r>> = readings.iter().map(|reading| reading.sections).collect();
        let searches = searches(&self.text, &sections, self.language);
        let cores: Vec<&[&[u8]]> = searches.iter().map(Search::core).collect();
        let places = scan(&self.text, &cores, &mut self.budget);
        let sought = searches.into_iter().zip(places).zip(readings).map(|((search, places), reading)| {
            let Reading { is_guess, clutter, .. } = reading;
            Sought { search, places, is_guess, clutter }
        });
        self.found = later.iter().map(|(number, _)| *number).zip(sought).collect();
        self.found.remove(&block)
    }

    /// Searches the lines of the source by a rung.
    pub(super) fn among_lines(
        &mut self,
        rung: &Rung,
        candidates: &[usize],
        search: &Search<'r>,
    ) -> Result<Found<'r>, OverBudget> {
        let folds = rung.tolerates == Tolerance::Characters;
        if folds && self.folded.is_none() {
            self.folded = Some(locate::folded(&self.text));
        }
        let folded: Option<&dyn Lines> = match &self.folded {
            Some(Some(folded)) if folds => Some(folded),
            _ if folds && !search.is_plain() => Some(&self.text),
            _ => None,
        };
        let hay = Hay { lines: &self.text, whole: None, folded, candidates };
        rung.among_lines(&hay, search, &mut self.budget)
    }

    /// Answers whether the lines that a change adds are at its place already, in what the blocks so far make
    /// of the file. The file counts without the lines that other blocks of `edits` add than the block of this
    /// `number`.
    pub(super) fn presence(
        &self,
        place: &Place<'r>,
        edits: &[(usize, &'r Edit<'r>)],
        number: usize,
    ) -> Presence {
        // An equal block collapses with the earlier one.
        if self.edits.has_all(&place.hunks) {
            return Presence::Absent;
        }
        let reach = Beside::reach(&place.hunks);
        let (above, below) = self.edits.beside(&self.text, &place.lines, reach);
        let within = self.text.window(place.lines.clone());
        let whole = Whole::new(&self.edits, &self.text);
        let answer = |beside: &Beside<'_>| presence(&place.hunks, &place.lines, &within, beside, &whole);
        let all = Beside { above, below };
        if edits.len() < 2 || place.hunks.iter().all(|hunk| !hunk.old.is_empty()) {
            return answer(&all);
        }
        let adders = self.adders.get_or_init(|| Adders::of(edits));
        let near = place.lines.start.saturating_sub(reach)..(place.lines.end + reach).min(self.text.len());
        match answer(&all.without(|line| adders.is_of_another(line, number))) {
            // An earlier block has put its lines between these and the place: this one may be meant to add its
            // own there too.
            Presence::Made if self.edits.touches(&near) && answer(&all) == Presence::Absent => {
                Presence::Unclear
            }
            answer => answer,
        }
    }

    /// The lines that the blocks on it take out.
    pub(super) fn removers(&self, edits: &[(usize, &'r Edit<'r>)]) -> &Removers<'r> {
        self.removers.get_or_init(|| Removers::of(edits))
    }

    /// The places of lines in the source, but for white space at their edges.
    pub(super) fn places_of(&mut self, lines: &[&[u8]]) -> Result<Vec<usize>, Failure> {
        let places = locate::scan(&self.text, &[lines], &mut self.budget).swap_remove(0);
        places.map_err(Failure::from)
    }

    /// The failure of a block that several places of the source could be meant by.
    pub(super) fn ambiguous(&self, tier: Tier, places: Vec<Range<usize>>) -> Failure {
        let around = Around::apart(&places, &self.text);
        Failure::Ambiguous { tier, lines: places.into_iter().map(|lines| lines.start).collect(), around }
    }

    /// Records the lines that a block writes.
    pub(super) fn note(&mut self, hunks: &[Hunk<'r>]) {
        for hunk in hunks {
            self.writes.removes |= hunk.new.is_empty();
            for line in &hunk.new {
                self.writes.folds |= !locate::is_plain(line);
                self.writes.bytes += line.len() + Ending::CrLf.as_bytes().len();
                self.writes.keys.insert(locate::key(line));
            }
        }
    }

    /// Returns whether a block may match lines that earlier blocks wrote: a place that is not one in the
    /// source has a line that they wrote, or spans lines that they removed.
    pub(super) fn may_stand_in_result(&self, rung: &Rung, search: &Search<'_>) -> bool {
        let known = || {
            self.writes.removes
                || search.core().iter().any(|line| self.writes.keys.contains(&locate::key(line)))
        };
        match rung.written {
            Written::Lines => known(),
            Written::Characters => !search.is_plain() || self.writes.folds || known(),
            Written::Elisions => search.has_elision(),
            Written::Anything => true,
            Written::Nothing => false,
        }
    }

    /// Searches a part of the source, as the blocks so far change it, by a rung.
    pub(super) fn among_result(
        &mut self,
        rung: &Rung,
        part: Part,
        search: &Search<'r>,
    ) -> Result<Vec<InResult<'r>>, OverBudget> {
        let lines = self.edits.result(&self.text, &part);
        let candidates = lines.places(search.core(), &mut self.budget)?;
        let folded = locate::folded_lines(&lines);
        let folded: Vec<&[u8]> = folded.iter().map(|line| &**line).collect();
        let folded: Option<&dyn Lines> = (rung.tolerates == Tolerance::Characters).then_some(&folded);
        let whole = Whole::new(&self.edits, &self.text);
        let hay = Hay { lines: &lines, whole: Some(&whole), folded, candidates: &candidates };
        let found = rung.among_lines(&hay, search, &mut self.budget)?;
        let at = |lines, laid| InResult { part: part.clone(), lines, laid };
        let laid = found.places.into_iter().map(|place| {
            let within = place.lines.clone();
            let above = lines[..within.start].iter().rev().copied().collect();
            let beside = Beside { above, below: lines[within.end..].to_vec() };
            let laid = match presence(&place.hunks, &within, &lines[within.clone()], &beside, &whole) {
                Presence::Absent => Laid::At(place),
                Presence::Made => Laid::Done,
                Presence::Unclear => {
                    Laid::Unclear(around(part.first_line(), &within, &lines[within.clone()], &beside))
                }
            };
            at(within, laid)
        });
        Ok(laid.chain(found.unlaid.into_iter().map(|(lines, _)| at(lines, Laid::Not))).collect())
    }

    /// Upper bound of its size, without a look at each change.
    pub(super) fn most_bytes(&self) -> u64 {
        (self.text.bytes().len() + self.writes.bytes) as u64
    }

    /// Upper bound of its size in bytes: a missing newline at its end is counted.
    pub(super) fn size(&self) -> u64 {
        self.edits.size(&self.text, self.ending) as u64
    }

    /// The bytes with a newline at their end, or without one, if a block wants that.
    fn ended(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        // Whether there is one is what it was before, whatever became of the last line.
        let is_open =
            self.text.len().checked_sub(1).is_some_and(|last| self.text.ending(last) == Ending::None);
        match self.final_newline {
            Some(true) if is_open && !bytes.is_empty() => {
                let mut known = (0..self.text.len()).rev().map(|line| self.text.ending(line));
                let ending = known.find(|ending| *ending != Ending::None).unwrap_or(self.ending);
                bytes.extend_from_slice(ending.as_bytes());
            }
            Some(false) if !is_open && bytes.ends_with(b"\n") => {
                bytes.pop();
                bytes.pop_if(|last| *last == b'\r');
            }
            _ => {}
        }
        bytes
    }

    /// The planned change of the path, if there is any.
    pub(super) fn finish(self, path: RepoPath) -> Option<Planned> {
        let splices = splice::splices(&self.text, self.edits.runs(), self.ending);
        let is_spliced = self.final_newline.is_none();
        let ended =
            (!is_spliced).then(|| self.ended(splice::apply(self.text.bytes(), &splices))).map(Content::from);
        let text = Content::from(self.text.into_bytes());
        let bytes = || ended.unwrap_or_else(|| Content::spliced(&text, splices.clone()));
        let new = self.exists.then(|| Version { bytes: bytes(), mode: self.mode });
        let (old, in_place) = match self.disk {
            Disk::Text => (Some(Version { bytes: text, mode: self.disk_mode }), true),
            Disk::Kept(version) => (Some(version), false),
            Disk::Nothing => (None, false),
        };
        if old == new {
            return None;
        }
        let change = Change { path, old, new, from: self.from };
        let edited = if in_place && self.exists && is_spliced {
            Edited { change, splices }
        } else {
            Edited::of(change)
        };
        Some(Planned { edited, verdict: self.verdict })
    }
}

/// Lines next to a place in a part of the result that begins at a line of the source.
fn around(first: usize, within: &Range<usize>, text: &[&[u8]], beside: &Beside<'_>) -> Around {
    let shown = |lines: &[&[u8]]| lines.iter().take(Around::SHOWN).map(|&line| line.into()).collect();
    let mut above: Vec<_> = shown(&beside.above);
    above.reverse();
    let text = text.iter().map(|&line| line.into()).collect();
    Around { lines: first + within.start..first + within.end, text, above, below: shown(&beside.below) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        guard::{Policy, Rules},
        reply::{self, Operation},
    };

    #[test]
    fn edits_behind_a_turn_of_the_file_are_prepared_once_its_text_has_stayed() {
        let block = "a.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n";
        let reply = block.repeat(10);
        let reply = reply::parse(reply.as_bytes(), &reply::Options::default());
        let mut edits = Vec::new();
        for (number, block) in reply.blocks.iter().enumerate() {
            if let Operation::Edit(edit) = &block.operation {
                edits.push((number, edit));
            }
        }
        let verdict =
            Policy::new(Rules::default()).expect("no rules").judge(&RepoPath::new(b"a.txt").expect("a path"));
        let version = Version { bytes: b"a\n".into(), mode: None };
        let mut file = File::on_disk(version, verdict, Ending::Lf);
        let turns: Vec<usize> = (1..10).collect();
        for (block, prepared) in [0, 1, 0, 3].into_iter().enumerate() {
            assert!(file.find(block, &edits[block..], &turns[block..]).is_some());
            assert_eq!(file.found.len(), prepared);
        }
        file.create(&[b"a"]);
        assert!(file.find(4, &edits[4..], &turns[4..]).is_some());
        assert_eq!(file.found.len(), 0);
    }
}
