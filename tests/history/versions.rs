//! Replies for one version of some files, applied to older, newer and parallel ones. Where the change is made
//! already nothing may change, and elsewhere the tree must be that of git's merge; anything may be refused.
//!
//! Each seed makes a repository: two real files, a few commits, the change of the reply, commits after it, and
//! others beside it. `SR_SEED=<n>` tries one seed, and prints what was refused too.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex},
};

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use crate::{full::full, place::Place, random::Random};

/// Number of seeds of the sample, and of a full run.
const SAMPLE: u64 = 8;
const FULL: u64 = 600;

/// Of so many replies that are applied, one may come out wrong: mostly a line that was inserted alone and changed
/// since, or a bracket of which two are one below the other. The cases are those of the files here as they are, so that
/// one of them may be in the sample as well.
const ONE_IN: usize = 500;

const PATHS: [&str; 2] = ["one.rs", "two/b.md"];

/// Files of this project with the extension of each path, in order.
static TEXTS: LazyLock<[Vec<PathBuf>; 2]> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = |folder: &str, extension: &str| {
        let mut found = Vec::new();
        collect(&root.join(folder), extension, &mut found);
        found.sort();
        found
    };
    [files("src", "rs"), files("docs", "md")]
});

fn collect(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|name| name == extension) {
            found.push(path);
        }
    }
}

/// Lines of each of the two files.
type Tree = [Vec<String>; 2];

/// A part of one of some files, long enough, and without markers.
fn text(files: &[PathBuf], random: &mut Random) -> Vec<String> {
    loop {
        let text = fs::read_to_string(random.pick(files).expect("files")).expect("a text");
        let from = random.below(200);
        let lines: Vec<String> = text.lines().skip(from).take(300).map(str::to_owned).collect();
        let is_odd =
            |line: &String| ["<<<", "===", ">>>", "```", "\r"].iter().any(|sign| line.contains(sign));
        if lines.len() > 30 && !lines.iter().any(is_odd) {
            return lines;
        }
    }
}

/// Changes some lines, half of the time near one of these places.
fn change(tree: &Tree, near: &[usize; 2], random: &mut Random) -> Tree {
    let mut tree = tree.clone();
    for _ in 0..random.between(1, 3) {
        let file = random.below(2);
        let lines = &mut tree[file];
        let at = match random.chance(50) {
            true => (near[file] + random.below(13)).saturating_sub(6).min(lines.len() - 1),
            false => random.below(lines.len()),
        };
        edit(lines, at, random);
    }
    tree
}

fn edit(lines: &mut Vec<String>, at: usize, random: &mut Random) {
    let end = (at + random.between(1, 4)).min(lines.len());
    match random.below(8) {
        0..=2 => lines[at] = altered(&lines[at], random),
        3 | 4 => {
            let new = other_lines(lines, random);
            lines.splice(at..at, new);
        }
        5 if lines.len() > 20 => drop(lines.drain(at..end)),
        6 => {
            let new = other_lines(lines, random);
            lines.splice(at..end, new);
        }
        _ => {
            let moved: Vec<String> = lines.drain(at..end).collect();
            let to = random.below(lines.len() + 1);
            lines.splice(to..to, moved);
        }
    }
}

/// A few lines of another place, some of them changed.
fn other_lines(lines: &[String], random: &mut Random) -> Vec<String> {
    let from = random.below(lines.len());
    let taken = &lines[from..(from + random.between(1, 4)).min(lines.len())];
    taken.iter().map(|line| if random.chance(60) { altered(line, random) } else { line.clone() }).collect()
}

/// A line with another word in it.
fn altered(line: &str, random: &mut Random) -> String {
    let words: Vec<&str> =
        line.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2).collect();
    match random.pick(&words) {
        Some(word) => line.replacen(word, &format!("{word}{}", random.below(100)), 1),
        None => format!("{line}changed_{}", random.below(100)),
    }
}

