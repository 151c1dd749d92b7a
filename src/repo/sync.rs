//! Makes written files survive a loss of power.
//!
//! A few files are synced one by one. For many, one sync of the whole file system is cheaper, although it
//! also writes what other processes left unwritten.

use std::collections::BTreeSet;
use std::io;

use rustix::fd::AsFd;

use super::{config::Config, open::Repo, platform};

/// Above this many files their whole file system is synced.
const FEW: usize = 16;

/// Way of syncing, by `core.fsync` and `core.fsyncMethod`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Not at all (`core.fsync=none`, `core.fsyncMethod=writeout-only`): files survive the process, but maybe
    /// not the system.
    Off,
    /// A few files one by one, many with their file system.
    #[default]
    Each,
    /// Always the file system (`core.fsyncMethod=batch`): one flush where there would be many.
    System,
}

/// A part of a repository that `core.fsync` can take out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// Objects in files of their own.
    LooseObject,
    /// References.
    Reference,
    /// The index.
    Index,
}

/// Components named in `core.fsync`. Without it all of a batch is durable, more than git does by itself: the
/// old bytes must be there whenever the new files are.
#[derive(Debug, Default)]
struct FsyncConfig {
    /// True if `none` takes out all components that are not named.
    none: bool,
    with: Vec<Component>,
    without: Vec<Component>,
}

impl FsyncConfig {
    /// As git reads it: a list, in which a word with `-` in front takes its components out, unless another
    /// word asks for them.
    fn read(value: &[u8]) -> Self {
        let mut asked = Self::default();
        for word in value.split(|byte| b", \t\r\n".contains(byte)).map(<[u8]>::to_ascii_lowercase) {
            match word.strip_prefix(b"-") {
                Some(word) => asked.without.extend(Component::named(word)),
                None if word == b"none" => asked.none = true,
                None => asked.with.extend(Component::named(&word)),
            }
        }
        asked
    }

    fn has(&self, component: Component) -> bool {
        self.with.contains(&component) || !self.none && !self.without.contains(&component)
    }

    fn is_nothing(&self) -> bool {
        self.none && self.with.is_empty()
    }
}

impl Component {
    /// The components that a word of `core.fsync` means.
    fn named(word: &[u8]) -> &'static [Self] {
        match word {
            b"loose-object" | b"objects" => &[Self::LooseObject],
            b"reference" => &[Self::Reference],
            b"index" => &[Self::Index],
            b"committed" => &[Self::LooseObject, Self::Reference],
            b"added" | b"all" => &[Self::LooseObject, Self::Reference, Self::Index],
            _ => &[],
        }
    }
}

impl Durability {
    /// That of a batch, as configured.
    pub fn of(repo: &Repo) -> Self {
        Self::configured(repo, |asked| !asked.is_nothing())
    }

    /// That of a component, as configured.
    pub(crate) fn of_component(repo: &Repo, component: Component) -> Self {
        Self::configured(repo, |asked| asked.has(component))
    }

    fn configured(repo: &Repo, is_on: impl FnOnce(&FsyncConfig) -> bool) -> Self {
        let config = Config::new(repo);
        let asked =
            config.last("core.fsync").map(|entry| FsyncConfig::read(&entry.value)).unwrap_or_default();
        let method = config.last("core.fsyncMethod").map(|entry| entry.value);
        let is =
            |word: &str| method.as_ref().is_some_and(|method| method.eq_ignore_ascii_case(word.as_bytes()));
        if !is_on(&asked) || is("writeout-only") {
            Self::Off
        } else if is("batch") {
            Self::System
        } else {
            Self::Each
        }
    }

    /// Makes files durable, each given with its device. One that is gone needs nothing.
    pub(crate) fn sync<'a, T, F: AsFd>(
        self,
        files: &'a [(u64, T)],
        mut open: impl FnMut(&'a T) -> io::Result<F>,
    ) -> io::Result<()> {
        let mut with =
            |file: &'a T, how: fn(rustix::fd::BorrowedFd<'_>) -> rustix::io::Result<()>| match open(file) {
                Ok(handle) => Ok(how(handle.as_fd()).map(|()| true)?),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
                Err(error) => Err(error),
            };
        let each = match self {
            Self::Off => return Ok(()),
            Self::Each => files.len() <= FEW || !platform::SYNCS_SYSTEM,
            Self::System => !platform::SYNCS_SYSTEM,
        };
        if each {
            return files.iter().try_for_each(|(_, file)| with(file, platform::sync_file).map(drop));
        }
        let mut done: BTreeSet<u64> = BTreeSet::new();
        for (device, file) in files {
            if !done.contains(device) && with(file, platform::sync_system)? {
                done.insert(*device);
            }
        }
        Ok(())
    }
}
