//! `git sr help`

use crate::cli::{
    args::{self, Help},
    exit::Exit,
    style::Streams,
};

pub(super) fn help(args: &Help, streams: &mut Streams) -> Exit {
    let mut command = args::command();
    // With this, the usage line of a command has its whole name.
    command.build();
    let found = match &args.command {
        Some(name) => command.find_subcommand_mut(name),
        None => Some(&mut command),
    };
    if let Some(found) = found {
        streams.line(found.render_long_help().ansi().to_string().trim_end());
    }
    Exit::Done
}
