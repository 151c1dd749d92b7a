//! Lines that mean what they mean only where they stand: those inside of a text that spans lines, and words that count
//! at the margin only. Shifting them with the code around them would change more than their indentation.

use bstr::ByteSlice as _;

/// The lines at the margin (from 0) that are inside of a text that spans lines, or count only there.
pub(super) fn at_margin(lines: &[&[u8]]) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let end = text_end(lines, at);
        let literal = (at + 1..end.map_or(at + 1, |end| end + 1)).filter(|&line| is_at_margin(lines[line]));
        found.extend(Some(at).filter(|&line| counts_at_margin_only(lines[line])).into_iter().chain(literal));
        at = end.unwrap_or(at) + 1;
    }
    found
}

fn is_at_margin(line: &[u8]) -> bool {
    line.first().is_some_and(|byte| !byte.is_ascii_whitespace())
}

/// The last line of a text that begins on a line and spans others.
fn text_end(lines: &[&[u8]], first: usize) -> Option<usize> {
    here_document(lines, first).or_else(|| {
        [&b"\"\"\""[..], b"'''", b"`"].iter().find_map(|quotes| {
            let odd = |line: &[u8]| count(line, quotes) % 2 == 1;
            let closed = || (first + 1..lines.len()).find(|&line| odd(lines[line]));
            odd(lines[first]).then(closed).flatten()
        })
    })
}

/// How often quotes stand in a line. A fence of backticks opens no text of a language that has them.
fn count(line: &[u8], quotes: &[u8]) -> usize {
    if quotes == b"`" && line.contains_str("```") { 0 } else { line.find_iter(quotes).count() }
}

/// The last line of a here-document, as in `cat <<EOF`; that of the section where the word does not come again.
fn here_document(lines: &[&[u8]], first: usize) -> Option<usize> {
    lines[first].find_iter("<<").find_map(|at| {
        let rest = lines[first][at..].trim_start_with(|character| character == '<');
        let rest = rest.strip_prefix(b"-").unwrap_or(rest);
        let adjacent = !rest.starts_with(b" ");
        let word = rest.trim_start().trim_start_with(|character| matches!(character, '\'' | '"' | '\\'));
        let length = word.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let word = &word[..length];
        if !word.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') {
            return None;
        }
        let ends = |line: &[u8]| {
            line.trim_ascii().trim_end_with(|character| matches!(character, ';' | ',' | ')')) == word
        };
        let shouted = adjacent && word.len() > 1 && !word.iter().any(u8::is_ascii_lowercase);
        (first + 1..lines.len()).find(|&line| ends(lines[line])).or_else(|| shouted.then(|| lines.len() - 1))
    })
}

/// Words that languages know at the margin only, or that are written there by custom.
fn counts_at_margin_only(line: &[u8]) -> bool {
    const WHOLE: [&[u8]; 4] = [b"=begin", b"=end", b"__END__", b"__DATA__"];
    const POD: [&[u8]; 6] = [b"=pod", b"=cut", b"=head", b"=over", b"=item", b"=back"];
    const DIRECTIVES: [&[u8]; 11] = [
        b"if", b"ifdef", b"ifndef", b"elif", b"else", b"endif", b"define", b"undef", b"include", b"pragma",
        b"error",
    ];
    let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
    let directive = word.strip_prefix(b"#").is_some_and(|word| DIRECTIVES.contains(&word));
    WHOLE.contains(&word) || POD.iter().any(|pod| word.starts_with(pod)) || directive
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<usize> {
        at_margin(&text.lines().map(str::as_bytes).collect::<Vec<_>>())
    }

    #[test]
    fn here_documents_end_at_their_word() {
        assert_eq!(found("cat <<EOF\na\n  b\nEOF\nc"), [1, 3]);
        assert_eq!(found("cat <<-'end' > x\na\nend\nc"), [1, 2]);
        assert_eq!(found("$x = <<<SQL\na\nSQL;\nc"), [1, 2]);
        assert_eq!(found("cat <<EOF\na"), [1]);
    }

    #[test]
    fn shifts_and_streams_are_no_here_documents() {
        assert_eq!(found("x = 1 << n\ny\nz"), [0; 0]);
        assert_eq!(found("std::cout << value << 1;\nx"), [0; 0]);
    }

    #[test]
    fn texts_in_quotes_span_lines_until_these_come_again() {
        assert_eq!(found("x = \"\"\"\na\n  b\n\"\"\"\nc"), [1, 3]);
        assert_eq!(found("let q = `\na\n`;\nc"), [1, 2]);
        assert_eq!(found("\"\"\"all in one\"\"\"\nc\n`a` and `b`\nd"), [0; 0]);
        assert_eq!(found("```sh\na\n```\nb"), [0; 0]);
    }

    #[test]
    fn directives_and_embedded_documents_count_at_the_margin() {
        assert_eq!(found("a\n#ifdef X\nb\n#endif\n=begin\n# if so"), [1, 3, 4]);
    }
}
