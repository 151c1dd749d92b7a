//! Place of a block in a file, and its change there.

use std::borrow::Cow;

use git_sr::core::{
    locate::{Tier, Unlaid},
    outcome::{Failure, Outcome},
    path::RepoPath,
    plan::{OneFile, Settings, Source, plan},
    reply::{Block, Edit, Extent, Hints, Operation, PathCandidate, Reply},
    splice::Splice,
    text::{BOM, Span, bodies, is_binary, is_blank},
};

use crate::{
    encode::{plain, policy},
    parts::parts,
};

/// Puts a change into a file. The parts: the name of the file, its text, SEARCH and REPLACE.
///
/// Where SEARCH is in the file exactly once, the result is what a naive search makes of it; whatever the tier,
/// only the splices change.
pub fn locate(input: &[u8]) {
    let [name, file, search, replace] = parts::<4>(input);
    let (Some(name), Some(file), Some(search)) = (name, file, search) else { return };
    let name = plain(name.trim_ascii()).or_else(|| plain(b"file")).expect("a path");
    let (search, replace) = (lines(search), lines(replace.unwrap_or_default()));
    let is_text = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok() && !is_binary(bytes);
    if lines_in(&search).all(is_blank) || ![file, &search, &replace].into_iter().all(is_text) {
        return;
    }
    let exact = places(file, &search);
    let (outcome, splices, new) = laid(&name, file, &search, &replace);
    assert_splices(file, &splices, &new);
    let tier = match &outcome {
        Outcome::Applied(applied) => applied.tier,
        outcome if is_seen_in_result(outcome) => None,
        _ => {
            assert_eq!(new, file, "changed though not applied: {outcome:?}");
            None
        }
    };
    match exact[..] {
        [] => assert!(tier != Some(Tier::Exact), "exact, but SEARCH is nowhere"),
        [place] => agrees(&outcome, file, place, &search, &replace, &new),
        [_, _, ..] => {
            let is_known = !matches!(outcome, Outcome::Applied(_));
            assert!(is_known, "applied, though SEARCH is there {} times", exact.len());
        }
    }
}

/// Returns whether a block is refused for the look of the new file, which the plan has then.
fn is_seen_in_result(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Failed(Failure::Dress { .. }))
}

/// A section is whole lines.
fn lines(section: &[u8]) -> Cow<'_, [u8]> {
    if section.is_empty() || section.ends_with(b"\n") {
        section.into()
    } else {
        [section, b"\n"].concat().into()
    }
}

/// The lines at which SEARCH is in the file as it is, but for line endings.
fn places(file: &[u8], search: &[u8]) -> Vec<usize> {
    let (text, search): (Vec<&[u8]>, Vec<&[u8]>) = (lines_in(file).collect(), lines_in(search).collect());
    text.windows(search.len()).enumerate().filter(|(_, lines)| *lines == search).map(|(at, _)| at).collect()
}

fn laid(path: &RepoPath, file: &[u8], search: &[u8], replace: &[u8]) -> (Outcome, Vec<Splice>, Vec<u8>) {
    const DIVIDER: &[u8] = b"=======\n";
    let block = Block {
        line: 1,
        span: Span { start: 0, end: 0 },
        head: 0,
        path: [PathCandidate::new(path.as_bstr().to_owned(), true)].into(),
        around: None,
        is_settled: true,
        is_new: false,
        correction: None,
        base: None,
        version: None,
        operation: Operation::Edit(Edit {
            body: [search, DIVIDER, replace].concat().into(),
            dividers: vec![Span { start: search.len(), end: search.len() + DIVIDER.len() }],
            indentation: Cow::Borrowed(b""),
            cleared: Vec::new(),
            hints: Hints { extent: Extent::Lines, ..Hints::default() },
            header: 0,
            lines: None,
        }),
    };
    let reply = Reply { blocks: vec![block], ..Reply::default() };
    let settings = Settings { keep_emptied: true, ..Settings::lifted(Tier::last()) };
    let policy = policy();
    let world = OneFile { path: path.clone(), bytes: file, id: None };
    let mut plan = plan(&[Source { name: "-".into(), reply }], &policy, &settings, &world);
    let outcome = plan.blocks.remove(0).outcome;
    assert!(plan.files.len() <= 1, "{plan:?}");
    let Some(planned) = plan.files.pop() else { return (outcome, Vec::new(), file.to_vec()) };
    assert_eq!(planned.edited.change.path, *path);
    let new = planned.edited.change.new.expect("the file stays");
    (outcome, planned.edited.splices, new.bytes.to_vec())
}

