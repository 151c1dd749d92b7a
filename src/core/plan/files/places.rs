//! Places of blocks in a file, as it is on disk and as the blocks so far change it.

use std::{cell::LazyCell, collections::HashSet, ops::Range};

use super::{
    adders::{Adders, Removers},
    file::File,
    readings::{Reading, choose, searches},
    sought::Sought,
};
use crate::core::{
    edits::Part,
    locate::{
        self, Beside, Budget, Found, Hay, Lines, OverBudget, Place, Presence, Rung, Search, Tier, Tolerance,
        presence, presence_among, scan,
    },
    outcome::{Around, Failure},
    reply::{Edit, Sections},
    splice::Run,
    typeset,
};

/// A place in a part of the result.
pub(crate) struct InResult<'r> {
    pub(crate) part: Part,
    /// Its lines in that part.
    pub(crate) lines: Range<usize>,
    pub(crate) laid: Laid<'r>,
}

/// Result of laying a change at a place of the result.
pub(crate) enum Laid<'r> {
    /// The place and the change.
    At(Place<'r>),
    /// It is around the place already.
    Done,
    /// A part of it is there, or what is there proves nothing.
    Unclear(Around),
    /// The change cannot be laid.
    Not,
}

impl<'r> File<'r> {
    /// The sections of a block and the candidates for its place; none for a block without a divider. `later`
    /// are this and all later blocks that edit this file: they are looked for in one pass, up to one of
    /// `turns`, the later blocks that may give it another text.
    pub(crate) fn find(
        &mut self,
        block: usize,
        later: &[(usize, &'r Edit<'r>)],
        turns: &[usize],
    ) -> Option<Sought<'r>> {
        if let Some(found) = self.sought.take(block) {
            return Some(found);
        }
        let later = if self.exists {
            self.sought.pass(later, turns)
        } else {
            // It creates the file, and replaces its text.
            &later[..later.partition_point(|(number, _)| *number <= block)]
        };
        let bytes: usize = later.iter().map(|(_, edit)| edit.body.len()).sum();
        self.budget = Budget::for_bytes(self.text.bytes().len() + bytes);
        let readings = choose(&self.text, later, self.language, &self.budget);
        let sections: Vec<Sections<'r>> = readings.iter().map(|reading| reading.sections).collect();
        let searches = searches(&self.text, &sections, self.language);
        let cores: Vec<&[&[u8]]> = searches.iter().map(Search::core).collect();
        let places = scan(&self.text, &cores, &self.budget);
        let sought = searches.into_iter().zip(places).zip(readings).map(|((search, places), reading)| {
            let Reading { doubt, clutter, sections, .. } = reading;
            Sought { search, places, doubt, clutter, sections }
        });
        self.sought.keep(later.iter().map(|(number, _)| *number).zip(sought));
        self.sought.take(block)
    }

    /// Searches the lines of the source by a rung.
    pub(crate) fn among_lines(
        &mut self,
        rung: &Rung,
        candidates: &[usize],
        search: &Search<'r>,
    ) -> Result<Found<'r>, OverBudget> {
        let mut hay = Hay::new(search, &self.text, candidates, &self.budget);
        if rung.tolerates == Tolerance::Characters {
            let folded = self.folded.get_or_insert_with(|| typeset::folded(&self.text));
            hay = hay.with_folded(folded.as_ref());
        }
        rung.among_lines(&hay)
    }

    /// Answers whether the lines that a change adds are at its place already, in what the blocks so far make
    /// of the file. The file counts without the lines that other blocks of `edits` add than the block of this
    /// `number`, and without those with the keys `left_out`.
    pub(crate) fn presence(
        &self,
        place: &Place<'r>,
        edits: &[(usize, &'r Edit<'r>)],
        number: usize,
        left_out: &HashSet<u64>,
    ) -> Presence {
        if !place.gaps.is_empty() {
            let answer = |part: &Place<'r>| self.presence(part, edits, number, left_out);
            return Presence::together(place.parts().iter().map(answer));
        }
        // An equal block collapses with the earlier one.
        if self.edits.has_all(&place.hunks) {
            return Presence::Absent;
        }
        let reach = Beside::reach(&place.hunks);
        let within = self.text.window(place.lines.clone());
        let whole = LazyCell::new(|| self.edits.result(&self.text, &self.edits.whole(&self.text)));
        let answer = |beside: &Beside<'_>| presence(&place.hunks, &place.lines, &within, beside, &whole);
        let is_left_out = |line: &[u8]| left_out.contains(&locate::key(line));
        let beside = |(above, below)| match (Beside { above, below }) {
            beside if left_out.is_empty() => beside,
            beside => beside.without(is_left_out),
        };
        let all = beside(self.edits.beside(&self.text, &place.lines, reach));
        let kept = || beside(self.edits.kept_beside(&self.text, &place.lines, reach));
        let is_alone = edits.len() < 2 || place.hunks.iter().all(|hunk| !hunk.old.is_empty());
        let adders = (!is_alone).then(|| self.adders.get_or_init(|| Adders::of(edits)));
        let own = |beside: Beside<'_>| match adders {
            Some(adders) => answer(&beside.without(|line| adders.is_of_another(line, number))),
            None => answer(&beside),
        };
        let near = place.lines.start.saturating_sub(reach)..(place.lines.end + reach).min(self.text.len());
        match own(all.clone()) {
            // An earlier block has put its lines between these and the place, or has written these itself:
            // this one may be meant to add its own there too.
            Presence::Made
                if self.edits.touches(&near) && answer(&all) == Presence::Absent
                    || !self.edits.is_empty() && own(kept()) != Presence::Made =>
            {
                Presence::Unclear
            }
            answer => answer,
        }
    }

    /// The lines of the source beside which all that a block and earlier ones make together is already, or a
    /// part of it: each of them alone may only be a step on the way to that.
    pub(crate) fn made_together(&self, block: usize) -> Option<Around> {
        let runs = self.edits.runs();
        let is_made = |run: &&Run<'r>| {
            let place = &run.place;
            let within = |run: &&Run<'r>| place.start <= run.old.start && run.old.end <= place.end;
            let place = Place::new(place.clone(), runs.iter().filter(within).map(Run::hunk).collect());
            presence_among(&place, &self.text, &self.text) != Presence::Absent
        };
        let is_of_several = |run: &&Run<'r>| run.blocks.len() > 1 && run.blocks.contains(&block);
        let run = runs.iter().filter(is_of_several).find(is_made)?;
        Some(Around::new(run.old.clone(), &self.text))
    }

    /// The lines that the blocks on it take out.
    pub(crate) fn removers(&self, edits: &[(usize, &'r Edit<'r>)]) -> &Removers<'r> {
        self.removers.get_or_init(|| Removers::of(edits))
    }

    /// The places of lines in the source, but for white space at their edges.
    pub(crate) fn places_of(&mut self, lines: &[&[u8]]) -> Result<Vec<usize>, Failure> {
        self.looks.places(&self.text, lines, &self.budget).map_err(Failure::from)
    }

    /// The failure of a block that several places of the source could be meant by.
    pub(crate) fn ambiguous(&self, tier: Tier, places: Vec<Range<usize>>) -> Failure {
        let around = Around::apart(&places, &self.text);
        let lines = places.into_iter().map(|lines| lines.start).collect();
        Failure::Ambiguous { tier, lines, around, unchosen: None }
    }

    /// Searches a part of the source, as the blocks so far change it, by a rung.
    pub(crate) fn among_result(
        &mut self,
        rung: &Rung,
        part: Part,
        search: &Search<'r>,
    ) -> Result<Vec<InResult<'r>>, OverBudget> {
        let lines = self.edits.result(&self.text, &part);
        let candidates = lines.places(search.core(), &self.budget)?;
        let folded = typeset::folded_lines(&lines);
        let folded: Vec<&[u8]> = folded.iter().map(|line| &**line).collect();
        let folded: Option<&dyn Lines> = (rung.tolerates == Tolerance::Characters).then_some(&folded);
        let whole = LazyCell::new(|| self.edits.result(&self.text, &self.edits.whole(&self.text)));
        let hay = Hay { whole: Some(&whole), folded, ..Hay::new(search, &lines, &candidates, &self.budget) };
        let found = rung.among_lines(&hay)?;
        let at = |lines, laid| InResult { part: part.clone(), lines, laid };
        let laid = found.places.into_iter().map(|place| {
            let within = place.lines.clone();
            let answer = |part: &Place<'_>| presence_among(part, &lines, &whole);
            let laid = match Presence::together(place.parts().iter().map(answer)) {
                Presence::Absent => Laid::At(place),
                Presence::Made => Laid::Done,
                Presence::Unclear => {
                    let beside = Beside::of(&lines, &within, &place.hunks);
                    Laid::Unclear(around(part.first_line(), &within, &lines[within.clone()], &beside))
                }
            };
            at(within, laid)
        });
        Ok(laid.chain(found.unlaid.into_iter().map(|(lines, _)| at(lines, Laid::Not))).collect())
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
        change::Version,
        guard::{Policy, Rules},
        path::RepoPath,
        reply::{self, Operation},
        text::Ending,
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
            assert_eq!(file.sought.len(), prepared);
        }
        file.create(&[b"a"]);
        assert!(file.find(4, &edits[4..], &turns[4..]).is_some());
        assert_eq!(file.sought.len(), 0);
    }
}
