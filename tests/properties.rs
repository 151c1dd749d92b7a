//! Properties of every reply and every file. The judges are naive programs written straight from the rules,
//! and git.
#![expect(clippy::disallowed_methods, reason = "the judge is git, which needs files")]

mod fake;
mod full;
mod sandbox;

use fake::{Files, block, left, on_f, outcome, planned};
use git_sr::core::{
    change::{Change, Version},
    diff::{Diff, file_diff},
    locate::{LADDER, Tier, Unlaid},
    outcome::{Applied, Failure, Outcome},
    path::RepoPath,
    plan::{Plan, Planned},
    splice::{Splice, apply},
    text::Span,
};
use proptest::{prelude::*, test_runner::TestRunner};

/// A line of a file: its body and its ending.
type Line = (String, &'static str);

/// A block's treatment of a line of SEARCH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Keep,
    Remove,
    /// So many new lines come in its place.
    Change(usize),
    /// So many new lines come in front of it.
    Insert(usize),
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        3 => Just(Fate::Keep),
        1 => Just(Fate::Remove),
        1 => (1usize..4).prop_map(Fate::Change),
        1 => (1usize..3).prop_map(Fate::Insert),
    ]
}

/// Lines that all differ, however they are indented, with endings of both kinds; the last may have none.
fn file() -> impl Strategy<Value = Vec<Line>> {
    let line = ("[ \t]{0,3}", "[ \t]{0,2}", prop_oneof![Just("\n"), Just("\r\n")], "|é|\u{1f600}|a\rb");
    (prop::collection::vec(line, 1..14), any::<bool>()).prop_map(|(lines, open)| {
        let number = lines.len();
        let made = lines.into_iter().enumerate().map(|(at, (indent, trail, ending, odd))| {
            let ending = if open && at + 1 == number { "" } else { ending };
            (format!("{indent}a line of its own {odd}{at}{trail}"), ending)
        });
        made.collect()
    })
}

fn joined(lines: &[Line]) -> String {
    lines.iter().map(|(body, ending)| format!("{body}{ending}")).collect()
}

/// REPLACE for lines of SEARCH: what is kept and what is new. `name` tells the new lines of different blocks
/// apart.
fn replacement(search: &[String], fates: &[Fate], name: &str) -> Vec<String> {
    let fresh = |at: usize, count: usize| (0..count).map(move |number| format!("new {name} {at} {number}"));
    let mut replace = Vec::new();
    for (at, line) in search.iter().enumerate() {
        match fates[at] {
            Fate::Keep => replace.push(line.clone()),
            Fate::Remove => {}
            Fate::Change(count) => replace.extend(fresh(at, count)),
            Fate::Insert(count) => replace.extend(fresh(at, count).chain([line.clone()])),
        }
    }
    replace
}

/// The file with these fates done to its lines, by the rules for endings alone.
fn edited(lines: &[Line], fates: &[Fate]) -> String {
    let open = lines.last().is_some_and(|(_, ending)| ending.is_empty());
    let mut made: Vec<Line> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if fates[at] == Fate::Keep {
            made.push(lines[at].clone());
            at += 1;
            continue;
        }
        // A run of changes: lines that go, and new lines, up to the first line that stays.
        let (mut gone, mut come) = (Vec::new(), Vec::new());
        let first = at;
        loop {
            let fresh = |count: usize| (0..count).map(move |number| format!("new x {at} {number}"));
            match fates.get(at).filter(|_| at < lines.len()) {
                Some(Fate::Remove) => gone.push(lines[at].1),
                Some(Fate::Change(count)) => {
                    gone.push(lines[at].1);
                    come.extend(fresh(*count));
                }
                Some(Fate::Insert(count)) => {
                    come.extend(fresh(*count));
                    break;
                }
                Some(Fate::Keep) | None => break,
            }
            at += 1;
        }
        let before = lines[..first].iter().rev().map(|line| line.1).find(|ending| !ending.is_empty());
        let after = lines.get(at).map(|line| line.1).filter(|ending| !ending.is_empty());
        let mut last = before.or(None);
        for (number, body) in come.into_iter().enumerate() {
            let replaced = gone.get(number).copied().filter(|ending| !ending.is_empty());
            last = replaced.or(last).or(after);
            made.push((body, last.unwrap_or("\n")));
        }
        if let Some(Fate::Insert(_)) = fates.get(at) {
            made.push(lines[at].clone());
            at += 1;
        }
    }
    if let Some(last) = made.last_mut() {
        let kind = if last.1.is_empty() { "\n" } else { last.1 };
        last.1 = if open { "" } else { kind };
    }
    joined(&made)
}

