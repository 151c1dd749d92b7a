use super::*;
use crate::core::{plan::History as _, resolve::Cause};
use crate::repo::testing::Sandbox;
use crate::repo::world::RepoWorld;

fn path(name: &str) -> RepoPath {
    RepoPath::new(name.as_bytes()).unwrap()
}

/// The versions of a file: where each is from, and its text.
fn versions(sandbox: &Sandbox, name: &str, depth: u64) -> (Vec<(String, String)>, Step) {
    versions_but(sandbox, name, depth, &|_| true)
}

fn versions_but(
    sandbox: &Sandbox,
    name: &str,
    depth: u64,
    may_read: &dyn Fn(&RepoPath) -> bool,
) -> (Vec<(String, String)>, Step) {
    let repo = sandbox.open();
    let world = RepoWorld::open(&repo, 1 << 20).unwrap().with_history_depth(depth);
    let mut found = Vec::new();
    loop {
        match world.version(&path(name), found.len(), may_read) {
            Step::Version(older) => {
                let name = match &older.origin {
                    Origin::Commit { ago, .. } => format!("{ago} ago"),
                    other => other.to_string(),
                };
                found.push((name, String::from_utf8(older.bytes.clone()).unwrap()));
            }
            end => return (found, end),
        }
    }
}

fn named(found: &[(String, String)]) -> Vec<(&str, &str)> {
    found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
}

fn commit(sandbox: &Sandbox, name: &str, text: &str) {
    sandbox.write(name, text);
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", text]);
}

#[test]
fn versions_come_from_the_index_then_from_commits_the_newest_first() {
    let sandbox = Sandbox::new();
    commit(&sandbox, "src/a.txt", "one\n");
    commit(&sandbox, "b.txt", "other\n");
    commit(&sandbox, "src/a.txt", "two\n");
    sandbox.write("src/a.txt", "staged\n");
    sandbox.git(&["add", "-A"]);
    sandbox.write("src/a.txt", "now\n");
    let (found, end) = versions(&sandbox, "src/a.txt", 50);
    assert_eq!(named(&found), [("index", "staged\n"), ("0 ago", "two\n"), ("1 ago", "one\n")]);
    assert_eq!(end, Step::End);
}

#[test]
fn a_file_is_followed_through_renames() {
    let sandbox = Sandbox::new();
    let text: String = (0..20).map(|line| format!("line {line}\n")).collect();
    commit(&sandbox, "old.txt", &text);
    sandbox.git(&["mv", "old.txt", "new.txt"]);
    sandbox.append("new.txt", "more\n");
    sandbox.git(&["commit", "-qam", "moved"]);
    let (found, _) = versions(&sandbox, "new.txt", 50);
    assert_eq!(named(&found), [("0 ago", format!("{text}more\n").as_str()), ("1 ago", text.as_str())]);
    let (found, _) = versions_but(&sandbox, "new.txt", 50, &|path| path.as_bstr() != "old.txt");
    assert_eq!(found.len(), 1);
}

#[test]
fn it_says_when_it_gives_up() {
    let sandbox = Sandbox::new();
    for text in ["one\n", "two\n", "three\n"] {
        commit(&sandbox, "a.txt", text);
    }
    let (found, end) = versions(&sandbox, "a.txt", 2);
    assert_eq!((found.len(), end), (2, Step::GaveUp { commits: 2 }));
}

#[test]
fn a_commit_graph_tells_the_same() {
    let sandbox = Sandbox::new();
    for text in ["one\n", "two\n", "three\n"] {
        commit(&sandbox, "a.txt", text);
    }
    let plain = versions(&sandbox, "a.txt", 50);
    sandbox.git(&["commit-graph", "write", "--reachable"]);
    assert_eq!(versions(&sandbox, "a.txt", 50), plain);
}

#[test]
fn objects_that_are_not_here_end_the_search() {
    let sandbox = Sandbox::new();
    commit(&sandbox, "a.txt", "one\n");
    let tree = sandbox.git(&["rev-parse", "HEAD^{tree}"]);
    commit(&sandbox, "a.txt", "two\n");
    let tree = tree.trim();
    std::fs::remove_file(sandbox.path().join(".git/objects").join(&tree[..2]).join(&tree[2..])).unwrap();
    let (found, end) = versions(&sandbox, "a.txt", 50);
    assert_eq!((named(&found), end), (vec![("0 ago", "two\n")], Step::End));
}

#[test]
fn a_filtered_file_is_not_looked_for_in_git() {
    let sandbox = Sandbox::new();
    commit(&sandbox, "a.txt", "one\n");
    sandbox.write(".gitattributes", "*.txt filter=x\n");
    assert_eq!(versions(&sandbox, "a.txt", 50), (Vec::new(), Step::End));
}

