//! `git sr encode`: changes of files as a reply.

use bstr::BString;

use crate::{
    core::{
        change::{Change, FileMode},
        encode::{self, EncodeOptions, LeftOut, Need, PathChange},
        guard::Policy,
        path::RepoPath,
        plan::World,
        reply::Writer,
    },
    repo::{
        commits,
        config::Settings,
        headings::Drivers,
        open::Repo,
        policy::{self, RulesError},
        staged::{self, Difference, Staged, StagedError, TrackedKind},
        tracked::Tracked,
        unstaged,
        world::{IndexWorld, RepoWorld},
    },
};

/// Changes to encode.
#[derive(Clone, Debug)]
pub enum EncodeSource {
    /// Those of the work tree that are not staged.
    Unstaged,
    /// Those that are staged.
    Staged,
    /// Those of a commit against its first parent, or those between the ends of a range.
    Revision(BString),
    /// These, of files of the work tree.
    Changes(Vec<Change>),
}

/// Request of encoding changes.
#[derive(Clone, Debug)]
pub struct EncodeRequest {
    /// The changes.
    pub source: EncodeSource,
    /// The format.
    pub writer: &'static Writer,
    /// Least number of lines around a change; that of the format if none is given.
    pub context: Option<usize>,
    /// True if whole functions are quoted.
    pub whole_functions: bool,
    /// True if the reply is shown to a model: files that a reply must not write, or that hold secrets, are left
    /// out.
    pub for_model: bool,
}

/// A reply, and what it lacks.
#[derive(Clone, Debug, Default)]
pub struct EncodeReport {
    /// The reply; empty if there is nothing to write.
    pub text: Vec<u8>,
    /// The paths whose changes it has, in order.
    pub paths: Vec<RepoPath>,
    /// Options of `git sr apply` without which a path is refused.
    pub needs: Vec<(RepoPath, Need)>,
    /// The paths whose changes, or modes, it lacks, with the reasons.
    pub left_out: Vec<(BString, LeftOut)>,
    /// Files of the work tree that git neither tracks nor ignores, if it has no other changes to write; a folder of
    /// such files is one.
    pub untracked: Vec<BString>,
}

/// An error for which nothing can be encoded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The changes cannot be read.
    #[error(transparent)]
    Staged(#[from] StagedError),
    /// The work tree cannot be opened.
    #[error("cannot open the work tree")]
    WorkTree(#[source] std::io::Error),
    /// It is not known which files hold secrets.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl From<gix::Error> for EncodeError {
    fn from(error: gix::Error) -> Self {
        Self::Staged(error.into())
    }
}

/// Encodes changes. Nothing is written.
///
/// # Errors
///
/// When the changes cannot be read; changes that the format cannot say are in the report.
///
/// # Examples
///
/// ```
/// use git_sr::core::reply::Writer;
/// use git_sr::encode::{EncodeRequest, EncodeSource, encode};
/// use git_sr::repo::{config::Settings, open::Repo};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = tempfile::tempdir()?;
/// # gix::init(folder.path())?;
/// let repo = Repo::open(&folder.path().canonicalize()?)?;
/// let settings = Settings::read(&repo)?;
/// let writer = Writer::all().next().ok_or("no format")?;
/// let source = EncodeSource::Staged;
/// let request = EncodeRequest { source, writer, context: None, whole_functions: false, for_model: false };
/// let report = encode(&repo, &settings, &request)?;
/// assert!(report.text.is_empty(), "nothing is staged yet");
/// # Ok(())
/// # }
/// ```
pub fn encode(
    repo: &Repo,
    settings: &Settings,
    request: &EncodeRequest,
) -> Result<EncodeReport, EncodeError> {
    let max = settings.max_file_bytes;
    let world = RepoWorld::open(repo, max).map_err(EncodeError::WorkTree)?;
    let of = |tracked: Tracked| IndexWorld::of(repo, &world, tracked, max);
    let mut left_out = Vec::new();
    let mut staged = || -> Result<Staged<'_>, StagedError> {
        let staged = Staged::read(repo)?;
        left_out.extend(staged.unmerged().into_iter().map(|path| (path.to_owned(), LeftOut::Unmerged)));
        Ok(staged)
    };
    let (differences, tracked) = match &request.source {
        EncodeSource::Unstaged => (unstaged::changes(repo, &staged()?, max)?, Tracked::read(repo)?),
        EncodeSource::Staged => (staged()?.differences()?, Tracked::of_head(repo)?),
        EncodeSource::Revision(name) => {
            let (old, new) = commits::trees(repo, name.as_ref())?;
            (staged::differences(repo, old, new)?, Tracked::of_tree(repo, old)?)
        }
        EncodeSource::Changes(changes) => {
            return Ok(written(repo, request, &of_changes(changes), Vec::new(), &world));
        }
    };
    let mut shown = differences;
    if request.for_model {
        let hidden = hide(&mut shown, &policy::read(settings, world.tree())?);
        left_out.extend(hidden.into_iter().map(|it| (it.path, LeftOut::NotForModels)));
    }
    let report = on(repo, request, shown, left_out, &of(tracked))?;
    let is_empty = report.paths.is_empty() && report.left_out.is_empty();
    let untracked = match request.source {
        EncodeSource::Unstaged if is_empty => unstaged::untracked(repo),
        _ => Vec::new(),
    };
    Ok(EncodeReport { untracked, ..report })
}

