//! The choice whether to colour.

use std::{io::IsTerminal, path::Path};

use anstream::ColorChoice;

use super::args::When;
use crate::repo::config::{Color, colors_at};

/// Decides whether to colour: by the option, then `color.sr`, then `NO_COLOR`, then `color.ui`, then by the
/// terminal.
pub(super) fn choose(option: Option<When>, sr: Option<Color>, ui: Option<Color>) {
    let of = |color: Color| match color {
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
        Color::Auto => ColorChoice::Auto,
    };
    let typed = option.map(|when| match when {
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
        When::Auto => ColorChoice::Auto,
    });
    let quiet = no_color().then_some(ColorChoice::Never);
    let choice = typed.or(sr.map(of)).or(quiet).or(ui.map(of)).unwrap_or(ColorChoice::Auto);
    choice.write_global();
}

/// The same for a command that opens no repository, or fails to.
pub(super) fn choose_early(start: &Path, option: Option<When>) {
    let start = std::path::absolute(start).or_else(|_| std::env::current_dir()).unwrap_or_default();
    let [sr, ui] = colors_at(&start);
    choose(option, sr, ui);
}

/// Returns whether the environment asks for no colours.
fn no_color() -> bool {
    std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
}

/// Returns whether a stream is coloured. As git does, and unlike other programs, nothing is coloured in a pipe
/// because a variable says so.
pub(super) fn is_colored(stream: &impl IsTerminal) -> bool {
    match ColorChoice::global() {
        ColorChoice::Always | ColorChoice::AlwaysAnsi => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => stream.is_terminal() && !is_dumb() && !no_color(),
    }
}

pub(super) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb")
}
