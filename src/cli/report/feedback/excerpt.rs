//! Lines of a file between fences, whole or without runs that the reply has as they are.

use std::ops::Range;

use bstr::BString;

use crate::{
    cli::words::count,
    core::{
        escape::{Tabs, escape},
        outcome::{Around, Region},
    },
};

/// Number of lines that stay on each side of a run that is left out.
const BESIDE: usize = 3;
/// No more of a line is shown, in bytes.
const WIDEST: usize = 1500;

/// Lines of one text.
#[derive(Clone, Debug)]
pub(super) struct Excerpt {
    /// Its heading, without the lines.
    pub(super) title: String,
    /// Number of the first line in the file, from 1; none where they are not of a file.
    pub(super) first: Option<usize>,
    lines: Vec<ExcerptLine>,
}

/// A line, fit to print.
#[derive(Clone, Debug)]
struct ExcerptLine {
    text: String,
    /// True if the SEARCH section has it as it is.
    is_equal: bool,
}

impl ExcerptLine {
    fn new(line: &[u8], is_equal: bool) -> Self {
        let mut text = escape(line).tabs(Tabs::Kept).to_string();
        if text.len() > WIDEST {
            let end = (0..=WIDEST).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
            text = format!("{}... ({} more)", &text[..end], count(text.len() - end, "byte"));
        }
        Self { text, is_equal }
    }
}

impl Excerpt {
    /// A region of the file and the lines around it.
    pub(super) fn of_region(region: &Region) -> Self {
        let differs = |line: usize| region.differences.iter().any(|op| op.new.contains(&line));
        let within = region.lines.clone().zip(&region.text);
        let lines = of(&region.above)
            .chain(within.map(|(number, line)| ExcerptLine::new(line, !differs(number))))
            .chain(of(&region.below));
        let first = Some(region.lines.start + 1 - region.above.len().min(region.lines.start));
        Self { title: "The file has".to_owned(), first, lines: lines.collect() }
    }

    /// One of several places where SEARCH is. What it says is shown once, with the first.
    pub(super) fn of_place(title: String, place: &Around, is_first: bool) -> Self {
        let text = place.text.iter().map(|line| ExcerptLine::new(line, !is_first));
        let lines = of(&place.above).chain(text).chain(of(&place.below)).collect();
        Self { title, first: Some(place.lines.start + 1 - place.above.len().min(place.lines.start)), lines }
    }

    /// Lines of the reply.
    pub(super) fn of_reply(title: &str, lines: &[&[u8]]) -> Self {
        let lines = lines.iter().map(|line| ExcerptLine::new(line, false)).collect();
        Self { title: title.to_owned(), first: None, lines }
    }

    /// The lines of the file that it shows, from 1.
    pub(super) fn numbers(&self) -> Option<Range<usize>> {
        self.first.map(|first| first..first + self.lines.len())
    }

    /// Keeps runs from being left out that only the block of this excerpt has as they are.
    pub(super) fn keep_all(&mut self) {
        self.lines.iter_mut().for_each(|line| line.is_equal = false);
    }

    /// Number of its lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Number of bytes that it takes whole.
    pub(super) fn bytes(&self) -> usize {
        self.rendered(&[], self.lines.len()).len()
    }

    /// Returns it in at most so many lines and bytes, but for the words around them: runs that the reply has
    /// are left out first, the longest first, and only then lines at the end.
    pub(super) fn within(&self, lines: usize, bytes: usize) -> String {
        let mut left_out: Vec<Range<usize>> = Vec::new();
        let mut runs = self.equal_runs();
        runs.sort_by_key(|run| run.len());
        loop {
            let text = self.rendered(&left_out, self.lines.len());
            let shown = self.lines.len() - left_out.iter().map(ExactSizeIterator::len).sum::<usize>();
            if shown <= lines && text.len() <= bytes {
                return text;
            }
            let Some(run) = runs.pop() else { break };
            left_out.push(run);
            left_out.sort_by_key(|run| run.start);
        }
        let is_shown = |at: &usize| !left_out.iter().any(|run| run.contains(at));
        let shown: Vec<usize> = (0..self.lines.len()).filter(is_shown).take(lines).collect();
        let ends = shown.iter().rev().map(|last| last + 1);
        let texts = ends.map(|end| self.rendered(&left_out, end));
        texts.into_iter().find(|text| text.len() <= bytes).unwrap_or_default()
    }

