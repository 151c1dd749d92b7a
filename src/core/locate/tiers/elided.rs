//! Tier `elided`: a line that is only `...` in both sections is a placeholder for the lines in between, which
//! are kept.
//!
//! The parts between such lines must be in the file in their order, and there must be one way only to pair
//! them with places there. The lines in between must not lead out of the scope of the parts.

use std::{cmp::Ordering, ops::Range};

use super::{fit::fits, lay};
use crate::core::{
    locate::{
        found::{Found, Place},
        lines::Hay,
        placeholder::{is_dots, is_elision, trimmed},
        rung::Rung,
        scan::{Budget, OverBudget},
        search::{self, Search},
        word::is_branch,
    },
    script::difference,
    text::{indentation, is_blank},
};

/// The same number of lines left out in both sections, and the parts between them.
struct Parts<'s, 'r> {
    search: Vec<&'s [&'r [u8]]>,
    replace: Vec<&'s [&'r [u8]]>,
}

/// The places of a block that has placeholders for other lines.
pub(in crate::core::locate) fn find<'r>(
    rung: &Rung,
    hay: &Hay<'_>,
    search: &Search<'r>,
    budget: &mut Budget,
) -> Result<Found<'r>, OverBudget> {
    let mut found = Found::default();
    let Some(parts) = parts(search) else { return Ok(found) };
    let places =
        parts.search.iter().map(|part| hay.lines.places(part, budget)).collect::<Result<Vec<_>, _>>()?;
    // A placeholder says nothing about indentation.
    let quoted = Search::of_lines(parts.search.concat(), parts.replace.concat());
    let quoted = quoted.in_language(search.language);
    let wanted = &quoted.search;
    for windows in pairings(&parts.search, &places) {
        let (span, quoted_lines) = (windows[windows.len() - 1].end - windows[0].start, wanted.len());
        // Each line of a part is held against the others, and against those of the gaps.
        budget.spend(span.saturating_mul(1 + quoted_lines))?;
        if leaves(hay, &windows) {
            continue;
        }
        let file: Vec<&[u8]> = windows.iter().flat_map(|window| hay.lines.bodies(window.clone())).collect();
        budget.spend(file.iter().map(|line| line.len() + 1).sum())?;
        // One mapping of white space for all parts.
        let Some(fit) = fits(rung.tolerates, &file, wanted) else { continue };
        let lines = windows[0].start..windows[windows.len() - 1].end;
        let mut hunks = Vec::new();
        let fit = fit.checked(&quoted, hay.whole(), budget)?;
        let laid = fit.and_then(|fit| {
            parts.search.iter().zip(&parts.replace).zip(&windows).try_for_each(
                |((search, replace), window)| {
                    let ops = difference(search, replace);
                    hunks.extend(lay::lay_ops(&ops, search, replace, hay.lines, window.start, &fit)?);
                    Ok(())
                },
            )
        });
        match laid {
            Ok(()) => {
                let gaps = windows.windows(2).map(|pair| pair[0].end..pair[1].start).collect();
                found.places.push(Place { lines, gaps, hunks });
            }
            Err(unlaid) => found.unlaid.push((lines, unlaid)),
        }
    }
    Ok(found)
}

fn parts<'s, 'r>(search: &'s Search<'r>) -> Option<Parts<'s, 'r>> {
    let (mut wanted, wanted_out) = split(&search.search, &search.replace);
    let (mut new, new_out) = split(&search.replace, &search.search);
    let equal = |(a, b): (&&[u8], &&[u8])| a == b || is_dots(a) && is_dots(b);
    if wanted_out.is_empty()
        || wanted_out.len() != new_out.len()
        || !wanted_out.iter().zip(&new_out).all(equal)
    {
        return None;
    }
    // Lines left out above the first part and below the last one are not looked for.
    let is_empty = |part: &&[&[u8]]| part.iter().all(|line| is_blank(line));
    if is_empty(&wanted[0]) && is_empty(&new[0]) {
        wanted.remove(0);
        new.remove(0);
    }
    if wanted.last().is_some_and(is_empty) && new.last().is_some_and(is_empty) {
        wanted.pop();
        new.pop();
    }
    let whole = !wanted.is_empty() && !wanted.iter().any(is_empty);
    let telling = wanted.len() > 1 || wanted.first().is_some_and(|part| search::is_telling(part));
    (whole && telling).then_some(Parts { search: wanted, replace: new })
}

