//! What of a reduction is written to a file, and read back.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ensemble::Of;
#[cfg(doc)]
use crate::ensemble::Reduction;

/// A [`Reduction`] that can be written to a file and read back with every bit.
///
/// ```
/// use extremal::ensemble::{Ensemble, Reduction, Shard, Stored};
///
/// #[derive(Clone)]
/// struct Total(f64);
///
/// impl Reduction<f64> for Total {
///     fn add(&mut self, _: usize, value: &f64) {
///         self.0 += value;
///     }
///
///     fn merge(&mut self, later: Self) {
///         self.0 += later.0;
///     }
/// }
///
/// impl Stored for Total {
///     type Data = f64;
///
///     fn data(&self) -> f64 {
///         self.0
///     }
///
///     fn with(&self, data: f64) -> Option<Self> {
///         Some(Self(data))
///     }
/// }
///
/// let ensemble = Ensemble::new(1000, |k| Ok(k as f64));
/// let roots = ensemble.each(|x| Ok(x.sqrt()));
/// let path = std::env::temp_dir().join(format!("total-of-{}", std::process::id()));
/// let shards = roots.reduce_shards(Total(0.0));
/// shards.run(Shard::ALL, &path)?;
/// assert_eq!(shards.merge([&path])?.value.0, roots.reduce(Total(0.0)).value.0);
/// # std::fs::remove_file(path).expect("it is there");
/// # Ok::<(), extremal::ensemble::ShardFailure>(())
/// ```
pub trait Stored: Sized {
    /// What is written.
    type Data: Serialize + DeserializeOwned;

    /// What there is to write: all that members have added, and how `self` was made.
    fn data(&self) -> Self::Data;

    /// A reduction with what was read. `self` is one without members; `None` if the data cannot be of such a one.
    fn with(&self, data: Self::Data) -> Option<Self>;
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    type Data = (A::Data, B::Data);

    fn data(&self) -> Self::Data {
        (self.0.data(), self.1.data())
    }

    fn with(&self, (a, b): Self::Data) -> Option<Self> {
        Some((self.0.with(a)?, self.1.with(b)?))
    }
}

impl<F: Clone, R: Stored> Stored for Of<F, R> {
    type Data = R::Data;

    fn data(&self) -> Self::Data {
        self.1.data()
    }

    fn with(&self, data: Self::Data) -> Option<Self> {
        Some(Self(self.0.clone(), self.1.with(data)?))
    }
}
