//! The lines around the sections: paths, fences, markers, dividers.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, indent, letters},
    writing::{Format, Numbers},
};

fn has_no_fences(draft: &Draft) -> bool {
    !draft.now().iter().any(|line| line.contains("```") || line.contains("~~~"))
}

/// SEARCH is fenced, and REPLACE may be.
pub(crate) fn fence_search(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.writing.fenced = (true, random.chance(30));
    has_no_fences(draft).then_some(())
}

/// REPLACE is fenced, SEARCH is not.
pub(crate) fn fence_replace(draft: &mut Draft, _: &mut Random) -> Option<()> {
    draft.writing.fenced = (false, true);
    has_no_fences(draft).then_some(())
}

/// Headings of the file are underlined as a divider is, one of them is quoted, and not all is quoted exactly.
pub(crate) fn heading(draft: &mut Draft, random: &mut Random) -> Option<()> {
    fn title(line: &str) -> Option<&str> {
        line.strip_prefix("# ").or(line.strip_prefix("## "))
    }
    let underlined = |line: &String| match title(line) {
        Some(title) => vec![title.to_owned(), "=======".into()],
        None => vec![line.clone()],
    };
    draft.versions.clear();
    for side in [&mut draft.above, &mut draft.below] {
        *side = side.iter().flat_map(underlined).collect();
    }
    for at in draft.which(|row| title(row.text()).is_some()).into_iter().rev() {
        let mut line = draft.rows[at].clone();
        line.quote(|_| "=======".into());
        line.format(|_| "=======".into());
        let title = title(draft.rows[at].text())?.to_owned();
        draft.rows[at].quote(|_| title.clone());
        draft.rows[at].format(|_| title.clone());
        draft.rows.insert(at + 1, line);
    }
    let fit = draft.which(|row| row.is(Role::Kept) && letters(row.text()) > 0);
    let row = &mut draft.rows[*random.pick(&fit)?];
    match random.below(4) {
        0 => row.quote(|line| format!("{line} ")),
        1 => row.quote(|line| line.replace(' ', "  ")),
        2 => row.quote(|line| format!("{line} also")),
        _ => {}
    }
    draft.rows.iter().any(|row| row.text() == "=======").then_some(())
}

/// The markers are indented as the code is, which may also be at the margin elsewhere.
pub(crate) fn indented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = [draft.search(), draft.replace()].concat();
    let filled = lines.iter().filter(|line| !line.trim().is_empty());
    let by = filled.map(|line| indent(line)).min_by_key(|by| by.len()).filter(|by| !by.is_empty())?;
    by.clone_into(&mut draft.writing.indent);
    if random.chance(50) {
        let stripped = |line: String| line.strip_prefix(by).unwrap_or_default().to_owned();
        let twin = draft.search().into_iter().map(stripped).chain([String::new()]);
        let side = draft.side(random);
        let at = if random.chance(50) { 0 } else { side.len() };
        side.splice(at..at, twin);
        draft.versions.clear();
        draft.what.push("a twin at the margin".into());
    }
    Some(())
}

/// A sentence names two files, of which the first is meant.
pub(crate) fn two_paths(draft: &mut Draft, random: &mut Random) -> Option<()> {
    const SENTENCES: [&str; 7] = [
        "Change `{a}`, since it is now in `{b}`:",
        "### {a}\n\nThe same as in `{b}`:",
        "In `{a}`, do it as in `{b}`:",
        "Update `{a}` (not `{b}`):",
        "`{a}` needs the same change as `{b}`:",
        "**{a}**\n\nThis goes with `{b}`:",
        "Fix `{a}` so that it agrees with `{b}`.",
    ];
    let (a, b) = (format!("src/first.{}", draft.extension()), format!("src/second.{}", draft.extension()));
    draft.writing.head = SENTENCES[random.below(7)].replace("{a}", &a).replace("{b}", &b);
    (draft.path, draft.other_path) = (a, Some(b));
    Some(())
}

/// The path is not there; one file or two in other folders have its name, and the lines.
pub(crate) fn renamed(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let name = format!("first.{}", draft.extension());
    draft.path = format!("src/{name}");
    draft.writing.head =
        [format!("lib/{name}"), format!("src/old/{name}"), format!("src/fist.{}", draft.extension())]
            [random.below(3)]
        .clone();
    if random.chance(60) {
        draft.other_path = Some(format!("test/{name}"));
        draft.is_hopeless = true;
    }
    Some(())
}

/// The change is a unified diff, or a patch as `apply_patch` takes it.
pub(crate) fn diff(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let numbers = match random.below(4) {
        0 => Numbers::Right,
        1 => Numbers::Off(random.below(60) as isize - 30),
        _ => Numbers::Missing,
    };
    draft.writing.format = match random.chance(30) {
        true => Format::Patch,
        false => Format::Diff { numbers, are_blanks_bare: random.chance(50) },
    };
    let is_fenced = draft.rows.iter().any(|row| row.text().contains("````"));
    (!is_fenced && draft.rows.iter().any(|row| row.search.is_some())).then_some(())
}