/// Splits a section at its placeholders: the parts, and those lines, trimmed; several in a row are one. Words
/// such as `// ... existing code ...` count where the other section has them too.
fn split<'s, 'r>(lines: &'s [&'r [u8]], other: &[&[u8]]) -> (Vec<&'s [&'r [u8]]>, Vec<&'r [u8]>) {
    let other = &trimmed(other);
    let (mut parts, mut out) = (Vec::new(), Vec::new());
    let mut start = 0;
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim_ascii();
        if !is_elision(line, other) {
            at += 1;
            continue;
        }
        parts.push(&lines[start..at]);
        out.push(line);
        while at < lines.len() && is_elision(lines[at], other) {
            at += 1;
        }
        start = at;
    }
    parts.push(&lines[start..]);
    (parts, out)
}

/// A line of a part: which part it is of, its indentation, and whether it goes on with a line above at its
/// column.
struct Filled<'l> {
    part: usize,
    indent: &'l [u8],
    text: &'l [u8],
    goes_on: bool,
}

/// Lines with content that are left out between two parts.
type Gap<'l> = Vec<&'l [u8]>;

/// The word or the sign that a line begins with.
fn head(line: &[u8]) -> &[u8] {
    let word = line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    &line[..word.max(1).min(line.len())]
}

/// Returns whether a line ends a section or begins another one: it opens or closes a block, is a heading in
/// brackets or below one of Markdown's first level, or begins as a quoted line at its column does, as tables
/// and statements of one kind do.
fn begins_section(line: &[u8], heads: &[&[u8]]) -> bool {
    let opens = line.last().is_some_and(|last| b"{([:".contains(last));
    let is_heading = line.starts_with(b"[") && line.ends_with(b"]") || line.starts_with(b"##");
    opens || is_heading || goes_on(line) || heads.contains(&head(line))
}

/// Returns whether the lines left out lead out of the scope of the parts: the parent of a line below a gap,
/// the nearest line above with less indentation, must be the one that it has in SEARCH. Where it has none in
/// SEARCH, no line may be indented less, or begin another section.
fn leaves(hay: &Hay<'_>, windows: &[Range<usize>]) -> bool {
    let lines = windows.iter().enumerate().flat_map(|(part, window)| {
        hay.lines.bodies(window.clone()).into_iter().map(move |line| (part, line))
    });
    let filled: Vec<Filled<'_>> = lines
        .filter(|(_, line)| !is_blank(line))
        .map(|(part, line)| Filled {
            part,
            indent: indentation(line),
            text: line.trim_ascii(),
            goes_on: goes_on(line.trim_ascii()),
        })
        .collect();
    let texts: Vec<Gap<'_>> = windows
        .windows(2)
        .map(|pair| hay.lines.bodies(pair[0].end..pair[1].start))
        .map(|gap| gap.into_iter().filter(|line| !is_blank(line)).collect())
        .collect();
    let gaps: Vec<Vec<&[u8]>> =
        texts.iter().map(|gap| gap.iter().map(|line| indentation(line)).collect()).collect();
    filled.iter().enumerate().any(|(at, line)| {
        let holds = |above: &&Filled<'_>| match above.indent.len().cmp(&line.indent.len()) {
            Ordering::Less => true,
            Ordering::Equal => line.goes_on,
            Ordering::Greater => false,
        };
        let within = |gap: &Vec<&[u8]>, least: &[u8], more: usize| {
            gap.iter().all(|indent| indent.starts_with(least) && indent.len() >= least.len() + more)
        };
        !match filled[..at].iter().rev().find(holds) {
            Some(holder) => gaps[holder.part..line.part].iter().all(|gap| within(gap, holder.indent, 1)),
            None => {
                let is_word = |head: &[u8]| head.iter().any(u8::is_ascii_alphanumeric);
                let beside = filled.iter().enumerate().filter(|(_, other)| other.indent == line.indent);
                // Lines below a gap may well begin with a word that others begin with.
                let heads = beside.map(|(number, other)| (number, head(other.text)));
                let heads: Vec<&[u8]> = heads
                    .filter(|(number, head)| *number < at || !is_word(head))
                    .map(|(_, head)| head)
                    .collect();
                let stays = |gap: &Gap<'_>| {
                    !gap.iter().any(|other| {
                        indentation(other).len() == line.indent.len()
                            && begins_section(other.trim_ascii(), &heads)
                    })
                };
                texts[..line.part].iter().all(stays)
                    && gaps[..line.part].iter().all(|gap| within(gap, line.indent, usize::from(line.goes_on)))
            }
        }
    })
}

