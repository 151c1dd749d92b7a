//! A reply that needs no repository, as an example of its format.

use crate::core::{
    change::FileMode,
    encode::{EncodeOptions, PathChange, encode},
    path::RepoPath,
    plan::OneFile,
    reply::Writer,
};

/// The file of the example, before and after.
const FILE: (&str, [&str; 2]) = (
    "src/greet.py",
    [
        "def greet():\n    print('hi')\n\n\ndef leave():\n    print('bye')\n",
        "def greet(name):\n    print(f'hi {name}')\n\n\ndef leave():\n    print('bye')\n",
    ],
);

/// The id of that file before.
const ID: &str = "e08a405a8d05f5537f966f69164a83bee0b06dc2";

/// A reply in the format that changes a file; empty if the format cannot say that.
pub(in crate::cli) fn made_up(writer: &Writer) -> Vec<u8> {
    let (path, [old, new]) = FILE;
    let Ok(path) = RepoPath::new(path.as_bytes()) else { return Vec::new() };
    let world = OneFile { path: path.clone(), bytes: old.as_bytes(), id: Some(ID) };
    let (from, modes) = (None, [FileMode::Plain; 2]);
    let change = PathChange { path, from, old: Some(old.into()), new: Some(new.into()), modes };
    encode(&[change], writer, EncodeOptions::default(), &world).text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_that_is_written_has_an_example() {
        for writer in Writer::all() {
            let text = String::from_utf8(made_up(writer)).expect("UTF-8");
            assert!(text.contains("src/greet.py") && text.contains("hi {name}"), "{}: {text}", writer.id);
        }
    }
}
