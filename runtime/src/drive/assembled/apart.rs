//! Steps that fall apart: first the coordinates at the end, then the velocity there.
//!
//! ```text
//! r(x) = 0: q₁, and p* without the impulses of the end;   p* + N(q₁) − Gᵀ μ = ∂L/∂v(q₁, w),   G w + ∂g/∂t = 0
//! ```
//!
//! The second equations are linear for a T that is quadratic in v, and no iteration evaluates forces at the end.
//! Knows no scheme.
//!
//! | file | idea |
//! | --- | --- |
//! | `bound` | linear equations of few coordinates with constraints |
//! | `alone` | steps in which all others are alone |
//! | `unknowns` | those of both parts, and all of a step |

mod alone;
mod bound;
mod unknowns;

use alloc::boxed::Box;
use core::marker::PhantomData;

use bound::Bound;

use super::changes::all_finite;
use super::end_velocities::without_equations;
use super::finite::not_finite;
use super::iteration::iterate;
use super::memory::{AssembledMemory, Carried, Room, resize};
use super::solution::{Solution, linear};
use super::start::{all_forces_finite, factor_constant, made_for_part as made, named, room_of};
use super::sums::{Sums, end_nodes};
use crate::drive::assembly::{Assembly, Dependence, Known, OwnStart};
use crate::drive::{Advance, Advanced, Interval};
use crate::family::{AnySize, Heap, Part};
use crate::newton::Convergence;
use crate::{Failure, State, StateOf};
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Vector};
use nalgebra::DVector;

/// The first part of the steps of the scheme `D`.
#[derive(Clone, Copy, Debug)]
pub struct Opening<D>(PhantomData<D>);

impl<D> Opening<D> {
    const SCHEME: Self = Self(PhantomData);
}

/// The second part of the steps of all schemes.
#[derive(Clone, Copy, Debug)]
pub struct Rates;

/// Both parts of a step, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Apart;

/// The room of both parts.
#[derive(Clone)]
pub(super) struct ApartRoom<T: Scalar> {
    opening: Room<T, Heap>,
    rates: Room<T, Heap>,
    /// As in [`Carried`].
    still: DVector<T>,
    /// Both parts, if few coordinates have constraints.
    bound: Option<[Bound<T>; 2]>,
}

type Memory<T> = AssembledMemory<T, Heap>;
/// t, q and p.
type Node<'a, T> = (T, &'a [T], &'a [T]);

#[diagnostic::do_not_recommend]
impl<S, D> Solution<S, D> for Apart
where
    S: Assembly<D, StepSpace = Heap>
        + Assembly<Opening<D>, StepSpace = Heap>
        + Assembly<Rates, StepSpace = Heap>
        + AnySize<Configuration = DVector<<S as crate::Lagrangian>::Scalar>>,
{
    const IS_JOINT: bool = false;
    const GROUPS: usize = <S as Assembly<Opening<D>>>::GROUPS;
    const HAS_NODES: bool = <S as Assembly<Opening<D>>>::HAS_NODES;
    const HAS_LINEAR_NODES: bool = <S as Assembly<Opening<D>>>::HAS_LINEAR_NODES;

    /// Without room they are set when there is some.
    fn set_nodes(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Memory<S::Scalar>,
    ) -> Result<(), Failure> {
        let apart = memory.room.as_mut().and_then(|room| room.apart.as_mut());
        apart.map_or(Ok(()), |apart| {
            Of { system, over }.set_nodes(&mut memory.carried, &mut apart.opening)
        })
    }

    fn prepare(system: &S, over: Interval<'_, S, D>, memory: &mut Memory<S::Scalar>) -> Result<(), Failure> {
        let Memory { carried, room } = memory;
        let Some(room) = room else {
            return Err(Failure::Snapshot);
        };
        let of = Of { system, over };
        let start = (over.state.t, over.state.q.as_slice(), over.state.p.as_slice());
        // A copy, or a snapshot, goes on with the numbers that are there, to the last bit.
        let has_nodes = carried.nodes.as_slice().len() == start.1.len() && carried.node_time == start.0;
        let is_copied = has_nodes && room.apart.is_none();
        let mut apart = match room.apart.take() {
            Some(mut apart) => {
                of.again(carried, &mut apart, start)?;
                apart
            }
            None => Box::new(of.begin(carried, start)?),
        };
        if !is_copied {
            of.set_nodes(carried, &mut apart.opening)?;
        }
        room.apart = Some(apart);
        Ok(())
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Memory<S::Scalar>,
    ) -> Advanced<S, Convergence, DVector<S::Scalar>> {
        room_of(system, over, &mut memory.carried, &mut memory.room)?;
        if memory.room.as_ref().is_none_or(|room| room.apart.is_none()) {
            <Self as Solution<S, D>>::prepare(system, over, memory)?;
        }
        let Memory {
            carried,
            room: Some(room),
        } = memory
        else {
            return Err(Failure::Snapshot);
        };
        let Room {
            apart: Some(apart),
            x,
            q,
            p,
            stages,
            ..
        } = room
        else {
            return Err(Failure::Snapshot);
        };
        let of = Of { system, over };
        let report = match apart.bound.is_some() {
            true => {
                of.advance_bound::<CHECKED>(carried, (apart, stages))?;
                core::mem::swap(p, &mut apart.opening.p);
                Convergence::default()
            }
            false => of.advance_all::<CHECKED>(carried, (apart, x), (p, stages))?,
        };
        core::mem::swap(q, &mut apart.opening.q);
        if <S as Assembly<Opening<D>>>::HAS_NODES {
            core::mem::swap(&mut carried.nodes, &mut apart.opening.nodes);
            carried.node_time = over.state.t + over.h;
        }
        let (t, q, p) = (over.state.t + over.h, q.lend(), p.lend());
        let (state, stages) = (State { t, q, p }, stages.lend());
        Ok(Advance {
            state,
            report,
            stages,
        })
    }

    fn own_inside(
        h: S::Scalar,
        start: OwnStart<S::Scalar>,
        x: &[S::Scalar],
        s: S::Scalar,
    ) -> (S::Scalar, S::Scalar) {
        <S as Assembly<Opening<D>>>::own_inside(h, start, x, s)
    }

    fn set_unknowns(
        system: &S,
        (memory, step): (
            &Memory<S::Scalar>,
            &Advance<StateOf<S>, Convergence, DVector<S::Scalar>>,
        ),
        x: &mut [S::Scalar],
    ) {
        unknowns::set::<S, D>(system, (memory, step), x);
    }
}