/// Returns whether a line ends a construct that an earlier one at its column began, or continues it.
fn goes_on(line: &[u8]) -> bool {
    let word = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    matches!(line.first(), Some(b'}' | b')' | b']')) || line.starts_with(b"</") || is_branch(&line[..word])
}

/// More ways than this to pair parts with places are not looked through.
const MOST: usize = 32;

/// The ways to give each part a place behind the one before; none if there are too many to tell that one is
/// the only one.
fn pairings(parts: &[&[&[u8]]], places: &[Vec<usize>]) -> Vec<Vec<Range<usize>>> {
    let mut pairings: Vec<Vec<Range<usize>>> = vec![Vec::new()];
    for (part, places) in parts.iter().zip(places) {
        pairings = pairings
            .iter()
            .flat_map(|pairing| {
                let end = pairing.last().map_or(0, |last| last.end);
                let behind = places.iter().filter(move |&&place| place >= end);
                behind.map(|&place| {
                    let window = place..place + part.len();
                    pairing.iter().cloned().chain(std::iter::once(window)).collect::<Vec<_>>()
                })
            })
            .take(MOST + 1)
            .collect();
        if pairings.len() > MOST {
            return Vec::new();
        }
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        locate::LADDER,
        splice,
        text::{Ending, Text},
    };

    fn find<'r>(hay: &Hay<'_>, search: &Search<'r>) -> Found<'r> {
        let rung = LADDER.iter().find(|rung| rung.name == "elided").expect("a rung");
        super::find(rung, hay, search, &mut Budget::for_bytes(1000)).expect("budget")
    }

    fn applied(file: &str, search: &str, replace: &str) -> Vec<String> {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let hay = Hay { lines: &text, whole: None, folded: None, candidates: &[] };
        let found = find(&hay, &search);
        let result = |place: Place<'_>| {
            let mut edits = crate::core::edits::Edits::default();
            edits.add(&text, place.hunks, None, 0).expect("no overlap");
            String::from_utf8(splice::apply(text.bytes(), &splice::splices(&text, edits.runs(), Ending::Lf)))
                .expect("text")
        };
        found.places.into_iter().map(result).collect()
    }

    #[test]
    fn the_lines_left_out_are_kept() {
        let file = "def f():\n    a\n    b\n    return 1\n";
        assert_eq!(
            applied(file, "def f():\n    ...\n    return 1\n", "def f(x):\n    ...\n    return x\n"),
            ["def f(x):\n    a\n    b\n    return x\n"]
        );
    }

    #[test]
    fn two_ways_to_pair_the_parts_are_two_places() {
        let file = "begin\n x\n end\n y\n end\n";
        assert_eq!(applied(file, "begin\n# ...\n end\n", "start\n# ...\n end\n").len(), 2);
    }

    #[test]
    fn a_way_to_pair_the_parts_that_cannot_take_the_change_is_a_place() {
        let body =
            |white: &str| ["first(x)", "a()", "second(y)"].map(|line| format!("{white}{line}\n")).concat();
        let text = Text::new(format!("one {{\n{}}}\ntwo {{\n{}}}\n", body("    "), body("\t")).into_bytes());
        let search = Search::new(b"first(x)\n...\nsecond(y)\n", b"first(x)\n...\n\tthird()\nsecond(y)\n");
        let hay = Hay { lines: &text, whole: None, folded: None, candidates: &[] };
        let found = find(&hay, &search);
        assert_eq!((found.places.len(), found.stands()), (1, vec![1..4, 6..9]));
    }

    #[test]
    fn lines_left_out_do_not_lead_into_what_stands_beside() {
        let file = "def f():\n    return 1\ndef g():\n    return result\n";
        let (search, replace) =
            ("def f():\n    ...\n    return result\n", "def f():\n    ...\n    return result + 1\n");
        assert!(applied(file, search, replace).is_empty());
    }

    #[test]
    fn lines_left_out_at_the_margin_begin_no_other_section() {
        for (file, search) in [
            ("[one]\na = 1\n\n[two]\nb = 2\n", "[one]\n...\nb = 2\n"),
            ("FROM x\nRUN one\nFROM y\nRUN two\n", "FROM x\n...\nRUN two\n"),
            ("## One\n\ntext\n\n## Two\n\nmore\n", "## One\n...\nmore\n"),
            ("f() {\nx();\n}\ng() {\nreturn y;\n}\n", "f() {\n...\nreturn y;\n}\n"),
            ("one:\n- x\ntwo:\n- z\n", "one:\n...\n- z\n"),
            ("name = 1\n[two]\nb = 2\n", "name = 1\n...\nb = 2\n"),
            ("text\n\n## Two\n\nmore\n", "text\n...\nmore\n"),
        ] {
            assert_eq!(applied(file, search, &(search.to_owned() + "new\n")), [""; 0], "{search}");
        }
        let flat = "import one\nx = 1\ny = 2\nz = 3\n";
        assert_eq!(
            applied(flat, "x = 1\n...\nz = 3\n", "x = 1\n...\nz = 4\n"),
            ["import one\nx = 1\ny = 2\nz = 4\n"]
        );
    }

    #[test]
    fn dots_in_one_section_only_stand_for_nothing() {
        let file = "a\nb\nc\n";
        assert!(applied(file, "a\n...\nc\n", "a\nc\n").is_empty());
        assert!(applied(file, "a\n...\nc\n", "a\nb\n...\n...\nx\n...\nc\n").is_empty());
        assert!(
            applied(file, "a\n// ... existing code ...\nc\n", "a\n// ... other code ...\nd\n").is_empty()
        );
    }

    const WORKFLOW: &str = "def workflow():\n    start()\n    step_a()\n    check_1()\n    step_b()\n    check_2()\n    finish()\n";

    #[test]
    fn dots_may_stand_several_times_in_one_body() {
        let made = [WORKFLOW.replace("finish", "end")];
        let search = "def workflow():\n    ...\n    check_1()\n    ...\n    finish()\n";
        assert_eq!(applied(WORKFLOW, search, &search.replace("finish", "end")), made);
        let search = "def workflow():\n    start()\n...\n    check_1()\n...\n    check_2()\n    finish()\n";
        assert_eq!(applied(WORKFLOW, search, &search.replace("finish", "end")), made);
    }

    #[test]
    fn dots_may_stand_between_neighbours() {
        let search = "    start()\n    ...\n    check_2()\n";
        let made = applied(WORKFLOW, search, &search.replace("check_2", "verify"));
        assert_eq!(made, [WORKFLOW.replace("check_2", "verify")]);
    }

    #[test]
    fn what_stands_for_other_lines_has_no_indentation() {
        let (search, replace) = ("...\n        first line\n        b\n", "...\n        first line\n");
        assert_eq!(applied("x\n  first line\n  b\n", search, replace), ["x\n  first line\n"]);
    }

    #[test]
    fn dots_in_a_row_are_one_line_left_out() {
        let search = "    start()\n    ...\n    ...\n    finish()\n";
        let replace = "    start()\n    ...\n    end()\n";
        assert_eq!(applied(WORKFLOW, search, replace), [WORKFLOW.replace("finish", "end")]);
    }

    #[test]
    fn words_that_both_sections_have_stand_for_lines_too() {
        for words in ["// ... existing code ...", "# ... rest ...", "    # ... (other steps) ..."] {
            let search = format!("def workflow():\n{words}\n    finish()\n");
            assert_eq!(
                applied(WORKFLOW, &search, &search.replace("finish", "end")),
                [WORKFLOW.replace("finish", "end")],
                "{words}"
            );
        }
    }

    #[test]
    fn dots_at_the_edges_of_both_sections_are_left_out() {
        let search = "...\n    check_1()\n    step_b()\n    ...\n";
        assert_eq!(
            applied(WORKFLOW, search, &search.replace("step_b", "step_c")),
            [WORKFLOW.replace("step_b", "step_c")]
        );
        assert!(applied("a\nb\nc\n", "...\nc\n", "...\nd\n").is_empty());
        assert!(applied(WORKFLOW, "...\n", "...\n").is_empty());
    }

    #[test]
    fn what_a_line_belongs_to_is_what_it_belongs_to_in_search() {
        let file = "class A {\n  a() {\n    x();\n  }\n}\nclass B {\n  b() {\n    y();\n  }\n}\n";
        for search in [
            "class A {\n  ...\n  b() {\n",
            "class A {\n...\n    y();\n",
            "  a() {\n    ...\n    y();\n",
            "    x();\n    ...\n    y();\n",
            "class A {\n  ...\n    y();\n  }\n}\n",
        ] {
            assert_eq!(applied(file, search, &(search.to_owned() + "// new\n")), [""; 0], "{search}");
        }
        let search = "class B {\n  ...\n    y();\n";
        assert_eq!(applied(file, search, &search.replace('y', "z")), [file.replace('y', "z")]);
        let ends = "f {\n  a\n}\ng {\n  b\n} // g\n";
        assert!(applied(ends, "f {\n  ...\n} // g\n", "f {\n  ...\n} // h\n").is_empty());
        let branches = "if a:\n    x\nif b:\n    y\nelse:\n    z\n";
        assert!(
            applied(branches, "if a:\n    ...\nelse:\n    z\n", "if a:\n    ...\nelse:\n    w\n").is_empty()
        );
    }

    #[test]
    fn a_closing_line_ends_what_search_has_above_it() {
        let file = "f {\n  a\n}\ng {\n  b\n}\n";
        assert_eq!(applied(file, "f {\n  ...\n}\n", "h {\n  ...\n}\n"), ["h {\n  a\n}\ng {\n  b\n}\n"]);
    }

    #[test]
    fn more_ways_than_can_be_looked_through_are_no_way() {
        let file = "a\n".repeat(40) + "b\n";
        assert!(applied(&file, "a\n...\nb\n", "a\n...\nc\n").is_empty());
    }

    #[test]
    fn one_mapping_of_indentation_holds_for_all_parts() {
        let file = "  a\n   x\n  b\n";
        assert_eq!(applied(file, "a\n...\nb\n", "a\n...\nc\n"), ["  a\n   x\n  c\n"]);
        assert!(applied("  a\n   x\n    b\n", "a\n...\nb\n", "a\n...\nc\n").is_empty());
    }
}
