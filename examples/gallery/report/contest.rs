//! One system with several schemes: conserved quantities over a long run, and error against computing time.
//!
//! Knows neither the systems nor the properties of the schemes; each entry comes with its expectations.

mod expected;

use std::hint::black_box;
use std::time::Instant;

use extremal::blocks::NoInputs;
use extremal::{Discretize, Error, Facts, Integrator, StateOf};

pub use expected::{Claims, HIGHER, SECOND, Said, rounding};

use crate::grid::{Cell, Grid};
use crate::measure::{distance, end_state, largest};
use crate::plot::Curve;
use crate::table::{Verdict, short};

/// Intervals of each run, for the plots.
const INTERVALS: usize = 100;
/// Times are the shortest of this many runs.
const ROUNDS: usize = 15;

/// A momentum map at a node.
pub type Map<S> = fn(&S, &StateOf<S>) -> f64;

/// The task that all schemes are given.
#[derive(Debug)]
pub struct Task<S: extremal::Lagrangian, const M: usize> {
    /// The system.
    pub system: S,
    /// Its start.
    pub start: StateOf<S>,
    /// The step size of the long run.
    pub h: f64,
    /// The steps of the long run.
    pub steps: usize,
    /// The momentum maps.
    pub maps: [Map<S>; M],
    /// The exact state at the end of the short run.
    pub exact: StateOf<S>,
    /// Steps of h in the short run.
    pub short: usize,
}

/// The results of one scheme.
#[derive(Debug)]
pub struct Entry {
    /// The name of the scheme.
    pub scheme: &'static str,
    /// (t, max |E/E₀ − 1| of an interval)
    pub energy: Curve,
    /// The same of T + V.
    pub total: Curve,
    /// The same of each momentum map.
    pub maps: Vec<Curve>,
    /// The expectations for these quantities, in this order.
    said: Vec<Said>,
    /// The error of q at the end of the short run, with the step size of the long one.
    error: f64,
    /// (seconds, error of q) of short runs, from coarse to fine.
    pub work: Curve,
    /// The time of a step, with the step size of the long run.
    seconds_a_step: f64,
    facts: Facts,
}

impl<S: extremal::Lagrangian<Scalar = f64> + Copy, const M: usize> Task<S, M> {
    /// Runs a scheme; `counts` are the numbers of steps of the short runs, from coarse to fine.
    pub fn enter<D>(
        &self,
        (name, scheme): (&'static str, D),
        claims: Claims<M>,
        counts: &[usize],
    ) -> Result<Entry, Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
        D: Copy,
    {
        let mut entry = Entry {
            scheme: name,
            energy: Vec::new(),
            total: Vec::new(),
            maps: vec![Vec::new(); M],
            said: [claims.energy, claims.total]
                .into_iter()
                .chain(claims.maps)
                .collect(),
            error: self.error(scheme, self.short)?,
            work: Vec::new(),
            seconds_a_step: self.seconds(scheme, self.short)? / self.short as f64,
            facts: <S as Discretize<D>>::FACTS,
        };
        self.run(scheme, &mut entry)?;
        for &count in counts {
            // Steps too long for Newton's method to converge are omitted.
            if let Ok(error) = self.error(scheme, count) {
                entry.work.push((self.seconds(scheme, count)?, error));
            }
        }
        Ok(entry)
    }

    fn span(&self) -> f64 {
        self.h * self.short as f64
    }

    fn error<D>(&self, scheme: D, count: usize) -> Result<f64, Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let end = end_state(self.system, scheme, self.start.clone(), self.span(), count)?;
        Ok(distance(&end.q, &self.exact.q))
    }

    fn seconds<D>(&self, scheme: D, count: usize) -> Result<f64, Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
        D: Copy,
    {
        let mut least = f64::INFINITY;
        for _ in 0..ROUNDS {
            let mut motion = Integrator::from_state(
                self.system,
                scheme,
                self.span() / count as f64,
                self.start.clone(),
            )?;
            let begin = Instant::now();
            motion.step_many(count)?;
            black_box(motion.state());
            least = least.min(begin.elapsed().as_secs_f64());
        }
        Ok(least)
    }

