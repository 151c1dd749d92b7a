//! Finding and opening the repository that a command works in, as git finds it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bstr::{BStr, BString, ByteSlice};
use gix::bstr::ByteVec;

use super::{
    checksum,
    environment::{self, Malformed},
    progress::Progress,
};

/// Reasons why there is no repository to work in. gix's own reason, where there is one, is the source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// Neither this directory nor one above it belongs to a repository.
    #[error("not a git repository: '{}'", .start.display())]
    NotARepository {
        /// The folder where the search began.
        start: PathBuf,
    },
    /// The repository has no work tree.
    #[error("no work tree: '{}' is bare", .git_dir.display())]
    Bare {
        /// The bare repository.
        git_dir: PathBuf,
    },
    /// The work tree does not exist, or the search began inside the git directory.
    #[error("must be run in a work tree: '{}'", .path.display())]
    NoWorkTree {
        /// The missing work tree, or the git directory.
        path: PathBuf,
    },
    /// Another user owns the repository and `safe.directory` does not name it.
    #[error("owned by another user: '{}'", .path.display())]
    Untrusted {
        /// The repository, or where the search for it began.
        path: PathBuf,
    },
    /// References are in a form that is not known.
    #[error("unsupported reference storage '{}'", crate::core::escape::escape(name))]
    RefStorage {
        /// The value of `extensions.refStorage`.
        name: BString,
    },
    /// Objects are named by an unknown hash.
    #[error("unsupported object format '{}'", crate::core::escape::escape(name))]
    ObjectFormat {
        /// The value of `extensions.objectFormat`.
        name: BString,
    },
    /// The repository says that programs which do not know this extension must leave it alone
    /// (gitrepository-layout, `core.repositoryFormatVersion` 1).
    #[error("unsupported repository extension '{}'", crate::core::escape::escape(name))]
    Extension {
        /// The name below `extensions.`.
        name: BString,
    },
    /// An environment variable that git defines does not parse.
    #[error("bad value in {name}")]
    Environment {
        /// The variable.
        name: &'static str,
    },
    /// Anything else: unreadable files, bad configuration.
    #[error("cannot open the repository")]
    Gix(#[from] gix::Error),
}

/// The commit and the branch that `HEAD` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The commit; none on an unborn branch.
    pub id: Option<gix::ObjectId>,
    /// The full name of the branch (`refs/heads/main`) that it leads to, born or not; none if detached.
    pub name: Option<BString>,
}

/// A repository with a work tree. Opening reads the configuration, and neither the index nor any object.
///
/// Every path it gives is absolute.
#[derive(Debug)]
pub struct Repo {
    git: gix::Repository,
    work_dir: PathBuf,
    git_dir: PathBuf,
    common_dir: PathBuf,
    prefix: Option<BString>,
    needs_git_for_references: bool,
    progress: Arc<Progress>,
}

impl Repo {
    /// Opens the repository that `start`, an absolute directory, belongs to.
    ///
    /// `GIT_DIR`, `GIT_WORK_TREE`, `GIT_INDEX_FILE`, `GIT_CEILING_DIRECTORIES` and the configuration that
    /// `git -c` passes on count as they do for git. Relative values are taken from the current directory of
    /// the process.
    ///
    /// A bare repository inside a work tree, which could come with a clone, is passed over: the one around it
    /// is meant.
    pub fn open(start: &Path) -> Result<Self, OpenError> {
        let overrides =
            environment::overrides().map_err(|Malformed(name)| OpenError::Environment { name })?;
        let mut git = discover(start, &overrides, true).map_err(|error| refusal(error, start, &overrides))?;
        git.make_paths_absolute()?;
        let needs_git_for_references = check_format(&git)?;
        if environment::means_current_directory() && !git.is_bare() && !names_work_tree(&git) {
            git.set_workdir(start.to_owned())?;
        }
        let git_dir = plain(git.git_dir());
        let Some(work_dir) = git.workdir().map(plain) else { return Err(OpenError::Bare { git_dir }) };
        if !work_dir.is_dir() {
            return Err(OpenError::NoWorkTree { path: work_dir });
        }
        let prefix = below(&work_dir, start);
        // gix looks into the ceiling itself, which git does only if it starts there.
        if prefix.as_ref().is_some_and(|prefix| !prefix.is_empty()) && environment::is_ceiling(&work_dir) {
            return Err(OpenError::NotARepository { start: start.to_owned() });
        }
        // The root of the work tree, where most runs begin, is outside without a look.
        let may_be_inside = prefix.as_ref().is_some_and(|prefix| !prefix.is_empty());
        let inside =
            may_be_inside && below(&git_dir, start).is_some() && below(&git_dir, &work_dir).is_none();
        if inside {
            return Err(OpenError::NoWorkTree { path: git_dir });
        }
        let common_dir = plain(git.common_dir());
        let progress = Arc::default();
        Ok(Self { git, work_dir, git_dir, common_dir, prefix, needs_git_for_references, progress })
    }

