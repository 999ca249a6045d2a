//! One element among others that are all solved together: its equations, their linearization, and its report.
//!
//! Knows no scheme, and no other element.

mod rows;

pub use rows::{ElementRows, ElementSizes};

use super::{EquationsOf, OneStep, prefix};
use crate::drive::{Advance, Drive, Inside, Interval, Reporter, Scheme, Solver, Start};
use crate::equations::Equations;
use crate::kernels::{Blocks, Derivatives, Derived, ElementOf, End, Kernels, carry, unknowns_at};
use crate::newton::{Convergence, norm};
use crate::{Failure, Lagrangian, StateOf};
use extremal_numerics::block::{at, copied, rows, rows_mut, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};

/// The numbers of a node beside q and p: v, and other fields that its elements share.
pub type Beside<'a, S> = (&'a <S as Lagrangian>::Velocity, &'a [<S as Lagrangian>::Scalar]);

/// Drivers whose elements can be solved together: those of schemes that the derive states as equations r(x; z₀) = 0 and an end
/// z₁ = Z(x; z₀), for systems of a fixed size. [`Monolithic`](crate::monolithic::Monolithic) needs them.
pub trait Elementwise<S: Lagrangian + ?Sized, D>: Drive<S, D> {
    /// Whether constraints may follow from others, so that linearized elements are singular.
    const LEAST_NORM: bool;

    /// The counts.
    fn sizes() -> ElementSizes;

    /// x of a motion that has this velocity.
    fn unknowns_at(velocity: &S::Velocity, x: &mut [S::Scalar]);

    /// Writes Z(x; z₀) and, as the first of `numbers`, r(x; z₀), and returns the largest |r|, relative to the summands of
    /// r. The second become the largest summands of each coordinate's equations: a momentum is known to their rounding.
    fn evaluate(
        system: &S,
        over: Interval<'_, S, D>,
        beside: Beside<'_, S>,
        x: &[S::Scalar],
        end: &mut [S::Scalar],
        numbers: (&mut [S::Scalar], &mut [S::Scalar]),
    ) -> f64;

    /// Linearizes the element at x; with `along` = (dt/dτ, dh/dτ) at its start also by the factor τ of all
    /// lengths.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularTangent`], and [`Failure::NotFinite`] if an entry is not.
    fn linearize_element(
        system: &S,
        over: Interval<'_, S, D>,
        beside: Beside<'_, S>,
        x: &[S::Scalar],
        along: Option<[S::Scalar; 2]>,
        rows: &mut ElementRows<S::Scalar>,
    ) -> Result<(), Failure>;

