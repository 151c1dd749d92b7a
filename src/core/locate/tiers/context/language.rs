//! Comments and strings of languages, as far as comparing lines needs them. The language is known by the
//! file's name; of others nothing is known, and nothing in them is taken for a comment.

/// The lexical rules of a language.
#[derive(Debug)]
pub(super) struct Language {
    /// Signs that begin a comment up to the end of its line, behind white space or nothing.
    pub(super) to_end: &'static [&'static [u8]],
    /// Such a comment has its line for itself.
    pub(super) alone: bool,
    /// Signs that begin and end a comment that may span lines.
    pub(super) between: &'static [(&'static [u8], &'static [u8])],
    /// The quotes of strings that end with their line.
    pub(super) short: &'static [u8],
    /// Signs that begin and end a string that may span lines, the longest first.
    pub(super) long: &'static [(&'static [u8], &'static [u8])],
    /// The quotes between which a backslash is only a backslash.
    pub(super) raw: &'static [u8],
    /// A string may begin directly behind a word.
    pub(super) glued: bool,
    /// White space between tokens says nothing.
    pub(super) free: bool,
    /// Its other features.
    pub(super) has: &'static [Feature],
}

/// A feature of some languages only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Documents that begin on the next line and end with a word, as in `cat <<EOF`.
    Here,
    /// Strings that are delimited by their indentation, as in `key: |`.
    Scalar,
    /// Lines that begin with `#` and choose the code to compile.
    Directive,
    /// `'x'` is a character and `'x` is none; `r#"` begins a string that ends with `"#`.
    Rust,
    /// A comment may have braces of its own around it.
    Braced,
    /// A semicolon at the end of a line tells a statement from a value, or ends what may go on below.
    Semicolon,
    /// The indentation of a line may say what it belongs to.
    Layout,
    /// Between tags white space may count, and there may be other languages.
    Tags,
}

type Pairs = &'static [(&'static [u8], &'static [u8])];

const SLASHED: Pairs = &[(b"/*", b"*/")];
const TRIPLE: Pairs = &[(b"\"\"\"", b"\"\"\""), (b"'''", b"'''")];
const QUOTES: &[u8] = b"\"'";

const PLAIN: Language = Language {
    to_end: &[],
    alone: false,
    between: &[],
    short: QUOTES,
    long: &[],
    raw: b"",
    glued: true,
    free: true,
    has: &[],
};
const SLASHES: Language = Language { to_end: &[b"//"], between: SLASHED, ..PLAIN };
const HASH: Language = Language { to_end: &[b"#"], ..PLAIN };

static C: Language = Language { has: &[Feature::Directive], ..SLASHES };
static JAVA: Language = Language { long: &[(b"\"\"\"", b"\"\"\"")], ..SLASHES };
static C_SHARP: Language = Language { has: &[Feature::Directive], long: JAVA.long, ..SLASHES };
static SWIFT: Language = Language { free: false, has: &[Feature::Directive], long: JAVA.long, ..SLASHES };
static SCRIPT: Language =
    Language { long: &[(b"`", b"`")], glued: false, has: &[Feature::Braced], ..SLASHES };
static GO: Language = Language { long: &[(b"`", b"`")], raw: b"`", ..SLASHES };
static RUST: Language =
    Language { short: b"", long: &[(b"\"", b"\"")], has: &[Feature::Rust, Feature::Semicolon], ..SLASHES };
static PROTO: Language = SLASHES;
static TERRAFORM: Language = Language { to_end: &[b"#", b"//"], has: &[Feature::Here], ..SLASHES };
static SCALA: Language = Language { has: &[Feature::Layout], long: JAVA.long, ..SLASHES };
static PHP: Language = Language { to_end: &[b"//", b"#"], has: &[Feature::Here, Feature::Tags], ..SLASHES };
static PYTHON: Language = Language { long: TRIPLE, has: &[Feature::Layout], ..HASH };
static TOML: Language = Language { long: TRIPLE, raw: b"'", ..HASH };
static RUBY: Language =
    Language { between: &[(b"=begin", b"=end")], free: false, has: &[Feature::Here], ..HASH };
