//! The message of a commit, its author and its signature.

use super::*;

#[test]
fn the_message_is_the_heading_of_the_reply_and_the_paths_unless_there_is_one() {
    sandboxed(
        "message::the_message_is_the_heading_of_the_reply_and_the_paths_unless_there_is_one",
        |sandbox| {
            let folder = repository(sandbox);
            let message = || sandbox.line(&folder, &["log", "-1", "--format=%B"]);
            done(sandbox, &folder, &["apply", "--commit"], &format!("Sure!\n\n# Count better\n\n{}", one()));
            assert_eq!(message(), "Count better\n\n- a.txt");
            done(sandbox, &folder, &["apply", "-m", "one", "-m", "two"], &edit("b.txt", "one", "1"));
            assert_eq!(message(), "one\n\ntwo");
            sandbox.write("message", "from a file\n");
            done(sandbox, &folder, &["apply", "-F", "../message"], &edit("b.txt", "two", "2"));
            assert_eq!(message(), "from a file");
            sandbox.git(&folder, &["config", "sr.trailer", "Assisted-by: a model"]);
            let more =
                ["apply", "-m", "m", "--signoff", "--trailer", "Fixes: 1", "--author", "B <b@example.com>"];
            done(sandbox, &folder, &more, &edit("b.txt", "three", "3"));
            assert_eq!(message(), "m\n\nSigned-off-by: A <a@example.com>\nAssisted-by: a model\nFixes: 1");
            assert_eq!(
                sandbox.line(&folder, &["log", "-1", "--format=%an <%ae> %cn"]),
                "B <b@example.com> A"
            );
            sandbox.git(&folder, &["config", "core.editor", "sed -i 's/^m$/edited/'"]);
            done(sandbox, &folder, &["apply", "-m", "m", "-e"], &edit("b.txt", "four", "4"));
            assert!(message().starts_with("edited\n"), "{}", message());
            sandbox.git(&folder, &["config", "--unset", "sr.trailer"]);
            let (err, code) = refused(sandbox, &folder, &["apply", "-m", " "], &edit("b.txt", "five", "5"));
            assert!(err.contains("the message of the commit is empty"), "{err}");
            assert_eq!(code, Some(1));
        },
    );
}

#[test]
fn a_message_that_is_not_utf8_is_what_git_makes_of_it() {
    sandboxed("message::a_message_that_is_not_utf8_is_what_git_makes_of_it", |sandbox| {
        let (ours, git) = (repository(sandbox), repository_at(sandbox, "git"));
        for (number, message) in [&b"caf\xe9\n"[..], b"none \xef\xbf\xbe\n"].into_iter().enumerate() {
            sandbox.write("message", message);
            let reply = edit("a.txt", ["one", "two"][number], ["1", "2"][number]);
            done(sandbox, &ours, &["apply", "-F", "../message"], &reply);
            sandbox.write(git.join("a.txt"), read(&ours, "a.txt"));
            sandbox.git(&git, &["commit", "-qaF", "../message"]);
            assert_eq!(head(sandbox, &ours), head(sandbox, &git));
        }
    });
}

#[test]
fn the_message_that_a_squash_left_stays_for_its_commit() {
    for hooked in [false, true] {
        sandboxed("message::the_message_that_a_squash_left_stays_for_its_commit", |sandbox| {
            let folder = repository_at(sandbox, if hooked { "hooked" } else { "plain" });
            if hooked {
                hook(&folder, "pre-commit", "true");
            }
            sandbox.git(&folder, &["checkout", "-qb", "side"]);
            sandbox.write(folder.join("b.txt"), "side\n");
            sandbox.git(&folder, &["commit", "-qam", "side"]);
            sandbox.git(&folder, &["checkout", "-q", "main"]);
            sandbox.git(&folder, &["merge", "-q", "--squash", "side"]);
            let message = read(&folder, ".git/SQUASH_MSG");
            done(sandbox, &folder, &["apply", "--commit"], &one());
            assert_eq!(read(&folder, ".git/SQUASH_MSG"), message);
            assert_eq!(sandbox.line(&folder, &["status", "--porcelain"]), "M  b.txt");
        });
    }
}

#[test]
fn without_a_name_git_says_so() {
    sandboxed("message::without_a_name_git_says_so", |sandbox| {
        let folder = repository(sandbox);
        sandbox.git(&folder, &["config", "user.useConfigOnly", "true"]);
        sandbox.write("reply.md", one());
        let mut program = program(&folder, &["apply", "--commit", "../reply.md"]);
        for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
            program.env_remove(name);
        }
        let (_, err, code) = said(&program.output().expect("to run"));
        assert_eq!(code, Some(128), "{err}");
        assert!(
            err.contains("no email was given and auto-detection is disabled; nothing was written"),
            "{err}"
        );
        assert_eq!(read(&folder, "a.txt"), TEXT);
    });
}

#[test]
fn it_is_signed_as_configured_and_by_the_key_that_is_named() {
    sandboxed("message::it_is_signed_as_configured_and_by_the_key_that_is_named", |sandbox| {
        let folder = repository(sandbox);
        let gpg = sandbox.path("gpg");
        let script = "#!/bin/sh\ncat >/dev/null\necho \"$@\" >>\"$HOME/keys\"\n\
             echo '[GNUPG:] SIG_CREATED ' >&2\necho '-----BEGIN PGP SIGNATURE-----'\necho fake\necho '-----END PGP SIGNATURE-----'\n";
        std::fs::write(&gpg, script).expect("to write");
        std::fs::set_permissions(&gpg, PermissionsExt::from_mode(0o755)).expect("a mode");
        sandbox.git(&folder, &["config", "gpg.program", gpg.to_str().expect("UTF-8")]);
        done(sandbox, &folder, &["apply", "--commit", "-SABCD"], &one());
        sandbox.git(&folder, &["config", "commit.gpgSign", "true"]);
        done(sandbox, &folder, &["apply", "--commit"], &edit("b.txt", "one", "1"));
        done(sandbox, &folder, &["apply", "--commit", "-S"], &edit("run.sh", "one", "1"));
        let keys = std::fs::read_to_string(sandbox.path("keys")).expect("keys");
        let keys: Vec<&str> = keys.lines().collect();
        assert_eq!(keys.len(), 3, "{keys:?}");
        assert!(keys[0].contains("ABCD") && !keys[1].contains("ABCD"), "{keys:?}");
        for commit in ["HEAD", "HEAD^", "HEAD~2"] {
            let text = sandbox.line(&folder, &["cat-file", "commit", commit]);
            assert!(text.contains("gpgsig -----BEGIN PGP SIGNATURE-----"), "{text}");
        }
    });
}
