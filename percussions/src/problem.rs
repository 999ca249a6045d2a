//! Contact problems whose matrix G is stored row by row, with all its entries.

use super::laws::Problem;
use crate::ContactFailure;
use extremal_numerics::block::Element;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// A closed contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveContact<T> {
    /// The number of slip components: 0, 1 or 2.
    pub slips: usize,
    /// μ ≥ 0.
    pub friction: T,
}

impl<T: Scalar> Element for ActiveContact<T> {
    fn any() -> Self {
        Self {
            slips: 0,
            friction: T::from_f64(0.0),
        }
    }
}

/// The data G, c and μ of a contact problem. See [the module](super) for its equations.
#[derive(Clone, Copy, Debug)]
pub struct ContactProblem<'a, T> {
    delassus: &'a [T],
    free: &'a [T],
    pub(super) scales: &'a [T],
    contacts: &'a [ActiveContact<T>],
}

const SCALES: &str = "the scales of c are too few or not finite";

impl<'a, T: Size> ContactProblem<'a, T> {
    /// The problem with R rows: contact by contact the normal row, then its slip rows.
    ///
    /// `delassus` is G, R × R numbers row by row. It need not be symmetric, nor regular. `free` is c, R numbers.
    /// Longer slices are cut, so that blocks for all contacts of a system can be passed: the first R · R numbers of
    /// `delassus` are G.
    ///
    /// A row of G that is nothing but rounding errors has to be zero. It belongs to a contact that cannot be accelerated,
    /// and its percussion would be the quotient of rounding errors.
    ///
    /// # Errors
    ///
    /// [`ContactFailure::Problem`] if a slice is too short, a contact has more than two slip components, a friction is
    /// negative or not finite, or G or c is not finite.
    pub fn new(
        delassus: &'a [T],
        free: &'a [T],
        contacts: &'a [ActiveContact<T>],
    ) -> Result<Self, ContactFailure> {
        Self::scaled(delassus, (free, free), contacts)
    }

    /// As [`new`](Self::new), with the scales of c.
    #[doc(hidden)]
    #[inline]
    pub fn scaled(
        delassus: &'a [T],
        (free, scales): (&'a [T], &'a [T]),
        contacts: &'a [ActiveContact<T>],
    ) -> Result<Self, ContactFailure> {
        let refuse = |what| Err(ContactFailure::Problem { what });
        if contacts.iter().any(|contact| contact.slips > 2) {
            return refuse("a contact has more than two slip components");
        }
        let is_friction = |friction: T| friction >= T::from_f64(0.0) && friction.is_finite();
        if !contacts.iter().all(|contact| is_friction(contact.friction)) {
            return refuse("a friction is negative or not finite");
        }
        let rows = contacts.iter().fold(0, |rows, contact| rows + 1 + contact.slips);
        let (Some(delassus), Some(free)) = (delassus.get(..rows * rows), free.get(..rows)) else {
            return refuse("G or c has fewer rows than the contacts");
        };
        let Some(scales) = scales.get(..rows) else {
            return refuse(SCALES);
        };
        if ![delassus, free].iter().all(|numbers| are_finite(numbers)) {
            return refuse("G or c is not finite");
        }
        if !are_finite(scales) {
            return refuse(SCALES);
        }
        let problem = Self {
            delassus,
            free,
            scales,
            contacts,
        };
        Ok(problem)
    }

    /// This problem with the scales σ of c, R numbers: sums of the magnitudes of the summands of c, so that its rounding
    /// errors are about ε σ. Without them σ = |c|.
    ///
    /// They matter if c is a small difference of large summands. Redundant contacts contradict each other by ε σ, and the
    /// solvers take no contradiction of this size for one.
    ///
    /// # Errors
    ///
    /// [`ContactFailure::Problem`] if there are too few scales, or if one is not finite.
    pub fn with_scales(self, scales: &'a [T]) -> Result<Self, ContactFailure> {
        match scales.get(..self.rows()) {
            Some(scales) if are_finite(scales) => Ok(Self { scales, ..self }),
            _ => Err(ContactFailure::Problem { what: SCALES }),
        }
    }

    /// R.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.free.len()
    }

    /// G, row by row.
    #[must_use]
    pub fn delassus(&self) -> &'a [T] {
        self.delassus
    }

    /// c.
    #[must_use]
    pub fn free(&self) -> &'a [T] {
        self.free
    }

    /// The contacts.
    #[must_use]
    pub fn contacts(&self) -> &'a [ActiveContact<T>] {
        self.contacts
    }

    /// ξᵢ = (G P + c)ᵢ, and the sum of the magnitudes of its summands.
    #[must_use]
    pub fn velocity(&self, row: usize, percussions: &[T]) -> (T, T) {
        Problem::velocity(self, row, percussions)
    }

    /// The largest error of the contact laws, relative to the summands that it is the difference of.
    ///
    /// ```text
    /// Φ_N = min(ξ_N, a_N P_N)                  σ_N = Σ |G_Nj P_j| + |c_N|
    /// Φ_T = a_T (P_T − proj(τ_T, r))           τ_T = P_T − ξ_T/a_T,   r = μ max(P_N, 0)
    /// sticking, |τ_T| ≤ r:                     σ_T = s_T + a_T r,     s_T = Σ |G_Tj P_j| + |c_T|
    /// slipping:                                σ_T = (r + |P_T|) (a_T + s_T/|τ_T|)
    /// residual = max |Φᵢ| / min(σᵢ, √aᵢ/√ε max |cⱼ|/√aⱼ, max |cⱼ|/(64000 R ε))   (0/0 = 0)
    /// ```
    ///
    /// a are the entries of G on its diagonal, for the two slips of a contact the larger one. proj(x, r) is the point of the
    /// disc of radius r nearest to x. P solves the problem if and only if Φ = 0. The minimum refuses percussions so large that
    /// their rounding errors hide c: of an answer no velocity errs by more than a thousandth of the largest c.
    /// [Scales](Self::with_scales) take the place of |c|. The residual is NaN for percussions that are not finite.
    #[must_use]
    pub fn residual(&self, percussions: &[T]) -> T {
        self.residuals(percussions).strict
    }

    /// The row `row` of G.
    pub(super) fn row(&self, row: usize) -> &'a [T] {
        let width = self.rows();
        self.delassus
            .get(width * row..width * (row + 1))
            .unwrap_or_default()
    }
}

impl<T: Size> Problem<T> for ContactProblem<'_, T> {
    fn free(&self) -> &[T] {
        self.free
    }

    fn scales(&self) -> &[T] {
        self.scales
    }

    fn contacts(&self) -> &[ActiveContact<T>] {
        self.contacts
    }

    fn diagonal(&self, row: usize) -> T {
        at(self.row(row), row)
    }

    fn is_zero(&self, row: usize) -> bool {
        let zero = T::from_f64(0.0);
        self.row(row).iter().all(|&g| g == zero)
    }

    fn entries(&self, row: usize) -> impl Iterator<Item = (usize, T)> {
        self.row(row).iter().copied().enumerate()
    }

    fn product(&self, row: usize, percussions: &[T], start: (T, T)) -> (T, T) {
        let coefficients = self.row(row).iter().zip(percussions);
        coefficients.fold(start, |(sum, scale), (&g, &p)| {
            (sum + g * p, scale + Scalar::abs(g * p))
        })
    }
}

fn are_finite<T: Size>(numbers: &[T]) -> bool {
    numbers.iter().all(|x| x.is_finite())
}
