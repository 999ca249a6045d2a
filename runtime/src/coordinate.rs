//! Names of coordinates, also of those that are counted only when the program runs.

use core::fmt;

/// The name of a coordinate: `theta`, `q[17]`, `r[17][2]`.
///
/// ```
/// use extremal::system::CoordinateName;
///
/// let name = CoordinateName::new("r", &[17, 2]);
/// assert_eq!((name.to_string(), name == "r[17][2]", name == "r[17]"), ("r[17][2]".into(), true, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CoordinateName {
    word: &'static str,
    /// The indices, from 0; those that the name does not have are [`NONE`].
    indices: [u32; MOST],
}

pub(crate) const MOST: usize = 3;
const NONE: u32 = u32::MAX;

impl CoordinateName {
    /// A word and up to three indices; further ones are left out. Indices above 2³² − 2 are named by that number.
    #[must_use]
    pub fn new(word: &'static str, indices: &[usize]) -> Self {
        let mut kept = [NONE; MOST];
        for (kept, &index) in kept.iter_mut().zip(indices) {
            *kept = u32::try_from(index).unwrap_or(NONE).min(NONE - 1);
        }
        Self::from_parts(word, kept)
    }

    /// The name with these [`parts`](Self::parts).
    pub(crate) fn from_parts(word: &'static str, indices: [u32; MOST]) -> Self {
        Self { word, indices }
    }

    pub(crate) fn parts(self) -> (&'static str, [u32; MOST]) {
        (self.word, self.indices)
    }
}

impl fmt::Display for CoordinateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        let mut indices = self.indices.iter().filter(|&&index| index != NONE);
        indices.try_for_each(|index| write!(f, "[{index}]"))
    }
}

/// As a name in quotes.
impl fmt::Debug for CoordinateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl PartialEq<&str> for CoordinateName {
    fn eq(&self, other: &&str) -> bool {
        /// The part of the text that is not yet written; `None` after a difference.
        struct Rest<'a>(Option<&'a str>);

        impl fmt::Write for Rest<'_> {
            fn write_str(&mut self, written: &str) -> fmt::Result {
                self.0 = self.0.and_then(|text| text.strip_prefix(written));
                Ok(())
            }
        }

        let mut rest = Rest(Some(other));
        fmt::Write::write_fmt(&mut rest, format_args!("{self}")).is_ok() && rest.0 == Some("")
    }
}