static PERL: Language = Language {
    between: &[(b"=pod", b"=cut"), (b"=head", b"=cut"), (b"=begin", b"=cut"), (b"=for", b"=cut")],
    free: false,
    has: &[Feature::Here],
    ..HASH
};
static SHELL: Language = Language {
    short: b"",
    long: &[(b"\"", b"\""), (b"'", b"'")],
    raw: b"'",
    free: false,
    has: &[Feature::Here],
    ..HASH
};
static YAML: Language =
    Language { raw: b"'", glued: false, free: false, has: &[Feature::Scalar, Feature::Layout], ..HASH };
static ELIXIR: Language = Language { long: TRIPLE, free: false, ..HASH };
static R: Language = HASH;
static LINES: Language = Language {
    to_end: &[b"#", b";"],
    alone: true,
    short: b"",
    free: false,
    has: &[Feature::Here, Feature::Layout],
    ..PLAIN
};
static JSON: Language = Language { short: b"\"", ..PLAIN };
static JSONC: Language = Language { short: b"\"", ..SLASHES };
static LUA: Language = Language {
    to_end: &[b"--"],
    between: &[(b"--[[", b"]]"), (b"--[=[", b"]=]"), (b"--[==[", b"]==]")],
    long: &[(b"[[", b"]]")],
    ..PLAIN
};
static SQL: Language = Language {
    to_end: &[b"--"],
    between: SLASHED,
    short: b"\"",
    long: &[(b"'", b"'")],
    raw: b"'",
    has: &[Feature::Semicolon],
    ..PLAIN
};
static HASKELL: Language = Language {
    to_end: &[b"--"],
    between: &[(b"{-", b"-}")],
    short: b"\"",
    free: false,
    has: &[Feature::Layout],
    ..PLAIN
};
static CSS: Language = Language { between: SLASHED, free: false, ..PLAIN };
static SCSS: Language = Language { free: false, ..SLASHES };
static MARKUP: Language = Language {
    between: &[(b"<!--", b"-->"), (b"/*", b"*/")],
    glued: false,
    free: false,
    has: &[Feature::Tags],
    ..PLAIN
};

impl Language {
    /// The language of a file of this name, if it is known.
    pub(super) fn of(name: &[u8]) -> Option<&'static Self> {
        match name {
            b"Dockerfile" | b"Containerfile" | b"Makefile" | b"makefile" | b"GNUmakefile" | b".env"
            | b".gitignore" | b".dockerignore" | b".editorconfig" => return Some(&LINES),
            b"Gemfile" | b"Rakefile" | b"Vagrantfile" => return Some(&RUBY),
            b".bashrc" | b".profile" | b".zshrc" => return Some(&SHELL),
            _ => {}
        }
        let at = name.iter().rposition(|byte| *byte == b'.')?;
        Some(match name[at + 1..].to_ascii_lowercase().as_slice() {
            b"c" | b"h" | b"cc" | b"cpp" | b"cxx" | b"hh" | b"hpp" | b"hxx" | b"m" | b"mm" | b"cu"
            | b"ino" => &C,
            b"java" | b"kt" | b"kts" | b"groovy" | b"gradle" | b"dart" => &JAVA,
            b"scala" => &SCALA,
            b"cs" => &C_SHARP,
            b"swift" => &SWIFT,
            b"js" | b"jsx" | b"mjs" | b"cjs" | b"ts" | b"tsx" | b"mts" | b"cts" => &SCRIPT,
            b"go" => &GO,
            b"rs" => &RUST,
            b"proto" | b"zig" => &PROTO,
            b"tf" | b"hcl" | b"tfvars" => &TERRAFORM,
            b"php" => &PHP,
            b"py" | b"pyi" | b"pyw" | b"pyx" | b"bzl" => &PYTHON,
            b"toml" => &TOML,
            b"rb" | b"rake" | b"gemspec" => &RUBY,
            b"pl" | b"pm" => &PERL,
            b"sh" | b"bash" | b"zsh" | b"ksh" => &SHELL,
            b"yml" | b"yaml" => &YAML,
            b"ex" | b"exs" | b"jl" | b"graphql" | b"gql" => &ELIXIR,
            b"r" => &R,
            b"ini" | b"cfg" | b"conf" | b"properties" | b"env" | b"mk" => &LINES,
            b"json" => &JSON,
            b"jsonc" | b"json5" => &JSONC,
            b"lua" => &LUA,
            b"sql" => &SQL,
            b"hs" => &HASKELL,
            b"css" => &CSS,
            b"scss" | b"less" => &SCSS,
            b"html" | b"htm" | b"xml" | b"svg" | b"xhtml" | b"vue" | b"svelte" => &MARKUP,
            _ => return None,
        })
    }

    /// A line without the signs that make it a comment.
    pub(super) fn without_signs<'l>(&self, line: &'l [u8]) -> &'l [u8] {
        let mut line = line.trim_ascii();
        if self.has(Feature::Braced)
            && let Some(inner) = line.strip_prefix(b"{/*").and_then(|line| line.strip_suffix(b"*/}"))
        {
            return inner.trim_ascii();
        }
        if let Some(ended) = self.between.iter().find_map(|(_, end)| line.strip_suffix(*end)) {
            line = ended;
        }
        let begins = self.between.iter().map(|(begin, _)| begin).chain(self.to_end);
        let begins: Vec<&&[u8]> = begins.collect();
        while let Some(inner) = begins.iter().find_map(|begin| line.strip_prefix(**begin)) {
            line = inner;
        }
        line.trim_ascii()
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.has.contains(&feature)
    }
}