    fn run<D>(&self, scheme: D, entry: &mut Entry) -> Result<(), Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let mut motion = Integrator::from_state(self.system, scheme, self.h, self.start.clone())?;
        let values = |motion: &Integrator<S, D>| {
            let state = motion.state();
            let maps = self.maps.iter().map(move |map| map(&self.system, &state));
            [motion.energy(), motion.total_energy()].into_iter().chain(maps)
        };
        let first: Vec<f64> = values(&motion).collect();
        for _ in 0..INTERVALS {
            let mut largest = vec![0.0_f64; first.len()];
            for _ in 0..self.steps / INTERVALS {
                motion.step()?;
                for ((largest, first), value) in largest.iter_mut().zip(&first).zip(values(&motion)) {
                    *largest = largest.max((value / first - 1.0).abs());
                }
            }
            for (curve, largest) in entry.kept_mut().zip(largest) {
                curve.push((motion.time(), largest));
            }
        }
        Ok(())
    }
}

impl Entry {
    fn kept(&self) -> impl Iterator<Item = &Curve> {
        [&self.energy, &self.total].into_iter().chain(&self.maps)
    }

    fn kept_mut(&mut self) -> impl Iterator<Item = &mut Curve> {
        [&mut self.energy, &mut self.total]
            .into_iter()
            .chain(&mut self.maps)
    }

    /// The time for the given error of q, interpolated between the two nearest runs; the time of the coarsest run if its error is
    /// smaller.
    fn seconds_at(&self, error: f64) -> Option<f64> {
        if let Some((seconds, _)) = self.work.first().filter(|run| run.1 <= error) {
            return Some(*seconds);
        }
        let pair = self
            .work
            .windows(2)
            .find(|pair| pair[0].1 >= error && pair[1].1 <= error)?;
        let [(s, e), (t, f)] = [pair[0], pair[1]].map(|(seconds, error)| (seconds.ln(), error.ln()));
        Some((s + (error.ln() - e) / (f - e) * (t - s)).exp())
    }
}

/// The results of all schemes for one system.
#[derive(Debug)]
pub struct Contest {
    /// The name of the system.
    pub system: &'static str,
    /// One for each scheme.
    pub entries: Vec<Entry>,
    /// The captions of the two tables.
    pub captions: [&'static str; 2],
    /// The headings of the momentum maps.
    pub maps: &'static [&'static str],
    /// Relative errors below this bound count as exact: the roundings of all steps, if all add.
    pub bound: f64,
    /// The error of q at which times are compared.
    pub target: f64,
}

impl Contest {
    /// The table of conserved quantities.
    pub fn kept(&self) -> Grid {
        let cell = |(curve, said): (&Curve, &Said)| {
            let largest = largest(curve);
            judged(*said, largest, self.bound)
        };
        let rows = self.entries.iter().map(|entry| {
            let cells = entry.kept().zip(&entry.said).map(cell).collect();
            (entry.scheme.to_owned(), cells)
        });
        let heads = ["|E/E₀ − 1|", "|(T + V)/E₀ − 1|"];
        Grid {
            caption: self.captions[0],
            columns: std::iter::once(self.system)
                .chain(heads)
                .chain(self.maps.iter().copied())
                .map(str::to_owned)
                .collect(),
            rows: rows.collect(),
        }
    }

    /// The table of costs.
    pub fn cost(&self) -> Grid {
        let rows = self.entries.iter().map(|entry| {
            let cells = [
                entry.facts.unknowns.to_string(),
                entry.facts.step_operations.to_string(),
                short(1e9 * entry.seconds_a_step),
                short(entry.error),
                microseconds(entry.seconds_at(self.target)),
            ];
            (entry.scheme.to_owned(), cells.map(Cell::noted).into())
        });
        let reached = format!("time to an error of {} [µs]", short(self.target));
        let heads = ["unknowns", "operations", "a step [ns]", "error of q", &reached];
        Grid {
            caption: self.captions[1],
            columns: std::iter::once(self.system)
                .chain(heads)
                .map(str::to_owned)
                .collect(),
            rows: rows.collect(),
        }
    }
}

/// A cell that holds if the quantity is kept exactly when that is expected.
fn judged(said: Said, largest: f64, bound: f64) -> Cell {
    let (sign, word) = match said {
        Said::Kept => ("≤", "exact, "),
        Said::NotKept => (">", ""),
        Said::Open => return Cell::noted(short(largest)),
    };
    Cell {
        expected: format!("{sign} {}", short(bound)),
        computed: format!("{word}{}", short(largest)),
        verdict: Verdict::of((largest <= bound) == (said == Said::Kept)),
        claim: None,
    }
}

/// A time in µs, from seconds.
fn microseconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "not reached".to_owned(), |seconds| short(1e6 * seconds))
}
