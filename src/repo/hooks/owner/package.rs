//! `package.json`, by which tools for hooks are known.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

pub(super) const FILE: &str = "package.json";

/// The text of `package.json`; null where there is none.
pub(super) struct Package(Value);

impl Package {
    pub(super) fn read(root: &Path) -> Self {
        let text = fs::read(root.join(FILE)).ok();
        Self(text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default())
    }

    /// Returns whether it depends on a package of this name, or configures it.
    pub(super) fn names(&self, name: &str) -> bool {
        let needs = |key: &&str| self.0[*key].get(name).is_some();
        self.0.get(name).is_some() || ["dependencies", "devDependencies"].iter().any(needs)
    }

    /// Returns whether it has commands for husky 1 to 4.
    pub(super) fn has_husky_commands(&self) -> bool {
        self.0["husky"]["hooks"].is_object()
    }
}

/// The configuration of simple-git-hooks, where it is a file of its own.
pub(super) fn simple_git_hooks_file(root: &Path) -> Option<PathBuf> {
    const ENDINGS: &[&str] = &["cjs", "js", "mjs", "json"];
    let names = |ending: &&str| ["", "."].map(|dot| PathBuf::from(format!("{dot}simple-git-hooks.{ending}")));
    ENDINGS.iter().flat_map(names).find(|name| root.join(name).is_file())
}
