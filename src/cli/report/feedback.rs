//! The message to paste back to the model: what failed and how to send it again, and nothing else.

use bstr::{BString, ByteSlice as _};

use super::failures::{Failed, failures, search_lines};
use crate::{
    apply::{ApplyReport, ApplyStatus},
    cli::words::{self, BlockForm, Words, count, quoted},
    core::{
        escape::{Tabs, escape},
        outcome::{Around, Class, Failure, Outcome, Region, Skip},
        plan::BlockReport,
        reply::Fault,
    },
};

/// Number of failures that are explained in full.
const MOST_FAILURES: usize = 20;
/// Number of bytes of text that are shown of a block and its file together.
const MOST_BYTES: usize = 1500;
/// Number of those that may be the SEARCH section.
const MOST_SEARCH: usize = 700;
/// So many regions of the file are shown for a block.
const MOST_REGIONS: usize = 3;

/// The message; none if nothing failed.
pub(in crate::cli) fn feedback(report: &ApplyReport<'_>) -> Option<String> {
    let mut out = String::new();
    match report.status {
        ApplyStatus::NoBlocks => {
            let new = &report.sources[report.continued..];
            let words = new.first().map(|source| words::no_blocks(source).model).unwrap_or_default();
            out += &format!("Nothing was written. {words}\n");
        }
        ApplyStatus::Refused | ApplyStatus::PartlyApplied | ApplyStatus::WouldPartlyApply => {
            let failed = failures(report);
            out += &summary(report, &failed);
            let faults = report.faults.iter().map(|(_, fault)| of_fault(fault));
            let all: Vec<String> = faults.chain(failed.iter().map(of_block)).collect();
            for (at, text) in all.iter().take(MOST_FAILURES).enumerate() {
                out += &format!("\n{}. {text}", at + 1);
            }
            if all.len() > MOST_FAILURES {
                out += &format!("\n{} more failed; correct these first.\n", all.len() - MOST_FAILURES);
            }
            out += &left_out(report);
        }
        _ => return None,
    }
    out += &form(report.status == ApplyStatus::NoBlocks);
    Some(out)
}

/// The summary: files that were written, files that were not, and blocks that must not be sent again.
fn summary(report: &ApplyReport<'_>, failed: &[Failed<'_>]) -> String {
    let bad = failed.len() + report.faults.len();
    let what = if bad == 1 { "One block" } else { &format!("{bad} blocks") };
    let is = |outcome: &Outcome| matches!(outcome, Outcome::Failed(_) | Outcome::Skipped(_));
    let good = report.blocks.iter().filter(|block| !is(&block.outcome)).count();
    let rest = |verb: &str| match good {
        0 => String::new(),
        1 => format!(" The other block {verb}; do not send it again."),
        _ => format!(
            " The other {good} blocks {verb}; do not send them again.",
            verb = verb.replace("is ", "are ")
        ),
    };
    match report.status {
        ApplyStatus::PartlyApplied => {
            format!("{what} could not be applied.{}\n{}", rest("is written"), written(report))
        }
        _ => {
            format!("Nothing was written: {} could not be applied.{}\n", what.to_lowercase(), rest("is good"))
        }
    }
}

fn written(report: &ApplyReport<'_>) -> String {
    let files: Vec<String> =
        super::shown(&report.files).map(|file| format!("    {}\n", super::file_line(file))).collect();
    format!("Files that were written:\n{}", files.concat())
}

fn of_fault(fault: &Fault) -> String {
    let words = words::fault(fault);
    let path = fault.path.as_ref().map(|path| path[0].text.as_bstr());
    let path = path.map_or_else(|| "A block".to_owned(), |path| escape(path).to_string());
    head(&path, &words, fault.line)
}

fn head(path: &str, words: &Words, line: usize) -> String {
    format!("{path} ({}, at line {line} of the reply)\n{}\n", words.class.name(), words.model)
}

fn of_block(failed: &Failed<'_>) -> String {
    let path = match &failed.block.path {
        Ok(path) => escape(path.as_bstr()).to_string(),
        Err(text) => escape(text).to_string(),
    };
    let mut out = head(&path, &failed.words, failed.block.line);
    let Outcome::Failed(failure) = &failed.block.outcome else { return out };
    let mut room = MOST_BYTES;
    if shows_search(failure) {
        let search = search_lines(failed.parsed);
        out += &fenced("The SEARCH section as sent:", &search, 0, room.min(MOST_SEARCH), &mut room);
    }
    if let Failure::Ambiguous { around, .. } = failure {
        let each = room / around.len().max(1);
        for place in around {
            out += &of_place(place, each.min(room), &mut room);
        }
    }
    if let Failure::Duplicate { around, .. } = failure {
        let most = room;
        out += &of_place(around, most, &mut room);
    }
    if let Failure::Syntax(broken) = failure {
        let lines: Vec<&[u8]> = broken.text.iter().map(|line| line.as_slice()).collect();
        let title = format!("The file would have, from line {}:", broken.lines.start + 1);
        out += &fenced(&title, &lines, 0, room, &mut room);
    }
    if let Failure::Stale(stale) = failure {
        let old: Vec<&[u8]> = stale.then.text.iter().map(|line| line.as_slice()).collect();
        out += &fenced("The block was written for:", &old, 0, room.min(MOST_SEARCH), &mut room);
        out += &of_region(&stale.now, &mut room);
    }
    if let Failure::NotFound { nearest, .. } = failure {
        for region in nearest.iter().take(MOST_REGIONS) {
            out += &of_region(region, &mut room);
        }
    }
    out
}

