use super::*;
use crate::repo::testing::Sandbox;

fn changes(sandbox: &Sandbox) -> Vec<ChangedPath> {
    let repo = sandbox.open();
    let staged = Staged::read(&repo).unwrap();
    staged.changes(&staged.bases().unwrap()).unwrap()
}

fn staged(sandbox: &Sandbox) -> Vec<String> {
    let mut paths: Vec<String> = changes(sandbox).iter().map(|changed| changed.path.to_string()).collect();
    paths.sort();
    paths
}

/// Paths that git lists as added or modified.
fn by_git(sandbox: &Sandbox) -> Vec<String> {
    let filter = ["diff", "--cached", "--name-only", "-z", "--no-renames", "--diff-filter=AMT"];
    let said = sandbox.git(&filter);
    let mut paths: Vec<String> = said.split_terminator('\0').map(str::to_owned).collect();
    paths.sort();
    paths
}

#[test]
fn what_git_says_is_staged_is_staged() {
    let sandbox = Sandbox::new();
    for path in ["a", "a.b/c", "a/b", "a0", "dir/deep/er/x", "dir/deep/y", "dir/z", "gone/x"] {
        if path != "a/b" {
            sandbox.write(path, path);
        }
    }
    sandbox.git(&["add", "-A"]);
    assert_eq!(staged(&sandbox), by_git(&sandbox));
    sandbox.git(&["commit", "-qm", "one"]);
    assert_eq!(staged(&sandbox), [""; 0]);
    // git caches the ids of folders when it makes a commit; some of them are void from here on.
    sandbox.write("dir/deep/y", "changed");
    sandbox.write("dir/deep/new/y", "new");
    std::fs::remove_file(sandbox.path().join("a")).unwrap();
    sandbox.write("a/b", "a file became a folder");
    std::fs::remove_dir_all(sandbox.path().join("gone")).unwrap();
    sandbox.write("gone", "a folder became a file");
    sandbox.git(&["add", "-A"]);
    let wanted = by_git(&sandbox);
    assert_eq!(wanted.len(), 4);
    assert_eq!(staged(&sandbox), wanted);
    sandbox.git(&["write-tree"]);
    assert_eq!(staged(&sandbox), wanted);
    // Without cached ids, all folders are looked into.
    sandbox.git(&["read-tree", "--empty"]);
    sandbox.git(&["add", "-A"]);
    assert_eq!(staged(&sandbox), wanted);
}

#[test]
fn an_index_in_any_form_reads_the_same() {
    let sandbox = Sandbox::new();
    for file in 0..30 {
        sandbox.write(&format!("d{}/f{file}", file % 3), file.to_string());
    }
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "one"]);
    for form in [&["update-index", "--index-version", "4"][..], &["update-index", "--split-index"]] {
        sandbox.git(form);
        sandbox.append("d1/f1", "more");
        sandbox.git(&["add", "d1/f1"]);
        assert_eq!(staged(&sandbox), ["d1/f1"], "{form:?}");
        sandbox.git(&["commit", "-qm", "two"]);
    }
}

#[test]
fn a_folder_of_a_sparse_index_is_looked_into_where_it_differs() {
    let sandbox = Sandbox::new();
    for path in ["in/a", "out/b", "out/deep/c"] {
        sandbox.write(path, path);
    }
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox.append("out/deep/c", "more");
    sandbox.git(&["commit", "-qam", "two"]);
    sandbox.git(&["sparse-checkout", "set", "--cone", "--sparse-index", "in"]);
    assert_eq!(staged(&sandbox), [""; 0]);
    sandbox.git(&["reset", "-q", "--soft", "HEAD~1"]);
    assert_eq!(staged(&sandbox), ["out/deep/c"]);
}

