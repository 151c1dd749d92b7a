//! A line on the terminal about work that takes over a second.

use std::{io::IsTerminal as _, time::Duration};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::color::is_dumb;
use crate::repo::{
    open::Repo,
    progress::{Line, Reached, Stage},
};

/// Time that goes by before it is shown.
const AFTER: Duration = Duration::from_secs(1);

/// Shows the progress of a command on standard error, if that is a terminal.
pub(super) fn show(repo: &Repo) {
    if std::io::stderr().is_terminal() && !is_dumb() {
        repo.progress().show(TerminalLine::default(), AFTER);
    }
}

/// The last line of the terminal.
#[derive(Default)]
struct TerminalLine {
    bar: Option<ProgressBar>,
}

impl Line for TerminalLine {
    fn draw(&mut self, reached: &Reached) {
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.with_elapsed(reached.since)
        });
        let template = match reached.all {
            Some(_) => "{msg} [{bar:24}] {human_pos} of {human_len}, {elapsed}",
            None => "{msg}, {elapsed}",
        };
        // A template that is none would be a fault of this file; a test says so.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(words(reached.stage));
        if let Some(all) = reached.all {
            bar.set_length(all as u64);
            bar.set_position(reached.done as u64);
        }
        bar.tick();
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn words(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting => "waiting for another run of git sr",
        Stage::Reading => "reading the reply",
        Stage::Locating => "locating blocks",
        Stage::Comparing => "comparing files",
        Stage::Writing => "writing files",
    }
}
