//! The parasitic component δ = v − M⁻¹ p, which the conserved energy does not reveal. It changes its sign with each step.
//!
//! If M depends on q, a scheme that carries both v and p has δ as an additional motion. E = H(q, p) − ½ δ·M δ is constant
//! whatever δ does. The only system here is the heavy top; the rate of its constraint, e·v, is a part of δ.

use extremal::Error;
use extremal::prelude::*;

use crate::systems::heavy_top::{FAST, HeavyTop, RATE, START};
use report::measure::{largest, slope};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;
use report::table::Row;

/// (t, |e·v|) at the nodes.
#[derive(Debug)]
pub struct Rates {
    livens: Curve,
    coarser: Curve,
    equivariant: Curve,
    finer: Curve,
}

const SPAN: f64 = 0.2;
const H: f64 = 1e-4;

/// Runs both schemes with two step sizes each.
pub fn measure() -> Result<Rates, Error> {
    Ok(Rates {
        livens: of(Livens, H, SPAN)?,
        coarser: of(Livens, 4.0 * H, SPAN)?,
        equivariant: of(Equivariant(Livens), H, SPAN)?,
        finer: of(Equivariant(Livens), 0.25 * H, SPAN)?,
    })
}

/// Runs up to `span`, or until |e·v| is as large as |v|.
fn of<D>(scheme: D, h: f64, span: f64) -> Result<Curve, Error>
where
    HeavyTop: extremal::Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::new(FAST, scheme, h, START, RATE)?;
    let mut rates = Curve::new();
    while motion.time() < span && rates.last().is_none_or(|(_, rate)| *rate < RATE[2]) {
        motion.step()?;
        let (q, v) = (motion.state().q, motion.velocity()?);
        rates.push((motion.time(), q.dot(&v).abs()));
    }
    Ok(rates)
}

/// The slope of ln |e·v| over t between 1e-4 and 1.
fn growth(rates: &[(f64, f64)]) -> f64 {
    let within = rates.iter().filter(|(_, rate)| (1e-4..1.0).contains(rate));
    let points: Curve = within.map(|(t, rate)| (*t, rate.ln())).collect();
    slope(&points).0
}

impl Rates {
    /// The order of the one, and the growth of the other.
    pub fn rows(&self) -> Outcome<Vec<Row>> {
        let (coarse, fine) = (growth(&self.equivariant), growth(&self.finer));
        Ok(vec![
            Row::number(
                "heavy top, Livens: order of max |e·v| at the nodes",
                2.0,
                (largest(&self.coarser) / largest(&self.livens)).ln() / 4.0_f64.ln(),
                // (ω h)² = 4e-3 at the coarser step, with a factor of ten.
                0.1,
                "the hidden constraint holds between the nodes; at the nodes its error has the order of the scheme",
            ),
            Row::between(
                "heavy top, Equivariant<Livens>: |e·v| grows as exp(s t), s at h = 1e-4",
                (400.0, 650.0),
                coarse,
                "a known weakness: with gradients through invariants the term (e·ė)² of T excites the component that alternates \
                 in sign, while E and the vertical momentum are kept; Stabilized holds e·v at zero, which prevents this",
            ),
            Row::number(
                "s at h = 2.5e-5 over s at h = 1e-4",
                1.0,
                fine / coarse,
                0.1,
                "the growth is per unit of time, not per step: smaller steps do not help",
            ),
        ])
    }

    /// Over time.
    pub fn plot(self) -> Outcome<Plot> {
        let mut chart = Chart::new("t", "|e·v| at the nodes").log_y();
        chart.line("Equivariant<Livens>, h = 1e-4", COLOURS[1], self.equivariant);
        chart.line("Equivariant<Livens>, h = 2.5e-5", COLOURS[3], self.finer);
        chart.line("Livens, h = 1e-4", COLOURS[0], self.livens);
        chart.render(
            "parasite",
            "Heavy top: the violation of the hidden constraint by the velocity at the nodes. It stays of order h² with Livens and \
             grows exponentially with Equivariant<Livens>. Both keep E.",
        )
    }
}
