//! Characters within lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, indent, kept, some},
};

/// The rows that SEARCH has.
fn quoted(draft: &Draft) -> Vec<usize> {
    (0..draft.rows.len()).filter(|at| draft.rows[*at].search.is_some()).collect()
}

/// The quoted lines have other blanks within, where there is no text in quotes.
pub(super) fn spacing(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let how = random.below(4);
    let spaced = |line: &str| -> String {
        let by = indent(line);
        let rest = &line[by.len()..];
        let rest = match how {
            0 => rest.replace(", ", ","),
            1 => rest.replace(' ', "  "),
            2 => rest.replacen('(', "( ", 1),
            _ => rest.replace(" = ", "=").replace(" => ", "=>"),
        };
        format!("{by}{rest}")
    };
    let plain = |line: &str| !line.contains(['"', '\'', '`', '#', '/', '*']) && spaced(line) != line;
    let fit: Vec<usize> = kept(&draft.rows).into_iter().filter(|at| plain(draft.rows[*at].text())).collect();
    for at in some(&fit, random)? {
        draft.rows[at].quote(spaced);
    }
    Some(())
}

/// The line with the other kind of quotes, if it has one kind.
fn requoted(line: &str) -> String {
    match (line.contains('"'), line.contains('\'')) {
        (true, false) => line.replace('"', "'"),
        (false, true) => line.replace('\'', "\""),
        _ => line.to_owned(),
    }
}

/// The block has the other kind of quotes: new lines may have those of the file or those of the block.
pub(super) fn quotes(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let fit = |line: &str| requoted(line) != line;
    if !quoted(draft).iter().any(|at| fit(draft.rows[*at].text())) {
        return None;
    }
    draft.rows.iter_mut().for_each(|row| row.quote(requoted));
    loosen(draft);
    Some(())
}

/// The file has typographic quotes and dashes, the block plain ones, or the other way round.
pub(super) fn typography(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let how = random.below(4);
    let set = |line: &str| match how {
        0 => line.replace('\'', "\u{2019}"),
        1 => line.replace('-', "\u{2013}"),
        2 => line.replace("...", "\u{2026}").replace('-', "\u{2014}"),
        _ => line.replace('"', "\u{201d}"),
    };
    let fit: Vec<usize> = quoted(draft)
        .into_iter()
        .filter(|at| set(draft.rows[*at].text()) != draft.rows[*at].text())
        .collect();
    let in_file = random.chance(50);
    for at in some(&fit, random)? {
        if in_file {
            draft.rows[at].format(set);
        } else {
            draft.rows[at].quote(set);
        }
    }
    if !in_file {
        draft.rows.iter_mut().filter(|row| row.is(Role::New)).for_each(|row| row.quote(set));
    }
    loosen(draft);
    Some(())
}

/// New lines may have the characters of the block or those of the lines in whose place they come.
fn loosen(draft: &mut Draft) {
    draft.rows.iter_mut().filter(|row| row.is(Role::New)).for_each(|row| row.loose = true);
}

const BLANKS: [&str; 4] = ["\u{a0}", "\u{3000}", "\u{2009}", "\u{202f}"];

/// Special blanks within lines of the block or of the file.
pub(super) fn special_blanks(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let blank = BLANKS[random.below(4)];
    let set = |line: &str| format!("{}{}", indent(line), line.trim_start().replace(' ', blank));
    let fit: Vec<usize> = quoted(draft)
        .into_iter()
        .filter(|at| set(draft.rows[*at].text()) != draft.rows[*at].text())
        .collect();
    let in_file = random.chance(50);
    for at in some(&fit, random)? {
        if in_file {
            draft.rows[at].format(set);
        } else {
            draft.rows[at].quote(set);
        }
    }
    if !in_file && random.chance(50) {
        draft.rows.iter_mut().filter(|row| row.is(Role::New)).for_each(|row| row.quote(set));
    }
    loosen(draft);
    Some(())
}

/// Special blanks at the edges of lines of the block or of the file. The line in the place of such a line may keep them.
pub(super) fn special_edges(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let blank = BLANKS[random.below(4)];
    let (in_front, in_file) = (random.chance(40), random.chance(50));
    let set = |line: &str| if in_front { format!("{blank}{line}") } else { format!("{line}{blank}") };
    let fit: Vec<usize> =
        quoted(draft).into_iter().filter(|at| !draft.rows[*at].text().trim().is_empty()).collect();
    for at in some(&fit, random)? {
        let row = &mut draft.rows[at];
        if in_file {
            row.format(set);
        } else {
            row.quote(set);
        }
    }
    if !in_file && random.chance(50) {
        draft.rows.iter_mut().filter(|row| row.is(Role::New)).for_each(|row| row.quote(set));
    }
    loosen(draft);
    for row in draft.rows.iter_mut().filter(|row| row.is(Role::New) && in_front) {
        let kept = row.right.as_deref().map(set);
        row.or.extend(kept);
    }
    Some(())
}

/// The block has no semicolons where the file has them, or has them where the file does without.
pub(super) fn semicolons(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let adds = random.chance(30);
    let ends = |line: &str| line.ends_with([')', '\'', '"', ']', '}']) && !line.trim_start().starts_with('}');
    let set = |line: &str| match line.strip_suffix(';') {
        Some(line) if !adds => line.to_owned(),
        None if adds && ends(line) => format!("{line};"),
        _ => line.to_owned(),
    };
    if adds {
        // The file has none.
        for line in draft.above.iter_mut().chain(&mut draft.below) {
            *line = line.trim_end_matches(';').to_owned();
        }
        draft.versions.clear();
        let bare = |line: &str| line.trim_end_matches(';').to_owned();
        draft.rows.iter_mut().for_each(|row| row.format(bare));
    }
    if !quoted(draft).iter().any(|at| set(draft.rows[*at].text()) != draft.rows[*at].text()) {
        return None;
    }
    for row in &mut draft.rows {
        if let Some(right) = row.right.clone().filter(|_| row.is(Role::New)) {
            row.or.push(set(&right));
            row.or.extend(row.replace.clone());
        }
        row.quote(set);
    }
    Some(())
}