/// The blocks of a change as models write them: with a line or two around it, or more where these are not there once.
fn lean(old: &Tree, new: &Tree, random: &mut Random) -> String {
    let mut reply = String::new();
    for (path, (old, new)) in PATHS.iter().zip(old.iter().zip(new)) {
        let ops = capture_diff_slices(Algorithm::Myers, old, new);
        let is_once = |group: &Vec<DiffOp>| {
            let [.., place] = places(group);
            old.windows(place.len()).filter(|lines| **lines == old[place.clone()]).count() == 1
        };
        let least = random.between(1, 2);
        let groups = (least..20).map(|around| group_diff_ops(ops.clone(), around));
        let Some(groups) = { groups }.find(|groups| groups.iter().all(is_once)) else { continue };
        for group in groups {
            let [new_lines, old_lines] = places(&group);
            let section = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let search = section(&old[old_lines]);
            let replace = section(&new[new_lines]);
            write!(reply, "{path}\n<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n\n")
                .expect("a text");
        }
    }
    reply
}

/// The lines of the new text that differences are about, and those of the old one.
fn places(group: &[DiffOp]) -> [Range<usize>; 2] {
    let (first, last) = (&group[0], &group[group.len() - 1]);
    [first.new_range().start..last.new_range().end, first.old_range().start..last.old_range().end]
}

/// A repository of one seed.
struct History {
    place: Place,
    /// The trees of commits, by their ids.
    trees: BTreeMap<String, Tree>,
}

impl History {
    fn commit(&mut self, tree: &Tree) -> String {
        for (path, lines) in PATHS.iter().zip(tree) {
            self.place.write(path, &lines.iter().map(|line| format!("{line}\n")).collect::<String>());
        }
        self.place.git(&["add", "-A"]);
        self.place.git(&["commit", "-q", "--allow-empty", "-m", "next"]);
        let id = self.place.git_says(&["rev-parse", "HEAD"]).trim().to_owned();
        self.trees.insert(id.clone(), tree.clone());
        id
    }

    /// Commits on top of one, each a change of the one before.
    fn grow(&mut self, from: &str, near: &[usize; 2], random: &mut Random) -> Vec<String> {
        self.place.git(&["checkout", "-q", "-f", from]);
        let mut tree = self.trees[from].clone();
        let mut ids = Vec::new();
        for _ in 0..random.between(1, 3) {
            tree = change(&tree, near, random);
            ids.push(self.commit(&tree));
        }
        ids
    }

    fn tree_of(&self, commit: &str) -> String {
        self.place.git_says(&["rev-parse", &format!("{commit}^{{tree}}")]).trim().to_owned()
    }

