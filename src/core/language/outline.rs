//! The things that a text of code declares and does at its margin and in its types, by which a part of it is told from
//! another version.

use std::collections::{HashMap, HashSet};

use bstr::ByteSlice as _;

use super::{
    Language,
    declared::{IMPORTS, Role},
    lexer::{Extent, State, Token, first_word, read, words},
};
use crate::core::text::{indentation, is_one_of};

/// Words in front of what has members.
const TYPES: &str =
    "class enum extension impl interface mod module namespace object protocol record struct trait union";

/// Number of filled lines that a file has at most which somebody has only begun.
const STUB: usize = 2;

/// Returns whether new lines use what they do not declare any more: things that lines which go declare at the margin,
/// or members of the types of the old lines.
pub(in crate::core) fn are_missed<'l>(
    old: &[&'l [u8]],
    gone: impl Iterator<Item = &'l [u8]>,
    new: &[&'l [u8]],
    language: Option<&Language>,
) -> bool {
    let names = |line: &'l [u8]| match Role::of(line) {
        Role::Declares(name) => vec![name],
        // A header is not called by its name.
        Role::Imports(words) if !line.starts_with(b"#") => words,
        _ => Vec::new(),
    };
    let known: HashSet<&[u8]> = new.iter().flat_map(|line| names(line)).collect();
    let gone = gone.filter(|line| is_at_margin(line)).flat_map(names);
    let gone: HashSet<&[u8]> =
        gone.filter(|name| !known.contains(name) && !is_one_of(name, IMPORTS)).collect();
    let members: HashSet<&[u8]> =
        Outline::of(old).with_body.into_keys().filter(|name| !known.contains(name)).collect();
    let Some(language) = language.filter(|_| !gone.is_empty() || !members.is_empty()) else { return false };
    let read = read(language, new, Extent::File, State::default());
    read.iter().any(|line| {
        line.tokens.iter().enumerate().any(|(at, token)| {
            let Token::Word(word) = token else { return false };
            gone.contains(word) || members.contains(word) && is_of_itself(&line.tokens[..at])
        })
    })
}

/// Returns whether what follows these tokens is a member of the type that it is used in.
fn is_of_itself(before: &[Token<'_>]) -> bool {
    match before {
        [.., Token::Word(own), Token::Sign(sign)] => {
            is_one_of(own, "this self Self cls") && is_one_of(sign, ". ?. -> ::")
        }
        _ => false,
    }
}

/// Returns whether a text of code has all that another one is made of: as much of each name that it declares
/// at the margin or in a type with a body, imports if it has some, and what it does at the margin.
/// A text that declares no function or type shows nothing of this.
pub(in crate::core) fn has_all_of<'l>(new: &[&'l [u8]], old: &[&'l [u8]]) -> bool {
    let [old, new] = [old, new].map(Outline::of);
    !old.with_body.is_empty()
        && has_all(&new.declared, &old.declared)
        && has_all(&new.acts, &old.acts)
        && (new.imports || !old.imports)
}

/// Returns whether a text of code that is as long as another one, and declares as many things, takes its place: put
/// into it, it would declare all functions and types once more, or another default export, of which a module has one;
/// or the other one is a stub, which declares nothing.
pub(in crate::core) fn replaces<'l>(new: &[&'l [u8]], old: &[&'l [u8]]) -> bool {
    let exports = |lines: &[&[u8]]| lines.iter().any(|line| line.starts_with(b"export default "));
    let is_second_export = exports(old) && exports(new);
    let is_stub = old.len() <= STUB;
    let [old, new] = [old, new].map(Outline::of);
    let size = |outline: &Outline<'_>| outline.declared.values().sum::<usize>();
    let is_smaller = size(&new) < size(&old) || old.imports && !new.imports;
    let is_again = !old.with_body.is_empty() && has_all(&new.with_body, &old.with_body);
    let is_for_stub = is_stub && old.declared.is_empty() && !old.imports && !new.with_body.is_empty();
    !is_smaller && (is_again && has_all(&new.acts, &old.acts) || is_second_export || is_for_stub)
}

/// Returns whether one text has each word at least as often as another.
fn has_all(new: &Counts<'_>, old: &Counts<'_>) -> bool {
    old.iter().all(|(word, count)| new.get(word).is_some_and(|new| new >= count))
}

