//! Work that a second thread does beside this one.

use std::thread;

use super::platform;

/// Does both, the second one in a thread if there can be one.
pub(crate) fn both(here: &mut dyn FnMut(), there: &mut (dyn FnMut() + Send)) {
    if beside(&mut *there, here).1.is_none() {
        there();
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_done_once() {
        let (mut here, mut there) = (0, 0);
        both(&mut || here += 1, &mut || there += 1);
        assert_eq!((here, there), (1, 1));
    }
}
