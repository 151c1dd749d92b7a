//! Work that a second thread does beside this one.

use std::thread;

use super::platform;

/// Does `here` while a thread does `there`; the second result is none where there was no thread, or it died.
pub(crate) fn beside<T, U: Send>(
    there: impl FnOnce() -> U + Send,
    here: impl FnOnce() -> T,
) -> (T, Option<U>) {
    thread::scope(|scope| {
        let step_aside = platform::beside();
        let thread = thread::Builder::new().spawn_scoped(scope, || {
            // Where it may not, both take turns.
            let _ = step_aside();
            there()
        });
        let done = here();
        (done, thread.ok().and_then(|thread| thread.join().ok()))
    })
}
