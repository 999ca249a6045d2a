//! A progress bar for each study on standard error, if standard error is a terminal.

use std::time::Duration;

/// The bars of the studies that run, one below the other.
pub use indicatif::MultiProgress as Bars;
use indicatif::{ProgressBar, ProgressStyle};

/// The settings of a study, and its progress bar.
#[derive(Debug)]
pub struct Progress {
    /// Shorter runs and smaller plots.
    quick: bool,
    bar: ProgressBar,
}

impl Progress {
    /// An empty bar with the name of the study.
    pub fn new(name: &'static str, quick: bool, bars: &Bars) -> Self {
        let bar = bars.add(ProgressBar::new(0).with_prefix(name));
        let style = ProgressStyle::with_template("{prefix:>18} {bar:24} {pos}/{len} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { quick, bar }
    }

    /// `full`, or `quick` in a quick run.
    pub fn choose<T>(&self, full: T, quick: T) -> T {
        if self.quick { quick } else { full }
    }

    /// Runs one part of a study.
    pub fn part<T>(&self, what: &'static str, part: impl FnOnce() -> T) -> T {
        self.bar.set_message(what);
        let result = part();
        self.bar.inc(1);
        result
    }

    /// Announces how many parts there will be.
    pub fn expect(&self, parts: u64) {
        self.bar.set_length(parts);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
