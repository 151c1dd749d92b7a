//! Claims on which region is nearest, and how it differs.

use super::*;
use crate::core::script::Op;

#[test]
fn the_region_that_shares_the_rarest_lines_is_named() {
    let text = Text::new(b"{\n}\n{\nfirst\nsecond\nthird\n}\n{\n}\n".to_vec());
    let found = nearest_to(&text, &[b"{", b"first", b"2nd", b"third", b"}"]);
    let differences = vec![Op { old: 2..3, new: 4..5 }];
    assert_eq!(found.first(), Some(&Nearest { lines: 2..7, differences }));
}

#[test]
fn all_lines_that_differ_are_named_and_the_region_is_as_long_as_it_is_in_the_file() {
    let text = Text::new(b"a\none\ntwo\nmore\nthree\nfour\nfive\nz\n".to_vec());
    let found = nearest_to(&text, &[b"one", b"2", b"three", b"4", b"five"]);
    let differences = vec![Op { old: 1..2, new: 2..4 }, Op { old: 3..4, new: 5..6 }];
    assert_eq!(found.first(), Some(&Nearest { lines: 1..7, differences }));
}

#[test]
fn a_region_with_lines_left_out_holds_the_pieces_that_are_there() {
    let text = Text::new(
        b"def run(job):\n    a = 1\n    b = 2\n    c = 3\n    done(job)\n    return job\n".to_vec(),
    );
    let search = Search::new(
        b"def run(job):\n...\n    done(jobs)\n    return job\n",
        b"def run(job):\n...\n    done(jobs)\n    return None\n",
    );
    let found = nearest(&text, &search);
    let differences = vec![Op { old: 2..3, new: 4..5 }];
    assert_eq!(found.first(), Some(&Nearest { lines: 0..6, differences }));
}

#[test]
fn dots_that_only_search_has_differ_from_the_lines_that_are_there() {
    let text = Text::new(b"def run(job):\n    a = 1\n    b = 2\n    return job\n".to_vec());
    let search = Search::new(b"def run(job):\n    ...\n    return job\n", b"def run():\n    return 1\n");
    let differences = vec![Op { old: 1..2, new: 1..3 }];
    assert_eq!(nearest(&text, &search), [Nearest { lines: 0..4, differences }]);
}

#[test]
fn of_a_piece_that_differs_too_only_the_lines_that_differ_are_named() {
    let file = "def run(job):\n    first(job)\n    second(job)\n    x = 1\n    y = 2\n    last(job)\n    return job\n";
    let text = Text::new(file.as_bytes().to_vec());
    let search = "def run(jobs):\n    first(job)\n    second(job)\n...\n    last(job)\n    return jobs\n";
    let search = Search::new(search.as_bytes(), b"def run():\n...\n    return 1\n");
    let differences = vec![Op { old: 0..1, new: 0..1 }, Op { old: 5..6, new: 6..7 }];
    assert_eq!(nearest(&text, &search), [Nearest { lines: 0..7, differences }]);
}

#[test]
fn a_line_too_many_near_the_top_does_not_hide_the_first_line() {
    let text = Text::new(b"0\nfirst\nmore\nsecond\nthird\nfourth\n9\n".to_vec());
    let found = nearest_to(&text, &[b"first", b"second", b"third", b"fourth"]);
    assert_eq!(found, [Nearest { lines: 1..6, differences: vec![Op { old: 1..1, new: 2..3 }] }]);
}

#[test]
fn lines_that_differ_in_indentation_are_pairs() {
    let text = Text::new(b"mod x {\n    fn a() {\n        b();\n        last();\n    }\n}\n".to_vec());
    let found = nearest_to(&text, &[b"fn a() {", b"    c();", b"    last();", b"}"]);
    let differences =
        vec![Op { old: 0..1, new: 1..2 }, Op { old: 1..2, new: 2..3 }, Op { old: 2..4, new: 3..5 }];
    assert_eq!(found, [Nearest { lines: 1..5, differences }]);
}

