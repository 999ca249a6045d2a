//! The start nearest to a given one that satisfies constraints, for systems of both kinds.
//!
//! Knows no equations: a system states its constraints, and solves for their corrections.

use super::shares::Shares;
use super::start::{by_scale, rounding};
use crate::coordinate::CoordinateName;
use crate::error::KeepFailure;
use crate::newton::largest;
use crate::system::keep::{first, has, kept};
use crate::system::{Keep, Projected};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, difference, is_finite, sum, zeros_like};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type Configuration<S> = <S as Lagrangian>::Configuration;
type Velocity<S> = <S as Lagrangian>::Velocity;

/// t, q and v.
pub(crate) type Place<'a, S> = (ScalarOf<S>, &'a Configuration<S>, &'a Velocity<S>);

/// The maximal number of corrections.
pub(super) const MOST_ITERATIONS: usize = 50;

/// Unknowns that are zero: a one for each coordinate that is kept, and for each constraint that is left out.
pub(crate) struct Zeros<V, C> {
    pub(crate) coordinates: V,
    pub(crate) constraints: C,
}

/// The constraints of a system.
pub(crate) trait Held<S: Lagrangian + ?Sized> {
    /// g, or its rates.
    type Constraints: Vector<S::Scalar>;

    /// Whether L is quadratic in v.
    fn is_quadratic(&self) -> bool;

    /// The name of a constraint.
    fn name(&self, j: usize) -> CoordinateName;

    /// g, and the sizes of its summands.
    fn values(&self, t: ScalarOf<S>, q: &Configuration<S>) -> [Self::Constraints; 2];

