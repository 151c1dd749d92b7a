//! A reply that is read from standard input while a model writes it.

use std::{
    io::{self, IsTerminal as _, Read as _},
    path::PathBuf,
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant},
};

use crate::{
    apply::{ApplyRequest, Preview},
    cli::{
        args::Apply,
        fatal::Fatal,
        input::InputError,
        report::stream::{self, BlockLine},
        style::Streams,
    },
    core::reply::unwrapped,
    repo::{config::Settings, open::Repo},
};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// Chunks that are read ahead.
const AHEAD: usize = 64;

/// Looking at a reply takes time that grows with it. After a look this many times as long goes by until the
/// next one, so that all of them together take no more than a fixed share of the time.
const PAUSE: u32 = 3;

/// Refuses options that make no sense with a reply that is being written.
pub(super) fn check(args: &Apply) -> Result<(), Fatal> {
    let is_standard = |path: &PathBuf| path.as_os_str() == "-";
    if args.stream
        && !(args.replies.is_empty() || args.replies.len() == 1 && args.replies.iter().all(is_standard))
    {
        return Err(Fatal::streamed_file());
    }
    if args.stream && args.output.quiet && !args.output.json {
        return Err(Fatal::streamed_quietly());
    }
    Ok(())
}

/// Reads the last reply of a request to its end, and reports its blocks on the way.
pub(super) fn read(
    repo: &Repo,
    settings: &Settings,
    request: &mut ApplyRequest,
    streams: &mut Streams,
    is_json: bool,
) -> Result<(), Fatal> {
    let unreadable = |error: &InputError| Fatal::input(b"-", error);
    if io::stdin().is_terminal() {
        return Err(unreadable(&InputError::Terminal));
    }
    let chunks = chunks();
    let mut look =
        Look { preview: Preview::of(request), repo, settings, is_json, is_due: false, next: Instant::now() };
    let mut bytes = 0;
    loop {
        match look.wait(&chunks) {
            Ok(chunk) => {
                let chunk = chunk.map_err(|error| unreadable(&error.into()))?;
                bytes += chunk.len() as u64;
                if bytes > settings.max_reply_bytes {
                    return Err(unreadable(&InputError::TooLarge { max: settings.max_reply_bytes }));
                }
                look.add(&chunk);
            }
            Err(RecvTimeoutError::Timeout) => look.now(false, streams),
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    look.now(true, streams);
    if let Some(input) = request.inputs.last_mut() {
        input.bytes = unwrapped(look.preview.into_bytes());
    }
    Ok(())
}

/// The bytes that are written to standard input, as they come; ends with it or with an error.
fn chunks() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || send(&sender));
    receiver
}

fn send(sender: &SyncSender<io::Result<Vec<u8>>>) {
    let mut stdin = io::stdin().lock();
    let mut buffer = vec![0; CHUNK];
    loop {
        let chunk = match stdin.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => Ok(buffer[..count].to_vec()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => Err(error),
        };
        let is_last = chunk.is_err();
        // Nobody may be left to take it.
        if sender.send(chunk).is_err() || is_last {
            return;
        }
    }
}

/// Looks at the reply so far.
struct Look<'r> {
    preview: Preview,
    repo: &'r Repo,
    settings: &'r Settings,
    is_json: bool,
    /// True if lines came since the last look.
    is_due: bool,
    /// No look before.
    next: Instant,
}

impl Look<'_> {
    /// Waits for the next chunk; not beyond the time for a look that is due.
    fn wait(&self, chunks: &Receiver<io::Result<Vec<u8>>>) -> Result<io::Result<Vec<u8>>, RecvTimeoutError> {
        if !self.is_due {
            return chunks.recv().map_err(|_| RecvTimeoutError::Disconnected);
        }
        chunks.recv_timeout(self.next.saturating_duration_since(Instant::now()))
    }

    fn add(&mut self, chunk: &[u8]) {
        self.is_due |= chunk.contains(&b'\n');
        self.preview.add(chunk);
    }

    /// Reports the blocks that are new. Where they cannot be located at all, the apply says so.
    fn now(&mut self, is_whole: bool, streams: &mut Streams) {
        let start = Instant::now();
        let found = self.preview.look(self.repo, self.settings, is_whole).unwrap_or_default();
        for block in &found {
            let line = BlockLine { reply: "-", block };
            if self.is_json { stream::json(&line, streams) } else { stream::line(&line, streams) }
        }
        let took: Duration = start.elapsed();
        (self.is_due, self.next) = (false, Instant::now() + took * PAUSE);
    }
}
