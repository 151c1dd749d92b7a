//! One file with its older versions, in memory.

use std::rc::Rc;

use git_sr::{
    core::{
        change::Version,
        guard::{Policy, Rules},
        locate::{MatchNote, Tier},
        outcome::{Note, Origin, Outcome, Unreadable},
        path::RepoPath,
        plan::{Filter, History, Merged, Older, Partial, Settings, Source, Step, World, plan},
        reply,
        resolve::{Kind, Tree},
        text::Ending,
    },
    repo::merge::{Names, merge},
};

use crate::drift::Case;

struct OneFile<'c>(&'c Case);

impl Tree for OneFile<'_> {
    fn root(&self) -> &[u8] {
        b"/root"
    }

    fn kind(&self, path: &RepoPath) -> Kind {
        if path.as_bstr() == self.0.path.as_str() { Kind::File } else { Kind::Absent }
    }

    fn ending_in(&self, _: &RepoPath, _: usize) -> Vec<RepoPath> {
        Vec::new()
    }

    fn is_here(&self, _: &[u8]) -> bool {
        true
    }
}

impl World for OneFile<'_> {
    fn may_edit(&self, _: &RepoPath) -> Result<(), Unreadable> {
        Ok(())
    }

    fn read(&self, _: &RepoPath) -> Result<Version, Unreadable> {
        Ok(Version { bytes: self.0.now.clone().into_bytes(), mode: Some(0o644) })
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

impl History for OneFile<'_> {
    fn version(&self, _: &RepoPath, number: usize, _: &dyn Fn(&RepoPath) -> bool) -> Step {
        let older = |bytes: &String| {
            let origin = Origin::Commit { id: "0123456789".into(), ago: number };
            Step::Version(Rc::new(Older { origin, bytes: bytes.clone().into_bytes() }))
        };
        self.0.versions.get(number).map_or(Step::End, older)
    }

    fn named(&self, _: &RepoPath, _: &[u8]) -> Option<Older> {
        None
    }

    fn merge(&self, base: &[u8], ours: &[u8], theirs: &[u8], label: &str) -> Merged {
        merge(base, ours, theirs, Names { ours: "now".into(), theirs: label.into() })
    }
}

/// Outcome of a block with these sections, the new file of the case, and whether new lines went by the indentation of
/// their neighbours.
pub(crate) fn planned(case: &Case, sections: (&[String], &[String])) -> (Outcome, String, bool) {
    let settings = Settings {
        partial: Partial::No,
        filter: Filter::default(),
        strict: false,
        syntax: git_sr::core::syntax::Mode::Off,
        max_shrink: None,
        max_growth: None,
        three_way: false,
        last_tier: Tier::Context,
        directory: None,
        overwrite: false,
        allow_placeholder: true,
        keep_emptied: true,
        max_file_bytes: 1 << 30,
    };
    let section = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let text = format!(
        "{}\n<<<<<<<<< SEARCH\n{}=========\n{}>>>>>>>>> REPLACE\n",
        case.path,
        section(sections.0),
        section(sections.1)
    );
    let reply = reply::parse(text.as_bytes(), &reply::Options::default());
    assert_eq!((reply.faults.len(), reply.blocks.len()), (0, 1), "{text}");
    let policy = Policy::new(Rules::default()).expect("no rules");
    let plan = plan(&[Source { name: "-".into(), reply }], &policy, &settings, &OneFile(case));
    let changed = plan.files.first().and_then(|file| file.edited.change.new.clone());
    let result = changed.map_or_else(|| case.now.clone(), |new| String::from_utf8(new.bytes).expect("text"));
    let by_neighbours = plan.blocks[0]
        .notes
        .iter()
        .any(|note| matches!(note, Note::Match { note: MatchNote::Uneven { .. }, .. }));
    (plan.blocks[0].outcome.clone(), result, by_neighbours)
}
