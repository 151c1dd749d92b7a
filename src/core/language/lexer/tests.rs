use super::*;

fn lines(text: &str) -> Vec<&[u8]> {
    text.split('\n').map(str::as_bytes).collect()
}

/// The lines (from 0) whose white space in front is a part of a string.
fn found(text: &str) -> Vec<usize> {
    let texts = Texts::new(None, &lines(text), Extent::Section);
    texts.of_line.iter().enumerate().filter(|(_, text)| text.is_some()).map(|(line, _)| line).collect()
}

#[test]
fn here_documents_end_at_their_word() {
    assert_eq!(found("cat <<EOF\na\n  b\nEOF\nc"), [1, 2, 3]);
    assert_eq!(found("cat <<-'end' > x\na\nend\nc"), [1, 2]);
    assert_eq!(found("$x = <<<SQL\na\nSQL;\nc"), [1, 2]);
    assert_eq!(found("q(<<<SQL\na\nSQL . 'x');\nc"), [1, 2]);
    assert_eq!(found("print << 'end of text';\na\nend of text\nc"), [1, 2]);
    assert_eq!(found("q <<~sql, 1\n  a\nsql\nc"), [1, 2]);
    assert_eq!(found("cat <<A - <<B\na\nA\nb\nB\nc"), [1, 2, 3, 4]);
    assert_eq!(found("cat <<EOF\na\n\"b"), [1, 2]);
}

#[test]
fn shifts_and_streams_are_no_here_documents() {
    assert_eq!(found("x = 1 << n\ny\nz"), [0; 0]);
    assert_eq!(found("std::cout << value << 1;\nx"), [0; 0]);
    assert_eq!(found("cout<<\"a\"<<x;\nc"), [0; 0]);
    assert_eq!(found("read <<< \"$x\"\nx"), [0; 0]);
}

#[test]
fn texts_in_three_quotes_or_backticks_span_lines_until_these_come_again() {
    assert_eq!(found("x = \"\"\"\na\n  b\n\"\"\"\nc"), [1, 2, 3]);
    assert_eq!(found("x = '''doc''' + '''\nab\n'''\nc"), [1, 2]);
    assert_eq!(found("let q = `\na\n`;\nc"), [1, 2]);
    assert_eq!(found("\"\"\"all in one\"\"\"\nc\n`a` and `b`\nd"), [0; 0]);
}

#[test]
fn a_template_is_code_between_its_braces() {
    assert_eq!(found("q = `\na ${list.map(x => {\nf(`\nb\n`)\n})}\nc\n`;\nd"), [1, 3, 4, 6, 7]);
}

#[test]
fn raw_strings_end_with_the_signs_that_they_begin_with() {
    assert_eq!(found("s = r#\"\na\n\"b\"\n\"#;\nc"), [1, 2, 3]);
    assert_eq!(found("s = R\"x(\na)\"\n)x\";\nc"), [1, 2]);
    assert_eq!(found("s = [[\na]\n]]\nc"), [1, 2]);
    assert_eq!(found("s = [=[\na]]\n]=]\nc"), [1, 2]);
}

#[test]
fn other_signs_open_texts_too() {
    assert_eq!(found("s = %q(a\n  b)\nc"), [1]);
    assert_eq!(found("my $s = q{\n  b\n};\nc"), [1, 2]);
    assert_eq!(found("AS $body$\n  b\n$body$;\nc"), [1, 2]);
    assert_eq!(found("<pre class=x>\n  b</pre>\nc"), [1]);
    assert_eq!(found("AS $$a\n  b$$\nc"), [1]);
    assert_eq!(found("x = ~s(a\nb)\nc"), [1]);
    assert_eq!(found("print {|a\nb|};\nc"), [1]);
    assert_eq!(found("q = [sql|a\n b|]\nc"), [1]);
    assert_eq!(found("<b><![CDATA[a\n b]]></b>\nc"), [1]);
    assert_eq!(found("\\begin{verbatim}\na\n b\n\\end{verbatim}\nc"), [1, 2, 3]);
    assert_eq!(found("set(x [[a\nb]])\nc"), [1]);
    assert_eq!(found("VALUES ('a\nb');\nc"), [1]);
    assert_eq!(found("each {|x| y}\nf {|a|\nx}\n{|b|}\nv = [a|b]\nif [[ a\nb ]]\n\\begin{x}\nc"), [0; 0]);
    assert_eq!(found("x = a %q\n<prelude>\n$x = $y\nc"), [0; 0]);
}

