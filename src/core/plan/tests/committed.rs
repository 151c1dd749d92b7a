//! Changes that a commit made, and what came of them since.

use proptest::prelude::*;

use super::{
    past::{ID, Past},
    *,
};
use crate::core::outcome::Origin;

/// The plan of blocks on the last of some texts, which were committed in this order.
fn plan_after(commits: &[&str], blocks: &[(&str, &str)]) -> (Fake, Plan) {
    let (now, _) = commits.split_last().expect("a text");
    let world = Fake { past: Past::of_commits(commits), ..Fake::new(&[("f.txt", now)]) };
    let plan = planned_with(&world, &settings(), &on_f(blocks));
    (world, plan)
}

fn outcome_after(commits: &[&str], search: &str, replace: &str) -> &'static str {
    outcomes(&plan_after(commits, &[(search, replace)]).1)[0]
}

#[test]
fn a_line_that_a_commit_added_is_there_whatever_came_between() {
    let [before, made] = ["mod judge;\nmod probe;\n", "mod judge;\nmod pipeline;\nmod probe;\n"];
    let between = "mod judge;\nmod organ;\nmod pipeline;\nmod probe;\n";
    let block = ("mod judge;\n", "mod judge;\nmod pipeline;\n");
    let (_, plan) = plan_after(&[before, made, between], &[block]);
    assert_eq!(outcomes(&plan), ["already-applied"]);
    assert_eq!(notes(&plan), [[Note::MadeSince(Origin::Commit { id: ID.into(), ago: 2 })]]);
    // At another depth than the line that stays, it is one of its own.
    assert_eq!(outcome_after(&[before, made, between], block.0, "mod judge;\n  mod pipeline;\n"), "applied");
    // Nothing shows that it is this change where no commit made it.
    assert_eq!(outcome_after(&[between], block.0, block.1), "applied");
    // It was taken back.
    assert_eq!(outcome_after(&[before, made, before], block.0, block.1), "applied");
    let elsewhere = "mod judge;\nmod probe;\nmod one;\nmod pipeline;\n";
    assert_eq!(outcome_after(&[before, made, before, elsewhere], block.0, block.1), "applied");
}

#[test]
fn a_change_that_a_commit_made_without_a_comment_of_the_reply_is_not_made_again() {
    let [before, made] = [
        "set {\n  api deps.conscrypt\n  api deps.corretto\n}\n",
        "set {\n  api deps.bouncy\n  api deps.bouncytls\n  api deps.conscrypt\n  api deps.corretto\n}\n",
    ];
    let since = made.replace("  api deps.bouncytls", "  depth deps.bouncytls");
    let (search, replace) = (
        "  // the parts\n  api deps.conscrypt\n  api deps.corretto\n",
        "  // the parts\n  api deps.bouncy\n  api deps.bouncytls\n  api deps.conscrypt\n  api deps.corretto\n",
    );
    let settings = Settings { last_tier: Tier::Context, ..settings() };
    let outcome = |commits: &[&str]| {
        let now = commits.last().expect("a text");
        let world = Fake { past: Past::of_commits(commits), ..Fake::new(&[("f.js", now)]) };
        outcomes(&planned_with(&world, &settings, &edit("f.js", search, replace)))
    };
    assert_eq!(outcome(&[before, made, &since]), ["stale"]);
    assert_eq!(outcome(&[before, &since]), ["applied"]);
}

#[test]
fn a_line_that_says_little_is_no_proof_that_a_commit_made_the_change() {
    let [before, made] = ["start\nstop\n", "start\nrun();\nstop\n"];
    let between = "start\nwait();\nrun();\nstop\n";
    assert_eq!(outcome_after(&[before, made, between], "start\n", "start\nrun();\n"), "duplicate");
}

#[test]
fn a_change_that_a_commit_made_at_an_equal_place_is_none_of_this_one() {
    let [before, made] = ["a {\n  start\n}\nb {\n  start\n}\n", "a {\n  start\n  log\n}\nb {\n  start\n}\n"];
    let changed = made.replace("start\n  log", "begin\n  log");
    let outcome = outcome_after(&[before, made, &changed], "  start\n}\n", "  start\n  log\n}\n");
    assert_eq!(outcome, "applied");
}

#[test]
fn lines_that_a_commit_added_and_that_changed_since_are_not_added_again() {
    let text = |added: &str| format!("box\n\n{added}view {{\n  search\n}}\n");
    let [before, made] = [text(""), text("icon {\n  voice\n  gone\n}\n\n")];
    let since = text("icon {\n  voice\n  hidden\n}\n\nmore\n\n");
    let (search, replace) = ("view {\n", "icon {\n  voice\n  gone\n}\n\nview {\n");
    let plan = plan_after(&[&before, &made, &since], &[(search, replace)]).1;
    assert!(matches!(failure(&plan, 0), Failure::Stale(stale) if stale.is_made), "{:?}", outcomes(&plan));
    // Where no commit had them, they are those of something else.
    assert_eq!(outcome_after(&[&before, &since], search, replace), "applied");
}

