//! Writers of SEARCH/REPLACE blocks, and of their variants.

use std::{borrow::Cow, ops::Range};

use super::names::{backticks, info, path_line};
use crate::core::{
    path::RepoPath,
    reply::{
        header::ESCAPED,
        writer::{FileText, TextChange, Unwritten, Window, Writer},
    },
    text::Text,
};

/// Blocks below a path line.
pub(in crate::core::reply) const DIFF: Writer = Writer {
    id: "diff",
    help: "SEARCH/REPLACE blocks below a path line",
    context: 0,
    says_modes: false,
    by_numbers: false,
    frame: ["", "\n", ""],
    write: |file| Form { above: Above::Nothing, has_whole: true, ..FORM }.file(file),
};

/// Blocks whose path is the first line in the fence.
pub(in crate::core::reply) const DIFF_FENCED: Writer = Writer {
    id: "diff-fenced",
    help: "SEARCH/REPLACE blocks below a path line that is in the fence",
    write: |file| Form { above: Above::Fence, has_whole: true, ..FORM }.file(file),
    ..DIFF
};

/// Blocks that name the line of the file, as Roo has them.
pub(in crate::core::reply) const ROO: Writer = Writer {
    id: "roo",
    help: "SEARCH/REPLACE blocks with `:start_line:`; no file is removed or renamed",
    write: |file| {
        // A new file has no line to name, and its text is escaped only below one.
        let is_new = matches!(file.change, TextChange::Create(_));
        Form { above: if is_new { Above::Nothing } else { Above::Line }, ..FORM }.file(file)
    },
    ..DIFF
};

/// Blocks with the path below the opening marker, as patchloom has them.
pub(in crate::core::reply) const PATCHLOOM: Writer = Writer {
    id: "patchloom",
    help: "SEARCH/REPLACE blocks with the path below the opening marker; no file is removed or renamed",
    write: |file| Form { above: Above::Path, ..FORM }.file(file),
    ..DIFF
};

/// Blocks with the markers of Cline.
pub(in crate::core::reply) const CLINE: Writer = Writer {
    id: "cline",
    help: "Blocks between `------- SEARCH` and `+++++++ REPLACE`; no file is removed or renamed",
    write: |file| Form { signs: [b'-', b'+'], ..FORM }.file(file),
    ..DIFF
};

/// Numbers of signs in a marker, the usual one first.
const WIDTHS: [usize; 5] = [7, 8, 9, 6, 5];

const FORM: Form = Form { signs: [b'<', b'>'], above: Above::Nothing, has_whole: false };

/// Form of blocks.
struct Form {
    /// The signs of the opening and the closing marker.
    signs: [u8; 2],
    above: Above,
    /// True if it has blocks for whole files: DELETE and RENAME.
    has_whole: bool,
}

/// Lines between the opening marker and the SEARCH section, or above it in the fence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    Nothing,
    /// In the fence, the path of the file.
    Fence,
    /// The number of the first line.
    Line,
    /// The path of the file.
    Path,
}

/// The sections of a block, as lines.
struct BlockText<'t> {
    /// The first line of SEARCH in the file, from 0.
    at: usize,
    search: Vec<Cow<'t, [u8]>>,
    replace: Vec<Cow<'t, [u8]>>,
}

impl<'t> BlockText<'t> {
    fn lines(&self) -> impl Iterator<Item = &Cow<'t, [u8]>> {
        self.search.iter().chain(&self.replace)
    }
}

