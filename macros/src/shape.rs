//! The shape of a value: its lengths from the outside in, and how indices select parts of it.
//!
//! It refuses to know numbers: a misfit is described in words.

use std::fmt;
use std::ops::Range;

/// The largest number of lengths.
const DIMENSIONS: usize = 6;

/// Numbers are counted row by row, the last index fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    Vector(usize),
    /// Rows and columns; an array of vectors has them as its rows.
    Matrix(usize, usize),
    /// An array of matrices, or of such arrays.
    Array(Lengths),
}

/// Three lengths or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lengths {
    rank: usize,
    lengths: [usize; DIMENSIONS],
}

/// The reason why an operation has no result.
pub(crate) type Misfit = String;

impl Shape {
    /// That of an array with these lengths, if it has not too many.
    pub(crate) fn of(lengths: &[usize]) -> Option<Self> {
        Some(match *lengths {
            [] => Self::Scalar,
            [length] => Self::Vector(length),
            [rows, columns] => Self::Matrix(rows, columns),
            _ => {
                let mut all = [0; DIMENSIONS];
                all.get_mut(..lengths.len())?.copy_from_slice(lengths);
                Self::Array(Lengths {
                    rank: lengths.len(),
                    lengths: all,
                })
            }
        })
    }

    /// That of an array of such items.
    pub(crate) fn repeated(self, items: usize) -> Result<Self, Misfit> {
        let lengths = [vec![items], self.lengths()].concat();
        Self::of(&lengths).ok_or_else(|| format!("an array in a formula has at most {DIMENSIONS} dimensions"))
    }

    pub(crate) fn lengths(self) -> Vec<usize> {
        match self {
            Self::Scalar => Vec::new(),
            Self::Vector(length) => vec![length],
            Self::Matrix(rows, columns) => vec![rows, columns],
            Self::Array(Lengths { rank, lengths }) => lengths[..rank].to_vec(),
        }
    }

    /// The number of entries; the largest `usize` if it overflows.
    pub(crate) fn size(self) -> usize {
        self.lengths().into_iter().fold(1, usize::saturating_mul)
    }

    /// The length of a vector, a row or a column.
    pub(crate) fn vector_length(self) -> Option<usize> {
        match self {
            Self::Vector(length) | Self::Matrix(1, length) | Self::Matrix(length, 1) => Some(length),
            Self::Scalar | Self::Matrix(..) | Self::Array(_) => None,
        }
    }

    /// The shape that remains after indices, and the places of its numbers.
    ///
    /// The error comes with the position of the index that does not fit.
    pub(crate) fn select(self, indices: &[usize]) -> Result<(Self, Range<usize>), (usize, Misfit)> {
        let lengths = self.lengths();
        let mut start = 0;
        for (at, &index) in indices.iter().enumerate() {
            let Some(&length) = lengths.get(at) else {
                return Err((at, self.without_components()));
            };
            if index >= length {
                return Err((at, out_of_range(index, length)));
            }
            start = start * length + index;
        }
        let inside = &lengths[indices.len()..];
        // Fewer lengths than those of a shape.
        let shape = Self::of(inside).unwrap_or(self);
        let size = shape.size();
        Ok((shape, start * size..(start + 1) * size))
    }

    /// The message for one index too many.
    fn without_components(self) -> Misfit {
        match self {
            Self::Scalar => "a scalar has no components; drop the index".to_owned(),
            Self::Vector(_) => "a component of a vector is a scalar and has no components".to_owned(),
            Self::Matrix(..) => "an entry of a matrix is a scalar and has no components".to_owned(),
            Self::Array(Lengths { rank, .. }) => {
                format!("a number in an array of {rank} dimensions is a scalar and has no components")
            }
        }
    }

    /// `name`, or `name[0]`, `name[1]`, .., or `name[0][0]`, ..: one for each number.
    pub(crate) fn components(self, name: &str) -> Vec<String> {
        self.lengths()
            .into_iter()
            .fold(vec![name.to_owned()], |names, length| {
                let longer =
                    |name: &String| -> Vec<String> { (0..length).map(|i| format!("{name}[{i}]")).collect() };
                names.iter().flat_map(longer).collect()
            })
    }
}

pub(crate) fn out_of_range(index: usize, length: usize) -> Misfit {
    match length {
        0 => format!("index {index} is out of range: there is nothing to take from"),
        1 => format!("index {index} is out of range: the only index is 0"),
        _ => format!(
            "index {index} is out of range: the indices are 0 to {}",
            length - 1
        ),
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => f.write_str("a scalar"),
            Self::Vector(length) => write!(f, "a vector of length {length}"),
            Self::Matrix(rows, columns) => write!(f, "a {rows} × {columns} matrix"),
            Self::Array(_) => {
                let lengths: Vec<String> = self.lengths().iter().map(usize::to_string).collect();
                write!(f, "an array of {} numbers", lengths.join(" × "))
            }
        }
    }
}
