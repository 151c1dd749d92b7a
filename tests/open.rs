//! Finding repositories as git finds them.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run git")]

mod sandbox;

use std::path::Path;

use git_sr::repo::config::{ConfigScope, Settings};
use git_sr::repo::open::{OpenError, Repo};
use sandbox::{sandboxed, sandboxed_with};

fn open(directory: &Path) -> Repo {
    Repo::open(directory).expect("to open")
}

fn refusal(directory: &Path) -> OpenError {
    Repo::open(directory).expect_err("a refusal")
}

#[test]
fn a_repository_is_found_from_below() {
    sandboxed("a_repository_is_found_from_below", |sandbox| {
        let root = sandbox.init("repo", &[]);
        sandbox.write("repo/a/b/file", "");
        let repo = open(&root.join("a/b"));
        assert_eq!(repo.prefix(), Some("a/b".into()));
        assert_eq!((repo.work_dir(), repo.git_dir()), (&*root, &*root.join(".git")));
        assert_eq!((repo.common_dir(), repo.state_dir()), (&*root.join(".git"), root.join(".git/sr")));
        assert_eq!(open(&root).prefix(), Some("".into()));
    });
}

#[test]
fn a_linked_work_tree_has_a_state_of_its_own() {
    sandboxed("a_linked_work_tree_has_a_state_of_its_own", |sandbox| {
        let main = sandbox.init("main", &[]);
        sandbox.git(&main, &["commit", "-q", "--allow-empty", "-m", "one"]);
        sandbox.git(&main, &["worktree", "add", "-q", "../linked"]);
        let repo = open(&sandbox.path("linked"));
        assert_eq!(repo.work_dir(), sandbox.path("linked"));
        assert_eq!(repo.common_dir(), main.join(".git"));
        assert_eq!(repo.state_dir(), main.join(".git/worktrees/linked/sr"));
        let git = sandbox.line(&sandbox.path("linked"), &["rev-parse", "--git-path", "sr"]);
        assert_eq!(repo.state_dir(), Path::new(&git));
    });
}

#[test]
fn nothing_is_found_where_nothing_is() {
    sandboxed("nothing_is_found_where_nothing_is", |sandbox| {
        let start = sandbox.path("");
        assert!(matches!(refusal(&start), OpenError::NotARepository { start: named } if named == start));
    });
}

#[test]
fn a_bare_repository_is_refused() {
    sandboxed("a_bare_repository_is_refused", |sandbox| {
        let root = sandbox.init("bare.git", &["--bare"]);
        assert!(matches!(refusal(&root), OpenError::Bare { git_dir } if git_dir == root));
        assert!(matches!(refusal(&root.join("refs")), OpenError::Bare { git_dir } if git_dir == root));
    });
}

#[test]
fn a_bare_repository_within_a_work_tree_is_passed_over() {
    sandboxed("a_bare_repository_within_a_work_tree_is_passed_over", |sandbox| {
        let outer = sandbox.init("repo", &[]);
        let inner = sandbox.init("repo/inner", &["--bare"]);
        sandbox.git(&inner, &["config", "core.worktree", "/"]);
        assert_eq!(open(&inner).work_dir(), outer);
    });
}

#[test]
fn the_git_directory_is_no_work_tree() {
    sandboxed("the_git_directory_is_no_work_tree", |sandbox| {
        let root = sandbox.init("repo", &[]);
        for inside in [".git", ".git/refs"] {
            let refusal = refusal(&root.join(inside));
            assert!(
                matches!(refusal, OpenError::NoWorkTree { path } if path == root.join(".git")),
                "{inside}"
            );
        }
    });
}

#[test]
fn a_missing_work_tree_is_refused() {
    sandboxed("a_missing_work_tree_is_refused", |sandbox| {
        let root = sandbox.init("repo", &[]);
        sandbox.git(&root, &["config", "core.worktree", "/nowhere"]);
        let refusal = refusal(&root);
        assert!(
            matches!(&refusal, OpenError::NoWorkTree { path } if path == Path::new("/nowhere")),
            "{refusal:?}"
        );
    });
}

