//! Extent of the tests: a sample, or with `SR_FULL=1` all of it. Then a test may be skipped only for want of
//! what this machine does not have.

/// Returns whether every point is tried.
pub(crate) fn full() -> bool {
    std::env::var_os("SR_FULL").is_some_and(|value| value == "1")
}

/// A requirement of a test, and whether this machine meets it.
#[allow(dead_code, reason = "no test crate needs all of it")]
pub(crate) enum Need {
    /// It works.
    Works,
    /// This machine does not have it.
    Missing(&'static str),
    /// This machine has it, but it fails.
    Broken(&'static str),
}

impl Need {
    /// Returns whether a test can run. Prints its name and the reason if it cannot; where every point is
    /// tried, that is a failure if the machine could have run it.
    #[allow(dead_code, reason = "no test crate needs all of it")]
    #[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
    pub(crate) fn is_met(&self, test: &str) -> bool {
        match self {
            Self::Works => true,
            Self::Broken(what) if full() => panic!("{test} did not run: {what}"),
            Self::Missing(what) | Self::Broken(what) => {
                println!("SKIP: {test}: {what}");
                false
            }
        }
    }
}
