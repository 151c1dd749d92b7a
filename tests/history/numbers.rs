//! Hunks on one of several equal parts of a file, with line numbers of an older version: nothing may change but the
//! part that was meant.

use crate::{
    place::{Place, said},
    random::Random,
};

const SEEDS: u64 = 24;

/// A part of a file: its name if it is one of the equal ones, and its lines.
type Part = (Option<usize>, Vec<String>);

const COPY: [&str; 5] =
    ["    {", "        let text = read();", "        send(text);", "        done();", "    }"];

fn lines(parts: &[Part]) -> Vec<String> {
    parts.iter().flat_map(|(_, lines)| lines.clone()).collect()
}

fn filler(count: usize, random: &mut Random) -> Part {
    (None, (0..count).map(|_| format!("    value({});", random.below(100_000))).collect())
}

/// The first line, from 0, of an equal part.
fn start(parts: &[Part], copy: usize) -> usize {
    let above = parts.iter().take_while(|(name, _)| *name != Some(copy));
    above.map(|(_, lines)| lines.len()).sum()
}

/// A version after this one: lines come in above an equal part, often as many as from one of these to another.
fn next(parts: &[Part], copies: usize, random: &mut Random) -> Vec<Part> {
    let [one, other] = [0; 2].map(|_| start(parts, random.below(copies)));
    let count = if random.chance(60) { one.abs_diff(other) } else { random.between(1, 9) };
    let mut parts = parts.to_vec();
    let at = random.below(parts.len());
    parts.insert(at, filler(count, random));
    parts
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The hunk that changes the third of five lines.
fn hunk(lines: &[String], first: usize, new: &str) -> String {
    let [a, b, old, c, d] = &lines[first..first + 5] else { unreachable!("five lines") };
    let number = first + 1;
    format!("@@ -{number},5 +{number},5 @@\n {a}\n {b}\n-{old}\n+{new}\n {c}\n {d}\n")
}

/// A file in up to 4 versions and a diff of one of them, which may have its id, applied to the last one; true if that
/// was made.
fn is_made(seed: u64, moves: bool, names: bool) -> bool {
    let mut random = Random::of("numbers", seed);
    let copies = random.between(2, 5);
    let mut parts = vec![filler(6, &mut random)];
    for copy in 0..copies {
        parts.push((Some(copy), COPY.map(str::to_owned).to_vec()));
        parts.push(filler(random.between(1, 6), &mut random));
    }
    parts.push(filler(5, &mut random));
    let mut versions = vec![parts];
    let place = Place::new(&[("a.rs", &text(&lines(&versions[0])))]);
    while moves && versions.len() < 4 {
        let parts = next(versions.last().expect("a version"), copies, &mut random);
        place.write("a.rs", &text(&lines(&parts)));
        place.git(&["commit", "-q", "-a", "--allow-empty", "-m", "next"]);
        versions.push(parts);
    }
    let meant = random.below(copies);
    let (at, last) = (random.below(versions.len()), versions.len() - 1);
    let (then, now) = (&versions[at], &versions[last]);
    let (old, mut new) = (lines(then), lines(now));
    let mut diff = "--- a/a.rs\n+++ b/a.rs\n".to_owned();
    if names {
        let id = place.git_says(&["rev-parse", "--short=9", &format!("HEAD~{}:a.rs", last - at)]);
        diff = format!("diff --git a/a.rs b/a.rs\nindex {}..000000000 100644\n{diff}", id.trim());
    }
    diff += &hunk(&old, start(then, meant), "        sent();");
    if random.chance(50) {
        diff += &hunk(&old, old.len() - 5, "    last();");
        let last = new.len() - 3;
        new[last] = "    last();".to_owned();
    }
    new[start(now, meant) + 2] = "        sent();".to_owned();
    let before = place.read("a.rs");
    let (_, err, code) = said(&place.run(&["apply", "--no-syntax"], &diff));
    let wanted = if code == Some(0) { text(&new) } else { before };
    assert_eq!(place.read("a.rs"), wanted, "seed {seed}\n{diff}\n{err}");
    code == Some(0)
}

#[test]
fn a_number_of_an_older_version_leads_to_the_place_that_it_was_or_to_none() {
    let made = (0..SEEDS).filter(|seed| is_made(*seed, true, false)).count();
    assert!(made * 3 >= SEEDS as usize, "{made} of {SEEDS}");
}

#[test]
fn a_number_chooses_where_nothing_moved() {
    assert!((0..SEEDS / 4).all(|seed| is_made(seed, false, false)));
}

#[test]
fn a_number_counts_in_the_version_that_the_diff_names() {
    assert!((0..SEEDS / 2).all(|seed| is_made(seed, true, true)));
}