/// Returns whether indentation has no meaning in a file of this name with this text.
pub(in crate::core::locate) fn is_free_form(name: &[u8], text: &[u8]) -> bool {
    /// Signs in a file with tags that white space counts there, or that another language is in it.
    const SIGNS: [&[u8]; 13] = [
        b"<pre",
        b"<textarea",
        b"xml:space",
        b"pug",
        b"jade",
        b"haml",
        b"slim",
        b"sass",
        b"stylus",
        b"coffee",
        b"python",
        b"markdown",
        b"yaml",
    ];
    let Some(language) = Language::of(name) else { return false };
    let counts = || {
        let text = text.to_ascii_lowercase();
        SIGNS.iter().any(|sign| memchr::memmem::find(&text, sign).is_some())
    };
    !(language.has(Feature::Layout) || language.has(Feature::Tags) && counts())
}

/// Returns whether a comment is for a program to read, by the text behind its sign: `go:build`,
/// ` @ts-ignore`, ` noqa`.
pub(super) fn is_directive(sign: &[u8], behind: &[u8]) -> bool {
    /// Words that such comments begin with, and few comments in prose.
    const BEGINNINGS: [&[u8]; 34] = [
        b"-*-",
        b"biome-",
        b"c8 ",
        b"clang-",
        b"coding:",
        b"cython:",
        b"deno-",
        b"encoding:",
        b"eslint",
        b"fmt:",
        b"flake8",
        b"frozen_string_literal:",
        b"istanbul ",
        b"isort:",
        b"jshint",
        b"jslint",
        b"mypy:",
        b"nolint",
        b"noqa",
        b"nosec",
        b"pragma",
        b"prettier-",
        b"pylint:",
        b"pyright:",
        b"rubocop:",
        b"ruff:",
        b"shellcheck ",
        b"syntax=",
        b"tslint:",
        b"type:",
        b"typed:",
        b"v8 ",
        b"vim:",
        b"yapf:",
    ];
    /// Those that no blank may precede.
    const GLUED: [&[u8]; 5] = [b"export ", b"line ", b"global ", b"globals ", b"[if"];
    let text = behind.trim_ascii_start();
    let letter = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let begins = |word: &&[u8]| text.get(..word.len()).is_some_and(|text| text.eq_ignore_ascii_case(word));
    let word = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    sign == b"#" && behind.starts_with(b"!")
        || text.starts_with(b"@") && letter(1)
        || text.starts_with(b"+") && letter(1)
        || behind.len() == text.len() && GLUED.iter().any(&begins)
        || word > 0 && text.get(word) == Some(&b':') && letter(word + 1)
        || BEGINNINGS.iter().any(begins)
}
