//! Lines that a batch left in a file, looked for in the same file later.

use std::{collections::HashSet, ops::Range, rc::Rc};

use super::alignment::Alignment;
use crate::core::{
    script::Op,
    text::{Text, is_blank},
};

/// A text that a batch left, and the same file later.
#[derive(Debug)]
pub struct Since {
    then: Rc<Text>,
    /// The lines that only the later text has, without white space at their edges, by the run that they came
    /// with.
    came: Vec<Vec<Vec<u8>>>,
    alignment: Alignment,
}

impl Since {
    /// None where aligning the texts takes too long.
    pub fn new(then: &Rc<Text>, now: &Text) -> Option<Self> {
        Some(Self::aligned(then, now, Alignment::between(&then.all(), &now.all())?))
    }

    /// The text that the batch left and the later text of `next`, which is `now`, by way of the text between
    /// them. Among equal lines, small steps tell better than a large one which of them is which.
    #[must_use]
    pub fn followed(&self, next: &Self, now: &Text) -> Self {
        Self::aligned(&self.then, now, self.alignment.followed(&next.alignment))
    }

    fn aligned(then: &Rc<Text>, now: &Text, alignment: Alignment) -> Self {
        let line = |line: usize| now.body(line).trim_ascii().to_vec();
        let came = alignment.ops.iter().map(|op| op.new.clone().map(line).collect()).collect();
        Self { then: Rc::clone(then), came, alignment }
    }

    /// Returns whether the lines that a block wrote are all there still, and none that it removed came back
    /// between their neighbours. `wrote` counts in the text that the batch left; a range is empty where lines
    /// were removed only.
    pub fn keeps(&self, wrote: &[Range<usize>], removed: &[&[u8]]) -> bool {
        let removed = self.only_removed(wrote, removed);
        wrote.iter().all(|lines| self.is_kept(lines, &removed) && !self.came_back(lines, &removed))
    }

    /// The later lines around those that a block wrote, if they were changed since: others came where some of them
    /// went, or some went and the rest is there. Where one that the block removed came back, it was taken back instead.
    pub fn changed(&self, wrote: &[Range<usize>], removed: &[&[u8]]) -> Option<Range<usize>> {
        let lines = wrote.iter().flat_map(Clone::clone).filter(|line| !is_blank(self.then.body(*line)));
        let lines: Vec<usize> = lines.collect();
        let ops = self.alignment.ops.iter().zip(&self.came);
        let went = ops.filter(|(op, _)| lines.iter().any(|line| op.old.contains(line))).collect::<Vec<_>>();
        let removed = self.only_removed(wrote, removed);
        if went.is_empty() || wrote.iter().any(|lines| self.came_back(lines, &removed)) {
            return None;
        }
        let others = went.into_iter().filter(|(_, came)| came.iter().any(|line| !line.is_empty()));
        let stay = lines.iter().filter_map(|line| self.alignment.line(*line)).map(|line| line..line + 1);
        let parts = stay.chain(others.map(|(op, _)| op.new.clone()));
        parts.reduce(|all, part| all.start.min(part.start)..all.end.max(part.end))
    }

    /// Returns how many lines the batch left.
    pub fn length(&self) -> usize {
        self.then.len()
    }

    /// Returns how many lines came and went.
    pub fn distance(&self) -> usize {
        self.alignment.distance()
    }

    /// Returns the later lines that these became.
    pub fn lines(&self, then: Range<usize>) -> impl Iterator<Item = usize> {
        then.filter_map(|line| self.alignment.line(line))
    }

    /// Returns whether later lines were adjacent then.
    pub fn was_there(&self, now: &Range<usize>) -> bool {
        let is_new = |new: &Range<usize>| new.start < now.end && now.start < new.end;
        !self.alignment.ops.iter().any(|op| is_new(&op.new))
    }

