//! Languages of files, by their paths.

use bstr::ByteSlice as _;

use crate::core::path::RepoPath;

/// A language whose syntax can be looked at, if its grammar is compiled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Language {
    /// Shell scripts.
    Bash,
    /// C
    C,
    /// C++
    Cpp,
    /// C#
    CSharp,
    /// CSS
    Css,
    /// Go
    Go,
    /// HTML
    Html,
    /// Java
    Java,
    /// JavaScript, with JSX.
    JavaScript,
    /// Standard JSON.
    Json,
    /// JSON with comments and with commas behind the last value.
    Jsonc,
    /// PHP, with HTML around it.
    Php,
    /// Python
    Python,
    /// Ruby
    Ruby,
    /// Rust
    Rust,
    /// TOML
    Toml,
    /// TypeScript with JSX.
    Tsx,
    /// TypeScript
    TypeScript,
    /// YAML
    Yaml,
}

impl Language {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bash => "Bash",
            Self::C => "C",
            Self::Cpp => "C++",
            Self::CSharp => "C#",
            Self::Css => "CSS",
            Self::Go => "Go",
            Self::Html => "HTML",
            Self::Java => "Java",
            Self::JavaScript => "JavaScript",
            Self::Json | Self::Jsonc => "JSON",
            Self::Php => "PHP",
            Self::Python => "Python",
            Self::Ruby => "Ruby",
            Self::Rust => "Rust",
            Self::Toml => "TOML",
            Self::Tsx => "TSX",
            Self::TypeScript => "TypeScript",
            Self::Yaml => "YAML",
        }
    }

    /// Returns whether what its grammar does not take is an error to every program.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Json | Self::Jsonc | Self::Python | Self::Toml)
    }
}

/// The languages that a file may be in: it is broken only if it is in all of them. None for a file of unknown language,
/// and for templates, which are in no language before they are filled in.
pub fn languages(path: &RepoPath) -> &'static [Language] {
    let name = path.file_name().to_ascii_lowercase();
    let template = |part: &[u8]| {
        [&b"j2"[..], b"jinja", b"jinja2", b"tmpl", b"tpl", b"template", b"erb", b"mustache", b"in"]
            .contains(&part)
    };
    if path.as_bstr().contains_str("{{") || name.split_str(".").skip(1).any(template) {
        return &[];
    }
    by_name(&name).unwrap_or_else(|| match name.rsplit_once_str(".") {
        Some((_, b"json")) if allows_comments(path, &name) => &[Language::Jsonc],
        Some((_, extension)) => by_extension(extension),
        None => &[],
    })
}

/// Returns whether a text is a template, to be filled in before it is in a language: only where no program would take
/// it as it is is that more likely than an error.
pub(super) fn is_template(language: Language, text: &[u8]) -> bool {
    let begins = |line: &[u8]| line.trim_start().starts_with(b"{{");
    match language {
        Language::Html | Language::Css | Language::Bash => {
            [&b"{%"[..], b"{{", b"<%"].iter().any(|start| text.contains_str(start))
        }
        Language::Yaml => text.contains_str("{%") || text.lines().any(begins),
        _ => false,
    }
}

fn by_name(name: &[u8]) -> Option<&'static [Language]> {
    Some(match name {
        b"cargo.lock" | b"poetry.lock" | b"uv.lock" | b"pdm.lock" | b"pipfile" => &[Language::Toml],
        b"composer.lock" | b"pipfile.lock" => &[Language::Json],
        b".bashrc" | b".bash_profile" | b".bash_aliases" => &[Language::Bash],
        b"gemfile" | b"rakefile" | b"vagrantfile" | b"podfile" => &[Language::Ruby],
        b".babelrc" | b".eslintrc" | b".swcrc" | b".jshintrc" => &[Language::Jsonc],
        _ => return None,
    })
}

/// JSON files that their programs read with comments and with commas at ends.
fn allows_comments(path: &RepoPath, name: &[u8]) -> bool {
    const NAMES: [&[u8]; 41] = [
        b"devcontainer.json",
        b".devcontainer.json",
        b"language-configuration.json",
        b"api-extractor.json",
        b"deno.json",
        b"biome.json",
        b"rome.json",
        b"turbo.json",
        b"nx.json",
        b"wrangler.json",
        b"tslint.json",
        b"typedoc.json",
        b".eslintrc.json",
        b"renovate.json",
        b"angular.json",
        b"project.json",
        b"workspace.json",
        b"rush.json",
        b"tsdoc.json",
        b"lerna.json",
        b"babel.config.json",
        b"cspell.json",
        b".cspell.json",
        b"pyrightconfig.json",
        b"basedpyrightconfig.json",
        b"firebase.json",
        b"database.rules.json",
        b"global.json",
        b"host.json",
        b"local.settings.json",
        b"launchsettings.json",
        b"settings.json",
        b"settings.local.json",
        b"launch.json",
        b"tasks.json",
        b"extensions.json",
        b"keybindings.json",
        b"keymap.json",
        b"c_cpp_properties.json",
        b"cmakepresets.json",
        b"cmakeuserpresets.json",
    ];
    let prefixes: [&[u8]; 7] =
        [b"tsconfig", b"jsconfig", b".oxlintrc", b".swcrc", b".markdownlint", b".luarc", b"appsettings"];
    let folders: [&[u8]; 6] = [b".vscode", b".devcontainer", b".zed", b".cursor", b".sublime", b"rush"];
    NAMES.contains(&name)
        // Tools that read `.namerc` mostly take what YAML and JSON5 take.
        || name.starts_with(b".") && name.ends_with(b"rc.json")
        || prefixes.iter().any(|prefix| name.starts_with(prefix))
        || path.components().any(|folder| folders.contains(&folder.as_bytes()))
}

fn by_extension(extension: &[u8]) -> &'static [Language] {
    match extension {
        b"sh" | b"bash" => &[Language::Bash],
        b"c" => &[Language::C],
        // A header is in either.
        b"h" => &[Language::C, Language::Cpp],
        b"cc" | b"cpp" | b"cxx" | b"c++" | b"hh" | b"hpp" | b"hxx" | b"h++" | b"ipp" => &[Language::Cpp],
        b"cs" => &[Language::CSharp],
        b"css" => &[Language::Css],
        b"go" => &[Language::Go],
        b"html" | b"htm" => &[Language::Html],
        b"java" => &[Language::Java],
        b"js" | b"jsx" | b"mjs" | b"cjs" => &[Language::JavaScript],
        b"json" | b"geojson" | b"webmanifest" | b"ipynb" => &[Language::Json],
        b"jsonc" | b"code-workspace" | b"code-snippets" => &[Language::Jsonc],
        b"php" => &[Language::Php],
        b"py" | b"pyi" | b"pyw" => &[Language::Python],
        b"rb" | b"rake" | b"gemspec" => &[Language::Ruby],
        b"rs" => &[Language::Rust],
        b"toml" => &[Language::Toml],
        b"tsx" => &[Language::Tsx],
        b"ts" | b"mts" | b"cts" => &[Language::TypeScript],
        b"yaml" | b"yml" => &[Language::Yaml],
        _ => &[],
    }
}
