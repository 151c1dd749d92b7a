//! Progress of a run, and a thread that shows it where the run takes long.

use std::{
    fmt,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::{Duration, Instant},
};

/// Time between two looks at what is shown.
const PAUSE: Duration = Duration::from_millis(100);

/// Parts of a run that may take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Another run holds the lock.
    Waiting,
    /// The replies are parsed.
    Reading,
    /// Blocks are located; counted are these.
    Locating,
    /// The diff or the counts are made.
    Comparing,
    /// Files are recorded and written.
    Writing,
}

/// State of a run at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The stage.
    pub stage: Stage,
    /// Number of things that are done.
    pub done: usize,
    /// Number of things to do; none where they are not counted.
    pub all: Option<usize>,
    /// Time since the run began, or since it was hidden.
    pub since: Duration,
}

/// A place where progress is shown.
pub trait Line: Send {
    /// Shows it, in place of what was shown before.
    fn draw(&mut self, reached: &Reached);

    /// Takes away what was shown.
    fn clear(&mut self);
}

/// Progress of a run. Where nothing shows it, a step is a store.
#[derive(Debug, Default)]
pub struct Progress {
    state: Mutex<State>,
    changed: Condvar,
    done: AtomicUsize,
}

#[derive(Default)]
struct State {
    stage: Option<(Stage, Option<usize>)>,
    /// The time at which the first stage since it was hidden began.
    began: Option<Instant>,
    line: Option<Box<dyn Line>>,
    is_drawn: bool,
}

impl fmt::Debug for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("State").field("stage", &self.stage).finish_non_exhaustive()
    }
}

impl Progress {
    /// Begins a stage, with so many things to do.
    pub fn begin(&self, stage: Stage, all: Option<usize>) {
        let mut state = self.state();
        self.done.store(0, Relaxed);
        state.stage = Some((stage, all));
        if state.line.is_some() {
            state.began.get_or_insert_with(Instant::now);
            self.changed.notify_one();
        }
    }

    /// Notes how many things are done.
    pub fn reached(&self, done: usize) {
        self.done.store(done, Relaxed);
    }

    /// Takes away what is shown, and shows nothing until the next stage begins. Whoever writes to the terminal
    /// calls it first.
    pub fn hide(&self) {
        let mut state = self.state();
        (state.stage, state.began) = (None, None);
        if std::mem::take(&mut state.is_drawn)
            && let Some(line) = &mut state.line
        {
            line.clear();
        }
    }

    /// Shows what takes longer than a time from now on, by a thread that ends with the process.
    pub fn show(self: &Arc<Self>, line: impl Line + 'static, after: Duration) {
        self.state().line = Some(Box::new(line));
        let progress = Arc::clone(self);
        // Without a thread nothing is shown.
        let _ = thread::Builder::new().spawn(move || progress.watch(after));
    }

    fn watch(&self, after: Duration) {
        let mut state = self.state();
        loop {
            let now = Instant::now();
            let since = state.began.map(|began| now.saturating_duration_since(began));
            let wait = match (state.stage, since) {
                (Some((stage, all)), Some(since)) if since >= after => {
                    let reached = Reached { stage, done: self.done.load(Relaxed), all, since };
                    state.is_drawn = true;
                    if let Some(line) = &mut state.line {
                        line.draw(&reached);
                    }
                    PAUSE
                }
                (Some(_), Some(since)) => after - since,
                _ => {
                    state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
            };
            let waited = self.changed.wait_timeout(state, wait);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// The stage that is drawn, with what is done and what is to do; none where it is cleared.
    type Event = Option<(Stage, usize, Option<usize>)>;

    /// Tells of events in their order.
    struct Told(Sender<Event>);

    impl Line for Told {
        fn draw(&mut self, reached: &Reached) {
            let _ = self.0.send(Some((reached.stage, reached.done, reached.all)));
        }

        fn clear(&mut self) {
            let _ = self.0.send(None);
        }
    }

    fn shown(after: Duration) -> (Arc<Progress>, Receiver<Event>) {
        let (tell, told) = channel();
        let progress = Arc::new(Progress::default());
        progress.show(Told(tell), after);
        (progress, told)
    }

    #[test]
    fn what_has_begun_is_drawn_with_what_is_done() {
        let (progress, told) = shown(Duration::ZERO);
        progress.begin(Stage::Locating, Some(3));
        assert!(matches!(told.recv(), Ok(Some((Stage::Locating, _, Some(3))))));
        progress.reached(2);
        assert!(told.iter().any(|event| event == Some((Stage::Locating, 2, Some(3)))));
        progress.begin(Stage::Writing, None);
        assert!(told.iter().any(|event| event == Some((Stage::Writing, 0, None))));
    }

    #[test]
    fn what_is_hidden_is_cleared_once_and_drawn_again_by_the_next_stage_only() {
        let (progress, told) = shown(Duration::ZERO);
        progress.begin(Stage::Reading, None);
        told.recv().unwrap();
        progress.hide();
        progress.hide();
        let mut rest = told.try_iter().skip_while(Option::is_some);
        assert_eq!((rest.next(), rest.next()), (Some(None), None));
        progress.begin(Stage::Writing, None);
        assert_eq!(told.recv(), Ok(Some((Stage::Writing, 0, None))));
    }

    #[test]
    fn a_short_run_shows_and_clears_nothing() {
        let (progress, told) = shown(Duration::MAX);
        progress.begin(Stage::Reading, None);
        progress.begin(Stage::Writing, None);
        progress.hide();
        assert_eq!(told.try_iter().count(), 0);
    }
}