/// Takes out the differences of files that a model must not see, and returns them.
fn hide(differences: &mut Vec<Difference>, policy: &Policy) -> Vec<Difference> {
    let may_be_seen = |path: &BString| {
        let verdict = RepoPath::new(path).map(|path| policy.judge(&path));
        verdict.is_ok_and(|verdict| !verdict.is_refused() && !verdict.is_private)
    };
    let is_hidden = |difference: &mut Difference| {
        !may_be_seen(&difference.path) || !difference.from.iter().all(may_be_seen)
    };
    differences.extract_if(.., is_hidden).collect()
}

/// Encodes differences from the files of a world.
fn on(
    repo: &Repo,
    request: &EncodeRequest,
    differences: Vec<Difference>,
    mut left_out: Vec<(BString, LeftOut)>,
    world: &dyn World,
) -> Result<EncodeReport, EncodeError> {
    let mut changes = Vec::new();
    for difference in differences {
        let sides = || difference.old.iter().chain(&difference.new);
        if let Some(other) = sides().map(|side| side.kind).find(|kind| *kind != TrackedKind::File) {
            let reason = if other == TrackedKind::Link { LeftOut::Link } else { LeftOut::Repository };
            left_out.push((difference.path, reason));
            continue;
        }
        match change(repo, &difference)? {
            Ok(change) => changes.push(change),
            Err(reason) => left_out.push((difference.path, reason)),
        }
    }
    Ok(written(repo, request, &changes, left_out, world))
}

/// The change of a file with its bytes.
fn change(repo: &Repo, difference: &Difference) -> Result<Result<PathChange, LeftOut>, StagedError> {
    let path = |path: &BString| RepoPath::new(path).map_err(|_| LeftOut::Path);
    let (to, from) = (path(&difference.path), difference.from.as_ref().map(path).transpose());
    let (path, from) = match (to, from) {
        (Ok(path), Ok(from)) => (path, from),
        (Err(reason), _) | (_, Err(reason)) => return Ok(Err(reason)),
    };
    let mut bytes = [None, None];
    for (side, bytes) in [&difference.old, &difference.new].into_iter().zip(&mut bytes) {
        let Some(side) = side else { continue };
        match staged::bytes_of(repo, side)? {
            Some(read) => *bytes = Some(read),
            None => return Ok(Err(LeftOut::TooLarge)),
        }
    }
    let [old, new] = bytes;
    let modes = [&difference.old, &difference.new].map(|side| match side {
        Some(side) if side.is_executable => FileMode::Executable,
        _ => FileMode::Plain,
    });
    Ok(Ok(PathChange { path, from, old, new, modes }))
}

/// Planned changes, in which a renamed file is two, as changes of paths.
fn of_changes(changes: &[Change]) -> Vec<PathChange> {
    let sources: Vec<&RepoPath> = changes.iter().filter_map(|change| change.from.as_ref()).collect();
    let is_source = |change: &&Change| change.new.is_none() && sources.contains(&&change.path);
    let of = |change: &'_ Change| {
        let origin = change.from.as_ref().map(|from| changes.iter().find(|change| change.path == *from));
        let old = origin.map_or(Some(change), |origin| origin).and_then(|origin| origin.old.as_ref());
        let sides = [old, change.new.as_ref()];
        let [old, new] = sides.map(|side| side.map(|version| version.bytes.to_vec()));
        let modes = sides.map(|side| FileMode::of(side.and_then(|version| version.mode)));
        PathChange { path: change.path.clone(), from: change.from.clone(), old, new, modes }
    };
    changes.iter().filter(|change| !is_source(change)).map(of).collect()
}

fn written(
    repo: &Repo,
    request: &EncodeRequest,
    changes: &[PathChange],
    mut left_out: Vec<(BString, LeftOut)>,
    world: &dyn World,
) -> EncodeReport {
    let drivers = std::cell::RefCell::new(Drivers::new(repo));
    let headings = |path: &RepoPath| drivers.borrow_mut().of(path);
    let options = EncodeOptions {
        context: request.context,
        whole_functions: request.whole_functions,
        headings: Some(&headings),
    };
    let encoded = encode::encode(changes, request.writer, options, world);
    left_out.extend(encoded.left_out.into_iter().map(|(path, reason)| (path.as_bstr().to_owned(), reason)));
    left_out.sort_by(|(a, _), (b, _)| a.cmp(b));
    EncodeReport {
        text: encoded.text,
        paths: encoded.paths,
        needs: encoded.needs,
        left_out,
        untracked: Vec::new(),
    }
}
