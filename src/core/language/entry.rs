//! The form of an entry of the table of languages.

use std::fmt;

/// Signs in pairs: those that open, and those that close.
pub(super) type Pairs = &'static [(&'static [u8], &'static [u8])];

/// A language. Equal to itself only.
#[derive(Clone, Copy)]
pub struct Language {
    /// Its name.
    pub name: &'static str,
    /// Extensions of its files, in lower case.
    pub(super) extensions: &'static [&'static str],
    /// Names of its files, in lower case, which come before extensions: whole, with one `*` for any
    /// characters, or below a folder somewhere above, as in `.vscode/*.json`.
    pub(super) names: &'static [&'static str],
    /// Kind of its lines.
    pub(in crate::core) kind: Kind,
    /// Signs that begin a comment up to the end of its line, behind white space or nothing.
    pub(in crate::core) to_end: &'static [&'static [u8]],
    /// Such a comment has its line for itself.
    pub(in crate::core) alone: bool,
    /// Signs that begin and end a comment that may span lines.
    pub(in crate::core) between: Pairs,
    /// Quotes of strings that end with their line.
    pub(in crate::core) short: &'static [u8],
    /// Signs that begin and end a string that may span lines, the longest first.
    pub(in crate::core) long: Pairs,
    /// Quotes between which a backslash is only a backslash.
    pub(in crate::core) raw: &'static [u8],
    /// A string may begin directly behind a word.
    pub(in crate::core) glued: bool,
    /// White space between tokens says nothing.
    pub(in crate::core) free: bool,
    /// Its grammar.
    #[cfg_attr(not(feature = "syntax-any"), expect(dead_code, reason = "for parsers"))]
    pub(in crate::core) grammar: Grammar,
    /// Kind of care that its grammar needs.
    pub(in crate::core) scanner: Scanner,
    /// Reader of its imports.
    #[cfg_attr(not(feature = "syntax-any"), expect(dead_code, reason = "for parsers"))]
    pub(in crate::core) imports: Option<Imports>,
    /// Its other features.
    pub(in crate::core) has: &'static [Feature],
}

/// Kind of the lines of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) enum Kind {
    /// Code, of which comments and strings are known.
    Code,
    /// Code in which words in parentheses are a call. Of its comments and strings nothing is known.
    Lisp,
    /// A dialect of Markdown, in which fences frame text.
    Markdown,
    /// Sentences: `#` may begin a heading, `*` a bullet, and `===` may underline.
    Prose,
    /// A mail or patch, which quotes files of any kind.
    Quotation,
}

/// Parser of a language.
#[derive(Clone, Copy, Debug)]
pub(in crate::core) enum Grammar {
    /// There is none, or it is not compiled in.
    None,
    /// A parser of JSON that takes nothing else.
    Json,
    /// The same, with comments and with commas behind the last value.
    Jsonc,
    /// A parser of TOML that takes nothing else.
    Toml,
    /// None that is known here, but brackets pair outside of comments and strings.
    Brackets,
    /// None that is known here, but tags pair outside of comments and scripts.
    Tags,
    /// A tree-sitter grammar.
    #[cfg(feature = "syntax-any")]
    Tree(fn() -> tree_sitter::Language),
}

/// Care that a tree-sitter grammar needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) enum Scanner {
    /// None.
    Sound,
    /// It passes all open tags at each tag.
    Html,
    /// It lags behind the language, reads line feeds only, and keeps indentation in 1024 bytes.
    Python,
    /// It keeps open collections in 1024 bytes.
    Yaml,
}

/// Readers of imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) enum Imports {
    JavaScript,
    Python,
    Rust,
}

/// A feature of some languages only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::core) enum Feature {
    /// In front of the lines of a recipe is a tab.
    Recipes,
    /// Documents that begin on the next line and end with a word, as in `cat <<EOF`.
    Here,
    /// Strings that are delimited by their indentation, as in `key: |`.
    Scalar,
    /// `'x'` is a character and `'x` is none; `r"` and `r#"` begin strings that end with `"` and `"#`.
    Rust,
    /// Regular expressions between slashes.
    Pattern,
    /// A comment may have braces of its own around it.
    Braced,
    /// A semicolon at the end of a line tells a statement from a value, or ends what may go on below.
    Semicolon,
    /// Statements end with a semicolon or without one, by custom.
    OptionalSemicolon,
    /// The indentation of a line may be syntax.
    Layout,
    /// Between tags white space may count, and there may be other languages.
    Tags,
    /// Between some tags there is a script or a style.
    Scripts,
    /// Lines at the top between two of dashes are a script.
    Dashes,
    /// The entry tells of every string that may span lines.
    AllStrings,
    /// `...` is no line of its own.
    NoDots,
    /// A text that its grammar does not accept is an error to every program.
    Exact,
    /// A text with `{{`, `{%` or `<%` is more likely a template than wrong.
    Template,
    /// A text that is the first statement of a definition documents it.
    Documented,
    /// A line that begins with `@` decorates what follows it.
    Decorators,
    /// So does one that begins with `#[`.
    Attributes,
    /// So does one in brackets, and several of one name may be there.
    Brackets,
}

impl Language {
    /// Returns whether it has a feature.
    pub(in crate::core) fn has(&self, feature: Feature) -> bool {
        self.has.contains(&feature)
    }

    /// Returns whether its lines are sentences.
    pub(in crate::core) fn is_prose(&self) -> bool {
        matches!(self.kind, Kind::Markdown | Kind::Prose)
    }

    /// Returns whether a text that its grammar does not accept is an error to every program.
    pub fn is_exact(&self) -> bool {
        self.has(Feature::Exact)
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
