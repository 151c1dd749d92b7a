//! Blocks for an older version of a file, which is in the history.

use similar::DiffOp;

use crate::{
    case::{Case, Right, Slot},
    change,
    corpus::Corpus,
    damage,
    draft::Draft,
    kinds::{Group, Kind},
    random::Random,
    rows::{Row, letters},
    several::with,
};

pub(crate) fn kinds() -> impl Iterator<Item = Kind> {
    [
        Kind::of(Group::Stale, "stale", |corpus, random| stale(corpus, false, random)),
        Kind::of(Group::Stale, "stale-damaged", |corpus, random| stale(corpus, true, random)),
        Kind::of(Group::Stale, "stale-made", made),
        Kind::of(Group::Stale, "moved-removed", moved),
    ]
    .into_iter()
}

fn text(lines: &[String]) -> Vec<u8> {
    lines.iter().map(|line| format!("{line}\n")).collect::<String>().into_bytes()
}

/// A case for a draft on an older version: what git makes of the two is right, and what is right by the lines.
fn merged(draft: &Draft, now: &[String], right: &[String]) -> Case {
    let mut case = draft.case();
    let (base, theirs) = (case.files[0].1.clone(), text(&own(draft.right())));
    case.files[0].1 = text(now);
    case.versions = vec![base.clone()];
    case.right = vec![Right::of(text(right))];
    case.merge = Some((base, theirs));
    case
}

fn own(lines: Vec<&str>) -> Vec<String> {
    lines.into_iter().map(str::to_owned).collect()
}

/// One of the changes of a commit, where others of them are made already.
fn stale(corpus: &Corpus, damaged: bool, random: &mut Random) -> Option<Case> {
    let series = corpus.versioned(2, random)?;
    let from = random.below(series.versions.len() - 1);
    let hunks = change::hunks(series, from);
    let chosen = random.below(hunks.len().max(1)).min(hunks.len().checked_sub(2)?);
    let percent = [20, 60, 100][random.below(3)];
    let made: Vec<Vec<DiffOp>> = (0..hunks.len())
        .filter(|at| *at != chosen && (at.abs_diff(chosen) == 1 || random.chance(percent)))
        .map(|at| hunks[at].clone())
        .collect();
    let mut all = made.clone();
    all.push(hunks[chosen].clone());
    all.sort_by_key(|hunk| hunk[0].old_range().start);
    let mut draft = change::real(series, from, &hunks[chosen], 10, random)?;
    if damaged {
        damage::lightly(&mut draft, random)?;
    }
    let (now, right) = (with(series, from, &made), with(series, from, &all));
    draft.is_sound().then(|| merged(&draft, &now, &right))
}

/// A block for a version that made changes have altered since, nearby.
fn made(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let draft = change::any(corpus, 6, random)?;
    let start = draft.above.len();
    let mut now = own(draft.now());
    let mut right = own(draft.right());
    for _ in 0..random.between(1, 3) {
        // Above the change or below it, so that it is known where the change belongs.
        let (first, last) = draft.changed()?;
        let kept_above = start + first;
        let kept_below = draft.rows.len() - 1 - last + draft.below.len();
        if random.chance(50) {
            let at = kept_above.checked_sub(random.between(1, 8))?;
            let line = change::altered(&now[at], random)?;
            (now[at], right[at]) = (line.clone(), line);
        } else {
            let behind = random.between(1, 8).min(kept_below.checked_sub(1)?.max(1));
            let (at, other) = (now.len() - kept_below + behind - 1, right.len() - kept_below + behind - 1);
            let line = change::altered(&now[at], random)?;
            now.insert(at, line.clone());
            right.insert(other, line);
        }
    }
    Some(merged(&draft, &now, &right))
}

/// A paragraph is to go that stands elsewhere by now.
fn moved(corpus: &Corpus, random: &mut Random) -> Option<Case> {
    let series = corpus.any(random);
    let file = random.pick(&series.versions)?;
    let starts: Vec<usize> =
        (3..file.len() - 3).filter(|at| file[at - 1].is_empty() && !file[*at].is_empty()).collect();
    let start = *random.pick(&starts)?;
    let end = start + file[start..].iter().position(String::is_empty)? + 1;
    let below = (end + random.between(1, 3)).min(file.len());
    let mut rows: Vec<Row> =
        file[start - random.between(1, 3)..start].iter().map(|line| Row::kept(line)).collect();
    let above = start - rows.len();
    rows.extend(file[start..end].iter().map(|line| Row::gone(line)));
    rows.extend(file[end..below].iter().map(|line| Row::kept(line)));
    let mut draft = Draft::new(&series.path, &file[..above], rows, &file[below..]);
    draft.commit();
    let told: usize = file[start..end].iter().map(|line| letters(line)).sum();
    let is_fit = draft.is_sound() && draft.found().len() == 1 && told >= 12 && end - start < 15;
    let paragraph = file[start..end].to_vec();
    let mut rest = file.clone();
    rest.drain(start..end);
    let starts: Vec<usize> = (1..rest.len())
        .filter(|at| rest[at - 1].is_empty() && !rest[*at].is_empty() && at.abs_diff(start) > 3)
        .collect();
    let at = *random.pick(&starts)?;
    let mut case = draft.case();
    case.files[0].1 = text(&[&rest[..at], &paragraph, &rest[at..]].concat());
    // The blank line that came with it may stay.
    let mut slots: Vec<Slot> = rest.iter().map(|line| Slot::line(text(std::slice::from_ref(line)))).collect();
    slots.insert(at, Slot { optional: true, ..Slot::line(b"\n".to_vec()) });
    case.right = vec![Right(slots)];
    is_fit.then_some(case)
}
