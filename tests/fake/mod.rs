//! A work tree that exists only here, and replies for it.

use std::collections::BTreeMap;

use git_sr::core::{
    change::{Change, Edited, Version},
    guard::{Policy, Rules},
    locate::Tier,
    outcome::{Outcome, Unreadable},
    path::RepoPath,
    plan::{Filter, Partial, Plan, Planned, Settings, Source, World, plan},
    reply,
    resolve::{Kind, Tree},
    splice,
    text::Ending,
};

pub(crate) type Files = BTreeMap<String, Vec<u8>>;

pub(crate) struct Fake(pub(crate) Files);

impl Tree for Fake {
    fn root(&self) -> &[u8] {
        b"/root"
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        let path = path.as_bstr().to_string();
        let below =
            |folder: &str, file: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if self.0.contains_key(&path) {
            Kind::File
        } else if self.0.keys().any(|file| below(&path, file)) {
            Kind::Directory
        } else if self.0.keys().any(|file| below(file, &path)) {
            Kind::Other
        } else {
            Kind::Absent
        }
    }

    fn ending_in(&self, suffix: &RepoPath, limit: usize) -> Vec<RepoPath> {
        let paths = self.0.keys().map(|path| RepoPath::new(path.as_bytes()).expect("a path"));
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
            Kind::File => {
                Ok(Version { bytes: self.0[&path.as_bstr().to_string()].clone().into(), mode: Some(0o644) })
            }
            kind => Err(Unreadable::NotAFile(kind)),
        }
    }

    fn new_ending(&self, _: &RepoPath) -> Ending {
        Ending::Lf
    }

    fn may_create(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }
}

/// Plans a reply, by the tiers up to `blank`.
#[allow(dead_code, reason = "not every test file uses it")]
pub(crate) fn planned(files: &Files, reply: &[u8]) -> Plan {
    planned_to(Tier::Blank, files, reply)
}

/// Plans a reply, by the tiers up to this one.
#[allow(dead_code, reason = "not every test file uses it")]
pub(crate) fn planned_to(last_tier: Tier, files: &Files, reply: &[u8]) -> Plan {
    let reply = reply::parse(reply, &reply::Options::default());
    planned_of(last_tier, files, reply)
}

/// Plans a reply that is read with these options, by all tiers.
#[allow(dead_code, reason = "not every test file uses it")]
pub(crate) fn planned_in(options: &reply::Options, files: &Files, reply: &[u8]) -> Plan {
    planned_of(Tier::Partial, files, reply::parse(reply, options))
}

fn planned_of(last_tier: Tier, files: &Files, reply: reply::Reply<'_>) -> Plan {
    let settings = Settings {
        partial: Partial::No,
        filter: Filter::default(),
        strict: false,
        last_tier,
        three_way: false,
        directory: None,
        overwrite: false,
        allow_placeholder: false,
        keep_emptied: false,
        syntax: git_sr::core::syntax::Mode::Auto,
        max_shrink: Some(50),
        max_growth: Some(10),
        max_file_bytes: 1 << 30,
    };
    let policy = Policy::new(Rules::default()).expect("no rules");
    plan(&[Source { name: "-".into(), reply }], &policy, &settings, &Fake(files.clone()))
}

/// The files as a plan leaves them; none if a block failed. Checks what must hold of every plan.
pub(crate) fn left(files: &Files, plan: &Plan) -> Option<Files> {
    let mut after = files.clone();
    for Planned { edited: Edited { change, splices }, .. } in &plan.files {
        let Change { path, old, new, from } = change;
        let name = path.as_bstr().to_string();
        assert_eq!(
            old.as_ref().map(|old| old.bytes.to_vec()),
            files.get(&name).cloned(),
            "planned on other bytes"
        );
        assert_ne!(old.as_ref().map(|old| &old.bytes), new.as_ref().map(|new| &new.bytes), "changes nothing");
        let origin = files.get(&from.as_ref().unwrap_or(path).as_bstr().to_string());
        match new {
            Some(new) => {
                assert_eq!(splice::apply(origin.map_or(&[], Vec::as_slice), splices), *new.bytes);
                after.insert(name, new.bytes.to_vec());
            }
            None => drop(after.remove(&name)),
        }
    }
    plan.is_good().then_some(after)
}

/// Outcome of the only block.
#[allow(dead_code, reason = "not every test file uses it")]
pub(crate) fn outcome(plan: &Plan) -> &Outcome {
    let [block] = &plan.blocks[..] else { panic!("not one block: {plan:?}") };
    &block.outcome
}

/// A block; the sections are lines.
#[allow(dead_code, reason = "not every test file uses it")]
pub(crate) fn block(path: &str, search: &[String], replace: &[String]) -> String {
    let section = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let (search, replace) = (section(search), section(replace));
    format!("{path}\n```\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n```\n\n")
}

/// One file named `f.txt`.
#[allow(dead_code, reason = "not every test file uses it")]
pub(crate) fn on_f(text: impl Into<Vec<u8>>) -> Files {
    [("f.txt".to_owned(), text.into())].into()
}
