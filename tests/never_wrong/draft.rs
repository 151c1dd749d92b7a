//! A case in the making: the rows of a block amid the other lines of a file.

use crate::{
    case::{Case, Right, Slot},
    rows::{Role, Row, letters},
};

/// How the bytes of a file are made of its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) crlf: bool,
    pub(crate) bom: bool,
    pub(crate) latin1: bool,
}

impl Form {
    /// A line with its ending.
    pub(crate) fn line(self, line: &str) -> Vec<u8> {
        let mut bytes = self.text(line);
        bytes.extend_from_slice(if self.crlf { b"\r\n" } else { b"\n" });
        bytes
    }

    fn text(self, line: &str) -> Vec<u8> {
        if !self.latin1 {
            return line.as_bytes().to_vec();
        }
        line.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect()
    }

    fn start(self) -> &'static [u8] {
        if self.bom { "\u{feff}".as_bytes() } else { b"" }
    }

    pub(crate) fn file<'l>(self, lines: impl IntoIterator<Item = &'l str>) -> Vec<u8> {
        let mut bytes = self.start().to_vec();
        lines.into_iter().for_each(|line| bytes.extend(self.line(line)));
        bytes
    }
}

/// How a block is written.
#[derive(Clone, Debug)]
pub(crate) struct Writing {
    /// What stands above the block: its path.
    pub(crate) head: String,
    /// Whether its lines end as on Windows.
    pub(crate) crlf: bool,
    /// What stands in front of each marker.
    pub(crate) indent: String,
    /// Fences directly at the edges of SEARCH and of REPLACE.
    pub(crate) fenced: (bool, bool),
    /// A byte order mark before the first line of SEARCH, and of REPLACE.
    pub(crate) bom: (bool, bool),
}

impl Writing {
    pub(crate) fn to(path: &str) -> Self {
        Self {
            head: path.to_owned(),
            crlf: false,
            indent: String::new(),
            fenced: (false, false),
            bom: (false, false),
        }
    }

    /// A block with these sections.
    pub(crate) fn block(&self, search: &[&str], replace: &[&str]) -> Vec<u8> {
        let mut lines = vec![self.head.clone()];
        let mut holds_fence = self.fenced.0 || self.fenced.1;
        holds_fence |= search.iter().chain(replace).any(|line| line.trim_start().starts_with("```"));
        let fence = if holds_fence { "````" } else { "```" };
        lines.extend([fence.to_owned(), format!("{}<<<<<<< SEARCH", self.indent)]);
        section(search, self.fenced.0, self.bom.0, &mut lines);
        lines.push(format!("{}=======", self.indent));
        section(replace, self.fenced.1, self.bom.1, &mut lines);
        lines.extend([format!("{}>>>>>>> REPLACE", self.indent), fence.to_owned(), String::new()]);
        Form { crlf: self.crlf, ..Form::default() }.file(lines.iter().map(String::as_str))
    }
}

fn section(text: &[&str], fenced: bool, bom: bool, lines: &mut Vec<String>) {
    lines.extend(fenced.then(|| "```".to_owned()));
    for (at, line) in text.iter().enumerate() {
        lines.push(if at == 0 && bom { format!("\u{feff}{line}") } else { (*line).to_owned() });
    }
    lines.extend(fenced.then(|| "```".to_owned()));
}

/// A file with one block for a part of it.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) path: String,
    pub(crate) above: Vec<String>,
    pub(crate) rows: Vec<Row>,
    pub(crate) below: Vec<String>,
    pub(crate) form: Form,
    pub(crate) writing: Writing,
    /// Older versions, the newest first.
    pub(crate) versions: Vec<Vec<String>>,
    /// Whether nothing that the block could do would be right.
    pub(crate) is_hopeless: bool,
    /// What was done to it, in words.
    pub(crate) what: Vec<String>,
}

impl Draft {
    pub(crate) fn new(path: &str, above: &[String], rows: Vec<Row>, below: &[String]) -> Self {
        Self {
            path: path.to_owned(),
            above: above.to_vec(),
            rows,
            below: below.to_vec(),
            form: Form::default(),
            writing: Writing::to(path),
            versions: Vec::new(),
            is_hopeless: false,
            what: Vec::new(),
        }
    }

    pub(crate) fn extension(&self) -> &str {
        &self.path[2..]
    }

    pub(crate) fn search(&self) -> Vec<&str> {
        self.rows.iter().filter_map(|row| row.search.as_deref()).collect()
    }