/// A step of a system.
#[derive(Clone, Copy)]
struct Of<'a, S: crate::Lagrangian + ?Sized, D> {
    system: &'a S,
    over: Interval<'a, S, D>,
}

impl<'a, S, D> Of<'a, S, D>
where
    S: Assembly<D, StepSpace = Heap>
        + Assembly<Opening<D>, StepSpace = Heap>
        + Assembly<Rates, StepSpace = Heap>
        + AnySize,
{
    /// The first equations.
    fn opening<'b>(&self, carried: &'b Carried<S::Scalar, Heap>) -> Sums<'b, S, Opening<D>>
    where
        'a: 'b,
    {
        let State { t, q, p } = self.over.state;
        Sums {
            system: self.system,
            known: self.known(const { &Opening::<D>::SCHEME }, (*t, q.as_slice())),
            momentum: p.as_slice(),
            nodes: carried.nodes.as_slice(),
            residual_before: &[],
            still: &[],
        }
    }

    /// The second ones, at a place with a momentum.
    fn rates<'b>(
        &self,
        (t, q, momentum): Node<'b, S::Scalar>,
        still: &'b DVector<S::Scalar>,
    ) -> Sums<'b, S, Rates>
    where
        'a: 'b,
    {
        Sums {
            system: self.system,
            known: self.known(&Rates, (t, q)),
            momentum,
            nodes: &[],
            residual_before: &[],
            still: still.as_slice(),
        }
    }

    fn known<'b, E>(&self, scheme: &'b E, (t, q): (S::Scalar, &'b [S::Scalar])) -> Known<'b, S, E>
    where
        'a: 'b,
    {
        let Interval { h, inputs, .. } = self.over;
        let (v, part) = (&[][..], Part::WHOLE);
        Known {
            scheme,
            t,
            h,
            q,
            v,
            inputs,
            part,
        }
    }

    /// Room for both parts.
    fn begin(
        &self,
        carried: &Carried<S::Scalar, Heap>,
        start: Node<'_, S::Scalar>,
    ) -> Result<ApartRoom<S::Scalar>, Failure> {
        let system = self.system;
        let still = without_equations::<S, Rates>(system, self.over.state);
        let opening = made(&self.opening(carried));
        let rates = made(&self.rates(start, &still));
        let bound = Bound::of(&self.opening(carried)).zip(Bound::of(&self.rates(start, &still)));
        Ok(ApartRoom {
            opening: opening.map_err(|failure| named::<S, Opening<D>>(system, failure))?,
            rates: rates.map_err(|failure| named::<S, Rates>(system, failure))?,
            still,
            bound: bound.map(<[_; 2]>::from),
        })
    }

    /// The same room for steps of another length.
    fn again(
        &self,
        carried: &Carried<S::Scalar, Heap>,
        apart: &mut ApartRoom<S::Scalar>,
        start: Node<'_, S::Scalar>,
    ) -> Result<(), Failure> {
        let system = self.system;
        let opening = self.opening(carried);
        if <S as Assembly<Opening<D>>>::TANGENT == Dependence::Constant {
            let factored = factor_constant(&opening, &mut apart.opening);
            factored.map_err(|failure| named::<S, Opening<D>>(system, failure))?;
        }
        let rates = self.rates(start, &apart.still);
        if <S as Assembly<Rates>>::TANGENT == Dependence::Constant {
            let factored = factor_constant(&rates, &mut apart.rates);
            factored.map_err(|failure| named::<S, Rates>(system, failure))?;
        }
        if let Some([first, second]) = apart.bound.take() {
            let both = first.again(&opening).zip(second.again(&rates));
            apart.bound = both.map(<[_; 2]>::from);
        }
        Ok(())
    }

    /// N at the start.
    fn set_nodes(
        &self,
        carried: &mut Carried<S::Scalar, Heap>,
        room: &mut Room<S::Scalar, Heap>,
    ) -> Result<(), Failure> {
        if !<S as Assembly<Opening<D>>>::HAS_NODES {
            return Ok(());
        }
        let (q, p) = (self.over.state.q.as_slice(), self.over.state.p.as_slice());
        resize(&mut carried.nodes, q.len());
        resize(&mut room.p, q.len());
        let mut nodes = carried.nodes.lend();
        let known = self.opening(carried).known;
        let momenta = room.p.as_mut_slice();
        copied(p, momenta);
        room.parts
            .set_nodes(self.system, &known, nodes.as_mut_slice(), momenta);
        carried.nodes = nodes;
        carried.node_time = self.over.state.t;
        all_forces_finite(self.system, carried.nodes.as_slice())
    }

    /// Both parts, in their rooms; guesses are made in `x`.
    fn advance<const CHECKED: bool>(
        &self,
        carried: &Carried<S::Scalar, Heap>,
        (apart, x): (&mut ApartRoom<S::Scalar>, &mut DVector<S::Scalar>),
    ) -> Result<Convergence, Failure> {
        let ApartRoom {
            opening,
            rates,
            still,
            ..
        } = apart;
        let (system, over) = (self.system, self.over);
        let n = over.state.q.as_slice().len();
        for vector in [&mut opening.q, &mut opening.p, &mut rates.q, &mut rates.p] {
            resize(vector, n);
        }
        let sums = self.opening(carried);
        let report = self.solve_opening(&sums, carried, (opening, x));
        let report = report.map_err(|failure| named::<S, Opening<D>>(system, failure))?;
        end_nodes(&sums, opening);
        if CHECKED && !(all_finite(opening.q.as_slice()) && all_finite(opening.p.as_slice())) {
            return Err(not_finite::<S, Opening<D>>(system, opening));
        }
        let end = over.state.t + over.h;
        let sums = self.rates((end, opening.q.as_slice(), opening.p.as_slice()), still);
        let solved = match <S as Assembly<Rates>>::TANGENT {
            Dependence::Unknowns => {
                let mut iterated = |x: &mut DVector<S::Scalar>| {
                    self.split(x.as_mut_slice(), &mut [], rates.x.as_mut_slice(), |x, part| {
                        *part = *x;
                    });
                    iterate(&sums, rates).map(drop)
                };
                iterated(x).or_else(|failure| {
                    carried.recall(x);
                    iterated(x).map_err(|_| failure)
                })
            }
            tangent => linear(&sums, rates, tangent != Dependence::Constant).map(drop),
        };
        solved.map_err(|failure| named::<S, Rates>(system, failure))?;
        if CHECKED && !all_finite(rates.p.as_slice()) {
            return Err(not_finite::<S, Rates>(system, rates));
        }
        Ok(report)
    }

    /// q₁, and the momentum there without N and the impulses of the end.
    fn solve_opening(
        &self,
        sums: &Sums<'_, S, Opening<D>>,
        carried: &Carried<S::Scalar, Heap>,
        (room, x): (&mut Room<S::Scalar, Heap>, &mut DVector<S::Scalar>),
    ) -> Result<Convergence, Failure> {
        let tangent = <S as Assembly<Opening<D>>>::TANGENT;
        if tangent != Dependence::Unknowns {
            return linear(sums, room, tangent != Dependence::Constant);
        }
        carried.guess(x);
        self.split(x.as_mut_slice(), room.x.as_mut_slice(), &mut [], |x, part| {
            *part = *x;
        });
        let result = iterate(sums, room);
        if result.is_ok() || carried.known < 2 {
            return result;
        }
        carried.recall(x);
        self.split(x.as_mut_slice(), room.x.as_mut_slice(), &mut [], |x, part| {
            *part = *x;
        });
        iterate(sums, room).or(result)
    }
}