#[test]
fn what_is_only_announced_or_unmerged_is_not_staged() {
    let sandbox = Sandbox::new();
    sandbox.write("a", "one\n");
    sandbox.git(&["add", "a"]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox.write("new", "new\n");
    sandbox.git(&["add", "-N", "new"]);
    assert_eq!(staged(&sandbox), [""; 0]);
    let id = sandbox.git(&["rev-parse", "HEAD:a"]);
    let stages = (1..=3).map(|stage| format!("100644 {} {stage}\ta\n", id.trim())).collect::<String>();
    sandbox.write("info", format!("0 {} 0\ta\n{stages}", "0".repeat(40)));
    let script = "git update-index --index-info <info";
    let done = std::process::Command::new("sh").args(["-c", script]).current_dir(sandbox.path()).status();
    assert!(done.unwrap().success());
    assert_eq!(staged(&sandbox), [""; 0]);
}

#[test]
fn a_moved_file_is_compared_with_what_it_was() {
    let sandbox = Sandbox::new();
    for path in ["a/same", "a/edited", "a/other"] {
        sandbox.write(path, format!("{path}\nmore\n"));
    }
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox.git(&["mv", "a", "b"]);
    sandbox.git(&["mv", "b/same", "b/renamed"]);
    sandbox.append("b/edited", "and more\n");
    sandbox.write("b/new", "new\n");
    sandbox.git(&["add", "-A"]);
    let changes = changes(&sandbox);
    let known: Vec<(String, bool)> =
        changes.iter().map(|changed| (changed.path.to_string(), changed.before.is_some())).collect();
    let wanted = [("b/edited", true), ("b/new", false), ("b/other", true), ("b/renamed", true)];
    assert_eq!(known, wanted.map(|(path, known)| (path.to_owned(), known)));
}

#[test]
fn of_a_merge_only_what_no_side_has_is_staged() {
    let sandbox = Sandbox::new();
    sandbox.write("base", "base\n");
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox.git(&["checkout", "-q", "-b", "other"]);
    sandbox.write("theirs", "theirs\n");
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "theirs"]);
    sandbox.git(&["checkout", "-q", "main"]);
    sandbox.write("ours", "ours\n");
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "ours"]);
    sandbox.git(&["merge", "-q", "--no-commit", "--no-ff", "other"]);
    sandbox.write("new", "new\n");
    sandbox.git(&["add", "-A"]);
    assert_eq!(staged(&sandbox), ["new"]);
    sandbox.git(&["commit", "-qm", "merge"]);
    let repo = sandbox.open();
    let head = repo.head().unwrap().id.unwrap();
    let changes = super::super::commits::changes(&repo, head).unwrap();
    assert_eq!(changes.len(), 1);
}

#[test]
fn attributes_are_those_of_the_index() {
    let sandbox = Sandbox::new();
    sandbox.write(".gitattributes", "*.a sr-check-ignore\n*.b -text\n*.c binary\n");
    sandbox.write("d/.gitattributes", "x.a -sr-check-ignore\n");
    sandbox.git(&["add", "-A"]);
    sandbox.write(".gitattributes", "");
    let repo = sandbox.open();
    let mut attributes = Staged::read(&repo).unwrap().attributes().unwrap();
    let mut of = |path: &str| attributes.of(path.into()).unwrap();
    assert!(of("x.a").is_ignored && of("e/x.a").is_ignored);
    assert!(!of("d/x.a").is_ignored && !of("x").is_ignored);
    assert!(of("x.b").keeps_endings && !of("x.a").keeps_endings);
    assert!(of("x.c").is_binary);
}

#[test]
fn the_commits_of_a_range_are_those_of_git_log() {
    let sandbox = Sandbox::new();
    for number in 0..4 {
        sandbox.write("a", number.to_string());
        sandbox.git(&["add", "-A"]);
        sandbox.git(&["commit", "-qm", "x"]);
    }
    let repo = sandbox.open();
    for range in ["HEAD~2..HEAD", "HEAD~1...HEAD~3", "HEAD^..", "HEAD..HEAD"] {
        let mut found: Vec<String> = super::super::commits::in_range(&repo, range.into())
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        found.sort();
        let said = sandbox.git(&["log", "--format=%H", range]);
        let mut wanted: Vec<&str> = said.lines().collect();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{range}");
    }
    let of = |range: &str| super::super::commits::in_range(&repo, range.into());
    assert_eq!(of("HEAD").unwrap().len(), 1);
    for range in ["^HEAD", "nowhere..HEAD", "HEAD:a", ""] {
        assert!(matches!(of(range), Err(StagedError::Range { .. })), "{range}");
    }
}

