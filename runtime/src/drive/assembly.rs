//! The equations of a step of a system of any size, as sums over its items.

use super::{Solution, StepSpace};
use crate::family::{Entries, Family, Part};
use crate::{Facts, Lagrangian};

/// The data on which the tangent ∂r/∂x of a step depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Parameters, the step size and the numbers of the scheme: it is factored once.
    Constant,
    /// Those and the start of the step: the equations are linear.
    Start,
    /// Those and the unknowns: the equations are iterated.
    Unknowns,
}

/// The data of a step that are known at its start.
#[derive(Debug)]
pub struct Known<'a, S: Lagrangian + ?Sized, D> {
    /// The scheme, with its own numbers.
    pub scheme: &'a D,
    /// Time at the start.
    pub t: S::Scalar,
    /// The length of the step.
    pub h: S::Scalar,
    /// Coordinates at the start.
    pub q: &'a [S::Scalar],
    /// The velocity at the start, for schemes that carry it; otherwise empty.
    pub v: &'a [S::Scalar],
    /// Inputs, constant over the step.
    pub inputs: &'a S::Inputs,
    /// The items that a pass visits.
    pub part: Part,
}

impl<S: Lagrangian + ?Sized, D> Clone for Known<'_, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Lagrangian + ?Sized, D> Copy for Known<'_, S, D> {}

/// One coordinate at the start of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnStart<T> {
    /// Its value.
    pub q: T,
    /// Its momentum, with the impulse N of its node.
    pub p: T,
    /// Its velocity, for schemes that carry it; otherwise zero.
    pub v: T,
}

/// One coordinate at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnEnd<T> {
    /// Its value; q₁ − q₀ for schemes that sum with compensation.
    pub q: T,
    /// p₁ without the terms of items, which add to it; p₁ − p₀ without them for schemes that sum with compensation.
    pub p: T,
    /// Its velocity, for schemes that carry it; otherwise zero.
    pub v: T,
}

/// The step of a scheme `D` for a system of any size.
///
/// The unknowns are x: for each coordinate k the numbers `x[GROUPS * k ..][.. GROUPS]`, velocities, and behind those of all
/// coordinates, for each constraint j, the numbers `x[GROUPS * n + IMPULSES * j ..][.. IMPULSES]`, impulses. The equations r
/// are counted in the same way.
///
/// ```text
/// r(x) = own(p₀ + N(t₀, q₀), x) + Σ_items r_e(x_loc),   p₁ = own(p₀ + N(t₀, q₀), x) + Σ_items P_e(x_loc) + N(t₁, q₁)
/// q₁ = own(q₀, x)
/// ```
///
/// `own` is the part of the scheme without inertia and forces, r of a system with L = 0, coordinate by coordinate; it is linear
/// in the start and in x. N are impulses of nodes, which the end of one step and the start of the next one share: half a step
/// of the forces of `Verlet`. They act as p₀ does. If the scheme has none, N = 0, and all is in `r_e` and `P_e`.
///
/// The derive implements it for each scheme in `discretize(..)` of a family.
#[diagnostic::on_unimplemented(
    message = "the scheme `{D}` is not derived for `{Self}`",
    label = "list it in `discretize(..)` of `{Self}`; of a composition, and of corrected gaps, list the scheme inside, of a composition a symmetric one"
)]
pub trait Assembly<D>: Family {
    /// Where the numbers of a step are: [`Heap`](crate::family::Heap) or [`FixedSteps`](super::FixedSteps).
    type StepSpace: StepSpace<Self::Scalar, Vector = <Self as Lagrangian>::Configuration>;

    /// How the equations are solved: [`Joint`](super::Joint) or `Apart`.
    type Solution: Solution<Self, D>;

    /// Unknown velocities of each coordinate.
    const GROUPS: usize;
    /// How many groups, counted from the first, begin with the velocity at the start. The others begin with zero: velocities of
    /// a drift, and multipliers of equations of motion.
    const SEEDED: usize = Self::GROUPS;
    /// Whether the last group is the velocity at the end of the step, which satisfies the rates of constraints. That of a
    /// coordinate without mass and constraint is zero, and no equation contains it.
    const HAS_END_VELOCITIES: bool = false;
    /// Unknown impulses of each constraint; 0 without constraints.
    const IMPULSES: usize;
    /// How many groups, counted from the first, are values of one polynomial at Gauss points. It is extrapolated from step to
    /// step.
    const STAGES: usize;
    /// The data on which the tangent ∂r/∂x depends.
    const TANGENT: Dependence;
    /// Whether there are impulses of nodes.
    const HAS_NODES: bool;
    /// Whether errors grow along a coordinate without mass, or nothing determines its velocity.
    const NEEDS_MASSES: bool = false;
    /// Whether N is proportional to the step size.
    const HAS_LINEAR_NODES: bool = false;
    /// Whether items add to r(0) beside N: some `r_e(0)` is not zero.
    const HAS_OFFSETS: bool;
    /// Whether they add to rows of motion, and not to those of constraints alone.
    const HAS_OFFSETS_OF_MOTION: bool = true;
    /// Whether items add to p₁ beside N: some `P_e` is not zero.
    const HAS_ENDS: bool;
    /// Whether the velocity is carried from step to step.
    const CARRIES_VELOCITY: bool;
    /// Whether q and p are summed with compensation. Then [`own_end`](Self::own_end) gives q₁ − q₀ and p₁ − p₀.
    const IS_COMPENSATED: bool = false;
    /// Whether a step adds the residual that the step before accepted to its own, if its equations are iterated.
    const LEAVES_RESIDUAL: bool = false;
    /// Facts about a step; its operations are those of one item of each template.
    const FACTS: Facts;
    /// [`Steady`](super::Steady), [`Alternating`](super::Alternating) or [`OneWay`](super::OneWay).
    type Modes;

