//! The places that the hints of an edit admit, beside its SEARCH section.

use std::ops::Range;

use super::outline::Outline;
use crate::core::{
    language::Language,
    locate::{self, Found, Unlaid},
    outcome::Failure,
    plan::{files::File, job::Job},
    reply::Hints,
    text::{Text, indentation, is_blank},
};

/// The bounds that hints set in a file.
pub(super) struct Bounds<'t, 'h> {
    text: &'t Text,
    hints: &'h Hints<'h>,
    /// Where the anchors may be, in their order.
    anchors: Vec<Anchor>,
    outline: Option<Outline<'t>>,
}

/// The lines of a file that an anchor may be.
struct Anchor {
    /// In order.
    lines: Vec<usize>,
    /// True if they head a part of the file, in which the place is; if not, it is below one of them.
    heads: bool,
}

impl<'t, 'h> Bounds<'t, 'h> {
    pub(crate) fn new(text: &'t Text, hints: &'h Hints<'h>, language: Option<&Language>) -> Self {
        let outline = (!hints.anchors.is_empty()).then(|| Outline::new(text, language));
        let of_anchor = |anchor| Anchor::new(text, anchor, outline.as_ref());
        let anchors = hints.anchors.iter().map(|anchor| of_anchor(anchor)).collect();
        Self { text, hints, anchors, outline }
    }

    /// Returns why a place is not the one that is meant, if it is not.
    pub(super) fn refusal(&self, place: &Range<usize>) -> Option<Unlaid> {
        if let Some(at) = self.missed(place) {
            let anchor = &self.hints.anchors[at];
            return Some(Unlaid::NotBelow { anchor: String::from_utf8_lossy(anchor).trim().to_owned() });
        }
        if self.hints.whole && (place.start, place.end) != (0, self.text.len()) {
            return Some(Unlaid::NotWhole);
        }
        (self.hints.at_end && place.end != self.text.len()).then_some(Unlaid::NotAtEnd)
    }

    /// The last anchor that is not above a place, or heads a part that the place is not in.
    fn missed(&self, place: &Range<usize>) -> Option<usize> {
        let outline = self.outline.as_ref()?;
        let first = place.clone().find(|&line| !is_blank(self.text.body(line))).unwrap_or(place.start);
        let mut between = outline.at(first);
        let mut wanted = self.anchors.iter().enumerate().rev().peekable();
        for line in (0..place.end.max(first)).rev() {
            // A place may begin with its own head.
            let holds = |anchor: &Anchor| line >= first || !anchor.heads || outline.holds(line, &between);
            wanted.next_if(|(_, anchor)| anchor.lines.binary_search(&line).is_ok() && holds(anchor));
            wanted.peek()?;
            if line < first {
                outline.pass(line, &mut between);
            }
        }
        wanted.next().map(|(at, _)| at)
    }

    /// The lines around a place that anchors admit; none where an anchor heads no part of the file.
    fn part(&self, place: &Range<usize>) -> Option<Range<usize>> {
        if self.anchors.is_empty() || !self.anchors.iter().all(|anchor| anchor.heads) {
            return None;
        }
        let takes = |line: &usize| self.missed(&(*line..line + 1)).is_none();
        let above = (0..place.start).rev().take_while(takes).count();
        let below = (place.end..self.text.len()).take_while(takes).count();
        Some(place.start - above..place.end + below)
    }

    /// Returns whether all anchors are in the file.
    pub(super) fn has_anchors(&self) -> bool {
        self.anchors.iter().all(|anchor| !anchor.lines.is_empty())
    }

