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

    use extremal_numerics::Numbers;

    pub(crate) fn serialize<T, N, Z>(value: &N, serializer: Z) -> Result<Z::Ok, Z::Error>
    where
        T: Serialize,
        N: Numbers<T>,
        Z: Serializer,
    {
        let mut sequence = serializer.serialize_seq(Some(value.count()))?;
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
                Some(_) => Err(A::Error::invalid_length(read + 1, &self)),
            }
        }
    }
}

/// A vector as the sequence of its numbers, in the order of storage.
pub(crate) mod vector {
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeSeq;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use extremal_numerics::{Scalar, Vector};

    pub(crate) fn serialize<T, V, Z>(vector: &V, serializer: Z) -> Result<Z::Ok, Z::Error>
    where
        T: Scalar + Serialize,
        V: Vector<T>,
        Z: Serializer,
    {
        let numbers = vector.as_slice();
        let mut sequence = serializer.serialize_seq(Some(numbers.len()))?;
        for x in numbers {
            sequence.serialize_element(x)?;
        }
        sequence.end()
    }

    pub(crate) fn deserialize<'de, T, V, Z>(deserializer: Z) -> Result<V, Z::Error>
    where
        T: Scalar + Deserialize<'de>,
        V: Vector<T>,
        Z: Deserializer<'de>,
    {
        deserializer.deserialize_seq(Reader(PhantomData))
    }

    struct Reader<T, V>(PhantomData<fn() -> (T, V)>);

    impl<'de, T: Scalar + Deserialize<'de>, V: Vector<T>> Visitor<'de> for Reader<T, V> {
        type Value = V;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match V::LENGTH {
                Some(length) => write!(f, "{length} numbers"),
                None => f.write_str("numbers"),
            }
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<V, A::Error> {
            let Some(length) = V::LENGTH else {
                return any_length(sequence);
            };
            let mut vector = V::with_len(length, |_| T::from_f64(0.0));
            for (read, x) in vector.as_mut_slice().iter_mut().enumerate() {
                let next = sequence.next_element()?;
                *x = next.ok_or_else(|| A::Error::invalid_length(read, &self))?;
            }
            match sequence.next_element::<T>()? {
                None => Ok(vector),
                Some(_) => Err(A::Error::invalid_length(length + 1, &self)),
            }
        }
    }

    /// A vector of as many numbers as the sequence has.
    #[cfg(feature = "alloc")]
    fn any_length<'de, T, V, A>(mut sequence: A) -> Result<V, A::Error>
    where
        T: Scalar + Deserialize<'de>,
        V: Vector<T>,
        A: SeqAccess<'de>,
    {
        let mut numbers = alloc::vec::Vec::new();
        while let Some(x) = sequence.next_element()? {
            numbers.push(x);
        }
        Ok(V::with_len(numbers.len(), |k| {
            extremal_numerics::block::at(&numbers, k)
        }))
    }

    /// Without an allocator every vector has a length that the compiler knows.
    #[cfg(not(feature = "alloc"))]
    fn any_length<'de, T, V, A>(_sequence: A) -> Result<V, A::Error>
    where
        T: Scalar,
        V: Vector<T>,
        A: SeqAccess<'de>,
    {
        Err(A::Error::custom("vectors of any length need the feature `alloc`"))
    }
}

/// The states of contacts as a sequence.
pub(crate) mod states {
    use core::fmt;
    use core::marker::PhantomData;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::{Deserializer, Serializer};

    use crate::contacts::ContactState;
    use extremal_numerics::Block;

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