    /// The tree of git's merge, if it is clean.
    fn merged(&self, base: &str, ours: &str, theirs: &str) -> Option<String> {
        let arguments = ["merge-tree", "--write-tree", "--merge-base", base, ours, theirs];
        let output = self.place.try_git(&self.place.root(), &arguments);
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Applies a reply to a commit, in a work tree without records; the tree that it leaves, or none where it is
    /// refused.
    fn applied(&self, commit: &str, reply: &str) -> Option<String> {
        let folder = self.place.outside().join("other");
        let name = folder.to_string_lossy().into_owned();
        self.place.git(&["worktree", "add", "-q", "--detach", &name, commit]);
        let file = self.place.outside().join("reply.md");
        fs::write(&file, reply).expect("to write");
        let arguments = ["apply", "-q", "--no-syntax", &*file.to_string_lossy()];
        let output = self.place.run_program(env!("CARGO_BIN_EXE_git-sr"), &folder, &arguments);
        assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
        assert!(self.place.try_git(&folder, &["add", "-A"]).status.success());
        let tree = self.place.try_git(&folder, &["write-tree"]).stdout;
        let tree = String::from_utf8_lossy(&tree).trim().to_owned();
        self.place.git(&["worktree", "remove", "--force", &name]);
        if output.status.success() {
            return Some(tree);
        }
        assert_eq!(tree, self.tree_of(commit), "a refused reply changes nothing");
        None
    }
}

/// A reply at a commit, with the trees that are right.
struct Case {
    name: String,
    commit: String,
    reply: String,
    right: Vec<String>,
}

/// The cases of a repository.
fn cases(history: &mut History, first: &str, random: &mut Random) -> Vec<Case> {
    let near = [0, 1].map(|file| random.below(history.trees[first][file].len()));
    let mut older = vec![first.to_owned()];
    older.extend(history.grow(first, &near, random));
    let base = older.pop().expect("a commit");
    let made = history.grow(&base, &near, random);
    let beside = history.grow(&base, &near, random);
    let of_two =
        |from: &str, to: &str, random: &mut Random| lean(&history.trees[from], &history.trees[to], random);
    let lean = of_two(&base, &made[0], random);
    let both = made.get(1).map(|last| lean.clone() + &of_two(&made[0], last, random));
    let formats = ["diff", "diff-fenced", "roo", "cline", "apply-patch", "json", "udiff"];
    let format = random.pick(&formats).expect("a format");
    history.place.git(&["checkout", "-q", "-f", &base]);
    let arguments = ["encode", "--format", format, &made[0]];
    let encoded = history.place.run_program(env!("CARGO_BIN_EXE_git-sr"), &history.place.root(), &arguments);
    let encoded = String::from_utf8_lossy(&encoded.stdout).into_owned();
    let mut cases = Vec::new();
    for (written, reply) in
        [(*format, encoded), ("lean", lean)].into_iter().filter(|(_, reply)| !reply.is_empty())
    {
        let mut case = |name: &str, commit: &String, right: Vec<String>| {
            let (commit, reply) = (commit.clone(), reply.clone());
            cases.push(Case { name: format!("{written}, {name}"), commit, reply, right });
        };
        for commit in older.iter().chain(&beside) {
            // Where git sees a conflict, either may be meant.
            if let Some(merged) = history.merged(&base, commit, &made[0]) {
                case("not made", commit, vec![merged]);
            }
        }
        for commit in &made {
            let mut right = vec![history.tree_of(commit)];
            // What was taken back may be made again.
            right.extend(history.merged(&base, commit, &made[0]));
            case("made", commit, right);
        }
    }
    // Two commits in one reply.
    if let (Some(reply), [first, last, ..]) = (both, &*made) {
        for commit in [&base, first, last] {
            let (name, right) = ("lean, two".to_owned(), vec![history.tree_of(last)]);
            cases.push(Case { name, commit: commit.clone(), reply: reply.clone(), right });
        }
    }
    cases
}

/// Outcomes of the cases of one seed.
#[derive(Default)]
struct Tally {
    right: usize,
    refused: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.right += other.right;
        self.wrong.extend(other.wrong);
        for (name, count) in other.refused {
            *self.refused.entry(name).or_default() += count;
        }
    }
}

fn judge(seed: u64, shows: bool, tally: &mut Tally) {
    let mut random = Random::of("versions", seed);
    let tree = [0, 1].map(|file| text(&TEXTS[file], &mut random));
    let mut history = History { place: Place::new(&[("README", "one")]), trees: BTreeMap::new() };
    let first = history.commit(&tree);
    for Case { name, commit, reply, right } in cases(&mut history, &first, &mut random) {
        let (is_wrong, what) = match history.applied(&commit, &reply) {
            Some(tree) if right.contains(&tree) => {
                tally.right += 1;
                continue;
            }
            Some(tree) => (true, history.place.git_says(&["diff", "-U6", &right[0], &tree])),
            None => (false, String::new()),
        };
        let text = || {
            let since = history.place.git_says(&["diff", "-U6", &format!("{commit}..{first}"), "--"]);
            format!(
                "SR_SEED={seed}: {name}\n{reply}\n--- from right to wrong\n{what}--- to the first\n{since}"
            )
        };
        if is_wrong {
            tally.wrong.push(text());
        } else {
            *tally.refused.entry(name.split(", ").last().unwrap_or_default().to_owned()).or_default() += 1;
            if shows {
                println!("refused, {}", text());
            }
        }
    }
}

#[test]
fn a_reply_for_another_version_is_merged_as_git_would_or_refused() {
    let seed = std::env::var("SR_SEED").ok().map(|seed| seed.parse::<u64>().expect("a number"));
    let seeds = seed.map_or(0..if full() { FULL } else { SAMPLE }, |seed| seed..seed + 1);
    let (seeds, tally) = (Mutex::new(seeds), Mutex::new(Tally::default()));
    let next = || seeds.lock().expect("no panic").next();
    let work = || {
        while let Some(of_one) = next() {
            let mut found = Tally::default();
            judge(of_one, seed.is_some(), &mut found);
            tally.lock().expect("no panic").add(found);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let Tally { right, refused, wrong } = tally.into_inner().expect("no panic");
    println!("{right} right, refused {refused:?}, {} wrong", wrong.len());
    let most = (right + wrong.len()).div_ceil(ONE_IN);
    assert!(wrong.len() <= most, "{} are wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}
