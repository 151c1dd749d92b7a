//! Watch over calls that do not end.
#![expect(clippy::disallowed_methods, reason = "it measures time")]

use std::{
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Longest time of a call.
const LONGEST: Duration = Duration::from_secs(10);

/// A call that is under way: its beginning and its input.
type Call = (Instant, Vec<u8>);

/// The call that is under way, if there is one.
#[derive(Clone, Default)]
pub struct Watch(Arc<Mutex<Option<Call>>>);

impl Watch {
    /// Starts to watch. `late` is given the input of the first call that takes too long.
    pub fn start(late: impl FnOnce(&[u8]) + Send + 'static) -> Self {
        let watch = Self::default();
        let seen = watch.clone();
        thread::spawn(move || {
            loop {
                thread::sleep(LONGEST / 10);
                let call = seen.0.lock().expect("no panic within").clone();
                if let Some((_, input)) = call.filter(|(start, _)| start.elapsed() > LONGEST) {
                    return late(&input);
                }
            }
        });
        watch
    }

    /// Calls a function on an input.
    pub fn call<T>(&self, input: &[u8], function: impl FnOnce() -> T) -> T {
        *self.0.lock().expect("no panic within") = Some((Instant::now(), input.to_vec()));
        let result = function();
        *self.0.lock().expect("no panic within") = None;
        result
    }
}
