//! Limits of how much a file grows and shrinks.

use super::*;
use crate::core::outcome::Limit;

#[test]
fn a_block_that_gives_a_whole_file_may_not_shrink_it_by_more_than_the_limit() {
    let old = "0123456789\n".repeat(10);
    let overwrite = |max_shrink, lines| {
        let settings = Settings { overwrite: true, max_shrink, ..settings() };
        let plan = planned_with(
            &Fake::new(&[("f.txt", &old)]),
            &settings,
            &on_f(&[("", &"9876543210\n".repeat(lines))]),
        );
        outcomes(&plan)[0]
    };
    assert_eq!(overwrite(Some(50), 5), "applied");
    assert_eq!(overwrite(Some(50), 4), "limit");
    assert_eq!(overwrite(Some(90), 1), "applied");
    assert_eq!(overwrite(None, 1), "applied");
    let quoted = on_f(&[(&"0123456789\n".repeat(10), "a\n")]);
    assert_eq!(outcomes(&planned(&[("f.txt", &old)], &quoted)), ["applied"]);
}

#[test]
fn a_text_that_may_be_a_part_of_a_file_is_refused_as_one_however_short() {
    let old: String = (0..40).map(|line| format!(".a{line} {{ margin: {line}px }}\n")).collect();
    let plan = planned(&[("a.css", &old)], "a.css\n\n```css\n.a7 { margin: 0 }\n```\n");
    let failure = failure(&plan, 0);
    assert!(matches!(failure, Failure::Limit(Limit::Part { lines: [0, 40] })), "{failure:?}");
}

#[test]
fn a_file_of_over_a_hundred_lines_may_not_grow_by_more_than_the_limit() {
    let grown = |lines: usize, max_growth| {
        let old = "a\n".repeat(lines) + "end\n";
        let reply = on_f(&[("end\n", &("b\n".repeat(2000) + "end\n"))]) + &edit("g.txt", "", "g\n");
        let settings = Settings { max_growth, ..settings() };
        outcomes(&planned_with(&Fake::new(&[("f.txt", &old)]), &settings, &reply))
    };
    assert_eq!(grown(99, Some(10)), ["applied", "applied"]);
    assert_eq!(grown(100, Some(10)), ["limit", "applied"]);
    assert_eq!(grown(100, Some(30)), ["applied", "applied"]);
    assert_eq!(grown(100, None), ["applied", "applied"]);
}

#[test]
fn a_file_may_not_grow_by_more_than_the_limit_under_a_new_name_either() {
    let old = "line\n".repeat(101);
    let grow = |path| edit(path, "", &format!("{old}{}", "more\n".repeat(2_000)));
    let settings = Settings { overwrite: true, ..settings() };
    let grown = |blocks: &[String]| {
        let plan = planned_with(&Fake::new(&[("f.txt", &old)]), &settings, &blocks.concat());
        outcomes(&plan)
    };
    let moved = || rename("f.txt", "g.txt");
    assert_eq!(grown(&[grow("f.txt"), moved()]), ["limit", "applied"]);
    assert_eq!(grown(&[moved(), grow("g.txt")]), ["applied", "limit"]);
    assert_eq!(grown(&[moved(), grow("g.txt"), rename("g.txt", "h.txt")]), ["applied", "limit", "applied"]);
    assert_eq!(grown(&[moved(), edit("g.txt", "", &old)]), ["applied", "already-applied"]);
}

#[test]
fn a_file_may_have_as_many_bytes_as_the_limit() {
    let made = |replace: &str| {
        let settings = Settings { max_file_bytes: 6, ..settings() };
        outcomes(&planned_with(&Fake::new(&[("f.txt", "a\nb\n")]), &settings, &on_f(&[("b\n", replace)])))
    };
    assert_eq!(made("bcd\n"), ["applied"]);
    assert_eq!(made("bcde\n"), ["limit"]);
}