    /// The report of the element and its motion, at its solution. `before` are the unknowns of the element before.
    fn reported(
        system: &S,
        over: Interval<'_, S, D>,
        x: (Option<&[S::Scalar]>, &[S::Scalar]),
        nodes: [Beside<'_, S>; 2],
        end: &StateOf<S>,
        convergence: Convergence,
    ) -> (Self::Report, Self::Stages);

    /// Whether the scheme has numbers that make sense.
    ///
    /// # Errors
    ///
    /// The errors of a start.
    fn check(scheme: &D) -> Result<(), Failure>;

    /// For a scheme that makes no steps, this scheme with numbers with which it does; `None` for others.
    fn stepping(scheme: &D) -> Option<D>;

    /// The other fields of a node with this state and velocity, as a guess.
    fn fields_at(system: &S, over: Interval<'_, S, D>, velocity: &S::Velocity, fields: &mut [S::Scalar]);

    /// Whether a motion may pass these coordinates, whose velocity is sought.
    ///
    /// # Errors
    ///
    /// The errors of a start, but for its velocity.
    fn check_place(system: &S, from: Start<'_, S, D>) -> Result<(), Failure>;

    /// Calls `visit` with the constraints at a start, and then with their rates.
    fn each_constraint(
        system: &S,
        state: &StateOf<S>,
        velocity: &S::Velocity,
        visit: &mut dyn FnMut(S::Scalar),
    );
}

/// No residual below ε^¾ asks for the rounding inside of its terms.
fn large<T: Scalar>() -> f64 {
    let root = libm::sqrt(T::EPSILON);
    root * libm::sqrt(root)
}

/// A step of τ, relative: a central difference then is right to about ε^⅔. It is only in the tangent of Newton's method.
fn nudge<T: Scalar>() -> f64 {
    libm::cbrt(T::EPSILON)
}

#[diagnostic::do_not_recommend]
impl<S, D> Elementwise<S, D> for OneStep<D>
where
    D: Scheme,
    S: Derived<D> + ?Sized,
    S::Solver: Solver<S, D>,
    S::Reporter: Reporter<S, D>,
    S::Inside: Inside<S, D>,
    S: Derivatives<EquationsOf<S, D>> + Equations<EquationsOf<S, D>, Unknown = <S as Derived<D>>::Stages>,
{
    const LEAST_NORM: bool = <S as Equations<EquationsOf<S, D>>>::LEAST_NORM;

    fn sizes() -> ElementSizes {
        let carries_velocity = S::Reporter::velocity(&zeros()).is_some();
        let n = S::Configuration::LEN;
        let fields = S::Reporter::FIELDS;
        ElementSizes {
            coordinates: n,
            node: if carries_velocity { 3 * n + fields } else { 2 * n },
            unknowns: S::Stages::LEN,
            carries_velocity,
            fields,
        }
    }

    fn unknowns_at(velocity: &S::Velocity, x: &mut [<S as Lagrangian>::Scalar]) {
        let unknowns = unknowns_at::<S, EquationsOf<S, D>>(velocity);
        copied(unknowns.as_slice(), x);
    }

    fn evaluate(
        system: &S,
        over: Interval<'_, S, D>,
        beside: Beside<'_, S>,
        x: &[<S as Lagrangian>::Scalar],
        end: &mut [<S as Lagrangian>::Scalar],
        (residual, summands): (&mut [<S as Lagrangian>::Scalar], &mut [<S as Lagrangian>::Scalar]),
    ) -> f64 {
        let known = known::<S, D>(system, over, beside);
        let x = S::Stages::from_fn(|k| at(x, k));
        let (mut ends, mut r, mut scale) = (End::not_yet(&known), zeros(), zeros());
        Kernels::<EquationsOf<S, D>>::update(system, &known, &x, &mut ends, &mut r, &mut scale);
        copied(r.as_slice(), residual);
        let n = S::Configuration::LEN;
        let (q, rest) = end.split_at_mut(n);
        copied(ends.q.as_slice(), q);
        copied(ends.p.as_slice(), rest);
        let velocity = S::Reporter::velocity(&prefix(&ends.carried));
        if let (Some(velocity), Some(place)) = (velocity, rest.get_mut(n..)) {
            let (own, others) = place.split_at_mut(n);
            copied(velocity.as_slice(), own);
            copied(last(ends.carried.as_slice(), S::Reporter::FIELDS), others);
        }
        if !end.iter().chain(&*residual).all(|x| x.magnitude().is_finite()) {
            return f64::NAN;
        }
        let constraints = <S as Equations<EquationsOf<S, D>>>::CONSTRAINTS;
        let mut size = norm(&r, &scale, constraints).to_f64();
        if size > large::<<S as Lagrangian>::Scalar>() {
            // It may be the rounding inside of terms that cancel.
            Equations::<EquationsOf<S, D>>::add_rounding(system, &known, &x, &mut scale);
            size = norm(&r, &scale, constraints).to_f64();
        }
        largest_of_each(scale.as_slice(), summands);
        size
    }

    fn linearize_element(
        system: &S,
        over: Interval<'_, S, D>,
        beside: Beside<'_, S>,
        x: &[<S as Lagrangian>::Scalar],
        along: Option<[<S as Lagrangian>::Scalar; 2]>,
        into: &mut ElementRows<<S as Lagrangian>::Scalar>,
    ) -> Result<(), Failure> {
        let sizes = <Self as Elementwise<S, D>>::sizes();
        let residual = into.ahead.get_mut(sizes.node..).unwrap_or_default();
        into.residual = Self::evaluate(
            system,
            over,
            beside,
            x,
            &mut into.end,
            (residual, &mut into.summands),
        );
        let known = known::<S, D>(system, over, beside);
        let unknown = S::Stages::from_fn(|k| at(x, k));
        let mut r: S::Stages = zeros();
        let mut tangent: <S as Equations<EquationsOf<S, D>>>::Tangent = zeros();
        Equations::<EquationsOf<S, D>>::tangent(system, &known, &unknown, &mut r, &mut tangent);
        let mut blocks = <S as Derivatives<EquationsOf<S, D>>>::Blocks::zeros();
        system.derivatives(&known, &unknown, &mut blocks);
        let columns = <<S as Derivatives<EquationsOf<S, D>>>::Blocks as Blocks<_>>::KNOWN;
        into.set_right_sides(sizes, rows(blocks.residual_entries(), columns), r.as_slice());
        into.by_duration.fill(<S as Lagrangian>::Scalar::from_f64(0.0));
        if let Some(along) = along {
            by_duration::<S, D>(system, over, beside, x, along, into);
        }
        let width = sizes.node + 2;
        lu::solve_with_multipliers(tangent.as_mut_slice(), &mut into.unknowns, width, &mut into.units)?;
        let by_unknown = rows(blocks.end_by_unknown(), sizes.unknowns);
        into.eliminate_unknowns(sizes, rows(blocks.end_by_known(), columns), by_unknown);
        if into.is_finite() {
            return Ok(());
        }
        Err(Failure::NotFinite {
            what: "derivative of the step",
        })
    }

    fn reported(
        system: &S,
        over: Interval<'_, S, D>,
        (before, x): (Option<&[<S as Lagrangian>::Scalar]>, &[<S as Lagrangian>::Scalar]),
        nodes: [Beside<'_, S>; 2],
        end: &StateOf<S>,
        convergence: Convergence,
    ) -> (Self::Report, Self::Stages) {
        let stages = S::Stages::from_fn(|k| at(x, k));
        let before = before.map(|before| S::Stages::from_fn(|k| at(before, k)));
        let before = S::Reporter::before_of(before.as_ref());
        let constants = system.constants(over.scheme, over.h);
        let [_, (velocity, fields)] = nodes;
        let mut carried = carry::<S, D>(system, constants, (over.h, end), velocity).carried;
        copied(fields, last_mut(carried.as_mut_slice(), fields.len()));
        let solved = Advance {
            state: *end,
            report: convergence,
            stages,
        };
        let step = S::Reporter::report(system, &over, (solved, before), &carried);
        let carries = <Self as Elementwise<S, D>>::sizes().carries_velocity;
        let [start, after] = nodes.map(|(velocity, _)| carries.then_some(*velocity));
        let stages = S::Inside::stages(over.h, [(over.state, start), (end, after)], &stages);
        (step.report, stages)
    }

    fn check(scheme: &D) -> Result<(), Failure> {
        scheme.check()
    }

    fn stepping(scheme: &D) -> Option<D> {
        scheme.stepping()
    }

    fn fields_at(
        system: &S,
        over: Interval<'_, S, D>,
        velocity: &S::Velocity,
        fields: &mut [<S as Lagrangian>::Scalar],
    ) {
        let constants = system.constants(over.scheme, over.h);
        let carried = carry::<S, D>(system, constants, (over.h, over.state), velocity).carried;
        copied(last(carried.as_slice(), fields.len()), fields);
    }

    fn check_place(system: &S, from: Start<'_, S, D>) -> Result<(), Failure> {
        S::Reporter::check_place(system, &from)
    }

    fn each_constraint(
        system: &S,
        state: &StateOf<S>,
        velocity: &S::Velocity,
        visit: &mut dyn FnMut(<S as Lagrangian>::Scalar),
    ) {
        S::Reporter::each_constraint(system, state, velocity, visit);
    }
}

fn last<T>(numbers: &[T], count: usize) -> &[T] {
    numbers
        .get(numbers.len() - count.min(numbers.len())..)
        .unwrap_or_default()
}

fn last_mut<T>(numbers: &mut [T], count: usize) -> &mut [T] {
    let from = numbers.len() - count.min(numbers.len());
    numbers.get_mut(from..).unwrap_or_default()
}

/// The largest of the scales of a coordinate's equations, which come one coordinate after the other.
fn largest_of_each<T: Scalar>(scales: &[T], largest: &mut [T]) {
    largest.fill(T::from_f64(0.0));
    let count = largest.len().max(1);
    for (k, &scale) in scales.iter().enumerate() {
        if let Some(largest) = largest.get_mut(k % count)
            && scale.magnitude() > largest.magnitude()
        {
            *largest = scale;
        }
    }
}

/// The element of the equations in all unknowns.
fn known<S, D>(
    system: &S,
    over: Interval<'_, S, D>,
    (velocity, fields): Beside<'_, S>,
) -> ElementOf<S, EquationsOf<S, D>>
where
    S: Derived<D> + ?Sized,
    S::Solver: Solver<S, D>,
    S: Derivatives<EquationsOf<S, D>>,
{
    let constants = prefix(&system.constants(over.scheme, over.h));
    let mut carry = carry::<S, EquationsOf<S, D>>(system, constants, (over.h, over.state), velocity);
    copied(fields, last_mut(carry.carried.as_mut_slice(), fields.len()));
    ElementOf::<S, EquationsOf<S, D>>::of(over.state, over.h, over.inputs, &carry)
}

/// ∂Z/∂τ and ∂r/∂τ, by central differences.
fn by_duration<S, D>(
    system: &S,
    over: Interval<'_, S, D>,
    beside: Beside<'_, S>,
    x: &[<S as Lagrangian>::Scalar],
    [t_along, h_along]: [<S as Lagrangian>::Scalar; 2],
    into: &mut ElementRows<<S as Lagrangian>::Scalar>,
) where
    S: Lagrangian + ?Sized,
    OneStep<D>: Elementwise<S, D>,
{
    let node = into.end.len();
    // dh/dτ = h/τ.
    let step = <S as Lagrangian>::Scalar::from_f64(nudge::<<S as Lagrangian>::Scalar>()) * (over.h / h_along);
    for (sign, numbers) in [(1.0, &mut into.ahead), (-1.0, &mut into.behind)] {
        let part = <S as Lagrangian>::Scalar::from_f64(sign) * step;
        let mut state = over.state.clone();
        state.t = state.t + part * t_along;
        let moved = over.of(over.scheme, over.h + part * h_along, &state);
        let (end, residual) = numbers.split_at_mut(node);
        <OneStep<D> as Elementwise<S, D>>::evaluate(system, moved, beside, x, end, (residual, &mut []));
    }
    let per_step = <S as Lagrangian>::Scalar::from_f64(0.5) / step;
    let mut quotients = into
        .ahead
        .iter()
        .zip(&into.behind)
        .map(|(&a, &b)| (a - b) * per_step);
    for (entry, quotient) in into.by_duration.iter_mut().zip(&mut quotients) {
        *entry = quotient;
    }
    for (row, quotient) in rows_mut(&mut into.unknowns, node + 2).zip(quotients) {
        if let Some(entry) = row.last_mut() {
            *entry = quotient;
        }
    }
}
