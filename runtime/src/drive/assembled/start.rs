//! Starts of systems of any size: whether they satisfy the constraints, and what steps from there need.
//!
//! Knows no scheme.

use alloc::boxed::Box;

use nalgebra::DVector;

use super::memory::{AssembledMemory, Layout, Room, zeros};
use super::stages_of;
use super::sums::Sums;
use crate::constraints::rounding;
use crate::drive::assembly::{Assembly, Dependence, Known};
use crate::drive::{Interval, Start};
use crate::family::{AnySize, Entries, Family};
use crate::matrix::{Matrix, Storage};
use crate::{AnySizeFailure, Block, Failure, Lagrangian, Scalar, Size, SizeOf};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// The number of unknowns.
pub(super) fn unknowns<S: Assembly<D> + ?Sized, D>(system: &S) -> usize {
    S::GROUPS * system.coordinate_count() + S::IMPULSES * system.constraint_count()
}

/// How its unknowns are counted.
pub(super) fn layout<S: Assembly<D> + ?Sized, D>(system: &S) -> Layout {
    Layout {
        free: S::GROUPS * system.coordinate_count(),
        impulses: S::IMPULSES,
    }
}

/// The memory at a start.
pub(super) fn memory<S: Assembly<D> + AnySize, D>(
    system: &S,
    from: Start<'_, S, D>,
) -> Result<AssembledMemory<ScalarOf<S>>, Failure> {
    let n = system.coordinate_count();
    let mut nodes = zeros(if S::HAS_NODES { n } else { 0 });
    let inputs = S::Inputs::filled(S::Scalar::from_f64(0.0));
    let known = Known {
        scheme: from.scheme,
        t: from.state.t,
        h: from.h,
        q: from.state.q.as_slice(),
        v: if S::CARRIES_VELOCITY {
            from.velocity.as_slice()
        } else {
            &[]
        },
        inputs: &inputs,
    };
    if S::HAS_NODES {
        let mut momenta = nodes.clone();
        system.set_nodes(&known, nodes.as_mut_slice(), momenta.as_mut_slice());
        let wrong = nodes.iter().position(|x| !x.magnitude().is_finite());
        if let Some(k) = wrong {
            return Err(Failure::NotFiniteCoordinate {
                what: "force at the start",
                coordinate: system.coordinate_name(k),
            });
        }
    }
    let mut memory = AssembledMemory {
        steps: [(); 3].map(|()| zeros(0)),
        known: 0,
        nodes,
        node_time: from.state.t,
        velocity: zeros(0),
        layout: layout::<S, D>(system),
        room: None,
    };
    if S::CARRIES_VELOCITY {
        memory.velocity.clone_from(from.velocity);
    }
    let over = Interval::new(from.scheme, from.h, &inputs, from.state);
    let room = furnished(system, over, &memory).map_err(|failure| named::<S, D>(system, failure))?;
    if !room.is_explicit() {
        let groups = S::GROUPS.max(1);
        let mut seed = zeros(unknowns::<S, D>(system));
        for (x, &v) in seed
            .as_mut_slice()
            .chunks_exact_mut(groups)
            .zip(from.velocity.iter())
        {
            x.fill(v);
        }
        memory.steps = [(); 3].map(|()| seed.clone());
    }
    memory.room = Some(room);
    Ok(memory)
}

/// The room for steps with a memory that has none: the pattern of the tangent is found, and a constant tangent is factored.
#[cold]
pub(super) fn furnished<S: Assembly<D> + AnySize, D>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &AssembledMemory<ScalarOf<S>>,
) -> Result<Box<Room<ScalarOf<S>>>, Failure> {
    let (n, size) = (system.coordinate_count(), unknowns::<S, D>(system));
    let is_of = |x: &DVector<ScalarOf<S>>, length: usize| x.is_empty() || x.len() == length;
    let fits =
        is_of(&memory.nodes, n) && is_of(&memory.velocity, n) && memory.steps.iter().all(|x| is_of(x, size));
    if !fits {
        return Err(Failure::Snapshot);
    }
    let known = Known {
        scheme: over.scheme,
        t: over.state.t,
        h: over.h,
        q: over.state.q.as_slice(),
        v: memory.velocity.as_slice(),
        inputs: over.inputs,
    };
    let momentum = over.state.p.as_slice();
    let nodes = memory.nodes.as_slice();
    let sums = Sums {
        system,
        known,
        momentum,
        nodes,
    };
    let mut tangent = Storage::of(&sums.pattern(size)?)?;
    let (mut weights, mut x) = (zeros(0), zeros(size));
    let [mut r, mut scale] = [(); 2].map(|()| zeros(size));
    if S::TANGENT == Dependence::Constant {
        sums.rows_and_tangent(x.as_slice(), r.as_mut_slice(), scale.as_mut_slice(), &mut tangent);
        tangent.factor()?;
        let is_in_coordinates = !(S::HAS_OFFSETS || S::HAS_ENDS || S::CARRIES_VELOCITY);
        if tangent.name() == "diagonal" && is_in_coordinates && size == n {
            weights = zeros(n);
            weights.fill(-S::Scalar::from_f64(1.0));
            tangent.solve(weights.as_mut_slice())?;
            if let [first, others @ ..] = weights.as_slice()
                && others.iter().all(|weight| weight == first)
            {
                weights = DVector::from_element(1, *first);
            }
        }
    }
    x.fill(S::Scalar::from_f64(0.0));
    let of_coordinates = |is_there: bool| zeros(if is_there { n } else { 0 });
    let of_unknowns = || {
        zeros(if S::TANGENT == Dependence::Unknowns {
            size
        } else {
            0
        })
    };
    Ok(Box::new(Room {
        tangent,
        weights,
        q: of_coordinates(true),
        p: of_coordinates(true),
        velocity: of_coordinates(S::CARRIES_VELOCITY),
        nodes: of_coordinates(S::HAS_NODES),
        stages: zeros(stages_of::<S, D>(n)),
        from: of_unknowns(),
        x,
        r,
        scale,
        before: [of_unknowns(), of_unknowns()],
        marked_time: memory.node_time,
    }))
}

