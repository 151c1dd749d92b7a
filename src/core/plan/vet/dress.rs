//! Looks in new lines for the dress of a reply: fences, HTML entities, escaped line breaks and quotes, curly quotes,
//! tabs.
//!
//! A block whose SEARCH has nothing of it is found as it stands, so that only the new file shows it.

use std::ops::Range;

use bstr::ByteSlice as _;

use super::{
    blocks::{blocks_of, nearest},
    escape::{Code, escaped_at, is_plain_code, may_be_escaped},
};
use crate::core::{
    change::Edited,
    fence::{Fence, is_fence},
    language::{self, Feature, Kind, Language, lexer::Spot},
    outcome::{Dress, Failure},
    plan::types::{BlockReport, Plan, Planned, bytes_before},
    syntax::changed_lines,
    text::{bodies, is_blank},
};

/// Refuses the blocks that bring such a line into a file.
pub(crate) fn refuse_dress(plan: &mut Plan) {
    let found = |(at, file)| Some((at, dressed(file, &plan.files)?));
    let found: Vec<(usize, Found)> = plan.files.iter().enumerate().filter_map(found).collect();
    if found.is_empty() {
        return;
    }
    let by_path = BlockReport::by_path(&plan.blocks);
    let mut refused = Vec::new();
    for (at, Found { dress, line, text, is_amid }) in found {
        let of_file = blocks_of(&plan.files[at], &plan.blocks, &by_path).unwrap_or_default();
        let new = plan.files[at].edited.change.new.as_ref();
        let lines: Vec<&[u8]> = new.map_or_else(Vec::new, |new| bodies(&new.bytes).collect());
        // Amid the lines of a block a fence is text.
        let has_edge = |number: &usize| {
            let after = plan.blocks[*number].after.as_ref();
            is_amid || dress != Dress::Fence || after.is_none_or(|after| edges(&lines, after).contains(&line))
        };
        for number in nearest(&plan.blocks, &of_file, line, line).into_iter().filter(has_edge) {
            refused.push((number, Failure::Dress { dress, text: text.as_slice().into() }));
        }
    }
    refused.into_iter().for_each(|(number, failure)| plan.blocks[number].fail(failure));
}

/// A line of a new file, from 0.
struct Found {
    dress: Dress,
    line: usize,
    text: Vec<u8>,
    /// True if it is dress wherever it is in the lines of its block.
    is_amid: bool,
}

/// The first line in the dress of the reply that a change brings into a file.
fn dressed(file: &Planned, files: &[Planned]) -> Option<Found> {
    let Edited { change, splices } = &file.edited;
    let new = change.new.as_ref()?;
    let has = |looks_so: fn(&[u8]) -> bool| splices.iter().any(|splice| looks_so(&splice.new));
    let (may_fence, may_escape, may_tab) = (has(may_have_fence), has(may_be_escaped), has(may_have_tab));
    if !may_fence && !may_escape && !may_tab {
        return None;
    }
    let old: Vec<&[u8]> = bodies(bytes_before(files, file).unwrap_or_default()).collect();
    let runs = changed_lines(splices, &new.bytes).into_iter().zip(splices);
    let runs = runs.filter(|(_, splice)| !splice.new.is_empty()).map(|(lines, _)| lines).collect();
    let language = language::of(change.path.as_bstr());
    let scene = Scene { language, old, new: bodies(&new.bytes).collect(), runs };
    let between = may_fence.then(|| scene.fences_between()).flatten();
    let fence =
        || between.or_else(|| scene.stray_fence()).map(|line| (Dress::Fence, line)).filter(|_| may_fence);
    let escape = || scene.escape().filter(|_| may_escape);
    let tab = || scene.tab().map(|line| (Dress::Tab, line)).filter(|_| may_tab);
    let (dress, line) = fence().or_else(escape).or_else(tab)?;
    Some(Found { dress, line, text: scene.new[line].trim().into(), is_amid: between.is_some() })
}

/// Returns whether a text may have a fence.
fn may_have_fence(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"```").is_some() || memchr::memmem::find(text, b"~~~").is_some()
}

/// Returns whether a line of a text may begin with a tab.
fn may_have_tab(text: &[u8]) -> bool {
    text.starts_with(b"\t") || memchr::memmem::find(text, b"\n\t").is_some()
}

/// A file before and after the change.
struct Scene<'p> {
    language: Option<&'static Language>,
    old: Vec<&'p [u8]>,
    new: Vec<&'p [u8]>,
    /// The lines of the new file that come in, from 0.
    runs: Vec<Range<usize>>,
}

