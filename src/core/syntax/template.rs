//! Templates, which are in no language before they are filled in.

use bstr::ByteSlice as _;

use crate::core::{
    language::{self, Feature, Language, Scanner},
    path::RepoPath,
};

/// The languages that a file may be in: it is broken only if it is in all of them. None for a file of unknown
/// language, and for templates.
pub fn languages(path: &RepoPath) -> Vec<&'static Language> {
    let name = path.file_name().to_ascii_lowercase();
    let template = |part: &[u8]| {
        [&b"j2"[..], b"jinja", b"jinja2", b"tmpl", b"tpl", b"template", b"erb", b"mustache", b"in"]
            .contains(&part)
    };
    if path.as_bstr().contains_str("{{") || name.split_str(".").skip(1).any(template) {
        return Vec::new();
    }
    language::all(path.as_bstr())
}

/// Returns whether a text is a template, to be filled in before it is in a language: only where no program
/// would take it as it is is that more likely than an error.
pub(super) fn is_template(language: &Language, text: &[u8]) -> bool {
    let begins = |line: &[u8]| line.trim_start().starts_with(b"{{");
    match language.scanner {
        Scanner::Yaml => text.contains_str("{%") || text.lines().any(begins),
        _ => {
            language.has(Feature::Template) && ["{%", "{{", "<%"].iter().any(|start| text.contains_str(start))
        }
    }
}
