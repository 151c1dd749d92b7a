//! Locks of an index, and racily clean entries.

use super::*;

#[test]
fn a_change_in_the_second_in_which_the_index_was_written_stays_visible() {
    for (version, (key, value)) in [
        ("2", ("core.trustctime", "false")),
        ("4", ("core.trustctime", "false")),
        ("2", ("core.checkStat", "minimal")),
    ] {
        let sandbox = committed(&[]);
        sandbox.git(&["update-index", "--index-version", version]);
        let file = sandbox.path().join("x");
        // As racy as can be: staged, then changed in the same second and to the same size, by a clock that
        // stands still.
        let then = std::time::SystemTime::now() - std::time::Duration::from_secs(30);
        let put = |text: &str| {
            let mut open = std::fs::File::options().write(true).open(&file).unwrap();
            std::io::Write::write_all(&mut open, text.as_bytes()).unwrap();
            open.set_modified(then).unwrap();
        };
        sandbox.git(&["config", key, value]);
        put("X\nx\nx\n");
        sandbox.git(&["add", "x"]);
        let index = std::fs::File::options().write(true).open(sandbox.path().join(".git/index")).unwrap();
        index.set_modified(then).unwrap();
        if key == "core.checkStat" {
            // Its time of change is in another second, of which git does not ask.
            std::thread::sleep(std::time::Duration::from_millis(1100));
        }
        put("Y\nx\nx\n");
        stage(&sandbox, &[("a", Some("new\n"))]);
        assert_eq!(sandbox.git(&["status", "--porcelain"]), "M  a\nMM x\n", "version {version}, {key}");
    }
}

#[test]
fn a_lock_that_somebody_holds_is_waited_for_and_left_alone() {
    let sandbox = committed(&[]);
    let lock = sandbox.path().join(".git/index.lock");
    std::fs::write(&lock, "theirs").unwrap();
    let repo = sandbox.open();
    let begun = std::time::Instant::now();
    assert!(matches!(Index::hold(&repo), Err(IndexError::Locked { .. })));
    assert!(begun.elapsed() >= std::time::Duration::from_millis(900));
    assert_eq!(std::fs::read(&lock).unwrap(), b"theirs");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            std::fs::remove_file(&lock).unwrap();
        });
        Index::hold(&repo).map(drop).unwrap();
    });
    let left: Vec<_> = std::fs::read_dir(sandbox.path().join(".git")).unwrap().flatten().collect();
    assert!(!left.iter().any(|entry| entry.file_name().to_string_lossy().contains("git-sr")), "{left:?}");
}

#[test]
fn of_a_run_that_broke_off_only_its_own_lock_is_removed() {
    let sandbox = committed(&[]);
    let (git, repo) = (sandbox.path().join(".git"), sandbox.open());
    std::mem::forget(Index::hold(&repo).unwrap());
    assert!(git.join("index.lock").exists() && is_stale(&repo));
    clear_stale(&repo).unwrap();
    assert!(!git.join("index.lock").exists() && !is_stale(&repo));
    std::mem::forget(Index::hold(&repo).unwrap());
    std::fs::remove_file(git.join("index.lock")).unwrap();
    std::fs::write(git.join("index.lock"), "theirs").unwrap();
    clear_stale(&repo).unwrap();
    assert_eq!(std::fs::read(git.join("index.lock")).unwrap(), b"theirs");
}
