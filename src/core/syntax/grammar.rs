//! The grammars that are compiled in.

use super::Language;

/// The grammar of a language; none if it is not compiled in.
pub(super) fn grammar(language: Language) -> Option<tree_sitter::Language> {
    #[allow(unreachable_patterns, reason = "which arms there are depends on the features")]
    let grammar = match language {
        #[cfg(feature = "syntax-bash")]
        Language::Bash => tree_sitter_bash::LANGUAGE,
        #[cfg(feature = "syntax-c")]
        Language::C => tree_sitter_c::LANGUAGE,
        #[cfg(feature = "syntax-cpp")]
        Language::Cpp => tree_sitter_cpp::LANGUAGE,
        #[cfg(feature = "syntax-c-sharp")]
        Language::CSharp => tree_sitter_c_sharp::LANGUAGE,
        #[cfg(feature = "syntax-css")]
        Language::Css => tree_sitter_css::LANGUAGE,
        #[cfg(feature = "syntax-go")]
        Language::Go => tree_sitter_go::LANGUAGE,
        #[cfg(feature = "syntax-html")]
        Language::Html => tree_sitter_html::LANGUAGE,
        #[cfg(feature = "syntax-java")]
        Language::Java => tree_sitter_java::LANGUAGE,
        #[cfg(feature = "syntax-javascript")]
        Language::JavaScript => tree_sitter_javascript::LANGUAGE,
        #[cfg(feature = "syntax-php")]
        Language::Php => tree_sitter_php::LANGUAGE_PHP,
        #[cfg(feature = "syntax-python")]
        Language::Python => tree_sitter_python::LANGUAGE,
        #[cfg(feature = "syntax-ruby")]
        Language::Ruby => tree_sitter_ruby::LANGUAGE,
        #[cfg(feature = "syntax-rust")]
        Language::Rust => tree_sitter_rust::LANGUAGE,
        #[cfg(feature = "syntax-typescript")]
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        #[cfg(feature = "syntax-typescript")]
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        #[cfg(feature = "syntax-yaml")]
        Language::Yaml => tree_sitter_yaml::LANGUAGE,
        _ => return None,
    };
    Some(grammar.into())
}
