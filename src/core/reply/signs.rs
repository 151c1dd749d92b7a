//! The signs of each format in a line of a reply, outside of blocks.

use bstr::ByteSlice as _;

use super::{
    call_fields::{TEXTS, telling},
    dressed,
    file_tag::FileTag,
    markers::{Frame, frame},
    numbered,
    outside::Line,
    path_line,
    words::MarkerWords,
};
use crate::core::text::bodies;

/// The longest text in front of a marker that is not the beginning of a sentence.
const LONGEST_PREFIX: usize = 20;

/// The line `REPLACE:` is looked for in so many below `FIND:`.
const LONGEST_SECTION: usize = 100;

/// Names of JSON keys that only edits and tool calls have, besides those of their texts.
const KEYS: [&str; 8] = [
    "file_text", "insert_text", "insert_line", "code_edit", "edits", "tool_calls", "tool_use",
    "function_call",
];

/// Names of tools that write whole files, or are given patches.
const TOOLS: [&str; 8] = [
    "apply_diff", "apply_patch", "create_file", "replace_in_file", "save_file", "write", "write_file",
    "write_to_file",
];

/// Names of JSON keys for the arguments of tools.
const ARGUMENTS: [&str; 9] =
    ["args", "arguments", "content", "file_path", "filePath", "input", "parameters", "path", "target_file"];

/// `<<<<<<< search`, `<<< SEARCH`, `<<<<<<< SEARCH:`, `<<<<<<< SERACH`
pub(super) fn misspelt(line: &Line<'_>) -> bool {
    let rest = line.text.trim_start_with(|sign| sign == '<');
    let width = line.text.len() - rest.len();
    let word = rest.trim_ascii();
    // A word and a path at most: prose is longer.
    width >= 3 && word.len() < 500 && {
        let corrected = [b"<<<<<<< ", word].concat().to_ascii_uppercase().replace(":", " ");
        (is_opener(&corrected) || width >= 5 && is_nearly_search(word)) && !is_opener(line.text)
    }
}

/// Returns whether a text is a word that may be meant as the one of an opening marker.
fn is_nearly_search(word: &[u8]) -> bool {
    let word = word.to_str().unwrap_or_default().to_ascii_uppercase();
    !similar::get_close_matches(&*word, &["SEARCH"], 1, 0.8).is_empty()
}

/// `&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH`, `\<\<\<\<\<\<\< SEARCH`
pub(super) fn escaped(line: &Line<'_>) -> bool {
    let text = line.text;
    ["&lt;&lt;&lt;", "\\<\\<\\<", "\\<<<"].iter().any(|sign| text.starts_with(sign.as_bytes()))
        && has_search(text)
}

/// `"content": "a.rs\n<<<<<<< SEARCH\nold\n..."`
pub(super) fn in_json(line: &Line<'_>) -> bool {
    let is_json = matches!(line.text.first(), Some(b'{' | b'[' | b'"'));
    is_json && line.text.contains_str("<<<<< SEARCH\\n")
}

/// `> <<<<<<< SEARCH`, `12 | <<<<<<< SEARCH`, `+<<<<<<< SEARCH`
pub(super) fn quoted(line: &Line<'_>) -> bool {
    let Some(at) = line.text.find("<<<<<").filter(|at| (1..=LONGEST_PREFIX).contains(at)) else {
        return false;
    };
    let (prefix, marker) = line.text.split_at(at);
    prefix.iter().all(|sign| sign.is_ascii_digit() || b">|+-*#/:.; \t".contains(sign)) && is_opener(marker)
}

/// `------- SEARCH`
pub(super) fn cline(line: &Line<'_>) -> bool {
    let rest = line.text.trim_start_with(|sign| sign == '-');
    line.text.len() - rest.len() >= 5 && rest.trim_end_with(|sign| sign == '>').trim_ascii() == b"SEARCH"
}

