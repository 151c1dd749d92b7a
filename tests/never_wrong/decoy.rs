//! Decoys: lines elsewhere in the file that could be taken for those that a block means.

use crate::{
    change::altered,
    draft::Draft,
    random::Random,
    rows::{self, Role, indent, letters_of},
};

/// Puts a decoy above or below the place: directly beside it, some lines away, or at the end of the file.
fn place(draft: &mut Draft, decoy: Vec<String>, random: &mut Random) -> Option<()> {
    let distance = [0, 1, random.below(20), usize::MAX][random.below(4)];
    draft.what.push(format!("a decoy of {} lines at a distance of {distance}", decoy.len()));
    let is_above = random.chance(50);
    let side = if is_above { &mut draft.above } else { &mut draft.below };
    let at = if is_above { side.len().saturating_sub(distance) } else { distance.min(side.len()) };
    side.splice(at..at, decoy);
    Some(())
}

/// A copy in which a line of this role is another.
fn other(draft: &mut Draft, role: Role, random: &mut Random) -> Option<()> {
    let at = *random.pick(&draft.which(|row| row.is(role)))?;
    let mut copy = draft.clone();
    copy.rows[at].now = Some(altered(draft.rows[at].text(), random)?);
    place(draft, copy.here(), random)
}

/// A line that is only quoted is another.
pub(crate) fn other_line(draft: &mut Draft, random: &mut Random) -> Option<()> {
    other(draft, Role::Kept, random)
}

/// A line that goes is another.
pub(crate) fn other_change(draft: &mut Draft, random: &mut Random) -> Option<()> {
    other(draft, Role::Gone, random)
}

/// The indentation is another.
pub(crate) fn indented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let mut lines = draft.here();
    let filled = lines.iter().filter(|line| !line.is_empty());
    let least = filled.map(|line| indent(line)).min_by_key(|by| by.len())?.to_owned();
    let by = ["  ", "    ", "\t"][random.below(3)];
    let strips = random.chance(50) && !least.is_empty();
    for line in lines.iter_mut().filter(|line| !line.is_empty()) {
        *line = if strips { line.strip_prefix(&least)?.to_owned() } else { format!("{by}{line}") };
    }
    place(draft, lines, random)
}

/// The quotes are others.
pub(crate) fn requoted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = draft.here();
    let other: Vec<String> = lines.iter().map(|line| rows::requoted(line)).collect();
    if other == lines { None } else { place(draft, other, random) }
}

/// A comment is amid the lines.
pub(crate) fn commented(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let mut lines = draft.here();
    let at = random.between(1, lines.len().checked_sub(1)?.max(1));
    lines.insert(at, draft.comment(lines.get(at)?, "another one")?);
    place(draft, lines, random)
}

/// The change is made.
pub(crate) fn made(draft: &mut Draft, random: &mut Random) -> Option<()> {
    place(draft, draft.right_here(), random)
}

/// It is some of the lines only.
pub(crate) fn part(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let lines = draft.here();
    let from = random.below(lines.len());
    let part = &lines[from..random.between(from + 1, lines.len())];
    if part.len() == lines.len() || letters_of(part) < 8 { None } else { place(draft, part.to_vec(), random) }
}

/// Indentation, quotes, blank lines or trailing blanks are others. What the block makes of the lines is to
/// tell them apart.
pub(crate) fn alike(draft: &mut Draft, random: &mut Random) -> Option<()> {
    if letters_of(&draft.replace()) < 16 {
        return None;
    }
    let lines = draft.here();
    match random.below(4) {
        0 => indented(draft, random),
        1 => requoted(draft, random),
        2 => place(draft, lines.iter().map(|line| format!("{line} ")).collect(), random),
        _ => {
            let filled: Vec<String> = lines.iter().filter(|line| !line.is_empty()).cloned().collect();
            if filled == lines { None } else { place(draft, filled, random) }
        }
    }
}

/// All that is quoted is elsewhere too, amid other lines: which of both is meant is open.
pub(crate) fn twin(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let context = random.between(1, 6);
    let tail = draft.above.len().saturating_sub(context);
    let head = context.min(draft.below.len());
    let mut copy = [&draft.above[tail..], &draft.here(), &draft.below[..head]].concat();
    let is_above = draft.above.len() > tail && random.chance(60);
    let at = if is_above { draft.above.len() - tail - 1 } else { copy.len().checked_sub(head)? };
    copy[at] = altered(copy.get(at)?, random)?;
    let distance = random.between(0, 30);
    if random.chance(50) {
        let at = tail.checked_sub(distance)?;
        draft.above.splice(at..at, copy);
    } else {
        let at = head + distance;
        (at <= draft.below.len()).then(|| drop(draft.below.splice(at..at, copy)))?;
    }
    draft.versions.clear();
    draft.is_hopeless = true;
    Some(())
}

/// The block has one line as a decoy has it, which differs in another: it is as near to the one as to the other.
pub(crate) fn misquoted(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let at = *random.pick(&draft.inner())?;
    let there = *random.pick(&draft.which(|row| row.is(Role::Kept)))?;
    let other = altered(draft.rows[at].text(), random)?;
    let mut copy = draft.clone();
    copy.rows[at].now = Some(other.clone());
    copy.rows[there].now = Some(altered(draft.rows[there].text(), random)?);
    draft.rows[at].quote(|_| other.clone());
    place(draft, copy.here(), random)?;
    draft.is_hopeless = true;
    (at != there).then_some(())
}