/// Singular equations name the coordinate or the constraint.
pub(super) fn named<S: Assembly<D> + ?Sized, D>(system: &S, failure: Failure) -> Failure {
    let Failure::SingularTangent { pivot, size } = failure else {
        return failure;
    };
    let free = S::GROUPS * system.coordinate_count();
    match pivot.checked_sub(free) {
        None => AnySizeFailure::SingularCoordinate {
            coordinate: system.coordinate_name(pivot / S::GROUPS.max(1)),
            size,
        },
        Some(multiplier) => AnySizeFailure::SingularConstraint {
            constraint: system.constraint_name(multiplier / S::IMPULSES.max(1)),
            size,
        },
    }
    .into()
}

/// Whether a start satisfies the constraints and, if `has_rates`, their rates, to the rounding of their terms.
pub(super) fn check<S: Family + AnySize, D>(
    system: &S,
    from: &Start<'_, S, D>,
    has_rates: bool,
) -> Result<(), Failure> {
    let count = system.constraint_count();
    if count == 0 {
        return Ok(());
    }
    let (t, q, v) = (from.state.t, from.state.q.as_slice(), from.velocity.as_slice());
    let [mut g, mut scales, mut rates, mut at_rest] = [(); 4].map(|()| zeros::<S::Scalar>(count));
    system.constraint_values(t, q, g.as_mut_slice(), scales.as_mut_slice());
    let allowed = |size: SizeOf<S::Scalar>| rounding::<S>() * size;
    let rows = || g.iter().zip(scales.iter());
    first_above(
        system,
        rows().map(|(&g, scale)| (g, allowed(scale.magnitude()))),
        false,
    )?;
    if !has_rates {
        return Ok(());
    }
    let still = zeros::<S::Scalar>(q.len());
    system.constraint_rates(t, q, v, rates.as_mut_slice());
    system.constraint_rates(t, q, still.as_slice(), at_rest.as_mut_slice());
    // A rate is accepted if it changes g in one step by no more than the rounding of g.
    let mut moved = Moved {
        v,
        sums: zeros::<S::Scalar>(count),
    };
    system.add_constraint_jacobian(t, q, &mut moved);
    let sizes = moved.sums.iter().zip(at_rest.iter()).zip(scales.iter());
    let sizes = sizes.map(|((moved, rest), scale)| {
        moved.magnitude() + rest.magnitude() + scale.magnitude() / from.h.magnitude()
    });
    first_above(system, rates.iter().copied().zip(sizes.map(allowed)), true)
}

/// Adds up the sizes of the terms of G v.
struct Moved<'a, T: Scalar> {
    v: &'a [T],
    sums: DVector<T>,
}

impl<T: Scalar> Entries<T> for Moved<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        if let (Some(sum), Some(&v)) = (self.sums.as_mut_slice().get_mut(row), self.v.get(column)) {
            *sum = *sum + T::from_size((value * v).magnitude());
        }
    }
}

/// The first number whose size is not allowed.
fn first_above<S: Family + ?Sized>(
    system: &S,
    rows: impl Iterator<Item = (S::Scalar, SizeOf<S::Scalar>)>,
    is_rate: bool,
) -> Result<(), Failure> {
    let is_above = |(g, allowed): &(S::Scalar, SizeOf<S::Scalar>)| {
        let size = g.magnitude();
        size > *allowed || size.is_nan()
    };
    let found = rows.enumerate().find(|(_, row)| is_above(row));
    found.map_or(Ok(()), |(j, (g, _))| {
        // A dual number may violate the constraint in its derivatives alone; then its magnitude is reported.
        let is_real = g.real() != SizeOf::<S::Scalar>::from_f64(0.0);
        let violation = if is_real { g.real() } else { g.magnitude() };
        Err(AnySizeFailure::ConstraintViolated {
            constraint: system.constraint_name(j),
            violation: violation.to_f64(),
            is_rate,
        }
        .into())
    })
}
