//! Languages of files, by their paths.

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
}

/// Languages that a file may be in: `.h` is a header of two.
pub(in crate::core) fn all(path: &[u8]) -> Vec<&'static Language> {
    let path = path.to_ascii_lowercase();
    let by_name = |language: &&Language| language.names.iter().any(|known| is_named(&path, known.as_bytes()));
    let named: Vec<&Language> = LANGUAGES.iter().filter(by_name).collect();
    if !named.is_empty() {
        return named;
    }
    let Some((_, extension)) = name(&path).rsplit_once_str(".") else { return named };
    let by_extension =
        |language: &&Language| language.extensions.iter().any(|known| known.as_bytes() == extension);
    LANGUAGES.iter().filter(by_extension).collect()
}

/// The language of a file, if it is known.
pub(in crate::core) fn of(path: &[u8]) -> Option<&'static Language> {
    all(path).into_iter().next()
}

/// Returns whether the name of a file has something behind a dot.
pub(in crate::core) fn has_extension(path: &[u8]) -> bool {
    name(path).rsplit_once_str(".").is_some_and(|(_, extension)| !extension.is_empty())
}

/// Returns whether a file is written in Markdown.
pub(in crate::core) fn is_markdown(path: &[u8]) -> bool {
    of(path).is_some_and(|language| language.kind == Kind::Markdown)
}

/// Returns whether the lines of a file are sentences.
pub(in crate::core) fn is_prose(path: &[u8]) -> bool {
    of(path).is_some_and(Language::is_prose)
}

/// Returns whether indentation has no meaning in a file with this text.
pub(in crate::core) fn is_free_form(path: &[u8], text: &[u8]) -> bool {
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
    let Some(language) = of(path).filter(|language| language.kind == Kind::Code) else { return false };
    let counts = || {
        let text = text.to_ascii_lowercase();
        SIGNS.iter().any(|sign| memchr::memmem::find(&text, sign).is_some())
    };
    !(language.has(Feature::Layout) || language.has(Feature::Tags) && counts())
}

fn name(path: &[u8]) -> &[u8] {
    path.rsplit_once_str("/").map_or(path, |(_, name)| name)
}

/// Returns whether a path is one that an entry names.
fn is_named(path: &[u8], known: &[u8]) -> bool {
    let (above, name) = path.rsplit_once_str("/").unwrap_or((b"", path));
    let (folder, known) = known.rsplit_once_str("/").unwrap_or((b"", known));
    let is_like = match known.split_once_str("*") {
        Some((start, end)) => {
            name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
        None => name == known,
    };
    is_like && (folder.is_empty() || above.split_str("/").any(|above| above == folder))
}
