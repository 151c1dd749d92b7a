//! One SEARCH/REPLACE block on one file.

use std::ops::Range;

use bstr::ByteSlice as _;

use super::{
    files::{Doubt, File},
    job::Job,
    made::Among,
};
use crate::core::{
    fence::is_fence,
    language::Language,
    locate::{
        self, Answer, Edges, FileFind, Find, Found, MatchNote, Place, Rung, Search, Site, Tier, Tolerance,
        Unlaid,
    },
    outcome::{Failure, Note, Outcome},
    reply::{Clutter, Extent},
    script::Op,
    splice::Hunk,
    text::{has_letter, is_blank},
};

impl<'r> Job<'_, 'r> {
    /// Makes the block on a file that exists.
    pub(super) fn perform(self, file: &mut File<'r>) -> Result<Outcome, Failure> {
        let Search { search, replace, .. } = &self.search;
        let adds = search.is_empty() && self.edit.hints.at_end;
        let creates = self.edit.creates();
        let is_same = match self.edit.hints.extent {
            Extent::Lines => search == replace,
            Extent::File { .. } | Extent::Numbered(_) => false,
            _ => self.exact.search == self.exact.replace,
        };
        if creates && self.is_written(file) {
            return Ok(Outcome::AlreadyApplied);
        }
        if let Some(outcome) = self.by_record(&Among::Resent, file)? {
            return Ok(outcome);
        }
        if is_same && !self.ends_otherwise(file) {
            let is_text = self.has_text(file);
            let is_written = || self.search.core().iter().all(|line| is_blank(line) || file.writes.has(line));
            let there = creates || is_text || !self.candidates.is_empty() || is_written();
            // Lines that come may be there already, and those that go are.
            if self.edit.hints.unsigned > 0 && !there || self.edit.hints.unsigned < 0 && there {
                return self.not_found(file, Some(Unlaid::SignLost));
            }
            file.notes.extend((!there).then_some(Note::NotThere));
            return Ok(Outcome::NoOp);
        }
        let known = if creates && self.is_file() { file.text.all() } else { Vec::new() };
        self.refuse_placeholder(&known, file.language)?;
        self.refuse_dress(file.language)?;
        self.refuse_divider()?;
        if creates {
            return self.put_whole(file);
        }
        if let Extent::Numbered(place) = self.edit.hints.extent {
            return self.by_numbers(place, file);
        }
        if let Some(outcome) = self.on_base(file)? {
            return Ok(outcome);
        }
        if adds {
            return self.insert(file, file.text.len(), None);
        }
        if let Some(outcome) = self.by_text(file)? {
            return Ok(outcome);
        }
        let text = &file.text;
        if file.edits.is_empty() && text.lines().all(is_blank) {
            return Err(Failure::Empty);
        }
        let mut unlaid = None;
        if let Some(doubt) = self.doubt {
            let unlaid = match doubt {
                Doubt::Divider => Unlaid::Dividers,
                Doubt::Sign => Unlaid::Unsigned,
            };
            return self.not_found(file, Some(unlaid));
        }
        if self.is_framed_in_doubt(file)? {
            return self.not_found(file, Some(Unlaid::Frame));
        }
        self.refuse_two_depths(file)?;
        let last = if self.edit.hints.exact { Tier::Trailing } else { self.settings.last_tier };
        for rung in locate::up_to(last) {
            if let Some(outcome) = self.by_rung(rung, file, &mut unlaid)? {
                // How far an earlier rung looked says nothing of a block that is placed.
                file.notes.retain(|note| !matches!(note, Note::GaveUp { .. }));
                return Ok(outcome);
            }
        }
        // Where exact text is there, its lines did not fit as whole ones.
        let is_there = unlaid.is_none() && self.has_text(file);
        self.not_found(file, unlaid.or(is_there.then_some(Unlaid::Outdented)))
    }

    /// Returns whether the block is of exact text that the file has.
    fn has_text(&self, file: &File<'_>) -> bool {
        let is_text = matches!(self.edit.hints.extent, Extent::Text | Extent::EveryText | Extent::Texts(_));
        is_text && file.text.bytes().contains_str(self.exact.search)
    }

    /// Returns whether nothing tells if fences that only REPLACE has are text. In code they are where the
    /// file has some.
    fn is_framed_in_doubt(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        let is_prose = file.language.is_none_or(Language::is_prose);
        if !self.search.is_framed_in_doubt(is_prose) {
            return Ok(false);
        }
        file.budget.spend(file.text.len())?;
        let has_fences = || file.text.lines().any(is_fence);
        Ok(is_prose || !has_fences())
    }

    /// Refuses a block whose lines are in the file both with and without the indentation of its markers.
    fn refuse_two_depths(&self, file: &File<'r>) -> Result<(), Failure> {
        let core = self.search.core();
        if self.edit.indentation.is_empty() {
            return Ok(());
        }
        let has = |depth: &[u8], first: usize| {
            let lines = (first..).zip(core).filter(|(_, line)| !is_blank(line));
            lines.into_iter().all(|(at, line)| file.text.body(at).strip_prefix(depth) == Some(*line))
        };
        let places =
            |depth: &[u8]| self.candidates.iter().copied().filter(|&first| has(depth, first)).collect();
        let (as_read, as_written): (Vec<usize>, Vec<usize>) = (places(b""), places(&self.edit.indentation));
        if as_read.is_empty() || as_written.is_empty() {
            return Ok(());
        }
        let mut all = [as_read, as_written].concat();
        all.sort_unstable();
        Err(file.ambiguous(Tier::Exact, all.into_iter().map(|first| first..first + core.len()).collect()))
    }

    /// Makes the block where a rung finds a place; `unlaid` says why it cannot be made where the first one
    /// that tells found it.
    fn by_rung(
        &self,
        rung: &Rung,
        file: &mut File<'r>,
        unlaid: &mut Option<Unlaid>,
    ) -> Result<Option<Outcome>, Failure> {
        if !rung.takes(&self.search) || rung.needs.unfound && unlaid.is_some() {
            return Ok(None);
        }
        // Of text that is as it is quoted, but not where the block says, a look at less exact text tells
        // nothing.
        let is_elsewhere = matches!(unlaid, Some(Unlaid::NotBelow { .. }));
        if is_elsewhere && matches!(rung.find, Find::Lines(_) | Find::File(_)) {
            return Ok(None);
        }
        match rung.find {
            Find::Lines(_) => self.by_lines(rung, file, unlaid),
            Find::File(find) => self.in_file(rung, find, file, unlaid),
            Find::Record => self.by_record(&Among::All, file),
            Find::History => self.by_history(file),
            Find::Already => Ok(self.is_done_instead(file)?.then_some(Outcome::AlreadyApplied)),
        }
    }

    /// Makes the block where its lines are, in the source or in what earlier blocks wrote.
    fn by_lines(
        &self,
        rung: &Rung,
        file: &mut File<'r>,
        unlaid: &mut Option<Unlaid>,
    ) -> Result<Option<Outcome>, Failure> {
        let found = file.among_lines(rung, &self.candidates, &self.search)?;
        let found = self.admitted(found, file, unlaid)?;
        if !found.places.is_empty() || found.unlaid.len() > 1 {
            if self.is_done_as_named(&found, file)? {
                return Ok(Some(Outcome::AlreadyApplied));
            }
            self.refuse_rival(rung, &found, file)?;
            if let Some(outcome) = self.by_exact_version(rung, &found, file)? {
                return Ok(Some(outcome));
            }
            return self.lay_in_source(file, rung, found).map(Some);
        }
        // A place in the source that is unchanged goes before text that earlier blocks wrote.
        let stands = found.unlaid.iter().any(|(lines, _)| !file.edits.touches(lines));
        *unlaid = unlaid.take().or(found.unlaid.into_iter().next().map(|(_, unlaid)| unlaid));
        if stands { Ok(None) } else { self.lay_in_result(file, rung) }
    }

    /// Refuses a block whose lines are at one place but for white space or characters, and at another one
    /// that a more tolerant rung would find: neither is as it is quoted.
    fn refuse_rival(&self, rung: &Rung, found: &Found<'r>, file: &mut File<'r>) -> Result<(), Failure> {
        let most = |other: &&Rung| other.tolerates == Tolerance::Characters && other.edges == Edges::Dropped;
        let Some(most) = locate::LADDER.iter().find(most) else { return Ok(()) };
        if !matches!(rung.tolerates, Tolerance::Indentation | Tolerance::Characters) {
            return Ok(());
        }
        // In order.
        let mut all = found.lines();
        let is_new = |lines: &Range<usize>| {
            let next = all.partition_point(|known| known.end <= lines.start);
            all.get(next).is_none_or(|known| lines.end <= known.start)
        };
        let mut more = file.among_lines(most, &self.candidates, &self.search)?.lines();
        if rung.tolerates == Tolerance::Indentation {
            more.extend(self.uneven_places(file));
        }
        let more: Vec<_> = more.into_iter().filter(is_new).collect();
        if more.is_empty() {
            return Ok(());
        }
        all.extend(more);
        all.sort_by_key(|lines| lines.start);
        Err(file.ambiguous(rung.tier, all))
    }

    /// Places of the source that differ from SEARCH in leading white space, though a line with words has it as it is
    /// quoted: the others may have lost theirs.
    fn uneven_places(&self, file: &File<'_>) -> impl Iterator<Item = Range<usize>> {
        let core = self.search.core();
        let is_quoted = |first: usize| {
            let mut lines = core.iter().zip(first..);
            lines.any(|(line, at)| {
                has_letter(line) && file.text.body(at).trim_ascii_end() == line.trim_ascii_end()
            })
        };
        let places = self.candidates.iter().copied().filter(move |first| is_quoted(*first));
        places.map(|first| first..first + core.len()).filter(|lines| !file.edits.touches(lines))
    }

    /// Makes the block where a rung finds it that looks at the file as it is.
    fn in_file(
        &self,
        rung: &Rung,
        find: FileFind,
        file: &mut File<'r>,
        unlaid: &mut Option<Unlaid>,
    ) -> Result<Option<Outcome>, Failure> {
        let (search, candidates) = (&self.search, &self.candidates);
        let site = Site { text: &file.text, path: self.path, search, candidates, budget: &file.budget };
        match find(&site)? {
            Answer::None => Ok(None),
            Answer::Several(places) => Err(file.ambiguous(rung.tier, places)),
            Answer::Unlaid(why) => {
                *unlaid = Some(why);
                Ok(None)
            }
            // A quoted line for which the file has none may be one that comes.
            Answer::Laid { note: MatchNote::Quoted { differing, kept }, .. }
                if self.edit.hints.unsigned > 0 && kept.len() < differing =>
            {
                *unlaid = Some(Unlaid::SignLost);
                Ok(None)
            }
            Answer::Laid { place, note } => {
                let (place, note) = match self.without_signs(&place, file) {
                    Some(place) => (place, Note::Clutter(Clutter::Sign)),
                    None => (place, Note::Match { tier: rung.tier, note }),
                };
                self.refuse_unmeant(&place.lines, file)?;
                if let Some(outcome) = self.if_present(file, rung, &place)? {
                    return Ok(Some(outcome));
                }
                file.notes.push(note);
                self.add(file, place.hunks, Some(rung.tier), Some(place.lines)).map(Some)
            }
        }
    }

    /// The change of a hunk some of whose lines that stay have no blank in front, so that one of their own was taken for
    /// it: new lines have their signs.
    fn without_signs(&self, place: &Place<'r>, file: &File<'r>) -> Option<Place<'r>> {
        let Search { search, replace, .. } = &self.search;
        let is_hunk = self.edit.lines.is_some() && self.edit.hints.extent == Extent::Lines;
        if !is_hunk || place.lines.len() != search.len() {
            return None;
        }
        let there = file.text.window(place.lines.clone());
        let is_there =
            |(there, line): (&&[u8], &&[u8])| there == line || there.strip_prefix(b" ") == Some(*line);
        let first = place.lines.start;
        let hunk = |op: Op| Hunk {
            old: first + op.old.start..first + op.old.end,
            new: op.new.map(|line| replace[line].into()).collect(),
        };
        there
            .iter()
            .zip(search)
            .all(is_there)
            .then(|| Place::new(place.lines.clone(), self.search.ops().map(hunk).collect()))
    }

    /// Returns whether REPLACE is where SEARCH is meant, as far as the file alone can tell.
    /// Lines that earlier blocks change are no evidence, and what this block takes out must not be what they
    /// wrote.
    fn is_done_instead(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        if !self.edit.hints.anchors.is_empty() {
            return self.is_done_at_anchors(file);
        }
        let Some(only) = self.only_replace(file)? else { return Ok(false) };
        Ok(self.is_evidence(&only, file) && locate::done_instead(&file.text, &only, &self.search))
    }
}
