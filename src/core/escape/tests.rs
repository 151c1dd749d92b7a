use proptest::prelude::*;

use super::{characters::is_bidi, *};

fn shown(bytes: &[u8]) -> String {
    escape(bytes).to_string()
}

fn kinds(text: &str) -> Vec<Kind> {
    suspicious(text.as_bytes()).map(|found| found.kind).collect()
}

#[test]
fn what_drives_a_terminal_is_shown_as_an_escape() {
    for (bytes, wanted) in [
        (&b"\x1b[2J"[..], r"\x1b[2J"),
        (b"\x1b]0;title\x07", r"\x1b]0;title\x07"),
        (b"\x1b]52;c;AAAA\x1b\\", r"\x1b]52;c;AAAA\x1b\"),
        (b"\x1bPq\x08", r"\x1bPq\x08"),
        (b"a\0b\x7f", r"a\x00b\x7f"),
        (b"a\rb\nc\td", r"a\rb\nc\td"),
        ("\u{9b}31m\u{85}".as_bytes(), r"\u{9b}31m\u{85}"),
        (b"\x9b31m\xff\xc3", r"\x9b31m\xff\xc3"),
    ] {
        assert_eq!(shown(bytes), wanted);
    }
}

#[test]
fn what_deceives_the_eye_is_shown_as_an_escape() {
    for (text, wanted) in [
        ("a\u{202e}b\u{2066}c", r"a\u{202e}b\u{2066}c"),
        ("zero\u{200b}width\u{2060}\u{feff}", r"zero\u{200b}width\u{2060}\u{feff}"),
        ("tag\u{e0041}", r"tag\u{e0041}"),
        ("a\u{fe0f}\u{e0100}", r"a\u{fe0f}\u{e0100}"),
        ("a\u{2028}b\u{ad}", r"a\u{2028}b\u{ad}"),
    ] {
        assert_eq!(shown(text.as_bytes()), wanted);
    }
}

#[test]
fn printable_text_of_any_script_stays() {
    for text in [
        "naïve café",
        "日本語 中文",
        "Ελληνικά",
        "עברית",
        "👩‍💻 ❤️ 1️⃣ 👍🏽",
        "می‌خواهم",
        "क्‍ष",
        r"C:\dir",
        "\u{fffd}",
    ] {
        assert_eq!(shown(text.as_bytes()), text);
    }
}

#[test]
fn several_lines_keep_their_line_feeds_and_show_tabs_as_asked() {
    let text = b"a\n\tb\r\n";
    assert_eq!(escape(text).keep_newlines().to_string(), "a\n\\tb\\r\n");
    assert_eq!(escape(text).keep_newlines().tabs(Tabs::Arrow).to_string(), "a\n→b\\r\n");
    assert_eq!(escape(text).keep_newlines().tabs(Tabs::Kept).to_string(), "a\n\tb\\r\n");
}

#[test]
fn suspicious_characters_are_found_with_offset_and_name() {
    let found: Vec<_> =
        suspicious("let x\u{202e} = 1;\u{200b}\n\r\u{1b}\0\u{e0041}\u{8}\u{9b}a\u{fe01}".as_bytes())
            .map(|found| (found.offset, found.kind, found.name()))
            .collect();
    assert_eq!(
        found,
        [
            (5, Kind::Bidi, "right-to-left override"),
            (13, Kind::Invisible, "zero width space"),
            (17, Kind::LoneCr, "lone carriage return"),
            (18, Kind::Escape, "escape"),
            (19, Kind::Nul, "nul"),
            (20, Kind::Tag, "tag character"),
            (24, Kind::Control, "backspace"),
            (25, Kind::Control, "control character"),
            (28, Kind::VariationSelector, "variation selector"),
        ]
    );
}

#[test]
fn ordinary_text_is_not_suspicious() {
    for text in ["a\tb\r\nc\n", "page\u{c}break", "日本語", "عربي", "naïve", "می‌خواهم", "क्‍ष", "a\u{a0}b"]
    {
        assert_eq!(kinds(text), [], "{text:?}");
    }
    assert_eq!(suspicious(b"caf\xe9 \x93quoted\x94").count(), 0);
}

#[test]
fn an_emoji_may_be_built_of_several_characters() {
    for text in ["❤️", "⚠️ mind", "👩‍💻", "🏳️‍🌈", "👩🏽‍🤝‍👨🏻", "1️⃣", "©️", "☎︎"]
    {
        assert_eq!(kinds(text), [], "{text:?}");
    }
}

#[test]
fn the_parts_of_an_emoji_are_suspicious_elsewhere() {
    assert_eq!(kinds("a\u{fe0f}"), [Kind::VariationSelector]);
    assert_eq!(kinds("❤\u{fe0f}\u{fe0f}"), [Kind::VariationSelector]);
    assert_eq!(kinds("1\u{fe0f}"), [Kind::VariationSelector]);
    assert_eq!(kinds("a\u{200d}b"), [Kind::Invisible]);
    assert_eq!(kinds("👩\u{200d}x"), [Kind::Invisible]);
    assert_eq!(kinds("x\u{200d}👩"), [Kind::Invisible]);
    assert_eq!(kinds("ب\u{200c}\u{200c}"), [Kind::Invisible]);
}

fn dangerous() -> impl Strategy<Value = Vec<u8>> {
    let odd = prop_oneof![
        Just('\u{1b}'),
        Just('\u{200d}'),
        Just('\u{fe0f}'),
        Just('❤'),
        Just('\r'),
        Just('\n'),
        Just('\u{5d0}'),
        prop::char::range('\u{80}', '\u{9f}'),
        prop::char::range('\u{2000}', '\u{2070}'),
        any::<char>(),
    ];
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..60),
        prop::collection::vec(odd, 0..30).prop_map(|text| text.iter().collect::<String>().into_bytes()),
    ]
}

