//! The rungs of the ladder, by their definition: the places of SEARCH in small texts.

use git_sr::core::{
    locate::{LADDER, Tier},
    outcome::{Applied, Failure, Outcome},
};
use proptest::prelude::*;

use crate::{
    fake::{Files, block, left, outcome, planned},
    full,
};

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
    let is_margin = |pair: &&(String, String)| pair.0.is_empty() && pair.1.is_empty();
    // Between lines that the file has less deep, one at the margin of both texts says nothing.
    let is_inner = !pairs.first().is_some_and(|pair| is_margin(&pair))
        && !pairs.last().is_some_and(|pair| is_margin(&pair));
    let mut shifts = (1..8).flat_map(|count| [" ".repeat(count), "\t".repeat(count)]);
    let shifted = shifts.any(|by| {
        let mut told = pairs.iter().filter(|pair| !is_inner || !is_margin(pair));
        pairs.iter().all(|(file, wanted)| *file == format!("{by}{wanted}"))
            || told.all(|(file, wanted)| *wanted == format!("{by}{file}"))
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
