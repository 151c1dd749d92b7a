//! Semicolons that a language lets be left out.

use bstr::ByteSlice as _;
use proptest::prelude::*;

use super::*;
use crate::core::locate::MatchNote;

fn made_in(name: &str, file: &str, search: &str, replace: &str) -> Result<String, Vec<&'static str>> {
    let settings = Settings { last_tier: Tier::Context, ..settings() };
    let plan = planned_with(&Fake::new(&[(name, file)]), &settings, &edit(name, search, replace));
    if let Outcome::Applied(applied) = &plan.blocks[0].outcome {
        assert_eq!(applied.tier, Some(Tier::Context));
        assert!(matches!(plan.blocks[0].notes[0], Note::Match { note: MatchNote::Quoted { .. }, .. }));
    }
    left(&Fake::new(&[(name, file)]), &plan).map(|mut files| files.remove(name).expect("not removed"))
}

fn made(file: &str, search: &str, replace: &str) -> Result<String, Vec<&'static str>> {
    made_in("f.ts", file, search, replace)
}

const FILE: &str =
    "import { f } from 'f'\n\nfunction g() {\n  const title = f('A')\n  const u = f(title)\n  return u\n}\n";

#[test]
fn semicolons_of_another_style_are_passed_over() {
    let file = made(
        FILE,
        "  const title = f('A');\n  const u = f(title);\n",
        "  const title = f('b.c');\n  const u = f(title);\n",
    );
    assert_eq!(file, Ok(FILE.replace("f('A')", "f('b.c')")));
    let with = FILE.replace(")\n  ", ");\n  ").replace("'\n", "';\n").replace("u\n}", "u;\n}");
    let file = made(
        &with,
        "  const title = f('A')\n  const u = f(title)\n",
        "  const title = f('b.c')\n  const u = f(title)\n",
    );
    assert_eq!(file, Ok(with.replace("f('A')", "f('b.c')")));
}

#[test]
fn what_a_block_adds_is_not_taken_for_there_where_it_ends_otherwise() {
    let file =
        "const a = f(1)\nconst b = f(2)\nconst c = f(3)\nconst d = f(4)\nrun(d)\nwhile (next())\n  step()\n";
    let (search, replace) = ("const d = f(4);\nrun(d);\n", "const d = f(4);\nrun(d);\nwhile (next());\n");
    assert!(!matches!(made(file, search, replace), Ok(left) if left == file));
}

#[test]
fn quotes_and_indentation_may_differ_besides() {
    let file = made(
        FILE,
        "const title = f(\"A\");\nconst u = f(title);\n",
        "const title = f(\"A\");\nadded();\nconst u = f(title);\n",
    );
    assert_eq!(file, Ok(FILE.replace("  const u", "  added();\n  const u")));
}

#[test]
fn only_where_the_language_has_both_styles() {
    let block = ("  const title = f('A');\n", "  const title = f('B');\n");
    for name in ["f.js", "f.jsx", "f.mjs", "f.cjs", "f.ts", "f.tsx", "f.mts", "f.cts"] {
        assert!(made_in(name, FILE, block.0, block.1).is_ok(), "{name}");
    }
    for name in ["f.rs", "f.py", "f.css", "f.txt", "f.go", "f.md", "f.vue", "f"] {
        assert_eq!(made_in(name, FILE, block.0, block.1), Err(vec!["not-found"]), "{name}");
    }
}

#[test]
fn what_is_kept_and_what_is_new_do_not_become_one_statement() {
    let search = "  const u = f(title);\n  return u;\n";
    for added in ["[u].map(g);", "(u || t).g();", "`x`.g();", "/x/.test(u);"] {
        let replace = format!("  const u = f(title);\n  {added}\n  return u;\n");
        assert_eq!(made(FILE, search, &replace), Err(vec!["not-found"]), "{added}");
    }
    let replace = "  const u = f(title);\n  g([u]);\n  return u;\n";
    assert_eq!(made(FILE, search, replace), Ok(FILE.replace("  return", "  g([u]);\n  return")));
}

#[test]
fn what_is_new_does_not_go_on_below_where_what_it_takes_the_place_of_did_not() {
    let file = "a();\nb();\nc();\nd();\nx = y ? b\n  : call(y);\nlabel:\n(y || b).call();\n";
    let search = "x = y ? b\n  : call(y)\nlabel:\n";
    assert_eq!(made(file, search, "x = z ? b\n  : quiteAnother(z)\n"), Err(vec!["not-found"]));
    assert!(made(file, search, "x = z ? b\n  : quiteAnother(z)\nlabel:\n").is_ok());
}

#[test]
fn a_changed_line_does_not_lose_or_gain_a_body() {
    let with = "a();\nlongerNames(b, 'c');\nd();\n";
    assert_eq!(
        made(
            &with.replace("longer", "iff(longer").replace("')", "'))"),
            "iff(longerNames(b, 'c'))\n",
            "if (longerNames(b, 'c'))\n"
        ),
        Err(vec!["not-found"])
    );
    assert_eq!(made(with, "longerNames(b, 'c')\n", "longerNames(b, 'd')\n"), Ok(with.replace("'c'", "'d'")));
}

#[test]
fn a_block_sent_again_is_done() {
    let (search, replace) = ("  const title = f('A');\n", "  const title = f('A');\n  added(title);\n");
    let once = made(FILE, search, replace).expect("applied");
    assert_eq!(made(&once, search, replace), Ok(once.clone()));
}