    /// The lines that a block removed and did not write as well, without white space at their edges.
    fn only_removed<'l>(&self, wrote: &[Range<usize>], removed: &[&'l [u8]]) -> HashSet<&'l [u8]> {
        let lines = wrote.iter().flat_map(Clone::clone);
        let stay: HashSet<&[u8]> = lines.map(|line| self.then.body(line).trim_ascii()).collect();
        let removed = removed.iter().map(|line| line.trim_ascii());
        removed.filter(|line| !line.is_empty() && !stay.contains(line)).collect()
    }

    fn is_kept(&self, lines: &Range<usize>, removed: &HashSet<&[u8]>) -> bool {
        let mut with_content = lines.clone().filter(|line| !is_blank(self.then.body(*line))).peekable();
        if with_content.peek().is_some() {
            return with_content.all(|line| self.alignment.line(line).is_some());
        }
        // Where only blank lines came and went, others may not have done so since.
        let went = |old: &Range<usize>| old.clone().any(|line| is_blank(self.then.body(line)));
        let mut near = self.near(lines);
        !removed.is_empty()
            || !near.any(|(op, came)| went(&op.old) || came.iter().any(|line| line.is_empty()))
    }

    /// Returns whether a removed line came in between the nearest lines with content around these.
    fn came_back(&self, lines: &Range<usize>, removed: &HashSet<&[u8]>) -> bool {
        let mut came = self.near(lines).flat_map(|(_, came)| came);
        came.any(|line| removed.contains(line.as_slice()))
    }

    /// The runs that differ between the nearest lines with content around these, and beside those.
    fn near(&self, lines: &Range<usize>) -> impl Iterator<Item = (&Op, &Vec<Vec<u8>>)> {
        let content = |line: &usize| !is_blank(self.then.body(*line));
        let above = (0..lines.start).rev().find(content).unwrap_or(0);
        let below = (lines.end..self.then.len()).find(content).map_or(self.then.len(), |line| line + 1);
        let ops = self.alignment.ops.iter().zip(&self.came);
        ops.filter(move |(op, _)| op.old.start <= below && above <= op.old.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps(then: &str, now: &str, wrote: Range<usize>, removed: &[&str]) -> bool {
        let text = |text: &str| Text::new(text.as_bytes().to_vec());
        let removed: Vec<&[u8]> = removed.iter().map(|line| line.as_bytes()).collect();
        Since::new(&Rc::new(text(then)), &text(now)).expect("short").keeps(&[wrote], &removed)
    }

    #[test]
    fn lines_are_kept_whatever_came_beside_and_between_them() {
        assert!(keeps("a\nnew\nb\n", "A\nmore\nnew\nmore\n", 1..2, &["old"]));
        assert!(keeps("a\nnew\n}\nb\n", "a\nnew\nmore\n}\nb\n", 1..3, &[]));
        assert!(!keeps("a\nnew\nb\n", "a\nnewer\nb\n", 1..2, &["old"]));
        assert!(!keeps("a\nnew\nb\n", "a\nb\n", 1..2, &[]));
    }

    #[test]
    fn lines_are_kept_through_each_version_where_one_look_takes_others_for_them() {
        let text = |text: &str| Rc::new(Text::new(text.as_bytes().to_vec()));
        let [left, next, now] = [
            text("x\n\nx\n\nnew\n\n}\n\nlast\n"),
            text("x\n\nnew\n\n}\n\nlast\n}\n\n"),
            text("x\n\nnew\n\n}\n\nother\n}\n\n"),
        ];
        let since = |then: &Rc<Text>, now: &Rc<Text>| Since::new(then, now).expect("short");
        let wrote = [4..5, 6..7];
        assert!(!since(&left, &now).keeps(&wrote, &[]));
        let through = since(&left, &next).followed(&since(&next, &now), &now);
        assert!(through.keeps(&wrote, &[]));
        for gone in [2..3, 8..9] {
            assert!(!through.keeps(&[gone], &[]));
        }
        assert_eq!(through.distance(), 6);
    }

    #[test]
    fn a_removal_is_kept_until_one_of_its_lines_comes_back_in_its_place() {
        assert!(keeps("a\n\nb\nc\n", "a\n\nmore\nb\nc\n", 1..1, &["gone", ""]));
        assert!(keeps("a\n\nb\nc\n", "a\n\nb\nc\ngone\n", 1..1, &["gone", ""]));
        assert!(!keeps("a\n\nb\nc\n", "a\n\n  gone\nb\nc\n", 1..1, &["gone", ""]));
        // Its place reaches over blank lines, and to beyond the lines next to it.
        for (now, at) in [("a\ngone\n\n\nb\nc\n", 3), ("a\n\n\ngone\nb\nc\n", 1), ("a\n\n\nb\ngone\nc\n", 1)]
        {
            assert!(!keeps("a\n\n\nb\nc\n", now, at..at, &["gone"]), "{now:?}");
        }
        assert!(!keeps("a\nb\n", "gone\na\nb\n", 1..1, &["gone"]));
        assert!(keeps("x\ny\na\nb\n", "gone\nx\ny\na\nb\n", 3..3, &["gone"]));
    }

    #[test]
    fn lines_that_became_others_or_went_in_part_were_changed_and_not_removed() {
        let changed = |then: &str, now: &str, removed: &[&str]| {
            let text = |text: &str| Text::new(text.as_bytes().to_vec());
            let removed: Vec<&[u8]> = removed.iter().map(|line| line.as_bytes()).collect();
            let wrote = [1..2, 2..3];
            Since::new(&Rc::new(text(then)), &text(now)).expect("short").changed(&wrote, &removed)
        };
        let then = "a\nnew\nline\nb\n";
        assert_eq!(changed(then, "a\nother\nline\nb\n", &[]), Some(1..3));
        assert_eq!(changed(then, "a\nother\nb\n", &[]), Some(1..2));
        assert_eq!(changed(then, "a\nline\nb\n", &[]), Some(1..2));
        assert_eq!(changed(then, "a\nnew\nmore\nline\nb\n", &[]), None);
        assert_eq!(changed(then, "a\nb\n", &[]), None);
        assert_eq!(changed(then, "a\nold\nb\n", &["old"]), None);
    }

    #[test]
    fn blank_lines_that_came_or_went_are_kept_until_others_do() {
        assert!(keeps("a\nb\nc\n", "a\nB\nc\n", 1..1, &[""]));
        assert!(!keeps("a\nb\nc\n", "a\n\nb\nc\n", 1..1, &[""]));
        assert!(keeps("a\n\nb\nc\n", "A\n\nb\nc\n", 1..2, &[]));
        assert!(!keeps("a\n\n\nb\nc\n", "a\n\nb\nc\n", 1..2, &[]));
    }

    #[test]
    fn lines_were_there_where_none_came_among_them() {
        let text = |text: &str| Text::new(text.as_bytes().to_vec());
        let was_there = |then: &str, now: &str, lines: Range<usize>| {
            Since::new(&Rc::new(text(then)), &text(now)).expect("short").was_there(&lines)
        };
        assert!(was_there("a\nb\n", "a\nx\nb\n", 0..1));
        assert!(was_there("a\nb\n", "a\nx\nb\n", 2..3));
        for came in [1..2, 0..2, 0..3] {
            assert!(!was_there("a\nb\n", "a\nx\nb\n", came));
        }
        // One went between them.
        assert!(!was_there("a\nb\nc\n", "a\nc\n", 0..2));
        assert!(was_there("a\nb\nc\n", "a\nc\n", 0..1));
    }
}
