//! The derivatives of steps and outputs over other variables: velocities in place of momenta, and the reverse.

use super::{Columns, Jacobians, OutputJacobiansOver, OutputsOver};
use crate::system::FixedSize;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::copied;
use extremal_numerics::block::{at, rows, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};

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
    let compliance = if states > 2 * n {
        None
    } else {
        Some(after.compliance()?)
    };
    let mut whole: S::VelocityLinearization = Columns::zeroed();
    let all = 2 * n + inputs + parameters;
    for k in 0..all {
        let mut varied = before.varied_by(step, k);
        let Some((positions, velocities)) = whole.column_mut(k).split_at_mut_checked(n) else {
            continue;
        };
        copied(varied.q.as_slice(), positions);
        match &compliance {
            None => copied(varied.v.as_slice(), velocities),
            Some(compliance) => {
                after.subtract_at_fixed_velocity(&mut varied, k.checked_sub(2 * n + inputs));
                multiply(compliance.as_slice(), varied.p.as_slice(), velocities);
            }
        }
    }
    finite(whole, all, "derivative of the step")
}

/// ∂(q₁, p₁)/∂(q₀, p₀) of a step, from its derivative in (q, p) or (q, p, v).
///
/// ```text
/// dv₀ = M⁻¹ (dp₀ − ∂p/∂q dq₀), where v is carried
/// ```
///
/// # Errors
///
/// [`Failure::SingularMassMatrix`] where v is carried, and [`Failure::NotFinite`] if an entry is not.
pub(crate) fn over_momenta<S, L>(
    system: &S,
    step: &L,
    start: &Node<S>,
) -> Result<S::VelocityLinearization, Failure>
where
    S: Jacobians + ?Sized,
    L: Columns<S::Scalar>,
{
    let n = S::Configuration::LEN;
    let mut whole: S::VelocityLinearization = Columns::zeroed();
    for k in 0..2 * n {
        // The rows of v₁ are left out.
        copied(step.column(k), whole.column_mut(k));
    }
    if L::WIDTHS[0] > 2 * n {
        let here = MomentumAt::of(system, start);
        let compliance = here.compliance()?;
        let mut add = |column: usize, i: usize, factor: S::Scalar| {
            for j in 0..n {
                let by_v = factor * at(compliance.as_slice(), n * j + i);
                let sums = whole.column_mut(column).iter_mut();
                sums.zip(step.column(2 * n + j))
                    .for_each(|(sum, &x)| *sum = *sum + by_v * x);
            }
        };
        (0..n).for_each(|i| add(n + i, i, S::Scalar::from_f64(1.0)));
        here.each(|i, q, by_q| {
            if q < n {
                add(q, i, -by_q);
            }
        });
    }
    finite(whole, 2 * n, "derivative of the step")
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
            // Beyond those of inputs are columns of parameters, which these matrices do not have.
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

    /// The variation of the end of a step by the number `k` of (q, v, u, θ) at its start, here.
    #[inline(always)]
    fn varied_by<L: Columns<S::Scalar>>(&self, step: &L, k: usize) -> Varied<S> {
        let n = S::Configuration::LEN;
        let [states, inputs, _] = L::WIDTHS;
        let one = S::Scalar::from_f64(1.0);
        let mut varied = Varied::<S>::none();
        if (n..2 * n).contains(&k) {
            (0..n).for_each(|i| varied.add(step.column(n + i), self.mass(i, k - n)));
            if states > 2 * n {
                varied.add(step.column(n + k), one);
            }
            return varied;
        }
        // θ is varied with q₀ and v₀ fixed, which varies p₀.
        let parameter = k.checked_sub(2 * n + inputs);
        let column = if k < n { k } else { states + k - 2 * n };
        varied.add(step.column(column), one);
        let own = parameter.map_or(k, |parameter| n + parameter);
        if k < n || parameter.is_some() {
            self.each(|row, column, entry| {
                if column == own {
                    varied.add(step.column(n + row), entry);
                }
            });
        }
        varied
    }

    /// dp − ∂p/∂q dq, less ∂p/∂θ if the parameter θ is what is varied: M dv is left in `p`.
    #[inline(always)]
    fn subtract_at_fixed_velocity(&self, varied: &mut Varied<S>, parameter: Option<usize>) {
        let Varied { q, p, .. } = varied;
        self.each(|row, column, entry| {
            let by = match column.checked_sub(S::Configuration::LEN) {
                None => at(q.as_slice(), column),
                parameter_of if parameter_of == parameter => S::Scalar::from_f64(1.0),
                Some(_) => return,
            };
            if let Some(p) = p.as_mut_slice().get_mut(row) {
                *p = *p - entry * by;
            }
        });
    }

    /// M⁻¹
    fn compliance(&self) -> Result<S::Matrix, Failure> {
        let n = S::Velocity::LEN;
        let (one, zero) = (S::Scalar::from_f64(1.0), S::Scalar::from_f64(0.0));
        let mut inverse = S::Matrix::from_fn(|k| if k % (n + 1) == 0 { one } else { zero });
        let mut masses = self.masses;
        match lu::solve_all(masses.as_mut_slice(), inverse.as_mut_slice(), n) {
            Ok(()) => Ok(inverse),
            Err(failure) => Err(Failure::from(failure).of_mass_matrix()),
        }
    }
}

/// A variation of the end of a step.
struct Varied<S: FixedSize + ?Sized> {
    q: S::Configuration,
    p: S::Momentum,
    /// Zero unless the velocity is carried.
    v: S::Velocity,
}

impl<S: FixedSize + ?Sized> Varied<S> {
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
