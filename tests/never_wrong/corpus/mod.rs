//! Real files in their versions, from what the machine has.

mod commits;
mod crates;
mod folders;
mod python;

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
    fn new(extension: &str, versions: Vec<Vec<String>>) -> Self {
        let diffs = versions.iter().skip(1).map(|_| OnceLock::new()).collect();
        Self { path: format!("f.{extension}"), versions, diffs }
    }

    /// The difference between a version and the next one.
    pub(crate) fn diff(&self, from: usize) -> &[DiffOp] {
        self.diffs[from].get_or_init(|| {
            capture_diff_slices(Algorithm::Myers, &self.versions[from], &self.versions[from + 1])
        })
    }
}

/// All files that cases are made of, by extension.
pub(crate) struct Corpus {
    groups: Vec<(String, Vec<Series>)>,
}

impl Corpus {
    /// Those of some crates that the build needs, which are the same on every machine; if all are wanted, also every
    /// other crate, Python's library, the commits of this repository, and the folders in `SR_SOURCES`. None where not
    /// even those crates are found.
    pub(crate) fn read(full: bool) -> Option<Self> {
        let mut found = Found::default();
        crates::find(full, &mut found);
        if found.series.is_empty() {
            return None;
        }
        if full {
            python::find(&mut found);
            commits::find(&mut found);
            folders::named(&mut found);
        }
        let mut groups: BTreeMap<String, Vec<Series>> = BTreeMap::new();
        for ((_, extension, _), versions) in found.series {
            groups.entry(extension.clone()).or_default().push(Series::new(&extension, versions));
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
        let mut at = random.below(self.len());
        for (_, group) in &self.groups {
            if at < group.len() {
                return &group[at];
            }
            at -= group.len();
        }
        unreachable!("there are files")
    }

    /// A file with one of these extensions; none where there is none.
    pub(crate) fn of(&self, extensions: &[&str], random: &mut Random) -> Option<&Series> {
        let groups: Vec<&Vec<Series>> = self
            .groups
            .iter()
            .filter(|(extension, _)| extensions.contains(&extension.as_str()))
            .map(|(_, group)| group)
            .collect();
        let group = random.pick(&groups)?;
        random.pick(group)
    }

    /// A file in at least two versions.
    pub(crate) fn versioned(&self, least: usize, random: &mut Random) -> Option<&Series> {
        (0..200).map(|_| self.any(random)).find(|series| series.versions.len() >= least)
    }
}

/// What is found: the versions of each file by where it is from, its extension and its name there.
#[derive(Default)]
struct Found {
    series: BTreeMap<(String, String, String), Vec<Vec<String>>>,
}

impl Found {
    /// Takes a version of a file, newer than those before, if it is fit.
    fn add(&mut self, from: &str, name: &str, bytes: Vec<u8>) {
        let Some((_, extension)) = name.rsplit_once('.') else { return };
        let Some(lines) = fit(bytes) else { return };
        let key = (from.to_owned(), extension.to_owned(), name.to_owned());
        let versions = self.series.entry(key).or_default();
        if versions.last() != Some(&lines) {
            versions.push(lines);
        }
    }
}

/// The languages that files are taken of.
const EXTENSIONS: [&str; 20] = [
    "rs", "py", "js", "mjs", "ts", "tsx", "jsx", "c", "h", "go", "java", "rb", "sh", "css", "html", "toml",
    "json", "yml", "yaml", "md",
];

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
    let is_fit = (25..1_800).contains(&lines.len())
        && lines.iter().all(|line| line.len() < 300)
        && !lines.iter().any(is_marker);
    is_fit.then_some(lines)
}