    /// Progress of what is done in it.
    pub fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// The root of the work tree.
    pub fn work_dir(&self) -> &Path {
        &self.work_dir
    }

    /// The git directory of this work tree (`.git/worktrees/<name>` for a linked one).
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// The git directory that all work trees share.
    pub fn common_dir(&self) -> &Path {
        &self.common_dir
    }

    /// The index, `GIT_INDEX_FILE` if that is set. It need not exist.
    pub fn index_path(&self) -> PathBuf {
        self.git.index_path()
    }

    /// The folder for git-sr's own state in this work tree (`git rev-parse --git-path sr`). It need not
    /// exist.
    pub fn state_dir(&self) -> PathBuf {
        self.git_dir.join("sr")
    }

    /// The directory that the search began in, from the root of the work tree, with `/`: empty at the root,
    /// none outside (which `GIT_WORK_TREE` makes possible).
    pub fn prefix(&self) -> Option<&BStr> {
        self.prefix.as_ref().map(|prefix| prefix.as_bstr())
    }

    /// Returns whether references are stored in a form that gix does not read.
    pub(super) fn needs_git_for_references(&self) -> bool {
        self.needs_git_for_references
    }

    /// The hash that names the objects.
    pub fn object_hash(&self) -> gix::hash::Kind {
        self.git.object_hash()
    }

    /// The id that these bytes would have as a blob. Nothing is written and no filter is run.
    pub fn blob_id(&self, bytes: &[u8]) -> Result<gix::ObjectId, gix::Error> {
        gix::objs::compute_hash(self.object_hash(), gix::objs::Kind::Blob, bytes)
    }

    /// The id that a text has as a blob, to know it again: made faster than the id of an object.
    ///
    /// # Errors
    ///
    /// If the hash fails, which for SHA-1 it does not.
    pub fn text_id(&self, pieces: &[&[u8]]) -> Result<gix::ObjectId, gix::Error> {
        checksum::text_id(self.object_hash(), pieces).map_err(gix::Error::from_error)
    }

    /// The bytes of a blob, if it is here.
    pub fn blob(&self, id: gix::ObjectId) -> Option<Vec<u8>> {
        self.git.find_blob(id).ok().map(|blob| blob.detach().data)
    }

    /// Returns whether only part of the tree is checked out (`core.sparseCheckout`).
    pub fn is_sparse(&self) -> bool {
        self.git.config_snapshot().boolean("core.sparseCheckout").unwrap_or(false)
    }

    /// The repository as gix sees it.
    pub(crate) fn git(&self) -> &gix::Repository {
        &self.git
    }
}

fn discover(start: &Path, overrides: &[BString], bail: bool) -> Result<gix::Repository, gix::Error> {
    use gix::sec::trust::DefaultForLevel;
    let options = |level| {
        gix::open::Options::default_for_level(level)
            .bail_if_untrusted(bail)
            .lossy_config(true)
            .cli_overrides(overrides.iter().cloned())
    };
    let trust = gix::sec::trust::Mapping {
        full: options(gix::sec::Trust::Full),
        reduced: options(gix::sec::Trust::Reduced),
    };
    gix::ThreadSafeRepository::discover_with_environment_overrides_opts(start, upwards(true), trust)
        .map(|repository| repository.to_thread_local())
}

fn upwards(dot_git_only: bool) -> gix::discover::upwards::Options<'static> {
    gix::discover::upwards::Options { match_ceiling_dir_or_error: false, dot_git_only, ..Default::default() }
}