#[test]
fn lists_in_lists_and_tests_of_a_shell_are_no_texts() {
    assert_eq!(found("x = [[1, 2],\n     [3, 4]]\nc"), [0; 0]);
    assert_eq!(found("if [[ -n $a &&\n  -n $b ]]; then\nc"), [0; 0]);
}

#[test]
fn plain_quotes_span_lines_too() {
    assert_eq!(found("awk '\n{ x }\n' file\nc"), [1, 2]);
    assert_eq!(found("let s = \"one\n  two\";\nc"), [1]);
    assert_eq!(found("s = 'abc\\\ndef'\nc"), [1]);
    assert_eq!(found("s = \"a \\\" b\nc"), [1]);
}

#[test]
fn apostrophes_that_open_nothing_are_known() {
    for line in [
        "it isn't so",
        "impl<'a> X<'a, 'b> for Y {",
        "fn f(x: &'a str) -> Box<dyn T + 'static>",
        "'outer: loop {",
        "break 'outer;",
        "x = 1'000 + b'\"' + '\"'",
        "# the 'quote is not closed",
        "x = 1  # the 'quote",
        "y(); // say \"so",
        " * don't \"quote",
        "x.replace(/['\"`]/g, y)",
        "  (setq x '(a b))",
    ] {
        assert_eq!(found(&format!("{line}\nc")), [0; 0], "{line}");
    }
}

#[test]
fn a_comment_hides_quotes_and_a_glob_is_none() {
    assert_eq!(found("/* the \"quote\n */\nc"), [0; 0]);
    assert_eq!(found("--[[ the \"quote\n]]\nc"), [0; 0]);
    assert_eq!(found("cp src/* 'a\nb' */\nc"), [1]);
}

#[test]
fn documents_of_their_own_are_told() {
    assert_eq!(found("- a\n  ```sh\n  cat <<EOF\n  ```\nb"), [2, 3]);
    assert_eq!(found("run: |-\n  cat <<EOF\n\n  EOF\nnext: 1"), [1, 2, 3]);
    assert_eq!(found("- run: |\n    a\n  next: 1"), [1]);
    assert_eq!(found("```sh\na"), [0; 0]);
}

#[test]
fn in_a_known_language_only_its_own_signs_open_a_text() {
    let found = |name: &str, text: &str| {
        let texts = Texts::new(crate::core::language::of(name.as_bytes()), &lines(text), Extent::Section);
        (0..texts.of_line.len()).filter(|line| texts.of_line[*line].is_some()).collect::<Vec<_>>()
    };
    let python = "# a ''' in a remark\nx = 1 << N\ny = \"it's ''' and `\"\nN\n'''a\n'''\nb";
    assert_eq!(found("a.py", python), [5]);
    assert!(found("a.unknown", python).len() > 1);
    assert_eq!(found("a.rs", "a(r\"\\\", '\"');\nlet c: &'a str = \"b\n c\";\nd"), [2]);
    assert_eq!(found("a.js", "a = 'b \\\n c';\nd = /[`]/;\n// e `\nf"), [1]);
    assert_eq!(found("a.sh", "a=${b#'c'} # it's\ncat <<E\n '\nE\nd"), [2, 3]);
    // Of Ruby the entry does not tell all.
    assert_eq!(found("a.rb", "x = %q(a\n  b)\nc"), [1]);
}

#[test]
fn a_quote_that_a_file_never_closes_opens_nothing() {
    let texts = stretches(None, &lines("rock 'n roll\nx = \"a\"\n"), Extent::File);
    assert_eq!(texts.iter().map(|stretch| stretch.from).collect::<Vec<_>>(), [(1, 4)]);
}

#[test]
fn a_long_line_of_signs_is_passed_once() {
    // If each sign looked at the rest of the line, this would take hours.
    for sign in [
        "/", "#", "-", "#\"a", "=[[ ", "x/* ", "('a, ", "`", "''", "<<A ", "\\\"", "${`", "=/", "*/ /* ",
        "]]=[[", "<pre ", "%q( ", " $a", "q{ ",
    ] {
        let line = sign.repeat((1 << 18) / sign.len());
        for extent in [Extent::File, Extent::Section] {
            let found = stretches(None, &[line.as_bytes(), b"c"], extent);
            assert!(found.iter().all(|stretch| stretch.from <= stretch.to), "{sign}");
            assert!(found.is_sorted_by_key(|stretch| stretch.from), "{sign}");
        }
    }
}
