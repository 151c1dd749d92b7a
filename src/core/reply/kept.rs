//! A reply without the blocks that failed.

use bstr::ByteSlice as _;

use super::types::{Block, Options, Reply};
use super::{blocks, source::Source, words::MarkerWords};

/// Reads the kept blocks of a reply. The caller knows their paths.
pub fn parse_kept<'a>(text: &'a [u8], words: &MarkerWords) -> Reply<'a> {
    let nowhere = Options { path: Some("-".into()), words: words.clone(), ..Options::default() };
    // All else in it was reported before.
    Reply { blocks: blocks::pathless(&Source::all(text), &nowhere).blocks, ..Reply::default() }
}

/// The reply with only the blocks that `good` says yes to, each on its old line: other blocks, prose and
/// faults become blank lines. None if the result does not read as these blocks.
pub fn kept(bytes: &[u8], reply: &Reply<'_>, good: &[bool], words: &MarkerWords) -> Option<Vec<u8>> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(bytes.find_iter("\n").map(|at| at + 1))
        .filter(|&start| start < bytes.len())
        .collect();
    let lines: Vec<&[u8]> = bytes.lines_with_terminator().collect();
    let line_of = |at: usize| starts.partition_point(|&start| start <= at).saturating_sub(1);
    let mut keep = vec![false; lines.len()];
    for (block, &good) in reply.blocks.iter().zip(good) {
        let first = line_of(block.span.start);
        if good {
            keep[first..=line_of(block.span.end.max(1) - 1)].fill(true);
        }
        // A block below may have the path of one that fails.
        keep[line_of(block.head)..first].fill(true);
    }
    let blank = |line: &[u8]| if line.ends_with(b"\r\n") { b"\r\n".to_vec() } else { b"\n".to_vec() };
    let text: Vec<u8> = lines
        .iter()
        .zip(keep)
        .flat_map(|(line, keep)| if keep { line.to_vec() } else { blank(line) })
        .collect();
    let again = parse_kept(&text, words);
    let wanted = reply.blocks.iter().zip(good).filter(|(_, good)| **good).map(|(block, _)| block);
    let same = again.blocks.len() == good.iter().filter(|good| **good).count()
        && again.blocks.iter().zip(wanted).all(|(now, then)| {
            now.line == then.line
                && (now.operation == then.operation || makes_file(now) && makes_file(then))
                && now.base == then.base
        });
    same.then_some(text)
}

/// Returns whether a block makes a file of another one, whatever their paths.
fn makes_file(block: &Block<'_>) -> bool {
    block.operation.to().is_some()
}

#[cfg(test)]
mod tests {
    use super::{super::parse, *};

    #[test]
    fn the_version_that_a_block_is_based_on_stays() {
        let block = "<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n";
        for head in ["base: 1a2b3c4\na.txt\n", "a.txt\nbase: 1a2b3c4\n"] {
            let text = format!("{head}{block}");
            assert_eq!(left(&text, &[true]), Some(text));
        }
    }

    fn left(text: &str, good: &[bool]) -> Option<String> {
        left_with(&Options::default(), text, good)
    }

    fn left_with(options: &Options, text: &str, good: &[bool]) -> Option<String> {
        let kept = kept(text.as_bytes(), &parse(text.as_bytes(), options), good, &options.words);
        kept.map(|text| String::from_utf8(text).expect("text"))
    }

    const TWO: &str = "Prose.\n\na.txt\n```\n<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n```\nMore.\n\n\
        b.txt\n<<<<<<< SEARCH\n3\n=======\n4\n>>>>>>> REPLACE\n";

    #[test]
    fn blocks_keep_their_lines_and_prose_goes() {
        let text = "\n\na.txt\n```\n<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n\n\n\nb.txt\n\n\n\n\n\n";
        assert_eq!(left(TWO, &[true, false]).as_deref(), Some(text));
    }

    #[test]
    fn a_block_in_a_fence_of_another_kind_keeps_its_path() {
        let options = Options { fence: Some(("@@@".into(), "@@@end".into())), ..Options::default() };
        let block = |path: &str| format!("{path}\n@@@\n<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n");
        let text = format!("{}@@@end\n\n{}@@@end\n", block("a.txt"), block("b.txt"));
        let kept = left_with(&options, &text, &[true, false]).expect("one block");
        assert!(kept.starts_with(&block("a.txt")), "{kept}");
    }

    #[test]
    fn the_path_in_the_line_that_opens_a_fence_stays() {
        let block = "<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n";
        let text = format!("```rust src/a.rs\n{block}\n{block}");
        assert_eq!(left(&text, &[true, true]).as_deref(), Some(&*text));
        assert!(left(&text, &[false, true]).is_some());
    }

    #[test]
    fn a_block_that_inherits_its_path_keeps_it() {
        let block = "<<<<<<< SEARCH\n1\n=======\n2\n>>>>>>> REPLACE\n";
        let text = left(&format!("a.txt\n{block}\n{block}"), &[false, true]);
        assert_eq!(text, Some(format!("a.txt\n\n\n\n\n\n\n{block}")));
    }

    #[test]
    fn what_could_not_be_understood_goes() {
        let open = "c.txt\n<<<<<<< SEARCH\nhidden\n";
        let text = left(&format!("{TWO}{open}"), &[true, true]).expect("two blocks");
        assert!(!text.contains("hidden"));
    }
}
