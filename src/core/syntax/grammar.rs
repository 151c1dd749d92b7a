//! The grammars that are compiled in.

use super::Language;

/// The grammar of a language; none if it is not compiled in.
#[allow(
    unreachable_patterns,
    unreachable_code,
    unused_variables,
    reason = "which arms there are depends on features"
)]
pub(super) fn grammar(language: Language) -> Option<tree_sitter::Language> {
    let grammar: tree_sitter::Language = match language {
        #[cfg(feature = "syntax-bash")]
        Language::Bash => tree_sitter_bash::LANGUAGE.into(),
        #[cfg(feature = "syntax-c")]
        Language::C => tree_sitter_c::LANGUAGE.into(),
        #[cfg(feature = "syntax-cpp")]
        Language::Cpp => tree_sitter_cpp::LANGUAGE.into(),
        #[cfg(feature = "syntax-c-sharp")]
        Language::CSharp => tree_sitter_c_sharp::LANGUAGE.into(),
        #[cfg(feature = "syntax-css")]
        Language::Css => tree_sitter_css::LANGUAGE.into(),
        #[cfg(feature = "syntax-go")]
        Language::Go => tree_sitter_go::LANGUAGE.into(),
        #[cfg(feature = "syntax-html")]
        Language::Html => tree_sitter_html::LANGUAGE.into(),
        #[cfg(feature = "syntax-java")]
        Language::Java => tree_sitter_java::LANGUAGE.into(),
        #[cfg(feature = "syntax-javascript")]
        Language::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
        #[cfg(feature = "syntax-php")]
        Language::Php => tree_sitter_php::LANGUAGE_PHP.into(),
        #[cfg(feature = "syntax-python")]
        Language::Python => tree_sitter_python::LANGUAGE.into(),
        #[cfg(feature = "syntax-ruby")]
        Language::Ruby => tree_sitter_ruby::LANGUAGE.into(),
        #[cfg(feature = "syntax-rust")]
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
        #[cfg(feature = "syntax-typescript")]
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
        #[cfg(feature = "syntax-typescript")]
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        #[cfg(feature = "syntax-yaml")]
        Language::Yaml => tree_sitter_yaml::LANGUAGE.into(),
        _ => return None,
    };
    Some(grammar)
}
