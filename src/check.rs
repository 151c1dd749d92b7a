//! `git sr check` without a reply: the rules for commits.

mod error;
mod unstage;

use std::{cell::OnceCell, collections::HashMap};

use bstr::{BString, ByteSlice as _};

use crate::{
    core::{
        check::{self, Change, Level, Levels, Lines, MARKER_SIZE, Rule, What},
        guard::{Policy, Rules},
        imports::Files,
        path::RepoPath,
        reply::MarkerWords,
        text::{MAX_TEXT, from_utf16, is_binary},
    },
    repo::{
        commits,
        config::{Config, Settings, UnknownRule},
        open::Repo,
        policy,
        staged::{self, ChangedPath, CommitFiles, Staged, StagedFiles, TextAttributes, TrackedKind},
        worktree::WorkTree,
    },
};

pub use error::CheckError;
pub use unstage::Unstage;
use unstage::Unstaging;

/// Extent of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckScope {
    /// Staged changes, against `HEAD`.
    Staged,
    /// Each commit of a range, against its first parent.
    Commits(BString),
    /// Every tracked file, as it is in the work tree, else in the index.
    All,
}

/// Request of a check.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// Its extent.
    pub scope: CheckScope,
    /// Rules for paths, besides those of the configuration.
    pub rules: Rules,
    /// The words of markers.
    pub words: MarkerWords,
}

/// Number of findings of one rule in one file that are reported; the others are counted. A file that was
/// generated, or is of another sort than its name says, has thousands.
pub const MOST: usize = 10;

/// Result of a check.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// The findings, by commit, path and line.
    pub findings: Vec<Finding>,
    /// Number of files that were checked.
    pub files: usize,
    /// Number of commits that were checked; none but for [`CheckScope::Commits`].
    pub commits: Option<usize>,
    /// Files that are too large to be checked.
    pub too_large: Vec<BString>,
    /// Number of files that are not merged: none of their versions is checked.
    pub unmerged: usize,
    /// Configured rules that do not exist.
    pub unknown: Vec<UnknownRule>,
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Its level.
    pub level: Level,
    /// The commit that brings it in, where commits are looked at.
    pub commit: Option<gix::ObjectId>,
    /// True if it is staged, and not committed yet.
    pub is_staged: bool,
    /// Way to take a refused path out of the index, where that loses nothing.
    pub unstage: Option<Unstage>,
    /// The path from the root.
    pub path: BString,
    /// The path that the file was moved from.
    pub from: Option<BString>,
    /// The line, from 1; none of the file as a whole.
    pub line: Option<usize>,
    /// The finding itself.
    pub what: What,
    /// Number of further findings of the rule in the file, none of which is in the report: [`MOST`] are.
    pub more: usize,
    /// Stays the same while lines above come and go: a hash of the rule, the path and the line's text, and
    /// the number of the finding among those of the file that have the same hash, from 1.
    pub fingerprint: (gix::ObjectId, usize),
}

impl CheckReport {
    /// Number of findings of a level, with those that are only counted.
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).map(|finding| 1 + finding.more).sum()
    }
}

/// Checks files. Nothing is written and no lock is taken.
///
/// # Errors
///
/// When something cannot be read; findings are in the report.
///
/// # Examples
///
/// ```
/// use git_sr::check::{CheckRequest, CheckScope, check};
/// use git_sr::core::{guard::Rules, reply::MarkerWords};
/// use git_sr::repo::{config::Settings, open::Repo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # gix::init(folder.path())?;
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// let settings = Settings::read(&repo)?;
/// let request =
///     CheckRequest { scope: CheckScope::Staged, rules: Rules::default(), words: MarkerWords::default() };
/// let report = check(&repo, &settings, &request)?;
/// assert!(report.findings.is_empty(), "nothing is staged yet");
/// # Ok(())
/// # }
/// ```
pub fn check(repo: &Repo, settings: &Settings, request: &CheckRequest) -> Result<CheckReport, CheckError> {
    let staged = Staged::read(repo)?;
    let mut rules = request.rules.clone();
    policy::add_configured(&mut rules, settings)?;
    // People may change files that builds run.
    rules.strict = None;
    if let Some(blocked) = staged.bytes_of(policy::BLOCK_FILE.into())? {
        rules.block_file(&blocked)?;
    }
    let mut examiner = Examiner {
        repo,
        settings,
        words: &request.words,
        policy: Policy::new(rules.clone())?,
        rules,
        levels: Config::new(repo).check_levels(settings.syntax)?,
        attributes: staged.attributes()?,
        tree: None,
        unstaging: None,
        report: CheckReport { unknown: Config::new(repo).unknown_rules(), ..CheckReport::default() },
    };
    match &request.scope {
        CheckScope::Staged => {
            examiner.report.unmerged = staged.unmerged().len();
            let bases = staged.bases()?;
            examiner.unstaging = Some(Unstaging::new(repo, &bases)?);
            // A commit that changes the block file is bound by the one it changes.
            examiner.obey(&bases)?;
            let files = StagedFiles::new(&staged);
            examiner.examine_all(staged.changes(&bases)?, None, &files)?;
        }
        CheckScope::All => {
            examiner.report.unmerged = staged.unmerged().len();
            examiner.tree = Some(WorkTree::open(repo.work_dir()).map_err(CheckError::WorkTree)?);
            for file in staged.files() {
                examiner.examine(&file, None, None)?;
            }
        }
        CheckScope::Commits(range) => {
            let commits = commits::in_range(repo, range.as_bstr())?;
            examiner.report.commits = Some(commits.len());
            for commit in commits {
                examiner.obey(&commits::parents(repo, commit)?)?;
                let files = CommitFiles::new(repo, commit)?;
                examiner.examine_all(commits::changes(repo, commit)?, Some(commit), &files)?;
            }
        }
    }
    Ok(examiner.report)
}

