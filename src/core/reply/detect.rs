//! Finds the formats that a reply has edits in, and reads those of the one that is meant.
//!
//! A line belongs to one edit: to that which begins first, up to its end. What looks like other edits in it
//! is text, be it markers in a hunk, a hunk in a SEARCH section, or a tag of reasoning in either. So each
//! reader first reads all of the reply; the edits that are plainly such are laid side by side, and each
//! reader then reads the reply again, without those of the others.
//!
//! A line is a sign of a format for itself; but which JSON is a call, its reader tells.

use std::ops::Range;

use bstr::ByteSlice as _;

use super::asides;
use super::beside;
use super::blocks::{self, Form};
use super::format::{FORMATS, Frames, may_begin_call};
use super::malformed::Malformed;
use super::outside::{Line, Watch};
use super::reasoning::Tags;
use super::source::{Owned, Source};
use super::types::{Block, Fault, FaultKind, Format, Options, Reply, Surface, Weight};
use crate::core::text::Span;

/// More of a line is not shown, in bytes.
const SHOWN: usize = 80;

/// The format whose reader says what is a sign of it.
const JSON: &str = "json";

/// Reads a reply in the format that it has: in another one than SEARCH/REPLACE if it has no blocks but in
/// its edits. Edits in a second format are a fault.
pub(super) fn detected<'a>(reply: &'a [u8], options: &Options) -> Reply<'a> {
    let look = Sightings { is_first: true, ..Sightings::default() };
    let first = watched(&Source::blind(reply), options, Form::BLOCKS, look);
    let others: Vec<&'static Format> = first
        .surfaces
        .iter()
        .map(|surface| surface.format)
        // Whole files hold edits as well as edits hold whole files.
        .filter(|format| format.reader().is_some() && format.id != "whole" && !format.is_on_request())
        .collect();
    if others.is_empty() && !has_reasoning(reply) {
        return Detection { reply, options, owned: Owned::default(), calls: Reply::default() }.read(first);
    }
    let of_others = others.iter().filter_map(|format| {
        let found = format.reader()?(&Source::blind(reply), options);
        Some(found.owned.into_iter().map(|part| (part, format.id)))
    });
    let of_blocks = first.owned.iter().map(|part| (*part, FORMATS[0].id));
    let owned = Owned::of(of_blocks.chain(of_others.flatten()).collect());
    let mut detection = Detection { reply, options, owned, calls: Reply::default() };
    if let Some(json) = others.iter().find(|format| format.id == JSON) {
        detection.calls = detection.in_format(json).unwrap_or_default();
    }
    let read = detection.blocks(Vec::new());
    detection.read(read)
}

/// Reads a reply in one format, whatever else it has.
pub(super) fn alone<'a>(format: &'static Format, reply: &'a [u8], options: &Options) -> Option<Reply<'a>> {
    let own = format.reader()?;
    let reader = |source: &Source<'a, '_>| match Form::of(format.id) {
        Some(form) => watched(source, options, form, Sightings::default()),
        None => own(source, options),
    };
    let mut read = if has_reasoning(reply) {
        let parts = reader(&Source::blind(reply)).owned;
        let owned = Owned::of(parts.into_iter().map(|part| (part, format.id)).collect());
        reader(&Source::without_others(reply, &owned, format.id))
    } else {
        reader(&Source::all(reply))
    };
    read.faults.sort_by_key(|fault| fault.line);
    Some(Reply { format: Some(format), ..read })
}

fn has_reasoning(reply: &[u8]) -> bool {
    !Tags::scan(&Source::all(reply)).is_empty()
}

/// A reply whose edits belong to one format each.
struct Detection<'a, 'o> {
    reply: &'a [u8],
    options: &'o Options,
    owned: Owned,
    /// The calls in JSON outside of edits in other formats.
    calls: Reply<'a>,
}

