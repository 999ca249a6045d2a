//! Whether threads may share a system. Each field is asked, so that a mistake is reported once, at the field.
//!
//! A bound `System: Sync` would make rustc list all types between the system and the part that is not `Sync`. Here a field
//! that is not leaves a type unknown, and rustc reports nothing that depends on an unknown type.

use core::marker::PhantomData;

use crate::known::Known;

/// The threads of a system that is declared `parallel`.
#[derive(Debug)]
pub struct Threads;

/// Whether threads share an `F`: whether that is `Sync`. `K` is [`Yes`].
///
/// As there are two implementations, one of them never taken, rustc says that this bound is not met, and not which condition
/// of it.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot be shared between threads, and `parallel` shares all fields",
    label = "not `Sync`: take `Arc` for `Rc`, an atomic for `Cell`, a bound `Sync` of a parameter; or drop `parallel`"
)]
pub trait Share<F, K> {}

/// Threads share it.
#[derive(Debug)]
pub struct Yes;

/// Threads do not share it.
#[derive(Debug)]
pub struct No;

/// A trait that no type implements.
pub trait Never {}

#[diagnostic::do_not_recommend]
impl<F: Sync> Share<F, Yes> for Threads {}

#[diagnostic::do_not_recommend]
impl<F: Never> Share<F, No> for Threads {}

/// The answer for one field or for several.
#[derive(Debug)]
pub struct Shared<K>(PhantomData<K>);

impl Shared<Yes> {
    /// The answer for no field.
    #[inline]
    #[must_use]
    pub fn none() -> Self {
        Self(PhantomData)
    }
}

impl<K> Shared<K> {
    /// The answer for these fields and another one, which counts if this answer is known.
    #[inline]
    #[must_use]
    pub fn and<L>(self, _: Shared<L>) -> Shared<Known<K, L>> {
        Shared(PhantomData)
    }
}

/// Asks for a field.
#[inline]
pub fn shared<C: Share<F, K>, F, K>(_: C, _: &F) -> Shared<K> {
    Shared(PhantomData)
}

/// Returns `x`, with a type that is known once the answer is.
#[inline]
pub fn if_shared<'a, K, T>(_: &Shared<K>, x: &'a T) -> &'a Known<K, T> {
    x
}
