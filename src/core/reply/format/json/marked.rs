//! Values behind the tokens with which models begin a call, in the same line.
//!
//! ```text
//! <tool_call>{...}                                     [TOOL_CALLS][{...}]    [TOOL_CALLS]edit[ARGS]{...}
//! <|tool_call_begin|>functions.edit:0<|tool_call_argument_begin|>{...}        <|python_tag|>{...}
//! <|channel|>commentary to=functions.edit <|constrain|>json<|message|>{...}   Action Input: {...}
//! ```

use bstr::ByteSlice as _;

use super::tool::Tool;

/// Beginnings of such lines.
const BEGINS: [&str; 6] =
    ["<tool_call>", "[TOOL_CALLS]", "<|", "<\u{ff5c}", "Action Input:", "\u{273f}ARGS\u{273f}:"];

/// Words between tokens that are no names of tools.
const OTHERS: [&str; 8] =
    ["analysis", "assistant", "code", "commentary", "final", "function", "json", "user"];

/// A value behind tokens.
pub(super) struct Marked<'t> {
    /// The value, and all that follows in its line.
    pub(super) value: &'t [u8],
    /// The tool that is named among the tokens: the value has its arguments.
    pub(super) tool: Option<Tool>,
    /// True if the tokens say that it is a call.
    pub(super) is_call: bool,
}

impl<'t> Marked<'t> {
    /// The value in a line that begins with tokens.
    pub(super) fn read(line: &'t [u8]) -> Option<Self> {
        let begin = BEGINS.iter().find(|begin| line.starts_with(begin.as_bytes()))?;
        let object = line.find_byte(b'{')?;
        let list = line[..object].trim_ascii_end().strip_suffix(b"[").map(<[u8]>::len);
        let at = list.filter(|at| *at >= begin.len()).unwrap_or(object);
        let tokens = line[..at].to_str().ok()?;
        let is_call = ["call", "CALL", "tool", "Action", "ARGS"].iter().any(|word| tokens.contains(word));
        let words = without_tokens(tokens);
        // Other tags are those of calls in XML.
        if words.contains(['<', '>']) {
            return None;
        }
        let tool = named(&words).map(Tool::of);
        Some(Self { value: &line[at..], is_call: is_call || tool.is_some(), tool })
    }
}

/// Returns whether a text behind a value in its line has tokens alone.
pub(super) fn is_end(text: &[u8]) -> bool {
    let is_token = text.starts_with(b"</tool_call>")
        || text.starts_with(b"<|")
        || text.starts_with("<\u{ff5c}".as_bytes());
    is_token && !text.contains(&b'{')
}

/// The text between tokens.
fn without_tokens(mut text: &str) -> String {
    let mut words = String::new();
    while let Some(at) = text.find(['<', '[', '\u{273f}']) {
        let rest = &text[at..];
        let ends = [
            ("<|", "|>"),
            ("<\u{ff5c}", "\u{ff5c}>"),
            ("<tool_call>", ""),
            ("[", "]"),
            ("\u{273f}", "\u{273f}:"),
        ];
        let end = ends.iter().find_map(|(begin, end)| {
            let inner = rest.strip_prefix(begin)?;
            Some(begin.len() + inner.find(end)? + end.len())
        });
        let Some(end) = end else { break };
        words.push_str(&text[..at]);
        words.push(' ');
        // An identifier is behind this token.
        text = rest[end..]
            .trim_start_matches(|sign: char| rest.starts_with("[CALL_ID]") && sign.is_alphanumeric());
    }
    words + text
}

/// The name of a tool among words.
fn named(words: &str) -> Option<&str> {
    let words = || words.split_whitespace();
    let word = words().find_map(|word| word.strip_prefix("to=")).or_else(|| words().next_back())?;
    let name = word.rsplit_once(':').map_or(word, |(name, _)| name);
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || "_-./".contains(sign);
    (!OTHERS.contains(&name) && name.chars().all(is_name)).then_some(name)
}