/// Asserts that splices are in order, and that every byte beside them is that of the file.
fn assert_splices(file: &[u8], splices: &[Splice], new: &[u8]) {
    let (mut from, mut at) = (0, 0);
    for Splice { old, new: inserted } in splices {
        assert!(from <= old.start && old.start <= old.end && old.end <= file.len(), "{splices:?}");
        let kept = &file[from..old.start];
        assert!(new[at..].starts_with(kept), "a byte in front of {old:?} changed");
        at += kept.len();
        assert!(new[at..].starts_with(inserted), "not what comes at {old:?}");
        (from, at) = (old.end, at + inserted.len());
    }
    assert_eq!(new[at..], file[from..], "a byte behind the last splice changed");
}

/// Asserts that a block whose SEARCH is there exactly once does what it says.
fn agrees(outcome: &Outcome, file: &[u8], place: usize, search: &[u8], replace: &[u8], new: &[u8]) {
    match outcome {
        Outcome::Applied(_) => {}
        // Some of it is seen in SEARCH and REPLACE alone.
        outcome if is_seen_in_result(outcome) && new == file => return,
        outcome if is_seen_in_result(outcome) => {}
        Outcome::NoOp => return assert!(lines_in(search).eq(lines_in(replace))),
        // The text around its place is what it would make.
        Outcome::AlreadyApplied | Outcome::Failed(Failure::Duplicate { .. }) => return,
        // The reply was typeset.
        Outcome::Failed(Failure::Blanks { .. }) => return,
        // Fences at the edge of REPLACE may be text, what it keeps may have lost its indentation, and a definition may
        // have been parted from its head.
        Outcome::Failed(Failure::NotFound {
            unlaid: Some(Unlaid::Frame | Unlaid::Outdented | Unlaid::Head { .. }),
            ..
        }) => return,
        other => panic!("SEARCH is there once: {other:?}"),
    }
    let count = lines_in(search).count();
    let mut wanted: Vec<&[u8]> = lines_in(file).collect();
    wanted.splice(place..place + count, lines_in(replace));
    // An empty last line without an ending is no line.
    if file.ends_with(b"\n") || wanted.last().is_none_or(|line| !line.is_empty()) {
        // With another ending behind them, the last `\r` of several may be a part of that.
        let bare = |line: &[u8]| {
            let end = line.iter().rposition(|sign| *sign != b'\r').map_or(0, |last| last + 1);
            line[..end].to_vec()
        };
        let text = if file.starts_with(BOM) { new.strip_prefix(BOM).unwrap_or(new) } else { new };
        let got: Vec<Vec<u8>> = bodies(text).map(bare).collect();
        assert_eq!(got, wanted.into_iter().map(bare).collect::<Vec<_>>(), "not what SEARCH and REPLACE say");
    }
    let start: usize = lines_of(file).take(place).map(<[u8]>::len).sum();
    assert!(new.starts_with(file[..start].trim_ascii_end()), "a line above the place changed");
    let end: usize = lines_of(file).take(place + count).map(<[u8]>::len).sum();
    assert!(new.ends_with(&file[end..]), "a line below the place changed");
}

/// The lines of a text without their endings. The mark in front of it is not the first line's.
fn lines_in(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    bodies(text.strip_prefix(BOM).unwrap_or(text))
}

fn lines_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n')
}