impl<'a> Detection<'a, '_> {
    /// The edits that are meant, of which `read` are the SEARCH/REPLACE blocks.
    fn read(&self, read: Reply<'a>) -> Reply<'a> {
        let found = if !read.has_no_edits() {
            with_others(Reply { format: FORMATS.first(), ..read }, Weight::Edit)
        } else if let Some(found) = self.without_blocks(&read.surfaces)
            && !(is_nothing(&found) && read.surfaces.iter().any(|surface| surface.format.is_on_request()))
        {
            found
        } else {
            read
        };
        let found = with_unread(self.reply, found);
        // A path from outside is that of all edits.
        let is_given = self.options.path.is_some();
        let asides = if is_given { Vec::new() } else { asides::of(self.reply, &found) };
        Reply { asides, ..found }
    }

    /// SEARCH/REPLACE blocks, and the formats that the reply shows outside of these lines.
    fn blocks(&self, passed: Vec<Range<usize>>) -> Reply<'a> {
        let parts: Vec<Span> = self.owned.parts().iter().map(|(part, _)| *part).collect();
        let formats = self.owned.parts().iter().map(|(_, format)| *format);
        let owned = lines_of(self.reply, &parts).into_iter().zip(formats).collect();
        let mut calls = lines_of(self.reply, &self.calls.envelopes);
        calls.extend(self.calls.faults.iter().map(|fault| fault.line..fault.line + 1));
        calls.sort_by_key(|lines| lines.start);
        calls.dedup_by(|next, lines| {
            let is_within = next.start < lines.end;
            lines.end = if is_within { lines.end.max(next.end) } else { lines.end };
            is_within
        });
        let mut sightings = Sightings { passed, owned, calls, ..Sightings::default() };
        let source = Source::without_others(self.reply, &self.owned, FORMATS[0].id);
        let read = blocks::read(&source, self.options, Form::BLOCKS, &mut sightings);
        Reply { surfaces: sightings.surfaces(), ..read }
    }

    fn in_format(&self, format: &'static Format) -> Option<Reply<'a>> {
        if format.id == JSON && !self.calls.envelopes.is_empty() {
            return Some(self.calls.clone());
        }
        let source = Source::without_others(self.reply, &self.owned, format.id);
        let found = format.reader()?(&source, self.options);
        (!found.has_no_edits()).then_some(Reply { format: Some(format), ..found })
    }

    /// Reads the edits of the first format that is read and as sure as any, if there are some.
    fn without_blocks(&self, surfaces: &[Surface]) -> Option<Reply<'a>> {
        let of = |weight: Weight| surfaces.iter().filter(move |surface| surface.format.weight == weight);
        let weight = if of(Weight::Edit).next().is_some() { Weight::Edit } else { Weight::Maybe };
        let mut all =
            of(weight).filter_map(|surface| Some(self.beside(self.in_format(surface.format)?, weight)));
        let first = all.next()?;
        // Its signs may be text of the edits of another format.
        if first.faults.is_empty() {
            Some(first)
        } else {
            all.find(|other| other.faults.is_empty()).or(Some(first))
        }
    }

    /// Edits that were found, with the commands beside them, and with faults for those in other formats. Signs within
    /// the edits are text.
    fn beside(&self, found: Reply<'a>, weight: Weight) -> Reply<'a> {
        let surfaces = self.blocks(lines_of(self.reply, &found.envelopes)).surfaces;
        let suggestions = beside::commands(self.reply, &found);
        with_others(Reply { surfaces, suggestions, ..found }, weight)
    }
}

/// Returns whether a reply has only fences that may be parts of the files which it names.
fn is_nothing(read: &Reply<'_>) -> bool {
    let is_part = |fault: &Fault| {
        let FaultKind::Malformed(kind) = &fault.kind else { return false };
        matches!(kind, Malformed::MaybePart { .. } | Malformed::NotMeant { .. })
    };
    read.blocks.is_empty() && read.faults.iter().all(is_part)
}

/// Makes a fault of edits that may be text of a whole file, and lists what is not read beside the edits:
/// diffs and whole files.
fn with_unread<'a>(reply: &'a [u8], mut read: Reply<'a>) -> Reply<'a> {
    let (Some(beside), Some(format)) = (read.format, Format::named("whole")) else { return read };
    if beside == format {
        return read;
    }
    let shown = |text: &[u8]| text[..text.len().min(SHOWN)].trim_ascii().as_bstr().to_owned();
    let frames = Frames::of(reply, &read);
    if let Some((line, text)) = frames.around {
        let kind = FaultKind::OtherFormat { format, beside, text: shown(text) };
        let fault = Fault { line, kind, path: None };
        if !read.faults.contains(&fault) {
            read.faults.push(fault);
            read.faults.sort_by_key(|fault| fault.line);
        }
    }
    let is_in = |block: &Block<'_>, text: &Span| text.start <= block.span.start && block.span.end <= text.end;
    read.blocks.retain(|block| !frames.others.iter().any(|text| is_in(block, text)));
    let is_diff = |surface: &&Surface| surface.format.id == "udiff" && surface.format != beside;
    read.unread.extend(read.surfaces.iter().filter(is_diff).cloned());
    let whole = frames.without.into_iter();
    read.unread.extend(whole.map(|(line, path)| Surface { format, line, text: shown(&path) }));
    read.unread.retain(|surface| read.faults.iter().all(|fault| fault.line != surface.line));
    read.unread.sort_by_key(|surface| surface.line);
    read
}