#[test]
fn a_last_line_that_differs_is_in_the_region() {
    let text = Text::new(b"first\nsecond\nthird\n9\n".to_vec());
    let found = nearest_to(&text, &[b"first", b"second", b"3rd"]);
    assert_eq!(found, [Nearest { lines: 0..3, differences: vec![Op { old: 2..3, new: 2..3 }] }]);
}

#[test]
fn lines_are_counted_from_the_fence_that_only_frames_them() {
    let text = Text::new(b"first\nsecond\nthird\n9\n".to_vec());
    let search = Search::framed(b"```\nfirst\nsecond\n3rd\n", b"4\n", false);
    let differences = vec![Op { old: 3..4, new: 2..3 }];
    assert_eq!(nearest(&text, &search), [Nearest { lines: 0..3, differences }]);
}

#[test]
fn a_line_that_is_only_alike_is_found() {
    let text = Text::new(b"fn open() {}\nlet total = sum(prices);\nlet other = 1;\n".to_vec());
    let found = nearest_to(&text, &[b"let total = sum(price);"]);
    assert_eq!(found, [Nearest { lines: 1..2, differences: vec![Op { old: 0..1, new: 1..2 }] }]);
}

#[test]
fn equally_near_regions_are_all_named_up_to_three() {
    let text = Text::new(b"a = start(here)\nb = 1\n\n".repeat(5));
    assert_eq!(nearest_to(&text, &[b"a = start(here)", b"b = 2"]).len(), 3);
}

#[test]
fn a_text_without_a_common_line_has_no_nearest_region() {
    assert_eq!(nearest_to(&Text::new(b"a\n\nb\n".to_vec()), &[b"c", b""]), []);
    assert_eq!(nearest_to(&Text::default(), &[b"c"]), []);
}

/// A long file of lines that resemble each other, and a small generator of numbers for damage.
fn file() -> (Text, impl FnMut(usize) -> usize) {
    let mut state = 42u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let words = [
        "load", "store", "price", "user", "total", "index", "buffer", "cache", "route", "token", "panel",
        "query",
    ];
    let mut text = Vec::new();
    for _ in 0..100_000 {
        let line = match random(6) {
            0 => "}\n".to_owned(),
            1 => "\n".to_owned(),
            2 => format!("    return {}_{};\n", words[random(12)], random(500)),
            3 => format!("    if {}.{}({}) {{\n", words[random(12)], words[random(12)], random(900)),
            _ => format!(
                "    let {}_{} = {}({}, {});\n",
                words[random(12)],
                random(90),
                words[random(12)],
                words[random(12)],
                random(2000)
            ),
        };
        text.extend_from_slice(line.as_bytes());
    }
    (Text::new(text), random)
}

#[test]
fn damaged_blocks_name_their_region_in_a_long_file() {
    let (text, mut random) = file();
    let mut right = 0;
    for damaged in [20, 50, 90] {
        for _ in 0..10 {
            let start = random(text.len() - 20);
            let mut search: Vec<Vec<u8>> =
                text.window(start..start + 20).into_iter().map(<[u8]>::to_vec).collect();
            for line in &mut search {
                if random(100) < damaged && line.len() > 4 {
                    let at = 4 + random(line.len() - 4);
                    line.splice(at..(at + 3).min(line.len()), *b"zq");
                }
            }
            search.retain(|_| random(100) >= 5);
            let at = random(search.len());
            search.insert(at, b"    // a line that is not there".to_vec());
            let search: Vec<&[u8]> = search.iter().map(Vec::as_slice).collect();
            let found = nearest_to(&text, &search);
            right += usize::from(found.first().is_some_and(|found| found.lines.start.abs_diff(start) <= 2));
        }
    }
    assert!(right >= 29, "{right} of 30");
}
