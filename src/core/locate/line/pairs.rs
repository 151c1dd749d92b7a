//! Lines of a change, and those that they became.

use crate::core::script::common_edges;

/// The most comparisons of lines for one run of changes.
const MOST_COMPARED: usize = 10_000;

/// Pairs of lines of `old` and the lines of `new` that they became: in order, and so that the pairs have the
/// most in common. None if there are too many to tell.
pub(in crate::core::locate) fn pairs(old: &[&[u8]], new: &[&[u8]]) -> Option<Vec<(usize, usize)>> {
    if old.len() * new.len() > MOST_COMPARED {
        return None;
    }
    let columns = new.len() + 1;
    let mut best = vec![0; columns * (old.len() + 1)];
    let gain = |row: usize, column: usize| same_line(old[row], new[column]);
    for row in (0..old.len()).rev() {
        for column in (0..new.len()).rev() {
            let at = row * columns + column;
            let paired = gain(row, column).map_or(0, |gain| gain + best[at + columns + 1]);
            best[at] = paired.max(best[at + columns]).max(best[at + 1]);
        }
    }
    let (mut pairs, mut row, mut column) = (Vec::new(), 0, 0);
    while row < old.len() && column < new.len() {
        let at = row * columns + column;
        if best[at] == best[at + columns] {
            row += 1;
        } else if best[at] == best[at + 1] {
            column += 1;
        } else {
            pairs.push((row, column));
            (row, column) = (row + 1, column + 1);
        }
    }
    Some(pairs)
}

/// Length of what two lines share, if that is enough for the one to have become the other.
fn same_line(old: &[u8], new: &[u8]) -> Option<usize> {
    let shared = shared(old, new);
    let shorter = old.trim_ascii().len().min(new.trim_ascii().len());
    (shared > 0 && shared * 2 >= shorter).then_some(shared)
}

fn shared(a: &[u8], b: &[u8]) -> usize {
    let (prefix, suffix) = common_edges(a.trim_ascii(), b.trim_ascii());
    prefix + suffix
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_paired_by_what_they_share() {
        assert_eq!(pairs(&[b"first one", b"second two"], &[b"first 1"]), Some(vec![(0, 0)]));
        assert_eq!(pairs(&[b"first one", b"second two"], &[b"second 2"]), Some(vec![(1, 0)]));
        assert_eq!(pairs(&[b"x = \"a\""], &[b"return \"b\""]), Some(vec![]));
    }
}
