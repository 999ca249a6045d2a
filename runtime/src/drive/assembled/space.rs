//! Where the numbers of a step are: on the heap, or in arrays whose length is a constant of the system's type.

use core::fmt::Debug;
use core::marker::PhantomData;

#[cfg(feature = "alloc")]
use crate::Lagrangian;
#[cfg(feature = "alloc")]
use crate::drive::Assembly;
#[cfg(feature = "alloc")]
use crate::family::AnySize;
use crate::family::Entries;
use extremal_numerics::block::copied;
use extremal_numerics::matrix::Stored;
use extremal_numerics::{Block, Numbers, Scalar, Vector};

/// The vectors of the step of a scheme: [`Heap`](crate::family::Heap), or [`FixedSteps`].
///
/// Vectors that a scheme does not need have no numbers: they are empty where the length is known only when the program runs.
pub trait StepSpace<T: Scalar>: 'static {
    /// Whether a derivative keeps the entries of its tangent, for other libraries.
    const IS_LISTED: bool = false;
    /// One number for each coordinate: the vectors of the system.
    type Vector: Vector<T>;
    /// One number for each unknown.
    type Unknowns: Vector<T> + HandOver<Self::Steps> + HandOver<Self::Iterates> + HandOver<Self::Residual>;
    /// The unknowns of an earlier step.
    type Steps: Vector<T> + Numbers<T>;
    /// Impulses of nodes.
    type Nodes: Vector<T> + Numbers<T>;
    /// The velocity that is carried.
    type Velocity: Vector<T> + Numbers<T>;
    /// The rounding errors of the sums of q and p.
    type Compensation: Vector<T> + Numbers<T>;
    /// The residual of the last step.
    type Residual: Vector<T> + Numbers<T>;
    /// The numbers of an earlier iteration.
    type Iterates: Vector<T>;
    /// The weights of an explicit step.
    type Weights: Vector<T>;
    /// The numbers that determine the motion inside a step.
    type Stages: Vector<T>;
    /// The tangent.
    type Tangent: Stored<T>;
    /// The entries of the derivatives of a step.
    type Entries: Listed<T>;
    /// The derivatives of one coordinate alone.
    type Own: Vector<T>;
    /// The numbers of the state at the end of a step.
    type Ends: Vector<T>;
}

/// Numbers that become those of another vector.
pub trait HandOver<To> {
    /// Gives these numbers to `to`, up to its length. The numbers that stay here may be any.
    fn hand_over(&mut self, to: &mut To);
}

#[cfg(feature = "alloc")]
impl<T> HandOver<Self> for nalgebra::DVector<T> {
    #[inline]
    fn hand_over(&mut self, to: &mut Self) {
        core::mem::swap(self, to);
    }
}

impl<T: Scalar, const N: usize, const A: usize, const B: usize> HandOver<[[T; B]; N]> for [[T; A]; N] {
    #[inline]
    fn hand_over(&mut self, to: &mut [[T; B]; N]) {
        copied(self.as_flattened(), to.as_flattened_mut());
    }
}

/// Entries in the order in which they were added: row, column and value.
pub trait Listed<T>: Entries<T> + Clone + Debug {
    /// A list without entries.
    fn empty() -> Self;

    /// All entries; `None` if there was no place for one.
    fn all(&self) -> Option<&[(usize, usize, T)]>;
}

#[cfg(feature = "alloc")]
impl<T> Entries<T> for alloc::vec::Vec<(usize, usize, T)> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.push((row, column, value));
    }
}

#[cfg(feature = "alloc")]
impl<T: Scalar> Listed<T> for alloc::vec::Vec<(usize, usize, T)> {
    fn empty() -> Self {
        Self::new()
    }

    fn all(&self) -> Option<&[(usize, usize, T)]> {
        Some(self)
    }
}

#[cfg(feature = "alloc")]
impl<T: Scalar> StepSpace<T> for crate::family::Heap {
    const IS_LISTED: bool = true;

    type Vector = nalgebra::DVector<T>;
    type Unknowns = nalgebra::DVector<T>;
    type Steps = nalgebra::DVector<T>;
    type Nodes = nalgebra::DVector<T>;
    type Velocity = nalgebra::DVector<T>;
    type Compensation = nalgebra::DVector<T>;
    type Residual = nalgebra::DVector<T>;
    type Iterates = nalgebra::DVector<T>;
    type Weights = nalgebra::DVector<T>;
    type Stages = nalgebra::DVector<T>;
    type Tangent = extremal_numerics::matrix::Storage<T>;
    type Entries = alloc::vec::Vec<(usize, usize, T)>;
    type Own = nalgebra::DVector<T>;
    type Ends = nalgebra::DVector<T>;
}

/// At most as many entries as the block `B` has places.
#[derive(Clone, Debug)]
pub struct FixedEntries<B> {
    places: B,
    count: usize,
}

impl<T: Scalar, B: Block<(usize, usize, T)>> Entries<T> for FixedEntries<B> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        if let Some(place) = self.places.as_mut_slice().get_mut(self.count) {
            *place = (row, column, value);
        }
        self.count = self.count.saturating_add(1);
    }
}

impl<T: Scalar, B: Block<(usize, usize, T)>> Listed<T> for FixedEntries<B> {
    fn empty() -> Self {
        Self {
            places: B::filled((0, 0, T::from_f64(0.0))),
            count: 0,
        }
    }

    fn all(&self) -> Option<&[(usize, usize, T)]> {
        self.places.as_slice().get(..self.count)
    }
}

/// Arrays: the tuple `P` has the types of [`StepSpace`] in their order. Those that are carried from step to step are a tuple of
/// their own, and so are those of one step, and those of its derivative.
#[derive(Clone, Copy, Debug)]
pub struct FixedSteps<P>(PhantomData<P>);

impl<T, V, X, K, N, U, C, L, I, W, Q, A, E, O, Z> StepSpace<T>
    for FixedSteps<(V, X, (K, N, U, C, L), (I, W, Q), A, (E, O, Z))>
where
    T: Scalar,
    V: Vector<T>,
    X: Vector<T> + HandOver<K> + HandOver<I> + HandOver<L>,
    K: Vector<T> + Numbers<T>,
    N: Vector<T> + Numbers<T>,
    U: Vector<T> + Numbers<T>,
    C: Vector<T> + Numbers<T>,
    L: Vector<T> + Numbers<T>,
    I: Vector<T>,
    W: Vector<T>,
    Q: Vector<T>,
    A: Stored<T>,
    E: Listed<T> + 'static,
    O: Vector<T>,
    Z: Vector<T>,
{
    type Vector = V;
    type Unknowns = X;
    type Steps = K;
    type Nodes = N;
    type Velocity = U;
    type Compensation = C;
    type Residual = L;
    type Iterates = I;
    type Weights = W;
    type Stages = Q;
    type Tangent = A;
    type Entries = E;
    type Own = O;
    type Ends = Z;
}

/// A system whose size only the program knows, and a scheme for it. Sealed: implemented by the derive only.
#[cfg(feature = "alloc")]
pub trait OnTheHeap<D>:
    Assembly<D, StepSpace = crate::family::Heap>
    + AnySize
    + Lagrangian<Configuration = nalgebra::DVector<<Self as Lagrangian>::Scalar>>
{
}

#[cfg(feature = "alloc")]
impl<S, D> OnTheHeap<D> for S where
    S: Assembly<D, StepSpace = crate::family::Heap>
        + AnySize
        + Lagrangian<Configuration = nalgebra::DVector<<S as Lagrangian>::Scalar>>
{
}