/// Code in which `§` marks ends that are a matter of style; some pieces continue what is above them.
fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "const a = f('A')§",
        "let b = [1, 2]§",
        "call(a, b)§",
        "x++§",
        "b = function () {\n  return a§\n}§",
        "if (a) {\n  call(a)§\n} else {\n  call(b)§\n}",
        "if (a)\n  call(a)§",
        "while (call()) ;",
        "for (const c of b)\n  call(c)§",
        "for (let i = 0;\n  i < a;\n  i++) call(i)§",
        "(a || b).call()§",
        "[a, b].map(call)§",
        "`t`.trim()§",
        "/r;/.test(a)§",
        "+a§",
        "++x§",
        "call(a)\n  .then(b)\n  .catch(a)§",
        "const t = `\n  color: red;\n  margin: a\n`§",
        "const u = `${b.map((c) => `\n  a;\n  ${c}\n`)}`§",
        "// done;",
        "/*\n call(a);\n*/",
        "class C {\n  a = 1§\n  b = f('A')§\n  *gen() {\n    yield a§\n  }\n  m() {}\n}",
        "interface I {\n  a: string§\n  b(): void§\n}",
        "type T = {\n  a: string,\n  b: number\n}§",
        "do {\n  call(a)§\n} while (a)§",
        "const j = (\n  <p>\n    Text; and a\n    more\n  </p>\n)§",
        "switch (a) {\n  case 1:\n    call(a)§\n    break§\n}",
        "function g() {\n  return a§\n}",
        "function h() {\n  return\n}",
        "import a from 'a'§",
        "const s = 'a;'§",
        "const o = {\n  a: 1,\n  b: a\n}§",
        "x = a ? b\n  : call(a)§",
        ";",
        "",
        "}",
        "throw a§",
        "label:",
    ])
}

/// A file, which of its lines are quoted, which of these end otherwise there, and what becomes of each.
fn case() -> impl Strategy<Value = (Vec<String>, std::ops::Range<usize>, Vec<bool>, Vec<u8>)> {
    let pieces = prop::collection::vec((piece(), prop::bool::weighted(0.04)), 2..7);
    (pieces, any::<bool>(), 0usize..40, 1usize..6, any::<bool>()).prop_flat_map(
        |(pieces, style, from, length, thorough)| {
            let ended = |(piece, odd): (&str, bool)| piece.replace('§', if style ^ odd { ";" } else { "" });
            // Statements enough for a style.
            let frame = (0..8).map(|number| (format!("stand{number}()§"), false));
            let all = frame.chain(pieces.into_iter().map(|(piece, odd)| (piece.to_owned(), odd)));
            let text: Vec<String> = all.map(|(piece, odd)| ended((&piece, odd))).collect();
            let lines: Vec<String> = text.join("\n").split('\n').map(str::to_owned).collect();
            let from = 6 + from % (lines.len() - 6);
            let to = (from + length).min(lines.len());
            // All lines that end in this style, or any.
            let may = move |line: &String| {
                let full = !line.is_empty() && !"{,(}".contains(&line[line.len() - 1..]);
                !thorough || line.ends_with(';') == style && full
            };
            let turns: Vec<f64> =
                lines[from..to].iter().map(|line| if may(line) { 0.9 } else { 0.02 }).collect();
            let turns: Vec<_> = turns.into_iter().map(prop::bool::weighted).collect();
            (Just(lines), Just(from..to), turns, prop::collection::vec(0u8..5, to - from))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]
    #[test]
    fn a_block_with_other_ends_does_what_the_exact_one_does_or_nothing((lines, at, otherwise, fates) in case()) {
        let turned = |line: &String| line.strip_suffix(';').map_or_else(|| format!("{line};"), str::to_owned);
        let changed = |line: &String| line.replace('a', "other");
        let join = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let (mut search, mut replace, mut exact) = (Vec::new(), Vec::new(), lines[..at.start].to_vec());
        for ((line, turn), fate) in lines[at.clone()].iter().zip(otherwise).zip(fates) {
            // A semicolon alone would be a blank line, which the edge of a section may have or not.
            let quoted = if turn && line != ";" { turned(line) } else { line.clone() };
            search.push(quoted.clone());
            match fate {
                0 => {}
                1 => {
                    replace.push(changed(&quoted));
                    exact.push(changed(line));
                }
                _ => {
                    replace.push(quoted);
                    exact.push(line.clone());
                }
            }
        }
        exact.extend_from_slice(&lines[at.end..]);
        // Random lines may be behind a `throw`.
        let syntax = crate::core::syntax::Mode::Off;
        let settings = Settings { last_tier: Tier::Context, syntax, ..super::settings() };
        let world = Fake::new(&[("f.tsx", &join(lines.clone()))]);
        let plan = planned_with(&world, &settings, &edit("f.tsx", &join(search), &join(replace)));
        if plan.blocks[0].notes.iter().any(|note| matches!(note, Note::Match { note: MatchNote::Quoted { .. }, .. })) {
            let after = left(&world, &plan).expect("applied");
            // A line that has little in common with the one it replaces is as in the reply.
            let (after, exact) = (after["f.tsx"].as_bytes(), join(exact));
            let bare = |text: &[u8]| -> Vec<Vec<u8>> {
                text.lines().map(|line| line.strip_suffix(b";").unwrap_or(line).to_vec()).collect()
            };
            let same = bare(after) == bare(exact.as_bytes());
            prop_assert!(same, "{}", after.as_bstr());
        }
    }
}
