//! Edits from SEARCH/REPLACE blocks.

use bstr::BString;

use super::edit::Edit;
use crate::core::reply::{Block, Fault, Operation, Options, parse};

/// Reasons why a text is not read as edits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlocksError {
    /// A part of it could not be understood.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A block removes or renames a file.
    #[error("line {line}: the block is no edit of text")]
    Operation {
        /// The line of the block, from 1.
        line: usize,
    },
    /// More than one line of a block may be its divider.
    #[error("line {line}: {count} lines of the block may be its divider")]
    Dividers {
        /// The line of the block, from 1.
        line: usize,
        /// The number of such lines.
        count: usize,
    },
    /// A path is not UTF-8.
    #[error("line {line}: the path is not UTF-8")]
    Path {
        /// The line of the block, from 1.
        line: usize,
    },
}

/// Reads the SEARCH/REPLACE blocks of a text, all for one file, which the caller knows. Paths in it are
/// passed over.
///
/// # Errors
///
/// When a part of it cannot be read, or a block is no edit.
///
/// # Examples
///
/// ```
/// use git_sr::edit_file::parse_blocks;
///
/// let edits = parse_blocks("<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n")?;
/// assert_eq!((edits[0].old.as_str(), edits[0].new.as_str(), edits[0].line), ("old\n", "new\n", Some(1)));
/// # Ok::<(), git_sr::edit_file::BlocksError>(())
/// ```
pub fn parse_blocks(text: &str) -> Result<Vec<Edit>, BlocksError> {
    let options = Options { path: Some(BString::from("file")), ..Options::default() };
    let reply = parse(text.as_bytes(), &options);
    if let Some(fault) = reply.faults.into_iter().next() {
        return Err(fault.into());
    }
    reply.blocks.iter().map(edit).collect()
}

/// Reads the SEARCH/REPLACE blocks of a text that names the file of each. The files, in order, each with its
/// edits.
///
/// # Errors
///
/// When a part of it cannot be read, a block is no edit, or one names no file.
///
/// # Examples
///
/// ```
/// use git_sr::edit_file::parse_path_blocks;
///
/// let text = "src/a.rs\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n";
/// let files = parse_path_blocks(text)?;
/// assert_eq!((files[0].0.as_str(), files[0].1.len()), ("src/a.rs", 1));
/// # Ok::<(), git_sr::edit_file::BlocksError>(())
/// ```
pub fn parse_path_blocks(text: &str) -> Result<Vec<(String, Vec<Edit>)>, BlocksError> {
    let reply = parse(text.as_bytes(), &Options::default());
    if let Some(fault) = reply.faults.into_iter().next() {
        return Err(fault.into());
    }
    let mut files: Vec<(String, Vec<Edit>)> = Vec::new();
    for block in &reply.blocks {
        let path = block.path.first().and_then(|path| String::from_utf8(path.text.to_vec()).ok());
        let path = path.ok_or(BlocksError::Path { line: block.line })?;
        let edit = edit(block)?;
        match files.iter_mut().find(|(other, _)| *other == path) {
            Some((_, edits)) => edits.push(edit),
            None => files.push((path, vec![edit])),
        }
    }
    Ok(files)
}

fn edit(block: &Block<'_>) -> Result<Edit, BlocksError> {
    let Operation::Edit(edit) = &block.operation else {
        return Err(BlocksError::Operation { line: block.line });
    };
    let mut readings = edit.readings();
    let count = readings.len();
    let Some(sections) = readings.next().filter(|_| count == 1) else {
        return Err(BlocksError::Dividers { line: block.line, count });
    };
    let text = |section: &[u8]| String::from_utf8_lossy(section).into_owned();
    let (old, new) = (text(sections.search), text(sections.replace));
    Ok(Edit { old, new, is_lines: true, line: Some(block.line) })
}
