//! Meshes from files of Gmsh, and motions as files for ParaView.
//!
//! ```text
//! net.msh    →  Mesh { points, lines, triangles, .., groups }    read
//! Mesh       →  net_0000.vtu, net_0001.vtu, .., net.pvd       Series
//! ```
//!
//! A [`Mesh`] is numbers and indices: `points` are the `Vec<[f64; 3]>`, and `lines` or [`Mesh::edges`] the `Vec<[usize; 2]>`
//! that a system has as its fields. It refuses to know systems: what is written are numbers at points.
//!
//! | module | idea |
//! | --- | --- |
//! | `error` | what is wrong with a file, and where |
//! | `flat` | elements without length, area or volume |
//! | `kind` | kinds of elements, in both formats |
//! | `msh` | Gmsh's format 4.1, as text |
//! | `series` | the files of a motion |
//! | `tokens` | words of a file, with their lines |
//! | `vtu` | one file of VTK, an unstructured grid |

mod error;
mod flat;
mod kind;
mod msh;
mod series;
mod tokens;
mod vtu;

use std::collections::BTreeMap;
use std::io::Read;

pub use error::MeshError;
pub use series::Series;
pub use vtu::Field;

/// Points with lines, triangles, tetrahedra and other elements between them.
///
/// Elements of second order have points in the middle of their edges, after the corners. Points of elements are in the order of
/// VTK, also when read from a file of Gmsh:
///
/// ```text
/// quadrilateral   corners 0 1 2 3 around it;    edges 01 12 23 30;    of 9 points, the last is in the middle
/// tetrahedron     corners 0 1 2, and 3 above;   edges 01 12 20 03 13 23
/// hexahedron      0 1 2 3 around the bottom, 4 5 6 7 above;    edges 01 12 23 30 45 56 67 74 04 15 26 37;
///                 of 27 points, 20 to 25 are on the sides 0473 1265 0154 2376 0321 4567, and 26 is in the middle
/// ```
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
    /// The points at the corners of each quadrilateral.
    pub quadrilaterals: Vec<[usize; 4]>,
    /// The points at the corners of each tetrahedron.
    pub tetrahedra: Vec<[usize; 4]>,
    /// The points at the corners of each hexahedron.
    pub hexahedra: Vec<[usize; 8]>,
    /// Lines of second order: the ends, and the middle.
    pub lines_of_3: Vec<[usize; 3]>,
    /// Triangles of second order.
    pub triangles_of_6: Vec<[usize; 6]>,
    /// Quadrilaterals of second order, without a point inside.
    pub quadrilaterals_of_8: Vec<[usize; 8]>,
    /// Quadrilaterals of second order.
    pub quadrilaterals_of_9: Vec<[usize; 9]>,
    /// Tetrahedra of second order.
    pub tetrahedra_of_10: Vec<[usize; 10]>,
    /// Hexahedra of second order, with points at edges only.
    pub hexahedra_of_20: Vec<[usize; 20]>,
    /// Hexahedra of second order.
    pub hexahedra_of_27: Vec<[usize; 27]>,
    /// The points of each part of the mesh that has a name, in ascending order.
    pub groups: BTreeMap<String, Vec<usize>>,
}

impl Mesh {
    /// Reads a file of Gmsh: format 4.1 as text, which `gmsh -format msh41` writes.
    ///
    /// Points count from 0, in the order of the file. Lines, triangles, quadrilaterals, tetrahedra and hexahedra of first and
    /// second order are read, and names of physical groups. Points that no element has stay.
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
    /// [`MeshError`], with the line of the file: another format, elements of another kind, indices of points that do not exist,
    /// elements without length, area or volume, an end before the elements.
    pub fn read(mut file: impl Read) -> Result<Self, MeshError> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        msh::read(&bytes)
    }

    /// The lines, and the edges of all other elements: each pair of points once, in ascending order. An edge with a point in
    /// its middle is two pairs.
    #[must_use]
    pub fn edges(&self) -> Vec<[usize; 2]> {
        let all = self.elements().flat_map(|(kind, element)| kind.edges(element));
        let mut edges: Vec<[usize; 2]> = all.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The largest index of a point that an element has.
    fn largest_index(&self) -> Option<usize> {
        let lists = self.lists().into_iter();
        lists.flat_map(|list| list.points().iter().copied()).max()
    }
}

#[cfg(test)]
mod tests;
