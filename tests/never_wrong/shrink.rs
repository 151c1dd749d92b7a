//! Cases with less of the file, of which the same becomes.

use crate::case::{Case, Right, Verdict};

/// The case without lines at the ends of the file that nothing depends on.
pub(crate) fn shrunk(mut case: Case, verdict: Verdict) -> Case {
    if case.files.len() > 1 {
        return case;
    }
    for from_end in [true, false] {
        let mut count = case.now().iter().filter(|byte| **byte == b'\n').count();
        while count > 0 {
            match without(&case, count, from_end).filter(|smaller| smaller.judge().verdict == verdict) {
                Some(smaller) => case = smaller,
                None => count /= 2,
            }
        }
    }
    case
}

/// The case without so many lines at one end of the file; none where they are not the same in all of its
/// versions.
fn without(case: &Case, count: usize, from_end: bool) -> Option<Case> {
    let cut = |bytes: &[u8]| -> Option<(Vec<u8>, Vec<u8>)> {
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let rest = lines.len().checked_sub(count)?;
        let tail = lines.split_off(if from_end { rest } else { count });
        let (gone, kept) = if from_end { (tail, lines) } else { (lines, tail) };
        Some((gone.concat(), kept.concat()))
    };
    let mut smaller = case.clone();
    let (gone, kept) = cut(case.now())?;
    // A line that the reply speaks of, however it is written, may be why something is right.
    let told = |bytes: &[u8]| -> String {
        String::from_utf8_lossy(bytes).chars().filter(|character| character.is_alphanumeric()).collect()
    };
    let reply = told(&case.reply);
    let speaks = |line: &[u8]| told(line).len() >= 8 && reply.contains(&told(line));
    if gone.split(|byte| *byte == b'\n').any(speaks) {
        return None;
    }
    smaller.files[0].1 = kept;
    for version in &mut smaller.versions {
        let (other, kept) = cut(version)?;
        *version = (other == gone).then_some(kept)?;
    }
    for Right(slots) in &mut smaller.right {
        let rest = slots.len().checked_sub(count)?;
        let removed: Vec<_> = if from_end { slots.drain(rest..) } else { slots.drain(..count) }.collect();
        let is_plain = removed.iter().all(|slot| slot.any.len() == 1);
        let bytes: Vec<u8> = removed.iter().flat_map(|slot| slot.any[0].iter().copied()).collect();
        (is_plain && bytes == gone).then_some(())?;
    }
    Some(smaller)
}
