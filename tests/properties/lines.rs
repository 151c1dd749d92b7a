//! Blocks that keep, remove, change and insert lines of a file, whatever their endings.

use git_sr::core::{
    locate::Unlaid,
    outcome::{Failure, Outcome},
    plan::Plan,
};
use proptest::prelude::*;

use crate::fake::{block, left, on_f, outcome, planned};

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
}
