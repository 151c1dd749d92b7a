//! Safety of tolerance: a block that quotes the file inexactly does what the exact block does, or nothing.
#![expect(clippy::disallowed_methods, reason = "the environment says whether all cases are run")]

mod fake;
mod full;
#[path = "tolerance/uneven.rs"]
mod uneven;

use std::cell::Cell;

use fake::{block, left, on_f, outcome, planned_to};
use git_sr::core::{
    locate::{LADDER, Tier},
    outcome::Outcome,
};
use proptest::{prelude::*, test_runner::TestRunner};

/// A line of the file: its level, its text, the blanks behind it and its ending.
#[derive(Clone, Debug)]
struct Line {
    level: usize,
    text: String,
    trail: &'static str,
    ending: &'static str,
}

/// The block's treatment of a line of SEARCH.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Keep,
    Remove,
    /// One word of it changes.
    Touch,
    /// A new line in front of it, on a level that this number chooses.
    Insert(usize),
}

/// Difference between the reply and the file.
#[derive(Clone, Debug)]
struct Damage {
    /// The indentation of one level, if it is not the file's.
    unit: Option<&'static str>,
    /// So many levels are missing; or this stands in front of each line.
    shift: Result<usize, &'static str>,
    trail: Option<Vec<&'static str>>,
    plain: bool,
    edges: (usize, usize),
    /// The lines of SEARCH, all kept, that `...` replaces.
    elided: Option<(usize, usize)>,
}

#[derive(Clone, Debug)]
struct Case {
    unit: &'static str,
    lines: Vec<Line>,
    bom: bool,
    from: usize,
    fates: Vec<Fate>,
    damage: Damage,
}

fn file() -> impl Strategy<Value = Vec<Line>> {
    let odd = prop::sample::select(vec![
        "", "“so”", "it’s", "a – b", "x\u{a0}y", "ﬁne", "wait…", "é", "e\u{301}", "（1）",
    ]);
    let trail = prop::sample::select(vec!["", "", " ", "\t "]);
    let ending = prop::sample::select(vec!["\n", "\n", "\r\n"]);
    let line = (0usize..4, odd, trail, ending, prop::bool::weighted(0.15));
    (prop::collection::vec(line, 2..14), any::<bool>()).prop_map(|(lines, open)| {
        let last = lines.len() - 1;
        let made = lines.into_iter().enumerate().map(|(at, (level, odd, trail, ending, blank))| {
            let blank = blank && at < last;
            Line {
                level: if blank { 0 } else { level },
                text: if blank {
                    String::new()
                } else {
                    format!("line {at} {odd} with its middle {odd} and end {at}")
                },
                trail,
                ending: if open && at == last { "" } else { ending },
            }
        });
        made.collect()
    })
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![4 => Just(Fate::Keep), 1 => Just(Fate::Remove), 2 => Just(Fate::Touch), 2 => (0usize..14).prop_map(Fate::Insert)]
}

fn damage() -> impl Strategy<Value = Damage> {
    let shift = prop_oneof![
        2 => Just(Ok(0)),
        1 => Just(Ok(1)),
        1 => prop::sample::select(vec![" ", "    ", "\t"]).prop_map(Err),
    ];
    let unit = prop::option::weighted(0.3, prop::sample::select(vec!["  ", "    ", "\t"]));
    let trail = prop::option::of(prop::collection::vec(prop::sample::select(vec!["", " ", "\t", "   "]), 14));
    let elided = prop::option::weighted(0.3, (1usize..12, 1usize..6));
    let edges = prop_oneof![3 => Just((0, 0)), 1 => (0usize..3, 0usize..3)];
    (unit, shift, trail, any::<bool>(), edges, elided).prop_map(
        |(unit, shift, trail, plain, edges, elided)| Damage { unit, shift, trail, plain, edges, elided },
    )
}

