//! Types that rustc knows only together with another one: so that it says nothing of what follows from a mistake.

/// `T`, which rustc knows as soon as it knows `M`.
///
/// An integrator is known with the memory of its scheme. A scheme that is not derived has none, and rustc reports this alone:
/// it says nothing of what is done with an unknown type.
pub type Known<M, T> = <M as Knows>::Type<T>;

/// Implemented for every type, for [`Known`].
pub trait Knows {
    /// `T` itself.
    type Type<T>;
}

impl<M> Knows for M {
    type Type<T> = T;
}
