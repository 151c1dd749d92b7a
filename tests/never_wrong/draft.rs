//! A case in the making: the rows of a block amid the other lines of a file.

use crate::{
    case::{Case, Right, Slot},
    random::Random,
    rows::{Role, Row, comment_marks, indent, told},
    writing::{Form, Writing},
};

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
    /// The path of another file that has the same lines and one more.
    pub(crate) other_path: Option<String>,
    /// True if nothing that the block could do would be right.
    pub(crate) is_hopeless: bool,
    /// The damage, in words.
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
            other_path: None,
            is_hopeless: false,
            what: Vec::new(),
        }
    }

    pub(crate) fn extension(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or_default()
    }

    /// A line comment with these words, indented as a line is.
    pub(crate) fn comment(&self, beside: &str, words: &str) -> Option<String> {
        let (open, close) = comment_marks(self.extension())?;
        Some(format!("{}{open}{words}{close}", indent(beside)))
    }

    pub(crate) fn search(&self) -> Vec<String> {
        self.rows.iter().filter_map(|row| row.search.clone()).collect()
    }

    pub(crate) fn replace(&self) -> Vec<String> {
        self.rows.iter().filter_map(|row| row.replace.clone()).collect()
    }

    /// The lines of the place as they are.
    pub(crate) fn here(&self) -> Vec<String> {
        self.rows.iter().filter_map(|row| row.now.clone()).collect()
    }

    /// The lines of the place as they should be.
    pub(crate) fn right_here(&self) -> Vec<String> {
        self.rows.iter().filter_map(|row| row.right.clone()).collect()
    }

    /// The file as it is.
    pub(crate) fn now(&self) -> Vec<String> {
        [&self.above[..], &self.here(), &self.below].concat()
    }

    /// The file as it should be.
    pub(crate) fn right(&self) -> Vec<String> {
        [&self.above[..], &self.right_here(), &self.below].concat()
    }

    /// The numbers of the rows that are so.
    pub(crate) fn which(&self, is: impl Fn(&Row) -> bool) -> Vec<usize> {
        (0..self.rows.len()).filter(|at| is(&self.rows[*at])).collect()
    }

    pub(crate) fn kept(&self) -> Vec<usize> {
        self.which(|row| row.is(Role::Kept))
    }

    /// The rows that are kept and neither next to a change nor at an edge: what is done to them leaves it
    /// plain where the change belongs.
    pub(crate) fn inner(&self) -> Vec<usize> {
        let is_inner = |at: &usize| self.rows[*at - 1..*at + 2].iter().all(|row| row.is(Role::Kept));
        (1..self.rows.len().saturating_sub(1)).filter(is_inner).collect()
    }

    /// The first and the last row of the change.
    pub(crate) fn changed(&self) -> Option<(usize, usize)> {
        let first = self.rows.iter().position(Row::is_changed)?;
        Some((first, self.rows.iter().rposition(Row::is_changed)?))
    }

    /// Returns whether a line is in the rows twice, so that it is open which of them is changed.
    pub(crate) fn is_open(&self) -> bool {
        let mut texts: Vec<&str> = self.rows.iter().map(|row| row.text().trim_end()).collect();
        texts.sort_unstable();
        texts.windows(2).any(|two| two[0] == two[1])
    }

    /// The same of a line that says something, or has a sign.
    pub(crate) fn has_twins(&self) -> bool {
        let mut texts: Vec<&str> = self.rows.iter().map(|row| row.text().trim()).collect();
        texts.retain(|text| !text.is_empty());
        texts.sort_unstable();
        texts.windows(2).any(|two| two[0] == two[1])
    }

    /// Returns whether the change has no rows of this role.
    pub(crate) fn lacks(&self, role: Role) -> bool {
        !self.rows.iter().any(|row| row.is(role))
    }

    /// The lines above the place or those below it.
    pub(crate) fn side(&mut self, random: &mut Random) -> &mut Vec<String> {
        if random.chance(50) { &mut self.above } else { &mut self.below }
    }

    /// Leaves an inner row that fits out of the block.
    pub(crate) fn omit(&mut self, fits: impl Fn(&Row) -> bool, random: &mut Random) -> Option<()> {
        let mut inner = self.inner();
        inner.retain(|at| fits(&self.rows[*at]));
        let row = &mut self.rows[*random.pick(&inner)?];
        *row = Row::new(Role::Omitted, row.text());
        Some(())
    }

    /// Puts a line into the block that the file does not have, before an inner row.
    pub(crate) fn invent(
        &mut self,
        line: impl Fn(&Self, &str) -> Option<String>,
        random: &mut Random,
    ) -> Option<()> {
        let at = *random.pick(&self.inner())?;
        let line = line(self, self.rows[at].text())?;
        self.rows.insert(at, Row::new(Role::Invented, line));
        Some(())
    }

    /// Remembers the file as it is as an older version.
    pub(crate) fn commit(&mut self) {
        self.versions.insert(0, self.now());
        self.what.push("committed".into());
    }

    /// Makes the change in the file, for these rows.
    pub(crate) fn make(&mut self, which: impl Fn(usize) -> bool) {
        for (at, row) in self.rows.iter_mut().enumerate() {
            if row.is_changed() && which(at) {
                row.now.clone_from(&row.right);
            }
        }
    }

    /// The lines of the file at which SEARCH is as it is written.
    pub(crate) fn found(&self) -> Vec<usize> {
        let (search, now) = (self.search(), self.now());
        let windows = now.windows(search.len().max(1)).enumerate();
        windows.filter(|(_, window)| **window == search[..]).map(|(at, _)| at).collect()
    }

    /// Returns whether the block says something, and nobody could take another place for the one that it
    /// quotes as it is.
    pub(crate) fn is_sound(&self) -> bool {
        let quoted = self.rows.iter().filter(|row| row.search.is_some());
        told(quoted) >= 8
            && self.search() != self.replace()
            && self.found().iter().all(|at| Some(*at) == self.place())
    }

    /// The line of the file that the first line of SEARCH is meant for.
    fn place(&self) -> Option<usize> {
        let first = self.rows.iter().position(|row| row.search.is_some())?;
        Some(self.above.len() + self.rows[..first].iter().filter(|row| row.now.is_some()).count())
    }

    /// The case, where the result is to be what the rows say.
    pub(crate) fn case(&self) -> Case {
        let other = self.other_path.iter().map(|path| {
            let mut lines = self.now();
            lines.push("and more".into());
            (path.clone(), self.form.file(&lines))
        });
        Case {
            files: [(self.path.clone(), self.form.file(&self.now()))].into_iter().chain(other).collect(),
            versions: self.versions.iter().map(|lines| self.form.file(lines)).collect(),
            reply: self.writing.change(&self.path, self.place().unwrap_or(0) + 1, &self.rows),
            right: if self.is_hopeless { Vec::new() } else { vec![self.slots()] },
            what: self.what.clone(),
        }
    }

    /// The right result, line by line.
    fn slots(&self) -> Right {
        let line = |line: &String| Slot { any: vec![self.form.line(line)], loose: false };
        let slot = |row: &Row| {
            let any = row.right.iter().chain(row.right.iter().flat_map(|_| &row.or));
            Slot { any: any.map(|line| self.form.line(line)).collect(), loose: row.loose }
        };
        let rows = self.rows.iter().filter(|row| row.right.is_some());
        let mut slots: Vec<Slot> = self.above.iter().map(line).collect();
        slots.extend(rows.map(slot).chain(self.below.iter().map(line)));
        for bytes in slots.iter_mut().take(1).flat_map(|slot| &mut slot.any) {
            bytes.splice(0..0, self.form.start().iter().copied());
        }
        Right(slots)
    }
}
