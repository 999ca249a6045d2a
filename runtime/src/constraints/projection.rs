//! The start nearest to a given one that satisfies constraints, for all systems with constraints.
//!
//! Knows no equations: a system states its constraints, and solves for their corrections.

use super::held::{ConfigurationOf, Held, MomentumOf, PlaceOf, ScalarOf, Solves, VelocityOf, Zeros};
use super::impact::{MOST_ITERATIONS, is_quadratic, onwards, velocity_from};
use super::shares::Shares;
use super::start::{by_scale, number, rate_sizes, rounding};
use crate::coordinate::CoordinateName;
use crate::error::KeepFailure;
use crate::newton::largest;
use crate::system::keep::{first, has, kept};
use crate::system::{Keep, Projected};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, difference, is_finite, sum, zeros_like};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// [`Lagrangian::project_keeping`], for all systems with constraints.
///
/// # Errors
///
/// The errors of [`Lagrangian::project_keeping`].
pub fn project<H: Solves>(
    held: &H,
    t: ScalarOf<H>,
    q: &ConfigurationOf<H>,
    v: &VelocityOf<H>,
    keep: Keep<'_>,
) -> Result<Projected<ConfigurationOf<H>, VelocityOf<H>>, Failure> {
    let kept = kept(held.system(), (t, q, v), keep)?;
    let [of_q, of_v] = kept.map(|kept| Projection { held, kept });
    let found = of_q.coordinates((t, q, v))?;
    let velocity = of_v.velocities((t, &found, v))?;
    Ok(Projected {
        change_of_q: difference(&found, q),
        change_of_v: difference(&velocity, v),
        q: found,
        v: velocity,
    })
}

struct Projection<'a, H: Held> {
    held: &'a H,
    /// A one for each coordinate, or velocity, that is kept.
    kept: VelocityOf<H>,
}

