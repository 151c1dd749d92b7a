//! Blocks that take back, repeat or move what others do.

use std::ops::Range;

use super::{Block, case, plain_case};
use crate::{
    case::{Case, Right},
    change::{altered, insertion},
    corpus::Corpus,
    random::Random,
    rows::{Role, indent, letters_of},
    writing::Form,
};

/// Lines of a file that can be removed: a paragraph between blank lines, with the blank line below it.
struct Paragraph {
    path: String,
    file: Vec<String>,
    lines: Range<usize>,
}

impl Paragraph {
    fn any(corpus: &Corpus, random: &mut Random) -> Option<Self> {
        let series = corpus.any(random);
        let file = random.pick(&series.versions)?;
        let start = *random.pick(&starts(&file[..file.len() - 4], 4))?;
        let lines = start..start + file[start..].iter().position(String::is_empty)? + 1;
        let is_fit = lines.len() < 15 && lines.end + 4 < file.len() && letters_of(&file[lines.clone()]) >= 12;
        let paragraph = Self { path: series.path.clone(), file: file.clone(), lines };
        (is_fit && paragraph.removal(0).is_found_once(file)).then_some(paragraph)
    }

    fn text(&self) -> &[String] {
        &self.file[self.lines.clone()]
    }

    /// So many lines above.
    fn above(&self, count: usize) -> &[String] {
        &self.file[self.lines.start - count..self.lines.start]
    }

    /// A block that removes it, and quotes some lines above.
    fn removal(&self, context: usize) -> Block {
        Block::new(&[self.above(context), self.text()].concat(), self.above(context))
    }

    fn without(&self) -> Vec<String> {
        [&self.file[..self.lines.start], &self.file[self.lines.end..]].concat()
    }

    /// Another place for it, in the file without it.
    fn elsewhere(&self, random: &mut Random) -> Option<usize> {
        let rest = self.without();
        let starts = starts(&rest[..rest.len() - 3], 1);
        random.pick(&starts).copied().filter(|at| at.abs_diff(self.lines.start) > 3)
    }

    fn moved_to(&self, at: usize) -> Vec<String> {
        let rest = self.without();
        [&rest[..at], self.text(), &rest[at..]].concat()
    }
}

/// Where paragraphs begin, from a line on.
fn starts(lines: &[String], from: usize) -> Vec<usize> {
    (from..lines.len()).filter(|at| lines[at - 1].is_empty() && !lines[*at].is_empty()).collect()
}

/// A paragraph goes in one block and comes elsewhere in the other.
pub(crate) fn moved(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let at = paragraph.elsewhere(random)?;
    let quoted = &paragraph.without()[at..at + random.between(1, 3)];
    let insertion = Block::new(quoted, &[paragraph.text(), quoted].concat());
    let mut blocks = [paragraph.removal(random.below(3)), insertion];
    if random.chance(50) {
        blocks.reverse();
    }
    plain_case(&paragraph.path, &paragraph.file, &blocks, &[paragraph.moved_to(at)])
}

/// A paragraph is to go that is elsewhere by now.
pub(crate) fn moved_since(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let now = paragraph.moved_to(paragraph.elsewhere(random)?);
    let removal = paragraph.removal(random.between(1, 3));
    let is_gone = !removal.is_found_once(&now);
    let mut case = case(&paragraph.path, &now, &[removal], &[paragraph.without()]);
    // The blank line that came with it may stay.
    let line = paragraph.text().len();
    let rest = now.windows(line).position(|lines| lines == paragraph.text())?;
    let with_blank = [&now[..rest], &now[rest + line - 1..]].concat();
    case.right.push(Right::of(&Form::default().file(&with_blank)));
    case.versions = vec![Form::default().file(&paragraph.file)];
    is_gone.then_some(case)
}

/// A paragraph goes in one block and comes again at the same place in another.
pub(crate) fn put_back(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let above = paragraph.above(random.between(1, 3));
    let back = Block::new(above, &[above, paragraph.text()].concat());
    let mut right = paragraph.file.clone();
    let mut blocks = vec![paragraph.removal(random.below(3)), back];
    if random.chance(40) {
        // Another change in between, which has nothing to do with it.
        let is_far = |at: &usize| at + 8 < paragraph.lines.start || *at > paragraph.lines.end + 4;
        let far: Vec<usize> = (0..right.len()).filter(is_far).collect();
        let at = *random.pick(&far)?;
        right[at] = altered(&right[at], random)?;
        blocks.insert(1, Block::new(&paragraph.file[at..=at], &right[at..=at]));
    }
    plain_case(&paragraph.path, &paragraph.file, &blocks, &[right])
}

/// A block comes twice, and in between one that changes what it wrote.
pub(crate) fn same_again(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let draft = insertion(corpus, random)?;
    let at = *random.pick(&draft.which(|row| row.is(Role::New)))?;
    let line = draft.rows[at].text().to_owned();
    let other = altered(&line, random)?;
    let replace = if random.chance(50) { vec![other] } else { vec![line.clone(), other] };
    let mut right = draft.right();
    let between = Block::new(&[line], &replace);
    let is_plain = between.is_found_once(&right);
    let at = right.iter().position(|line| *line == between.search[0])?;
    right.splice(at..=at, replace);
    let block = Block::of(&draft);
    is_plain.then(|| case(&draft.path, &draft.now(), &[block.clone(), between, block], &[right]))
}

/// Lines go in one block; another would add lines beside them.
pub(crate) fn beside_removed(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let paragraph = Paragraph::any(corpus, random)?;
    let first = &paragraph.text()[0];
    let word = ["@added", "# about it", "#[added]"][random.below(3)];
    let beside =
        Block::new(std::slice::from_ref(first), &[format!("{}{word}", indent(first)), first.clone()]);
    plain_case(&paragraph.path, &paragraph.file, &[paragraph.removal(random.below(3)), beside], &[])
}
