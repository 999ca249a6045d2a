//! The report of a constrained step as it is written and read, in the shapes that the derive has for its multipliers.

use core::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ConstrainedStep;
use crate::newton::Convergence;
use extremal_numerics::{Block, Scalar};

/// The fields of [`ConstrainedStep`], with the scalar among the parameters.
#[derive(Serialize, Deserialize)]
#[serde(
    rename = "ConstrainedStep",
    bound(
        serialize = "T: Scalar + Serialize, N: Block<T>, C: Block<T>",
        deserialize = "T: Scalar + Deserialize<'de>, N: Block<T>, C: Block<T>"
    )
)]
struct Stored<T, N, C> {
    convergence: Convergence,
    #[serde(with = "crate::serial::vector")]
    impulses: N,
    #[serde(with = "crate::serial::vector")]
    end_impulses: C,
    #[serde(with = "crate::serial::vector")]
    reactions: C,
    #[serde(skip)]
    scalar: PhantomData<fn() -> T>,
}

impl<T: Scalar + Serialize, const M: usize, const P: usize> Serialize
    for ConstrainedStep<[[T; M]; P], [T; M]>
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let Self {
            convergence,
            impulses,
            end_impulses,
            reactions,
        } = *self;
        let stored = Stored {
            convergence,
            impulses,
            end_impulses,
            reactions,
            scalar: PhantomData,
        };
        stored.serialize(serializer)
    }
}

impl<'de, T: Scalar + Deserialize<'de>, const M: usize, const P: usize> Deserialize<'de>
    for ConstrainedStep<[[T; M]; P], [T; M]>
{
    fn deserialize<Z: Deserializer<'de>>(deserializer: Z) -> Result<Self, Z::Error> {
        let Stored {
            convergence,
            impulses,
            end_impulses,
            reactions,
            scalar: PhantomData::<fn() -> T>,
        } = Stored::deserialize(deserializer)?;
        Ok(Self {
            convergence,
            impulses,
            end_impulses,
            reactions,
        })
    }
}
