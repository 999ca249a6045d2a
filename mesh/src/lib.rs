//! Meshes from files of Gmsh, and motions as files for ParaView.
//!
//! ```text
//! net.msh    →  Mesh { points, lines, triangles, groups }    read
//! Mesh       →  net_0000.vtu, net_0001.vtu, .., net.pvd       Series
//! ```
//!
//! A [`Mesh`] is numbers and indices: `points` are the `Vec<[f64; 3]>`, and `lines` or [`Mesh::edges`] the `Vec<[usize; 2]>`
//! that a system has as its fields. It refuses to know systems: what is written are numbers at points.
//!
//! | module | idea |
//! | --- | --- |
//! | `error` | what is wrong with a file, and where |
//! | `msh` | Gmsh's format 4.1, as text |
//! | `series` | the files of a motion |
//! | `tokens` | words of a file, with their lines |
//! | `vtu` | one file of VTK, an unstructured grid |

mod error;
mod msh;
mod series;
mod tokens;
mod vtu;

use std::collections::BTreeMap;
use std::io::Read;

pub use error::MeshError;
pub use series::Series;
pub use vtu::Field;

/// Points with lines and triangles between them.
///
/// ```
/// use extremal_mesh::Mesh;
///
/// let square = Mesh {
///     points: vec![[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
///     triangles: vec![[0, 1, 2], [0, 2, 3]],
///     ..Mesh::default()
/// };
/// assert_eq!(square.edges(), [[0, 1], [0, 2], [0, 3], [1, 2], [2, 3]]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Places; points of the plane have z = 0.
    pub points: Vec<[f64; 3]>,
    /// The points at the ends of each line.
    pub lines: Vec<[usize; 2]>,
    /// The points at the corners of each triangle.
    pub triangles: Vec<[usize; 3]>,
    /// The points of each part of the mesh that has a name, in ascending order.
    pub groups: BTreeMap<String, Vec<usize>>,
}

impl Mesh {
    /// Reads a file of Gmsh: format 4.1 as text, which `gmsh -format msh41` writes.
    ///
    /// Points count from 0, in the order of the file. Lines and triangles of first order are read, and names of physical
    /// groups. Points that no element has stay.
    ///
    /// ```
    /// # fn main() -> Result<(), extremal_mesh::MeshError> {
    /// let file = "$MeshFormat\n4.1 0 8\n$EndMeshFormat
    /// $Nodes\n1 2 1 2\n1 1 0 2\n1\n2\n0 0 0\n2.5 0 0\n$EndNodes
    /// $Elements\n1 1 1 1\n1 1 1 1\n1 1 2\n$EndElements\n";
    /// let mesh = extremal_mesh::Mesh::read(file.as_bytes())?;
    /// assert_eq!(mesh.points[1], [2.5, 0.0, 0.0]);
    /// assert_eq!(mesh.lines, [[0, 1]]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`MeshError`], with the line of the file: another format, elements of another kind, indices of points that do not exist.
    pub fn read(mut file: impl Read) -> Result<Self, MeshError> {
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        msh::read(&text)
    }

    /// The lines, and the sides of the triangles: each pair of points once, in ascending order.
    #[must_use]
    pub fn edges(&self) -> Vec<[usize; 2]> {
        let sides = self
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let all = self.lines.iter().copied().chain(sides);
        let mut edges: Vec<[usize; 2]> = all.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The largest index of a point that a line or a triangle has.
    fn largest_index(&self) -> Option<usize> {
        let corners = self.triangles.iter().flatten();
        self.lines.iter().flatten().chain(corners).copied().max()
    }
}

#[cfg(test)]
mod tests;
