//! The table of languages.

use super::entry::{
    Feature::{
        AllStrings, Attributes, Braced, Brackets, Dashes, Decorators, Documented, Exact, Here, Layout,
        NoDots, OptionalSemicolon, Pattern, Recipes, Rust, Scalar, Scripts, Semicolon, Tags, Template,
    },
    Grammar, Imports, Kind, Language, Pairs, Scanner,
};

/// A tree-sitter grammar, if its feature is on.
macro_rules! tree {
    ($feature:tt, $grammar:expr) => {{
        #[cfg(feature = $feature)]
        {
            Grammar::Tree(|| $grammar.into())
        }
        #[cfg(not(feature = $feature))]
        {
            Grammar::None
        }
    }};
}

const BLOCK: Pairs = &[(b"/*", b"*/")];
const TRIPLE: Pairs = &[(b"\"\"\"", b"\"\"\"")];
const BOTH_TRIPLE: Pairs = &[(b"\"\"\"", b"\"\"\""), (b"'''", b"'''")];
const BACKTICK: Pairs = &[(b"`", b"`")];

/// Nothing but quotes.
const PLAIN: Language = Language {
    name: "",
    extensions: &[],
    names: &[],
    kind: Kind::Code,
    to_end: &[],
    alone: false,
    between: &[],
    short: b"\"'",
    long: &[],
    raw: b"",
    glued: true,
    free: true,
    grammar: Grammar::None,
    scanner: Scanner::Sound,
    imports: None,
    has: &[],
};
const NO_CODE: Language = Language { kind: Kind::Prose, short: b"", ..PLAIN };
const SLASHES: Language = Language { to_end: &[b"//"], between: BLOCK, ..PLAIN };
const HASH: Language = Language { to_end: &[b"#"], ..PLAIN };
const C: Language = Language { has: &[NoDots], ..SLASHES };
const JAVA: Language = Language { long: TRIPLE, has: &[Decorators, NoDots], ..SLASHES };
const SCRIPT: Language = Language {
    long: BACKTICK,
    glued: false,
    imports: Some(Imports::JavaScript),
    has: &[AllStrings, Braced, Decorators, NoDots, OptionalSemicolon, Pattern],
    ..SLASHES
};
const PYTHON: Language = Language { long: BOTH_TRIPLE, has: &[AllStrings, Decorators, Layout], ..HASH };
const SHELL: Language = Language {
    short: b"",
    long: &[(b"\"", b"\""), (b"'", b"'")],
    raw: b"'",
    free: false,
    has: &[AllStrings, Here, Template],
    ..HASH
};
const ELIXIR: Language = Language { long: BOTH_TRIPLE, free: false, ..HASH };
/// Settings, a line each.
const LINES: Language =
    Language { to_end: &[b"#", b";"], alone: true, short: b"", free: false, has: &[Here, Layout], ..PLAIN };
const JSON: Language = Language { name: "JSON", short: b"\"", has: &[AllStrings, Exact, NoDots], ..PLAIN };
const JSONC: Language = Language { to_end: &[b"//"], between: BLOCK, ..JSON };
const MARKUP: Language = Language {
    between: &[(b"<!--", b"-->"), (b"/*", b"*/")],
    glued: false,
    free: false,
    has: &[Tags],
    ..PLAIN
};