    /// Sets r and the sizes of its terms for one coordinate without items.
    fn own_rows(
        known: &Known<'_, Self, D>,
        start: OwnStart<Self::Scalar>,
        x: &[Self::Scalar],
        rows: &mut [Self::Scalar],
        scales: &mut [Self::Scalar],
    );

    /// ∂r/∂x of one coordinate without items, at the place (row, column) of its groups.
    fn own_tangent(
        known: &Known<'_, Self, D>,
        start: OwnStart<Self::Scalar>,
        x: &[Self::Scalar],
        entries: &mut impl Entries<Self::Scalar>,
    );

    /// The end of one coordinate without items.
    fn own_end(
        known: &Known<'_, Self, D>,
        start: OwnStart<Self::Scalar>,
        x: &[Self::Scalar],
    ) -> OwnEnd<Self::Scalar>;

    /// q and q̇ of one coordinate inside the step, at the place s of [0, 1]; p is not read.
    fn own_inside(
        h: Self::Scalar,
        start: OwnStart<Self::Scalar>,
        x: &[Self::Scalar],
        s: Self::Scalar,
    ) -> (Self::Scalar, Self::Scalar);

    /// Sets N(t, q), one number for each coordinate, and adds it to the momenta; `known` has the t and the q of the node.
    fn set_nodes(
        &self,
        known: &Known<'_, Self, D>,
        impulses: &mut [Self::Scalar],
        momenta: &mut [Self::Scalar],
    );

    /// Adds r without N, and the sizes of its terms. Linear equations need r(0) alone: x is zero, and sizes are not read.
    /// It is not called where equations are iterated and [`HAS_ENDS`](Self::HAS_ENDS) is true.
    fn add_rows(
        &self,
        known: &Known<'_, Self, D>,
        x: &[Self::Scalar],
        rows: &mut [Self::Scalar],
        scales: &mut [Self::Scalar],
    );

    /// Adds r without N, the sizes of its terms, and p₁ without N. Linear equations are solved by then: p₁ alone is read.
    /// It is not called where [`HAS_ENDS`](Self::HAS_ENDS) is false.
    fn add_rows_and_ends(
        &self,
        known: &Known<'_, Self, D>,
        x: &[Self::Scalar],
        rows: &mut [Self::Scalar],
        scales: &mut [Self::Scalar],
        momenta: &mut [Self::Scalar],
    );

    /// Adds what rounding inside of the terms of r adds to their sizes, as
    /// `Equations::add_rounding` for a fixed size. Not called where equations are linear.
    fn add_rounding(&self, _known: &Known<'_, Self, D>, _x: &[Self::Scalar], _scales: &mut [Self::Scalar]) {}

    /// Adds r without N, and ∂r/∂x; r(0) if the equations are linear.
    fn add_rows_and_tangent(
        &self,
        known: &Known<'_, Self, D>,
        x: &[Self::Scalar],
        rows: &mut [Self::Scalar],
        entries: &mut impl Entries<Self::Scalar>,
    );

    /// Adds the derivatives of r + N(t₀, q₀) and of p₁ + N(t₁, q₁) for a linearization. With z = (q₀, p₀, v₀, u, θ) the rows of
    /// `by_start` are r and then p₁, its columns z; the rows of `by_unknowns` are p₁, its columns x.
    fn add_variations(
        &self,
        known: &Known<'_, Self, D>,
        x: &[Self::Scalar],
        by_start: &mut impl Entries<Self::Scalar>,
        by_unknowns: &mut impl Entries<Self::Scalar>,
    );

    /// Whether the derivatives ∂r/∂x of an item take so long that it is worth while to list them, part by part.
    #[cfg(feature = "parallel")]
    const HAS_DEAR_TANGENT: bool = false;

    /// Operations of a pass over all items, by which it is decided whether several threads are faster: a function of the system
    /// alone. Zero means one thread.
    #[cfg(feature = "parallel")]
    fn operations(&self) -> usize {
        0
    }

    /// Adds N of the items of [`part`](Known::part), one number for each coordinate: what `set_nodes` sets, part by part.
    #[cfg(feature = "parallel")]
    fn add_nodes(&self, known: &Known<'_, Self, D>, impulses: &mut [Self::Scalar]) {
        self.set_nodes(known, impulses, &mut []);
    }

    /// Makes a pass over the items of each part, and adds up their sums in the order of parts: `add_` methods with each
    /// [`part`](Known::part). The derive makes it on several threads for systems that are declared `parallel`.
    #[cfg(feature = "parallel")]
    fn add_in_parts(
        &self,
        known: &Known<'_, Self, D>,
        pass: super::ItemPass<'_, Self::Scalar>,
        parts: &mut [super::PartSums<Self::Scalar>],
    ) {
        super::in_parts::in_order(self, known, pass, parts);
    }
}
