//! The modules that a Rust file declares and keeps in files of their own.

use tree_sitter::Node;

use super::import::{Import, Target, below, folders};
use crate::core::{path::RepoPath, syntax::Parsed};

/// The modules at the top of a file that have to be files. What an attribute may move or leave out is passed
/// over.
pub(super) fn imports(parsed: &Parsed<'_>, path: &RepoPath) -> Vec<Import> {
    let Some(root) = parsed.root() else { return Vec::new() };
    let mut cursor = root.walk();
    let modules = root.named_children(&mut cursor).filter(|node| {
        node.kind() == "mod_item" && node.child_by_field_name("body").is_none() && is_plain(parsed, *node)
    });
    modules.filter_map(|node| module(parsed, node, path)).collect()
}

fn is_plain(parsed: &Parsed<'_>, node: Node<'_>) -> bool {
    let mut before = node.prev_named_sibling();
    while let Some(attribute) = before.filter(|node| matches!(node.kind(), "attribute_item" | "line_comment"))
    {
        let text = &parsed.text()[attribute.byte_range()];
        if attribute.kind() == "attribute_item" && text.trim_ascii() != b"#[cfg(test)]" {
            return false;
        }
        before = attribute.prev_named_sibling();
    }
    true
}

/// A module is looked for as in the root of a crate and as in a module: which one a file is, only the build
/// knows.
fn module(parsed: &Parsed<'_>, node: Node<'_>, path: &RepoPath) -> Option<Import> {
    let name = node.child_by_field_name("name")?;
    let name = &parsed.text()[name.byte_range()];
    let (file, folder) = ([name, b".rs"].concat(), folders(path));
    let stem = path.file_name().strip_suffix(b".rs")?;
    let paths: Option<Vec<RepoPath>> = [
        below(&folder, &[&file]),
        below(&folder, &[name, b"mod.rs"]),
        below(&folder, &[stem, &file]),
        below(&folder, &[stem, name, b"mod.rs"]),
    ]
    .into_iter()
    .collect();
    Some(Import {
        line: node.start_position().row,
        name: [b"mod ", name].concat().into(),
        target: Target::Files(paths?),
    })
}
