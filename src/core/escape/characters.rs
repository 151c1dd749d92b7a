//! Characters by what they do to a text: their blocks in Unicode.

/// Returns whether a character changes the direction of text.
pub(super) fn is_bidi(character: char) -> bool {
    matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns whether a character is shown as nothing at all: Unicode's `Default_Ignorable_Code_Point` (which
/// holds the bidi controls and what HFS+ ignores in names), the line separators and the interlinear
/// annotations.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The blocks of Hebrew, Arabic and the scripts between them.
pub(super) fn is_rtl(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Returns whether a character is in a block with emoji; other signs of these blocks do no harm.
pub(super) fn is_emoji(character: char) -> bool {
    matches!(
        character,
        '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙' | 'Ⓜ'
            | '\u{2190}'..='\u{21ff}'
            | '\u{2300}'..='\u{23ff}'
            | '\u{25a0}'..='\u{27bf}'
            | '\u{2900}'..='\u{297f}'
            | '\u{2b00}'..='\u{2bff}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

/// Returns whether a character is that of a key, which a combining mark may enclose.
pub(super) fn is_keycap(character: char) -> bool {
    matches!(character, '0'..='9' | '#' | '*')
}

/// Letters of the scripts from Arabic to Sinhala, whose spelling uses joiners.
pub(super) fn takes_joiner(character: char) -> bool {
    matches!(character, '\u{620}'..='\u{dff}') && character.is_alphanumeric()
        || matches!(
            character,
            '\u{94d}' | '\u{9cd}' | '\u{a4d}' | '\u{acd}' | '\u{b4d}' | '\u{bcd}' | '\u{c4d}'
        )
        || matches!(character, '\u{ccd}' | '\u{d4d}' | '\u{dca}')
}
