//! Lines that are as deep in REPLACE as in the file because REPLACE has them in blocks of its own.

use std::collections::HashSet;

use crate::core::{
    language::{Role, lexer::words},
    locate::{
        evidence::brackets,
        line::{Budget, Edges, Lines, OverBudget},
        search::Search,
        tiers::{branch::goes_on, indent::Mapping},
    },
    text::{filled, indentation, least_indentation},
};

/// Returns whether REPLACE is indented as SEARCH is, though it has lines as deep as the file: all of them are in new
/// blocks that it opens at the margin of SEARCH. Where the file has the place in a block that begins with the same
/// word, REPLACE may quote that as it is there.
pub(in crate::core::locate::tiers) fn is_wrapped(
    mapping: &Mapping,
    search: &Search<'_>,
    lines: &dyn Lines,
    place: usize,
    budget: &Budget,
) -> Result<bool, OverBudget> {
    let (Mapping::Deeper { .. }, Some(margin)) = (mapping, least_indentation(search.core())) else {
        return Ok(false);
    };
    let Some(openers) = openers(mapping, search, margin) else { return Ok(false) };
    budget.spend(place)?;
    let above = (0..place).rev().map(|line| lines.bodies(line..line + 1)[0]);
    let around = filled(above).find(|line| indentation(line).len() <= margin);
    Ok(around
        .is_some_and(|around| !openers.iter().any(|opener| words(opener).next() == words(around).next())))
}

/// The new lines at the margin that open the blocks in which REPLACE has lines as deep as the file; none if one is
/// elsewhere, or what is at the margin may go on with lines above the place. What is declared may as well come
/// beside that.
fn openers<'r>(mapping: &Mapping, search: &Search<'r>, margin: usize) -> Option<Vec<&'r [u8]>> {
    let there: HashSet<Vec<u8>> = filled(search.core().iter().copied())
        .filter_map(|line| Some(mapping.line(line)?.trim_ascii_end().to_vec()))
        .collect();
    let known: HashSet<&[u8]> = search.core().iter().map(|line| line.trim_ascii()).collect();
    let has_any = |open: &[isize; 3]| open.iter().any(|open| *open > 0);
    let (mut openers, mut block, mut is_begun) = (Vec::new(), None, false);
    // Brackets that are open in the block.
    let mut open = [0; 3];
    for line in filled(search.sections(Edges::Dropped).1.iter().copied()) {
        let (text, depth) = (line.trim_ascii(), indentation(line).len());
        if depth == margin {
            if !is_begun && goes_on(text) {
                return None;
            }
            block = Some(text).filter(|text| opens(text) && !known.contains(text));
            open = [0; 3];
            is_begun |= block.is_some();
        } else if depth < margin {
            return None;
        } else if there.contains(line.trim_ascii_end()) {
            let opener = block?;
            if has_any(&brackets([opener])) && !has_any(&open) {
                return None;
            }
            openers.push(opener);
        }
        brackets([line]).iter().zip(&mut open).for_each(|(more, open)| *open += more);
    }
    Some(openers).filter(|openers| !openers.is_empty())
}

/// Returns whether a line opens a block, and neither declares anything nor is an item of a list.
fn opens(line: &[u8]) -> bool {
    let is_item = line.starts_with(b"-") || line.starts_with(b"*");
    let is_tag = line.starts_with(b"<") && line.ends_with(b">") && !line.ends_with(b"/>");
    let has_end = is_tag && line.windows(2).any(|two| two == b"</");
    let by_sign = line.last().is_some_and(|last| b":{([".contains(last)) || line.ends_with(b"=>");
    let by_word = line.ends_with(b" do") || line.ends_with(b" then");
    (by_sign || by_word || is_tag && !has_end) && !is_item && !declares(line)
}

/// Returns whether a line declares something, as a key with a colon behind it does too.
fn declares(line: &[u8]) -> bool {
    let acts = |line| matches!(Role::of(line), Role::Acts);
    matches!(Role::of(line), Role::Declares(_)) && !line.strip_suffix(b":").is_some_and(acts)
}

#[cfg(test)]
mod tests {
    use crate::core::{
        locate::{Hay, LADDER, Tier, line::Budget, line::Lines as _, search::Search},
        text::Text,
    };

    /// The file with the change that the tier makes; none where it is in doubt.
    fn changed(file: &str, search: &str, replace: &str) -> Option<String> {
        let text = Text::new(file.as_bytes().to_vec());
        let search = Search::new(search.as_bytes(), replace.as_bytes());
        let budget = Budget::for_bytes(1000);
        let candidates = text.places(search.core(), &budget).expect("budget");
        let hay = Hay::new(&search, &text, &candidates, &budget);
        let rung = LADDER.iter().find(|rung| rung.tier == Tier::Indent).expect("a rung");
        let found = rung.among_lines(&hay).expect("budget");
        let [place] = &found.places[..] else { return None };
        let mut lines: Vec<&[u8]> = text.all();
        for hunk in place.hunks.iter().rev() {
            lines.splice(hunk.old.clone(), hunk.bodies());
        }
        Some(lines.iter().map(|line| format!("{}\n", String::from_utf8_lossy(line))).collect())
    }

