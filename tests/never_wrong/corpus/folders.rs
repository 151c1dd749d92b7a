//! Files below a folder, and the folders that the user names.

use std::path::{Path, PathBuf};

use super::{EXTENSIONS, Found};

/// Takes the files below a folder, at most `most` of them, spread over all.
pub(super) fn take(from: &str, root: &Path, most: usize, found: &mut Found) {
    let mut paths = Vec::new();
    collect(root, 10, &mut paths);
    paths.sort();
    let step = paths.len().div_ceil(most).max(1);
    for path in paths {
        let name = path.strip_prefix(root).expect("below the root").to_string_lossy().into_owned();
        // By the name, so that the versions of a file are taken or left together.
        let spread = name.bytes().fold(7_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        if spread.is_multiple_of(step)
            && let Ok(bytes) = std::fs::read(&path)
        {
            found.add(from, &name, bytes);
        }
    }
}

/// The folders in `SR_SOURCES`, divided as in `PATH`: each is a version of the same files, the oldest first.
pub(super) fn named(found: &mut Found) {
    let Some(folders) = std::env::var_os("SR_SOURCES") else { return };
    for folder in std::env::split_paths(&folders) {
        take("named", &folder, 2_000, found);
    }
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() && depth > 0 {
            collect(&path, depth - 1, paths);
        } else if kind.is_file()
            && path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| EXTENSIONS.contains(&kind))
        {
            paths.push(path);
        }
    }
}