fn case() -> impl Strategy<Value = Case> {
    let unit = prop::sample::select(vec!["  ", "    ", "\t"]);
    (unit, file(), any::<bool>(), (0usize..14, 0usize..14), prop::collection::vec(fate(), 14), damage())
        .prop_map(|(unit, mut lines, bom, window, mut fates, mut damage)| {
            let last = lines.len() - 1;
            let (from, to) = (window.0.min(window.1).min(last), window.0.max(window.1).min(last));
            fates.truncate(to - from + 1);
            // Of a blank line that goes among others nobody can say which it was.
            let blank = |at: usize| lines[from + at].text.is_empty();
            (0..fates.len()).filter(|&at| blank(at)).for_each(|at| fates[at] = Fate::Keep);
            damage.elided = damage.elided.filter(|_| fates.len() > 2).map(|(first, count)| {
                let first = first.min(fates.len() - 2);
                (first, count.min(fates.len() - 1 - first))
            });
            // Lines left out stay, and are deeper than the line that begins the block.
            if let Some((first, count)) = damage.elided {
                damage.edges = (0, 0);
                fates[first..first + count].fill(Fate::Keep);
                let begins = lines[from].level;
                let out = lines[from + first..from + first + count].iter_mut();
                out.filter(|line| !line.text.is_empty()).for_each(|line| line.level = begins + 1);
            }
            Case { unit, lines, bom, from, fates, damage }
        })
}

/// Quotes, dashes and spaces as a keyboard has them, and compatible characters apart.
fn plain(text: &str) -> String {
    let pairs = [
        ("“", "\""),
        ("”", "\""),
        ("’", "'"),
        ("–", "-"),
        ("\u{a0}", " "),
        ("ﬁ", "fi"),
        ("…", "..."),
        ("（", "("),
        ("）", ")"),
        ("e\u{301}", "é"),
    ];
    pairs.iter().fold(text.to_owned(), |text, (odd, plain)| text.replace(odd, plain))
}

impl Case {
    fn file(&self) -> String {
        let line = |line: &Line| {
            format!("{}{}{}{}", self.unit.repeat(line.level), line.text, line.trail, line.ending)
        };
        let bom = if self.bom { "\u{feff}" } else { "" };
        format!("{bom}{}", self.lines.iter().map(line).collect::<String>())
    }

    fn window(&self) -> &[Line] {
        &self.lines[self.from..self.from + self.fates.len()]
    }

    /// The indentation of a level, as the reply has it.
    fn indent(&self, level: usize, damage: Option<&Damage>) -> String {
        let Some(damage) = damage else { return self.unit.repeat(level) };
        let unit = damage.unit.unwrap_or(self.unit);
        match damage.shift {
            Ok(missing) => unit.repeat(level - missing),
            Err(more) => format!("{more}{}", unit.repeat(level)),
        }
    }

    /// A line of SEARCH, and what becomes of it.
    fn quoted(&self, at: usize, damage: Option<&Damage>, touched: bool) -> String {
        let line = &self.window()[at];
        let whole = line.text.clone();
        let text = if touched { whole.replace("middle", "center") } else { whole };
        let text = if damage.is_some_and(|damage| damage.plain) { plain(&text) } else { text };
        let trail = damage.and_then(|damage| damage.trail.as_ref()).map(|trail| trail[at]);
        // The end of a changed line is the reply's, and blank lines stay equal to each other.
        let own = self.fates[at] == Fate::Touch || line.text.is_empty();
        let trail = trail.filter(|_| !own).unwrap_or(line.trail);
        let indent = if line.text.is_empty() { String::new() } else { self.indent(line.level, damage) };
        format!("{indent}{text}{trail}")
    }

    fn block(&self, damage: Option<&Damage>) -> String {
        let (mut search, mut replace) = (Vec::new(), Vec::new());
        let elided = damage.and_then(|damage| damage.elided);
        for (at, fate) in self.fates.iter().enumerate() {
            if let Some((first, count)) = elided
                && (first..first + count).contains(&at)
            {
                if at == first {
                    search.push("...".to_owned());
                    replace.push("...".to_owned());
                }
                continue;
            }
            search.push(self.quoted(at, damage, false));
            match fate {
                Fate::Remove => {}
                Fate::Keep => replace.push(self.quoted(at, damage, false)),
                Fate::Touch => replace.push(self.quoted(at, damage, true)),
                Fate::Insert(beside) => {
                    let level = self.new_level(*beside);
                    replace.push(format!("{}new “line” {at}", self.indent(level, damage)));
                    replace.push(self.quoted(at, damage, false));
                }
            }
        }
        let edges = damage.map_or((0, 0), |damage| damage.edges);
        let edged =
            |lines: Vec<String>| [vec![String::new(); edges.0], lines, vec![String::new(); edges.1]].concat();
        block("f.txt", &edged(search), &edged(replace))
    }

    /// The level of a new line. One that SEARCH does not show can be told for tabs, but not for steps of
    /// other widths.
    fn new_level(&self, chosen: usize) -> usize {
        let least = self.damage.shift.unwrap_or(0);
        let other_blanks = self.damage.unit.is_some_and(|unit| unit != "\t") && self.unit != "\t";
        if other_blanks { self.shown().next().unwrap_or(0) } else { least + chosen % 4 }
    }