    /// G v + ∂g/∂t
    fn rates(&self, place: Place<'_, S>) -> Self::Constraints;

    /// Calls its argument with row, column and value of each entry of G.
    fn each_gradient(
        &self,
        t: ScalarOf<S>,
        q: &Configuration<S>,
        visit: &mut dyn FnMut(usize, usize, ScalarOf<S>),
    );

    /// The d with M d + Gᵀ ν = right and G d = −g, where some d and ν are zero, and their equations are left out.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularTangent`] with a column of M or, after the coordinates, of a constraint.
    fn solve(
        &self,
        place: Place<'_, S>,
        right: &S::Momentum,
        g: &Self::Constraints,
        zeros: &Zeros<Velocity<S>, Self::Constraints>,
    ) -> Result<Velocity<S>, Failure>;

    /// A failure of [`solve`](Self::solve) in the words of the system.
    fn named(&self, place: Place<'_, S>, failure: Failure) -> Failure;

    /// The velocity after an inelastic impact against the constraints.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve) and of Newton's method.
    fn stopped(&self, place: Place<'_, S>) -> Result<Velocity<S>, Failure>;
}

/// [`Lagrangian::project_keeping`].
///
/// # Errors
///
/// Those of [`Lagrangian::project_keeping`].
pub(crate) fn projected<S: Lagrangian + ?Sized, H: Held<S>>(
    system: &S,
    held: &H,
    (t, q, v): Place<'_, S>,
    keep: Keep<'_>,
) -> Result<Projected<Configuration<S>, Velocity<S>>, Failure> {
    let [coordinates, velocities] = kept(system, (t, q, v), keep)?;
    let found = Projection {
        system,
        held,
        kept: coordinates,
    }
    .coordinates((t, q, v))?;
    let velocity = Projection {
        system,
        held,
        kept: velocities,
    }
    .velocities((t, &found, v))?;
    Ok(Projected {
        change_of_q: difference(&found, q),
        change_of_v: difference(&velocity, v),
        q: found,
        v: velocity,
    })
}

struct Projection<'a, S: Lagrangian + ?Sized, H> {
    system: &'a S,
    held: &'a H,
    /// A one for each coordinate, or velocity, that is kept.
    kept: S::Velocity,
}

impl<S: Lagrangian + ?Sized, H: Held<S>> Projection<'_, S, H> {
    fn keeps_nothing(&self) -> bool {
        first(&self.kept).is_none()
    }

    fn shares(&self, place: Place<'_, S>) -> Shares<Velocity<S>, H::Constraints> {
        Shares::of(self.system, self.held, place, &self.kept)
    }

    fn coordinates(&self, (t, q, v): Place<'_, S>) -> Result<Configuration<S>, Failure> {
        let (mut found, mut before) = (q.clone(), SizeOf::<ScalarOf<S>>::INFINITY);
        let (mut nearest, mut least) = (q.clone(), SizeOf::<ScalarOf<S>>::INFINITY);
        let [zero, half] = [0.0, 0.5].map(SizeOf::<ScalarOf<S>>::from_f64);
        let keeps_nothing = self.keeps_nothing();
        for iteration in 0..MOST_ITERATIONS {
            let [g, scales] = self.held.values(t, &found);
            let shares = self.shares((t, &found, v));
            let size = by_scale(&g, &shares.sizes(&scales, found.as_slice()));
            if size < least {
                (nearest, least) = (found.clone(), size);
            }
            // At the floor of rounding the size no longer halves.
            if size == zero || (size >= half * before && size <= rounding::<S>()) {
                return Ok(if keeps_nothing { found } else { nearest });
            }
            // Where what is kept leaves no way to go, a correction of rounding leads far away.
            if !keeps_nothing && size >= half * before && least <= rounding::<S>() {
                return Ok(nearest);
            }
            before = size;
            let still: S::Momentum = zeros_like(q);
            match self.correction((t, &found, v), (&still, &g), &shares) {
                Ok(correction) => found = sum(&found, &correction),
                Err(failure) if iteration == 0 || keeps_nothing => return Err(failure),
                Err(_) => break,
            }
            if !is_finite(&found) {
                break;
            }
        }
        if !keeps_nothing && least <= rounding::<S>() {
            return Ok(nearest);
        }
        Err(self.no_coordinates((t, &nearest, v), before))
    }

    fn velocities(&self, (t, q, v): Place<'_, S>) -> Result<Velocity<S>, Failure> {
        if self.held.rates((t, q, v)).as_slice().is_empty() {
            return Ok(v.clone());
        }
        if self.keeps_nothing() {
            return self.held.stopped((t, q, v));
        }
        let shares = self.shares((t, q, v));
        let p = self.system.momentum(t, q, v);
        let (mut found, mut before) = (v.clone(), SizeOf::<ScalarOf<S>>::INFINITY);
        let [epsilon, half] = [ScalarOf::<S>::EPSILON, 0.5].map(SizeOf::<ScalarOf<S>>::from_f64);
        let mut is_found = false;
        for _ in 0..MOST_ITERATIONS {
            let missing = difference(&p, &self.system.momentum(t, q, &found));
            let rates = self.held.rates((t, q, &found));
            let correction = self.correction((t, q, &found), (&missing, &rates), &shares)?;
            found = onwards(self.system, (t, q, &found), correction.clone());
            let (step, size) = (largest(&correction), largest(&found));
            let is_floor = step >= half * before && step <= rounding::<S>() * size;
            is_found = self.held.is_quadratic() || step <= epsilon * size || is_floor;
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

    /// The correction of what is not kept. Constraints that then depend on others, or on nothing, are left out.
    fn correction(
        &self,
        place: Place<'_, S>,
        (right, g): (&S::Momentum, &H::Constraints),
        shares: &Shares<Velocity<S>, H::Constraints>,
    ) -> Result<Velocity<S>, Failure> {
        let n = self.kept.as_slice().len();
        let mut zeros = Zeros {
            coordinates: self.kept.clone(),
            constraints: match self.keeps_nothing() {
                true => zeros_like(g),
                false => shares.unmoved(rounding::<S>()),
            },
        };
        loop {
            let found = self.held.solve(place, right, g, &zeros);
            let dependent = match &found {
                Err(Failure::SingularTangent { pivot, .. }) if !self.keeps_nothing() => pivot.checked_sub(n),
                _ => None,
            };
            let dependent = dependent.filter(|&j| !has(&zeros.constraints, j));
            match dependent.and_then(|j| zeros.constraints.as_mut_slice().get_mut(j)) {
                Some(left_out) => *left_out = ScalarOf::<S>::from_f64(1.0),
                None => return found.map_err(|failure| self.held.named(place, failure)),
            }
        }
    }

    /// Whether a velocity satisfies the rates to rounding, and is not what rounding makes of a gradient of zero.
    fn check_rates(
        &self,
        (t, q, v): Place<'_, S>,
        found: &Velocity<S>,
        shares: &Shares<Velocity<S>, H::Constraints>,
    ) -> Result<(), Failure> {
        let rates = self.held.rates((t, q, found));
        let still: S::Velocity = zeros_like(v);
        let mut sizes = self.held.rates((t, q, &still));
        let sizes_of = sizes.as_mut_slice();
        for size in sizes_of.iter_mut() {
            *size = ScalarOf::<S>::from_size(size.magnitude());
        }
        self.held.each_gradient(t, q, &mut |j, k, gradient| {
            if let Some(size) = sizes_of.get_mut(j) {
                *size = *size + ScalarOf::<S>::from_size((gradient * at(found.as_slice(), k)).magnitude());
            }
        });
        let sizes = shares.sizes(&sizes, found.as_slice());
        let violation = by_scale(&rates, &sizes);
        let place = (t, q, found);
        if violation.is_nan() || violation > rounding::<S>() {
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
    fn no_coordinates(&self, (t, q, v): Place<'_, S>, residual: SizeOf<ScalarOf<S>>) -> Failure {
        let [g, scales] = self.held.values(t, q);
        let shares = self.shares((t, q, v));
        let j = worst(&g, &shares.sizes(&scales, q.as_slice()));
        let blamed = self.blamed((t, q, v), j, &|k, gradient| shares.of_entry(k, gradient));
        match blamed {
            None => Failure::NotConverged {
                iterations: MOST_ITERATIONS,
                residual: residual.to_f64(),
            },
            Some(coordinate) => KeepFailure::Coordinates {
                constraint: self.held.name(j),
                violation: number(at(g.as_slice(), j)),
                coordinate,
            }
            .into(),
        }
    }

    #[cold]
    fn no_velocities(
        &self,
        (t, q, v): Place<'_, S>,
        rates: &H::Constraints,
        sizes: &H::Constraints,
    ) -> Failure {
        let j = worst(rates, sizes);
        let part = |k: usize, gradient: ScalarOf<S>| (gradient * at(v.as_slice(), k)).magnitude();
        match self.blamed((t, q, v), j, &part) {
            None => Failure::NotFinite { what: "velocity" },
            Some(coordinate) => KeepFailure::Velocities {
                constraint: self.held.name(j),
                violation: number(at(rates.as_slice(), j)),
                coordinate,
            }
            .into(),
        }
    }

    /// What is kept and has the largest part in a constraint; the first that is kept if none has one.
    fn blamed(
        &self,
        (t, q, _): Place<'_, S>,
        row: usize,
        part: &dyn Fn(usize, ScalarOf<S>) -> SizeOf<ScalarOf<S>>,
    ) -> Option<CoordinateName> {
        let mut most = (first(&self.kept)?, SizeOf::<ScalarOf<S>>::from_f64(0.0));
        self.held.each_gradient(t, q, &mut |j, k, gradient| {
            if j == row && has(&self.kept, k) && part(k, gradient) > most.1 {
                most = (k, part(k, gradient));
            }
        });
        Some(self.system.coordinate_name(most.0))
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

/// A dual number may violate the constraint in its derivatives alone; then its magnitude is reported.
fn number<T: Scalar>(g: T) -> f64 {
    let is_real = g.real() != T::Size::from_f64(0.0);
    let number = if is_real { g.real() } else { g.magnitude() };
    number.to_f64()
}

/// v + dv, with dv halved until the momentum is finite: a relativistic L has none at the speed of light.
pub(crate) fn onwards<S: Lagrangian + ?Sized>(
    system: &S,
    (t, q, v): Place<'_, S>,
    mut dv: Velocity<S>,
) -> Velocity<S> {
    for _ in 0..MOST_ITERATIONS {
        let next = sum(v, &dv);
        if is_finite(&system.momentum(t, q, &next)) {
            return next;
        }
        let half = ScalarOf::<S>::from_f64(0.5);
        dv.as_mut_slice().iter_mut().for_each(|x| *x = *x * half);
    }
    sum(v, &dv)
}