#[test]
fn a_reply_names_a_commit_or_a_version_of_its_own_file() {
    let sandbox = Sandbox::new();
    commit(&sandbox, "a.txt", "one\n");
    let first = sandbox.git(&["rev-parse", "--short", "HEAD"]);
    commit(&sandbox, "b.txt", "secret\n");
    commit(&sandbox, "a.txt", "two\n");
    let blob = |revision: &str| sandbox.git(&["rev-parse", revision]);
    let repo = sandbox.open();
    let world = RepoWorld::open(&repo, 1 << 20).unwrap();
    let named = |id: &str| {
        let older = world.named(&path("a.txt"), id.trim().as_bytes());
        older.map(|older| String::from_utf8(older.bytes).unwrap())
    };
    assert_eq!(named(&first), Some("one\n".into()));
    assert_eq!(named(&blob("HEAD~2:a.txt")), Some("one\n".into()));
    assert_eq!(named(&blob("HEAD:b.txt")), None);
    assert_eq!(named("0123456789"), None);
}

/// The new path of the file that was at one, and the cause, of a commit its subject.
fn fate(sandbox: &Sandbox, name: &str) -> Option<(Option<String>, String)> {
    let repo = sandbox.open();
    let world = RepoWorld::open(&repo, 1 << 20).unwrap();
    let Fate { to, by } = world.fate(&path(name))?;
    let by = match by {
        Cause::Commit(commit) => sandbox.git(&["log", "-1", "--format=%s", &commit]).trim().to_owned(),
        other => format!("{other:?}"),
    };
    Some((to.map(|to| to.to_string()), by))
}

#[test]
fn a_commit_renames_or_removes_a_file() {
    let sandbox = Sandbox::new();
    let text = |name: &str| -> String { (0..20).map(|line| format!("{name} {line}\n")).collect() };
    commit(&sandbox, "a.txt", &text("a"));
    commit(&sandbox, "b.txt", &text("b"));
    sandbox.git(&["mv", "a.txt", "c.txt"]);
    sandbox.append("c.txt", "more\n");
    sandbox.git(&["commit", "-qam", "moved"]);
    sandbox.git(&["rm", "-q", "b.txt"]);
    sandbox.git(&["commit", "-qm", "removed"]);
    commit(&sandbox, "d.txt", "later\n");
    assert_eq!(fate(&sandbox, "a.txt"), Some((Some("c.txt".into()), "moved".into())));
    assert_eq!(fate(&sandbox, "b.txt"), Some((None, "removed".into())));
    assert_eq!(fate(&sandbox, "never.txt"), None);
    // One that came back, and went again.
    commit(&sandbox, "b.txt", &text("b"));
    sandbox.git(&["mv", "b.txt", "e.txt"]);
    sandbox.git(&["commit", "-qm", "moved again"]);
    assert_eq!(fate(&sandbox, "b.txt"), Some((Some("e.txt".into()), "moved again".into())));
}

#[test]
fn uncommitted_work_renames_or_removes_a_file() {
    let sandbox = Sandbox::new();
    let text = |name: &str| -> String { (0..20).map(|line| format!("{name} {line}\n")).collect() };
    sandbox.write("a.txt", text("a"));
    commit(&sandbox, "b.txt", &text("b"));
    sandbox.git(&["mv", "a.txt", "c.txt"]);
    sandbox.append("c.txt", "more\n");
    sandbox.git(&["add", "-A"]);
    std::fs::remove_file(sandbox.path().join("b.txt")).unwrap();
    assert_eq!(fate(&sandbox, "a.txt"), Some((Some("c.txt".into()), "Uncommitted".into())));
    assert_eq!(fate(&sandbox, "b.txt"), Some((None, "Uncommitted".into())));
}

#[test]
fn a_rename_on_a_branch_counts_where_it_is_merged() {
    let sandbox = Sandbox::new();
    let text: String = (0..20).map(|line| format!("line {line}\n")).collect();
    commit(&sandbox, "a.txt", &text);
    sandbox.git(&["checkout", "-q", "-b", "side"]);
    sandbox.git(&["mv", "a.txt", "b.txt"]);
    sandbox.git(&["commit", "-qm", "moved"]);
    sandbox.git(&["checkout", "-q", "-"]);
    commit(&sandbox, "other.txt", "other\n");
    sandbox.git(&["merge", "-q", "--no-ff", "-m", "merged", "side"]);
    let (to, _) = fate(&sandbox, "a.txt").unwrap();
    assert_eq!(to, Some("b.txt".into()));
}

#[test]
fn ends_are_looked_for_in_so_many_commits() {
    let sandbox = Sandbox::new();
    commit(&sandbox, "a.txt", "one\n");
    sandbox.git(&["rm", "-q", "a.txt"]);
    sandbox.git(&["commit", "-qm", "removed"]);
    let repo = sandbox.open();
    let end = |left: &mut usize| {
        let mut commits = Commits::new(&repo, path("a.txt"), 50).unwrap();
        commits.end(repo.git(), left).is_some()
    };
    let mut left = 3;
    assert!(end(&mut left) && left == 1);
    assert!(!end(&mut left) && left == 0);
    assert!(!end(&mut left) && left == 0);
}