impl Scene<'_> {
    /// A fence at an edge of new lines that leaves the fences of the file without their partners, where all had
    /// theirs before.
    fn stray_fence(&self) -> Option<usize> {
        // Elsewhere tildes underline headings.
        let may_tilde = self.language.is_some_and(|language| language.kind != Kind::Prose);
        let is_stray = |line: &usize| {
            is_fence(self.new[*line]) && (may_tilde || !self.new[*line].trim_start().starts_with(b"~"))
        };
        let line = self.runs.iter().flat_map(|run| edges(&self.new, run)).find(is_stray)?;
        let is_whole = |lines: &[&[u8]]| fences_agree(lines, may_tilde);
        (is_whole(&self.old) && !is_whole(&self.new)).then_some(line)
    }

    /// The first of two fences in code: a reply that was cut off closes one and opens another where it goes on, with
    /// nothing between them, or a sentence, if they are in no string of a language of which all strings are known.
    fn fences_between(&self) -> Option<usize> {
        /// Lines of a sentence, and blank ones around it.
        const SAID: usize = 3;
        let language = self.language.filter(|language| language.kind == Kind::Code)?;
        let are_known = language.has(Feature::AllStrings) && !language.has(Feature::Here);
        let mut code = None;
        let reach = if are_known { SAID + 1 } else { 1 };
        let mut pairs = self.runs.iter().flat_map(|run| {
            let last = run.end.saturating_sub(1);
            let fences = (run.start + 1..last).filter(|line| is_fence(self.new[*line]));
            fences.filter_map(move |line| {
                let next = (line + 1..last).take(reach).find(|next| is_fence(self.new[*next]));
                Some((line, next?))
            })
        });
        let is_closed = |(line, next): &(usize, usize)| {
            line + 1 == *next || {
                let code = code.get_or_insert_with(|| Code::of(language, &self.new));
                // Backticks begin a string themselves.
                !code.is_text((line - 1, self.new[line - 1].len()))
            }
        };
        pairs.find(is_closed).map(|(line, _)| line)
    }

    /// A line with a tab in front where the file has blanks alone, in a language in which they say something.
    fn tab(&self) -> Option<usize> {
        let is_strict = |language: &&Language| {
            language.has(Feature::Layout)
                && (language.has(Feature::AllStrings) || language.has(Feature::Scalar))
        };
        let language = self.language.filter(is_strict)?;
        let has_blank = |line: &&[u8]| line.starts_with(b" ") && !is_blank(line);
        if self.old.iter().any(|line| has_tab(line)) || !self.old.iter().any(has_blank) {
            return None;
        }
        let code = Code::of(language, &self.new);
        self.runs.iter().cloned().flatten().find(|line| has_tab(self.new[*line]) && !code.is_text((*line, 0)))
    }

    /// A character of code that is written as in HTML or in a string of JSON.
    fn escape(&self) -> Option<(Dress, usize)> {
        let language = self.language.filter(|language| is_plain_code(language))?;
        let new = Code::of(language, &self.new);
        let has_angle = |run: &Range<usize>| {
            new.has_tags && self.new[run.clone()].iter().any(|line| line.find_byteset(b"<>").is_some())
        };
        let has_angle: Vec<bool> = self.runs.iter().map(has_angle).collect();
        let shows = |spot: &Spot| {
            let next = self.runs.partition_point(|run| run.end <= spot.0);
            self.runs.get(next).is_some_and(|run| run.contains(&spot.0)) && new.shows(*spot, has_angle[next])
        };
        let (line, at) = new.escapes().find(shows)?;
        let dress = escaped_at(&self.new[line][at..])?;
        let old = Code::of(language, &self.old);
        let is_known = old.escapes().any(|(line, at)| escaped_at(&self.old[line][at..]) == Some(dress));
        (!is_known).then_some((dress, line))
    }
}

/// The last and the first of some lines that are not blank.
fn edges(lines: &[&[u8]], some: &Range<usize>) -> Vec<usize> {
    let mut filled = some.clone().filter(|line| lines.get(*line).is_some_and(|line| !is_blank(line)));
    let first = filled.next();
    filled.next_back().or(first).into_iter().chain(first).collect()
}

/// Returns whether a line has a tab in front.
fn has_tab(line: &[u8]) -> bool {
    line.starts_with(b"\t") && !is_blank(line)
}

/// Returns whether each fence has its partner, and none within one names a language.
fn fences_agree(lines: &[&[u8]], may_tilde: bool) -> bool {
    let mut open: Option<Fence<'_>> = None;
    for line in lines {
        let Some(fence) = Fence::read(line.trim_ascii_start()) else { continue };
        if fence.sign == b'~' && !may_tilde {
            continue;
        }
        match open {
            None => open = Some(fence),
            Some(first) if fence.closes(first) => open = None,
            Some(first) if fence.sign == first.sign && fence.width >= first.width => return false,
            Some(_) => {}
        }
    }
    open.is_none()
}