#[test]
fn lines_that_a_commit_moved_are_not_taken_out_at_their_new_place() {
    let item = "one_of_them();\ntwo_of_them();\n";
    let text = |above: &str, below: &str| format!("start();\n{above}rest(1);\nrest(2);\n{below}end();\n");
    let blocks = [("start();\n", &*format!("start();\n{item}")), (item, "")];
    let (before, made) = (text("", item), text(item, ""));
    let (world, plan) = plan_after(&[&before, &before], &blocks);
    assert_eq!(left(&world, &plan), Ok(tree(&[("f.txt", &made)])));
    assert_eq!(outcomes(&plan_after(&[&before, &made], &blocks).1), ["already-applied", "overlap"]);
}

#[test]
fn an_equal_block_is_refused_where_one_of_its_places_changed_since() {
    let text = |second: &str| format!("one\nopen(A)\n\ntwo\n{second}\n");
    let (before, since) = (text("open(A)"), text("open(A, B)"));
    let block = ("open(A)\n", "open(A())\n");
    let (world, plan) = plan_after(&[&before, &before], &[block, block]);
    assert_eq!(left(&world, &plan), Ok(tree(&[("f.txt", &before.replace("(A)", "(A())"))])));
    assert_eq!(outcomes(&plan_after(&[&before, &since], &[block, block]).1), ["applied", "stale"]);
    // A block that is written twice by mistake.
    assert_eq!(outcomes(&plan_after(&[&since, &since], &[block, block]).1), ["applied", "applied"]);
}

#[test]
fn versions_that_take_too_long_are_no_reason_to_refuse() {
    let text = "line\n".repeat(3000) + "start\nother\nnew\n";
    let outcome = outcome_after(&[text.as_str(); 1000], "start\n", "start\nnew\n");
    assert_eq!(outcome, "applied");
}

/// Lines of a file, those that a change adds, the line that it adds them in front of, and those that come in later, each in
/// front of a line of the changed file.
fn change() -> impl Strategy<Value = (usize, usize, usize, Vec<usize>)> {
    (4_usize..12).prop_flat_map(|lines| {
        let later = prop::collection::vec(0..=lines, 0..6);
        (Just(lines), 1_usize..4, 1..lines, later)
    })
}

proptest! {
    /// The place is where SEARCH is, so that the file has each of its lines once.
    #[test]
    fn what_a_commit_added_is_never_added_twice((lines, added, at, later) in change()) {
        let old: Vec<String> = (0..lines).map(|line| format!("old line {line}\n")).collect();
        let new: String = (0..added).map(|line| format!("new line {line}\n")).collect();
        let made: Vec<String> = [&old[..at], std::slice::from_ref(&new), &old[at..]].concat();
        let mut now = made.concat();
        for (number, front) in later.iter().enumerate() {
            let line = made[*front].lines().next().expect("a line");
            now = now.replacen(line, &format!("later {number}\n{line}"), 1);
        }
        let (search, replace) = (old[at - 1].clone(), old[at - 1].clone() + &new);
        let (world, plan) = plan_after(&[&old.concat(), &made.concat(), &now], &[(&search, &replace)]);
        if let Ok(files) = left(&world, &plan) {
            prop_assert_eq!(&files["f.txt"], &now);
        }
        let back = old.concat();
        let (world, plan) = plan_after(&[&back, &made.concat(), &back], &[(&search, &replace)]);
        prop_assert_eq!(left(&world, &plan), Ok(tree(&[("f.txt", &made.concat())])));
    }
}

#[test]
fn lines_that_another_block_changes_beside_the_place_are_not_those_that_this_one_adds() {
    let file = "import fs;\nimport { create_it } from logger;\nimport toml;\n";
    let add = ("import toml;\n", "import { create_it } from logger;\nimport toml;\n");
    for (search, replace) in [
        ("import fs;\nimport { create_it } from logger;\n", "import fs;\nimport path;\n"),
        ("import fs;\nimport { create_it } from logger;\n", "import fs;\n"),
        (
            "import fs;\nimport { create_it } from logger;\n",
            "try {\n  import fs;\n  import { create_it } from logger;\n}\n",
        ),
    ] {
        let (_, plan) = plan_after(&[file, file], &[add, (search, replace)]);
        assert_ne!(outcomes(&plan)[0], "already-applied", "{replace}");
        assert_ne!(outcomes(&plan), ["applied", "applied"], "{replace}");
    }
    // A block that quotes nothing else may change what this one adds.
    let change = ("import { create_it } from logger;\n", "import { create_it, end_it } from logger;\n");
    assert_eq!(outcomes(&plan_after(&[file, file], &[add, change]).1), ["already-applied", "applied"]);
}
