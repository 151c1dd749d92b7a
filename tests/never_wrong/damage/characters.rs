//! Characters within lines.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, requoted, some},
};

/// The quoted lines have other blanks within, where there is no text in quotes.
pub(crate) fn spacing(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let how = random.below(4);
    let spaced = |line: &str| {
        let (by, rest) = line.split_at(indent(line).len());
        let rest = match how {
            0 => rest.replace(", ", ","),
            1 => rest.replace(' ', "  "),
            2 => rest.replacen('(', "( ", 1),
            _ => rest.replace(" = ", "=").replace(" => ", "=>"),
        };
        format!("{by}{rest}")
    };
    let is_plain = |line: &str| !line.contains(['"', '\'', '`', '#', '/', '*']) && spaced(line) != line;
    let fit = draft.which(|row| row.is(Role::Kept) && is_plain(row.text()));
    some(&fit, random)?.into_iter().for_each(|at| draft.rows[at].quote(spaced));
    Some(())
}

/// The block has the other kind of quotes.
pub(crate) fn quotes(draft: &mut Draft, _: &mut Random) -> Option<()> {
    let fit = draft.which(|row| row.search.is_some() && requoted(row.text()) != row.text());
    draft.rows.iter_mut().for_each(|row| row.quote(requoted));
    loosen(draft);
    (!fit.is_empty()).then_some(())
}

/// New lines may have the characters of the block or those of the lines in whose place they come.
fn loosen(draft: &mut Draft) {
    let is_open = draft.is_open();
    draft.rows.iter_mut().for_each(|row| row.loose = is_open || row.is(Role::New));
}

/// Sets characters in some quoted lines, of the file or of the block, there also in the new lines with this
/// chance.
fn set(draft: &mut Draft, new: usize, how: impl Fn(&str) -> String, random: &mut Random) -> Option<bool> {
    let fit = draft.which(|row| row.search.is_some() && !row.is_blank() && how(row.text()) != row.text());
    let in_file = random.chance(50);
    for at in some(&fit, random)? {
        let row = &mut draft.rows[at];
        if in_file { row.format(&how) } else { row.quote(&how) }
    }
    if !in_file && random.chance(new) {
        draft.rows.iter_mut().filter(|row| row.is(Role::New)).for_each(|row| row.quote(&how));
    }
    loosen(draft);
    Some(in_file)
}

/// The file has typographic quotes and dashes, the block plain ones, or the other way round.
pub(crate) fn typography(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let kind = random.below(4);
    let typeset = |line: &str| match kind {
        0 => line.replace('\'', "\u{2019}"),
        1 => line.replace('-', "\u{2013}"),
        2 => line.replace("...", "\u{2026}").replace('-', "\u{2014}"),
        _ => line.replace('"', "\u{201d}"),
    };
    set(draft, 100, typeset, random).map(|_| ())
}

/// The whole block was typeset, its new lines too, and the file is plain.
pub(crate) fn typeset(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (kind, blank) = (random.below(4), BLANKS[random.below(4)]);
    let typeset = |line: &str| match kind {
        0 => line.replace('\'', "\u{2019}"),
        1 => line.replace('-', "\u{2013}"),
        2 => line.replace('"', "\u{201d}"),
        _ => format!("{}{}", indent(line).replace(' ', blank), line.trim_start()),
    };
    let is_prose = matches!(draft.extension(), "md" | "rst" | "txt");
    let fit = draft.which(|row| row.search.is_some() && typeset(row.text()) != row.text());
    for row in &mut draft.rows {
        row.quote(typeset);
        // In sentences, and in comments, either is right.
        let is_text =
            ["#", "//", "/*", "*", "<!--", "--"].iter().any(|sign| row.text().trim().starts_with(sign));
        row.loose = row.is(Role::New) && (is_prose || is_text);
    }
    (!fit.is_empty()).then_some(())
}

const BLANKS: [&str; 4] = ["\u{a0}", "\u{3000}", "\u{2009}", "\u{202f}"];

/// Special blanks within lines of the block or of the file.
pub(crate) fn special_blanks(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let blank = BLANKS[random.below(4)];
    let special = |line: &str| format!("{}{}", indent(line), line.trim_start().replace(' ', blank));
    set(draft, 50, special, random).map(|_| ())
}

/// Special blanks at the edges of lines of the block or of the file. The line in the place of such a line may
/// keep them.
pub(crate) fn special_edges(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (blank, in_front) = (BLANKS[random.below(4)], random.chance(40));
    let special = |line: &str| if in_front { format!("{blank}{line}") } else { format!("{line}{blank}") };
    set(draft, 50, special, random)?;
    for row in draft.rows.iter_mut().filter(|row| row.is(Role::New) && in_front) {
        row.or = row.right.iter().map(|line| special(line)).collect();
    }
    Some(())
}

/// The block has no semicolons where the file has them, or has them where the file does without.
pub(crate) fn semicolons(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let adds = random.chance(30);
    let is_end =
        |line: &str| line.ends_with([')', '\'', '"', ']', '}']) && !line.trim_start().starts_with('}');
    let bare = |line: &str| line.trim_end_matches(';').to_owned();
    let other = |line: &str| match adds {
        true if is_end(line) => format!("{line};"),
        true => line.to_owned(),
        false => line.strip_suffix(';').unwrap_or(line).to_owned(),
    };
    if adds {
        // The file has none.
        draft.above.iter_mut().chain(&mut draft.below).for_each(|line| *line = bare(line));
        draft.rows.iter_mut().for_each(|row| row.format(bare));
        draft.versions.clear();
    }
    let quoted = |row: &&Row| row.search.is_some();
    let is_fit = draft.rows.iter().filter(quoted).any(|row| other(row.text()) != row.text());
    for row in &mut draft.rows {
        if let Some(right) = row.right.clone().filter(|_| row.is(Role::New)) {
            row.or = [Some(other(&right)), row.replace.clone()].into_iter().flatten().collect();
        }
        row.quote(other);
    }
    is_fit.then_some(())
}

/// Quoted lines have a comma at the end that the file does not have, or lack one.
pub(crate) fn commas(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let turned = |line: &str| match line.strip_suffix(',') {
        Some(line) => line.to_owned(),
        None => format!("{line},"),
    };
    let is_end = |line: &str| line.ends_with([')', '\'', '"', ']', '}', ',']);
    let fit = draft.which(|row| row.is(Role::Kept) && is_end(row.text()));
    some(&fit, random)?.into_iter().for_each(|at| draft.rows[at].quote(turned));
    Some(())
}