/// The languages. Where a file may be in several, the first is the one that is most likely.
pub(super) static LANGUAGES: &[Language] = &[
    Language { name: "Arduino", extensions: &["ino"], grammar: Grammar::Brackets, ..C },
    Language { name: "Astro", extensions: &["astro"], has: &[Tags, Scripts, Dashes, NoDots], ..MARKUP },
    Language {
        name: "Bash",
        extensions: &["sh", "bash"],
        names: &[".bashrc", ".bash_profile", ".bash_aliases"],
        grammar: tree!("syntax-bash", tree_sitter_bash::LANGUAGE),
        ..SHELL
    },
    Language {
        name: "C",
        extensions: &["c", "h"],
        grammar: tree!("syntax-c", tree_sitter_c::LANGUAGE),
        has: &[AllStrings, NoDots],
        ..C
    },
    Language {
        name: "C++",
        extensions: &["h", "cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp"],
        grammar: tree!("syntax-cpp", tree_sitter_cpp::LANGUAGE),
        ..C
    },
    Language {
        name: "C#",
        extensions: &["cs"],
        grammar: tree!("syntax-c-sharp", tree_sitter_c_sharp::LANGUAGE),
        has: &[Brackets, NoDots],
        ..JAVA
    },
    Language {
        name: "CSS",
        extensions: &["css"],
        between: BLOCK,
        free: false,
        grammar: tree!("syntax-css", tree_sitter_css::LANGUAGE),
        has: &[NoDots, Template],
        ..PLAIN
    },
    Language { name: "CUDA", extensions: &["cu"], grammar: Grammar::Brackets, ..C },
    Language { name: "Cython", extensions: &["pyx"], ..PYTHON },
    Language { name: "Dart", extensions: &["dart"], grammar: Grammar::Brackets, ..JAVA },
    Language { name: "Dockerfile", names: &["dockerfile", "containerfile"], ..LINES },
    Language { name: "Elixir", extensions: &["ex", "exs"], ..ELIXIR },
    Language {
        name: "Go",
        extensions: &["go"],
        long: BACKTICK,
        raw: b"`",
        grammar: tree!("syntax-go", tree_sitter_go::LANGUAGE),
        has: &[AllStrings, NoDots],
        ..SLASHES
    },
    Language { name: "GraphQL", extensions: &["graphql", "gql"], grammar: Grammar::Brackets, ..ELIXIR },
    Language {
        name: "Groovy",
        extensions: &["groovy", "gradle"],
        has: &[Decorators],
        grammar: Grammar::Brackets,
        ..JAVA
    },
    Language {
        name: "Haskell",
        extensions: &["hs"],
        to_end: &[b"--"],
        between: &[(b"{-", b"-}")],
        short: b"\"",
        free: false,
        has: &[Layout],
        ..PLAIN
    },
    Language {
        name: "HTML",
        extensions: &["html", "htm"],
        grammar: tree!("syntax-html", tree_sitter_html::LANGUAGE),
        scanner: Scanner::Html,
        has: &[Tags, Scripts, Template],
        ..MARKUP
    },
    Language { name: "Ignored files", names: &[".gitignore", ".dockerignore"], ..LINES },
    Language {
        name: "Java",
        extensions: &["java"],
        grammar: tree!("syntax-java", tree_sitter_java::LANGUAGE),
        has: &[AllStrings, Decorators, NoDots],
        ..JAVA
    },
    Language {
        name: "JavaScript",
        extensions: &["js", "jsx", "mjs", "cjs"],
        grammar: tree!("syntax-javascript", tree_sitter_javascript::LANGUAGE),
        ..SCRIPT
    },
    Language {
        extensions: &["json", "geojson", "webmanifest", "ipynb"],
        names: &["composer.lock", "pipfile.lock"],
        grammar: if cfg!(feature = "syntax-json") { Grammar::Json } else { Grammar::None },
        ..JSON
    },
    // JSON with comments and with commas behind the last value. Tools that read `.namerc` mostly take what
    // YAML and JSON5 take.
    Language {
        extensions: &["jsonc", "code-workspace", "code-snippets"],
        names: &[
            ".babelrc", ".eslintrc", ".swcrc", ".jshintrc", ".*rc.json", "tsconfig*.json", "jsconfig*.json",
            "devcontainer.json", ".devcontainer.json", "language-configuration.json", "api-extractor.json",
            "deno.json", "biome.json", "rome.json", "turbo.json", "nx.json", "wrangler.json", "tslint.json",
            "typedoc.json", "renovate.json", "angular.json", "project.json", "workspace.json", "rush.json",
            "tsdoc.json", "lerna.json", "babel.config.json", "cspell.json", ".cspell.json",
            "pyrightconfig.json", "basedpyrightconfig.json", "firebase.json", "database.rules.json",
            "global.json", "host.json", "local.settings.json", "launchsettings.json", "settings.json",
            "settings.local.json", "launch.json", "tasks.json", "extensions.json", "keybindings.json",
            "keymap.json", "c_cpp_properties.json", "cmakepresets.json", "cmakeuserpresets.json",
            ".oxlintrc*.json", ".swcrc*.json", ".markdownlint*.json", ".luarc*.json", "appsettings*.json",
            ".vscode/*.json", ".devcontainer/*.json", ".zed/*.json", ".cursor/*.json", ".sublime/*.json",
            "rush/*.json",
        ],
        grammar: if cfg!(feature = "syntax-json") { Grammar::Jsonc } else { Grammar::None },
        ..JSONC
    },
    Language { name: "JSON5", extensions: &["json5"], has: &[], ..JSONC },
    Language { name: "Julia", extensions: &["jl"], ..ELIXIR },
    Language { name: "Kotlin", extensions: &["kt", "kts"], grammar: Grammar::Brackets, ..JAVA },
    Language {
        name: "Lisp",
        extensions: &["clj", "cljs", "cljc", "edn", "el", "lisp", "scm", "rkt", "fnl", "hy"],
        kind: Kind::Lisp,
        ..NO_CODE
    },
    Language {
        name: "Lua",
        extensions: &["lua"],
        to_end: &[b"--"],
        between: &[(b"--[[", b"]]"), (b"--[=[", b"]=]"), (b"--[==[", b"]==]")],
        long: &[(b"[[", b"]]")],
        ..PLAIN
    },
    Language { name: "Mail", extensions: &["eml", "mbox"], kind: Kind::Quotation, ..NO_CODE },
    Language {
        name: "Makefile",
        extensions: &["mk"],
        names: &["makefile", "gnumakefile", "makefile.am", "makefile.in"],
        has: &[Here, Layout, Recipes],
        ..LINES
    },
    Language {
        name: "Markdown",
        extensions: &["md", "markdown", "mdown", "mkd", "mdx", "mdc", "qmd", "rmd"],
        kind: Kind::Markdown,
        ..NO_CODE
    },
    Language { name: "Objective-C", extensions: &["m", "mm"], grammar: Grammar::Brackets, ..C },
    Language { name: "Patch", extensions: &["diff", "patch"], kind: Kind::Quotation, ..NO_CODE },
    Language {
        name: "Perl",
        extensions: &["pl", "pm"],
        between: &[(b"=pod", b"=cut"), (b"=head", b"=cut"), (b"=begin", b"=cut"), (b"=for", b"=cut")],
        free: false,
        has: &[Here],
        ..HASH
    },
    Language {
        name: "PHP",
        extensions: &["php"],
        to_end: &[b"//", b"#"],
        grammar: tree!("syntax-php", tree_sitter_php::LANGUAGE_PHP),
        has: &[Attributes, Here, Tags, NoDots],
        ..SLASHES
    },
    Language { name: "Protocol Buffers", extensions: &["proto"], grammar: Grammar::Brackets, ..SLASHES },
    Language {
        name: "Python",
        extensions: &["py", "pyi", "pyw"],
        grammar: tree!("syntax-python", tree_sitter_python::LANGUAGE),
        scanner: Scanner::Python,
        imports: Some(Imports::Python),
        has: &[AllStrings, Decorators, Layout, Exact, Documented],
        ..PYTHON
    },
    Language { name: "R", extensions: &["r"], ..HASH },
    Language {
        name: "Ruby",
        extensions: &["rb", "rake", "gemspec"],
        names: &["gemfile", "rakefile", "vagrantfile", "podfile"],
        between: &[(b"=begin", b"=end")],
        free: false,
        grammar: tree!("syntax-ruby", tree_sitter_ruby::LANGUAGE),
        has: &[Here, Pattern],
        ..HASH
    },
    Language {
        name: "Rust",
        extensions: &["rs"],
        short: b"",
        long: &[(b"\"", b"\"")],
        grammar: tree!("syntax-rust", tree_sitter_rust::LANGUAGE),
        imports: Some(Imports::Rust),
        has: &[AllStrings, Attributes, Rust, Semicolon, NoDots],
        ..SLASHES
    },
    Language {
        name: "Sass",
        extensions: &["scss", "less"],
        free: false,
        has: &[NoDots],
        grammar: Grammar::Brackets,
        ..SLASHES
    },
    Language {
        name: "Scala",
        extensions: &["scala"],
        has: &[Decorators, Layout, NoDots],
        grammar: Grammar::Brackets,
        ..JAVA
    },
    Language {
        name: "Settings",
        extensions: &["ini", "cfg", "conf", "properties", "env"],
        names: &[".editorconfig"],
        ..LINES
    },
    Language { name: "Shell", extensions: &["zsh", "ksh"], names: &[".profile", ".zshrc"], ..SHELL },
    Language {
        name: "SQL",
        extensions: &["sql"],
        to_end: &[b"--"],
        between: BLOCK,
        short: b"\"",
        long: &[(b"'", b"'")],
        raw: b"'",
        has: &[Semicolon, NoDots],
        ..PLAIN
    },
    Language { name: "Starlark", extensions: &["bzl"], ..PYTHON },
    Language {
        name: "Svelte",
        extensions: &["svelte"],
        has: &[Tags, Scripts, NoDots],
        grammar: Grammar::Tags,
        ..MARKUP
    },
    Language { name: "Swift", extensions: &["swift"], free: false, grammar: Grammar::Brackets, ..JAVA },
    Language {
        name: "Terraform",
        extensions: &["tf", "hcl", "tfvars"],
        to_end: &[b"#", b"//"],
        has: &[Here],
        grammar: Grammar::Brackets,
        ..SLASHES
    },
    Language {
        name: "Text",
        extensions: &["rst", "rest", "txt", "text", "adoc", "asciidoc", "org", "textile", "pod", "tex"],
        ..NO_CODE
    },
    Language {
        name: "TOML",
        extensions: &["toml"],
        names: &["cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "pipfile"],
        long: BOTH_TRIPLE,
        raw: b"'",
        grammar: if cfg!(feature = "syntax-toml") { Grammar::Toml } else { Grammar::None },
        has: &[AllStrings, Exact],
        ..HASH
    },
    Language {
        name: "TSX",
        extensions: &["tsx"],
        grammar: tree!("syntax-typescript", tree_sitter_typescript::LANGUAGE_TSX),
        ..SCRIPT
    },
    Language {
        name: "TypeScript",
        extensions: &["ts", "mts", "cts"],
        grammar: tree!("syntax-typescript", tree_sitter_typescript::LANGUAGE_TYPESCRIPT),
        ..SCRIPT
    },
    Language {
        name: "Vue",
        extensions: &["vue"],
        has: &[Tags, Scripts, NoDots],
        grammar: Grammar::Tags,
        ..MARKUP
    },
    Language { name: "XML", extensions: &["xml", "svg", "xhtml"], grammar: Grammar::Tags, ..MARKUP },
    Language {
        name: "YAML",
        extensions: &["yaml", "yml"],
        raw: b"'",
        glued: false,
        free: false,
        grammar: tree!("syntax-yaml", tree_sitter_yaml::LANGUAGE),
        scanner: Scanner::Yaml,
        has: &[Scalar, Layout],
        ..HASH
    },
    Language { name: "Zig", extensions: &["zig"], grammar: Grammar::Brackets, ..SLASHES },
];