/// Explains a failure to discover or open a repository.
fn refusal(error: gix::Error, start: &Path, overrides: &[BString]) -> OpenError {
    use gix::discover::upwards::Error;
    match error.downcast_any_ref::<Error>() {
        Some(Error::NoTrustedGitRepository { candidate, .. }) => {
            OpenError::Untrusted { path: candidate.clone() }
        }
        Some(_) => match gix::discover::upwards_opts(start, upwards(false).apply_environment()) {
            Ok((path, _)) => OpenError::Bare { git_dir: path.into_repository_and_work_tree_directories().0 },
            Err(_) => OpenError::NotARepository { start: start.to_owned() },
        },
        None => match bad_object_format(&error) {
            Some(name) => OpenError::ObjectFormat { name },
            None if is_io(&error) => OpenError::Gix(error),
            None if error.is_permission_denied() => untrusted(start, overrides),
            None if error.is_not_found() => {
                OpenError::NotARepository { start: environment::git_dir().unwrap_or(start.into()) }
            }
            None => OpenError::Gix(error),
        },
    }
}

/// gix calls a repository untrusted also where its work tree is missing.
fn untrusted(start: &Path, overrides: &[BString]) -> OpenError {
    match discover(start, overrides, false) {
        Ok(git) => match git.workdir().filter(|work_dir| !work_dir.is_dir()) {
            Some(work_dir) => OpenError::NoWorkTree { path: work_dir.to_owned() },
            // git looks for the work tree in `safe.directory`, if there is one.
            None => OpenError::Untrusted { path: git.workdir().unwrap_or(git.git_dir()).to_owned() },
        },
        Err(_) => OpenError::Untrusted { path: start.to_owned() },
    }
}

fn is_io(error: &gix::Error) -> bool {
    error.downcast_any_ref::<std::io::Error>().is_some_and(|io| io.kind() != std::io::ErrorKind::NotFound)
}

fn bad_object_format(error: &gix::Error) -> Option<BString> {
    use gix::error::MetadataValue;
    let values = error.metadata_merged();
    match (values.get("key")?, values.get("input")?) {
        (MetadataValue::String(key), MetadataValue::Bytes(input))
            if key.eq_ignore_ascii_case("extensions.objectFormat") =>
        {
            Some(input.clone().into())
        }
        _ => None,
    }
}

/// Extensions that change nothing for the files that git-sr reads and writes, or that gix knows.
const KNOWN_EXTENSIONS: &[&str] = &[
    "noop", "noop-v1", "objectformat", "partialclone", "preciousobjects", "refstorage", "relativeworktrees",
    "submodulepathconfig", "worktreeconfig",
];

/// Refuses repositories that gix would open and then misread. True if references are stored in a form that
/// only git reads.
fn check_format(git: &gix::Repository) -> Result<bool, OpenError> {
    let config = git.config_snapshot();
    let storage = config.string("extensions.refStorage");
    let is = |name: &BString, form: &str| name.eq_ignore_ascii_case(form.as_bytes());
    if let Some(name) = storage.as_ref().filter(|name| !is(name, "files") && !is(name, "reftable")) {
        return Err(OpenError::RefStorage { name: name.clone() });
    }
    let needs_git = storage.is_some_and(|name| is(&name, "reftable"));
    if config.integer("core.repositoryFormatVersion").unwrap_or(0) == 0 {
        return Ok(needs_git);
    }
    let sections = config.plumbing().sections_by_name("extensions").into_iter().flatten();
    for section in sections.filter(|section| section.meta().source == gix::config::Source::Local) {
        for name in section.value_names() {
            if !KNOWN_EXTENSIONS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
                return Err(OpenError::Extension { name: name.into() });
            }
        }
    }
    Ok(needs_git)
}

fn names_work_tree(git: &gix::Repository) -> bool {
    git.config_snapshot().string("core.worktree").is_some()
}

/// `path` from `base` on, with `/`, if it is `base` or lies below it. Links are resolved only where the
/// spellings differ.
pub(super) fn below(base: &Path, path: &Path) -> Option<BString> {
    let relative = match path.strip_prefix(base) {
        Ok(relative) => relative.to_owned(),
        Err(_) => path.canonicalize().ok()?.strip_prefix(base.canonicalize().ok()?).ok()?.to_owned(),
    };
    let bytes = Vec::from_os_string(OsString::from(relative)).ok()?;
    Some(gix::path::to_unix_separators_on_windows(BString::from(bytes)).into_owned())
}

/// The path without `..`, which gix leaves in paths from `commondir` and `GIT_DIR`.
fn plain(path: &Path) -> PathBuf {
    let climbs = path.components().any(|component| component == std::path::Component::ParentDir);
    let resolved = if climbs { path.canonicalize().ok() } else { None };
    resolved.unwrap_or_else(|| path.to_owned())
}
