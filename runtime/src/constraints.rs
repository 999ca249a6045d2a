//! Holonomic constraints: what a constrained system is to the runtime, and starts that satisfy its constraints.
//!
//! Knows no scheme and no step. The derive writes the implementations.

use crate::block::{is_finite, zeros};
use crate::{Acceleration, Block, Equations, Failure, Lagrangian, Scalar, lu};

/// A mechanical system with holonomic constraints g(q, t) = 0.
///
/// ```text
/// d/dt ∂L/∂v − ∂L/∂q = f − Gᵀ λ,   g(q, t) = 0,   G v + ∂g/∂t = 0,   G = ∂g/∂q
/// ```
///
/// | symbol | word | type |
/// | --- | --- | --- |
/// | g | constraints | `Constraints`, m numbers |
/// | G | their Jacobian | `Jacobian`, m × n |
/// | λ | multipliers: g has its unit, λ that of an energy over that of g | `Constraints` |
///
/// The constraint force is −Gᵀ λ, with the sign of D. Kern, Variational integrators for mechanical systems (2016), Lagrange
/// multipliers.
///
/// ```
/// use extremal::prelude::*;
///
/// /// A pendulum in Cartesian coordinates.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * m * dt(r).norm_squared(),
///     potential = m * g * r[1],
///     constraint(length = r.norm_squared() - l.powi(2)),
///     discretize(Midpoint),
/// )]
/// struct Pendulum {
///     m: f64,
///     l: f64,
///     g: f64,
/// }
///
/// let pendulum = Pendulum { m: 1.0, l: 1.0, g: 9.81 };
/// let (q, v) = pendulum.project(0.0, &[0.9, -0.5].into(), &[1.0, 1.0].into())?;
/// assert!((q.norm() - 1.0).abs() < 1e-15 && q.dot(&v).abs() < 1e-15);
/// let mut motion = Integrator::new(&pendulum, Midpoint, 0.01, q, v)?;
/// for _ in 0..100 {
///     let report = motion.step()?;
///     assert!(report.reactions[0].is_finite());
/// }
/// assert!((motion.state().q.norm() - 1.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Constrained: Lagrangian {
    /// g, its rates, multipliers: m numbers.
    type Constraints: Block<Self::Scalar>;
    /// m × n numbers; of an `SMatrix`, as everywhere column by column.
    type Jacobian: Block<Self::Scalar>;

    /// A name for each constraint: `"length"`, or `"joint[0]"` for a component of a vector.
    const CONSTRAINTS: &'static [&'static str];

    /// g(q, t).
    fn constraints(&self, t: Self::Scalar, q: &Self::Vector) -> Self::Constraints;

    /// σᵢ: the sum of the magnitudes of the terms of gᵢ, of ∂gᵢ/∂qⱼ qⱼ and of ∂gᵢ/∂t t. Rounding makes some ε σ of g.
    fn constraint_scales(&self, t: Self::Scalar, q: &Self::Vector) -> Self::Constraints;

    /// dg/dt = G v + ∂g/∂t, the hidden constraint.
    fn constraint_rates(&self, t: Self::Scalar, q: &Self::Vector, v: &Self::Vector) -> Self::Constraints;

    /// G = ∂g/∂q.
    fn constraint_jacobian(&self, t: Self::Scalar, q: &Self::Vector) -> Self::Jacobian;

    /// −Gᵀ λ, the generalized force of the constraints, n numbers.
    fn constraint_force(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        multipliers: &Self::Constraints,
    ) -> Self::Vector;

    /// The λ of the continuous motion: with it M a = ∂L/∂q + f − Gᵀ λ − (∂p/∂q) v − ∂p/∂t has an acceleration that keeps the
    /// constraints.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`], where M and G do not determine it.
    fn multipliers(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        v: &Self::Vector,
        inputs: &Self::Inputs,
    ) -> Result<Self::Constraints, Failure>;

    /// A start near (q, v) that satisfies both g = 0 and dg/dt = 0.
    ///
    /// ```text
    /// M δq + Gᵀ ν = 0,  g + G δq = 0, repeated;   then M δv + Gᵀ ν = 0,  G (v + δv) + ∂g/∂t = 0
    /// ```
    ///
    /// Each correction is the least in the metric of the masses; the velocity is what an impact against the constraints leaves.
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`] where no place is found that satisfies the constraints, and
    /// [`Failure::SingularTangent`] where M and G are singular together, as with constraints that contradict each other.
    fn project(
        &self,
        t: Self::Scalar,
        q: &Self::Vector,
        v: &Self::Vector,
    ) -> Result<(Self::Vector, Self::Vector), Failure>;
}

/// t, q, v and u.
type Moving<S> = (
    ScalarOf<S>,
    <S as Lagrangian>::Vector,
    <S as Lagrangian>::Vector,
    <S as Lagrangian>::Inputs,
);
type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// As many times a constraint may be corrected.
const MOST_ITERATIONS: usize = 50;

/// [`Constrained::project`], for all systems alike.
///
/// # Errors
///
/// Those of that.
pub fn project<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Vector,
    v: &S::Vector,
) -> Result<(S::Vector, S::Vector), Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let q = project_coordinates(system, t, q, v)?;
    let rates = system.constraint_rates(t, &q, v);
    let dv = correction(system, (t, &q, v), &rates)?;
    Ok((q, sum(v, &dv)))
}

/// The momentum that an impact against the constraints leaves of `p`: that of the nearest velocity that satisfies them.
///
/// # Errors
///
/// Those of [`Lagrangian::velocity`], and [`Failure::SingularTangent`].
pub fn consistent_momentum<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Vector,
    p: &S::Vector,
) -> Result<S::Vector, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let v = system.velocity(t, q, p)?;
    let dv = correction(system, (t, q, &v), &system.constraint_rates(t, q, &v))?;
    let (old, new) = (system.momentum(t, q, &v), system.momentum(t, q, &sum(&v, &dv)));
    // As a difference, so that what is consistent keeps its bits up to rounding of the correction alone.
    Ok(S::Vector::from_fn(|k| {
        p.as_slice()[k] + (new.as_slice()[k] - old.as_slice()[k])
    }))
}

fn project_coordinates<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Vector,
    v: &S::Vector,
) -> Result<S::Vector, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let (mut q, mut before) = (*q, f64::INFINITY);
    for _ in 0..MOST_ITERATIONS {
        let g = system.constraints(t, &q);
        let size = by_scale(&g, &system.constraint_scales(t, &q));
        // The floor: it is not halved any more, and as small as rounding makes it.
        if size == 0.0 || (size >= 0.5 * before && size <= rounding::<S>()) {
            return Ok(q);
        }
        before = size;
        q = sum(&q, &correction(system, (t, &q, v), &g)?);
        if !is_finite(&q) {
            break;
        }
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: before,
    })
}

/// The d with M d + Gᵀ ν = 0 and G d = −g.
fn correction<S>(
    system: &S,
    (t, q, v): (ScalarOf<S>, &S::Vector, &S::Vector),
    g: &S::Constraints,
) -> Result<S::Vector, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let (mut r, mut a): (S::Unknown, <S as Equations<Acceleration>>::Tangent) = (zeros(), zeros());
    system.tangent(&(t, *q, *v, zeros()), &zeros(), &mut r, &mut a);
    let n = S::Vector::LEN;
    let right = |k: usize| {
        if k < n {
            <ScalarOf<S> as Scalar>::from_f64(0.0)
        } else {
            -g.as_slice()[k - n]
        }
    };
    r = S::Unknown::from_fn(right);
    lu::solve(a.as_mut_slice(), r.as_mut_slice())?;
    Ok(S::Vector::from_fn(|k| r.as_slice()[k]))
}

/// Whether a start satisfies the constraints, and whether they are independent there.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], [`Failure::ConstraintViolated`].
pub fn check_start<S: Constrained + ?Sized>(
    system: &S,
    h: ScalarOf<S>,
    (t, q, v): (ScalarOf<S>, &S::Vector, &S::Vector),
) -> Result<(), Failure> {
    let scales = system.constraint_scales(t, q);
    let g = system.constraints(t, q);
    let allowed = |i: usize| rounding::<S>() * scales.as_slice()[i].magnitude();
    if let Some(violated) = first_above::<S>(&g, allowed, false) {
        return Err(violated);
    }
    if let Some(row) = first_dependent_row(system, t, q) {
        let constraint = S::CONSTRAINTS[row];
        return Err(Failure::RedundantConstraint { constraint });
    }
    let rates = system.constraint_rates(t, q, v);
    let at_rest = system.constraint_rates(t, q, &zeros());
    let jacobian = system.constraint_jacobian(t, q);
    // A rate that moves g by no more than its rounding in a step is none.
    let allowed = |i: usize| {
        let row = jacobian.as_slice().iter().skip(i).step_by(S::Constraints::LEN);
        let moved = row
            .zip(v.as_slice())
            .fold(0.0, |sum, (g, v)| sum + (*g * *v).magnitude());
        let moved = moved + at_rest.as_slice()[i].magnitude();
        rounding::<S>() * (moved + scales.as_slice()[i].magnitude() / h.magnitude())
    };
    first_above::<S>(&rates, allowed, true).map_or(Ok(()), Err)
}

/// ε^¾ and a little more: a start from another run is as good as ε, and one that was typed with six digits is not.
fn rounding<S: Lagrangian + ?Sized>() -> f64 {
    let root = Scalar::sqrt(<ScalarOf<S> as Scalar>::EPSILON);
    8.0 * root * Scalar::sqrt(root)
}

/// max |gᵢ|/σᵢ, with 0/0 = 0.
fn by_scale<T: Scalar, C: Block<T>>(g: &C, scales: &C) -> f64 {
    let rows = g.as_slice().iter().zip(scales.as_slice());
    rows.fold(0.0, |most, (g, scale)| {
        let size = g.magnitude();
        let size = if size == 0.0 {
            0.0
        } else {
            size / scale.magnitude()
        };
        if size > most || size.is_nan() { size } else { most }
    })
}

fn first_above<S: Constrained + ?Sized>(
    g: &S::Constraints,
    allowed: impl Fn(usize) -> f64,
    is_rate: bool,
) -> Option<Failure> {
    let mut rows = g.as_slice().iter().zip(S::CONSTRAINTS).enumerate();
    let (_, (g, constraint)) = rows.find(|(i, (g, _))| {
        let size = g.magnitude();
        size > allowed(*i) || size.is_nan()
    })?;
    Some(Failure::ConstraintViolated {
        constraint,
        violation: g.real(),
        is_rate,
    })
}

/// The first row of G that the rows before it span, by elimination with the largest entry of each row as its pivot.
fn first_dependent_row<S: Constrained + ?Sized>(system: &S, t: ScalarOf<S>, q: &S::Vector) -> Option<usize> {
    let jacobian = system.constraint_jacobian(t, q);
    let m = S::Constraints::LEN;
    let mut left = jacobian;
    let entries = left.as_mut_slice();
    let columns = entries.len() / m.max(1);
    for row in 0..m {
        let size = |entries: &[ScalarOf<S>], j: usize| entries[row + m * j].magnitude();
        let pivot = (0..columns).max_by(|&a, &b| size(entries, a).total_cmp(&size(entries, b)))?;
        let before = (0..columns)
            .map(|j| size(jacobian.as_slice(), j))
            .fold(0.0, f64::max);
        let left = size(entries, pivot);
        if left.is_nan() || left <= rounding::<S>() * before {
            return Some(row);
        }
        for below in row + 1..m {
            let factor = entries[below + m * pivot] / entries[row + m * pivot];
            for j in 0..columns {
                entries[below + m * j] = entries[below + m * j] - factor * entries[row + m * j];
            }
        }
    }
    None
}

fn sum<T: Scalar, B: Block<T>>(a: &B, b: &B) -> B {
    B::from_fn(|k| a.as_slice()[k] + b.as_slice()[k])
}

impl<S: Constrained + ?Sized> Constrained for &S {
    type Constraints = S::Constraints;
    type Jacobian = S::Jacobian;

    const CONSTRAINTS: &'static [&'static str] = S::CONSTRAINTS;

    fn constraints(&self, t: S::Scalar, q: &S::Vector) -> S::Constraints {
        (**self).constraints(t, q)
    }

    fn constraint_scales(&self, t: S::Scalar, q: &S::Vector) -> S::Constraints {
        (**self).constraint_scales(t, q)
    }

    fn constraint_rates(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> S::Constraints {
        (**self).constraint_rates(t, q, v)
    }

    fn constraint_jacobian(&self, t: S::Scalar, q: &S::Vector) -> S::Jacobian {
        (**self).constraint_jacobian(t, q)
    }

    fn constraint_force(&self, t: S::Scalar, q: &S::Vector, multipliers: &S::Constraints) -> S::Vector {
        (**self).constraint_force(t, q, multipliers)
    }

    fn multipliers(
        &self,
        t: S::Scalar,
        q: &S::Vector,
        v: &S::Vector,
        inputs: &S::Inputs,
    ) -> Result<S::Constraints, Failure> {
        (**self).multipliers(t, q, v, inputs)
    }

    fn project(&self, t: S::Scalar, q: &S::Vector, v: &S::Vector) -> Result<(S::Vector, S::Vector), Failure> {
        (**self).project(t, q, v)
    }
}
