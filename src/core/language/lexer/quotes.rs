//! Quotes and other signs that open a string, and those that close it.

use bstr::ByteSlice as _;

use super::stretch::{Closer, Next, Opening, TextKind};

/// Number of bytes around a sign that are looked at for its meaning. A bound, since lines may be long.
pub(super) const NEAR: usize = 256;

fn opening(from: usize, behind: usize, closer: Closer) -> Option<Opening> {
    Some(Opening { from, behind, closer })
}

/// Returns the string that a quote at a byte of a line of code opens.
pub(super) fn opened(line: &[u8], at: usize) -> Option<Opening> {
    let quote = line[at];
    if line[at..].starts_with(&[quote; 3]) {
        return opening(at, at + 3, Closer::new(TextKind::Triple, &[quote; 3], true));
    }
    if quote == b'"' {
        if let Some(raw) = raw(line, at) {
            return Some(raw);
        }
        // So many inches.
        let inches = line[..at].last().is_some_and(u8::is_ascii_digit) && !line[..at].ends_with(b"u8");
        return if inches { None } else { opening(at, at + 1, Closer::new(TextKind::Quotes, b"\"", true)) };
    }
    let plain = !follows_word(&line[..at]) && !is_name(line, at) && !is_form(&line[..at]);
    plain.then(|| opening(at, at + 1, Closer::new(TextKind::Quotes, b"'", true))).flatten()
}

/// Returns the template or string that a single backtick at a byte of a line of code opens.
pub(super) fn backtick(line: &[u8], at: usize) -> Option<Opening> {
    let is_single = line.get(at + 1) != Some(&b'`');
    is_single.then(|| opening(at, at + 1, Closer::new(TextKind::Backtick, b"`", true))).flatten()
}

/// The end of the regular expression that a slash at a byte of a line of code begins; quotes open nothing in
/// it.
pub(super) fn pattern(line: &[u8], at: usize) -> Option<usize> {
    let begins = line[at] == b'/' && !matches!(line.get(at + 1), Some(b'/' | b'*'));
    let led = line[..at].trim_ascii_end();
    if !begins || !led.last().is_some_and(|byte| b"(=,:[!&|?{;".contains(byte)) {
        return None;
    }
    match Closer::new(TextKind::Quotes, b"/", true).next(line, at + 1)? {
        Next::Closed(behind) | Next::Code(behind) => Some(behind),
    }
}

/// `r#"..."#`, `#"..."#` and `R"tag(...)tag"`.
fn raw(line: &[u8], at: usize) -> Option<Opening> {
    let hashes = line[..at].iter().rev().take_while(|byte| **byte == b'#').count();
    let before = &line[..at - hashes];
    let prefix = last_word(before);
    if hashes > 0 {
        let closer = [b"\"", &line[at - hashes..at]].concat();
        let rust = matches!(prefix, b"r" | b"br" | b"cr");
        let closed = near(&line[at + 1..]).contains_str(&closer);
        return (rust || closed)
            .then(|| opening(at - hashes, at + 1, Closer::new(TextKind::Raw, &closer, false)))
            .flatten();
    }
    if !matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") {
        return None;
    }
    let tag = line[at + 1..].iter().take(17).position(|byte| *byte == b'(')?;
    let tag = &line[at + 1..at + 1 + tag];
    let odd = tag.iter().any(|byte| byte.is_ascii_whitespace() || matches!(byte, b')' | b'\\' | b'"'));
    let closer = [b")", tag, b"\""].concat();
    (!odd).then(|| opening(at, at + 2 + tag.len(), Closer::new(TextKind::Raw, &closer, false))).flatten()
}

/// Returns whether an apostrophe behind these bytes belongs to what is there: an elision, a transposition, a
/// group of digits.
fn follows_word(before: &[u8]) -> bool {
    const PREFIXES: [&[u8]; 11] = [b"r", b"b", b"u", b"f", b"t", b"rb", b"br", b"fr", b"rf", b"u8", b"l"];
    let word = last_word(before).to_ascii_lowercase();
    let prefixed = word.is_empty() || PREFIXES.contains(&word.as_slice());
    !prefixed || before.last().is_some_and(|byte| matches!(byte, b')' | b']' | b'}') || !byte.is_ascii())
}

/// Returns whether an apostrophe begins a name: a lifetime, a label, the variable of a type.
fn is_name(line: &[u8], at: usize) -> bool {
    let (before, rest) = (&line[at.saturating_sub(NEAR)..at], &line[at + 1..]);
    let length = rest.iter().take_while(|byte| is_word(**byte)).count();
    let (name, behind) = rest.split_at(length);
    if name.is_empty() || behind.first() == Some(&b'\'') {
        return false;
    }
    let ended = behind.first().is_none_or(|byte| b">,):+;{= ".contains(byte));
    let short = name.len() == 1 || matches!(name, b"static" | b"_");
    let led = before.trim_ascii_end();
    let jumps = matches!(last_word(led), b"break" | b"continue");
    let label = led.is_empty() && behind.starts_with(b": ");
    let listed = before.contains_str("<'") || before.contains_str("&'") || short;
    ended
        && match led.last() {
            Some(b'<' | b'&') => true,
            Some(b'(') => listed && !behind.is_empty(),
            Some(b'+' | b':' | b',') => listed,
            _ => jumps || label,
        }
}

