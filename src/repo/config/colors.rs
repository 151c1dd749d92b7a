//! The colours of diffs, as git's configuration has them.

use gix::config::{Color, color::Attribute, color::Name};

use super::Config;

/// Colours of the parts of a diff, as sequences for a terminal, empty where a part has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffColors {
    /// Lines that stay.
    pub context: String,
    /// The lines above the hunks.
    pub meta: String,
    /// The numbers of a hunk.
    pub frag: String,
    /// The heading of a hunk.
    pub func: String,
    /// Lines that go.
    pub old: String,
    /// Lines that come.
    pub new: String,
    /// Blanks that are an error (`core.whitespace`).
    pub whitespace: String,
}

impl DiffColors {
    /// Those of `color.diff.*`. A value that is no colour does not count: most commands show no diff.
    pub(super) fn read(config: Config<'_>) -> Self {
        let color = |key, default: &str| {
            let color = config.last(key).and_then(|entry| Color::try_from(entry.value).ok());
            color.map_or_else(|| default.to_owned(), sequence)
        };
        let plain = color("color.diff.plain", "");
        Self {
            context: color("color.diff.context", &plain),
            meta: color("color.diff.meta", "\x1b[1m"),
            frag: color("color.diff.frag", "\x1b[36m"),
            func: color("color.diff.func", ""),
            old: color("color.diff.old", "\x1b[31m"),
            new: color("color.diff.new", "\x1b[32m"),
            whitespace: color("color.diff.whitespace", "\x1b[41m"),
        }
    }
}

/// The sequence of a colour; empty for `normal`.
fn sequence(color: Color) -> String {
    let mut codes: Vec<String> = Vec::new();
    if color.attributes.contains(Attribute::RESET) {
        codes.push(String::new());
    }
    codes.extend(
        ATTRIBUTES
            .iter()
            .filter(|(it, _)| color.attributes.intersects(*it))
            .map(|(_, code)| code.to_string()),
    );
    codes.extend(color.foreground.and_then(|name| code(name, 0)));
    codes.extend(color.background.and_then(|name| code(name, 10)));
    if codes.is_empty() { String::new() } else { format!("\x1b[{}m", codes.join(";")) }
}

/// The attributes by their codes (ECMA-48, SGR).
const ATTRIBUTES: [(Attribute, u8); 13] = [
    (Attribute::BOLD, 1),
    (Attribute::DIM, 2),
    (Attribute::ITALIC, 3),
    (Attribute::UL, 4),
    (Attribute::BLINK, 5),
    (Attribute::REVERSE, 7),
    (Attribute::STRIKE, 9),
    (Attribute::NO_BOLD.union(Attribute::NO_DIM), 22),
    (Attribute::NO_ITALIC, 23),
    (Attribute::NO_UL, 24),
    (Attribute::NO_BLINK, 25),
    (Attribute::NO_REVERSE, 27),
    (Attribute::NO_STRIKE, 29),
];

/// The code of a colour; `ground` is 0 in front and 10 behind.
fn code(name: Name, ground: u8) -> Option<String> {
    let plain = |number: u8| Some((number + ground).to_string());
    match name {
        Name::Normal => None,
        Name::Default => plain(39),
        Name::Black => plain(30),
        Name::Red => plain(31),
        Name::Green => plain(32),
        Name::Yellow => plain(33),
        Name::Blue => plain(34),
        Name::Magenta => plain(35),
        Name::Cyan => plain(36),
        Name::White => plain(37),
        Name::BrightBlack => plain(90),
        Name::BrightRed => plain(91),
        Name::BrightGreen => plain(92),
        Name::BrightYellow => plain(93),
        Name::BrightBlue => plain(94),
        Name::BrightMagenta => plain(95),
        Name::BrightCyan => plain(96),
        Name::BrightWhite => plain(97),
        Name::Ansi(number @ 0..=7) => plain(30 + number),
        Name::Ansi(number @ 8..=15) => plain(82 + number),
        Name::Ansi(number) => Some(format!("{};5;{number}", 38 + ground)),
        Name::Rgb(red, green, blue) => Some(format!("{};2;{red};{green};{blue}", 38 + ground)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_the_sequence_that_git_prints() {
        for (color, wanted) in [
            ("normal", ""),
            ("", ""),
            ("bold red", "\x1b[1;31m"),
            ("red bold ul", "\x1b[1;4;31m"),
            ("yellow blue", "\x1b[33;44m"),
            ("normal blue", "\x1b[44m"),
            ("brightgreen 208", "\x1b[92;48;5;208m"),
            ("12 #ff8000", "\x1b[94;48;2;255;128;0m"),
            ("nobold default", "\x1b[22;39m"),
            ("reset red", "\x1b[;31m"),
        ] {
            assert_eq!(sequence(Color::try_from(color).expect("a colour")), wanted, "{color}");
        }
    }
}