/// State of checking file after file.
struct Examiner<'r> {
    repo: &'r Repo,
    settings: &'r Settings,
    words: &'r MarkerWords,
    policy: Policy,
    /// The rules of the policy, but for the block files of parents.
    rules: Rules,
    levels: Levels,
    attributes: TextAttributes<'r>,
    /// The work tree, if the files there are meant.
    tree: Option<WorkTree>,
    /// Ways to unstage paths, if staged changes are checked.
    unstaging: Option<Unstaging>,
    report: CheckReport,
}

impl Examiner<'_> {
    /// Judges paths by the block files of these commits too.
    fn obey(&mut self, bases: &[gix::ObjectId]) -> Result<(), CheckError> {
        let mut rules = self.rules.clone();
        for base in bases {
            if let Some(blocked) = commits::file_of(self.repo, *base, policy::BLOCK_FILE)? {
                policy::add_earlier(&mut rules, &blocked);
            }
        }
        self.policy = Policy::new(rules)?;
        Ok(())
    }

    fn examine_all(
        &mut self,
        mut changes: Vec<ChangedPath>,
        commit: Option<gix::ObjectId>,
        files: &dyn Files,
    ) -> Result<(), CheckError> {
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        changes.iter().try_for_each(|changed| self.examine(changed, commit, Some(files)))
    }

    fn examine(
        &mut self,
        changed: &ChangedPath,
        commit: Option<gix::ObjectId>,
        files: Option<&dyn Files>,
    ) -> Result<(), CheckError> {
        self.report.files += 1;
        let path = RepoPath::new(changed.path.as_bstr());
        let declared = self.attributes.of(changed.path.as_bstr())?;
        let lines =
            if changed.kind == TrackedKind::File { self.lines(changed, path.as_ref().ok())? } else { None };
        let change = Change {
            path: changed.path.as_bstr(),
            verdict: check::judge(changed.path.as_bstr(), &self.policy),
            lines,
            words: self.words,
            // A declaration as binary must not hide keys or characters that deceive the reader.
            is_ignored: declared.is_ignored || declared.is_binary,
            keeps_endings: declared.keeps_endings || declared.is_binary,
            marker_size: declared.marker_size.unwrap_or(MARKER_SIZE),
            max_shrink: self.settings.max_shrink,
            max_growth: self.settings.max_growth,
            is_whole: self.tree.is_some(),
            files,
            code: OnceCell::new(),
        };
        let mut seen: HashMap<gix::ObjectId, usize> = HashMap::new();
        // Number of findings of each rule, and the place of its last one.
        let mut told: HashMap<&str, (usize, usize)> = HashMap::new();
        for (rule, level, found) in check::examine(&change, &self.levels) {
            let (count, last) = told.entry(rule.id()).or_default();
            *count += 1;
            if *count > MOST {
                self.report.findings[*last].more += 1;
                continue;
            }
            *last = self.report.findings.len();
            let hash = self.hash(&change, rule, found.line)?;
            let rank = seen.entry(hash).or_default();
            *rank += 1;
            self.report.findings.push(Finding {
                rule,
                level,
                commit,
                is_staged: self.unstaging.is_some(),
                unstage: match (&found.what, &self.unstaging) {
                    (What::Refused(_), Some(unstaging)) => {
                        unstaging.of(self.repo, changed, path.as_ref().ok())?
                    }
                    _ => None,
                },
                path: changed.path.clone(),
                from: changed.from.clone(),
                line: found.line.map(|line| line + 1),
                what: found.what,
                more: 0,
                fingerprint: (hash, *rank),
            });
        }
        Ok(())
    }

    /// The lines of a file, with those that it had; none of a binary one or one that is too large.
    fn lines(&mut self, changed: &ChangedPath, path: Option<&RepoPath>) -> Result<Option<Lines>, CheckError> {
        let in_tree = self.tree.as_ref().zip(path);
        let max = self.settings.max_file_bytes.min(MAX_TEXT);
        let from_tree = in_tree.and_then(|(tree, path)| tree.read(path, max).ok()).map(|source| source.bytes);
        let ids = changed.before.into_iter().chain(changed.also.iter().copied()).chain([changed.id]);
        for id in ids.filter(|_| from_tree.is_none()) {
            if staged::size(self.repo, id)? > max {
                self.report.too_large.push(changed.path.clone());
                return Ok(None);
            }
        }
        let new = match from_tree {
            Some(bytes) => bytes,
            None => staged::bytes(self.repo, changed.id)?,
        };
        // By its mark, a text of two bytes a character is read; without one it is no text to git either.
        let text = |bytes: Vec<u8>| from_utf16(&bytes).unwrap_or(bytes);
        let new = text(new);
        // Of PDF, the first NUL byte may be far behind those that are read.
        if is_binary(&new) || new.starts_with(b"%PDF-") {
            return Ok(None);
        }
        let old = changed.before.map(|id| staged::bytes(self.repo, id)).transpose()?;
        let mut lines = Lines::new(new, old.map(text));
        for id in &changed.also {
            lines = lines.without(text(staged::bytes(self.repo, *id)?));
        }
        Ok(Some(lines))
    }

    fn hash(
        &self,
        change: &Change<'_>,
        rule: &Rule,
        line: Option<usize>,
    ) -> Result<gix::ObjectId, CheckError> {
        let text =
            change.lines.as_ref().zip(line).map_or(&b""[..], |(lines, line)| lines.new_text().body(line));
        let parts = [rule.id().as_bytes(), change.path, text.trim_ascii()];
        Ok(self.repo.blob_id(&bstr::join("\0", parts))?)
    }
}
