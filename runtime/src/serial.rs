//! Blocks and other values as sequences of numbers for serde.
//!
//! Serde's own arrays have at most 32 elements.

/// A value as the sequence of its numbers.
pub(crate) mod numbers {
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeSeq;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::Numbers;

    pub(crate) fn serialize<T, N, Z>(value: &N, serializer: Z) -> Result<Z::Ok, Z::Error>
    where
        T: Serialize,
        N: Numbers<T>,
        Z: Serializer,
    {
        let mut sequence = serializer.serialize_seq(Some(N::COUNT))?;
        let mut written = Ok(());
        value.for_each(&mut |x: T| {
            if written.is_ok() {
                written = sequence.serialize_element(&x);
            }
        });
        written?;
        sequence.end()
    }

    pub(crate) fn deserialize<'de, T, N, Z>(deserializer: Z) -> Result<N, Z::Error>
    where
        T: Deserialize<'de>,
        N: Numbers<T>,
        Z: Deserializer<'de>,
    {
        deserializer.deserialize_seq(Reader(PhantomData))
    }

    struct Reader<T, N>(PhantomData<fn() -> (T, N)>);

    impl<'de, T: Deserialize<'de>, N: Numbers<T>> Visitor<'de> for Reader<T, N> {
        type Value = N;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} numbers", N::COUNT)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<N, A::Error> {
            let mut read = 0;
            let value = N::read(&mut || {
                let next = sequence.next_element()?;
                read += 1;
                next.ok_or_else(|| A::Error::invalid_length(read - 1, &self))
            })?;
            match sequence.next_element::<T>()? {
                None => Ok(value),
                Some(_) => Err(A::Error::invalid_length(N::COUNT + 1, &self)),
            }
        }
    }
}

/// A block as the sequence of its numbers, in the order of storage.
pub(crate) mod block {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::numbers::{read_block, visit_block};
    use crate::{Block, Numbers, Scalar};

    struct InOrder<B>(B);

    impl<T: Scalar, B: Block<T>> Numbers<T> for InOrder<B> {
        const COUNT: usize = B::LEN;

        fn for_each(&self, visit: &mut impl FnMut(T)) {
            visit_block(&self.0, visit);
        }

        fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
            read_block(next).map(Self)
        }
    }

    pub(crate) fn serialize<T, B, Z>(block: &B, serializer: Z) -> Result<Z::Ok, Z::Error>
    where
        T: Scalar + Serialize,
        B: Block<T>,
        Z: Serializer,
    {
        super::numbers::serialize(&InOrder(*block), serializer)
    }

    pub(crate) fn deserialize<'de, T, B, Z>(deserializer: Z) -> Result<B, Z::Error>
    where
        T: Scalar + Deserialize<'de>,
        B: Block<T>,
        Z: Deserializer<'de>,
    {
        super::numbers::deserialize(deserializer).map(|InOrder(block)| block)
    }
}

/// The states of contacts as a sequence.
pub(crate) mod states {
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserializer, Serializer};

    use crate::{Block, ContactState};

    pub(crate) fn serialize<B: Block<ContactState>, Z: Serializer>(
        states: &B,
        serializer: Z,
    ) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(states.as_slice())
    }

    pub(crate) fn deserialize<'de, B, Z>(deserializer: Z) -> Result<B, Z::Error>
    where
        B: Block<ContactState>,
        Z: Deserializer<'de>,
    {
        deserializer.deserialize_seq(Reader(PhantomData))
    }

    struct Reader<B>(PhantomData<fn() -> B>);

    impl<'de, B: Block<ContactState>> Visitor<'de> for Reader<B> {
        type Value = B;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} states of contacts", B::LEN)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<B, A::Error> {
            let mut states = B::from_fn(|_| ContactState::Open);
            for (read, place) in states.as_mut_slice().iter_mut().enumerate() {
                *place = sequence
                    .next_element()?
                    .ok_or_else(|| A::Error::invalid_length(read, &self))?;
            }
            match sequence.next_element::<ContactState>()? {
                None => Ok(states),
                Some(_) => Err(A::Error::invalid_length(B::LEN + 1, &self)),
            }
        }
    }
}