/// `*** Begin Patch`
pub(super) fn apply_patch(line: &Line<'_>) -> bool {
    let signs = ["*** Begin Patch", "*** Update File: ", "*** Add File: ", "*** Delete File: "];
    line.text.starts_with(b"***")
        && !numbered::begins(line.text, line.next)
        && signs.iter().any(|sign| line.text.starts_with(sign.as_bytes()))
}

/// `««« EDIT`
pub(super) fn anchored(line: &Line<'_>) -> bool {
    line.text.starts_with("««« ".as_bytes())
}

/// `[src/a.rs#0123456789ab]`, and an edit in the next line, or a patch of such
pub(super) fn numbered(line: &Line<'_>) -> bool {
    numbered::begins(line.text, line.next)
}

/// `{"name": ...`, and `{` in the first line
pub(super) fn json(line: &Line<'_>) -> bool {
    let text = line.text.strip_prefix(b"[").unwrap_or(line.text);
    text.starts_with(b"{\"") || (line.is_first && text.starts_with(b"{"))
}

/// `"old_string": "...`
pub(super) fn json_edits(line: &Line<'_>) -> bool {
    if in_single_quotes(line.text) {
        return true;
    }
    if memchr::memchr(b'"', line.text).is_none() {
        return false;
    }
    // Each of these words alone says little.
    let is_pair = || {
        let has_old = ["find", "search"].iter().any(|key| has_key(line.text, key));
        has_old && [line.text, line.next].iter().any(|text| has_key(text, "replace"))
    };
    let has_any = |keys: &[&str]| keys.iter().any(|key| has_key(line.text, key));
    let has_patch = || line.text.contains_str("*** Begin Patch\\n");
    telling().any(|key| has_key(line.text, key))
        || has_any(&KEYS)
        || is_pair()
        || has_patch()
        || names_tool(line)
        || has_any(&TEXTS) && holds_edits(line.text)
}

/// `{'old_string': '...'`: the keys of edits in single quotes, which JSON does not have
pub(super) fn in_single_quotes(text: &[u8]) -> bool {
    let start = text.trim_ascii_start().first();
    let is_key = |at: usize, key: &str| {
        let behind = text[at + key.len()..].strip_prefix(b"'");
        text[..at].ends_with(b"'") && behind.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
    };
    let has_key = |key: &str| text.find_iter(key).any(|at| is_key(at, key));
    matches!(start, Some(b'{' | b'[' | b'\'')) && telling().any(has_key)
}

/// `"name": "write_file", "input": {`, over two lines or in one
fn names_tool(line: &Line<'_>) -> bool {
    let is_named = |key: &str| {
        line.text.find_iter(key).any(|at| {
            let rest =
                line.text[at + key.len()..].trim_start_with(|sign| matches!(sign, '\\' | '"' | ':' | ' '));
            let name = &rest[..rest.find_byteset(b"\\\"").unwrap_or(0)];
            let name = name.rsplit(|byte| b".:/".contains(byte)).next().unwrap_or(name);
            let name = name.rsplit_once_str("__").map_or(name, |(_, name)| name);
            TOOLS.iter().any(|tool| tool.as_bytes().eq_ignore_ascii_case(name))
        })
    };
    let is_called =
        || ARGUMENTS.iter().any(|key| [line.text, line.next].iter().any(|text| has_key(text, key)));
    ["\"name", "\"tool"].iter().any(|key| is_named(key)) && is_called()
}

/// Returns whether a text in JSON begins like a patch, a diff or blocks.
fn holds_edits(text: &[u8]) -> bool {
    ["@@", " SEARCH\\n", "+++ "].iter().any(|sign| text.contains_str(sign))
}

fn has_key(text: &[u8], key: &str) -> bool {
    let is_key = |at: usize| {
        let behind = text[at + key.len()..].strip_prefix(b"\\").unwrap_or(&text[at + key.len()..]);
        text[..at].ends_with(b"\"")
            && behind.strip_prefix(b"\"").is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"))
    };
    text.find_iter(key).any(is_key)
}