    /// Runs of lines that the reply has, without those next to other lines, where that saves something.
    fn equal_runs(&self) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut at = 0;
        for run in self.lines.chunk_by(|a, b| a.is_equal == b.is_equal) {
            let (start, end) = (at, at + run.len());
            at = end;
            let inner = start + BESIDE..end.saturating_sub(BESIDE);
            if run[0].is_equal && inner.len() >= BESIDE {
                runs.push(inner);
            }
        }
        runs
    }

    /// The lines up to `end`, without some runs of them.
    fn rendered(&self, left_out: &[Range<usize>], end: usize) -> String {
        let last = match self.first {
            Some(first) if end > 1 => format!(", in lines {}-{}", first, first + end - 1),
            Some(first) => format!(", in line {first}"),
            None => String::new(),
        };
        let cut = self.lines.len() - end;
        let cut = if cut == 0 { String::new() } else { format!("({} more)\n", count(cut, "line")) };
        if end == 0 {
            return String::new();
        }
        let fence = self.fence();
        let mut out = format!("{}{last}:\n{fence}\n", self.title);
        for (at, line) in self.lines[..end].iter().enumerate() {
            match left_out.iter().find(|run| run.contains(&at)) {
                None => {
                    out += &line.text;
                    out.push('\n');
                }
                Some(run) if run.start == at => {
                    let first = self.first.unwrap_or(1);
                    let (from, to) = (first + run.start, first + run.end - 1);
                    out += &format!("{fence}\n(lines {from}-{to}: as in the SEARCH section)\n{fence}\n");
                }
                Some(_) => {}
            }
        }
        format!("{out}{fence}\n{cut}")
    }

    /// A fence that none of the lines closes.
    fn fence(&self) -> String {
        let ticks = |line: &ExcerptLine| line.text.chars().take_while(|c| *c == '`').count();
        "`".repeat(self.lines.iter().map(ticks).max().unwrap_or(0).max(2) + 1)
    }
}

fn of(lines: &[BString]) -> impl Iterator<Item = ExcerptLine> {
    lines.iter().map(|line| ExcerptLine::new(line, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::script::Op;

    /// A region of lines from 11 on, of which only `differs` is not in the reply.
    fn region(count: usize, differs: usize) -> Excerpt {
        let text = (0..count).map(|at| format!("line {at}").into()).collect();
        let differences = vec![Op { old: differs..differs + 1, new: 10 + differs..11 + differs }];
        let (above, below) = (vec!["above".into()], vec!["below".into()]);
        Excerpt::of_region(&Region { lines: 10..10 + count, differences, text, above, below })
    }

    #[test]
    fn what_fits_is_shown_whole() {
        let text = region(2, 1).within(80, 1000);
        assert_eq!(text, "The file has, in lines 10-13:\n```\nabove\nline 0\nline 1\nbelow\n```\n");
    }

    #[test]
    fn lines_that_the_reply_has_are_left_out_before_any_other() {
        let text = region(100, 50).within(80, 10_000);
        assert!(
            text.contains("line 2\n```\n(lines 14-57: as in the SEARCH section)\n```\nline 47\n"),
            "{text}"
        );
        assert!(text.contains("line 50\n") && text.contains("line 99\nbelow\n"), "{text}");
        let text = region(100, 50).within(20, 10_000);
        assert_eq!(text.matches("as in the SEARCH section").count(), 2, "{text}");
        assert!(text.contains("line 49\nline 50\nline 51\n"), "{text}");
    }

    #[test]
    fn where_no_line_is_in_the_reply_the_end_is_cut_and_counted() {
        let mut all = region(100, 0);
        all.keep_all();
        let text = all.within(80, 10_000);
        assert!(text.starts_with("The file has, in lines 10-89:\n"), "{text}");
        assert!(text.ends_with("line 78\n```\n(22 lines more)\n"), "{text}");
        assert_eq!(all.within(80, 10), "");
    }

    #[test]
    fn no_line_closes_the_fence_or_is_endless() {
        let text = Excerpt::of_reply("It has", &[b"````", &[b'x'; 5000]]).within(80, 10_000);
        assert!(
            text.starts_with("It has:\n`````\n````\nxxx") && text.ends_with("... (3500 bytes more)\n`````\n"),
            "{text}"
        );
    }
}