/// Returns whether a text declares fewer things with a body than another one, at the margin and in types, and not the
/// last of them. As many others may be the same under other names.
pub(in crate::core) fn lacks_end_of<'l>(new: &[&'l [u8]], old: &[&'l [u8]]) -> bool {
    let [old, new] = [old, new].map(Outline::of);
    old.heads.last().is_some_and(|(_, last)| !new.with_body.contains_key(last))
        && less(&old.with_body, &new.with_body) > less(&new.with_body, &old.with_body)
}

/// Returns whether a text declares functions or types.
pub(in crate::core) fn has_outline(lines: &[&[u8]]) -> bool {
    !Outline::of(lines).with_body.is_empty()
}

/// Things with a body that old lines declare more often than new ones.
pub(in crate::core) struct Gone<'l> {
    /// Their names.
    pub(in crate::core) names: Vec<&'l [u8]>,
    /// The names of those that come: as many may be the same under other names.
    pub(in crate::core) come: Vec<&'l [u8]>,
    /// The lines of the old text with which those that go may begin.
    pub(in crate::core) heads: Vec<(usize, &'l [u8])>,
    /// The lines of the new text with which anything begins that has a body.
    pub(in crate::core) new_heads: Vec<usize>,
}

impl<'l> Gone<'l> {
    /// Those that go from one text to another.
    pub(in crate::core) fn between(old: &[&'l [u8]], new: &[&'l [u8]]) -> Self {
        let [old, new] = [old, new].map(Outline::of);
        let (mut heads, new_heads) = (old.heads, new.heads.into_iter().map(|(line, _)| line).collect());
        let (old, new) = (old.with_body, new.with_body);
        let more = |one: &Counts<'l>, other: &Counts<'l>| {
            let left = |(name, count): (&&'l [u8], &usize)| {
                std::iter::repeat_n(*name, count.saturating_sub(*other.get(name).unwrap_or(&0)))
            };
            one.iter().flat_map(left).collect::<Vec<_>>()
        };
        let names = more(&old, &new);
        let gone: HashSet<&[u8]> = names.iter().copied().collect();
        heads.retain(|(_, name)| gone.contains(name));
        Self { names, come: more(&new, &old), heads, new_heads }
    }
}

/// Number of words that one text has more of than another.
fn less<'l>(one: &Counts<'l>, other: &Counts<'l>) -> usize {
    one.iter().map(|(name, count)| count.saturating_sub(*other.get(name).unwrap_or(&0))).sum()
}

/// Words, with how often they are there.
type Counts<'l> = HashMap<&'l [u8], usize>;

/// The things of a text that another version of it may be expected to have.
#[derive(Default)]
struct Outline<'l> {
    /// Names declared at the margin, and of what types have with a body.
    declared: Counts<'l>,
    /// First words of what is done at the margin.
    acts: Counts<'l>,
    imports: bool,
    /// Those of the names that are declared with a body, or with arguments.
    with_body: Counts<'l>,
    /// The lines on which they are, in order.
    heads: Vec<(usize, &'l [u8])>,
}