impl<H: Solves> Projection<'_, H> {
    fn keeps_nothing(&self) -> bool {
        first(&self.kept).is_none()
    }

    fn shares(&self, place: PlaceOf<'_, H>) -> Shares<H> {
        Shares::of(self.held, place, &self.kept)
    }

    fn coordinates(&self, (t, q, v): PlaceOf<'_, H>) -> Result<ConfigurationOf<H>, Failure> {
        let (mut found, mut before) = (q.clone(), SizeOf::<ScalarOf<H>>::INFINITY);
        let (mut nearest, mut least) = (q.clone(), SizeOf::<ScalarOf<H>>::INFINITY);
        let [zero, half] = [0.0, 0.5].map(SizeOf::<ScalarOf<H>>::from_f64);
        let keeps_nothing = self.keeps_nothing();
        for iteration in 0..MOST_ITERATIONS {
            let [g, scales] = self.held.values(t, &found);
            let shares = self.shares((t, &found, v));
            let size = by_scale(&g, &shares.sizes(&scales, shares.extent(found.as_slice())));
            if size < least {
                (nearest, least) = (found.clone(), size);
            }
            // At the floor of rounding the size no longer halves.
            if size == zero || (size >= half * before && size <= rounding::<H::System>()) {
                return Ok(if keeps_nothing { found } else { nearest });
            }
            // Where what is kept leaves no way to go, a correction of rounding leads far away.
            if !keeps_nothing && size >= half * before && least <= rounding::<H::System>() {
                return Ok(nearest);
            }
            before = size;
            let still: MomentumOf<H> = zeros_like(q);
            match self.correction((t, &found, v), (&still, &g), (&shares, self.held.rolling())) {
                Ok(correction) => found = sum(&found, &correction),
                Err(failure) if iteration == 0 || keeps_nothing => return Err(failure),
                Err(_) => break,
            }
            if !is_finite(&found) {
                break;
            }
        }
        if !keeps_nothing && least <= rounding::<H::System>() {
            return Ok(nearest);
        }
        Err(self.no_coordinates((t, &nearest, v), before))
    }

    fn velocities(&self, (t, q, v): PlaceOf<'_, H>) -> Result<VelocityOf<H>, Failure> {
        if self.held.count() == 0 {
            return Ok(v.clone());
        }
        if self.keeps_nothing() {
            return self.stopped((t, q, v));
        }
        let shares = self.shares((t, q, v));
        let p = self.held.system().momentum(t, q, v);
        let (mut found, mut before) = (v.clone(), SizeOf::<ScalarOf<H>>::INFINITY);
        let [epsilon, half] = [ScalarOf::<H>::EPSILON, 0.5].map(SizeOf::<ScalarOf<H>>::from_f64);
        let mut is_found = false;
        for _ in 0..MOST_ITERATIONS {
            let missing = difference(&p, &self.held.system().momentum(t, q, &found));
            let rates = self.held.rates((t, q, &found));
            let correction = self.correction((t, q, &found), (&missing, &rates), (&shares, 0))?;
            found = onwards(self.held, (t, q, &found), correction.clone());
            let (step, size) = (largest(&correction), largest(&found));
            let is_floor = step >= half * before && step <= rounding::<H::System>() * size;
            is_found = is_quadratic::<H::System>() || step <= epsilon * size || is_floor;
            if is_found || !is_finite(&found) {
                break;
            }
            before = step;
        }
        self.check_rates((t, q, v), &found, &shares)?;
        if is_found {
            return Ok(found);
        }
        Err(Failure::NotConverged {
            iterations: MOST_ITERATIONS,
            residual: before.to_f64(),
        })
    }

    /// The velocity after an inelastic impact against the constraints.
    fn stopped(&self, (t, q, v): PlaceOf<'_, H>) -> Result<VelocityOf<H>, Failure> {
        let still = zeros_like(q);
        if !is_quadratic::<H::System>() {
            // The smallest correction in the metric of the present M may leave the domain of L.
            let p = self.held.system().momentum(t, q, v);
            return Ok(velocity_from(self.held, (t, q, still), &p)?.0);
        }
        let none: MomentumOf<H> = zeros_like(q);
        let change = self
            .held
            .solve((t, q, v), &none, &self.held.rates((t, q, v)), None);
        let (change, _) = change.map_err(|failure| self.held.named((t, q, v), failure))?;
        Ok(sum(v, &change))
    }

    /// The correction of what is not kept. Constraints that then depend on others, or on nothing, are left out, and so are
    /// the last `without`.
    fn correction(
        &self,
        place: PlaceOf<'_, H>,
        (right, g): (&MomentumOf<H>, &H::Constraints),
        (shares, without): (&Shares<H>, usize),
    ) -> Result<VelocityOf<H>, Failure> {
        let n = self.kept.as_slice().len();
        let mut zeros = Zeros {
            coordinates: self.kept.clone(),
            constraints: match self.keeps_nothing() {
                true => zeros_like(g),
                false => shares.unmoved(rounding::<H::System>()),
            },
        };
        let rolling = zeros.constraints.as_mut_slice().iter_mut().rev().take(without);
        rolling.for_each(|left_out| *left_out = ScalarOf::<H>::from_f64(1.0));
        loop {
            let found = self.held.solve(place, right, g, Some(&zeros));
            let dependent = match &found {
                Err(Failure::SingularTangent { pivot, .. }) if !self.keeps_nothing() => pivot.checked_sub(n),
                _ => None,
            };
            let dependent = dependent.filter(|&j| !has(&zeros.constraints, j));
            match dependent.and_then(|j| zeros.constraints.as_mut_slice().get_mut(j)) {
                Some(left_out) => *left_out = ScalarOf::<H>::from_f64(1.0),
                None => {
                    let (found, _) = found.map_err(|failure| self.held.named(place, failure))?;
                    return Ok(found);
                }
            }
        }
    }

    /// Whether a velocity satisfies the rates to rounding, and is not what rounding makes of a gradient of zero.
    fn check_rates(
        &self,
        (t, q, v): PlaceOf<'_, H>,
        found: &VelocityOf<H>,
        shares: &Shares<H>,
    ) -> Result<(), Failure> {
        let rates = self.held.rates((t, q, found));
        let sizes = shares.sizes(
            &rate_sizes(self.held, (t, q, found)),
            shares.extent(found.as_slice()),
        );
        let violation = by_scale(&rates, &sizes);
        let place = (t, q, found);
        if violation.is_nan() || violation > rounding::<H::System>() {
            return Err(self.no_velocities(place, &rates, &sizes));
        }
        let rates = self.held.rates((t, q, v));
        if shares.is_rounding(&rates, difference(found, v).as_slice()) {
            let sizes = rates.like(|j| shares.of_row(j));
            return Err(self.no_velocities((t, q, v), &rates, &sizes));
        }
        Ok(())
    }

    #[cold]
    fn no_coordinates(&self, (t, q, v): PlaceOf<'_, H>, residual: SizeOf<ScalarOf<H>>) -> Failure {
        let [g, scales] = self.held.values(t, q);
        let shares = self.shares((t, q, v));
        let j = worst(&g, &shares.sizes(&scales, shares.extent(q.as_slice())));
        let blamed = self.blamed((t, q, v), j, &|k, gradient| shares.of_entry(k, gradient));
        match blamed {
            None => Failure::NotConverged {
                iterations: MOST_ITERATIONS,
                residual: residual.to_f64(),
            },
            Some(coordinate) => KeepFailure::Coordinates {
                constraint: self.name(j),
                violation: number(at(g.as_slice(), j)),
                coordinate,
            }
            .into(),
        }
    }

    #[cold]
    fn no_velocities(
        &self,
        (t, q, v): PlaceOf<'_, H>,
        rates: &H::Constraints,
        sizes: &H::Constraints,
    ) -> Failure {
        let j = worst(rates, sizes);
        let part = |k: usize, gradient: ScalarOf<H>| (gradient * at(v.as_slice(), k)).magnitude();
        match self.blamed((t, q, v), j, &part) {
            None => Failure::NotFinite { what: "velocity" },
            Some(coordinate) => KeepFailure::Velocities {
                constraint: self.name(j),
                violation: number(at(rates.as_slice(), j)),
                coordinate,
            }
            .into(),
        }
    }

    fn name(&self, j: usize) -> CoordinateName {
        let name = self.held.system().multiplier_name(j);
        name.unwrap_or_else(|| CoordinateName::new("constraint", &[j]))
    }

    /// The kept coordinate with the largest part in a constraint; the first kept one if none has a part.
    fn blamed(
        &self,
        (t, q, _): PlaceOf<'_, H>,
        row: usize,
        part: &dyn Fn(usize, ScalarOf<H>) -> SizeOf<ScalarOf<H>>,
    ) -> Option<CoordinateName> {
        let mut most = (first(&self.kept)?, SizeOf::<ScalarOf<H>>::from_f64(0.0));
        self.held.each_gradient(t, q, &mut |j, k, gradient| {
            if j == row && has(&self.kept, k) && part(k, gradient) > most.1 {
                most = (k, part(k, gradient));
            }
        });
        Some(self.held.system().coordinate_name(most.0))
    }
}

/// The row with the largest |gᵢ|/σᵢ; one that is not a number is larger than all.
fn worst<T: Scalar, C: Vector<T>>(g: &C, sizes: &C) -> usize {
    let size = |j: usize| {
        let size = at(g.as_slice(), j).magnitude();
        let zero = T::Size::from_f64(0.0);
        if size == zero {
            zero
        } else {
            size / at(sizes.as_slice(), j).magnitude()
        }
    };
    let rows = 0..g.as_slice().len();
    rows.max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(0)
}
