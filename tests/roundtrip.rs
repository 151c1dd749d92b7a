//! Real history, encoded and applied to the parents again.
//!
//! `SR_REPOS=<paths> cargo test --release roundtrip -- --ignored --nocapture` takes the last 500 commits
//! without merges (`SR_COMMITS=<n>` of them) of each repository of this list, with `:` between them, writes
//! each in every format, plans that on the parent's files and compares with the commit's. One of 25 is also
//! applied by the program, and the tree compared that it stages. Printed is, for each format, how many
//! commits came out whole, and what was left out of the others.
#![expect(clippy::disallowed_methods, reason = "tests read the environment and run programs")]

mod obey;
mod place;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use git_sr::{
    core::{
        change::{FileMode, Version},
        encode::LeftOut,
        guard::{Origin, Policy, Rules},
        plan::{self, Source},
        reply::{self, Writer},
        syntax,
    },
    encode::{EncodeReport, EncodeRequest, EncodeSource, encode},
    repo::{
        config::Settings,
        open::Repo,
        tracked::Tracked,
        world::{IndexWorld, RepoWorld},
    },
};
use place::Place;

/// Of so many commits, one is applied by the program.
const SAMPLE: usize = 25;

/// Output of git in a folder; none where it fails.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().expect("git");
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The blob of each path, with its mode if that counts; none of those that are gone.
type Blobs = BTreeMap<String, Option<String>>;

/// The blobs of the paths that differ between two commits. Links and submodules are left out.
fn differences(folder: &Path, commit: &str, with_modes: bool) -> Blobs {
    let arguments = ["diff-tree", "-r", "-z", "--root", "--no-renames", "--no-commit-id", commit];
    let output = git(folder, &arguments).expect("a diff");
    let mut fields = output.split('\0');
    let mut found = BTreeMap::new();
    while let (Some(meta), Some(path)) = (fields.next(), fields.next()) {
        let meta: Vec<&str> = meta.trim_start_matches(':').split(' ').collect();
        let [old, new, old_id, id, _] = meta[..] else { continue };
        let is_file = |mode: &str| mode.starts_with("100") || mode == "000000";
        let (was, is) = if with_modes { (old, new) } else { ("", "") };
        if is_file(old) && is_file(new) && (old_id, was) != (id, is) {
            found.insert(path.to_owned(), (new != "000000").then(|| format!("{id} {is}")));
        }
    }
    found
}

/// Results of a format.
#[derive(Default)]
struct Tally {
    commits: usize,
    whole: usize,
    by_program: usize,
    paths: usize,
    /// Number of paths left out, by reason, and one of them.
    left_out: BTreeMap<String, (usize, String)>,
    wrong: Vec<String>,
}

/// A repository under test.
struct Subject {
    folder: PathBuf,
    repo: Repo,
    settings: Settings,
}

impl Subject {
    fn open(folder: &Path) -> Self {
        let repo = Repo::open(&folder.canonicalize().expect("a folder")).expect("a repository");
        let settings = Settings::read(&repo).expect("settings");
        Self { folder: folder.to_owned(), repo, settings }
    }

    fn encoded(&self, commit: &str, writer: &'static Writer) -> EncodeReport {
        let source = EncodeSource::Revision(commit.into());
        let request =
            EncodeRequest { source, writer, context: None, whole_functions: false, for_model: false };
        encode(&self.repo, &self.settings, &request).expect("a report")
    }

    /// The blobs of the paths that a reply changes.
    fn planned(&self, parent: gix::ObjectId, text: &[u8], with_modes: bool) -> Result<Blobs, String> {
        let world = RepoWorld::open(&self.repo, u64::from(u32::MAX)).expect("a work tree");
        let tracked = Tracked::of_tree(&self.repo, parent).expect("a tree");
        let world = IndexWorld::of(&self.repo, &world, tracked, u64::from(u32::MAX));
        let mut rules = Rules::default();
        rules.secrets_can_be_lifted = true;
        let reply = reply::parse(text, &reply::Options::default());
        let paths = reply.blocks.iter().flat_map(|block| block.path.iter());
        for path in paths.chain(renamed(&reply)) {
            let glob = globset::escape(&path.text.to_string());
            rules.allow(glob.as_bytes(), Origin::Flag).map_err(|error| error.to_string())?;
        }
        if let Some(fault) = reply.faults.first() {
            return Err(fault.to_string());
        }
        let policy = Policy::new(rules).map_err(|error| error.to_string())?;
        let request = git_sr::apply::ApplyRequest::configured(&self.settings, Vec::new(), 0, "".into());
        let settings = plan::Settings {
            allow_placeholder: true,
            syntax: syntax::Mode::Off,
            max_shrink: None,
            max_growth: None,
            ..request.expect("a request").plan
        };
        let plan = plan::plan(&[Source { name: "-".into(), reply }], &policy, &settings, &world);
        if !plan.is_good() {
            return Err("a block fails".to_owned());
        }
        let blob = |new: &Version| {
            let mode = if with_modes { FileMode::of(new.mode).as_str() } else { "" };
            format!("{} {mode}", self.repo.blob_id(&new.bytes).expect("an id"))
        };
        let changes = plan.files.iter().map(|file| &file.edited.change);
        Ok(changes.map(|change| (change.path.to_string(), change.new.as_ref().map(blob))).collect())
    }
}

