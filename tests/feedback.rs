//! What `--feedback` holds, and how long it is.

#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, said};

/// A block.
fn block(path: &str, search: &str, replace: &str) -> String {
    format!("{path}\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n\n")
}

/// Lines of one of several parts of a file.
fn part(number: usize, lines: usize) -> String {
    (0..lines).map(|line| format!("    let value_{number}_{line} = compute({number}, {line});\n")).collect()
}

/// The message for a reply that is refused.
fn feedback(place: &Place, reply: &str) -> String {
    let (out, err, code) = said(&place.run(&["apply", "--feedback"], reply));
    assert_eq!(code, Some(1), "{err}");
    out
}

#[test]
fn a_region_of_seventy_lines_is_shown_whole_with_three_lines_around_it() {
    let file: String = (0..5).map(|number| part(number, 70)).collect();
    let place = Place::new(&[("a.rs", &file)]);
    let search = part(2, 70).replace("value_2_35 =", "other =");
    let said = feedback(&place, &block("a.rs", &search, "x\n"));
    let (above, below) = (part(1, 70), part(3, 70));
    let above: String = above.lines().skip(67).map(|line| format!("{line}\n")).collect();
    let below: String = below.lines().take(3).map(|line| format!("{line}\n")).collect();
    assert!(said.contains(&format!("in lines 138-213:\n```\n{above}{}{below}```\n", part(2, 70))), "{said}");
    assert!(said.len() < 6000, "{}", said.len());
}

#[test]
fn however_much_fails_the_message_has_less_than_twelve_thousand_bytes_and_short_regions_are_whole() {
    let file: String = (0..40).map(|number| part(number, if number % 2 == 0 { 4 } else { 90 })).collect();
    let place = Place::new(&[("a.rs", &file)]);
    let blocks = (0..40).map(|number| {
        let lines = if number % 2 == 0 { 4 } else { 90 };
        block("a.rs", &part(number, lines).replacen("compute", "computed", 2), "x\n")
    });
    let said = feedback(&place, &blocks.collect::<String>());
    assert!(said.len() <= 12_000, "{}", said.len());
    assert!(said.contains(&part(0, 4)) && said.contains(&part(4, 4)), "{said}");
    assert!(said.contains(" more failed; correct these first."), "{said}");
    // A line of any length is no exception.
    let long = format!("{}\n", "x".repeat(100_000));
    let place = Place::new(&[("a.txt", &format!("one\n{long}two\n"))]);
    let said = feedback(&place, &block("a.txt", &format!("1\n{long}two\n"), "y\n"));
    assert!(said.len() <= 12_000 && said.contains("bytes more)\ntwo\n"), "{}", said.len());
}

#[test]
fn a_name_of_any_length_does_not_make_a_message_long() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let path = vec!["x".repeat(200); 60].join("/");
    let blocks: String = (0..30).map(|at| block(&format!("{path}/{at}"), "two\n", "2\n")).collect();
    let said = feedback(&place, &blocks);
    assert!(said.len() <= 12_000 && said.contains("more failed; correct these first."), "{}", said.len());
}

#[test]
fn of_the_block_only_lines_that_the_file_lacks_are_repeated() {
    let place = Place::new(&[("a.txt", "one\ntwo\nthree\nfour\n")]);
    let said = feedback(&place, &block("a.txt", "two\n3\nfour\n", "new\n"));
    assert_eq!(said.matches("two").count(), 1, "{said}");
    assert!(said.contains("Lines of the SEARCH section that are not there:\n```\n3\n```\n"), "{said}");
    assert!(!said.contains("new"), "{said}");
}

#[test]
fn nothing_of_a_secret_is_shown_for_a_block_that_is_cut_off() {
    let place = Place::new(&[(".env", "TOKEN=abcdef\nUSER=me\n"), ("a.txt", "x\n")]);
    let cut = format!("{}.env\n<<<<<<< SEARCH\nTOKEN=abcdef\nUSER=you\n", block("a.txt", "x\n", "y\n"));
    let said = feedback(&place, &cut);
    assert!(said.contains("unterminated") && !said.contains("USER=me"), "{said}");
}
