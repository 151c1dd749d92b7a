//! The places that the hints of an edit admit, beside its SEARCH section.

use std::ops::Range;

use super::{edit::Job, file::File};
use crate::core::{
    locate::{Found, Unlaid},
    outcome::Failure,
    reply::Hints,
    text::{Text, indentation, is_blank},
};

/// The bounds that hints set in a file.
pub(super) struct Bounds<'t, 'h> {
    text: &'t Text,
    hints: &'h Hints<'h>,
    /// The first line at which the last anchor may be; none if the file does not have all of them in order.
    last: Option<usize>,
}

impl<'t, 'h> Bounds<'t, 'h> {
    pub(super) fn new(text: &'t Text, hints: &'h Hints<'h>) -> Self {
        let mut last = None;
        let mut from = 0;
        for anchor in &hints.anchors {
            let Some(at) = first_from(text, from, anchor) else { return Self { text, hints, last: None } };
            (last, from) = (Some(at), at + 1);
        }
        Self { text, hints, last }
    }

    /// Returns why a place is not the one that is meant, if it is not.
    fn refusal(&self, place: &Range<usize>) -> Option<Unlaid> {
        let is_below = self.hints.anchors.is_empty() || self.last.is_some_and(|last| last < place.end);
        if !is_below {
            return Some(Unlaid::NotBelow);
        }
        if self.hints.whole && (place.start, place.end) != (0, self.text.len()) {
            return Some(Unlaid::NotWhole);
        }
        (self.hints.at_end && place.end != self.text.len()).then_some(Unlaid::NotAtEnd)
    }

    /// Returns whether the anchors are the heads of the parts of the file that the place is in: the lines
    /// above it that are indented less and less.
    fn heads(&self, place: &Range<usize>) -> bool {
        let depth = |line: usize| indentation(self.text.body(line)).len();
        let mut wanted = self.hints.anchors.iter().rev().peekable();
        let Some(first) = place.clone().find(|&line| !is_blank(self.text.body(line))) else { return false };
        // A place may begin with its own head.
        if wanted.next_if(|anchor| is_anchor(self.text.body(first), anchor)).is_some()
            && wanted.peek().is_none()
        {
            return true;
        }
        let mut least = depth(first);
        for line in (0..first).rev() {
            let body = self.text.body(line);
            if is_blank(body) || depth(line) >= least || body.trim_ascii() == b"{" {
                continue;
            }
            least = depth(line);
            wanted.next_if(|anchor| is_anchor(body, anchor));
            if wanted.peek().is_none() || least == 0 {
                break;
            }
        }
        wanted.peek().is_none()
    }
}

/// The first line from `from` on that is the anchor; if none is, the first that begins with it.
fn first_from(text: &Text, from: usize, anchor: &[u8]) -> Option<usize> {
    let anchor = anchor.trim_ascii();
    let mut lines = from..text.len();
    let is_whole = |line: &usize| text.body(*line).trim_ascii() == anchor;
    lines.clone().find(is_whole).or_else(|| lines.find(|&line| is_anchor(text.body(line), anchor)))
}

/// Returns whether a line is the anchor, or begins with it: `class A` for `class A(B):`.
fn is_anchor(line: &[u8], anchor: &[u8]) -> bool {
    let (line, anchor) = (line.trim_ascii(), anchor.trim_ascii());
    let ends_word = |next: &u8| !next.is_ascii_alphanumeric() && *next != b'_' && next.is_ascii();
    line.strip_prefix(anchor).is_some_and(|rest| rest.first().is_none_or(ends_word))
}

impl<'r> Job<'_, 'r> {
    /// Returns whether hints lead to some places and not to others.
    pub(super) fn is_bound(&self) -> bool {
        self.hints.at_end || self.hints.whole || !self.hints.anchors.is_empty()
    }

    /// The places that the hints of the block admit.
    ///
    /// # Errors
    ///
    /// If they admit none of several.
    pub(super) fn admitted(&self, mut found: Found<'r>, file: &mut File<'r>) -> Result<Found<'r>, Failure> {
        let all = found.stands();
        if !self.is_bound() || all.is_empty() {
            return Ok(found);
        }
        file.budget.spend(file.text.len() * (1 + self.hints.anchors.len()))?;
        let bounds = Bounds::new(&file.text, self.hints);
        let refused: Vec<Option<Unlaid>> = all.iter().map(|place| bounds.refusal(place)).collect();
        let mut meant: Vec<&Range<usize>> = all
            .iter()
            .zip(&refused)
            .filter(|(_, refused)| refused.is_none())
            .map(|(place, _)| place)
            .collect();
        if meant.is_empty() {
            let why = refused.into_iter().flatten().next();
            return Err(self.not_found(file, why)?);
        }
        if meant.len() > 1 && !self.hints.anchors.is_empty() {
            file.budget.spend(file.text.len().saturating_mul(meant.len()))?;
            let headed: Vec<_> = meant.iter().copied().filter(|place| bounds.heads(place)).collect();
            if headed.len() == 1 {
                meant = headed;
            }
        }
        found.places.retain(|place| meant.contains(&&place.lines));
        found.unlaid.retain(|(lines, _)| meant.contains(&lines));
        Ok(found)
    }

    /// Refuses a place that the hints of the block do not admit.
    pub(super) fn refuse_unmeant(&self, place: &Range<usize>, file: &mut File<'r>) -> Result<(), Failure> {
        let why = self.is_bound().then(|| Bounds::new(&file.text, self.hints).refusal(place)).flatten();
        match why {
            Some(why) => Err(self.not_found(file, Some(why))?),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "class A(B):\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n\nclass C:\n    def f(self):\n        return 1\n";

    fn hints<'h>(anchors: &[&'h str]) -> Hints<'h> {
        Hints { anchors: anchors.iter().map(|anchor| anchor.as_bytes().into()).collect(), ..Hints::default() }
    }

    /// The lines of `return 1` that anchors admit, and those that they head.
    fn lines(anchors: &[&str]) -> (Vec<usize>, Vec<usize>) {
        let text = Text::new(TEXT.into());
        let hints = hints(anchors);
        let bounds = Bounds::new(&text, &hints);
        let all: Vec<usize> = vec![2, 5, 9];
        let places = |takes: &dyn Fn(&Range<usize>) -> bool| {
            all.iter().copied().filter(|&line| takes(&(line..line + 1))).collect()
        };
        (places(&|place| bounds.refusal(place).is_none()), places(&|place| bounds.heads(place)))
    }

    #[test]
    fn places_above_an_anchor_are_not_meant() {
        assert_eq!(lines(&["class C:"]), (vec![9], vec![9]));
        assert_eq!(lines(&["def g(self):"]).0, [5, 9]);
        assert!(lines(&["class D:"]).0.is_empty());
        assert!(lines(&["class C:", "def g(self):"]).0.is_empty());
    }

    #[test]
    fn heads_of_a_place_are_the_lines_that_enclose_it() {
        assert_eq!(lines(&["def g(self):"]).1, [5]);
        assert_eq!(lines(&["def f(self):"]).1, [2, 9]);
        assert_eq!(lines(&["class A", "def f(self):"]).1, [2]);
        assert_eq!(lines(&["class A(B):"]).1, [2, 5]);
    }

    #[test]
    fn an_anchor_may_leave_out_the_rest_of_its_line_behind_a_word() {
        assert!(is_anchor(b"  class A(B):", b"class A"));
        assert!(!is_anchor(b"class Apple:", b"class A"));
    }
}
