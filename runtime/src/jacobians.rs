//! Derivatives of momenta and outputs at a state, and linearizations in (q, v) made of them.
//!
//! Knows no scheme. The derive writes the entries that are not identically zero.

use nalgebra::SMatrix;

use crate::block::{at, rows, zeros};
use crate::generated::copied;
use crate::{Block, Failure, Lagrangian, LinearizationOf, Scalar, lu};

/// A system whose momenta and outputs the derive differentiates.
///
/// ```text
/// ∂p/∂q, ∂p/∂θ   with p = ∂L/∂v(q, v, t);      ∂y/∂q, ∂y/∂v, ∂y/∂u   with the outputs y(t, q, v, u)
/// ```
///
/// Every declared system has it, unless its formulas are so large that the derive gives it up.
#[diagnostic::on_unimplemented(
    message = "momenta and outputs of `{Self}` are not differentiated",
    note = "`#[derive(Lagrangian)]` does so, unless the formulas are too large: then take fewer schemes or shorter formulas"
)]
pub trait Jacobians: Lagrangian {
    /// The derivative of a step in (q, v): a [`Linearization`](crate::Linearization) with 2n rows.
    type VelocityLinearization: Columns<Self::Scalar>
        + OutputsOver<Self::Scalar, Self::Outputs>
        + Copy
        + core::fmt::Debug;
    /// The entries of ∂p/∂q and ∂p/∂θ that are not identically zero.
    type MomentumEntries: Block<Self::Scalar>;
    /// The entries of ∂y/∂q, ∂y/∂v and ∂y/∂u that are not identically zero.
    type OutputEntries: Block<Self::Scalar>;

    /// Row and column of each entry of a momentum; the columns are q, then θ.
    const MOMENTUM_PLACES: &'static [(usize, usize)];
    /// Row and column of each entry of an output; the columns are q, then v, then u.
    const OUTPUT_PLACES: &'static [(usize, usize)];

    /// The entries of ∂p/∂(q, θ), in the order of [`MOMENTUM_PLACES`](Self::MOMENTUM_PLACES).
    fn momentum_entries(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
    ) -> Self::MomentumEntries;

    /// The entries of ∂y/∂(q, v, u), in the order of [`OUTPUT_PLACES`](Self::OUTPUT_PLACES).
    fn output_entries(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> Self::OutputEntries;

    /// C = ∂y/∂(q, v) and D = ∂y/∂u. The columns of C are those of
    /// [`linearize_velocity`](crate::Integrator::linearize_velocity).
    ///
    /// ```
    /// use extremal::{Jacobians, prelude::*};
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x),
    ///     inputs(u),
    ///     kinetic = 0.5 * dt(x).powi(2),
    ///     force(x = u),
    ///     output(height = sin(x), power = u * dt(x)),
    /// )]
    /// struct Motor;
    ///
    /// let y = Motor.output_jacobians(0.0, &[0.0].into(), &[3.0].into(), &[2.0]);
    /// assert_eq!(y.by_state.row(0).iter().copied().collect::<Vec<_>>(), [1.0, 0.0]); // cos x, 0
    /// assert_eq!(y.by_state.row(1).iter().copied().collect::<Vec<_>>(), [0.0, 2.0]); // 0, u
    /// assert_eq!((y.by_inputs[0], y.by_inputs[1]), (0.0, 3.0)); // 0, v
    /// ```
    fn output_jacobians(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> OutputJacobiansOver<Self, Self::VelocityLinearization> {
        let entries = self.output_entries(t, q, v, inputs);
        let mut jacobians: OutputJacobiansOver<Self, Self::VelocityLinearization> = Columns::zeroed();
        for (&(row, column), &entry) in Self::OUTPUT_PLACES.iter().zip(entries.as_slice()) {
            if let Some(place) = jacobians.column_mut(column).get_mut(row) {
                *place = entry;
            }
        }
        jacobians
    }
}

impl<S: Jacobians + ?Sized> Jacobians for &S {
    type VelocityLinearization = S::VelocityLinearization;
    type MomentumEntries = S::MomentumEntries;
    type OutputEntries = S::OutputEntries;

    const MOMENTUM_PLACES: &'static [(usize, usize)] = S::MOMENTUM_PLACES;
    const OUTPUT_PLACES: &'static [(usize, usize)] = S::OUTPUT_PLACES;