    /// Returns whether the anchors head parts of the file that a place is in.
    pub(super) fn head_part(&self, place: &Range<usize>) -> bool {
        self.anchors.iter().all(|anchor| anchor.heads) && self.missed(place).is_none()
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

impl Anchor {
    /// Finds the lines that are the anchor; if none is, those that begin with it. Where some of them head a
    /// part of the file, the others do not count.
    fn new(text: &Text, anchor: &[u8], outline: Option<&Outline<'_>>) -> Self {
        let anchor = anchor.trim_ascii();
        let all = || 0..text.len();
        let mut lines: Vec<usize> = all().filter(|&line| text.body(line).trim_ascii() == anchor).collect();
        if lines.is_empty() {
            lines = all().filter(|&line| is_anchor(text.body(line), anchor)).collect();
        }
        let head = |&line: &usize| Some([line, outline?.head(line)?]);
        let mut heads: Vec<usize> = lines.iter().filter_map(head).flatten().collect();
        heads.sort_unstable();
        if heads.is_empty() { Self { lines, heads: false } } else { Self { lines: heads, heads: true } }
    }
}

/// Returns whether a line is the anchor, or begins with it: `class A` for `class A(B):`.
fn is_anchor(line: &[u8], anchor: &[u8]) -> bool {
    let (line, anchor) = (line.trim_ascii(), anchor.trim_ascii());
    let ends_word = |next: &u8| !next.is_ascii_alphanumeric() && *next != b'_' && next.is_ascii();
    line.strip_prefix(anchor).is_some_and(|rest| rest.first().is_none_or(ends_word))
}

impl<'r> Job<'_, 'r> {
    /// Returns whether hints lead to some places and not to others.
    pub(crate) fn is_bound(&self) -> bool {
        self.edit.hints.at_end || self.edit.hints.whole || !self.edit.hints.anchors.is_empty()
    }

    /// The places that the hints of the block admit; `unlaid` says if its anchors admit none of those found.
    ///
    /// # Errors
    ///
    /// If other hints admit none of them.
    pub(crate) fn admitted(
        &self,
        mut found: Found<'r>,
        file: &mut File<'r>,
        unlaid: &mut Option<Unlaid>,
    ) -> Result<Found<'r>, Failure> {
        let all = found.lines();
        if !self.is_bound() || all.is_empty() {
            return Ok(found);
        }
        let of_anchors = self.edit.hints.anchors.len() * (2 + all.len());
        file.budget.spend(file.text.len().saturating_mul(1 + of_anchors))?;
        let bounds = Bounds::new(&file.text, &self.edit.hints, file.language);
        let refused: Vec<Option<Unlaid>> = all.iter().map(|place| bounds.refusal(place)).collect();
        let mut meant: Vec<&Range<usize>> = all
            .iter()
            .zip(&refused)
            .filter(|(_, refused)| refused.is_none())
            .map(|(place, _)| place)
            .collect();
        if meant.is_empty() {
            let why = refused.into_iter().flatten().next();
            if matches!(why, Some(Unlaid::NotBelow { .. })) {
                *unlaid = why;
                return Ok(Found::default());
            }
            return self.not_found(file, why);
        }
        if meant.len() > 1 && !self.edit.hints.anchors.is_empty() {
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

    /// Leaves out the places in a version of the file that the anchors of the block do not admit.
    pub(crate) fn keep_admitted(&self, found: &mut Found<'r>, then: &Text, language: Option<&Language>) {
        if self.edit.hints.anchors.is_empty() {
            return;
        }
        let bounds = Bounds::new(then, &self.edit.hints, language);
        found.places.retain(|place| bounds.missed(&place.lines).is_none());
        found.unlaid.retain(|(lines, _)| bounds.missed(lines).is_none());
    }

    /// Returns whether REPLACE is where the anchors lead, and what is there shows that it came in place of
    /// SEARCH.
    pub(crate) fn is_done_at_anchors(&self, file: &mut File<'r>) -> Result<bool, Failure> {
        let replace = &self.search.replace;
        let mut places = self.places_of_replace(file)?;
        file.budget.spend(file.text.len().saturating_mul(places.len() + file.text.len()))?;
        let bounds = Bounds::new(&file.text, &self.edit.hints, file.language);
        places.retain(|&first| bounds.refusal(&(first..first + replace.len())).is_none());
        let Some(only) = locate::only_replace(&file.text, &places, replace) else { return Ok(false) };
        let part = bounds.part(&only).unwrap_or(0..file.text.len());
        let bytes = part.clone().map(|line| file.text.whole(line)).collect::<Vec<_>>().concat();
        let within = only.start - part.start..only.end - part.start;
        Ok(self.is_evidence(&only, file) && locate::done_instead(&Text::new(bytes), &within, &self.search))
    }

    /// Refuses a place that the hints of the block do not admit.
    pub(crate) fn refuse_unmeant(&self, place: &Range<usize>, file: &mut File<'r>) -> Result<(), Failure> {
        let why = self
            .is_bound()
            .then(|| Bounds::new(&file.text, &self.edit.hints, file.language).refusal(place))
            .flatten();
        why.map_or(Ok(()), |why| self.not_found(file, Some(why)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "class A(B):\n    def f(self):\n        return 1\n\n    def g(self):\n        return 1\n\n\
                        class C:\n    def f(self):\n        return 1\n";

    fn hints<'h>(anchors: &[&'h str]) -> Hints<'h> {
        Hints { anchors: anchors.iter().map(|anchor| anchor.as_bytes().into()).collect(), ..Hints::default() }
    }

    /// The lines of `return 1` that anchors admit, and those that they head.
    fn lines(anchors: &[&str]) -> (Vec<usize>, Vec<usize>) {
        let text = Text::new(TEXT.into());
        let hints = hints(anchors);
        let bounds = Bounds::new(&text, &hints, None);
        let all: Vec<usize> = vec![2, 5, 9];
        let places = |takes: &dyn Fn(&Range<usize>) -> bool| {
            all.iter().copied().filter(|&line| takes(&(line..line + 1))).collect()
        };
        (places(&|place| bounds.refusal(place).is_none()), places(&|place| bounds.heads(place)))
    }

    #[test]
    fn places_above_an_anchor_are_not_meant() {
        assert_eq!(lines(&["class C:"]), (vec![9], vec![9]));
        assert!(lines(&["class D:"]).0.is_empty());
        assert!(lines(&["class C:", "def g(self):"]).0.is_empty());
    }

    #[test]
    fn places_outside_of_the_part_that_an_anchor_heads_are_not_meant() {
        assert_eq!(lines(&["def g(self):"]).0, [5]);
        assert_eq!(lines(&["def f(self):"]).0, [2, 9]);
        assert_eq!(lines(&["class A", "def f(self):"]).0, [2]);
        assert_eq!(lines(&["class A(B):"]).0, [2, 5]);
    }

    #[test]
    fn an_anchor_that_heads_nothing_is_above_its_place() {
        assert_eq!(lines(&["return 1"]).0, [2, 5, 9]);
        let hints = hints(&["import os"]);
        let text = Text::new(b"import os\n\ndef f():\n    x\n\ndef g():\n    x\n".to_vec());
        let bounds = Bounds::new(&text, &hints, None);
        assert_eq!([bounds.missed(&(3..4)), bounds.missed(&(6..7))], [None, None]);
    }

    #[test]
    fn a_place_may_begin_above_its_anchor() {
        let hints = hints(&["def g():"]);
        let text = Text::new(b"def f():\n    x\n\n@cached\ndef g():\n    x\n".to_vec());
        let bounds = Bounds::new(&text, &hints, None);
        assert_eq!([bounds.missed(&(1..2)), bounds.missed(&(1..6))], [Some(0), None]);
    }

    #[test]
    fn the_part_of_a_place_is_that_which_its_anchors_head() {
        let text = Text::new(TEXT.into());
        let of = |anchors: &[&str], place: Range<usize>| {
            let hints = hints(anchors);
            let bounds = Bounds::new(&text, &hints, None);
            (bounds.part(&place), bounds.head_part(&place))
        };
        assert_eq!(of(&["class C:"], 9..10), (Some(7..10), true));
        assert_eq!(of(&["class C:", "def f(self):"], 9..10), (Some(8..10), true));
        let (part, is_headed) = of(&["class A"], 2..3);
        assert!(is_headed && part.is_some_and(|part| part.start == 0 && part.contains(&6) && part.end < 9));
        // They head another part, or none.
        assert!(!of(&["class C:"], 2..3).1);
        assert_eq!(of(&["return 1"], 9..10), (None, false));
        assert_eq!(of(&[], 2..3).0, None);
    }

    #[test]
    fn a_place_is_at_the_end_of_a_file_or_all_of_it_where_the_edit_says_so() {
        let text = Text::new(TEXT.into());
        let refusal = |hints: Hints<'_>, place: Range<usize>| {
            Bounds::new(&text, &hints, None).refusal(&place).map(|unlaid| std::mem::discriminant(&unlaid))
        };
        let at_end = || Hints { at_end: true, ..Hints::default() };
        assert_eq!(refusal(at_end(), 9..10), None);
        assert_eq!(refusal(at_end(), 8..9), Some(std::mem::discriminant(&Unlaid::NotAtEnd)));
        let whole = || Hints { whole: true, ..Hints::default() };
        assert_eq!(refusal(whole(), 0..10), None);
        for place in [0..9, 1..10] {
            assert_eq!(refusal(whole(), place), Some(std::mem::discriminant(&Unlaid::NotWhole)));
        }
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
        for line in ["class Apple:", "class A_b:", "class A\u{e9}:"] {
            assert!(!is_anchor(line.as_bytes(), b"class A"), "{line}");
        }
    }
}
