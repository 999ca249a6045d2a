//! Systems of any size: sums over items, each of which touches a few coordinates.
//!
//! ```text
//! L = Σ_templates Σ_items L_e(q_loc, v_loc, t)
//! ```
//!
//! A *template* is one summand of the declaration, derived once; its items are the values of its indices. The derive writes how
//! items are gathered, evaluated and added; drivers put the sums together.
//!
//! | file | idea |
//! | --- | --- |
//! | `space` | where numbers are: on the heap or in arrays |
//! | `entries` | entries of matrices |
//! | `masses` | mass matrices |
//! | `part` | a part of the items |
//! | `jacobians` | derivatives of momenta and outputs |
//! | `saddle` | M beside G |
//! | `continuous` | the functions of the trait `Lagrangian` from sums |
//! | `summed` | their constraints, for projections and impacts |
//! | `contacts` | contacts, item by item |

mod contacts;
mod continuous;
mod entries;
mod jacobians;
mod masses;
mod part;
mod saddle;
mod space;
mod summed;

pub use crate::constraints::{consistent_momentum, constraint_reactions, impact, outputs, project};
pub use contacts::{ContactForm, ContactItem, FamilyContacts, GapAt};
pub use continuous::*;
pub use entries::{Adding, Entries};
pub(crate) use entries::{Into, Places};
#[cfg(feature = "alloc")]
pub(crate) use jacobians::{OutputJacobiansOfAnySize, outputs_over, without_velocities};
pub use jacobians::{Slopes, SummedJacobians};
#[cfg(feature = "alloc")]
pub use masses::AssembledMasses;
pub use masses::{BandedMasses, SummedMasses};
pub use part::Part;
#[cfg(feature = "alloc")]
pub(crate) use saddle::{Product, Saddle, Transposed};
pub use space::{AnySize, Fixed, Heap, Space};
pub use summed::Summed;

use crate::coordinate::CoordinateName;
use crate::{Failure, Lagrangian};

/// The energies of a state, summed over all items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SumOfEnergies<T> {
    /// T; L if it was declared as a whole.
    pub kinetic: T,
    /// V; zero if L was declared as a whole.
    pub potential: T,
    /// v·∂L/∂v − L
    pub generalized: T,
}

/// A system whose Lagrangian is a sum over items. The derive implements it where a sum of the declaration ends at a number that
/// only the program knows. All slices have one number for each coordinate; `add_` methods add to what is there.
pub trait Family: Lagrangian {
    /// Where its numbers are: [`Heap`] or [`Fixed`].
    type Space: Space<Self::Scalar>;

    /// Whether the fields fit each other: lengths, indices, and numbers that are finite. Every other method may be called
    /// without it, and then reads numbers that do not exist as NaN.
    ///
    /// # Errors
    ///
    /// A failure that names the field, the row and the range.
    fn check(&self) -> Result<(), Failure>;

    /// T, V and E.
    fn sum_of_energies(
        &self,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
    ) -> SumOfEnergies<Self::Scalar>;

    /// p = ∂L/∂v
    fn add_momentum(&self, t: Self::Scalar, q: &[Self::Scalar], v: &[Self::Scalar], p: &mut [Self::Scalar]);

    /// M = ∂²L/∂v²
    fn add_masses(
        &self,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
        m: &mut impl Entries<Self::Scalar>,
    );

    /// Whether the coordinate `k` is declared to have no kinetic energy.
    fn is_massless(&self, _k: usize) -> bool {
        false
    }

    /// f(q, v, t, u), with −∂R/∂v
    fn add_force(
        &self,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
        inputs: &Self::Inputs,
        f: &mut [Self::Scalar],
    );

    /// ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t, which M a equals without constraints.
    fn add_balance(
        &self,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
        inputs: &Self::Inputs,
        b: &mut [Self::Scalar],
    );

    /// Looks for an item of a sum of which [`add_balance`](Self::add_balance) adds a number that is not finite.
    ///
    /// # Errors
    ///
    /// [`AnySizeFailure::Item`](crate::error::AnySizeFailure::Item) for the first one.
    fn check_items(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _v: &[Self::Scalar],
        _inputs: &Self::Inputs,
    ) -> Result<(), Failure> {
        Ok(())
    }

    /// How many constraints there are.
    fn constraint_count(&self) -> usize {
        0
    }

    /// How many of them, the last ones, are on velocities: A v + b = 0. They have A in the place of G, b in that of ∂g/∂t,
    /// and no g, which is zero here.
    fn rolling_count(&self) -> usize {
        0
    }

    /// The name of the constraint `j`, from 0: `rod[17]`.
    fn constraint_name(&self, j: usize) -> CoordinateName {
        CoordinateName::new("constraint", &[j])
    }

    /// Sets g(q, t), one number for each constraint, and the sum of the sizes of its terms.
    fn constraint_values(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _values: &mut [Self::Scalar],
        _scales: &mut [Self::Scalar],
    ) {
    }

    /// Sets G v + ∂g/∂t, one number for each constraint.
    fn constraint_rates(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _v: &[Self::Scalar],
        _rates: &mut [Self::Scalar],
    ) {
    }

    /// Sets (∂(G v + ∂g/∂t)/∂q) v + ∂(G v + ∂g/∂t)/∂t, one number for each constraint: d²g/dt² without G a.
    fn constraint_accelerations(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _v: &[Self::Scalar],
        _accelerations: &mut [Self::Scalar],
    ) {
    }

    /// G = ∂g/∂q: the constraint is the row, the coordinate is the column.
    fn add_constraint_jacobian(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _g: &mut impl Entries<Self::Scalar>,
    ) {
    }

    /// Names the coordinates and the constraints to which the items of a part may add, each once or more.
    #[cfg(feature = "parallel")]
    fn touched(&self, _part: Part, coordinate: &mut dyn FnMut(usize), constraint: &mut dyn FnMut(usize)) {
        (0..self.coordinate_count()).for_each(coordinate);
        (0..self.constraint_count()).for_each(constraint);
    }
}