    pub(crate) fn replace(&self) -> Vec<&str> {
        self.rows.iter().filter_map(|row| row.replace.as_deref()).collect()
    }

    fn around<'d>(&'d self, lines: impl Iterator<Item = &'d str>) -> Vec<&'d str> {
        let above = self.above.iter().map(String::as_str);
        above.chain(lines).chain(self.below.iter().map(String::as_str)).collect()
    }

    /// The file as it is.
    pub(crate) fn now(&self) -> Vec<&str> {
        self.around(self.rows.iter().filter_map(|row| row.now.as_deref()))
    }

    /// The file as it should be.
    pub(crate) fn right(&self) -> Vec<&str> {
        self.around(self.rows.iter().filter_map(|row| row.right.as_deref()))
    }

    /// Remembers the file as it is as an older version.
    pub(crate) fn commit(&mut self) {
        let now = self.now().into_iter().map(str::to_owned).collect();
        self.versions.insert(0, now);
    }

    /// Makes the change in the file, for these rows.
    pub(crate) fn make(&mut self, which: impl Fn(usize) -> bool) {
        for (at, row) in self.rows.iter_mut().enumerate() {
            if row.is_changed() && which(at) {
                row.now.clone_from(&row.right);
            }
        }
    }

    /// Where SEARCH stands as it is written, in lines of the file.
    pub(crate) fn found(&self) -> Vec<usize> {
        let (search, now) = (self.search(), self.now());
        if search.is_empty() {
            return Vec::new();
        }
        let windows = now.windows(search.len()).enumerate();
        windows.filter(|(_, window)| **window == search[..]).map(|(at, _)| at).collect()
    }

    /// Whether the block says something, and nobody could take another place for the one that it quotes as it is.
    pub(crate) fn is_sound(&self) -> bool {
        let (search, replace) = (self.search(), self.replace());
        let said: usize = search.iter().map(|line| letters(line)).sum();
        let squeezed = |lines: &[&str]| lines.concat().split_whitespace().collect::<String>();
        said >= 8
            && squeezed(&search) != squeezed(&replace)
            && self.found().iter().all(|at| Some(*at) == self.place())
    }

    /// The line of the file that the first line of SEARCH is meant for.
    pub(crate) fn place(&self) -> Option<usize> {
        let first = self.rows.iter().position(|row| row.search.is_some())?;
        Some(self.above.len() + self.rows[..first].iter().filter(|row| row.now.is_some()).count())
    }

    /// The rows of the change, first and last.
    pub(crate) fn changed(&self) -> Option<(usize, usize)> {
        let first = self.rows.iter().position(Row::is_changed)?;
        Some((first, self.rows.iter().rposition(Row::is_changed)?))
    }

    /// Whether lines are only added.
    pub(crate) fn only_adds(&self) -> bool {
        !self.rows.iter().any(|row| row.is(Role::Gone))
    }

    /// Whether lines are only removed.
    pub(crate) fn only_removes(&self) -> bool {
        !self.rows.iter().any(|row| row.is(Role::New))
    }

    /// The case, where the result is to be what the rows say.
    pub(crate) fn case(&self) -> Case {
        self.case_where(if self.is_hopeless { Vec::new() } else { vec![self.slots()] })
    }

    /// The case, where the result is to be one of these.
    pub(crate) fn case_where(&self, right: Vec<Right>) -> Case {
        let file = self.form.file(self.now());
        let versions = self.versions.iter().map(|lines| self.form.file(lines.iter().map(String::as_str)));
        Case {
            files: vec![(self.path.clone(), file)],
            versions: versions.collect(),
            reply: self.writing.block(&self.search(), &self.replace()),
            right,
            merge: None,
            what: self.what.clone(),
        }
    }

    /// What is right, line by line.
    pub(crate) fn slots(&self) -> Right {
        let line = |line: &String| Slot::line(self.form.line(line));
        let mut slots: Vec<Slot> = self.above.iter().map(line).collect();
        for row in &self.rows {
            if let Some(right) = &row.right {
                let all = [right].into_iter().chain(&row.or).map(|line| self.form.line(line));
                slots.push(Slot { any: all.collect(), optional: row.optional, loose: row.loose });
            }
        }
        slots.extend(self.below.iter().map(line));
        for bytes in slots.iter_mut().take(1).flat_map(|slot| &mut slot.any) {
            bytes.splice(0..0, self.form.start().iter().copied());
        }
        Right(slots)
    }
}