/// Makes faults of edits in other formats, so that no half of a reply is applied: of those that are as sure,
/// or more.
fn with_others(mut read: Reply<'_>, weight: Weight) -> Reply<'_> {
    // Where no block is read, nothing is done by halves.
    let is_read = !read.blocks.is_empty();
    let is_sure = |surface: &&Surface| match surface.format.weight {
        Weight::Edit => true,
        Weight::Unread => is_read,
        of_surface => weight == Weight::Maybe && of_surface == weight,
    };
    // A reader says more of a line than that it is in another format.
    let is_news = |surface: &&Surface| read.faults.iter().all(|fault| fault.line != surface.line);
    let Some(beside) = read.format else { return read };
    let others =
        read.surfaces.iter().filter(is_sure).filter(|surface| surface.format != beside).filter(is_news);
    let faults: Vec<Fault> = others
        .map(|Surface { format, line, text }| {
            let kind = FaultKind::OtherFormat { format, beside, text: text.clone() };
            Fault { line: *line, kind, path: None }
        })
        .collect();
    read.faults.extend(faults);
    read.faults.sort_by_key(|fault| fault.line);
    read
}

/// The lines, from 1, that these parts of a reply are.
fn lines_of(reply: &[u8], parts: &[Span]) -> Vec<Range<usize>> {
    let (mut at, mut line) = (0, 1);
    let mut line_at = |offset: usize| {
        line += memchr::memchr_iter(b'\n', &reply[at..offset]).count();
        at = offset;
        line
    };
    parts.iter().map(|part| line_at(part.start)..line_at(part.end) + 1).collect()
}

/// Collects the formats that a reply shows.
#[derive(Debug, Default)]
struct Sightings {
    found: Vec<Surface>,
    /// Lines that are not looked at, in order.
    passed: Vec<Range<usize>>,
    /// Lines that show one format alone, in order.
    owned: Vec<(Range<usize>, &'static str)>,
    /// Lines of calls in JSON, in order.
    calls: Vec<Range<usize>>,
    /// True if no call is read yet: whatever may begin one is a sign.
    is_first: bool,
}

impl Watch for Sightings {
    fn look(&mut self, line: &Line<'_>, number: usize) {
        let next = self.passed.partition_point(|lines| lines.end <= number);
        if self.passed.get(next).is_some_and(|lines| lines.contains(&number)) {
            return;
        }
        let next = self.owned.partition_point(|(lines, _)| lines.end <= number);
        let owner = self.owned.get(next).filter(|(lines, _)| lines.contains(&number));
        for format in FORMATS.iter().filter(|format| owner.is_none_or(|(_, owner)| *owner == format.id)) {
            if !self.found.iter().any(|seen| seen.format == format)
                && ((format.shows)(line) || format.id == JSON && self.is_call(line, number))
            {
                let text = line.text[..line.text.len().min(SHOWN)].as_bstr().to_owned();
                self.found.push(Surface { format, line: number, text });
            }
        }
    }

    fn forget(&mut self) {
        self.found.clear();
    }
}

impl Sightings {
    /// Returns whether a line is one of a call in JSON.
    fn is_call(&self, line: &Line<'_>, number: usize) -> bool {
        let next = self.calls.partition_point(|lines| lines.end <= number);
        self.is_first && may_begin_call(line.text, line.next)
            || self.calls.get(next).is_some_and(|lines| lines.contains(&number))
    }

    /// The formats in the order of the table, in which the vague ones are the last.
    fn surfaces(mut self) -> Vec<Surface> {
        self.found.sort_by_key(|seen| FORMATS.iter().position(|format| format == seen.format));
        let clear = self.found.iter().filter(|seen| seen.format.weight != Weight::Vague).count();
        self.found.truncate(clear.max(1));
        self.found
    }
}

/// Reads SEARCH/REPLACE blocks, and the other formats that the reply shows outside of them.
fn watched<'a>(
    source: &Source<'a, '_>,
    options: &Options,
    form: Form,
    mut sightings: Sightings,
) -> Reply<'a> {
    let reply = blocks::read(source, options, form, &mut sightings);
    Reply { surfaces: sightings.surfaces(), ..reply }
}
