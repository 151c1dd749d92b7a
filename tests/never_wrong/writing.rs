//! Forms in which files and blocks are written.

use crate::rows::Row;

/// Form of a text as bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    pub(crate) crlf: bool,
    pub(crate) bom: bool,
    pub(crate) latin1: bool,
}

impl Form {
    /// A line with its ending.
    pub(crate) fn line(self, line: &str) -> Vec<u8> {
        let latin1 = |character: char| u8::try_from(u32::from(character)).unwrap_or(b'?');
        let mut bytes =
            if self.latin1 { line.chars().map(latin1).collect() } else { line.as_bytes().to_vec() };
        bytes.extend_from_slice(if self.crlf { b"\r\n" } else { b"\n" });
        bytes
    }

    /// Text in front of the first line.
    pub(crate) fn start(self) -> &'static [u8] {
        if self.bom { "\u{feff}".as_bytes() } else { b"" }
    }

    pub(crate) fn file(self, lines: &[String]) -> Vec<u8> {
        let mut bytes = self.start().to_vec();
        lines.iter().for_each(|line| bytes.extend(self.line(line)));
        bytes
    }
}

/// Line numbers in the heads of hunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Numbers {
    #[default]
    Right,
    /// Off by so many lines.
    Off(isize),
    Missing,
}

/// Form of a change.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Format {
    /// A block with SEARCH and REPLACE.
    #[default]
    Block,
    /// A unified diff; its blank lines may lack the blank in front.
    Diff { numbers: Numbers, are_blanks_bare: bool },
    /// A patch as `apply_patch` takes it.
    Patch,
}

/// Form of a block.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writing {
    /// Text above the block: its path, or a sentence with it.
    pub(crate) head: String,
    /// True if its lines end as on Windows.
    pub(crate) crlf: bool,
    /// Text in front of each marker.
    pub(crate) indent: String,
    /// True if fences are directly at the edges of SEARCH, and of REPLACE.
    pub(crate) fenced: (bool, bool),
    /// True if a byte order mark is before the first line of SEARCH, and of REPLACE.
    pub(crate) bom: (bool, bool),
    pub(crate) format: Format,
}

impl Writing {
    pub(crate) fn to(path: &str) -> Self {
        Self { head: path.to_owned(), ..Self::default() }
    }

    /// The change in its form, where the file's line of this number is the first that SEARCH has.
    pub(crate) fn change(&self, path: &str, first: usize, rows: &[Row]) -> Vec<u8> {
        let section = |of: fn(&Row) -> &Option<String>| -> Vec<String> {
            rows.iter().filter_map(|row| of(row).clone()).collect()
        };
        let (search, replace) = (section(|row| &row.search), section(|row| &row.replace));
        let (numbers, are_blanks_bare) = match self.format {
            Format::Block => return self.block(&search, &replace),
            Format::Diff { numbers, are_blanks_bare } => (numbers, are_blanks_bare),
            Format::Patch => (Numbers::Missing, false),
        };
        let hunk = rows.iter().flat_map(|row| match (&row.search, &row.replace) {
            (Some(line), Some(same)) if line == same && line.is_empty() && are_blanks_bare => {
                vec![String::new()]
            }
            (Some(line), Some(same)) if line == same => vec![format!(" {line}")],
            (old, new) => {
                let signed =
                    |sign: char, line: &Option<String>| line.as_ref().map(|line| format!("{sign}{line}"));
                signed('-', old).into_iter().chain(signed('+', new)).collect()
            }
        });
        let head = |at: usize| format!("@@ -{at},{} +{at},{} @@", search.len(), replace.len());
        let head = match numbers {
            Numbers::Right => head(first),
            Numbers::Off(by) => head(first.saturating_add_signed(by).max(1)),
            Numbers::Missing if matches!(self.format, Format::Patch) => "@@".into(),
            Numbers::Missing => "@@ ... @@".into(),
        };
        let lines: Vec<String> = [head].into_iter().chain(hunk).collect();
        let (open, close) = match self.format {
            Format::Patch => {
                let open = vec!["*** Begin Patch".into(), format!("*** Update File: {path}")];
                (open, vec!["*** End Patch".into()])
            }
            _ => {
                let open = vec!["````diff".into(), format!("--- a/{path}"), format!("+++ b/{path}")];
                (open, vec!["````".to_owned()])
            }
        };
        Form::default().file(&[open, lines, close].concat())
    }

    /// A block with these sections.
    pub(crate) fn block(&self, search: &[String], replace: &[String]) -> Vec<u8> {
        let has_fence = |line: &String| line.trim_start().starts_with("```");
        let is_fenced = self.fenced.0 || self.fenced.1 || search.iter().chain(replace).any(has_fence);
        let fence = if is_fenced { "````" } else { "```" };
        let marker = |text: &str| format!("{}{text}", self.indent);
        let mut lines = vec![self.head.clone(), fence.to_owned(), marker("<<<<<<< SEARCH")];
        lines.extend(section(search, self.fenced.0, self.bom.0));
        lines.push(marker("======="));
        lines.extend(section(replace, self.fenced.1, self.bom.1));
        lines.extend([marker(">>>>>>> REPLACE"), fence.to_owned(), String::new()]);
        Form { crlf: self.crlf, ..Form::default() }.file(&lines)
    }
}

fn section(text: &[String], is_fenced: bool, bom: bool) -> Vec<String> {
    let mut lines = text.to_vec();
    lines.iter_mut().take(usize::from(bom)).for_each(|first| first.insert(0, '\u{feff}'));
    if is_fenced {
        lines = [vec!["```".to_owned()], lines, vec!["```".to_owned()]].concat();
    }
    lines
}
