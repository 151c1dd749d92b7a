use std::time::{Duration, Instant};

use super::*;

fn fifo(fixture: &Fixture, path: &str) {
    assert!(std::process::Command::new("mkfifo").arg(fixture.at(path)).status().unwrap().success());
}

fn kind(fixture: &Fixture, path: &str) -> Kind {
    fixture.tree.kind(&repo_path(path)).unwrap()
}

fn read(fixture: &Fixture, path: &str) -> Result<SourceFile, ReadError> {
    fixture.tree.read(&repo_path(path), 1 << 20)
}

fn hint(fixture: &Fixture, path: &str) -> Option<String> {
    match read(fixture, path) {
        Err(ReadError::Link { real }) => real.map(|path| path.as_bstr().to_string()),
        other => panic!("no link: {other:?}"),
    }
}

#[test]
fn each_kind_of_thing_is_told_apart() {
    for fixture in Fixture::each() {
        fixture.put("a/file", "x").link("link", "a").link("dangling", "nowhere");
        fifo(&fixture, "fifo");
        assert_eq!(kind(&fixture, "a/file"), Kind::File);
        assert_eq!(kind(&fixture, "a"), Kind::Directory);
        assert_eq!(kind(&fixture, "b"), Kind::Absent);
        assert_eq!(kind(&fixture, "b/c/d"), Kind::Absent);
        assert_eq!(kind(&fixture, "fifo"), Kind::Other);
        assert_eq!(kind(&fixture, "link"), Kind::Link);
        assert_eq!(kind(&fixture, "link/file"), Kind::Link);
        assert_eq!(kind(&fixture, "link/no/such/file"), Kind::Link);
        assert_eq!(kind(&fixture, "dangling"), Kind::Link);
        assert_eq!(kind(&fixture, "dangling/x"), Kind::Link);
        assert_eq!(kind(&fixture, "a/file/x"), Kind::Other);
        assert_eq!(kind(&fixture, "fifo/x"), Kind::Other);
    }
}

#[test]
fn a_folder_with_any_git_entry_is_another_repository() {
    for fixture in Fixture::each() {
        fixture.folder("one/.git").folder("one/deep").put("two/.git", "gitdir: x").folder("three");
        fixture.link("three/.git", "nowhere").folder(".git");
        for path in ["one", "one/deep/f", "one/new/f", "two/f", "two", "three/f"] {
            assert_eq!(kind(&fixture, path), Kind::Repository, "{path}");
        }
        assert_eq!(kind(&fixture, "f"), Kind::Absent);
    }
}

#[test]
fn an_embedded_bare_repository_is_another_repository() {
    for fixture in Fixture::each() {
        fixture.put("bare/HEAD", "ref: x").folder("bare/objects").folder("bare/refs");
        fixture.put("plain/HEAD", "").folder("plain/refs");
        assert_eq!(kind(&fixture, "bare/config"), Kind::Repository);
        assert_eq!(kind(&fixture, "plain/config"), Kind::Absent);
    }
}

#[test]
fn a_folder_that_becomes_a_link_is_seen_as_one() {
    for fixture in Fixture::each() {
        fixture.put("a/b/secret", "x");
        assert_eq!(kind(&fixture, "a/b/secret"), Kind::File);
        fs::rename(fixture.at("a/b"), fixture.at("a/c")).unwrap();
        fixture.link("a/b", "../../outside");
        assert_eq!(kind(&fixture, "a/b/secret"), Kind::Link);
        assert!(matches!(read(&fixture, "a/b/secret"), Err(ReadError::Link { real: None })));
    }
}

#[test]
fn reading_gives_the_bytes_and_what_the_system_says() {
    for fixture in Fixture::each() {
        fixture.put("a/b", "one\ntwo").mode("a/b", 0o754);
        fs::hard_link(fixture.at("a/b"), fixture.at("c")).unwrap();
        let source = read(&fixture, "a/b").unwrap();
        assert_eq!(source.bytes, b"one\ntwo");
        assert_eq!(source.bytes.capacity(), 7);
        assert_eq!((source.meta.mode, source.meta.size, source.meta.nlink), (0o754, 7, 2));
    }
}

