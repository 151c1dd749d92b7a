//! Edits of one reply of which one corrects the other, as a sentence between them says, where both would be made. The
//! sentence alone may speak of the code: the later edit must also stand on the text as it is without the earlier one,
//! or make the same change at another place.

use std::{collections::HashMap, ops::Range, rc::Rc};

use crate::core::{
    outcome::{Applied, Failure, Outcome},
    path::RepoPath,
    plan::{files::File, types::BlockReport},
    reply::{Block, Correction, Edit},
    script,
    splice::Run,
    text::{bodies, has_letter},
};

/// An edit below a sentence that says that it corrects others.
pub(crate) struct Corrected<'r> {
    number: usize,
    /// The numbers of the blocks above the sentence.
    above: Range<usize>,
    by: &'r Correction,
}

impl<'r> Corrected<'r> {
    /// Those of a batch, in order, from its blocks with the numbers of their replies.
    pub(crate) fn all(blocks: &[(usize, &'r Block<'r>)]) -> Vec<Self> {
        let of = |(number, (source, block)): (usize, &(usize, &'r Block<'r>))| {
            let by = block.correction.as_ref()?;
            let first = blocks.partition_point(|(other, _)| other < source);
            let count = blocks[first..number].partition_point(|(_, other)| other.line < by.line);
            Some(Self { number, above: first..first + count, by })
        };
        blocks.iter().enumerate().filter_map(of).collect()
    }

    fn refuse(&self, blocks: &mut [BlockReport], other: usize) {
        let Correction { line, text, .. } = self.by;
        blocks[self.number].fail(Failure::Corrected { block: other, line: *line, text: text.clone() });
    }

    /// The earlier block whose change this one has in the lines that it quotes as they are without it: at its own
    /// place, or where it inserts too; anywhere in them if the sentence is plain.
    fn contradicted(&self, file: &File<'_>, blocks: &[BlockReport]) -> Option<usize> {
        let place = place(&blocks[self.number])?;
        let (own, others): (Vec<&Run<'_>>, Vec<&Run<'_>>) =
            file.edits.near(place).partition(|run| run.blocks.contains(&self.number));
        let is_within = |lines: &Range<usize>| match lines.is_empty() {
            true => place.start < lines.start && lines.start < place.end,
            false => place.start < lines.end && lines.start < place.end,
        };
        others.into_iter().find_map(|run| {
            let is_at_point = run.old.is_empty() && own.iter().any(|own| own.old == run.old);
            let is_met = |(block, lines): &&(usize, Range<usize>)| {
                let is_same = || self::place(&blocks[*block]) == Some(place);
                self.above.contains(block)
                    && (is_at_point || is_same() || self.by.is_plain && is_within(lines))
            };
            run.laid.iter().find(is_met).map(|(block, _)| *block)
        })
    }
}

/// The lines of the source that a block quotes, if it was laid there.
fn place(report: &BlockReport) -> Option<&Range<usize>> {
    match &report.outcome {
        Outcome::Applied(Applied { before, .. }) => before.as_ref(),
        _ => None,
    }
}

/// Refuses blocks on a file that stand on the text as it is without those that they correct.
pub(crate) fn refuse_corrected(
    path: &RepoPath,
    file: &File<'_>,
    corrected: &[Corrected<'_>],
    blocks: &mut [BlockReport],
) {
    for one in corrected {
        if blocks[one.number].path.as_ref() == Ok(path)
            && let Some(other) = one.contradicted(file, blocks)
        {
            one.refuse(blocks, other);
        }
    }
}

/// Refuses blocks that make the change of those that they plainly correct at another place.
pub(crate) fn refuse_elsewhere<'r>(
    edits: impl Iterator<Item = (usize, &'r Edit<'r>)>,
    corrected: &[Corrected<'_>],
    blocks: &mut [BlockReport],
) {
    /// No edit is compared with more that make the same change.
    const MOST: usize = 1000;
    if !corrected.iter().any(|one| one.by.is_plain) {
        return;
    }
    let mut changes: HashMap<usize, Rc<Lines<'r>>> = HashMap::new();
    let mut alike: HashMap<Rc<Lines<'r>>, Vec<usize>> = HashMap::new();
    for (number, edit) in edits.filter(|(number, _)| blocks[*number].outcome.is_applied()) {
        let lines = Rc::new(changed(edit));
        if lines.iter().flatten().any(|line| has_letter(line)) {
            alike.entry(Rc::clone(&lines)).or_default().push(number);
            changes.insert(number, lines);
        }
    }
    for one in corrected.iter().filter(|one| one.by.is_plain) {
        let at = |number: usize| (&blocks[number].path, place(&blocks[number]));
        let is_other = |other: &&usize| one.above.contains(other) && at(**other) != at(one.number);
        let others = changes.get(&one.number).and_then(|lines| alike.get(lines));
        if let Some(other) = others.into_iter().flatten().take(MOST).find(is_other).copied() {
            one.refuse(blocks, other);
        }
    }
}

/// The lines that an edit adds, but for white space at their edges; those that it takes out if it adds none.
type Lines<'r> = [Vec<&'r [u8]>; 2];

fn changed<'r>(edit: &'r Edit<'r>) -> Lines<'r> {
    let Some(sections) = edit.readings().next() else { return Lines::default() };
    let [old, new] = [sections.search, sections.replace]
        .map(|text| bodies(text).map(<[u8]>::trim_ascii).collect::<Vec<_>>());
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in script::difference(&old, &new) {
        gone.extend(&old[op.old]);
        come.extend(&new[op.new]);
    }
    if come.is_empty() { [gone, come] } else { [Vec::new(), come] }
}
