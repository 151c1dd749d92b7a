//! Signals that ask the program to stop: while a batch is written they are noted, and looked at between
//! files.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default, register_usize};

#[cfg(unix)]
const ASKING: &[i32] = &[signal_hook::consts::SIGHUP, SIGINT, SIGTERM];
#[cfg(not(unix))]
const ASKING: &[i32] = &[SIGINT, SIGTERM];

struct SignalState {
    /// Nothing is being written: a signal has its default effect.
    idle: Arc<AtomicBool>,
    /// Number of holders.
    holders: AtomicUsize,
    /// The last signal that came meanwhile; 0 for none.
    caught: Arc<AtomicUsize>,
}

static STATE: OnceLock<SignalState> = OnceLock::new();

/// Until it is dropped, signals are only noted.
#[derive(Debug)]
pub struct Held(());

/// Begins to note signals instead of dying of them.
///
/// # Errors
/// If the system takes no handler.
pub fn hold() -> io::Result<Held> {
    let state = match STATE.get() {
        Some(state) => state,
        None => {
            let state = handlers()?;
            STATE.get_or_init(|| state)
        }
    };
    if state.holders.fetch_add(1, Ordering::SeqCst) == 0 {
        state.caught.store(0, Ordering::SeqCst);
    }
    state.idle.store(false, Ordering::SeqCst);
    Ok(Held(()))
}

/// Lets a file that may grow no further be an error of the call that writes it, as on a disk that is full,
/// and no end of the program.
///
/// # Errors
/// If the system takes no handler.
pub fn outlive_limits() -> io::Result<()> {
    #[cfg(unix)]
    register(signal_hook::consts::SIGXFSZ, Arc::default())?;
    Ok(())
}

fn handlers() -> io::Result<SignalState> {
    let state = SignalState {
        idle: Arc::new(AtomicBool::new(true)),
        holders: AtomicUsize::new(0),
        caught: Arc::default(),
    };
    for &signal in ASKING {
        // In this order: one that comes when idle kills before it is noted.
        register_conditional_default(signal, Arc::clone(&state.idle))?;
        register_usize(signal, Arc::clone(&state.caught), usize::try_from(signal).unwrap_or(1))?;
    }
    Ok(state)
}

impl Held {
    /// The signal that came, if one did.
    pub fn caught(&self) -> Option<i32> {
        number(STATE.get()?.caught.load(Ordering::SeqCst))
    }

    /// The same, and forgets it, so that the next one is seen too, if it is of the same kind.
    pub(super) fn take(&self) -> Option<i32> {
        number(STATE.get()?.caught.swap(0, Ordering::SeqCst))
    }
}

fn number(caught: usize) -> Option<i32> {
    i32::try_from(caught).ok().filter(|&signal| signal != 0)
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(state) = STATE.get()
            && state.holders.fetch_sub(1, Ordering::SeqCst) == 1
        {
            state.idle.store(true, Ordering::SeqCst);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_signal_is_noted_while_held() {
        let held = hold().unwrap();
        assert_eq!(held.caught(), None);
        signal_hook::low_level::raise(SIGTERM).unwrap();
        assert_eq!(held.caught(), Some(SIGTERM));
    }
}
