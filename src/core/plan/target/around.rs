//! The file of a block that has no path line: one that the reply names around it, if its SEARCH is there.

use bstr::{BStr, BString, ByteSlice as _};

use super::{
    aim::{Aim, Stop, named},
    known::Lines,
};
use crate::core::{
    outcome::Failure,
    path::RepoPath,
    reply::{Around, Block, Operation, PathCandidate, is_plainly_file},
    resolve::{self, Kind, Note, Purpose, ResolveError, Resolved},
};

/// More files of one name are not looked at.
const MOST: usize = 8;

impl Aim<'_> {
    /// Finds the file that a block without a path line means: that of the line above, if that names one after
    /// all; else the only one with its SEARCH among those that the lines above name, or that of the block
    /// before, where they name none. No other file of the reply may have that text.
    pub(super) fn around(&mut self, block: &Block<'_>, around: &Around) -> Result<Resolved, Stop> {
        let own = around.has_own.then(|| self.resolve(&block.path, Purpose::Edit));
        if let Some(Ok(found)) = own.as_ref().filter(|own| own.as_ref().is_ok_and(is_file)) {
            return self.asked_for(found.clone());
        }
        let Operation::Edit(edit) = &block.operation else { return Err(unknown(Vec::new())) };
        let mut near = Vec::new();
        for name in &around.near {
            near.extend(self.mentioned(name.as_bstr())?);
        }
        let before = || {
            let found = around.before.iter().filter_map(|path| self.resolve(path, Purpose::Edit).ok());
            found.filter(|found| found.kind == Kind::File).map(|found| found.path)
        };
        let is_before = near.is_empty();
        let mut files: Vec<RepoPath> = if is_before { before().collect() } else { near };
        files.sort_unstable();
        files.dedup();
        match own {
            Some(Ok(found)) if files.is_empty() => return self.asked_for(found),
            Some(Err(failure)) if files.is_empty() => return Err(failure.into()),
            _ => {}
        }
        let mut others: Vec<RepoPath> = before().collect();
        others.extend(around.all.iter().filter_map(|name| self.mentioned(name.as_bstr()).ok().flatten()));
        if is_before {
            others.extend(files.iter().flat_map(|file| self.called(file, &around.words)));
        }
        let text = Lines::of_search(edit);
        let meant = match &text {
            Some(text) => self.only(text, &files),
            None => None,
        };
        let is_elsewhere = |meant: &RepoPath| {
            text.as_ref()
                .is_none_or(|text| others.iter().any(|other| other != meant && self.has(other, text)))
        };
        match meant {
            Some(path) if !is_elsewhere(&path) => {
                let given = path.as_bstr().to_owned();
                let notes = vec![Note::Around { given, is_before }];
                self.asked_for(Resolved { path, kind: Kind::File, notes })
            }
            _ => Err(unknown(files)),
        }
    }

    /// The files that words without an extension may name beside this one: modules in its language, and its tests.
    fn called(&self, file: &RepoPath, words: &[BString]) -> Vec<RepoPath> {
        let name = file.components().next_back().unwrap_or_default();
        let Some((stem, extension)) = name.rsplit_once_str(".") else { return Vec::new() };
        let speaks_of_tests = |word: &BString| {
            let word = word.to_ascii_lowercase();
            word.starts_with(b"test") || word.starts_with(b"spec")
        };
        let [stem, extension] = [stem.as_bstr(), extension.as_bstr()];
        let modules = words.iter().map(|word| format!("{}.{extension}", word.replace(".", "/").as_bstr()));
        let tests = ["test_{}", "{}_test", "{}.test", "{}.spec", "{}Test", "{}_spec"]
            .map(|form| format!("{}.{extension}", form.replace("{}", &stem.to_string())));
        let tests = tests.into_iter().filter(|_| words.iter().any(speaks_of_tests));
        let paths = modules.chain(tests).filter_map(|path| RepoPath::new(path.as_bytes()).ok());
        paths.flat_map(|path| resolve::Tree::ending_in(&self.overlay, &path, MOST)).collect()
    }

    /// The only file that has a text; the only file, if it has not, as earlier blocks may put it there.
    fn only(&self, text: &Lines, files: &[RepoPath]) -> Option<RepoPath> {
        let mut with = files.iter().filter(|file| self.has(file, text));
        match (with.next(), with.next(), files) {
            (Some(one), None, _) | (None, _, [one]) => Some(one.clone()),
            _ => None,
        }
    }

    /// Returns whether a file has these lines before the batch.
    fn has(&self, path: &RepoPath, text: &Lines) -> bool {
        let read = || {
            self.judge(path).ok()?;
            let version = self.world.read(path).ok()?;
            Some(Lines::of(&version.bytes))
        };
        let mut known = self.known.borrow_mut();
        known.entry(path.clone()).or_insert_with(read).as_ref().is_some_and(|lines| lines.has(text))
    }

    /// The file that a word names; none for a word that is no name. A word that is plainly the name of a file
    /// which is not there leaves open which one is meant.
    fn mentioned(&self, name: &BStr) -> Result<Option<RepoPath>, Stop> {
        let candidate = PathCandidate::new(name.to_owned(), false);
        match self.resolve(&[candidate], Purpose::Edit) {
            Ok(found) if found.kind == Kind::Directory => Ok(None),
            Ok(found) if is_guess(&found) && !is_plainly_file(name) && !name.contains(&b'/') => Ok(None),
            Ok(found) => Ok(Some(found.path)),
            Err(_) if is_plainly_file(name) || self.is_below_folder(name) => {
                let given = named(name, self.settings, &self.overlay);
                Err(Failure::Path(ResolveError::Missing { given, similar: Vec::new(), fate: None }).into())
            }
            Err(_) => Ok(None),
        }
    }

    /// Returns whether a name begins with a folder that is there; `and/or` does not.
    fn is_below_folder(&self, name: &BStr) -> bool {
        let first = name.find_byte(b'/').filter(|end| *end > 0).map(|end| name[..end].as_bstr());
        let path = first.and_then(|first| RepoPath::new(&named(first, self.settings, &self.overlay)).ok());
        path.is_some_and(|path| resolve::Tree::kind(&self.overlay, &path) == Kind::Directory)
    }
}

fn is_file(found: &Resolved) -> bool {
    found.kind == Kind::File && !is_guess(found)
}

/// Returns whether only the text of a block can show that a path is meant.
fn is_guess(found: &Resolved) -> bool {
    let is_plain = |note: &Note| matches!(note, Note::Stripped(_) | Note::FromAbsolute);
    !found.notes.iter().all(is_plain)
}

fn unknown(similar: Vec<RepoPath>) -> Stop {
    Failure::Path(ResolveError::Around { similar }).into()
}