fn is_refused_for_indentation(plan: &Plan) -> bool {
    let refused = |outcome: &Outcome| {
        matches!(
            outcome,
            Outcome::Failed(Failure::NotFound {
                unlaid: Some(Unlaid::Indentation { .. } | Unlaid::Shifted),
                ..
            })
        )
    };
    plan.blocks.iter().any(|block| refused(&block.outcome))
}

fn changes(fates: &[Fate]) -> bool {
    fates.iter().any(|fate| *fate != Fate::Keep)
}

proptest! {
    #[test]
    fn no_byte_moves_but_those_of_changed_lines(
        lines in file(),
        fates in prop::collection::vec(fate(), 14),
        window in (0usize..14, 0usize..14),
        bom: bool,
        trail in "[ \t]{0,2}",
        shift in "|  |\t",
        edges in (0usize..3, 0usize..3),
    ) {
        let (from, to) = (window.0.min(window.1).min(lines.len() - 1), window.0.max(window.1).min(lines.len() - 1));
        let mut all = vec![Fate::Keep; lines.len()];
        all[from..=to].copy_from_slice(&fates[from..=to]);
        if !changes(&all) {
            return Ok(());
        }
        // The reply quotes the lines with other blanks at their ends, deeper, and between blank lines.
        let quoted: Vec<String> = lines.iter().map(|(body, _)| format!("{shift}{}{trail}", body.trim_end())).collect();
        let name = "x".to_owned();
        let replace: Vec<String> = replacement(&quoted, &all, &name)[from..]
            .iter()
            .map(|line| if line.starts_with("new") { format!("{shift}{line}") } else { line.clone() })
            .collect();
        let kept_behind = lines.len() - 1 - to;
        let blank = |count: usize| vec![String::new(); count];
        let search = [blank(edges.0), quoted[from..=to].to_vec(), blank(edges.1)].concat();
        let replace = [blank(edges.0), replace[..replace.len() - kept_behind].to_vec(), blank(edges.1)].concat();
        let text = |body: String| format!("{}{body}", if bom { "\u{feff}" } else { "" });
        let files = on_f(text(joined(&lines)));
        let plan = planned(&files, block("f.txt", &search, &replace).as_bytes());
        let after = left(&files, &plan);
        let wanted = text(edited(&lines, &all));
        match after {
            // A whole file that goes leaves no file.
            Some(after) if !after.contains_key("f.txt") => prop_assert!(all.iter().all(|fate| *fate == Fate::Remove)),
            Some(after) => prop_assert_eq!(String::from_utf8_lossy(&after["f.txt"]), wanted),
            // A block that is indented otherwise than the file may be refused for that.
            // So may one whose new lines are next to a blank edge that the file does not have.
            None => {
                let is_edge = matches!(
                    outcome(&plan),
                    Outcome::Failed(Failure::NotFound { unlaid: Some(Unlaid::Edge), .. })
                );
                let is_allowed = edges != (0, 0) && is_edge || !shift.is_empty() && is_refused_for_indentation(&plan);
                prop_assert!(is_allowed, "{:?}", plan);
            }
        }
    }

    #[test]
    fn a_splice_touches_its_span_only(old: Vec<u8>, cuts in prop::collection::vec(any::<prop::sample::Index>(), 2..7), new: Vec<u8>) {
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(old.len() + 1)).collect();
        cuts.sort_unstable();
        let splices: Vec<Splice> = cuts
            .chunks_exact(2)
            .map(|cut| Splice { old: Span { start: cut[0], end: cut[1] }, new: new.clone() })
            .collect();
        let mut wanted = old.clone();
        for splice in splices.iter().rev() {
            wanted.splice(splice.old.range(), splice.new.iter().copied());
        }
        prop_assert_eq!(&apply(&old, &splices), &wanted);
        let one: Vec<Splice> = Splice::between(&old, &wanted).into_iter().collect();
        prop_assert_eq!(apply(&old, &one), wanted);
    }

    #[test]
    fn the_order_of_independent_blocks_does_not_matter(
        lines in file(),
        fates in prop::collection::vec(fate(), 14),
        reach in prop::collection::vec((0usize..3, 0usize..3), 14),
        order in Just((0..14).collect::<Vec<usize>>()).prop_shuffle(),
    ) {
        // Each block changes one line and quotes some around it. Changes of neighbours would touch.
        let blocks: Vec<String> = (0..lines.len())
            .step_by(2)
            .filter(|&at| fates[at] != Fate::Keep)
            .map(|at| {
                let (from, to) = (at.saturating_sub(reach[at].0), (at + reach[at].1).min(lines.len() - 1));
                let search: Vec<String> = lines[from..=to].iter().map(|line| line.0.clone()).collect();
                let fates: Vec<Fate> = (from..=to).map(|line| if line == at { fates[at] } else { Fate::Keep }).collect();
                block("f.txt", &search, &replacement(&search, &fates, &at.to_string()))
            })
            .collect();
        let files = on_f(joined(&lines));
        let in_order = left(&files, &planned(&files, blocks.concat().as_bytes()));
        let shuffled: String = order.iter().filter_map(|&at| blocks.get(at).cloned()).collect();
        prop_assert!(in_order.is_some() || lines.len() < 3);
        prop_assert_eq!(in_order, left(&files, &planned(&files, shuffled.as_bytes())));
    }

    #[test]
    fn applying_twice_changes_nothing_more(
        lines in file(),
        fates in prop::collection::vec(fate(), 14),
        window in (0usize..14, 0usize..14),
        twice in prop::option::of(0usize..20),
        blank_edges in (0usize..2, 0usize..2),
        shift in "| ",
    ) {
        let (from, to) = (window.0.min(window.1).min(lines.len() - 1), window.0.max(window.1).min(lines.len() - 1));
        let search: Vec<String> = lines[from..=to].iter().map(|line| format!("{shift}{}", line.0)).collect();
        let mut replace = replacement(&search, &fates, "x");
        if let Some(at) = twice.filter(|&at| at < replace.len()) {
            replace.insert(at, replace[at].clone());
        }
        let edged = |lines: Vec<String>| [vec![String::new(); blank_edges.0], lines, vec![String::new(); blank_edges.1]].concat();
        let reply = block("f.txt", &edged(search), &edged(replace));
        let files = on_f(joined(&lines));
        if let Some(once) = left(&files, &planned(&files, reply.as_bytes())) {
            let again = left(&once, &planned(&once, reply.as_bytes()));
            prop_assert!(again.is_none_or(|again| again == once));
        }
    }

    #[test]
    fn an_exact_block_is_a_replacement_of_bytes(
        text in prop::collection::vec("[ab ]{0,3}", 1..10),
        window in (any::<prop::sample::Index>(), 1usize..4),
        replace in prop::collection::vec("[abx ]{0,3}", 0..5),
    ) {
        let from = window.0.index(text.len());
        let search = &text[from..(from + window.1).min(text.len())];
        let places = text.windows(search.len()).filter(|lines| *lines == search).count();
        if places > 1 || search.iter().all(|line| line.trim().is_empty()) {
            return Ok(());
        }
        let lines = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let files = on_f(lines(&text));
        let plan = planned(&files, block("f.txt", search, &replace).as_bytes());
        let Some(after) = left(&files, &plan) else {
            // Lines that say little prove nothing where they are next to the place already.
            prop_assert!(matches!(outcome(&plan), Outcome::Failed(Failure::Duplicate { .. })), "{plan:?}");
            return Ok(());
        };
        match outcome(&plan) {
            Outcome::NoOp => prop_assert_eq!(search, &replace[..]),
            Outcome::AlreadyApplied => {
                prop_assert!(text.windows(replace.len().max(1)).any(|stands| *stands == replace[..]));
            }
            _ => {
                // At a line: a part of one may be found before it.
                let at = lines(&text[..from]).len();
                let whole = lines(&text);
                let wanted = format!("{}{}", &whole[..at], whole[at..].replacen(&lines(search), &lines(&replace), 1));
                let made = after.get("f.txt").map(|made| String::from_utf8_lossy(made).into_owned());
                let removed = wanted.trim().is_empty() && made.is_none();
                prop_assert!(removed || made == Some(wanted));
            }
        }
    }
}

