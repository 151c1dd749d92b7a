//! The library of Python, in the versions that are installed.

use std::path::Path;
use std::process::Command;

use super::{Found, folders};

/// Takes files of the libraries of `python3` and of every `python3.<n>`.
pub(super) fn find(found: &mut Found) {
    let mut libraries: Vec<(u32, String)> =
        (6..30).filter_map(|minor| library(&format!("python3.{minor}"))).chain(library("python3")).collect();
    libraries.sort();
    libraries.dedup();
    for (_, library) in libraries {
        folders::take("python", Path::new(&library), 1_500, found);
    }
}

/// The minor version of a Python and the folder of its library.
fn library(python: &str) -> Option<(u32, String)> {
    const ASK: &str =
        "import sys, sysconfig; print(sys.version_info[1]); print(sysconfig.get_paths()['stdlib'])";
    let output = Command::new(python).args(["-c", ASK]).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let (minor, folder) = said.trim_end().split_once('\n')?;
    Some((minor.parse().ok()?, folder.to_owned()))
}
