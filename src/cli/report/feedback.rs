//! The message to paste back to the model: what failed, with the lines of the files that it is about, and how
//! to send it again; nothing else.

mod excerpt;
mod open;
mod part;

use bstr::BString;

pub(super) use part::Part;

use excerpt::Excerpt;

use super::{example::made_up, failures::failures};
use crate::{
    apply::{ApplyReport, ApplyStatus},
    cli::words::{self, BlockForm, quoted},
    core::{
        outcome::{Failure, Limit, Outcome, Skip},
        plan::{BlockReport, FaultReport},
        reply::{FaultKind, Malformed},
    },
    repo::pending::FailedPart,
};

/// Number of failures that are explained.
const MOST_FAILURES: usize = 20;
/// Number of bytes of a message.
const MOST_BYTES: usize = 12_000;
/// Number of bytes of a list of files.
const MOST_LISTED: usize = 1500;

/// The end of a message about files that no reply can change.
const NOTHING_TO_SEND: &str =
    "No reply can change such a file: send no block for it again. The user decides about the rest.";

/// The message; none if nothing failed.
pub(in crate::cli) fn feedback(report: &ApplyReport<'_>) -> Option<String> {
    match report.status {
        ApplyStatus::NoBlocks => {
            let new = &report.sources[report.continued..];
            let words = new.first().map(|source| words::no_blocks(source).model).unwrap_or_default();
            Some(format!("Nothing was written. {words}\n{}", form(true)))
        }
        ApplyStatus::Refused | ApplyStatus::PartlyApplied | ApplyStatus::WouldPartlyApply => {
            let failed = failures(report);
            let faults = report.faults.iter().map(Part::of_fault);
            let mut parts: Vec<Part> = faults.chain(failed.iter().map(Part::of_block)).collect();
            let all = parts.len();
            parts.truncate(MOST_FAILURES);
            let frame = [summary(report, all) + &open(report), left_out(report) + &form_of(report)];
            Some(fitted(&frame, parts, all))
        }
        _ => None,
    }
}

/// The message within its bounds. Short excerpts are whole as long as that is possible.
fn fitted([before, after]: &[String; 2], mut parts: Vec<Part>, all: usize) -> String {
    refer(&mut parts);
    loop {
        let more = match all - parts.len() {
            0 => String::new(),
            more => format!("\n{more} more failed; correct these first.\n"),
        };
        let heads: Vec<String> =
            (0..parts.len()).map(|at| format!("\n{}", parts[at].head(at + 1, &parts[..at]))).collect();
        let fixed = before.len() + more.len() + after.len() + heads.iter().map(String::len).sum::<usize>();
        let sizes: Vec<usize> = parts.iter().map(|part| part.evidence(usize::MAX).len()).collect();
        let share = share(&sizes, MOST_BYTES.saturating_sub(fixed));
        let told = heads.iter().zip(&parts).map(|(head, part)| format!("{head}{}", part.evidence(share)));
        let out = format!("{before}{}{more}{after}", told.collect::<String>());
        if out.len() <= MOST_BYTES || parts.len() <= 1 {
            return out;
        }
        parts.pop();
    }
}

/// The most bytes that each of several texts can have, so that all of them have at most `room`.
fn share(sizes: &[usize], room: usize) -> usize {
    let mut sorted = sizes.to_vec();
    sorted.sort_unstable();
    let mut left = room;
    for (at, size) in sorted.iter().enumerate() {
        let each = left / (sorted.len() - at);
        if *size > each {
            return each;
        }
        left -= size;
    }
    usize::MAX
}

/// Shows lines of a file once, with the first failure that is about them.
fn refer(parts: &mut [Part]) {
    for at in 1..parts.len() {
        let (before, rest) = parts.split_at_mut(at);
        for (number, earlier) in before.iter_mut().enumerate() {
            rest[0].refer(number + 1, earlier);
        }
    }
}

/// The parts of the refused batch that are open still.
fn open(report: &ApplyReport<'_>) -> String {
    match report.open.as_slice() {
        [] => String::new(),
        open => format!("\nSend this too: {}.\n{}", words::not_corrected(open), open::shown(open)),
    }
}

/// The message about an answer that corrects none of these parts.
pub(in crate::cli) fn not_sent(parts: &[FailedPart]) -> String {
    let open: Vec<FailedPart> = parts.iter().filter(|part| !part.is_final).cloned().collect();
    if open.is_empty() {
        return format!("Nothing was written: {}.\n{}\n", words::not_corrected(parts), NOTHING_TO_SEND);
    }
    format!(
        "Nothing was written: {}.\nSend corrected blocks for all that failed.\n{}{}",
        words::not_corrected(&open),
        open::shown(&open),
        form(false)
    )
}