#[test]
fn references_in_an_unknown_form_are_refused() {
    sandboxed("references_in_an_unknown_form_are_refused", |sandbox| {
        let root = sandbox.init("repo", &[]);
        sandbox.git(&root, &["config", "extensions.refStorage", "novel"]);
        assert!(matches!(refusal(&root), OpenError::RefStorage { name } if name == "novel"));
    });
}

#[test]
fn objects_under_another_hash_are_refused() {
    sandboxed("objects_under_another_hash_are_refused", |sandbox| {
        let root = sandbox.init("repo", &[]);
        sandbox.git(&root, &["config", "core.repositoryFormatVersion", "1"]);
        sandbox.git(&root, &["config", "extensions.objectFormat", "md5"]);
        assert!(matches!(refusal(&root), OpenError::ObjectFormat { name } if name == "md5"));
    });
}

#[test]
fn an_unknown_extension_is_refused_where_extensions_count() {
    sandboxed("an_unknown_extension_is_refused_where_extensions_count", |sandbox| {
        let root = sandbox.init("repo", &[]);
        sandbox.git(&root, &["config", "extensions.novelty", "true"]);
        open(&root);
        sandbox.git(&root, &["config", "core.repositoryFormatVersion", "1"]);
        assert!(matches!(refusal(&root), OpenError::Extension { name } if name == "novelty"));
    });
}

#[test]
fn a_sha_256_repository_is_opened() {
    sandboxed("a_sha_256_repository_is_opened", |sandbox| {
        let repo = open(&sandbox.init("repo", &["--object-format=sha256"]));
        assert_eq!(repo.blob_id(b"").expect("an id").to_string().len(), 64);
    });
}

#[test]
fn a_repository_of_another_user_is_refused_unless_it_is_called_safe() {
    sandboxed("a_repository_of_another_user_is_refused_unless_it_is_called_safe", |sandbox| {
        let root = sandbox.init("repo", &[]);
        // Only root can give files away.
        if std::os::unix::fs::chown(root.join(".git"), Some(65534), None).is_err() {
            return;
        }
        assert!(matches!(refusal(&root), OpenError::Untrusted { path } if path == root));
        sandbox.write(".gitconfig", format!("[safe]\n directory = {}\n", root.display()));
        open(&root);
    });
}

#[test]
fn a_start_through_a_link_has_the_same_prefix() {
    sandboxed("a_start_through_a_link_has_the_same_prefix", |sandbox| {
        sandbox.init("repo", &[]);
        sandbox.write("repo/a/file", "");
        std::os::unix::fs::symlink("repo/a", sandbox.path("link")).expect("a link");
        let repo = open(&sandbox.path("link"));
        assert_eq!((repo.work_dir(), repo.prefix()), (&*sandbox.path("repo"), Some("a".into())));
    });
}

#[test]
fn head_is_a_branch_unborn_or_born_or_a_commit() {
    sandboxed("head_is_a_branch_unborn_or_born_or_a_commit", |sandbox| {
        let root = sandbox.init("repo", &[]);
        let head = || {
            let head = open(&root).head().expect("a head");
            (head.id.map(|id| id.to_string()), head.name.map(|name| name.to_string()))
        };
        let main = Some("refs/heads/main".to_owned());
        assert_eq!(head(), (None, main.clone()));
        sandbox.git(&root, &["commit", "-q", "--allow-empty", "-m", "one"]);
        let id = Some(sandbox.line(&root, &["rev-parse", "HEAD"]));
        assert_eq!(head(), (id.clone(), main));
        sandbox.git(&root, &["checkout", "-q", "--detach"]);
        assert_eq!(head(), (id, None));
    });
}

#[test]
fn a_merge_that_is_not_finished_is_seen() {
    sandboxed("a_merge_that_is_not_finished_is_seen", |sandbox| {
        let root = sandbox.init("repo", &[]);
        assert!(open(&root).in_progress().is_none());
        sandbox.write("repo/.git/MERGE_HEAD", "");
        assert!(open(&root).in_progress().is_some());
    });
}