/// Returns whether the SEARCH section has to be corrected.
fn shows_search(failure: &Failure) -> bool {
    matches!(
        failure.class(),
        Class::NotFound
            | Class::Ambiguous
            | Class::Duplicate
            | Class::Overlap
            | Class::MissingFile
            | Class::Limit
    )
}

/// The lines around one of several places, so that one can be chosen.
fn of_place(place: &Around, most: usize, room: &mut usize) -> String {
    let lines = |lines: &std::ops::Range<usize>| match lines.len() {
        0 | 1 => format!("line {}", lines.start + 1),
        _ => format!("lines {}-{}", lines.start + 1, lines.end),
    };
    let mut out = String::new();
    for (side, text) in [("above", &place.above), ("below", &place.below)] {
        let mut text: Vec<&[u8]> = text.iter().map(|line| line.as_slice()).collect();
        // Lines next to the place come first where there is no room for all.
        while side == "above" && text.iter().map(|line| line.len() + 1).sum::<usize>() > most / 2 {
            text.remove(0);
        }
        let title = format!("Directly {side} {}:", lines(&place.lines));
        out += &fenced(&title, &text, 0, most / 2, room);
    }
    out
}

/// A region of the file with the lines around it, as far as there is room: without those around it, and at
/// last from a little above the first line that differs.
fn of_region(region: &Region, room: &mut usize) -> String {
    const ABOVE: usize = 3;
    let whole = [&region.above, &region.text, &region.below];
    let size = |lines: &[BString]| lines.iter().map(|line| line.len() + 1).sum::<usize>();
    let (first, lines): (usize, Vec<&[u8]>) = if whole.iter().map(|lines| size(lines)).sum::<usize>() <= *room
    {
        let lines = whole.into_iter().flatten().map(|line| line.as_slice()).collect();
        (region.lines.start - region.above.len(), lines)
    } else {
        let fits = size(&region.text) <= *room;
        let skipped = if fits { 0 } else { region.first_difference().saturating_sub(ABOVE) };
        let lines = region.text.iter().skip(skipped).map(|line| line.as_slice()).collect();
        (region.lines.start + skipped, lines)
    };
    let title = format!("The file has, from line {}:", first + 1);
    let most = *room;
    fenced(&title, &lines, 0, most, room)
}

/// Lines between fences that none of them closes; lines for which there is no room are counted.
pub(super) fn fenced(title: &str, lines: &[&[u8]], more: usize, most: usize, room: &mut usize) -> String {
    let mut body = String::new();
    let mut shown = 0;
    for line in lines {
        let line = escape(line).tabs(Tabs::Kept).to_string();
        if body.len() + line.len() + 1 > most {
            break;
        }
        body += &line;
        body.push('\n');
        shown += 1;
    }
    *room -= body.len().min(*room);
    let more = more + lines.len() - shown;
    let more = if more == 0 { String::new() } else { format!("({} more)\n", count(more, "line")) };
    if shown == 0 {
        return String::new();
    }
    let ticks = body.lines().map(|line| line.chars().take_while(|c| *c == '`').count()).max().unwrap_or(0);
    let fence = "`".repeat(ticks.max(2) + 1);
    format!("{title}\n{fence}\n{body}{fence}\n{more}")
}

/// The good blocks that were not written because their file was left alone.
fn left_out(report: &ApplyReport<'_>) -> String {
    let held: Vec<&BlockReport> =
        report.blocks.iter().filter(|block| block.outcome == Outcome::Skipped(Skip::File)).collect();
    if held.is_empty() {
        return String::new();
    }
    let line = |block: &&BlockReport| {
        let path: BString = match &block.path {
            Ok(path) => path.as_bstr().to_owned(),
            Err(text) => text.clone(),
        };
        format!("    {} (at line {} of the reply)\n", quoted(&path), block.line)
    };
    let lines: String = held.iter().take(MOST_FAILURES).map(line).collect();
    format!(
        "\nThese blocks are good, but were not written with the rest of their file. Send them again, unchanged:\n{lines}"
    )
}

/// Form in which to send the correction.
pub(super) fn form(whole: bool) -> String {
    let what = if whole {
        "Send each change in this form:"
    } else {
        "Send only the corrected blocks, each in this form:"
    };
    format!("\n{what}\n\n{}\n\n{}\n", BlockForm::BLOCK.join("\n"), BlockForm::RULES.join("\n"))
}
