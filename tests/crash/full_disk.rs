//! A disk that is really full.

use std::path::Path;
use std::process::Command;

use super::full::{Need, full};
use super::scene::{Scene, files};

/// A small file system in memory, gone when dropped.
struct Small(tempfile::TempDir);

/// Reason why there may be none: only the superuser mounts.
fn unmounted() -> Need {
    let who = Command::new("id").arg("-u").output();
    match who {
        Ok(output) if output.stdout == b"0\n" => Need::Broken("a tmpfs cannot be mounted here"),
        _ => Need::Missing("only the superuser can mount a tmpfs"),
    }
}

impl Small {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let mount =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(folder.path()).output();
        mount.is_ok_and(|output| output.status.success()).then(|| Self(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).output();
    }
}

fn run(work: &Path, arguments: &[&str]) -> bool {
    let mut command = Command::new(env!("CARGO_BIN_EXE_git-sr"));
    command.args(arguments).current_dir(work).env_clear().env("HOME", work).env("GIT_CONFIG_NOSYSTEM", "1");
    command.output().expect("git-sr").status.success()
}

/// Fills the disk but for so many pages.
fn fill(small: &Path, pages: usize) {
    let filler = small.join("filler");
    let mut size = 4 << 20;
    while size >= 4096 {
        let mut old = std::fs::read(&filler).unwrap_or_default();
        old.resize(old.len() + size, 0);
        if std::fs::write(&filler, &old).is_err() {
            old.truncate(old.len() - size);
            std::fs::write(&filler, &old).expect("to write less");
            size /= 2;
        }
    }
    let length = std::fs::metadata(&filler).expect("metadata").len();
    let file = std::fs::OpenOptions::new().write(true).open(&filler).expect("to open");
    file.set_len(length.saturating_sub(pages as u64 * 4096)).expect("to cut");
}

#[test]
fn a_full_disk_leaves_the_old_tree() {
    let small = Small::mount();
    let Some(small) = small else {
        unmounted().is_met("a_full_disk_leaves_the_old_tree");
        return;
    };
    let scene = Scene::new();
    let tree = scene.tree();
    let mut failed = 0;
    for pages in (0..90).step_by(if full() { 1 } else { 9 }) {
        let copied =
            Command::new("cp").arg("-a").arg(tree.work().join("..").join(".")).arg(small.0.path()).status();
        assert!(copied.expect("cp").success());
        let work = small.0.path().join("work");
        let before = files(&work);
        fill(small.0.path(), pages);
        let done = run(&work, &["apply", "../batch.md"]);
        failed += usize::from(!done);
        assert_eq!(files(&work) != before, done, "{pages} pages free");
        std::fs::remove_file(small.0.path().join("filler")).expect("to remove");
        assert!(run(&work, &["recover"]), "{pages} pages free");
        assert_eq!(files(&work) != before, done, "{pages} pages free, then recovered");
        assert!(!work.join(".git/sr/journal").exists());
        std::fs::remove_dir_all(work).expect("to remove");
    }
    assert!(failed > 0, "the disk was never full");
}