#[test]
fn a_relative_git_dir_is_made_absolute() {
    let name = "a_relative_git_dir_is_made_absolute";
    sandboxed_with(name, &[("GIT_DIR", "repo/.git"), ("GIT_INDEX_FILE", "repo/.git/other")], |sandbox| {
        let root = sandbox.init("repo", &[]);
        let repo = open(&sandbox.path(""));
        assert_eq!(repo.git_dir(), root.join(".git"));
        assert_eq!(repo.index_path(), root.join(".git/other"));
    });
}

#[test]
fn with_git_dir_alone_the_current_directory_is_the_work_tree() {
    let name = "with_git_dir_alone_the_current_directory_is_the_work_tree";
    sandboxed_with(name, &[("GIT_DIR", "@/repo/.git")], |sandbox| {
        sandbox.init("repo", &[]);
        let here = sandbox.path("");
        let repo = open(&here);
        assert_eq!((repo.work_dir(), repo.prefix()), (&*here, Some("".into())));
    });
}

#[test]
fn a_work_tree_named_by_the_environment_may_lie_elsewhere() {
    let name = "a_work_tree_named_by_the_environment_may_lie_elsewhere";
    let variables = [("GIT_DIR", "@/repo/.git"), ("GIT_WORK_TREE", "@/tree")];
    sandboxed_with(name, &variables, |sandbox| {
        sandbox.init("repo", &[]);
        sandbox.write("tree/a/file", "");
        assert_eq!(open(&sandbox.path("")).work_dir(), sandbox.path("tree"));
        assert_eq!(open(&sandbox.path("")).prefix(), None);
        assert_eq!(open(&sandbox.path("tree/a")).prefix(), Some("a".into()));
    });
}

#[test]
fn a_git_dir_that_is_none_is_named() {
    sandboxed_with("a_git_dir_that_is_none_is_named", &[("GIT_DIR", "@/nowhere")], |sandbox| {
        let nowhere = sandbox.path("nowhere");
        let refusal = refusal(&sandbox.path(""));
        assert!(matches!(refusal, OpenError::NotARepository { start } if start == nowhere));
    });
}

#[test]
fn a_ceiling_ends_the_search() {
    sandboxed_with("a_ceiling_ends_the_search", &[("GIT_CEILING_DIRECTORIES", "@/repo")], |sandbox| {
        sandbox.init("repo", &[]);
        sandbox.write("repo/a/file", "");
        assert!(matches!(refusal(&sandbox.path("repo/a")), OpenError::NotARepository { .. }));
    });
}

#[test]
fn what_git_passes_on_with_dash_c_counts_most() {
    let name = "what_git_passes_on_with_dash_c_counts_most";
    let variables = [("GIT_CONFIG_PARAMETERS", "'sr.maxfilebytes'='3k' 'sr.index'")];
    sandboxed_with(name, &variables, |sandbox| {
        let root = sandbox.init("repo", &[]);
        sandbox.git(&root, &["config", "sr.maxFileBytes", "1"]);
        sandbox.git(&root, &["config", "sr.block", "a"]);
        sandbox.write(".gitconfig", "[sr]\n block = b\n");
        let settings = Settings::read(&open(&root)).expect("settings");
        assert_eq!((settings.max_file_bytes, settings.index), (3072, true));
        let block = settings.block.iter().map(|entry| (entry.value.to_string(), entry.origin.scope));
        assert_eq!(
            block.collect::<Vec<_>>(),
            [("b".into(), ConfigScope::Global), ("a".into(), ConfigScope::Local)]
        );
    });
}

#[test]
fn a_broken_hand_over_of_configuration_is_refused() {
    let name = "a_broken_hand_over_of_configuration_is_refused";
    sandboxed_with(name, &[("GIT_CONFIG_PARAMETERS", "sr.match")], |sandbox| {
        let refusal = refusal(&sandbox.path(""));
        assert!(matches!(refusal, OpenError::Environment { name: "GIT_CONFIG_PARAMETERS" }));
    });
}

#[test]
fn a_start_that_cannot_be_read_is_not_called_untrusted() {
    sandboxed("a_start_that_cannot_be_read_is_not_called_untrusted", |sandbox| {
        assert!(matches!(
            refusal(&sandbox.path("nowhere")),
            OpenError::Gix(_) | OpenError::NotARepository { .. }
        ));
    });
}
