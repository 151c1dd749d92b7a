//! Counts of changed lines, as `git apply --stat` and `--numstat` print them.

use super::shown;
use crate::{
    cli::{style::Streams, words::count},
    core::{diff, escape::escape},
    files::FileReport,
};

/// A line a file with a bar, and a sum.
pub(in crate::cli) fn stat(files: &[FileReport], streams: &mut Streams) {
    /// Columns for the path, and for the path and the bar.
    const NAME: usize = 50;
    const WIDTH: usize = 70;
    let rows: Vec<(String, usize, usize)> = shown(files)
        .map(|file| {
            let counts = file.counts.unwrap_or_default();
            (shortened(&escape(file.path.as_bstr()).to_string(), NAME), counts.added, counts.removed)
        })
        .collect();
    let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    let most = rows.iter().map(|(_, added, removed)| added + removed).max().unwrap_or(0).max(1);
    let bar = most.min(WIDTH - width);
    for (name, added, removed) in &rows {
        let scaled = |lines: usize| (lines * bar + most / 2) / most;
        let plus = scaled(*added);
        let minus = scaled(added + removed).saturating_sub(plus);
        let changed = added + removed;
        streams.result(&format!(" {name:<width$} |{changed:>5} {}{}", "+".repeat(plus), "-".repeat(minus)));
    }
    let sum = |of: fn(&(String, usize, usize)) -> usize| rows.iter().map(of).sum::<usize>();
    let (added, removed) = (sum(|row| row.1), sum(|row| row.2));
    let mut line = format!(" {} changed", count(rows.len(), "file"));
    if added > 0 || removed == 0 {
        line += &format!(", {}(+)", count(added, "insertion"));
    }
    if removed > 0 || added == 0 {
        line += &format!(", {}(-)", count(removed, "deletion"));
    }
    streams.result(&line);
}

/// Lines added, lines removed and the path, a tab between them.
pub(in crate::cli) fn numstat(files: &[FileReport], streams: &mut Streams) {
    for file in shown(files) {
        let path = diff::quoted("", file.path.as_bstr());
        let path = String::from_utf8_lossy(&path).into_owned();
        let counts = file.counts.unwrap_or_default();
        streams.result(&format!("{}\t{}\t{path}", counts.added, counts.removed));
    }
}

/// The end of a path that is too long.
fn shortened(name: &str, most: usize) -> String {
    let length = name.chars().count();
    if length <= most {
        return name.to_owned();
    }
    let tail: String = name.chars().skip(length - (most - 3)).collect();
    let tail = tail.find('/').map_or(tail.as_str(), |slash| &tail[slash..]);
    format!("...{tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_path_keeps_its_end_from_a_slash_on() {
        assert_eq!(shortened("a/b.rs", 10), "a/b.rs");
        assert_eq!(shortened("aaaaaaaaaa/bb/c.rs", 12), ".../bb/c.rs");
    }
}
