//! Claims about blocks whose quoted lines are broken otherwise than in the file.

use super::*;

fn lines() -> Vec<String> {
    let line = |n: usize| format!("{}call_{n}(first, second_{n}, \"a text\", third);", "    ".repeat(n % 3));
    (0..9).map(line).collect()
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The file with the change made, in each language and in none.
fn all_made(file: &[String], search: &[String], replace: &[String]) -> Option<String> {
    let (file, search, replace) = (text(file), text(search), text(replace));
    let made = |name: &str, language| match in_language(language, name, &file, &search, &replace) {
        Answer::Laid { place, .. } => Some(with(&file, place)),
        _ => None,
    };
    let known = ["f.rs", "f.py", "f.md"].map(|name| made(name, crate::core::language::of(name.as_bytes())));
    let first = made("f", None);
    assert!(known.iter().all(|other| *other == first), "{known:?} {first:?}");
    first
}

/// Lines with one of them broken behind its second word, and with one and the next joined.
fn rebroken(lines: &[String], at: usize) -> [Vec<String>; 2] {
    let (mut wrapped, mut joined) = (lines.to_vec(), lines.to_vec());
    let to = lines[at].find("\"a").expect("a text");
    let rest = wrapped[at].split_off(to);
    wrapped.insert(at + 1, format!("        {rest}"));
    let next = joined.remove(at + 1);
    joined[at] = format!("{} {}", joined[at], next.trim_start());
    [wrapped, joined]
}

#[test]
fn lines_that_stay_may_be_broken_otherwise() {
    let file = lines();
    for (broken, changed) in (1..7).flat_map(|broken| (1..8).map(move |changed| (broken, changed))) {
        let is_beside = changed == broken || changed == broken + 1;
        for (kind, search) in rebroken(&file[1..8], broken - 1).into_iter().enumerate() {
            for new in [vec!["new();".to_owned()], vec![file[changed].clone(), "new();".to_owned()], vec![]] {
                let Some(at) = search.iter().position(|line| *line == file[changed]) else {
                    assert!(is_beside, "{search:?}");
                    continue;
                };
                let mut replace = search.clone();
                replace.splice(at..=at, new.clone());
                let mut wanted = file.clone();
                wanted.splice(changed..=changed, new.clone());
                assert_eq!(
                    all_made(&file, &search, &replace),
                    Some(text(&wanted)),
                    "{kind} {broken} {changed}"
                );
            }
        }
    }
}

#[test]
fn what_changes_is_not_broken_otherwise() {
    let file = lines();
    for search in rebroken(&file[1..6], 2) {
        let mut replace = search.clone();
        replace[2] = replace[2].replace("first", "other");
        assert_eq!(all_made(&file, &search, &replace), None);
        // A new line within one of the file has no place.
        let mut replace = search.clone();
        replace.insert(3, "new();".into());
        let within = search.len() > 5;
        assert_eq!(all_made(&file, &search, &replace).is_none(), within, "{replace:?}");
    }
}

#[test]
fn a_place_with_other_characters_or_indentation_or_a_second_one_is_none() {
    let file = lines();
    for search in rebroken(&file[1..6], 2) {
        let mut replace = search.clone();
        replace.insert(1, "new();".into());
        assert!(all_made(&file, &search, &replace).is_some());
        let other = |line: &String| line.replace("call_5", "call_6");
        let [one, two] = [&search, &replace].map(|lines| lines.iter().map(other).collect::<Vec<_>>());
        assert_eq!(all_made(&file, &one, &two), None);
        let further = |line: &String| format!("  {line}");
        let [one, two] = [&search, &replace].map(|lines| lines.iter().map(further).collect::<Vec<_>>());
        assert_eq!(all_made(&file, &one, &two), None);
        assert_eq!(all_made(&[&file[..], &file].concat(), &search, &replace), None);
        // A line that differs is as it is quoted elsewhere.
        let elsewhere = search.iter().find(|line| !file.contains(line)).expect("a line").clone();
        assert_eq!(all_made(&[&file[..], &[elsewhere]].concat(), &search, &replace), None);
    }
}

#[test]
fn a_comma_behind_the_last_item_goes_with_the_line_break() {
    let file = ["call(first_one, second_two, third_three);", "b();", "c();"].map(String::from);
    let search =
        ["call(", "    first_one,", "    second_two,", "    third_three,", ");", "b();"].map(String::from);
    let mut replace = search.to_vec();
    replace[5] = "b(1);".into();
    let wanted = format!("{}\nb(1);\nc();\n", file[0]);
    assert_eq!(all_made(&file, &search, &replace), Some(wanted));
}

/// The file with the change made, for a language.
fn made_in(name: &str, file: &str, search: &str, replace: &str) -> Option<String> {
    match in_language(crate::core::language::of(name.as_bytes()), name, file, search, replace) {
        Answer::Laid { place, .. } => Some(with(file, place)),
        _ => None,
    }
}

#[test]
fn a_comma_that_the_file_lacks_above_a_new_line_is_missed() {
    let file = "call(\n    first_one, second_two,\n    third_three, fourth_four\n)\nb();\n";
    let search = "call(\n    first_one,\n    second_two,\n    third_three,\n    fourth_four,\n)\n";
    let replace = search.replace(")", "    fifth_five,\n)");
    assert_eq!(made_in("f.rs", file, search, &replace), None);
    let file = file.replace("four\n", "four,\n");
    let wanted = file.replacen("\n)", "\n    fifth_five,\n)", 1);
    assert_eq!(made_in("f.rs", &file, search, &replace), Some(wanted));
}

#[test]
fn a_line_that_is_deeper_than_what_the_file_has_there_is_not_laid() {
    let file = "if first_condition: return second_value\nthird_call()\n";
    let search = "if first_condition:\n    return second_value\nthird_call()\n";
    let replace = search.replace("third", "    new()\nthird");
    assert_eq!(made_in("f.py", file, search, &replace), None);
    let replace = search.replace("third", "new()\nthird");
    let wanted = file.replace("third", "new()\nthird");
    assert_eq!(made_in("f.py", file, search, &replace), Some(wanted));
}

#[test]
fn a_line_break_that_ends_a_comment_is_not_passed_over() {
    let file = "first_call(); // remark second_call();\nthird_call();\n";
    let search = "first_call(); // remark\nsecond_call();\nthird_call();\n";
    let replace = search.replace("third_call();", "new();\nthird_call();");
    assert_eq!(made_in("f.rs", file, search, &replace), None);
    assert!(made_in("f.md", file, search, &replace).is_some());
}

#[test]
fn a_new_line_below_blank_ones_that_search_ends_with_is_of_the_place() {
    let file = "first_call(one_argument,\n    two_argument);\n\n\nthird_call();\n";
    let search = "first_call(one_argument, two_argument);\n\n";
    let replace = format!("{search}new();\n");
    let language = crate::core::language::of(b"f.rs");
    let Answer::Laid { place, .. } = in_language(language, "f.rs", file, search, &replace) else {
        panic!("none")
    };
    assert_eq!(place.lines, 0..3);
    assert_eq!(with(file, place), file.replace("\n\n\n", "\n\nnew();\n\n"));
}

#[test]
fn many_lines_may_be_broken_otherwise() {
    let file: String = (0..60_000).map(|n| format!("{n}, {n},\n")).collect();
    let search: String = (20_000..40_000).map(|n| format!("{n},\n{n},\n")).collect();
    let replace = format!("{search}new\n");
    let search = Search::new(search.as_bytes(), replace.as_bytes());
    let text = Text::new(file.into_bytes());
    let path = RepoPath::new(b"f").expect("a path");
    let budget = &Budget::for_bytes(2_000_000);
    let site = Site { text: &text, path: &path, search: &search, candidates: &[], budget };
    assert!(matches!(find(&site), Ok(Answer::Laid { .. })));
}

#[test]
fn the_first_line_and_the_last_may_be_behind_and_in_front_of_closing_signs() {
    let block = ".loader_box {\n  position: fixed;\n  colour: red;\n}\n";
    let replace = block.replace("red;\n", "blue;\n  top: 0;\n");
    for (before, behind) in [(".a {\n  b: c;\n}", "\n"), ("@media x {\n", " }\n"), (".a { b: c }\n} ", "}\n")]
    {
        let file = format!("{before}{}{behind}", block.trim_end());
        let wanted = file.replace("red;\n", "blue;\n  top: 0;\n");
        assert_eq!(made_in("f.css", &file, block, &replace), Some(wanted), "{file}");
    }
    let file = format!(".a {{\n}}{block}");
    // The line that is cut changes, or goes; new lines come at the cut.
    for replace in [
        block.replace(".loader_box", ".loader"),
        block.replace(".loader_box {\n", ""),
        format!(".new {{\n}}\n{block}"),
    ] {
        assert_eq!(made_in("f.css", &file, block, &replace), None, "{replace}");
    }
    // The cut is within a name or an expression; the line is elsewhere as it is quoted.
    for file in [
        format!("div{block}"),
        format!("div {block}"),
        format!("/* {block}"),
        format!(".a {{\n}}{block}{}", block.replace("fixed", "static")),
    ] {
        assert_eq!(made_in("f.css", &file, block, &replace), None, "{file}");
    }
}
