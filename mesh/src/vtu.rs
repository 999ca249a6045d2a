//! One file of VTK: an unstructured grid of elements, with fields of numbers at its points.
//!
//! Numbers are written as bits in base 64, so that they are read back as they are.

use std::collections::BTreeSet;
use std::io::Write;

use super::{Mesh, MeshError};

/// Numbers or vectors at the points of a mesh.
#[derive(Clone, Copy, Debug)]
pub struct Field<'a> {
    name: &'a str,
    values: Values<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Values<'a> {
    Scalars(&'a [f64]),
    Vectors(&'a [[f64; 3]]),
}

impl<'a> Field<'a> {
    /// A number at each point.
    #[must_use]
    pub fn scalars(name: &'a str, values: &'a [f64]) -> Self {
        Self {
            name,
            values: Values::Scalars(values),
        }
    }

    /// A vector at each point.
    #[must_use]
    pub fn vectors(name: &'a str, values: &'a [[f64; 3]]) -> Self {
        Self {
            name,
            values: Values::Vectors(values),
        }
    }

    fn len(&self) -> usize {
        match self.values {
            Values::Scalars(values) => values.len(),
            Values::Vectors(values) => values.len(),
        }
    }

    /// The first point where a value is NaN or infinite.
    fn not_finite(&self) -> Option<usize> {
        let is_wrong = |number: &f64| !number.is_finite();
        match self.values {
            Values::Scalars(values) => values.iter().position(is_wrong),
            Values::Vectors(values) => values.iter().position(|vector| vector.iter().any(is_wrong)),
        }
    }
}

/// Whether there are a place and a finite value for each point, elements of these points, and names that tell fields apart.
pub(super) fn check(mesh: &Mesh, places: &[[f64; 3]], fields: &[Field<'_>]) -> Result<(), MeshError> {
    check_values(mesh, &Field::vectors("places", places))?;
    if let Some(point) = mesh.largest_index().filter(|index| *index >= places.len()) {
        return Err(MeshError::Point { line: 0, point });
    }
    let mut names = BTreeSet::new();
    for (number, field) in fields.iter().enumerate() {
        let name = field.name;
        let is_readable = !name.trim().is_empty() && !name.contains(char::is_control);
        if !is_readable || !names.insert(name) {
            return Err(MeshError::Name {
                number,
                name: name.to_string(),
            });
        }
        check_values(mesh, field)?;
    }
    Ok(())
}

fn check_values(mesh: &Mesh, field: &Field<'_>) -> Result<(), MeshError> {
    let (expected, found) = (mesh.points.len(), field.len());
    let name = || field.name.to_string();
    if found != expected {
        return Err(MeshError::Length {
            field: name(),
            expected,
            found,
        });
    }
    match field.not_finite() {
        None => Ok(()),
        Some(point) => Err(MeshError::NotFinite { field: name(), point }),
    }
}

/// Writes a mesh with its points at these places, which [`check`] has seen.
pub(super) fn write(
    file: &mut impl Write,
    mesh: &Mesh,
    places: &[[f64; 3]],
    fields: &[Field<'_>],
) -> Result<(), MeshError> {
    let (points, cells) = (places.len(), mesh.elements().count());
    writeln!(
        file,
        "<?xml version=\"1.0\"?>\n\
         <VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n\
         <UnstructuredGrid>\n<Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">\n<PointData>"
    )?;
    for field in fields {
        match field.values {
            Values::Scalars(values) => array(file, "Float64", field.name, 1, &bytes_of(values))?,
            Values::Vectors(values) => {
                array(file, "Float64", field.name, 3, &bytes_of(values.as_flattened()))?;
            }
        }
    }
    writeln!(file, "</PointData>\n<Points>")?;
    array(file, "Float64", "Points", 3, &bytes_of(places.as_flattened()))?;
    writeln!(file, "</Points>\n<Cells>")?;
    let corners = mesh.elements().flat_map(|(_, element)| element.iter().copied());
    array(file, "Int64", "connectivity", 1, &indices(corners))?;
    let ends = mesh.elements().scan(0, |end, (_, element)| {
        *end += element.len();
        Some(*end)
    });
    array(file, "Int64", "offsets", 1, &indices(ends))?;
    let kinds: Vec<u8> = mesh.elements().map(|(kind, _)| kind.vtk).collect();
    array(file, "UInt8", "types", 1, &kinds)?;
    writeln!(file, "</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>")?;
    Ok(())
}

fn bytes_of(values: &[f64]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn indices(values: impl Iterator<Item = usize>) -> Vec<u8> {
    values.flat_map(|value| (value as u64).to_le_bytes()).collect()
}

/// An array of bytes behind its length.
fn array(
    file: &mut impl Write,
    of: &str,
    name: &str,
    components: usize,
    bytes: &[u8],
) -> Result<(), MeshError> {
    let length = (bytes.len() as u64).to_le_bytes();
    let all = [&length[..], bytes].concat();
    writeln!(
        file,
        "<DataArray type=\"{of}\" Name=\"{}\" NumberOfComponents=\"{components}\" format=\"binary\">\n{}\n</DataArray>",
        escaped(name),
        in_base_64(&all)
    )?;
    Ok(())
}

/// Text between quotes of XML.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// RFC 4648, with padding.
fn in_base_64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let joined = (0..3).fold(0_u32, |joined, at| {
            joined << 8 | u32::from(three.get(at).copied().unwrap_or_default())
        });
        for at in 0..4 {
            let letter = LETTERS.get((joined >> (18 - 6 * at) & 63) as usize);
            let is_padding = at > three.len();
            text.push(if is_padding {
                '='
            } else {
                char::from(letter.copied().unwrap_or(b'A'))
            });
        }
    }
    text
}