/// `<tool_call>`, `<diff>` around blocks, or `<delete path="a.rs"/>`
pub(super) fn tool_call(line: &Line<'_>) -> bool {
    const TAGS: [&str; 7] =
        ["<edit_file>", "<diff>", "<search>", "<old>", "<old_str>", "<old_string>", "<old_code>"];
    /// Those around calls in JSON or with a tag for each field, which are read.
    const AROUND: [&str; 2] = ["<tool_call>", "<tool_use>"];
    let has = |tags: &[&str]| tags.iter().any(|tag| line.text.starts_with(tag.as_bytes()));
    let next = line.next.trim_ascii_start();
    let is_read =
        || ["{", "[", "<function=", "<invoke "].iter().any(|sign| next.starts_with(sign.as_bytes()));
    line.text.starts_with(b"<")
        && (has(&TAGS) || has(&AROUND) && !is_read() || FileTag::is_call(line.text, line.below))
}

/// A fence of calls as Gemini's models write them in Python
pub(super) fn tool_code(line: &Line<'_>) -> bool {
    line.opens_fence && line.text.ends_with(b"tool_code")
}

/// `cat > a.rs <<'EOF'`
pub(super) fn heredoc(line: &Line<'_>) -> bool {
    let command = line.text.strip_prefix(b"$ ").unwrap_or(line.text);
    (command.starts_with(b"cat >") || command.starts_with(b"tee ")) && command.contains_str("<<")
}

/// `diff --git a/a.rs b/a.rs`, `--- a.rs` above `+++ a.rs`, `@@ -1,2 +1,3 @@`, `+++ a.rs` above `@@`
pub(super) fn unified_diff(line: &Line<'_>) -> bool {
    let text = line.text;
    let is_hunk =
        || text.strip_prefix(b"@@ -").is_some_and(|rest| rest.first().is_some_and(u8::is_ascii_digit));
    text.starts_with(b"diff --git ")
        || text.starts_with(b"--- ") && line.next.starts_with(b"+++ ")
        || line.next.starts_with(b"@@") && (text.starts_with(b"--- ") || text.starts_with(b"+++ "))
        || is_hunk()
}

/// `<<<<<<< HEAD`, `**<<<<<<< SEARCH**`, `[SEARCH]`, `SEARCH:`
pub(super) fn other_words(line: &Line<'_>) -> bool {
    let is_marker = || dressed::opens(line.text) && !misspelt(line) && !quoted(line);
    let is_pair = || {
        let ends = |text: &[u8]| label(text).is_some_and(|word| word.starts_with(b"REPLACE"));
        let is_other = |text: &&[u8]| label(text) != Some(b"FIND");
        !is_other(&line.text) && bodies(line.below).take(LONGEST_SECTION).take_while(is_other).any(ends)
    };
    is_marker() || label(line.text) == Some(b"SEARCH") || is_pair()
}

/// The word that is alone on a line between brackets, or in front of a colon.
fn label(text: &[u8]) -> Option<&[u8]> {
    let bare = text.trim_with(|sign| matches!(sign, '*' | '#' | ' '));
    let inner = bare.trim_with(|sign| matches!(sign, '[' | ']' | ':' | '*'));
    (bare.starts_with(b"[") || bare.ends_with(b":")).then_some(inner)
}

/// A fence of changes without a header; a path may be its first line
pub(super) fn headless_diff(line: &Line<'_>) -> bool {
    let info = line.text.trim_start_with(|sign| matches!(sign, '`' | '~'));
    let is_named_so = info.starts_with(b"diff") || info.starts_with(b"patch");
    let has = |signs: &[&str]| signs.iter().any(|sign| line.next.starts_with(sign.as_bytes()));
    // Blocks may be in such a fence too, with markers of these signs.
    let is_change = has(&["+", "-", " ", "@@"]) && !has(&["--- ", "+++ ", "-------", "+++++++"]);
    line.opens_fence && is_named_so && (is_change || path_line::is_plain(line.next))
}

fn is_opener(text: &[u8]) -> bool {
    frame(text, &MarkerWords::default()) == Some(Frame::Opener)
}

fn has_search(text: &[u8]) -> bool {
    text.contains_str("SEARCH") || text.contains_str("ORIGINAL")
}