/// Returns whether two windows are equal but for one mapping of their indentation, by definition.
fn one_mapping(file: &[String], wanted: &[String]) -> bool {
    let white = |line: &String| line[..line.len() - line.trim_start().len()].to_owned();
    let same = file.iter().zip(wanted).all(|(file, wanted)| file.trim() == wanted.trim());
    let pairs: Vec<(String, String)> = file
        .iter()
        .zip(wanted)
        .filter(|(_, wanted)| !wanted.trim().is_empty())
        .map(|(file, wanted)| (white(file), white(wanted)))
        .collect();
    let shifts = (1..8).flat_map(|count| [" ".repeat(count), "\t".repeat(count)]);
    let shifted = shifts.into_iter().any(|by| {
        pairs.iter().all(|(file, wanted)| *file == format!("{by}{wanted}"))
            || pairs.iter().all(|(file, wanted)| *wanted == format!("{by}{file}"))
    });
    let tabs = |tabbed: &str, blank: &str, width: usize| {
        tabbed.chars().all(|char| char == '\t') && blank == " ".repeat(width * tabbed.len())
    };
    let wide = |white: &str, width: usize| {
        let whole = white.chars().all(|char| char == ' ') && white.len().is_multiple_of(width);
        whole.then_some(white.len() / width)
    };
    let steps = (2..=8).any(|there| {
        (2..=8).filter(|here| *here != there).any(|here| {
            pairs.iter().all(|(file, wanted)| {
                wide(file, there).is_some_and(|level| wide(wanted, here) == Some(level))
            })
        })
    });
    let some = pairs.iter().any(|(file, _)| !file.is_empty());
    let widths = (2..=8).any(|width| {
        pairs.iter().all(|(file, wanted)| tabs(file, wanted, width))
            || pairs.iter().all(|(file, wanted)| tabs(wanted, file, width))
    });
    same && (shifted || some && (widths || steps))
}

