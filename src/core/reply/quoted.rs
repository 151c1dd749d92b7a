//! The lines of an unreadable part of a reply that most likely quote the file. For messages only.

use super::{Fault, FaultKind, markers};
use crate::core::fence::is_fence;

/// More lines of such a part are not looked at.
const MOST: usize = 400;

/// Returns the lines of a reply that quote the file in the part that a fault is about; none where that cannot
/// be told.
pub fn quoted_lines<'a>(reply: &[&'a [u8]], fault: &Fault) -> Vec<&'a [u8]> {
    let is_edge = |line: &&&[u8]| markers::is_marker(line) || is_fence(line);
    let (above, behind) = reply.split_at(fault.line.min(reply.len()));
    let behind = &behind[..behind.len().min(MOST)];
    match fault.kind {
        FaultKind::Unterminated
        | FaultKind::Nested { .. }
        | FaultKind::TooManyDividers { .. }
        | FaultKind::NoPath { .. } => {
            // A fence that frames the section may be the first line of it.
            let framed = usize::from(behind.first().is_some_and(|line| is_fence(line)));
            behind[framed..].iter().take_while(|line| !is_edge(line)).copied().collect()
        }
        // Both sections, one after the other.
        FaultKind::NoDivider => {
            let section = behind.iter().take_while(|line| !markers::is_marker(line));
            section.filter(|line| !is_fence(line)).copied().collect()
        }
        FaultKind::StrayCloser => {
            let above = &above[..above.len().saturating_sub(1)];
            let mut rest = above.rsplit(|line| is_edge(&line));
            let (last, before) = (rest.next().unwrap_or_default(), rest.next());
            // Above the divider, if there is one.
            let divided =
                above.len().checked_sub(last.len() + 1).is_some_and(|at| markers::is_marker(above[at]));
            let lines = if divided { before.unwrap_or_default() } else { last };
            lines[lines.len().saturating_sub(MOST)..].to_vec()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        reply::{Options, parse},
        text::bodies,
    };

    fn quoted(reply: &str) -> Vec<String> {
        let read = parse(reply.as_bytes(), &Options::default());
        let lines: Vec<&[u8]> = bodies(reply.as_bytes()).collect();
        let lines = quoted_lines(&lines, &read.faults[0]);
        lines.into_iter().map(|line| String::from_utf8_lossy(line).into_owned()).collect()
    }

    #[test]
    fn a_block_that_is_not_closed_quotes_the_lines_above_its_divider() {
        assert_eq!(quoted("a.txt\n<<<<<<< SEARCH\none\ntwo\n=======\nthree\n"), ["one", "two"]);
        assert_eq!(quoted("a.txt\n```\n<<<<<<< SEARCH\none\ntwo\n```\n"), ["one", "two"]);
    }

    #[test]
    fn a_block_without_a_divider_quotes_all_of_its_lines() {
        assert_eq!(quoted("a.txt\n<<<<<<< SEARCH\none\n1\n>>>>>>> REPLACE\n"), ["one", "1"]);
    }

    #[test]
    fn a_block_without_a_path_quotes_its_search_section() {
        assert_eq!(quoted("Now this one:\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n"), ["one"]);
    }

    #[test]
    fn what_a_stray_marker_closes_quotes_the_lines_above_the_divider() {
        assert_eq!(quoted("a.txt\n```\none\ntwo\n=======\n1\n>>>>>>> REPLACE\nmore\n```\n"), ["one", "two"]);
        assert_eq!(quoted("a.txt\n```\none\ntwo\n>>>>>>> REPLACE\n```\n"), ["one", "two"]);
    }
}
