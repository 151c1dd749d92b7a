//! Attacks by a reply or by the repository, on the whole program: nothing but what is refused, nothing written.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
mod sandbox;
#[path = "attacks/work.rs"]
mod work;

use std::{
    collections::BTreeMap,
    os::unix::{
        fs::{PermissionsExt, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
    process::{Command, Output},
};

use sandbox::{Sandbox, sandboxed};

/// A block that could be applied alone.
const HARMLESS: &str = "a.txt\n<<<<<<< SEARCH\none\n=======\nother\n>>>>>>> REPLACE\n\n";

fn sr(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_git-sr")).args(arguments).current_dir(folder).output().expect("git-sr")
}

fn said(output: &Output) -> String {
    String::from_utf8([&output.stdout[..], &output.stderr].concat()).expect("UTF-8")
}

/// A repository with `a.txt`, of which all is committed.
fn repository(sandbox: &Sandbox, options: &[&str]) -> PathBuf {
    let work = sandbox.init("work", options);
    sandbox.write("work/a.txt", "one\ntwo\n");
    sandbox.write("work/sub/b.txt", "one\n");
    sandbox.git(&work, &["add", "."]);
    sandbox.git(&work, &["commit", "-qm", "one"]);
    work
}

/// A block that makes a file.
fn new(path: &str) -> String {
    format!("{path}\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n\n")
}

/// All files of the sandbox, with their bytes; of links, where they lead.
fn all(sandbox: &Sandbox) -> BTreeMap<PathBuf, Vec<u8>> {
    let (mut folders, mut found) = (vec![sandbox.path("")], BTreeMap::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("to read").map(|entry| entry.expect("an entry").path())
        {
            let meta = entry.symlink_metadata().expect("metadata");
            // What the program keeps for itself, such as the log of refused blocks.
            if entry.ends_with(".git/sr") || entry.ends_with("store/sr") {
                continue;
            } else if meta.is_dir() {
                folders.push(entry);
            } else if meta.is_symlink() {
                let to = std::fs::read_link(&entry).expect("a link");
                found.insert(entry, to.into_os_string().into_encoded_bytes());
            } else if meta.is_file() {
                let bytes = std::fs::read(&entry).expect("to read");
                found.insert(entry, bytes);
            }
        }
    }
    found
}

/// Applies the harmless block and another one, from a folder: both must be refused. Returns what is said.
fn refused(sandbox: &Sandbox, folder: &Path, block: &str) -> String {
    sandbox.write("reply.md", format!("{HARMLESS}{block}"));
    let before = all(sandbox);
    let reply = sandbox.path("reply.md");
    let output = sr(folder, &["apply", reply.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(1), "{block}\n{}", said(&output));
    assert_eq!(all(sandbox), before, "{block}");
    said(&output)
}

#[test]
fn dots_lead_out_from_no_folder() {
    sandboxed("dots_lead_out_from_no_folder", |sandbox| {
        let work = repository(sandbox, &[]);
        sandbox.write("work-evil/f", "one\n");
        for path in ["../x", "../../x", "sub/../../x", "../work-evil/f", "no/such/../../../x"] {
            refused(sandbox, &work.join("sub"), &new(path));
        }
        let beside = sandbox.path("work-evil/f");
        refused(sandbox, &work, &new(beside.to_str().expect("UTF-8")));
        let edit = format!("{}\n<<<<<<< SEARCH\none\n=======\n2\n>>>>>>> REPLACE\n", beside.display());
        refused(sandbox, &work, &edit);
    });
}

#[test]
fn a_git_directory_of_another_name_is_not_written() {
    sandboxed("a_git_directory_of_another_name_is_not_written", |sandbox| {
        let store = sandbox.path("work/store");
        let work = repository(sandbox, &["--separate-git-dir", store.to_str().expect("UTF-8")]);
        for path in ["store/hooks/pre-commit", "store/config", "store/new", ".git", "store"] {
            refused(sandbox, &work, &new(path));
        }
        let edit = "store/config\n<<<<<<< SEARCH\n[core]\n=======\n[alias]\n>>>>>>> REPLACE\n";
        let said = refused(sandbox, &work, edit);
        assert!(!said.contains("repositoryformatversion"), "{said}");
    });
}

#[test]
fn a_link_to_the_git_directory_is_not_followed() {
    sandboxed("a_link_to_the_git_directory_is_not_followed", |sandbox| {
        let work = repository(sandbox, &[]);
        symlink(".git", work.join("folder")).expect("a link");
        symlink("folder", work.join("chain")).expect("a link");
        symlink(".git/config", work.join("file")).expect("a link");
        symlink("../outside", work.join("dangling")).expect("a link");
        for path in ["folder/hooks/pre-commit", "chain/config", "file", "dangling", "sub/../folder/x"] {
            refused(sandbox, &work, &new(path));
            let edit = format!("{path}\n<<<<<<< SEARCH\n[core]\n=======\n[alias]\n>>>>>>> REPLACE\n");
            let said = refused(sandbox, &work, &edit);
            assert!(!said.contains("repositoryformatversion"), "{said}");
        }
    });
}

#[test]
fn a_token_in_the_configuration_is_never_said() {
    sandboxed("a_token_in_the_configuration_is_never_said", |sandbox| {
        let work = repository(sandbox, &[]);
        sandbox.git(&work, &["config", "remote.origin.url", "https://user:hunter2@example.com/x"]);
        let mut text = refused(sandbox, &work, "a.txt\n<<<<<<< SEARCH\nno\n=======\nx\n>>>>>>> REPLACE\n");
        text += &refused(sandbox, &work, &new(".git/config"));
        for arguments in [&["log"][..], &["config"], &["stats"], &["policy", ".git/config"], &["prompt"]] {
            text += &said(&sr(&work, arguments));
        }
        for arguments in [&["--json"][..], &["--feedback"], &["-v"]] {
            text += &said(&sr(&work, &[&["apply", "../reply.md"], arguments].concat()));
        }
        assert!(text.contains("a.txt") && !text.contains("hunter2"), "{text}");
    });
}

#[test]
fn a_name_is_no_option_no_pattern_and_no_command() {
    sandboxed("a_name_is_no_option_no_pattern_and_no_command", |sandbox| {
        let work = repository(sandbox, &[]);
        sandbox.write("work/mine.txt", "mine\n");
        let names = [
            "-rf", "--upload-pack=touch x", "--", "@{-1}", ":(top)*", ":!x", "*", "[a-z]*", "$(touch x)",
            "`touch x`;x",
        ];
        let files: String = names
            .iter()
            .map(|name| {
                format!("<write_to_file>\n<path>{name}</path>\n<content>\nx\n</content>\n</write_to_file>\n")
            })
            .collect();
        sandbox.write("reply.md", &files);
        let output = sr(&work, &["apply", "--commit", "-m", "odd", "../reply.md"]);
        assert!(output.status.success(), "{}", said(&output));
        let listed = sandbox.git(&work, &["diff", "-z", "--name-only", "--no-renames", "HEAD~", "HEAD"]);
        let mut made: Vec<&str> =
            std::str::from_utf8(&listed).expect("UTF-8").split_terminator('\0').collect();
        made.sort_unstable();
        let mut wanted = names.to_vec();
        wanted.sort_unstable();
        assert_eq!(made, wanted);
        assert!(!work.join("x").exists());
        assert!(sr(&work, &["undo"]).status.success());
        assert!(names.iter().all(|name| !work.join(name).exists()));
        assert_eq!(std::fs::read_to_string(work.join("mine.txt")).expect("a file"), "mine\n");
    });
}

#[test]
fn hooks_in_the_work_tree_are_not_run_by_apply() {
    sandboxed("hooks_in_the_work_tree_are_not_run_by_apply", |sandbox| {
        let work = repository(sandbox, &[]);
        for hook in ["pre-commit", "post-index-change", "reference-transaction", "post-checkout"] {
            let path = work.join("hooks").join(hook);
            sandbox.write(&path, "#!/bin/sh\ntouch ran\n");
            std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("a mode");
        }
        sandbox.git(&work, &["config", "core.hooksPath", "hooks"]);
        sandbox.write("reply.md", HARMLESS);
        for arguments in
            [&["apply", "../reply.md"][..], &["undo"], &["apply", "--index", "../reply.md"], &["undo"]]
        {
            let output = sr(&work, arguments);
            assert!(output.status.success(), "{}", said(&output));
        }
        assert!(!work.join("ran").exists());
    });
}

#[test]
fn a_staged_name_with_a_line_break_is_checked_as_one() {
    sandboxed("a_staged_name_with_a_line_break_is_checked_as_one", |sandbox| {
        let work = repository(sandbox, &[]);
        let name = "odd\nname.txt";
        std::fs::write(work.join(name), HARMLESS).expect("to write");
        sandbox.git(&work, &["add", "--", name]);
        // The work tree says something else.
        std::fs::write(work.join(name), "fine\n").expect("to write");
        let output = sr(&work, &["check"]);
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains(r"odd\nname.txt"), "{}", said(&output));
    });
}

#[test]
fn a_name_that_windows_refuses_is_a_name_elsewhere() {
    sandboxed("a_name_that_windows_refuses_is_a_name_elsewhere", |sandbox| {
        let work = repository(sandbox, &[]);
        sandbox.write("reply.md", new("CON.txt") + &new("sub/aux.c"));
        let output = sr(&work, &["apply", "../reply.md"]);
        assert!(output.status.success(), "{}", said(&output));
        assert!(work.join("CON.txt").exists() && work.join("sub/aux.c").exists());
    });
}

#[test]
fn what_is_no_file_ends_no_run_and_shows_nothing() {
    sandboxed("what_is_no_file_ends_no_run_and_shows_nothing", |sandbox| {
        let work = repository(sandbox, &[]);
        let leads =
            [("/dev/zero", "zero"), ("/proc/self/environ", "environ"), ("loop", "loop"), ("sub", "folder")];
        leads.iter().for_each(|(to, name)| symlink(to, work.join(name)).expect("a link"));
        let _socket = UnixListener::bind(work.join("socket")).expect("a socket");
        let made = Command::new("mkfifo").arg(work.join("fifo")).status().expect("mkfifo");
        assert!(made.success());
        for path in ["zero", "environ", "loop", "folder/b.txt", "socket", "fifo"] {
            refused(sandbox, &work, &new(path));
            let edit = format!("{path}\n<<<<<<< SEARCH\none\n=======\n2\n>>>>>>> REPLACE\n");
            let said = refused(sandbox, &work, &edit);
            assert!(!said.contains("PATH="), "{said}");
            refused(sandbox, &work, &format!("{path}\n<<<<<<< DELETE\n>>>>>>> DELETE\n"));
        }
    });
}

#[test]
fn a_link_hides_no_file_that_steers_tools() {
    sandboxed("a_link_hides_no_file_that_steers_tools", |sandbox| {
        let work = repository(sandbox, &[]);
        sandbox.write("work/.vscode/settings.json", "{}\n");
        sandbox.write("work/.env", "TOKEN=hidden\n");
        symlink(".vscode", work.join("conf")).expect("a link");
        symlink(".env", work.join("example.txt")).expect("a link");
        for path in ["conf/tasks.json", "conf/settings.json", "example.txt"] {
            refused(sandbox, &work, &new(path));
            let edit = format!("{path}\n<<<<<<< SEARCH\nmissing\n=======\n2\n>>>>>>> REPLACE\n");
            let said = refused(sandbox, &work, &edit);
            assert!(!said.contains("hidden"), "{said}");
        }
    });
}

#[test]
fn only_who_runs_it_says_what_is_allowed() {
    sandboxed("only_who_runs_it_says_what_is_allowed", |sandbox| {
        let work = repository(sandbox, &[]);
        // Files of the repository, which anybody may have committed, lift nothing.
        for path in [".gitconfig", ".gitsr-allow", ".config/git/config", "sub/.gitconfig"] {
            sandbox.write(work.join(path), "[sr]\n\tallow = **\n\tallow = .github/**\n");
        }
        refused(sandbox, &work, &new(".github/workflows/ci.yml"));
        refused(sandbox, &work, &new(".gitsr-block"));
        sandbox.write(work.join(".gitsr-block"), "*.lock\n");
        let lift = ".gitsr-block\n<<<<<<< SEARCH\n*.lock\n=======\n# none\n>>>>>>> REPLACE\n";
        refused(sandbox, &work, lift);
        refused(sandbox, &work, ".gitsr-block\n<<<<<<< DELETE\n>>>>>>> DELETE\n");
    });
}