/// The places at which the lines of SEARCH with content are, but for white space in them and blank lines
/// between them.
fn loose_places(text: &[String], search: &[String]) -> usize {
    let filled = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let (text, search) = (filled(text), filled(search));
    text.windows(search.len()).filter(|window| *window == search).count()
}

/// Returns whether a tier decided by its loose rung, where `by` is the tier that would have decided without
/// those.
fn is_loose(tier: Tier, by: Option<Tier>) -> bool {
    matches!(tier, Tier::Indent | Tier::Context) && by != Some(tier)
}

/// The places of SEARCH by one tier, by definition.
fn places(tier: Tier, text: &[String], search: &[String]) -> Vec<usize> {
    let fits = |file: &[String]| {
        let trimmed = file.iter().zip(search).all(|(file, wanted)| file.trim_end() == wanted.trim_end());
        match tier {
            Tier::Exact => file == search,
            Tier::Trailing => trimmed,
            // These texts are ASCII, in which folding finds nothing new, and have no dots and no two words in
            // a line.
            Tier::Indent | Tier::Unicode | Tier::Blank => trimmed || one_mapping(file, search),
            Tier::Elided | Tier::History | Tier::Context | Tier::Partial => false,
        }
    };
    text.windows(search.len()).enumerate().filter(|(_, file)| fits(file)).map(|(at, _)| at).collect()
}

