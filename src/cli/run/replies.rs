//! The replies that a command names, and the options of parsing them.

use std::path::{Path, PathBuf};

use bstr::{BString, ByteSlice};

use crate::{
    cli::{
        args::{self, FormatName, ReadingArgs},
        clipboard,
        fatal::Fatal,
        input,
    },
    core::reply::{self, MarkerWords},
    repo::config::{ConfigError, MARKERS, Settings, Takes},
    request::Input,
};

pub(super) fn inputs(start: &Path, replies: &[PathBuf], max: u64) -> Result<Vec<Input>, Fatal> {
    let standard = [PathBuf::from("-")];
    let replies = if replies.is_empty() { &standard } else { replies };
    let mut inputs: Vec<Input> = Vec::with_capacity(replies.len());
    for path in replies {
        let room = max - inputs.iter().map(|input| input.bytes.len() as u64).sum::<u64>();
        let read = if path.as_os_str() == "-" {
            input::standard_input(room)
        } else {
            input::file(start, path, room)
        };
        inputs.push(read.map_err(|error| Fatal::input(&name(path), &error))?);
    }
    Ok(inputs)
}

/// The reply on the clipboard.
pub(super) fn clipboard(max: u64) -> Result<Input, Fatal> {
    const NAME: &str = "clipboard";
    let text = clipboard::read().map_err(|error| Fatal::clipboard(&error))?;
    if text.len() as u64 > max {
        return Err(Fatal::input(NAME.as_bytes(), &input::InputError::TooLarge { max }));
    }
    Ok(Input::new(NAME, text.into_bytes()))
}

fn name(path: &Path) -> BString {
    path.as_os_str().as_encoded_bytes().into()
}

/// The options of parsing replies.
pub(super) fn options(reading: &ReadingArgs, settings: Option<&Settings>) -> Result<reply::Options, Fatal> {
    Ok(reply::Options {
        format: reading.format.and_then(FormatName::only),
        path: reading.path.as_ref().map(|path| path.as_encoded_bytes().into()),
        fence: fence(reading.fence.as_ref(), settings)?,
        words: words(settings)?,
    })
}

/// The words that are configured for the markers.
pub(super) fn words(settings: Option<&Settings>) -> Result<MarkerWords, Fatal> {
    let mut words = MarkerWords::default();
    for (name, entry) in settings.iter().flat_map(|settings| &settings.markers) {
        words.add(name, &entry.value).map_err(|_| match entry.key {
            MARKERS => Fatal::no_marker(name, &entry.refused()),
            _ => entry.refused().into(),
        })?;
    }
    Ok(words)
}

/// One more fence: that of the option, else the last one configured.
fn fence(
    typed: Option<&(String, String)>,
    settings: Option<&Settings>,
) -> Result<Option<(BString, BString)>, Fatal> {
    let configured = settings.and_then(|settings| settings.fence.last()).map(|entry| {
        let value = entry.value.to_str().map_err(|_| entry.refused())?;
        args::fence(value)
            .map_err(|_| ConfigError { takes: Takes::Form("<open>..<close>"), ..entry.refused() })
    });
    let fence = match typed {
        Some(fence) => Some(fence.clone()),
        None => configured.transpose()?,
    };
    Ok(fence.map(|(open, close)| (open.into(), close.into())))
}