impl<'l> Outline<'l> {
    fn of(lines: &[&'l [u8]]) -> Self {
        let mut outline = Self::default();
        // The lines that a line is below and within, by their depth, and whether they begin a type.
        let mut above: Vec<(usize, bool)> = Vec::new();
        for (number, line) in lines.iter().enumerate() {
            let depth = indentation(line).len();
            let role = Role::of(line);
            if role == Role::Belongs {
                continue;
            }
            above.truncate(above.partition_point(|(other, _)| *other < depth));
            let is_member = above.iter().all(|(_, is_type)| *is_type);
            match role {
                Role::Declares(name) if depth == 0 || is_member && has_body(line) => {
                    *outline.declared.entry(name).or_default() += 1;
                    if has_body(line) || is_type(line) {
                        *outline.with_body.entry(name).or_default() += 1;
                        outline.heads.push((number, name));
                    }
                }
                Role::Imports(_) => outline.imports = true,
                Role::Acts | Role::Item if depth == 0 => {
                    *outline.acts.entry(first_word(line)).or_default() += 1;
                }
                _ => {}
            }
            above.push((depth, is_type(line)));
        }
        outline
    }
}

/// Returns whether a line that declares something may begin its body, or has arguments.
fn has_body(line: &[u8]) -> bool {
    line.contains(&b'(') || line.trim_ascii_end().ends_with_str("{")
}

/// Returns whether a line declares something with members under a name.
pub(in crate::core) fn declares_type(line: &[u8]) -> bool {
    // Of `record = x` it is the name.
    let has_name = words(head(line)).skip_while(|word| !is_one_of(word, TYPES)).nth(1).is_some();
    has_name && matches!(Role::of(line), Role::Declares(_))
}

/// Returns whether a line begins something with members.
fn is_type(line: &[u8]) -> bool {
    words(head(line)).any(|word| is_one_of(word, TYPES))
}

/// The words of a line in front of arguments, a body or a value.
fn head(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii_start();
    // As in `pub(crate)`.
    let rest = line.strip_prefix(b"pub(").and_then(|rest| rest.split_once_str(")"));
    let line = rest.map_or(line, |(_, rest)| rest);
    line.split(|byte| b"{(:=".contains(byte)).next().unwrap_or(line)
}

fn is_at_margin(line: &[u8]) -> bool {
    indentation(line).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_version_has_what_is_at_the_margin_and_in_types() {
        let has = |old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            has_all_of(&new, &old)
        };
        let script = "import a from 'a';\n\nexport default function Page() {\n  const tell = (x) => a(x);\n}\n\nrun();\n";
        let other =
            "import b from 'b';\n\nexport default function Page() {\n  return b(1);\n}\n\nrun(2);\nb();\n";
        assert!(has(script, script) && has(script, other));
        for part in ["import b from 'b';\n", "Page", "run(2);\n"] {
            assert!(!has(script, &other.replace(part, "")), "{part}");
        }
        assert!(!has("run();\nrun(1);\nfunction f() {\n}\n", "run();\nfunction f() {\n}\n"));
        assert!(!has("f(a: A) {\n}\nf(b: B) {\n}\n", "f(a: A, b: B) {\n}\n"));
        let class = "class A:\n    size = 1\n\n    def f(self):\n        def g(x):\n            return x\n";
        assert!(has(class, "class A:\n    def f(self):\n        return 1\n"));
        assert!(!has(class, "class A:\n    def g(self):\n        return 1\n"));
        // Nothing has a body, or it is not code.
        assert!(!has("a = 1\n", "a = 1\n") && !has("Some words.\n", "Some words.\n"));
    }

    #[test]
    fn a_text_that_could_only_come_a_second_time_replaces_what_is_there() {
        let does = |old: &str, new: &str| {
            let [old, new] = [old, new].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            replaces(&new, &old)
        };
        let class = "using A;\nclass A {\n    const int B = 1;\n    void f() {\n    }\n}\n";
        assert!(does(class, &class.replace("const int B", "const int C")));
        assert!(!does(class, &class.replace("f()", "g()")) && !does(class, &class.replace("using A;\n", "")));
        let page = "import a from 'a';\nexport default function Page() {\n}\n";
        let other = "import b from 'b';\nexport default function Other() {\n}\n";
        assert!(does(page, other) && !does(&format!("{page}export const name = 1;\n"), other));
        for part in ["import b from 'b';\n", "default "] {
            assert!(!does(page, &other.replace(part, "")), "{part}");
        }
        assert!(does("// Later.\n", "import b from 'b';\nfunction f() {\n}\n"));
        for stub in ["import a from 'a';\n", "const a = 1;\n", "// a\n// b\n// c\n"] {
            assert!(!does(stub, "import b from 'b';\nfunction f() {\n}\n"), "{stub}");
        }
    }

    #[test]
    fn what_is_used_is_missed_where_nothing_declares_it_any_more() {
        let missed = |gone: &str, new: &str| {
            let [gone, new] = [gone, new].map(|text| text.lines().map(str::as_bytes).collect::<Vec<_>>());
            are_missed(&[], gone.into_iter(), &new, Some(crate::core::language::known("ts")))
        };
        assert!(missed("const sum = (a) => {\n  return a\n}\n", "export const all = sum(1)\n"));
        assert!(missed("import { sum } from './sum'\n", "import x from './x'\nx(sum)\n"));
        for new in [
            "const sum = 1\nx(sum)\n",
            "x('sum') // sum\n",
            "x(summary)\n",
            "import { sum } from './x'\nsum()\n",
        ] {
            assert!(!missed("function sum() {\n}\n", new), "{new}");
        }
        // A branch of `case` in a shell declares nothing.
        assert!(missed("sum() {\n}\n", "case $1 in\nsum) sum ;;\nesac\n"));
        assert!(!missed("  const sum = 1\n", "x(sum)\n"));
        assert!(!missed("#include <sum.h>\n", "x(sum)\n"));
    }
}