/// The summary: files that were written, and the number of blocks that must not be sent again.
fn summary(report: &ApplyReport<'_>, bad: usize) -> String {
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
        ApplyStatus::Refused if bad == 0 => format!("Nothing was written.{}\n", rest("is good")),
        ApplyStatus::PartlyApplied => {
            format!("{what} could not be applied.{}\n{}", rest("is written"), written(report))
        }
        _ => {
            format!("Nothing was written: {} could not be applied.{}\n", what.to_lowercase(), rest("is good"))
        }
    }
}

fn written(report: &ApplyReport<'_>) -> String {
    let files = super::shown(&report.files).map(|file| format!("    {}\n", super::file_line(file)));
    format!("Files that were written:\n{}", listed(files))
}

/// The lines of a list that there is room for.
fn listed(lines: impl Iterator<Item = String>) -> String {
    let (mut out, mut more) = (String::new(), 0);
    for line in lines {
        if more > 0 || out.len() + line.len() > MOST_LISTED { more += 1 } else { out += &line }
    }
    if more > 0 { format!("{out}    ({more} more)\n") } else { out }
}

/// Lines of the output of a command, in at most so many bytes.
pub(super) fn of_output(title: &str, lines: &[&[u8]], most: usize) -> String {
    Excerpt::of_reply(title, lines).within(lines.len(), most)
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
    let lines = listed(held.iter().map(line));
    format!(
        "\nThese blocks are good, but were not written with the rest of their file. Send them again, unchanged:\n{lines}"
    )
}

/// Form in which to send the correction: that of the replies, where it is one and can be written. Where a part of a
/// file was sent for the whole, blocks can say what is meant.
fn form_of(report: &ApplyReport<'_>) -> String {
    if is_part(report) {
        return form(true);
    }
    if report.is_final() {
        return format!("\n{NOTHING_TO_SEND}\n");
    }
    let new = report.sources[report.continued..].iter().map(|source| &source.reply);
    let mut formats = new.filter(|reply| !reply.has_no_edits()).map(|reply| reply.format);
    let first = formats.next().flatten().filter(|format| formats.all(|other| other == Some(*format)));
    let writer = first.filter(|format| !format.is_blocks()).and_then(|format| format.writers().first());
    let example = writer.map(made_up).unwrap_or_default();
    let Some(writer) = writer.filter(|_| !example.is_empty()) else { return form(false) };
    format!(
        "\nSend the corrected changes alone, in the form of the reply, which is that of this example. {}\n\n{}",
        words::search_of(writer),
        String::from_utf8_lossy(&example)
    )
}

/// Returns whether a text was refused since it may be a part of its file.
fn is_part(report: &ApplyReport<'_>) -> bool {
    let of_fault =
        |fault: &FaultReport| matches!(fault.fault.kind, FaultKind::Malformed(Malformed::MaybePart { .. }));
    let of_block =
        |block: &BlockReport| matches!(block.outcome, Outcome::Failed(Failure::Limit(Limit::Part { .. })));
    report.faults.iter().any(of_fault) || report.blocks.iter().any(of_block)
}

/// Form in which to send the correction.
pub(super) fn form(whole: bool) -> String {
    let block = BlockForm::BLOCK.join("\n");
    if whole {
        let rules = BlockForm::RULES.join("\n");
        return format!("\nSend each change in this form:\n\n{block}\n\n{rules}\n");
    }
    format!(
        "\nSend the corrected blocks alone, each in this form. Copy the lines to change from the file character by \
         character, and write out in full what takes their place:\n\n{block}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_texts_have_their_room_and_long_ones_share_the_rest() {
        assert_eq!(share(&[10, 20, 30], 60), usize::MAX);
        assert_eq!(share(&[10, 100, 100], 60), 25);
        assert_eq!(share(&[100], 60), 60);
        assert_eq!(share(&[], 60), usize::MAX);
    }

    #[test]
    fn a_long_list_is_counted_where_it_is_cut() {
        assert_eq!(listed(["a\n".to_owned()].into_iter()), "a\n");
        let all = listed((0..1000).map(|at| format!("{at:04}\n")));
        assert!(all.ends_with("0299\n    (700 more)\n"), "{all}");
    }
}
