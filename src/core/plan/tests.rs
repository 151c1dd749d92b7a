//! The rules of planning, one a test, on a work tree that exists only here.

mod about;
mod asides;
mod bound;
mod bytes;
mod calls;
mod committed;
mod contradict;
mod dress;
mod ends;
mod equal;
mod files;
mod ladder;
mod long;
mod misnamed;
mod partial;
mod past;
mod paths;
mod places;
mod present;
mod recipes;
mod recorded;
mod refused;
mod renames;
mod semicolons;
mod several;
mod size;
mod text;
mod unfit;
#[cfg(all(feature = "syntax-python", feature = "syntax-rust"))]
mod vet;

use std::collections::BTreeMap;

use super::*;
use crate::core::{
    change::{Change, Edited, Version},
    guard::Rules,
    locate::Tier,
    outcome::{Failure, Note, Unreadable},
    reply,
    resolve::{Kind, Tree},
    syntax,
    text::Ending,
};

/// A work tree of text files, and of things that are none.
#[derive(Clone)]
struct Fake {
    files: BTreeMap<String, Vec<u8>>,
    kinds: BTreeMap<String, Kind>,
    ending: Ending,
    past: past::Past,
}

impl Fake {
    fn new(files: &[(&str, &str)]) -> Self {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        Self { files, kinds: BTreeMap::new(), ending: Ending::Lf, past: past::Past::default() }
    }

    fn has_folder(&self, path: &str) -> bool {
        self.files.keys().any(|file| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')))
    }

    fn inside_file(&self, path: &str) -> bool {
        self.files
            .keys()
            .any(|file| path.strip_prefix(file.as_str()).is_some_and(|rest| rest.starts_with('/')))
    }
}

impl Tree for Fake {
    fn root(&self) -> &[u8] {
        b"/root"
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        let path = path.as_bstr().to_string();
        match self.kinds.get(&path) {
            Some(&kind) => kind,
            None if self.files.contains_key(&path) => Kind::File,
            None if self.has_folder(&path) => Kind::Directory,
            None if self.inside_file(&path) => Kind::Other,
            None => Kind::Absent,
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let paths = self.files.keys().map(|path| RepoPath::new(path.as_bytes()).expect("a path"));
        paths.filter(|path| format!("/{path}").ends_with(&format!("/{suffix}"))).take(limit).collect()
    }

    fn is_here(&self, _: &[u8]) -> bool {
        true
    }
}

impl World for Fake {
    fn may_edit(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }

    fn read(&self, path: &RepoPath) -> Result<Version, Unreadable> {
        match self.kind(path) {
            Kind::File => Ok(Version {
                bytes: self.files[&path.as_bstr().to_string()].clone().into(),
                mode: Some(0o755),
            }),
            Kind::Absent => Err(Unreadable::Io(std::io::ErrorKind::NotFound)),
            Kind::Link => Err(Unreadable::Link { real: None }),
            Kind::Repository => Err(Unreadable::Repository),
            kind => Err(Unreadable::NotAFile(kind)),
        }
    }

    fn new_ending(&self, _: &RepoPath) -> Ending {
        self.ending
    }

    fn history(&self) -> &dyn History {
        &self.past
    }

    fn beside(&self, folder: Option<&RepoPath>) -> Vec<RepoPath> {
        let files = self.files.keys().filter_map(|path| RepoPath::new(path.as_bytes()).ok());
        let above = |path: RepoPath| std::iter::successors(Some(path), RepoPath::parent);
        let mut beside: Vec<_> =
            files.flat_map(above).filter(|path| path.parent().as_ref() == folder).collect();
        beside.sort_unstable();
        beside.dedup();
        beside
    }

