//! Blocks that take back, repeat or move what others do.

use super::{Block, case, insertion};
use crate::{
    case::Case,
    change,
    corpus::Corpus,
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, letters},
};

/// Lines of a file that can be removed: a paragraph between blank lines, with the blank line below it.
struct Paragraph {
    path: String,
    file: Vec<String>,
    lines: std::ops::Range<usize>,
}

impl Paragraph {
    fn any(corpus: &Corpus, random: &mut Random) -> Option<Self> {
        let series = corpus.any(random);
        let file = random.pick(&series.versions)?;
        let starts: Vec<usize> =
            (4..file.len() - 4).filter(|at| file[at - 1].is_empty() && !file[*at].is_empty()).collect();
        let start = *random.pick(&starts)?;
        let length = file[start..].iter().position(String::is_empty)? + 1;
        let lines = start..start + length;
        let told: usize = file[lines.clone()].iter().map(|line| letters(line)).sum();
        let is_fit = length < 15 && told >= 12 && lines.end + 4 < file.len();
        let paragraph = Self { path: series.path.clone(), file: file.clone(), lines };
        (is_fit && paragraph.removal(0).is_found_once(file)).then_some(paragraph)
    }

    fn text(&self) -> &[String] {
        &self.file[self.lines.clone()]
    }

    /// A block that removes it, and quotes some lines above.
    fn removal(&self, context: usize) -> Block {
        let above = &self.file[self.lines.start - context..self.lines.start];
        Block::new(&[above, self.text()].concat(), above)
    }

    fn without(&self) -> Vec<String> {
        let mut file = self.file.clone();
        file.drain(self.lines.clone());
        file
    }
}

/// A paragraph goes in one block and comes elsewhere in the other.
pub(super) fn moved(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let rest = paragraph.without();
    let starts: Vec<usize> =
        (1..rest.len() - 3).filter(|at| rest[at - 1].is_empty() && !rest[*at].is_empty()).collect();
    let at = *random.pick(&starts)?;
    if at == paragraph.lines.start {
        return None;
    }
    let quoted = &rest[at..at + random.between(1, 3)];
    let insertion = Block::new(quoted, &[paragraph.text(), quoted].concat());
    let removal = paragraph.removal(random.below(3));
    if !insertion.is_found_once(&paragraph.file) || !removal.is_found_once(&paragraph.file) {
        return None;
    }
    let mut blocks = [removal, insertion];
    if random.chance(50) {
        blocks.reverse();
    }
    let right = [&rest[..at], paragraph.text(), &rest[at..]].concat();
    Some(case(&paragraph.path, &paragraph.file, &blocks, &[right]))
}

/// A paragraph goes in one block and comes again at the same place in another.
pub(super) fn put_back(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let start = paragraph.lines.start;
    let context = random.between(1, 3);
    let above = &paragraph.file[start - context..start];
    let back = Block::new(above, &[above, paragraph.text()].concat());
    let mut right = paragraph.file.clone();
    let mut blocks = vec![paragraph.removal(random.below(3)), back];
    if random.chance(40) {
        // Another change in between, which has nothing to do with it.
        let far: Vec<usize> =
            (0..right.len()).filter(|at| at + 8 < start || *at > paragraph.lines.end + 4).collect();
        let at = *random.pick(&far)?;
        let old = right[at].clone();
        right[at] = change::altered(&old, random)?;
        blocks.insert(1, Block::new(&[old], &right[at..=at]));
    }
    let is_sound = blocks.iter().all(|block| block.is_found_once(&paragraph.file));
    is_sound.then(|| case(&paragraph.path, &paragraph.file, &blocks, &[right]))
}

/// A block comes twice, and in between one that changes what it wrote.
pub(super) fn same_again(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let draft = insertion(corpus, random)?;
    let once: Vec<String> = draft.right().into_iter().map(str::to_owned).collect();
    let new: Vec<usize> = (0..draft.rows.len()).filter(|at| draft.rows[*at].is(Role::New)).collect();
    let at = *random.pick(&new)?;
    let line = draft.rows[at].text().to_owned();
    let other = change::altered(&line, random)?;
    let replace = if random.chance(50) { vec![other.clone()] } else { vec![line.clone(), other] };
    let between = Block::new(&[line], &replace);
    if !between.is_found_once(&once) {
        return None;
    }
    let mut right = once;
    let at = right.iter().position(|line| *line == between.search[0])?;
    right.splice(at..=at, between.replace.clone());
    let now: Vec<String> = draft.now().into_iter().map(str::to_owned).collect();
    Some(case(&draft.path, &now, &[Block::of(&draft), between, Block::of(&draft)], &[right]))
}

/// Lines go in one block; another would add lines beside them.
pub(super) fn beside_removed(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let first = &paragraph.text()[0];
    let by = indent(first);
    let word = ["@added", "# about it", "#[added]"][random.below(3)];
    let rows = vec![Row::new(&format!("{by}{word}")), Row::kept(first)];
    let start = paragraph.lines.start;
    let draft = Draft::new(&paragraph.path, &paragraph.file[..start], rows, &paragraph.file[start + 1..]);
    let blocks = [paragraph.removal(random.below(3)), Block::of(&draft)];
    let is_sound = blocks.iter().all(|block| block.is_found_once(&paragraph.file));
    is_sound.then(|| case(&paragraph.path, &paragraph.file, &blocks, &[]))
}