    #[test]
    fn lines_open_a_block_by_a_sign_a_word_or_a_tag() {
        for line in [
            "if (x) {", "for a in b:", "run(", "list.map(x =>", "while x; do", "if a; then", "<div>",
            "<p id=1>",
        ] {
            assert!(super::opens(line.as_bytes()), "{line}");
        }
        for line in [
            "- if x:", "* if x:", "<br/>", "<p>a</p>", "<p a", "return <p>", "run(a)", "def f():", "key:",
            "if x",
        ] {
            assert!(!super::opens(line.as_bytes()), "{line}");
        }
    }

    const FILE: &str =
        "def f(x):\n    with x:\n        y = a(x)\n        show(y,\n             x)\n    return x\n";
    const SEARCH: &str = "    show(y,\n         x)\n";

    #[test]
    fn lines_in_a_new_block_at_the_margin_of_the_search_section_go_along_with_it() {
        for (replace, right) in [
            (
                "    if y:\n        show(y,\n             x)\n    else:\n        fail()\n",
                "        if y:\n            show(y,\n                 x)\n        else:\n            fail()\n",
            ),
            (
                "    y += 1\n    try:\n        show(y,\n             x)\n    except E:\n        pass\n",
                "        y += 1\n        try:\n            show(y,\n                 x)\n        except E:\n            pass\n",
            ),
            (
                "    for z in y:\n        if z:\n            fail()\n        show(y,\n             x)\n",
                "        for z in y:\n            if z:\n                fail()\n            show(y,\n                 x)\n",
            ),
            (
                "    if y:\n        show(y,\n             z)\n",
                "        if y:\n            show(y,\n                 z)\n",
            ),
        ] {
            let whole = FILE.replace("        show(y,\n             x)\n", right);
            assert_eq!(changed(FILE, SEARCH, replace), Some(whole), "{replace}");
        }
    }

    #[test]
    fn lines_that_may_be_in_a_block_of_the_file_are_in_doubt() {
        for replace in [
            // What the place is in.
            "    with x:\n        show(y,\n             x)\n",
            "    with x, z:\n        show(y,\n             x)\n",
            // What it goes on with.
            "    else:\n        show(y,\n             x)\n",
            "    } else {\n        show(y,\n             x)\n",
            "    case 1:\n        show(y,\n             x)\n",
            "    z = y\n    else:\n        show(y,\n             x)\n",
            // What may come beside it.
            "    key:\n        show(y,\n             x)\n",
            "    - key:\n        show(y,\n             x)\n",
            "    def g():\n        show(y,\n             x)\n",
            // No block at all.
            "        show(y,\n             x)\n    else:\n        fail()\n",
            "    z = y\n        show(y,\n             x)\n",
            "    if y: fail()\n        show(y,\n             x)\n",
            "if y:\n        show(y,\n             x)\n",
            "    if y:\n        fail()\n    z = 1\n        show(y,\n             x)\n",
            "    if (y) {\n            fail()\n        }\n        show(y,\n             x)\n",
        ] {
            assert_eq!(changed(FILE, SEARCH, replace), None, "{replace}");
        }
    }

    #[test]
    fn tags_and_braces_open_blocks_too() {
        let file = "<ul>\n  <li>\n    <a />\n    <button name=\"body\" />\n  </li>\n</ul>\n";
        let right = file
            .replace("    <button name=\"body\" />\n", "    <p>\n      <button name=\"body\" />\n    </p>\n");
        assert_eq!(
            changed(file, "  <button name=\"body\" />\n", "  <p>\n    <button name=\"body\" />\n  </p>\n"),
            Some(right)
        );
        assert_eq!(
            changed(file, "  <button name=\"body\" />\n", "  <p></p>\n    <button name=\"body\" />\n"),
            None
        );
        assert_eq!(
            changed(file, "  <button name=\"body\" />\n", "  <li>\n    <button name=\"body\" />\n  </li>\n"),
            None
        );
        let file = "f() {\n  g {\n    a();\n    begin(another);\n  }\n}\n";
        let right = file.replace("    begin(another);\n", "    if (x) {\n      begin(another);\n    }\n");
        assert_eq!(
            changed(file, "  begin(another);\n", "  if (x) {\n    begin(another);\n  }\n"),
            Some(right)
        );
    }
}
