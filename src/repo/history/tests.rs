use super::*;
use crate::core::plan::History as _;
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
