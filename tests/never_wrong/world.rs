//! Files with the older versions of one of them, in memory, and what a reply makes of them.

use std::rc::Rc;
use std::sync::LazyLock;

use git_sr::{
    core::{
        change::Version,
        guard::{Policy, Rules},
        locate::Tier,
        outcome::{Origin, Outcome, Unreadable},
        path::RepoPath,
        plan::{Filter, History, Merged, Older, Partial, Plan, Settings, Source, Step, World, plan},
        reply, resolve,
        syntax::Mode,
        text::Ending,
    },
    repo::merge::{MergeNames, merge},
};

/// Files by their paths, and older versions of the first of them, the newest first.
pub(crate) struct Scene<'c> {
    pub(crate) files: &'c [(String, Vec<u8>)],
    pub(crate) versions: &'c [Vec<u8>],
}

impl Scene<'_> {
    fn find(&self, path: &RepoPath) -> Option<&Vec<u8>> {
        self.files.iter().find(|(name, _)| path.as_bstr() == name.as_str()).map(|(_, bytes)| bytes)
    }
}

impl resolve::Tree for Scene<'_> {
    fn root(&self) -> &[u8] {
        b"/root"
    }

    fn kind(&self, path: &RepoPath) -> resolve::Kind {
        let holds = |(name, _): &(String, Vec<u8>)| {
            let folder = format!("{}/", path.as_bstr());
            name.starts_with(&folder)
        };
        match self.find(path) {
            Some(_) => resolve::Kind::File,
            None if self.files.iter().any(holds) => resolve::Kind::Directory,
            None => resolve::Kind::Absent,
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let paths = self.files.iter().filter_map(|(name, _)| RepoPath::new(name.as_bytes()).ok());
        paths.filter(|path| format!("/{path}").ends_with(&format!("/{suffix}"))).take(limit).collect()
    }

    fn is_here(&self, _: &[u8]) -> bool {
        true
    }
}

impl World for Scene<'_> {
    fn may_edit(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }

    fn read(&self, path: &RepoPath) -> Result<Version, Unreadable> {
        let bytes = self.find(path).expect("only files are read").clone();
        Ok(Version { bytes: bytes.into(), mode: Some(0o644) })
    }

    fn new_ending(&self, _: &RepoPath) -> Ending {
        Ending::Lf
    }

    fn may_create(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }

    fn history(&self) -> &dyn History {
        self
    }
}

impl History for Scene<'_> {
    fn version(&self, path: &RepoPath, number: usize, _: &dyn Fn(&RepoPath) -> bool) -> Step {
        let older = |bytes: &Vec<u8>| {
            let origin = Origin::Commit { id: "0123456789".into(), ago: number };
            Step::Version(Rc::new(Older { origin, bytes: bytes.clone() }))
        };
        let is_first = path.as_bstr() == self.files[0].0.as_str();
        self.versions.get(number).filter(|_| is_first).map_or(Step::End, older)
    }

    fn merge(&self, base: &[u8], ours: &[u8], theirs: &[u8], label: &str) -> Merged {
        merge(base, ours, theirs, MergeNames { ours: "now".into(), theirs: label.into() })
    }
}

/// The rules by which paths are judged, which take longer to make than a reply to apply.
static POLICY: LazyLock<Policy> = LazyLock::new(|| Policy::new(Rules::default()).expect("no rules"));

/// Outcome of a reply.
pub(crate) struct End {
    faults: usize,
    pub(crate) outcomes: Vec<Outcome>,
    /// The first file, as the reply leaves it.
    pub(crate) result: Vec<u8>,
    /// True if any other file changed.
    pub(crate) others_changed: bool,
}

impl End {
    pub(crate) fn is_refused(&self) -> bool {
        let is_failed = |outcome: &Outcome| matches!(outcome, Outcome::Failed(_));
        self.faults > 0 || self.outcomes.is_empty() || self.outcomes.iter().any(is_failed)
    }
}

/// As the program does it by default, but that errors of syntax refuse nothing: the ladder is to be right
/// without them.
fn settings() -> Settings {
    Settings {
        partial: Partial::No,
        filter: Filter::default(),
        strict: false,
        syntax: Mode::Off,
        max_shrink: Some(50),
        max_growth: Some(10),
        three_way: false,
        last_tier: Tier::last(),
        directory: None,
        overwrite: false,
        allow_placeholder: false,
        keep_emptied: false,
        max_file_bytes: 1 << 30,
    }
}

pub(crate) fn apply(scene: &Scene<'_>, text: &[u8]) -> End {
    let reply = reply::parse(text, &reply::Options::default());
    let faults = reply.faults.len();
    let plan = plan(&[Source { name: "-".into(), reply }], &POLICY, &settings(), scene);
    End {
        faults,
        outcomes: plan.blocks.iter().map(|block| block.outcome.clone()).collect(),
        result: after(&plan, &scene.files[0]).unwrap_or_else(|| scene.files[0].1.clone()),
        others_changed: scene.files[1..]
            .iter()
            .any(|file| after(&plan, file).is_some_and(|new| new != file.1)),
    }
}

/// New content of a file; none where it does not change. A removed file is empty.
fn after(plan: &Plan, (path, _): &(String, Vec<u8>)) -> Option<Vec<u8>> {
    let change = plan
        .files
        .iter()
        .map(|file| &file.edited.change)
        .find(|change| change.path.as_bstr() == path.as_str())?;
    Some(change.new.as_ref().map_or_else(Vec::new, |new| new.bytes.to_vec()))
}