#[test]
fn an_empty_file_is_read() {
    let fixture = Fixture::new(Platform::default());
    fixture.put("a", "");
    assert_eq!(read(&fixture, "a").unwrap().bytes, b"");
}

#[test]
fn a_large_file_is_refused_before_it_is_read() {
    let fixture = Fixture::new(Platform::default());
    fixture.put("a", "12345");
    let error = fixture.tree.read(&repo_path("a"), 4).unwrap_err();
    assert!(matches!(error, ReadError::TooLarge { size: 5, max: 4 }));
    assert!(fixture.tree.read(&repo_path("a"), 5).is_ok());
}

#[test]
fn what_is_no_file_is_refused_at_once() {
    for fixture in Fixture::each() {
        fixture.folder("dir").folder("nested/.git").put("nested/f", "").put("file", "");
        fixture.link("zero", "/dev/zero").link("loop", "loop").link("environ", "/proc/self/environ");
        fifo(&fixture, "fifo");
        let socket = std::os::unix::net::UnixListener::bind(fixture.at("socket")).unwrap();
        let start = Instant::now();
        assert!(matches!(read(&fixture, "dir"), Err(ReadError::NotAFile(Kind::Directory))));
        assert!(matches!(read(&fixture, "fifo"), Err(ReadError::NotAFile(Kind::Other))));
        assert!(matches!(read(&fixture, "socket"), Err(ReadError::NotAFile(Kind::Other))));
        assert!(matches!(read(&fixture, "file/x"), Err(ReadError::NotAFile(Kind::Other))));
        assert!(matches!(read(&fixture, "nested/f"), Err(ReadError::Repository)));
        assert!(matches!(read(&fixture, "gone"), Err(ReadError::Absent)));
        assert!(matches!(read(&fixture, "gone/x"), Err(ReadError::Absent)));
        for link in ["zero", "loop", "environ", "loop/x"] {
            assert_eq!(hint(&fixture, link), None, "{link}");
        }
        assert!(start.elapsed() < Duration::from_secs(5));
        drop(socket);
    }
}

#[test]
fn a_link_that_stays_in_the_tree_hints_at_the_real_path() {
    for fixture in Fixture::each() {
        fixture.put("src/real.rs", "").link("src/link.rs", "real.rs").link("lib", "./src");
        fixture.folder("a/b").link("a/b/up", "../../src/real.rs").link("chain", "lib");
        assert_eq!(hint(&fixture, "src/link.rs").as_deref(), Some("src/real.rs"));
        assert_eq!(hint(&fixture, "lib/real.rs").as_deref(), Some("src/real.rs"));
        assert_eq!(hint(&fixture, "lib").as_deref(), Some("src"));
        assert_eq!(hint(&fixture, "a/b/up").as_deref(), Some("src/real.rs"));
        assert_eq!(hint(&fixture, "chain/gone"), None);
    }
}

#[test]
fn a_link_that_leads_out_or_to_git_hints_at_nothing() {
    for fixture in Fixture::each() {
        fixture.put(".git/config", "").link("git", ".git/config").link("out", "../outside/secret");
        fixture.link("way", "../root/real").put("real", "").link("abs", "/etc/passwd");
        for link in ["git", "out", "way", "abs"] {
            assert_eq!(hint(&fixture, link), None, "{link}");
        }
    }
}

#[test]
fn a_file_that_may_not_be_read_is_denied() {
    if rustix::process::geteuid().is_root() {
        return; // Nothing is denied to root.
    }
    let fixture = Fixture::new(Platform::default());
    fixture.put("a", "").mode("a", 0).put("b/c", "").mode("b", 0);
    assert!(matches!(read(&fixture, "a"), Err(ReadError::Denied)));
    assert!(matches!(read(&fixture, "b/c"), Err(ReadError::Denied)));
    fixture.mode("b", 0o700);
}

#[test]
fn the_root_must_be_a_folder() {
    let fixture = Fixture::new(Platform::default());
    fixture.put("a", "");
    assert!(WorkTree::open(&fixture.at("a")).is_err());
    assert!(WorkTree::open(&fixture.at("b")).is_err());
}