    fn momentum_entries(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::MomentumEntries {
        (**self).momentum_entries(t, q, v)
    }

    fn output_entries(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
    ) -> S::OutputEntries {
        (**self).output_entries(t, q, v, inputs)
    }
}

/// How outputs depend on the state and on inputs: C = ∂y/∂z and D = ∂y/∂u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutputJacobians<C, D> {
    /// ∂y/∂z: a row for each component of the outputs, a column for each number of z.
    pub by_state: C,
    /// ∂y/∂u: a column for each input.
    pub by_inputs: D,
}

/// Matrices side by side, column by column.
pub trait Columns<T> {
    /// The number of rows.
    const ROWS: usize;
    /// The number of columns of the first matrix, of the second and of the third.
    const WIDTHS: [usize; 3];

    /// All entries zero.
    fn zeroed() -> Self;
    /// The column `k`, counted through all matrices.
    fn column(&self, k: usize) -> &[T];
    /// The same, to be written.
    fn column_mut(&mut self, k: usize) -> &mut [T];
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize> Columns<T> for LinearizationOf<T, R, I, P> {
    const ROWS: usize = R;
    const WIDTHS: [usize; 3] = [R, I, P];

    fn zeroed() -> Self {
        let zero = T::from_f64(0.0);
        Self {
            by_state: SMatrix::repeat(zero),
            by_inputs: SMatrix::repeat(zero),
            by_parameters: SMatrix::repeat(zero),
        }
    }

    fn column(&self, k: usize) -> &[T] {
        let columns = match k {
            k if k < R => self.by_state.as_slice().get(R * k..),
            k if k < R + I => self.by_inputs.as_slice().get(R * (k - R)..),
            k => self.by_parameters.as_slice().get(R * (k - R - I)..),
        };
        columns.and_then(|columns| columns.get(..R)).unwrap_or_default()
    }

    fn column_mut(&mut self, k: usize) -> &mut [T] {
        let columns = match k {
            k if k < R => self.by_state.as_mut_slice().get_mut(R * k..),
            k if k < R + I => self.by_inputs.as_mut_slice().get_mut(R * (k - R)..),
            k => self.by_parameters.as_mut_slice().get_mut(R * (k - R - I)..),
        };
        columns
            .and_then(|columns| columns.get_mut(..R))
            .unwrap_or_default()
    }
}

impl<T: Scalar, const Y: usize, const R: usize, const I: usize> Columns<T>
    for OutputJacobians<SMatrix<T, Y, R>, SMatrix<T, Y, I>>
{
    const ROWS: usize = Y;
    const WIDTHS: [usize; 3] = [R, I, 0];

    fn zeroed() -> Self {
        let zero = T::from_f64(0.0);
        Self {
            by_state: SMatrix::repeat(zero),
            by_inputs: SMatrix::repeat(zero),
        }
    }

    fn column(&self, k: usize) -> &[T] {
        let columns = match k {
            k if k < R => self.by_state.as_slice().get(Y * k..),
            k => self.by_inputs.as_slice().get(Y * (k - R)..),
        };
        columns.and_then(|columns| columns.get(..Y)).unwrap_or_default()
    }

    fn column_mut(&mut self, k: usize) -> &mut [T] {
        let columns = match k {
            k if k < R => self.by_state.as_mut_slice().get_mut(Y * k..),
            k => self.by_inputs.as_mut_slice().get_mut(Y * (k - R)..),
        };
        columns
            .and_then(|columns| columns.get_mut(..Y))
            .unwrap_or_default()
    }
}

/// The Jacobians of the outputs `Y` whose columns are those of a linearization.
pub trait OutputsOver<T, Y> {
    /// An [`OutputJacobians`] with the matrices of this system.
    type Jacobians: Columns<T> + Copy + core::fmt::Debug;
}

impl<T: Scalar, const R: usize, const I: usize, const P: usize, const Y: usize> OutputsOver<T, [T; Y]>
    for LinearizationOf<T, R, I, P>
{
    type Jacobians = OutputJacobians<SMatrix<T, Y, R>, SMatrix<T, Y, I>>;
}

/// The Jacobians of the outputs of `S`, with the columns of the linearization `L`.
pub type OutputJacobiansOver<S, L> =
    <L as OutputsOver<<S as Lagrangian>::Scalar, <S as Lagrangian>::Outputs>>::Jacobians;

/// Time, coordinates and velocity at a node.
pub(crate) type Node<S> = (
    <S as Lagrangian>::Scalar,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
);

/// The derivative of a step in (q, v), from that in (q, p) or (q, p, v).
///
/// ```text
/// dp₀ = ∂p/∂q dq₀ + M dv₀ + ∂p/∂θ dθ,   dv₁ = M⁻¹ (dp₁ − ∂p/∂q dq₁ − ∂p/∂θ dθ), or the carried dv₁
/// ```
///
/// # Errors
///
/// [`Failure::SingularMassMatrix`] where no v is carried, and [`Failure::NotFinite`] if an entry is not.
pub(crate) fn over_velocities<S, L>(
    system: &S,
    step: &L,
    [start, end]: [&Node<S>; 2],
) -> Result<S::VelocityLinearization, Failure>
where
    S: Jacobians + ?Sized,
    L: Columns<S::Scalar>,
{
    let n = S::Configuration::LEN;
    let [states, inputs, parameters] = L::WIDTHS;
    let (before, after) = (MomentumAt::of(system, start), MomentumAt::of(system, end));
    let carries_velocity = states > 2 * n;
    let compliance = if carries_velocity {
        None
    } else {
        Some(after.compliance()?)
    };
    let mut whole: S::VelocityLinearization = Columns::zeroed();
    for k in 0..2 * n + inputs + parameters {
        let mut varied = Varied::<S>::none();
        // θ is varied with q₀ and v₀ fixed, which varies p₀.
        let parameter = k.checked_sub(2 * n + inputs);
        let one = S::Scalar::from_f64(1.0);
        if (n..2 * n).contains(&k) {
            (0..n).for_each(|i| varied.add(step.column(n + i), before.mass(i, k - n)));
            if carries_velocity {
                varied.add(step.column(n + k), one);
            }
        } else {
            let column = if k < n { k } else { states + k - 2 * n };
            varied.add(step.column(column), one);
            let own = parameter.map_or(k, |parameter| n + parameter);
            if k < n || parameter.is_some() {
                before.each(|row, column, entry| {
                    if column == own {
                        varied.add(step.column(n + row), entry);
                    }
                });
            }
        }
        let Some((positions, velocities)) = whole.column_mut(k).split_at_mut_checked(n) else {
            continue;
        };
        copied(varied.q.as_slice(), positions);
        match &compliance {
            None => copied(varied.v.as_slice(), velocities),
            Some(compliance) => {
                after.each(|row, column, entry| {
                    let by = match column.checked_sub(n) {
                        None => at(varied.q.as_slice(), column),
                        parameter_of if parameter_of == parameter => one,
                        Some(_) => return,
                    };
                    if let Some(p) = varied.p.as_mut_slice().get_mut(row) {
                        *p = *p - entry * by;
                    }
                });
                multiply(compliance.as_slice(), varied.p.as_slice(), velocities);
            }
        }
    }
    let all = 2 * n + inputs + parameters;
    finite(whole, all, "derivative of the step")
}

/// ∂y/∂z and ∂y/∂u with the columns z of the linearization `L`: (q, p), or (q, p, v) where v is carried.
///
/// # Errors
///
/// [`Failure::SingularMassMatrix`] if outputs contain velocities and no v is carried, and [`Failure::NotFinite`].
pub(crate) fn outputs_over<S, L>(
    system: &S,
    node: &Node<S>,
    u: &S::Inputs,
) -> Result<OutputJacobiansOver<S, L>, Failure>
where
    S: Jacobians + ?Sized,
    L: Columns<S::Scalar> + OutputsOver<S::Scalar, S::Outputs>,
{
    let n = S::Configuration::LEN;
    let states = L::WIDTHS[0];
    let (t, q, v) = node;
    let entries = system.output_entries(*t, q, v, u);
    let entries = || S::OUTPUT_PLACES.iter().zip(entries.as_slice());
    let mut jacobians: OutputJacobiansOver<S, L> = Columns::zeroed();
    let mut add = |row: usize, column: usize, value: S::Scalar| {
        if let Some(entry) = jacobians.column_mut(column).get_mut(row) {
            *entry = *entry + value;
        }
    };
    let reads_velocity = entries().any(|(&(_, column), _)| (n..2 * n).contains(&column));
    let here = MomentumAt::of(system, node);
    let compliance = match states > 2 * n {
        false if reads_velocity => Some(here.compliance()?),
        _ => None,
    };
    for (&(row, column), &entry) in entries() {
        match (&compliance, column) {
            (_, column) if column < n => add(row, column, entry),
            (_, column) if column >= 2 * n => add(row, states + column - 2 * n, entry),
            (None, column) => add(row, n + column, entry),
            // dv = M⁻¹ (dp − ∂p/∂q dq)
            (Some(compliance), column) => {
                let by_p = |i: usize| entry * at(compliance.as_slice(), n * (column - n) + i);
                (0..n).for_each(|i| add(row, n + i, by_p(i)));
                here.each(|i, q, by_q| {
                    if q < n {
                        add(row, q, -(by_p(i) * by_q));
                    }
                });
            }
        }
    }
    finite(jacobians, states + S::Inputs::LEN, "derivative of the outputs")
}

/// M, ∂p/∂q and ∂p/∂θ at a node.
struct MomentumAt<S: Jacobians + ?Sized> {
    masses: S::Matrix,
    entries: S::MomentumEntries,
}

impl<S: Jacobians + ?Sized> MomentumAt<S> {
    fn of(system: &S, (t, q, v): &Node<S>) -> Self {
        Self {
            masses: system.mass_matrix(*t, q, v),
            entries: system.momentum_entries(*t, q, v),
        }
    }

