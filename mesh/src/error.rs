//! The errors of mesh files, and of numbers that are written to one.

use core::fmt;
use std::io;

/// A mesh could not be read, or a motion could not be written.
///
/// A `main` that returns the error prints the sentence: `Debug` writes the same as `Display`.
#[non_exhaustive]
pub enum MeshError {
    /// A file could not be opened, read or written.
    File(io::Error),
    /// Something else was expected in a line of the file.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The expected text, as a phrase.
        expected: &'static str,
    },
    /// The file has another format than 4.1 as text.
    Format {
        /// The line, from 1.
        line: usize,
    },
    /// Elements of another kind than those that are read, as prisms, or of third order.
    Element {
        /// The line, from 1.
        line: usize,
        /// Gmsh's number of the type of element.
        kind: usize,
    },
    /// An element has a point twice, or its points are in one place, on one line or in one plane.
    Degenerate {
        /// The line, from 1.
        line: usize,
        /// As in "triangle".
        kind: &'static str,
        /// Its number in the file.
        element: usize,
        /// The measure that it lacks: a length, an area or a volume.
        lacking: &'static str,
    },
    /// An element has a point that the file does not define, or defines twice.
    Point {
        /// The line, from 1; 0 for a mesh that is written.
        line: usize,
        /// The number of the point.
        point: usize,
    },
    /// A field has another number of values than the mesh has points.
    Length {
        /// The name of the field, or "places".
        field: String,
        /// The points of the mesh.
        expected: usize,
        /// The values of the field.
        found: usize,
    },
    /// A value of a field is NaN or infinite.
    NotFinite {
        /// The name of the field, or "places".
        field: String,
        /// The index of the point.
        point: usize,
    },
    /// A field has no name, one with control characters, which XML does not have, or that of a field before it.
    Name {
        /// The field, from 0.
        number: usize,
        /// Its name.
        name: String,
    },
    /// A time that is not finite, or before that of the last instant.
    Time {
        /// The time.
        t: f64,
        /// The time of the last instant, if there is one.
        last: Option<f64>,
    },
}

impl fmt::Debug for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => write!(f, "{error}"),
            Self::Syntax { line, expected } => write!(f, "line {line}: expected {expected}"),
            Self::Format { line } => write!(
                f,
                "line {line}: this is not Gmsh's format 4.1 as text, which `gmsh -format msh41` writes"
            ),
            Self::Element { line, kind } => write!(
                f,
                "line {line}: elements of type {kind}; points, lines, triangles, quadrilaterals, tetrahedra and hexahedra of first \
                 and second order are read"
            ),
            Self::Degenerate {
                line,
                kind,
                element,
                lacking,
            } => write!(
                f,
                "line {line}: the {kind} {element} has no {lacking}, or a point twice"
            ),
            Self::Point { line: 0, point } => write!(f, "the mesh has no point {point}"),
            Self::Point { line, point } => {
                write!(f, "line {line}: the point {point} is not defined, or twice")
            }
            Self::Length {
                field,
                expected,
                found,
            } => write!(f, "`{field}` has {found} values, and the mesh {expected} points"),
            Self::NotFinite { field, point } => {
                write!(
                    f,
                    "`{field}` has a value at point {point} that is NaN or infinite"
                )
            }
            Self::Name { number, name } if name.trim().is_empty() => {
                write!(f, "the field {number} has no name, by which it would be found")
            }
            Self::Name { name, .. } if name.contains(char::is_control) => write!(
                f,
                "the name of the field {name:?} has a character that is none of a text; take letters, digits and signs"
            ),
            Self::Name { name, .. } => write!(
                f,
                "two fields have the name `{name}`, and only one of them would be seen; give each its own"
            ),
            Self::Time { t, .. } if !t.is_finite() => write!(f, "the time is {t:?}; it must be finite"),
            Self::Time { t, last } => {
                write!(f, "the time {t:?} is before ")?;
                match last {
                    Some(last) => write!(f, "{last:?}, that of the last instant")?,
                    None => f.write_str("that of the last instant")?,
                }
                f.write_str("; instants are written in the order of time")
            }
        }
    }
}

impl core::error::Error for MeshError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::File(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for MeshError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}