/// A SEARCH section for a text: some of its lines, with other white space.
fn near(text: Vec<String>) -> impl Strategy<Value = (Vec<String>, Vec<String>)> {
    let white = prop::collection::vec("[ \t]?", 4);
    let by = prop::sample::select(vec!["", "", " ", "\t", "   "]);
    (Just(text.clone()), 0..text.len(), 1usize..5, by, white, 0usize..5).prop_map(
        |(text, from, length, by, white, how)| {
            let to = (from + length).min(text.len());
            let mut search: Vec<String> = text[from..to].to_vec();
            for (line, white) in search.iter_mut().zip(white) {
                *line = match how {
                    0 => line.clone(),
                    1 => format!("{}{white}", line.trim_end()),
                    2 => format!("{by}{line}"),
                    3 => format!("{}{line}", " ".repeat(white.len())),
                    _ => line.replace('\t', "  "),
                };
            }
            (text, search)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if full::full() { 20_000 } else { 1024 }))]
    #[test]
    fn the_ladder_agrees_with_its_definition(
        (text, core) in prop_oneof![
            prop::collection::vec("[ \t]{0,2}[ab]?[ \t]?", 1..9),
            prop::collection::vec(" {0,3}[ab]?", 3..9),
        ].prop_flat_map(near).prop_filter("blank edges", |(_, core)| {
            [core.first(), core.last()].iter().all(|line| line.is_some_and(|line| !line.trim().is_empty()))
        }),
        edges in (0usize..3, 0usize..3),
        free_form: bool,
    ) {
        let blank = |line: &&String| line.trim().is_empty();
        let name = if free_form { "f.rs" } else { "f.txt" };
        // The block takes the lines between the blank edges away, so that nothing has to be written.
        let edge = |count: usize| vec![String::new(); count];
        let search = [edge(edges.0), core.clone(), edge(edges.1)].concat();
        let body: String = text.iter().map(|line| format!("{line}\n")).collect();
        let files: Files = [(name.to_owned(), body.into_bytes())].into();
        let plan = planned(&files, block(name, &search, &edge(edges.0 + edges.1)).as_bytes());

        let telling = core.iter().filter(|line| !blank(line)).count() >= 2;
        let found = LADDER.iter().filter(|rung| !rung.needs.telling || telling).find_map(|rung| {
            let tier = rung.tier;
            let wanted = if tier == Tier::Blank { &core } else { &search };
            let found = match rung.name {
                "uneven" | "loose" | "already" => Vec::new(),
                _ => places(tier, &text, wanted),
            };
            (!found.is_empty()).then_some((tier, found, wanted.len()))
        });
        // Places where the change cannot be laid are still places.
        let strange = [edge(edges.0), vec!["\t \tx".to_owned()], edge(edges.1)].concat();
        let written = planned(&files, block(name, &search, &strange).as_bytes());
        if let Some((by, several, _)) = found.as_ref().filter(|(_, found, _)| found.len() > 1) {
            let Outcome::Failed(Failure::Ambiguous { tier, lines, .. }) = outcome(&written) else {
                return Err(TestCaseError::fail(format!("{:?} but {several:?}", outcome(&written))));
            };
            if tier == by {
                prop_assert_eq!(lines, several);
            } else {
                prop_assert!(is_loose(*tier, Some(*by)) && loose_places(&text, &core) > 1);
            }
        }
        let by = found.as_ref().map(|(by, ..)| *by);
        let without = |by: Tier, at: usize| {
            let first = at + if by == Tier::Blank { 0 } else { edges.0 };
            let mut left = text.clone();
            left.drain(first..first + core.len());
            left
        };
        let is_one = |by: Tier, found: &[usize]| {
            found.windows(2).all(|pair| without(by, pair[0]) == without(by, pair[1]))
        };
        match (outcome(&plan), found) {
            // A place that reads so is the only one, and those lines go.
            (Outcome::Applied(Applied { tier: Some(tier), .. }), _) if is_loose(*tier, by) => {
                prop_assert_eq!(loose_places(&text, &core), 1);
                let after = left(&files, &plan).expect("applied");
                let count = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
                let rest = after.get(name).map_or(0, |after| count(&String::from_utf8_lossy(after)));
                prop_assert_eq!(rest + count(&core.join("\n")), count(&text.join("\n")));
            }
            (Outcome::Failed(Failure::Ambiguous { tier, .. }), _) if is_loose(*tier, by) => {
                prop_assert!(loose_places(&text, &core) > 1);
            }
            (Outcome::Failed(Failure::NotFound { .. }), None) => {}
            // Its mapping may say nothing: then all places count that have the lines with any indentation.
            (Outcome::Failed(Failure::Ambiguous { tier: Tier::Indent, .. }), Some((Tier::Indent, found, _)))
                if found.len() == 1 =>
            {
                prop_assert!(loose_places(&text, &core) > 1);
            }
            (Outcome::Failed(Failure::Ambiguous { tier, lines, .. }), Some((by, found, _))) => {
                prop_assert!(!is_one(by, &found));
                prop_assert_eq!((*tier, lines), (by, &found));
            }
            (Outcome::Applied(applied), Some((by, found, length))) => {
                let before = found[0]..found[0] + length;
                prop_assert_eq!(applied, &Applied { tier: Some(by), before: Some(before) });
                prop_assert!(is_one(by, &found));
                let wanted: String = without(by, found[0]).iter().map(|line| format!("{line}\n")).collect();
                let after = left(&files, &plan).expect("applied");
                let removed = !after.contains_key(name) && wanted.trim().is_empty();
                prop_assert!(removed || after[name] == wanted.as_bytes());
            }
            (outcome, found) => prop_assert!(false, "{:?} but {:?}", outcome, found),
        }
    }
}

