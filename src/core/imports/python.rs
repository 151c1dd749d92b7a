//! Python's imports from the repository: relative imports, and absolute ones of a package at the root or in
//! `src/`.

use tree_sitter::Node;

use super::{
    files::Files,
    import::{Import, Target, below, folders},
};
use crate::core::{
    path::RepoPath,
    resolve::Kind,
    syntax::{Parsed, has_lone_returns},
};

/// Packages of the standard library: an import of that name need not mean the folder.
const STANDARD: &[&[u8]] = &[
    b"asyncio", b"collections", b"concurrent", b"ctypes", b"curses", b"dbm", b"distutils", b"email",
    b"encodings", b"html", b"http", b"idlelib", b"importlib", b"json", b"lib2to3", b"logging",
    b"multiprocessing", b"os", b"pathlib", b"pydoc_data", b"re", b"sqlite3", b"string", b"sys", b"sysconfig",
    b"test", b"tkinter", b"tomllib", b"unittest", b"urllib", b"venv", b"wsgiref", b"xml", b"xmlrpc",
    b"zoneinfo",
];

/// The imports of a file that have to be files of the repository. Those below `try` may be missing.
pub(super) fn imports(parsed: &Parsed<'_>, path: &RepoPath, files: &dyn Files) -> Vec<Import> {
    // Its lines would not be those that are shown.
    if has_lone_returns(parsed.text()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut open: Vec<Node<'_>> = parsed.root().into_iter().collect();
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        match node.kind() {
            "import_statement" => {
                let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
                found.extend(names.into_iter().filter_map(|name| absolute(parsed, name, path, files)));
            }
            "import_from_statement" => found.extend(from(parsed, node, path, files)),
            kind if holds_statements(kind) => open.extend(node.named_children(&mut cursor)),
            _ => {}
        }
    }
    found.sort_by_key(|import| import.line);
    found
}

fn holds_statements(kind: &str) -> bool {
    kind != "try_statement"
        && (kind.ends_with("_statement") || kind.ends_with("_clause") || kind.ends_with("_definition"))
        || matches!(kind, "module" | "block")
}

/// `from .a import b`, `from a.b import c`
fn from(parsed: &Parsed<'_>, node: Node<'_>, path: &RepoPath, files: &dyn Files) -> Vec<Import> {
    let Some(module) = node.child_by_field_name("module_name") else { return Vec::new() };
    if module.kind() != "relative_import" {
        return absolute(parsed, module, path, files).into_iter().collect();
    }
    let written = &parsed.text()[module.byte_range()];
    let dots = written.iter().take_while(|byte| **byte == b'.').count();
    let above = folders(path);
    let Some(base) = (above.len() + 1).checked_sub(dots).and_then(|kept| above.get(..kept)) else {
        return Vec::new();
    };
    let parts = dotted(&written[dots..]);
    if !parts.is_empty() {
        let target = module_files(base, &parts).map(Target::Files);
        let line = module.start_position().row;
        return target.map(|target| Import { line, name: written.into(), target }).into_iter().collect();
    }
    let mut cursor = node.walk();
    let names: Vec<Node<'_>> = node.children_by_field_name("name", &mut cursor).collect();
    names.into_iter().filter_map(|name| member(parsed, written, base, name)).collect()
}

/// `from . import b`: a module, or a name in the package's own file.
fn member(parsed: &Parsed<'_>, dots: &[u8], base: &[&[u8]], name: Node<'_>) -> Option<Import> {
    let member = imported(parsed, name);
    let target = Target::Member {
        paths: module_files(base, &[member])?,
        package: below(base, &[b"__init__.py"])?,
        member: member.into(),
    };
    Some(Import { line: name.start_position().row, name: [dots, member].concat().into(), target })
}

/// `a.b`, where `a` is a package of this repository.
fn absolute(parsed: &Parsed<'_>, name: Node<'_>, path: &RepoPath, files: &dyn Files) -> Option<Import> {
    let written = imported(parsed, name);
    let parts = dotted(written);
    let (first, rest) = parts.split_first()?;
    if rest.is_empty() || STANDARD.contains(first) {
        return None;
    }
    let is_package = |base: &[&[u8]]| {
        let init = below(base, &[first, b"__init__.py"]);
        let text = init.filter(|init| files.kind(init) == Kind::File).and_then(|init| files.read(&init));
        text.is_some_and(|text| !shares_its_name(&text))
    };
    if !is_package(&[]) && !is_package(&[b"src"]) {
        return None;
    }
    // A file further down may see another folder first.
    let above = folders(path);
    let mut bases: Vec<Vec<&[u8]>> = (0..=above.len()).map(|depth| above[..depth].to_vec()).collect();
    bases.push(vec![b"src"]);
    let paths: Option<Vec<Vec<RepoPath>>> = bases.iter().map(|base| module_files(base, &parts)).collect();
    let target = Target::Files(paths?.concat());
    Some(Import { line: name.start_position().row, name: written.into(), target })
}

/// Returns whether other distributions may put modules into the same package.
fn shares_its_name(init: &[u8]) -> bool {
    use bstr::ByteSlice as _;
    [&b"extend_path"[..], b"declare_namespace", b"__path__", b"sys.modules", b"__getattr__"]
        .iter()
        .any(|way| init.contains_str(way))
}

/// The name of an imported module or member, without `as`.
fn imported<'t>(parsed: &Parsed<'t>, node: Node<'_>) -> &'t [u8] {
    let name = if node.kind() == "aliased_import" { node.child_by_field_name("name") } else { None };
    &parsed.text()[name.unwrap_or(node).byte_range()]
}

fn dotted(name: &[u8]) -> Vec<&[u8]> {
    name.split(|byte| *byte == b'.').map(<[u8]>::trim_ascii).filter(|part| !part.is_empty()).collect()
}

/// Candidates for the file of a module. None if it may be made by a build.
fn module_files(base: &[&[u8]], parts: &[&[u8]]) -> Option<Vec<RepoPath>> {
    let made = |part: &&[u8]| {
        part.starts_with(b"_") && !part.starts_with(b"__")
            || [&b"_pb2"[..], b"_pb2_grpc", b"_rc", b"_ui"].iter().any(|end| part.ends_with(end))
            || [&b"version"[..], b"generated", b"gen"].contains(part)
    };
    let (last, folders) = parts.split_last()?;
    if parts.iter().any(made) {
        return None;
    }
    let endings = [&b""[..], b".py", b".pyi", b".pyx", b".so", b".pyd", b".pyc"];
    let names = endings.map(|ending| [last, ending].concat());
    names.iter().map(|name| below(base, &[folders, &[name.as_slice()]].concat())).collect()
}