    /// The levels that SEARCH shows.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let (first, count) = self.damage.elided.unwrap_or((0, 0));
        let shown =
            self.window().iter().enumerate().filter(move |(at, _)| !(first..first + count).contains(at));
        shown.filter(|(_, line)| !line.text.is_empty()).map(|(_, line)| line.level)
    }

    /// The least level of a line that is not blank.
    fn least(&self) -> usize {
        self.window().iter().filter(|line| !line.text.is_empty()).map(|line| line.level).min().unwrap_or(0)
    }

    /// Returns whether the block changes something, and this damage can be done to it.
    fn is_possible(&self) -> bool {
        let Damage { unit, shift, .. } = &self.damage;
        let one_mapping = unit.is_none() || *shift == Ok(0);
        let levels = shift.is_err() || shift.is_ok_and(|missing| self.least() >= missing);
        let touched = |(fate, line): (&Fate, &Line)| *fate != Fate::Keep && !line.text.is_empty();
        let seen = unit.is_none() || self.shown().any(|level| level > 0);
        one_mapping
            && levels
            && seen
            && self.fates.iter().zip(self.window()).any(touched)
            && self.fates.iter().any(|fate| *fate != Fate::Remove)
    }
}

#[test]
fn a_block_that_quotes_inexactly_does_what_the_exact_one_does_or_nothing() {
    let (exact, found, tiers) = (Cell::new(0), Cell::new(0), Cell::new([0; LADDER.len()]));
    let config = ProptestConfig {
        cases: 1500,
        max_local_rejects: 1 << 20,
        failure_persistence: None,
        ..Default::default()
    };
    let cases = case().prop_filter("possible", Case::is_possible);
    let result = TestRunner::new(config).run(&cases, |case| {
        let files = on_f(case.file());
        let plan = planned_to(Tier::Exact, &files, case.block(None).as_bytes());
        let Some(wanted) = left(&files, &plan) else { return Err(TestCaseError::fail(format!("{plan:?}"))) };
        exact.set(exact.get() + 1);
        let plan = planned_to(Tier::Partial, &files, case.block(Some(&case.damage)).as_bytes());
        if let Outcome::Applied(applied) = outcome(&plan) {
            found.set(found.get() + 1);
            let mut by = tiers.get();
            by[applied.tier.map_or(0, |tier| tier as usize)] += 1;
            tiers.set(by);
            let made = left(&files, &plan).expect("applied");
            prop_assert_eq!(
                made.get("f.txt").map(|made| String::from_utf8_lossy(made)),
                wanted.get("f.txt").map(|wanted| String::from_utf8_lossy(wanted))
            );
        }
        Ok(())
    });
    result.expect("the same bytes");
    // Where everything is refused nothing is shown.
    let tiers = tiers.get();
    assert!(found.get() * 10 > exact.get() * 8, "{found:?} of {exact:?}");
    assert!(tiers[..6].iter().all(|number| *number >= 20), "{tiers:?}");
}

proptest! {
    #[test]
    fn a_part_of_a_line_becomes_what_the_whole_line_would(
        before in "( |\t){0,3}([a-z]{1,6} \\+?= |return |if |[a-z]{1,6}\\(|go\\(x, |)",
        after in "(\\)|;|\\);|)(  # [a-z]{1,4}| \\{)?|\\)?, [a-z]{1,4}",
        ending in prop::sample::select(vec!["\n", "\r\n", ""]),
        rest in prop::collection::vec("[a-z]{1,5}", 0..4),
    ) {
        // This opens a text in Perl, and no part of a text is taken.
        prop_assume!(!before.ends_with("qq("));
        let (old, new) = ("run(first, second)", "go(second)");
        let above: String = rest.iter().map(|line| format!("{line}\r\n")).collect();
        let files = on_f(format!("{above}{before}{old}{after}{ending}"));
        let whole = |text: &str| vec![format!("{before}{text}{after}")];
        let exact = planned_to(Tier::Exact, &files, block("f.txt", &whole(old), &whole(new)).as_bytes());
        let wanted = left(&files, &exact).expect("one place");
        let plan = planned_to(Tier::Partial, &files, block("f.txt", &[old.to_owned()], &[new.to_owned()]).as_bytes());
        prop_assert_eq!(left(&files, &plan), Some(wanted), "{:?}", plan);
    }
}
