//! Real files in their versions, from what the machine has.

mod sources;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::random::Random;

/// A file in one or more versions, the oldest first.
pub(crate) struct Series {
    /// A short name with the file's extension.
    pub(crate) path: String,
    pub(crate) versions: Vec<Vec<String>>,
    /// The differences between each version and the next.
    diffs: Vec<OnceLock<Vec<DiffOp>>>,
}

impl Series {
    /// The difference between a version and the next one.
    pub(crate) fn diff(&self, from: usize) -> &[DiffOp] {
        let diff = || capture_diff_slices(Algorithm::Myers, &self.versions[from], &self.versions[from + 1]);
        self.diffs[from].get_or_init(diff)
    }
}

/// All files that cases are made of, by extension.
pub(crate) struct Corpus {
    groups: Vec<(String, Vec<Series>)>,
}

impl Corpus {
    /// Those of some crates that the build needs, which are the same on every machine; if all are wanted,
    /// also every other crate, Python's library and the commits of this repository. None where not even those
    /// crates are found.
    pub(crate) fn read(full: bool) -> Option<Self> {
        let mut found = Found::default();
        sources::crates(full, &mut found);
        if found.0.is_empty() {
            return None;
        }
        if full {
            sources::python(&mut found);
            sources::commits(&mut found);
        }
        let mut groups: BTreeMap<String, Vec<Series>> = BTreeMap::new();
        for ((_, extension, _), versions) in found.0 {
            let diffs = versions.iter().skip(1).map(|_| OnceLock::new()).collect();
            let series = Series { path: format!("f.{extension}"), versions, diffs };
            groups.entry(extension).or_default().push(series);
        }
        Some(Self { groups: groups.into_iter().collect() })
    }

    pub(crate) fn len(&self) -> usize {
        self.groups.iter().map(|(_, group)| group.len()).sum()
    }

    /// Any file: half of the time of any language, so that rare ones come too.
    pub(crate) fn any(&self, random: &mut Random) -> &Series {
        if random.chance(50) {
            let (_, group) = &self.groups[random.below(self.groups.len())];
            return &group[random.below(group.len())];
        }
        let mut all = self.groups.iter().flat_map(|(_, group)| group);
        all.nth(random.below(self.len())).expect("there are files")
    }

    /// A file with one of these extensions; none where there is none.
    pub(crate) fn of(&self, extensions: &[&str], random: &mut Random) -> Option<&Series> {
        let fits = |(extension, _): &&(String, Vec<Series>)| extensions.contains(&extension.as_str());
        let groups: Vec<_> = self.groups.iter().filter(fits).collect();
        let (_, group) = random.pick(&groups)?;
        random.pick(group)
    }

    /// A file in at least so many versions.
    pub(crate) fn versioned(&self, least: usize, random: &mut Random) -> Option<&Series> {
        (0..200).map(|_| self.any(random)).find(|series| series.versions.len() >= least)
    }
}

/// The versions of each file that is found, by where it is from, its extension and its name there.
#[derive(Default)]
struct Found(BTreeMap<(String, String, String), Vec<Vec<String>>>);

impl Found {
    /// Takes a version of a file, newer than those before, if it is fit.
    fn add(&mut self, from: &str, name: &str, bytes: Vec<u8>) {
        let Some(extension) = extension(name) else { return };
        let Some(lines) = fit(bytes) else { return };
        let versions = self.0.entry((from.to_owned(), extension.to_owned(), name.to_owned())).or_default();
        if versions.last() != Some(&lines) {
            versions.push(lines);
        }
    }
}

/// The extension of a name, if files with it are taken.
fn extension(name: &str) -> Option<&str> {
    const ALL: [&str; 20] = [
        "rs", "py", "js", "mjs", "ts", "tsx", "jsx", "c", "h", "go", "java", "rb", "sh", "css", "html",
        "toml", "json", "yml", "yaml", "md",
    ];
    let (_, extension) = name.rsplit_once('.')?;
    ALL.contains(&extension).then_some(extension)
}

/// The lines of a text that cases can be made of: neither tiny nor huge, without markers and odd endings.
fn fit(bytes: Vec<u8>) -> Option<Vec<String>> {
    let text = String::from_utf8(bytes).ok()?;
    if text.contains(['\r', '\0', '\u{feff}']) || !text.ends_with('\n') {
        return None;
    }
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_marker = |line: &String| {
        let line = line.trim_start();
        ["<<<<<", "=====", ">>>>>"].iter().any(|marker| line.starts_with(marker))
    };
    let is_fit = |line: &String| line.len() < 300 && !is_marker(line);
    ((25..1_800).contains(&lines.len()) && lines.iter().all(is_fit)).then_some(lines)
}
