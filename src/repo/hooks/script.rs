//! The text of our pre-commit hook, in this version and in earlier ones.

use std::{os::unix::fs::PermissionsExt as _, path::Path};

use bstr::ByteSlice;

/// The name of the hook.
pub(super) const NAME: &str = "pre-commit";
/// The name under which a hook that was there before is kept.
pub const KEPT: &str = "pre-commit.before-git-sr";

const HEAD: &str = "\
#!/bin/sh
# Written by 'git sr hook install'; 'git sr hook uninstall' takes it away.
# A hook that was here before is pre-commit.before-git-sr, and runs first.
case $0 in *.before-git-sr) exit 0 ;; esac
before=$(dirname \"$0\")/pre-commit.before-git-sr
if test -x \"$before\"; then \"$before\" \"$@\" || exit; fi
program=git-sr
command -v \"$program\" >/dev/null 2>&1 || program=";
const TAIL: &str = "
command -v \"$program\" >/dev/null 2>&1 || {
    echo \"error: git-sr is not on the PATH; install it, or remove $0\" >&2
    exit 1
}
exec \"$program\" check
";

/// The second line of every hook that we wrote, whatever else it says.
const MARK: &[u8] = b"# Written by 'git sr hook install'; 'git sr hook uninstall' takes it away.";

/// Heads and tails that earlier versions wrote around the path of the program.
pub(super) const EARLIER: &[(&str, &str)] = &[
    (
        HEAD,
        "
command -v \"$program\" >/dev/null 2>&1 || {
    echo \"error: git-sr is not on the PATH; run 'git sr hook uninstall', or delete this hook\" >&2
    exit 1
}
exec \"$program\" check
",
    ),
    (
        "\
#!/bin/sh
# Written by 'git sr hook install'; 'git sr hook uninstall' takes it away.
# A hook that was here before is pre-commit.before-git-sr, and runs first.
before=$(dirname \"$0\")/pre-commit.before-git-sr
if test -x \"$before\"; then \"$before\" \"$@\" || exit; fi
program=git-sr
command -v \"$program\" >/dev/null 2>&1 || program=",
        "\nexec \"$program\" check\n",
    ),
];

/// Calls of the check in hooks and in the files of tools that manage hooks; the last is that of our own hook.
const CALLS: &[&str] = &["git sr check", "git-sr check", "git-sr-check", "\"$program\" check"];

/// Returns whether a file calls `git sr check`, outside of comments.
pub(super) fn calls_check(text: &[u8]) -> bool {
    let mut code = text.lines().map(ByteSlice::trim_start).filter(|line| !line.starts_with(b"#"));
    code.any(|line| CALLS.iter().any(|call| line.contains_str(call)))
}

/// The hook that calls `program` where no `git-sr` is on the `PATH`.
pub(super) fn text(program: &Path) -> Vec<u8> {
    let quoted = gix_quote::single(program.as_os_str().as_encoded_bytes().as_bstr());
    [HEAD.as_bytes(), quoted.as_bytes(), TAIL.as_bytes()].concat()
}

/// Returns whether a version of ours wrote this text, which may have been changed by hand since.
pub(super) fn is_marked(text: &[u8]) -> bool {
    text.lines().nth(1) == Some(MARK)
}

/// Returns whether a version of ours wrote these very bytes.
pub(super) fn is_unchanged(text: &[u8]) -> bool {
    [(HEAD, TAIL)].iter().chain(EARLIER).any(|(head, tail)| {
        let program = text.strip_prefix(head.as_bytes()).and_then(|rest| rest.strip_suffix(tail.as_bytes()));
        program.is_some_and(|program| program.starts_with(b"'") && !program.contains(&b'\n'))
    })
}

/// Returns whether git would run this file.
pub(super) fn is_executable(hook: &Path) -> bool {
    hook.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}