    /// The order of storage does not matter, because M is symmetric.
    fn mass(&self, i: usize, j: usize) -> S::Scalar {
        at(self.masses.as_slice(), S::Velocity::LEN * i + j)
    }

    /// Calls `visit` with row, column and value of each entry; the columns are q, then θ.
    fn each(&self, mut visit: impl FnMut(usize, usize, S::Scalar)) {
        let entries = S::MOMENTUM_PLACES.iter().zip(self.entries.as_slice());
        entries.for_each(|(&(row, column), &entry)| visit(row, column, entry));
    }

    /// M⁻¹
    fn compliance(&self) -> Result<S::Matrix, Failure> {
        let n = S::Velocity::LEN;
        let (one, zero) = (S::Scalar::from_f64(1.0), S::Scalar::from_f64(0.0));
        let mut inverse = S::Matrix::from_fn(|k| if k % (n + 1) == 0 { one } else { zero });
        let mut masses = self.masses;
        match lu::solve_all(masses.as_mut_slice(), inverse.as_mut_slice(), n) {
            Ok(()) => Ok(inverse),
            Err(failure) => Err(failure.of_mass_matrix()),
        }
    }
}

/// A variation of the end of a step.
struct Varied<S: Lagrangian + ?Sized> {
    q: S::Configuration,
    p: S::Momentum,
    /// Zero unless the velocity is carried.
    v: S::Velocity,
}

impl<S: Lagrangian + ?Sized> Varied<S> {
    fn none() -> Self {
        Self {
            q: zeros(),
            p: zeros(),
            v: zeros(),
        }
    }

    /// Adds `factor` times a column of a linearization.
    fn add(&mut self, column: &[S::Scalar], factor: S::Scalar) {
        let parts = self.q.as_mut_slice().iter_mut();
        let parts = parts.chain(self.p.as_mut_slice()).chain(self.v.as_mut_slice());
        parts.zip(column).for_each(|(sum, &x)| *sum = *sum + factor * x);
    }
}

/// `product` = A x, with A row by row.
fn multiply<T: Scalar>(a: &[T], x: &[T], product: &mut [T]) {
    for (row, sum) in rows(a, x.len()).zip(product) {
        let zero = T::from_f64(0.0);
        *sum = row.iter().zip(x).fold(zero, |sum, (&a, &x)| sum + a * x);
    }
}

/// The matrices, if all their entries are finite.
fn finite<T: Scalar, C: Columns<T>>(matrices: C, columns: usize, what: &'static str) -> Result<C, Failure> {
    let is_finite = |k: usize| matrices.column(k).iter().all(|x| x.magnitude().is_finite());
    if (0..columns).all(is_finite) {
        Ok(matrices)
    } else {
        Err(Failure::NotFinite { what })
    }
}
