//! One system by several schemes: what each keeps over a long run, and its error against its time.
//!
//! Knows neither the systems nor which scheme keeps what; that is told with each entry.

use std::hint::black_box;
use std::time::Instant;

use extremal::{Discretize, Error, Facts, Integrator, NoInputs, StateOf};

use super::microseconds;
use crate::grid::{Cell, Grid};
use crate::measure::{distance, end_state};
use crate::plot::Curve;
use crate::table::{Verdict, short};

/// Of each run, for the plots.
const INTERVALS: usize = 100;
/// The least time of so many runs.
const ROUNDS: usize = 15;

/// A momentum map at a node.
pub(super) type Map<S> = fn(&S, &StateOf<S>) -> f64;

/// What all schemes are given.
pub(super) struct Task<S: extremal::Lagrangian, const M: usize> {
    pub(super) system: S,
    pub(super) start: StateOf<S>,
    /// Of the long run.
    pub(super) h: f64,
    pub(super) steps: usize,
    pub(super) maps: [Map<S>; M],
    /// At the end of the short run.
    pub(super) exact: StateOf<S>,
    /// Steps of h in the short run.
    pub(super) short: usize,
}

/// What is said in advance of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Kept,
    NotKept,
    /// Not kept, with an error of so high an order that rounding may hide it.
    Open,
}

/// What is said of a scheme: of E, of T + V, and of each momentum map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claims<const M: usize> {
    pub(super) energy: Said,
    pub(super) total: Said,
    pub(super) maps: [Said; M],
}

/// What one scheme has come to.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) scheme: &'static str,
    /// (t, max |E/E₀ − 1| of an interval)
    pub(super) energy: Curve,
    /// The same of T + V.
    pub(super) total: Curve,
    /// The same of each momentum map.
    pub(super) maps: Vec<Curve>,
    /// What is said of these, in this order.
    said: Vec<Said>,
    /// The error of q at the end of the short run, with the step size of the long one.
    error: f64,
    /// (seconds, error of q) of short runs, from coarse to fine.
    pub(super) work: Curve,
    /// With the step size of the long run.
    seconds_a_step: f64,
    facts: Facts,
}

impl<S: extremal::Lagrangian<Scalar = f64> + Copy, const M: usize> Task<S, M> {
    /// With so many steps in the short runs, from coarse to fine.
    pub(super) fn enter<D>(
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
            // Settings that are too coarse for Newton's method are left out.
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
        let end = end_state(self.system, scheme, self.start, self.span(), count)?;
        Ok(distance(&end.q, &self.exact.q))
    }

    fn seconds<D>(&self, scheme: D, count: usize) -> Result<f64, Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
        D: Copy,
    {
        let mut least = f64::INFINITY;
        for _ in 0..ROUNDS {
            let mut motion =
                Integrator::from_state(self.system, scheme, self.span() / count as f64, self.start)?;
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
        let mut motion = Integrator::from_state(self.system, scheme, self.h, self.start)?;
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

    /// The time at which the error of q is `error`, on the line between the two runs beside it; that of the coarsest run, where
    /// it errs less.
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

/// All schemes of a system.
pub(super) struct Contest {
    pub(super) system: &'static str,
    pub(super) entries: Vec<Entry>,
    /// What is said below each of the two tables.
    pub(super) captions: [&'static str; 2],
    /// The heads of the momentum maps.
    pub(super) maps: &'static [&'static str],
    /// Below this a relative error is exact: roundings of each step, if all add.
    pub(super) bound: f64,
    /// The error of q at which times are compared.
    pub(super) target: f64,
}

impl Contest {
    /// What is kept.
    pub(super) fn kept(&self) -> Grid {
        let cell = |(curve, said): (&Curve, &Said)| {
            let largest = super::super::largest(curve);
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

    /// What it costs.
    pub(super) fn cost(&self) -> Grid {
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

/// Whether what is said to be kept is, and what is said not to be is not.
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
