//! Languages of files, by their paths.

use std::sync::LazyLock;

use bstr::ByteSlice as _;

use super::{
    entry::{Feature, Kind, Language},
    table::LANGUAGES,
};

impl Language {
    /// The first language whose files have this extension, in lower case.
    pub fn by_extension(extension: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.extensions.contains(&extension))
    }

    /// Returns whether a word behind the signs of a fence means this language: its name, or an extension.
    pub(in crate::core) fn is_called(&self, word: &[u8]) -> bool {
        let is = |known: &&str| known.as_bytes().eq_ignore_ascii_case(word);
        is(&self.name) || self.extensions.iter().any(is)
    }
}

/// Languages by what their entries name, since a reply asks for those of each path that it may speak of.
struct Index {
    names: Known,
    extensions: Known,
    /// The names that are more than the name of a file.
    patterns: Vec<(&'static Language, Pattern)>,
}

/// Languages by a name or an extension: sorted by these, and then as in the table. To hash them all would cost a
/// short run more than it saves.
struct Known(Vec<(&'static [u8], &'static Language)>);

impl Known {
    fn new(known: impl Iterator<Item = (&'static str, &'static Language)>) -> Self {
        let mut known: Vec<_> = known.map(|(known, language)| (known.as_bytes(), language)).collect();
        known.sort_by_key(|(known, _)| *known);
        Self(known)
    }

    fn get(&self, wanted: &[u8]) -> impl Iterator<Item = &'static Language> {
        let first = self.0.partition_point(|(known, _)| *known < wanted);
        self.0[first..].iter().take_while(move |(known, _)| *known == wanted).map(|(_, language)| *language)
    }
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let all = |known: fn(&'static Language) -> &'static [&'static str]| {
        LANGUAGES.iter().flat_map(move |language| known(language).iter().map(move |known| (*known, language)))
    };
    let is_pattern = |known: &str| known.contains(['/', '*']);
    let patterns = all(|language| language.names).filter(|(known, _)| is_pattern(known));
    Index {
        names: Known::new(all(|language| language.names).filter(|(known, _)| !is_pattern(known))),
        extensions: Known::new(all(|language| language.extensions)),
        patterns: patterns.map(|(known, language)| (language, Pattern::of(known.as_bytes()))).collect(),
    }
});

/// Languages that a file may be in: `.h` is a header of two.
pub(in crate::core) fn all(path: &[u8]) -> Vec<&'static Language> {
    let path = path.to_ascii_lowercase();
    let path = Path::of(&path);
    let patterns = INDEX.patterns.iter().filter(|(_, pattern)| pattern.is_of(path));
    let mut named: Vec<&Language> = patterns.map(|(language, _)| *language).collect();
    named.extend(INDEX.names.get(path.name));
    // Several patterns of a language may fit.
    named.dedup_by(|one, other| std::ptr::eq(*one, *other));
    if !named.is_empty() {
        return named;
    }
    extension(path.name).map_or(named, |extension| INDEX.extensions.get(extension).collect())
}

/// The language of a file, if it is known.
pub(in crate::core) fn of(path: &[u8]) -> Option<&'static Language> {
    all(path).into_iter().next()
}

/// Returns whether the name of a file has something behind a dot.
pub(in crate::core) fn has_extension(path: &[u8]) -> bool {
    extension(Path::of(path).name).is_some_and(|extension| !extension.is_empty())
}

/// Returns whether a word behind the signs of a fence means a language of code.
pub(in crate::core) fn is_code(word: &[u8]) -> bool {
    LANGUAGES.iter().any(|language| language.kind == Kind::Code && language.is_called(word))
}

/// Returns whether a file is written in Markdown.
pub(in crate::core) fn is_markdown(path: &[u8]) -> bool {
    of(path).is_some_and(|language| language.kind == Kind::Markdown)
}

/// Returns whether the lines of a file are sentences.
pub(in crate::core) fn is_prose(path: &[u8]) -> bool {
    of(path).is_some_and(Language::is_prose)
}

/// Returns whether the lines of a file may be sentences: its language is not known, or is prose.
pub(in crate::core) fn may_be_prose(path: &[u8]) -> bool {
    of(path).is_none_or(Language::is_prose)
}

/// Returns whether indentation has no meaning in a file with this text.
pub(in crate::core) fn is_free_form(path: &[u8], text: &[u8]) -> bool {
    /// Signs in a file with tags that white space counts there, or that another language is in it.
    const SIGNS: [&[u8]; 13] = [
        b"<pre", b"<textarea", b"xml:space", b"pug", b"jade", b"haml", b"slim", b"sass", b"stylus",
        b"coffee", b"python", b"markdown", b"yaml",
    ];
    let Some(language) = of(path).filter(|language| language.kind == Kind::Code) else { return false };
    let counts = || {
        let text = text.to_ascii_lowercase();
        SIGNS.iter().any(|sign| memchr::memmem::find(&text, sign).is_some())
    };
    !(language.has(Feature::Layout) || language.has(Feature::Tags) && counts())
}

/// All behind the last dot of a name.
fn extension(name: &[u8]) -> Option<&[u8]> {
    memchr::memrchr(b'.', name).map(|dot| &name[dot + 1..])
}

/// A path in two parts.
#[derive(Clone, Copy)]
struct Path<'a> {
    folders: &'a [u8],
    name: &'a [u8],
}

impl<'a> Path<'a> {
    fn of(path: &'a [u8]) -> Self {
        let (folders, name) = memchr::memrchr(b'/', path).map_or((0, 0), |slash| (slash, slash + 1));
        Self { folders: &path[..folders], name: &path[name..] }
    }
}

/// A name with a folder or a star in it.
struct Pattern {
    folder: &'static [u8],
    start: &'static [u8],
    /// All behind the star, if it has one.
    end: Option<&'static [u8]>,
}

impl Pattern {
    fn of(known: &'static [u8]) -> Self {
        let Path { folders: folder, name } = Path::of(known);
        match memchr::memchr(b'*', name) {
            Some(star) => Self { folder, start: &name[..star], end: Some(&name[star + 1..]) },
            None => Self { folder, start: name, end: None },
        }
    }

    /// Returns whether it names the file of a path.
    fn is_of(&self, path: Path<'_>) -> bool {
        let is_named = match self.end {
            Some(end) => {
                path.name.len() >= self.start.len() + end.len()
                    && path.name.starts_with(self.start)
                    && path.name.ends_with(end)
            }
            None => path.name == self.start,
        };
        is_named
            && (self.folder.is_empty() || path.folders.split_str("/").any(|folder| folder == self.folder))
    }
}