fn renamed<'r>(reply: &'r reply::Reply<'_>) -> impl Iterator<Item = &'r reply::PathCandidate> {
    reply.blocks.iter().filter_map(|block| block.operation.to()).flat_map(|to| to.iter())
}

/// A clone in which the program applies replies.
struct Clone {
    directory: tempfile::TempDir,
}

impl Clone {
    fn of(folder: &Path) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let clone = directory.path().join("clone");
        let (from, to) = (folder.to_str().expect("UTF-8"), clone.to_str().expect("UTF-8"));
        git(folder, &["clone", "-q", "--no-checkout", "--shared", from, to]).expect("a clone");
        Self { directory }
    }

    /// The tree that is staged once the program has applied a reply to the parent.
    fn tree(&self, parent: &str, text: &[u8], paths: &BTreeSet<String>) -> Result<String, String> {
        let clone = self.directory.path().join("clone");
        for arguments in [&["checkout", "-q", "-f", parent][..], &["clean", "-q", "-fdx"]] {
            git(&clone, arguments).ok_or("git fails")?;
        }
        let reply = self.directory.path().join("reply");
        std::fs::write(&reply, text).expect("to write");
        let mut program = Command::new(env!("CARGO_BIN_EXE_git-sr"));
        program.current_dir(&clone).stdin(Stdio::null());
        program.args(["apply", "-q", "--index", "--no-syntax", "--allow-placeholder", "--force"]);
        program.args(paths.iter().map(|path| format!("--allow={}", globset::escape(path)))).arg(&reply);
        let output = program.output().expect("the program");
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(git(&clone, &["write-tree"]).ok_or("git fails")?.trim().to_owned())
    }
}

#[test]
fn a_small_history_comes_out_whole() {
    let place = Place::new(&[
        ("src/a.rs", "fn a() {}\n\nfn b() {}\n"),
        ("b.txt", "1\n2\n3\n4\n"),
        ("my notes.md", "x\n"),
    ]);
    place.write("src/a.rs", "fn a() {\n    b();\n}\n\nfn b() {}\n");
    place.write("new/c.txt", "one\n\ntwo\n");
    place.git(&["add", "-A"]);
    place.git(&["commit", "-qm", "two"]);
    place.git(&["mv", "b.txt", "moved.txt"]);
    place.write("moved.txt", "1\n2\nthree\n4\n");
    place.git(&["rm", "-q", "my notes.md"]);
    place.git(&["commit", "-qam", "three"]);
    place.git(&["update-index", "--chmod=+x", "new/c.txt"]);
    place.git(&["mv", "-k", "moved.txt", "run.sh"]);
    place.git(&["update-index", "--chmod=+x", "run.sh"]);
    place.git(&["commit", "-qm", "four"]);
    let (subject, clone) = (Subject::open(&place.root()), Clone::of(&place.root()));
    let commits = git(&place.root(), &["rev-list", "HEAD"]).expect("commits");
    for writer in Writer::all() {
        let mut tally = Tally::default();
        commits.lines().for_each(|commit| one(&subject, &clone, commit, writer, true, &mut tally));
        assert_eq!(tally.wrong, Vec::<String>::new());
        let whole = match writer.id {
            "udiff" => 4,
            "diff" | "diff-fenced" | "apply-patch" => 3,
            // Its path has a blank.
            "fenced-file" => 1,
            // No file is new in it.
            "lined" => 1,
            _ => 2,
        };
        assert_eq!((tally.commits, tally.whole), (4, whole), "{}", writer.id);
    }
}