    fn may_create(&self, path: &RepoPath) -> Result<(), Unreadable> {
        if path.as_bstr().starts_with(b"sparse/") { Err(Unreadable::Sparse) } else { Ok(()) }
    }
}

fn settings() -> Settings {
    Settings {
        last_tier: Tier::Blank,
        directory: None,
        overwrite: false,
        allow_placeholder: false,
        keep_emptied: false,
        syntax: syntax::Mode::Auto,
        max_shrink: Some(50),
        max_growth: Some(10),
        max_file_bytes: 1 << 20,
        partial: Partial::No,
        filter: Filter::default(),
        strict: false,
        three_way: false,
    }
}

fn planned_with(world: &Fake, settings: &Settings, reply: &str) -> Plan {
    let reply = reply::parse(reply.as_bytes(), &reply::Options::default());
    assert_eq!(reply.faults, []);
    let policy = Policy::new(Rules::default()).expect("no rules");
    plan(&[Source { name: "-".into(), reply }], &policy, settings, world)
}

fn planned(files: &[(&str, &str)], reply: &str) -> Plan {
    planned_with(&Fake::new(files), &settings(), reply)
}

/// Outcome of each block, by name.
fn outcomes(plan: &Plan) -> Vec<&'static str> {
    let name = |block: &BlockReport| match &block.outcome {
        Outcome::Applied(_) => "applied",
        Outcome::AlreadyApplied => "already-applied",
        Outcome::NoOp => "no-op",
        Outcome::Skipped(_) => "skipped",
        Outcome::Failed(failure) => failure.class().name(),
    };
    plan.blocks.iter().map(name).collect()
}

/// The files after a plan, if it is good; else the outcome of each block. Checks that the plan starts from
/// the files as they are, and that its splices give its bytes.
fn left(world: &Fake, plan: &Plan) -> Result<BTreeMap<String, String>, Vec<&'static str>> {
    if !plan.is_good() {
        return Err(outcomes(plan));
    }
    let mut files = world.files.clone();
    for Planned { edited: Edited { change, splices }, .. } in &plan.files {
        let path = change.path.as_bstr().to_string();
        assert_eq!(
            change.old.as_ref().map(|old| old.bytes.to_vec()),
            world.files.get(&path).cloned(),
            "{path}"
        );
        assert_ne!(change.old.as_ref().map(|old| &old.bytes), change.new.as_ref().map(|new| &new.bytes));
        let origin = change.from.as_ref().unwrap_or(&change.path).as_bstr().to_string();
        match &change.new {
            Some(new) => {
                let origin = world.files.get(&origin).map_or(&[][..], Vec::as_slice);
                assert_eq!(crate::core::splice::apply(origin, splices), *new.bytes);
                files.insert(path, new.bytes.to_vec())
            }
            None => files.remove(&path),
        };
    }
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Ok(files.into_iter().map(|(path, bytes)| (path, text(bytes))).collect())
}

fn tree(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// The files as a reply leaves them; else what became of each block.
fn applied(files: &[(&str, &str)], reply: &str) -> Result<BTreeMap<String, String>, Vec<&'static str>> {
    applied_with(&Fake::new(files), &settings(), reply)
}

fn applied_with(
    world: &Fake,
    settings: &Settings,
    reply: &str,
) -> Result<BTreeMap<String, String>, Vec<&'static str>> {
    left(world, &planned_with(world, settings, reply))
}

/// A block. The sections end with a newline where they are not empty.
fn edit(path: &str, search: &str, replace: &str) -> String {
    format!("{path}\n````\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n````\n\n")
}

fn delete(path: &str) -> String {
    format!("{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n\n")
}

fn rename(path: &str, to: &str) -> String {
    format!("{path}\n<<<<<<< RENAME\n{to}\n>>>>>>> RENAME\n\n")
}

/// Blocks on the file `f.txt`.
fn on_f(blocks: &[(&str, &str)]) -> String {
    blocks.iter().map(|(search, replace)| edit("f.txt", search, replace)).collect()
}

/// The text after some blocks; else the outcome of each.
fn changed(text: &str, blocks: &[(&str, &str)]) -> Result<String, Vec<&'static str>> {
    applied(&[("f.txt", text)], &on_f(blocks)).map(|mut files| files.remove("f.txt").expect("not removed"))
}

/// The plan of blocks on one text.
fn plan_of(text: &str, blocks: &[(&str, &str)]) -> Plan {
    planned(&[("f.txt", text)], &on_f(blocks))
}

fn failure(plan: &Plan, block: usize) -> &Failure {
    match &plan.blocks[block].outcome {
        Outcome::Failed(failure) => failure,
        outcome => panic!("{outcome:?}"),
    }
}

/// The notes of each block.
fn notes(plan: &Plan) -> Vec<&[Note]> {
    plan.blocks.iter().map(|block| block.notes.as_slice()).collect()
}

/// The tier of a block, its lines in the source, and those in the new file.
fn laid(
    plan: &Plan,
    block: usize,
) -> (Option<Tier>, Option<std::ops::Range<usize>>, Option<std::ops::Range<usize>>) {
    let report = &plan.blocks[block];
    match &report.outcome {
        Outcome::Applied(applied) => (applied.tier, applied.before.clone(), report.after.clone()),
        outcome => panic!("{outcome:?}"),
    }
}
