//! Names that one scope declares twice, and imports that it has twice, of which a changed line has one: the other was to
//! go, or is enough.

use std::collections::HashMap;

use tree_sitter::Node;

use super::{SyntaxError, What, place::at_node};

/// The declarations of each language of which a scope has one for each name.
const ONCE: [(&str, &str); 9] = [
    ("Go", "function_declaration import_spec method_declaration short_var_declaration"),
    ("Java", "field_declaration local_variable_declaration"),
    ("JavaScript", SCRIPT),
    ("PHP", "function_definition method_declaration"),
    ("Python", "class_definition decorated_definition function_definition"),
    ("Ruby", "method singleton_method"),
    (
        "Rust",
        "const_item enum_item function_item static_item struct_item trait_item type_item use_declaration",
    ),
    ("TSX", SCRIPT),
    ("TypeScript", SCRIPT),
];

const SCRIPT: &str = "class_declaration enum_declaration function_declaration import_statement lexical_declaration \
                      method_definition type_alias_declaration";

/// Those that are told by all of their text.
const IMPORTS: [&str; 3] = ["import_spec", "import_statement", "use_declaration"];

/// The kind of a definition with decorators.
const DECORATED: &str = "decorated_definition";

/// The declarations among the children of a node that one in a changed line repeats, or that repeat one.
pub(super) fn second_declarations<'t>(
    language: &str,
    text: &[u8],
    children: &[Node<'t>],
    is_changed: impl Fn(&Node<'t>) -> bool,
) -> Vec<SyntaxError> {
    let Some((_, kinds)) = ONCE.iter().find(|(name, _)| *name == language) else { return Vec::new() };
    let is_once = |node: &Node<'_>| kinds.split(' ').any(|kind| kind == node.kind());
    let declared = |at: usize| {
        let declaration = declaration(children[at]);
        // One under a condition may be there for each of its cases.
        let is_marked = at > 0 && children[at - 1].kind() == "attribute_item";
        let names = (is_once(&declaration) && !is_marked).then(|| names(declaration));
        names.into_iter().flatten().map(move |name| (declaration, name))
    };
    let changed: Vec<usize> = (0..children.len()).filter(|at| is_changed(&children[*at])).collect();
    if changed.iter().all(|at| declared(*at).next().is_none()) {
        return Vec::new();
    }
    let mut known: HashMap<(&str, &[u8]), (bool, usize)> = HashMap::new();
    let mut found = Vec::new();
    for at in 0..children.len() {
        for (declaration, name) in declared(at) {
            let Some(key) = key(text, &declaration, &name) else { continue };
            let (has_changed, count) = known.entry((declaration.kind(), key)).or_default();
            *has_changed |= changed.binary_search(&at).is_ok();
            *count += 1;
            if *count > 1 && *has_changed {
                let is_import = IMPORTS.contains(&declaration.kind());
                found.push(at_node(name, if is_import { What::SecondImport } else { What::SecondName }));
            }
        }
    }
    found
}

/// The declaration that is exported, or the node itself.
fn declaration(node: Node<'_>) -> Node<'_> {
    let inner = (node.kind() == "export_statement").then(|| node.child_by_field_name("declaration"));
    inner.flatten().unwrap_or(node)
}

/// The names that a declaration gives.
fn names(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    let found: Vec<Node<'_>> = match node.kind() {
        // Of several names one may be new.
        "short_var_declaration" => node
            .child_by_field_name("left")
            .filter(|left| left.named_child_count() == 1)
            .and_then(|left| left.named_child(0))
            .into_iter()
            .collect(),
        "lexical_declaration" | "field_declaration" | "local_variable_declaration" => node
            .named_children(&mut cursor)
            .filter(|child| child.kind() == "variable_declarator")
            .filter_map(|child| child.child_by_field_name("name"))
            .collect(),
        kind if IMPORTS.contains(&kind) => vec![node],
        DECORATED => {
            let inner = node.child_by_field_name("definition");
            inner.and_then(|inner| inner.child_by_field_name("name")).into_iter().collect()
        }
        _ => node.child_by_field_name("name").into_iter().collect(),
    };
    // A pattern gives names of its own.
    found.into_iter().filter(|name| !name.kind().ends_with("pattern")).collect()
}

/// The text that tells a declaration from others of its kind: its name, of a method all in front of it too, such as
/// `get`, and of one with decorators all of its head, as they may take several of one name.
fn key<'t>(text: &'t [u8], declaration: &Node<'_>, name: &Node<'_>) -> Option<&'t [u8]> {
    let is_method = declaration.kind().contains("method");
    let inner = declaration.child_by_field_name("definition").filter(|_| declaration.kind() == DECORATED);
    let body = inner.and_then(|inner| inner.child_by_field_name("body"));
    let start = if is_method || body.is_some() { declaration.start_byte() } else { name.start_byte() };
    let end = body.map_or(name.end_byte(), |body| body.start_byte());
    let is_none = text.get(name.byte_range()).is_some_and(|name| name == b"_" || name == b"init");
    text.get(start..end).map(<[u8]>::trim_ascii_end).filter(|_| !is_none)
}