impl Form {
    fn file(&self, file: &FileText<'_>) -> Result<Vec<u8>, Unwritten> {
        let blocks = match file.change {
            TextChange::Delete(_) => return self.whole(file.path, "DELETE", None),
            TextChange::Create(text) => {
                vec![BlockText { at: 0, search: Vec::new(), replace: self.lines(text, 0..text.len(), true) }]
            }
            TextChange::Edit { old, new, windows } => {
                let of = |window: &Window| BlockText {
                    at: window.old.start,
                    search: self.lines(old, window.old.clone(), false),
                    replace: self.lines(new, window.new.clone(), false),
                };
                windows.iter().map(of).collect()
            }
        };
        let mut out = Vec::new();
        if let Some(from) = file.from {
            out.extend(self.whole(from, "RENAME", Some(file.path))?);
            if blocks.is_empty() {
                return Ok(out);
            }
            out.push(b'\n');
        }
        let path = path_line(file.path).ok_or(Unwritten::Path)?;
        if !matches!(self.above, Above::Path | Above::Fence) {
            out.extend_from_slice(&[&path[..], b"\n"].concat());
        }
        let lines = blocks.iter().flat_map(BlockText::lines);
        let fence = vec![b'`'; lines.map(|line| backticks(line) + 1).max().unwrap_or(0).max(3)];
        out.extend_from_slice(&[&fence[..], info(file.path).as_bytes(), b"\n"].concat());
        if self.above == Above::Fence {
            out.extend_from_slice(&[&path[..], b"\n"].concat());
        }
        for (number, block) in blocks.iter().enumerate() {
            if number > 0 {
                out.push(b'\n');
            }
            self.block(&mut out, block, &path)?;
        }
        out.extend_from_slice(&[&fence[..], b"\n"].concat());
        Ok(out)
    }

    /// A block for a whole file.
    fn whole(&self, path: &RepoPath, word: &str, to: Option<&RepoPath>) -> Result<Vec<u8>, Unwritten> {
        if !self.has_whole {
            return Err(if to.is_some() { Unwritten::Rename } else { Unwritten::Deletion });
        }
        let mut out = path_line(path).ok_or(Unwritten::Path)?;
        out.extend_from_slice(format!("\n<<<<<<< {word}\n").as_bytes());
        if let Some(to) = to {
            out.extend(path_line(to).ok_or(Unwritten::Path)?);
            out.push(b'\n');
        }
        out.extend_from_slice(format!(">>>>>>> {word}\n").as_bytes());
        Ok(out)
    }

    fn block(&self, out: &mut Vec<u8>, block: &BlockText<'_>, path: &[u8]) -> Result<(), Unwritten> {
        let [opener, closer] = self.signs;
        let is_free = |width: &usize| {
            let is_marker =
                |line: &[u8]| [opener, b'=', closer].iter().any(|sign| is_like(line, *sign, *width));
            !block.lines().any(|line| is_marker(line))
        };
        let width = WIDTHS.into_iter().find(is_free).ok_or(Unwritten::Markers)?;
        let mut line = |parts: &[&[u8]]| {
            parts.iter().for_each(|part| out.extend_from_slice(part));
            out.push(b'\n');
        };
        line(&[&vec![opener; width], b" SEARCH"]);
        match self.above {
            Above::Line if !block.search.is_empty() => {
                line(&[format!(":start_line:{}", block.at + 1).as_bytes()]);
                line(&[b"-------"]);
            }
            Above::Path => {
                line(&[path]);
                line(&[b"-------"]);
            }
            _ => {}
        }
        block.search.iter().for_each(|text| line(&[text]));
        line(&[&vec![b'='; width]]);
        block.replace.iter().for_each(|text| line(&[text]));
        line(&[&vec![closer; width], b" REPLACE"]);
        Ok(())
    }

    /// Lines of a text without their endings. A byte order mark is the file's, which a new file does not have
    /// yet.
    fn lines<'t>(&self, text: &'t Text, lines: Range<usize>, is_new: bool) -> Vec<Cow<'t, [u8]>> {
        let of = |line: usize| {
            let body = if is_new && line == 0 {
                &text.bytes()[..text.start(0) + text.body(0).len()]
            } else {
                text.body(line)
            };
            let escaped =
                self.above == Above::Line && ESCAPED.iter().any(|sign| body.starts_with(sign.as_bytes()));
            if escaped { Cow::Owned([b"\\", body].concat()) } else { Cow::Borrowed(body) }
        };
        lines.map(of).collect()
    }
}

/// Returns whether a line may be taken for a marker of so many signs.
fn is_like(line: &[u8], sign: u8, width: usize) -> bool {
    let text = line.trim_ascii_start();
    text.iter().take_while(|byte| **byte == sign).take(width + 1).count() == width
}
