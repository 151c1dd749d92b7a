//! Edits of the file since a change was made.

use crate::{
    draft::Draft,
    random::Random,
    rows::{Role, Row, indent, told},
};

/// A formatter went over the new lines, or over the whole file.
pub(crate) fn formatted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let format = formatter(random);
    let new = draft.which(|row| row.is(Role::New) && format(row.text()) != row.text());
    let is_whole = random.chance(50);
    for row in draft.rows.iter_mut().filter(|row| is_whole || row.is(Role::New)) {
        row.format(&format);
    }
    if is_whole {
        draft.above.iter_mut().chain(&mut draft.below).for_each(|line| *line = format(line));
        draft.what.push("the whole file".into());
    }
    (!new.is_empty()).then_some(())
}

/// Effect of a formatter on a line.
fn formatter(random: &mut Random) -> Box<dyn Fn(&str) -> String> {
    let blanks = [" ", "  "][random.below(2)];
    match random.below(6) {
        0 => Box::new(|line| line.replace('\'', "\"")),
        1 => Box::new(|line| line.replace('"', "'")),
        2 => Box::new(|line| format!("{}{line}", indent(line))),
        3 => Box::new(|line| format!("{}{}", "\t".repeat(indent(line).len() / 4), line.trim_start())),
        4 => Box::new(move |line| if line.is_empty() { String::new() } else { format!("{line}{blanks}") }),
        _ => Box::new(|line| line.trim_end_matches(';').replace(", ", ",").replace(" = ", "=")),
    }
}

/// Somebody wrote a comment at the new lines, or removed a blank line from them.
pub(crate) fn edited(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let new = draft.which(|row| row.is(Role::New));
    let at = *random.pick(&new)?;
    if random.chance(60) {
        let comment = draft.comment(draft.rows[at].text(), "as agreed")?;
        draft.rows.insert(at, Row::new(Role::Omitted, comment));
    } else {
        let blank = draft.which(|row| row.is(Role::New) && row.is_blank());
        let row = &mut draft.rows[*random.pick(&blank)?];
        (row.now, row.right) = (None, None);
    }
    (told(draft.rows.iter().filter(|row| row.is(Role::New))) >= 8).then_some(())
}
