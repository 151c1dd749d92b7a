//! Relative imports of JavaScript and TypeScript.

use bstr::ByteSlice as _;
use tree_sitter::Node;

use super::import::{Import, Target, below, folders};
use crate::core::{path::RepoPath, syntax::Parsed};

/// Endings that make the name of an import that of a file.
const ENDINGS: &[&[u8]] = &[
    b"", b".ts", b".tsx", b".d.ts", b".d.mts", b".d.cts", b".js", b".jsx", b".mjs", b".cjs", b".mts",
    b".cts", b".json", b".vue", b".svelte", b".astro", b".node", b".wasm", b".css", b".ios.js",
    b".android.js", b".native.js", b".web.js", b".ios.tsx", b".android.tsx", b".native.tsx", b".web.tsx",
    b".ios.ts", b".android.ts", b".native.ts", b".web.ts",
];

/// Folders and names that builds and frameworks make.
const MADE: &[&[u8]] = &[
    b"dist", b"build", b"out", b"lib", b"pkg", b"gen", b"generated", b"__generated__", b"node_modules",
    b"target", b"$types", b"+types", b"coverage",
];

/// The imports of a file that have to be files of the repository. Those below `try` may be missing.
pub(super) fn imports(parsed: &Parsed<'_>, path: &RepoPath) -> Vec<Import> {
    if ![&b"'./"[..], b"\"./", b"'../", b"\"../"].iter().any(|start| parsed.text().contains_str(start)) {
        return Vec::new();
    }
    let Some(root) = parsed.root() else { return Vec::new() };
    let mut found = Vec::new();
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        found.extend(source(parsed, node).and_then(|source| import(parsed, source, path)));
        if node.kind() != "try_statement" && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// The string with the path of an import.
fn source<'n>(parsed: &Parsed<'_>, node: Node<'n>) -> Option<Node<'n>> {
    let string = match node.kind() {
        "import_statement" | "export_statement" => node.child_by_field_name("source")?,
        "call_expression" => {
            let function = node.child_by_field_name("function")?;
            let called = &parsed.text()[function.byte_range()];
            let arguments = node.child_by_field_name("arguments")?;
            matches!(called, b"require" | b"import").then(|| arguments.named_child(0))??
        }
        _ => return None,
    };
    (string.kind() == "string").then_some(string)
}

fn import(parsed: &Parsed<'_>, string: Node<'_>, path: &RepoPath) -> Option<Import> {
    let written = parsed.text()[string.byte_range()].trim_with(|c| matches!(c, '"' | '\''));
    let relative = written.starts_with(b"./") || written.starts_with(b"../");
    if !relative || written.find_byteset(b"?!#*\\").is_some() {
        return None;
    }
    let parts: Vec<&[u8]> = written.split_str("/").collect();
    let made =
        |part: &&[u8]| MADE.contains(part) || part.contains_str(".gen") || part.contains_str("generated");
    if parts.iter().any(made) {
        return None;
    }
    let above = folders(path);
    let base = below(&above, &parts)?;
    let name = base.as_bstr();
    let mut paths: Vec<RepoPath> = Vec::new();
    for ending in ENDINGS {
        paths.push(RepoPath::new(&[name.as_bytes(), ending].concat()).ok()?);
    }
    // TypeScript names the file that it will have become.
    for (from, to) in [
        (&b".js"[..], &b".ts"[..]),
        (b".js", b".tsx"),
        (b".js", b".d.ts"),
        (b".mjs", b".d.mts"),
        (b".cjs", b".d.cts"),
        (b".jsx", b".tsx"),
        (b".mjs", b".mts"),
        (b".cjs", b".cts"),
    ] {
        let source = name.strip_suffix(from).map(|stem| RepoPath::new(&[stem, to].concat()));
        paths.extend(source.transpose().ok()?);
    }
    Some(Import { line: string.start_position().row, name: written.into(), target: Target::Files(paths) })
}