/// Lines that replies are made of.
fn reply() -> impl Strategy<Value = String> {
    let frame = prop::sample::select(vec![
        "a.txt", "d/b.txt", "new.txt", "b.txt", "d", "d/new/c.txt", "a.txt/x", "```", "<<<<<<< SEARCH",
        "=======", ">>>>>>> REPLACE", "<<<<<<< DELETE", "<<<<<<< RENAME", ">>>>>>> DELETE", ">>>>>>> RENAME",
        "", "a", "b", "  a",
    ]);
    let section = || prop::collection::vec("[ \t]{0,2}[abc]?[ \t]?", 0..4);
    let path =
        || prop::sample::select(vec!["a.txt", "d/b.txt", "new.txt", "b.txt", "d", "d/new/c.txt", "a.txt/x"]);
    let part = prop_oneof![
        8 => (path(), section(), section()).prop_map(|(path, search, replace)| block(path, &search, &replace)),
        1 => path().prop_map(|path| format!("{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n\n")),
        1 => (path(), path()).prop_map(|(path, to)| format!("{path}\n<<<<<<< RENAME\n{to}\n>>>>>>> RENAME\n\n")),
        1 => frame.prop_map(|line| format!("{line}\n")),
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

fn files() -> impl Strategy<Value = Files> {
    let text = || "(\u{feff})?([ \t]{0,2}[abc]?[ \t]?\r?\n){0,6}[ab]{0,2}".prop_map(String::into_bytes);
    (text(), text(), prop::option::of(any::<Vec<u8>>())).prop_map(|(a, b, odd)| {
        let odd = odd.map(|odd| ("new.txt".to_owned(), odd));
        [("a.txt".to_owned(), a), ("d/b.txt".to_owned(), b)].into_iter().chain(odd).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if full::full() { 20_000 } else { 1024 }))]
    #[test]
    fn every_reply_has_a_sound_plan(files in files(), reply in reply()) {
        let plan = planned(&files, reply.as_bytes());
        prop_assert!(plan.files.is_sorted_by_key(|file| &file.edited.change.path));
        for report in &plan.blocks {
            if let Some(after) = &report.after {
                prop_assert!(after.start <= after.end);
            }
        }
        if let Some(after) = left(&files, &plan) {
            // No file is where another needs a folder.
            let folder_of = |file: &String, other: &String| other.strip_prefix(file.as_str()).is_some_and(|rest| rest.starts_with('/'));
            prop_assert!(!after.keys().any(|file| after.keys().any(|other| folder_of(file, other))));
        }
    }

    #[test]
    fn random_bytes_have_a_plan(reply: Vec<u8>, file: Vec<u8>, search: Vec<u8>, replace: Vec<u8>) {
        planned(&on_f(file.clone()), &reply);
        let frame = [&b"f.txt\n<<<<<<< SEARCH\n"[..], &search, b"\n=======\n", &replace, b"\n>>>>>>> REPLACE\n"].concat();
        let files = on_f(file);
        left(&files, &planned(&files, &frame));
    }
}

/// The diff of a plan, each renamed file once.
fn diff(files: &Files, planned: &[Planned]) -> Vec<u8> {
    let moved: Vec<&RepoPath> = planned.iter().filter_map(|file| file.edited.change.from.as_ref()).collect();
    let shown = planned.iter().filter(|file| !moved.contains(&&file.edited.change.path));
    let one = |file: &Planned| {
        let Change { path, new, from, .. } = &file.edited.change;
        let old = files.get(&from.as_ref().unwrap_or(path).as_bstr().to_string()).cloned();
        let before = old.clone().map(|bytes| Version { bytes: bytes.into(), mode: None });
        let old = old.unwrap_or_default();
        let new = new.as_ref().map(|new| new.bytes.to_vec()).unwrap_or_default();
        file_diff(&file.edited.change, before.as_ref(), &Diff::new(old, new))
    };
    shown.flat_map(one).collect()
}

#[test]
fn git_makes_the_same_bytes_of_the_diff() {
    sandbox::sandboxed("git_makes_the_same_bytes_of_the_diff", |sandbox| {
        let root = sandbox.init("work", &[]);
        let clear = || {
            for entry in
                std::fs::read_dir(&root).expect("a folder").map(|entry| entry.expect("an entry").path())
            {
                match entry.file_name().is_some_and(|name| name == ".git") {
                    true => {}
                    false if entry.is_dir() => std::fs::remove_dir_all(entry).expect("to remove"),
                    false => std::fs::remove_file(entry).expect("to remove"),
                }
            }
        };
        let changing = (files(), reply()).prop_filter_map("changes nothing", |(files, reply)| {
            let plan = planned(&files, reply.as_bytes());
            left(&files, &plan).filter(|after| *after != files).map(|after| (files, after, plan))
        });
        let config = ProptestConfig {
            cases: 64,
            max_local_rejects: 1 << 20,
            failure_persistence: None,
            ..Default::default()
        };
        let result = TestRunner::new(config).run(&changing, |(files, after, plan)| {
            clear();
            for (path, bytes) in &files {
                sandbox.write(root.join(path), bytes);
            }
            let diff = diff(&files, &plan.files);
            sandbox.write("diff", &diff);
            let output = sandbox.try_git(&root, &["apply", "--whitespace=nowarn", "../diff"]);
            prop_assert!(
                output.status.success(),
                "{}{}",
                String::from_utf8_lossy(&output.stderr),
                String::from_utf8_lossy(&diff)
            );
            for path in files.keys().chain(after.keys()) {
                let stands = std::fs::read(root.join(path)).ok();
                prop_assert_eq!(stands.as_ref(), after.get(path), "{}", path);
            }
            Ok(())
        });
        result.expect("git agrees");
    });
}

/// Parts of which names are made that some system takes for another one.
fn pathlike() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        prop::sample::select(vec![
            ".git", ".GiT", "git~1", "/", ".", "..", " ", ":x", "::$DATA", "~", "-", "\"", "*", "hooks",
            "modules"
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        "[a-z]{1,3}",
    ];
    prop::collection::vec(part, 1..8).prop_map(|parts| parts.concat())
}

#[test]
fn git_takes_every_path_that_is_accepted_though_it_protects_all_systems() {
    const NAME: &str = "git_takes_every_path_that_is_accepted_though_it_protects_all_systems";
    sandbox::sandboxed(NAME, |sandbox| {
        let root = sandbox.init("work", &[]);
        let takes = |paths: &[String]| {
            let lines =
                paths.iter().map(|path| format!("100644 e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\t{path}\0"));
            sandbox.write("lines", lines.collect::<String>());
            let script =
                "git -c core.protectHFS=true -c core.protectNTFS=true update-index -z --index-info <../lines";
            let output = std::process::Command::new("sh").args(["-c", script]).current_dir(&root).output();
            let output = output.expect("sh");
            // What it ignores, it says.
            let is_good = output.status.success() && output.stderr.is_empty();
            if is_good { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
        };
        for path in ["x/.git", "git~1/x", "a/../b", ".g\u{200c}it"] {
            takes(&[path.to_owned()]).expect_err(path);
        }
        let accepted = |paths: Vec<String>| -> Vec<String> {
            paths.into_iter().filter(|path| RepoPath::new(path.as_bytes()).is_ok()).collect()
        };
        let config = ProptestConfig {
            cases: if full::full() { 512 } else { 16 },
            failure_persistence: None,
            ..Default::default()
        };
        let paths = prop::collection::vec(pathlike(), 2000).prop_map(accepted);
        let result = TestRunner::new(config).run(&paths, |paths| {
            prop_assert!(paths.len() > 100);
            takes(&paths).map_err(TestCaseError::fail)
        });
        result.expect("git takes them");
    });
}