proptest! {
    #[test]
    fn no_control_or_bidi_character_is_ever_printed(bytes in dangerous()) {
        let printed = shown(&bytes);
        prop_assert!(!printed.chars().any(|c| c.is_control() || is_bidi(c)), "{printed:?}");
        let lines = escape(&bytes).keep_newlines().tabs(Tabs::Arrow).to_string();
        prop_assert!(!lines.chars().any(|c| c != '\n' && (c.is_control() || is_bidi(c))), "{lines:?}");
    }

    #[test]
    fn skipping_plain_text_finds_the_same_characters(bytes in dangerous()) {
        prop_assert_eq!(offsets(&bytes), slowly(&bytes));
    }
}

#[test]
fn skipping_plain_text_finds_the_same_beside_text_from_right_to_left() {
    for text in
        ["\u{200e}\u{5b0}", "\u{200e}\u{5d0}", "a \u{200f}- \u{5d0}", "\u{5d0} abc\u{200f}", "a\u{200e}"]
    {
        assert_eq!(offsets(text.as_bytes()), slowly(text.as_bytes()), "{text:?}");
    }
    assert!(offsets("\u{200e}\u{5b0}".as_bytes()).is_empty());
}

/// Offsets of the suspicious characters.
fn offsets(bytes: &[u8]) -> Vec<usize> {
    suspicious(bytes).map(|found| found.offset).collect()
}

/// The same, without skipping.
fn slowly(bytes: &[u8]) -> Vec<usize> {
    Scan::spelling(bytes)
        .filter(|piece| piece.character != Some('\u{c}') && piece.kind.is_some())
        .map(|piece| piece.offset)
        .collect()
}

#[test]
fn the_flags_that_are_spelt_with_tags_are_emoji_and_no_other_tags_are() {
    let flag = |letters: &str| {
        let tags = letters.chars().filter_map(|letter| char::from_u32(0xe0000 + u32::from(letter)));
        format!("🏴{}\u{e007f}", tags.collect::<String>())
    };
    for letters in ["gbeng", "gbsct", "gbwls"] {
        assert_eq!(kinds(&format!("a {} b", flag(letters))), [], "{letters}");
    }
    assert_eq!(kinds(&flag("rmall")).len(), 6);
    assert_eq!(kinds(&format!("{}\u{e0061}", flag("gbeng"))), [Kind::Tag]);
    assert_eq!(kinds(&flag("gbeng").replace('🏴', "x")).len(), 6);
}

#[test]
fn a_mark_of_direction_beside_text_of_that_direction_is_spelling() {
    for text in ["שלום!\u{200f}", "\u{200f}(عربي)", "\u{61c}عربي", "a \u{200e}(שלום)", "1 \u{200e}- عربي"]
    {
        assert_eq!(kinds(text), [], "{text:?}");
    }
    for text in ["a\u{200f}b", "\u{200e}", "שלום, and then far away in Latin \u{200f}x", "שלום\u{202e}"]
    {
        assert_eq!(kinds(text), [Kind::Bidi], "{text:?}");
    }
    assert_eq!(shown("שלום\u{200f}".as_bytes()), r"שלום\u{200f}");
}