#[test]
#[ignore = "takes the history of the repositories in SR_REPOS"]
#[expect(clippy::print_stdout, reason = "the figures are the result")]
fn roundtrip_of_real_history() {
    let list = std::env::var("SR_REPOS").expect("SR_REPOS lists repositories");
    let most = std::env::var("SR_COMMITS").unwrap_or_else(|_| "500".to_owned());
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for folder in list.split(':').map(Path::new) {
        let subject = Subject::open(folder);
        let clone = Clone::of(folder);
        let commits = git(folder, &["rev-list", "--no-merges", "-n", &most, "HEAD"]).expect("commits");
        for (number, commit) in commits.lines().enumerate() {
            for writer in Writer::all() {
                let tally = tallies.entry(writer.id).or_default();
                one(&subject, &clone, commit, writer, number % SAMPLE == 0, tally);
            }
        }
        println!("{}: {} commits", folder.display(), commits.lines().count());
    }
    for (id, tally) in &tallies {
        let left = tally.left_out.values().map(|(count, _)| count).sum::<usize>();
        println!(
            "{id}: {}/{} commits whole ({} by the program), {}/{} paths, {} wrong",
            tally.whole,
            tally.commits,
            tally.by_program,
            tally.paths,
            tally.paths + left,
            tally.wrong.len()
        );
        for (reason, (count, example)) in &tally.left_out {
            println!("    {count} {reason}, such as {example}");
        }
        tally.wrong.iter().take(5).for_each(|wrong| println!("    WRONG {wrong}"));
    }
    assert!(tallies.values().all(|tally| tally.wrong.is_empty()));
}

/// Encodes a commit, and applies it.
fn one(
    subject: &Subject,
    clone: &Clone,
    commit: &str,
    writer: &'static Writer,
    by_program: bool,
    tally: &mut Tally,
) {
    let wanted = differences(&subject.folder, commit, writer.says_modes);
    let report = subject.encoded(commit, writer);
    tally.commits += 1;
    tally.paths += report.paths.len();
    for (path, reason) in &report.left_out {
        let entry = tally.left_out.entry(format!("{reason:?}")).or_default();
        *entry = (entry.0 + 1, format!("{path} of {}", &commit[..8]));
    }
    let parent = git(&subject.folder, &["rev-parse", "--verify", "-q", &format!("{commit}^")]);
    let parent_tree = match &parent {
        Some(parent) => git(&subject.folder, &["rev-parse", &format!("{}^{{tree}}", parent.trim())]),
        None => git(&subject.folder, &["hash-object", "-t", "tree", "/dev/null"]),
    };
    let parent_tree = parent_tree.expect("a tree");
    let parent_tree = gix::ObjectId::from_hex(parent_tree.trim().as_bytes()).expect("an id");
    let mut wrong = |what: String| tally.wrong.push(format!("{} in {}: {what}", &commit[..12], writer.id));
    let planned = match subject.planned(parent_tree, &report.text, writer.says_modes) {
        Ok(planned) => planned,
        Err(_) if report.text.is_empty() => BTreeMap::new(),
        Err(error) => return wrong(error),
    };
    let is_mode =
        |path: &str| report.left_out.iter().any(|(left, reason)| *left == path && *reason == LeftOut::Mode);
    let is_left = |path: &str| report.left_out.iter().any(|(left, _)| *left == path) && !is_mode(path);
    for (path, id) in &planned {
        if wanted.get(path) != Some(id) {
            return wrong(format!("'{path}' becomes {id:?}"));
        }
    }
    // The old path of a file that would be moved stays with it.
    let missing =
        wanted.iter().filter(|(path, id)| !planned.contains_key(*path) && !is_left(path) && id.is_some());
    if let Some((path, _)) = missing.into_iter().next() {
        return wrong(format!("'{path}' is missing"));
    }
    let is_whole = report.left_out.is_empty() && wanted.keys().all(|path| planned.contains_key(path));
    tally.whole += usize::from(is_whole);
    if !is_whole && report.left_out.is_empty() {
        return wrong("something is missing".to_owned());
    }
    if let (true, true, Some(parent)) = (by_program, is_whole && !report.text.is_empty(), parent) {
        tally.by_program += 1;
        let paths = wanted.keys().cloned().collect();
        let tree = git(&subject.folder, &["rev-parse", &format!("{commit}^{{tree}}")]).expect("a tree");
        match clone.tree(parent.trim(), &report.text, &paths) {
            Ok(made) if made == tree.trim() => {}
            Ok(made) => tally.wrong.push(format!("{commit} in {}: the tree is {made}", writer.id)),
            Err(error) => tally.wrong.push(format!("{commit} in {}: {error}", writer.id)),
        }
    }
}
