//! Failed parts of a refused batch that no block corrects.

use super::{count, quoted};
use crate::{core::escape::escape, repo::pending::FailedPart};

/// `2 blocks of the refused batch had failed, and no block corrects them: reply.md:12 in 'a.txt', reply.md:20`
pub(in crate::cli) fn not_corrected(parts: &[FailedPart]) -> String {
    let them = if parts.len() == 1 { "it" } else { "them" };
    let blocks = count(parts.len(), "block");
    format!(
        "{blocks} of the refused batch had failed, and no block corrects {them}: {}",
        failed_places(parts)
    )
}

/// `reply.md:12 (a.txt), reply.md:20 and 3 more`
pub(in crate::cli) fn failed_places(parts: &[FailedPart]) -> String {
    const MOST: usize = 5;
    let place = |part: &FailedPart| {
        let path = part.path.as_ref().map_or_else(String::new, |path| format!(" in {}", quoted(&path.0)));
        format!("{}:{}{path}", escape(&part.reply.0), part.line)
    };
    let named: Vec<String> = parts.iter().take(MOST).map(place).collect();
    match parts.len().saturating_sub(MOST) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