/// A file of lines that no other has.
fn own(name: &str, lines: std::ops::Range<usize>) -> String {
    lines.map(|line| format!("{name} says what its line {line} holds\n")).collect()
}

fn before(sandbox: &Sandbox) -> Vec<(String, Option<String>)> {
    changes(sandbox)
        .into_iter()
        .map(|one| (one.path.to_string(), one.before.map(|id| id.to_string())))
        .collect()
}

#[test]
fn what_git_says_was_moved_and_changed_was() {
    let sandbox = Sandbox::new();
    for name in ["a", "b", "c"] {
        sandbox.write(&format!("old/{name}.rs"), own(name, 0..40));
    }
    sandbox.write("old/mod.rs", own("old", 0..40));
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "one"]);
    sandbox.git(&["rm", "-rq", "old"]);
    // Under its own name and another one, with other names of theirs given to others.
    sandbox.write("new/a.rs", own("a", 5..45));
    sandbox.write("new/other.rs", own("b", 0..30) + &own("new", 0..10));
    sandbox.write("new/c.rs", own("unlike", 0..40));
    // A new file under the base name of one that is gone, but with none of its text.
    sandbox.write("new/mod.rs", own("new", 0..3));
    sandbox.git(&["add", "-A"]);
    let said = sandbox.git(&["diff", "--cached", "-M", "--raw", "--no-abbrev", "--diff-filter=AR"]);
    let mut wanted = Vec::new();
    for line in said.lines() {
        let (head, paths) = line.split_once('\t').unwrap();
        let is_moved = head.rsplit_once(' ').unwrap().1.starts_with('R');
        let id = head.split(' ').nth(2).unwrap().to_owned();
        wanted.push((paths.rsplit('\t').next().unwrap().to_owned(), is_moved.then_some(id)));
    }
    wanted.sort();
    let mut found = before(&sandbox);
    found.sort();
    assert_eq!(found, wanted);
    assert_eq!(found.iter().filter(|(_, before)| before.is_some()).count(), 2);
}

#[test]
fn no_more_files_are_compared_than_git_is_told_to() {
    let sandbox = Sandbox::new();
    for name in ["a", "b", "c"] {
        sandbox.write(&format!("old-{name}"), own(name, 0..40));
    }
    sandbox.git(&["add", "-A"]);
    sandbox.git(&["commit", "-qm", "one"]);
    for name in ["a", "b", "c"] {
        sandbox.git(&["mv", &format!("old-{name}"), &format!("new-{name}")]);
        sandbox.append(&format!("new-{name}"), "more\n");
    }
    sandbox.git(&["add", "-A"]);
    let moved = |sandbox: &Sandbox| before(sandbox).iter().filter(|(_, before)| before.is_some()).count();
    assert_eq!(moved(&sandbox), 3);
    sandbox.git(&["config", "diff.renameLimit", "2"]);
    assert_eq!(moved(&sandbox), 0);
}

#[test]
fn the_size_of_markers_is_the_number_that_is_declared() {
    let sandbox = Sandbox::new();
    sandbox.write(
        ".gitattributes",
        "*.a conflict-marker-size=12\n*.b conflict-marker-size\n*.c conflict-marker-size=none\n*.d conflict-marker-size=0\n",
    );
    sandbox.git(&["add", "-A"]);
    let repo = sandbox.open();
    let mut attributes = Staged::read(&repo).unwrap().attributes().unwrap();
    let mut of = |path: &str| attributes.of(path.into()).unwrap().marker_size;
    assert_eq!([of("x.a"), of("x.b"), of("x.c"), of("x.d"), of("x")], [Some(12), None, None, None, None]);
}
