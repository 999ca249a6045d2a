//! Names of coordinates, also of those that are counted only when the program runs.

use core::fmt;

/// The name of a coordinate: `theta`, `q[17]`, `r[17][2]`.
///
/// ```
/// use extremal::CoordinateName;
///
/// let name = CoordinateName::new("r", &[17, 2]);
/// assert_eq!((name.to_string(), name == "r[17][2]", name == "r[17]"), ("r[17][2]".into(), true, false));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CoordinateName {
    word: &'static str,
    /// Those beyond `rank` are zero.
    indices: [u32; MOST],
    rank: u8,
}

const MOST: usize = 3;

impl CoordinateName {
    /// A word and up to three indices; further ones are left out. Indices above 2³² − 1 are named by that number.
    #[must_use]
    pub fn new(word: &'static str, indices: &[usize]) -> Self {
        let mut name = Self {
            word,
            indices: [0; MOST],
            rank: 0,
        };
        for (kept, &index) in name.indices.iter_mut().zip(indices) {
            *kept = u32::try_from(index).unwrap_or(u32::MAX);
            name.rank += 1;
        }
        name
    }
}

impl fmt::Display for CoordinateName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word)?;
        let indices = self.indices.iter().take(self.rank.into());
        indices.into_iter().try_for_each(|index| write!(f, "[{index}]"))
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
        /// What of the text is not yet written; `None` after a difference.
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