/// Returns whether these bytes begin a form of Lisp, where an apostrophe quotes what follows. In a shell it
/// would be a command.
fn is_form(before: &[u8]) -> bool {
    let near = &before[..before.len().min(NEAR)];
    near.trim_ascii_start().starts_with(b"(")
        && !near.iter().any(|byte| b";&|$='\"".contains(byte))
        && before.len() <= NEAR
}

/// Returns the string that a sign other than a quote opens: `%q(...)`, `qq{...}`, `~s(...)`,
/// `$body$...$body$`, `{|...|}`, `[sql|...|]`, `<pre>...</pre>`, `<![CDATA[...]]>`,
/// `\begin{verbatim}...\end{verbatim}`.
pub(super) fn other(line: &[u8], at: usize) -> Option<Opening> {
    let (before, rest) = (&line[..at], &line[at..]);
    let of = |behind: usize, signs: &[u8]| opening(at, at + behind, Closer::new(TextKind::Raw, signs, false));
    let begins = before.last().is_none_or(|byte| byte.is_ascii_whitespace() || b"(=,".contains(byte));
    match rest {
        [b'<', b'!', ..] => rest.starts_with(b"<![CDATA[").then(|| of(9, b"]]>")).flatten(),
        [b'<', ..] => {
            [(&b"<pre"[..], &b"</pre>"[..]), (b"<textarea", b"</textarea>")].iter().find_map(|(tag, end)| {
                let behind = rest.strip_prefix(*tag)?.first();
                behind.is_none_or(|byte| b"> ".contains(byte)).then(|| of(tag.len(), end)).flatten()
            })
        }
        [b'%' | b'q', b'q' | b'Q', sign, ..] if begins => of(3, closing(*sign)?),
        [b'q', b'{', ..] if begins => of(2, b"}"),
        [b'~', letter, sign, ..] if begins && letter.is_ascii_alphabetic() => of(3, closing(*sign)?),
        [b'$', ..] if begins => {
            let tag = &rest[..word(&rest[1..]) + 1];
            (rest.get(tag.len()) == Some(&b'$')).then(|| of(tag.len() + 1, &[tag, b"$"].concat())).flatten()
        }
        [b'{' | b'[', ..] => {
            let (tag, closer) = if rest[0] == b'{' { (0, b"|}") } else { (word(&rest[1..]), b"|]") };
            let behind = rest[1 + tag..].strip_prefix(b"|")?;
            // The parameters of a block come between two bars.
            let bar = behind.find_byte(b'|').map(|bar| behind.get(bar + 1));
            let opens = rest[0] == b'{' || tag > 0;
            (opens && bar.is_none_or(|next| next == closer.last())).then(|| of(tag + 2, closer)).flatten()
        }
        [b'\\', ..] => {
            const VERBATIM: [&[u8]; 6] =
                [b"verbatim", b"Verbatim", b"lstlisting", b"minted", b"alltt", b"comment"];
            let behind = rest.strip_prefix(b"\\begin{")?;
            let name = &behind[..near(behind).find_byte(b'}')?];
            let plain = name.strip_suffix(b"*").unwrap_or(name);
            VERBATIM.contains(&plain).then(|| of(8 + name.len(), &[b"\\end{", name, b"}"].concat())).flatten()
        }
        _ => None,
    }
}

/// Length of the word that bytes begin with.
fn word(rest: &[u8]) -> usize {
    near(rest).iter().take_while(|byte| is_word(**byte)).count()
}

fn closing(sign: u8) -> Option<&'static [u8]> {
    match sign {
        b'(' => Some(b")"),
        b'[' => Some(b"]"),
        b'{' => Some(b"}"),
        b'<' => Some(b">"),
        b'|' => Some(b"|"),
        _ => None,
    }
}

fn last_word(before: &[u8]) -> &[u8] {
    let length = before.iter().rev().take_while(|byte| is_word(**byte)).count();
    &before[before.len() - length..]
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn near(rest: &[u8]) -> &[u8] {
    &rest[..rest.len().min(NEAR)]
}

/// Returns the string between long brackets that `[` at a byte of a line of code opens; a list in a list, or
/// a test of a shell, is none.
pub(super) fn brackets(line: &[u8], at: usize) -> Option<Opening> {
    let (width, closer) = long(&line[at..])?;
    let behind = at + width;
    let led = line[at.saturating_sub(NEAR)..at].trim_ascii_end();
    let value = led.last().is_some_and(|byte| b"=(,.{".contains(byte)) || led.ends_with(b"return");
    let below = near(&line[behind..]);
    let listed = below.contains(&b']') && !below.contains_str(&closer);
    // An argument of a command of CMake.
    let argument = led.contains(&b'(') && !below.contains(&b']');
    (width > 2 || value && !listed || argument)
        .then(|| opening(at, behind, Closer::new(TextKind::Brackets, &closer, false)))
        .flatten()
}

/// The width of the long bracket that bytes begin with, and its closing bracket.
pub(super) fn long(rest: &[u8]) -> Option<(usize, Vec<u8>)> {
    let inner = rest.strip_prefix(b"[")?;
    let level = inner.iter().take_while(|byte| **byte == b'=').count();
    (inner.get(level) == Some(&b'[')).then(|| (level + 2, [b"]", &inner[..level], b"]"].concat()))
}
