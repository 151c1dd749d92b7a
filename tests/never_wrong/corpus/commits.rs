//! The files of this repository as its commits have them.

use std::process::Command;

use super::{EXTENSIONS, Found};

/// The most files, and the most versions of one.
const FILES: usize = 250;
const VERSIONS: usize = 8;

/// Takes files that several commits changed; nothing where this is no repository.
pub(super) fn find(found: &mut Found) {
    let listed = git(&["ls-files"]);
    let names: Vec<&str> = listed.lines().filter(|name| is_source(name)).collect();
    let step = names.len().div_ceil(FILES).max(1);
    for name in names.into_iter().step_by(step) {
        let count = format!("-{VERSIONS}");
        let commits = git(&["log", "--format=%H", &count, "--", name]);
        for commit in commits.lines().rev() {
            found.add("commits", name, git(&["show", &format!("{commit}:{name}")]).into_bytes());
        }
    }
}

fn is_source(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    EXTENSIONS.contains(&extension) && !name.starts_with("tests/scenarios/")
}

/// What git prints; nothing where it fails.
fn git(arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .map(|done| done.stdout);
    output.ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}
