//! The kinds of elements: their numbers in the two formats, the order of their points, their edges.
//!
//! Points are in VTK's order. Gmsh has another one for elements with points between three corners and more. It refuses to know
//! places.

use super::Mesh;

/// A kind of element.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The type of element in files of Gmsh, and the type of cell in files of VTK.
    pub(super) gmsh: usize,
    pub(super) vtk: u8,
    pub(super) points: usize,
    /// The place in Gmsh's order of each point from the first that has another.
    pub(super) from_gmsh: &'static [usize],
    pub(super) shape: &'static Shape,
    /// Whether each edge has a point in its middle; those follow the corners, in the order of the edges.
    pub(super) has_middles: bool,
}

/// A shape, by the numbers of its corners.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) corners: usize,
    /// In the order of VTK's points in their middles.
    pub(super) edges: &'static [[usize; 2]],
    /// One for each dimension: the sum of the ways from the first to the second point.
    pub(super) axes: &'static [&'static [[usize; 2]]],
}

const LINE: Shape = Shape {
    corners: 2,
    edges: &[[0, 1]],
    axes: &[&[[0, 1]]],
};
const TRIANGLE: Shape = Shape {
    corners: 3,
    edges: &[[0, 1], [1, 2], [2, 0]],
    axes: &[&[[0, 1]], &[[0, 2]]],
};
const QUADRILATERAL: Shape = Shape {
    corners: 4,
    edges: &[[0, 1], [1, 2], [2, 3], [3, 0]],
    axes: &[&[[0, 2]], &[[1, 3]]],
};
const TETRAHEDRON: Shape = Shape {
    corners: 4,
    edges: &[[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]],
    axes: &[&[[0, 1]], &[[0, 2]], &[[0, 3]]],
};
const HEXAHEDRON: Shape = Shape {
    corners: 8,
    edges: &[
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
        [4, 5],
        [5, 6],
        [6, 7],
        [7, 4],
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ],
    axes: &[
        &[[0, 1], [3, 2], [4, 5], [7, 6]],
        &[[0, 3], [1, 2], [4, 7], [5, 6]],
        &[[0, 4], [1, 5], [2, 6], [3, 7]],
    ],
};

/// All kinds, in the order of [`Mesh::lists`].
pub(super) static KINDS: [Kind; 12] = [
    Kind::of("line", 1, 3, &LINE),
    Kind::of("triangle", 2, 5, &TRIANGLE),
    Kind::of("quadrilateral", 3, 9, &QUADRILATERAL),
    Kind::of("tetrahedron", 4, 10, &TETRAHEDRON),
    Kind::of("hexahedron", 5, 12, &HEXAHEDRON),
    Kind::of("line", 8, 21, &LINE).with_middles(3, &[]),
    Kind::of("triangle", 9, 22, &TRIANGLE).with_middles(6, &[]),
    Kind::of("quadrilateral", 16, 23, &QUADRILATERAL).with_middles(8, &[]),
    Kind::of("quadrilateral", 10, 28, &QUADRILATERAL).with_middles(9, &[]),
    Kind::of("tetrahedron", 11, 24, &TETRAHEDRON).with_middles(10, &[4, 5, 6, 7, 9, 8]),
    Kind::of("hexahedron", 17, 25, &HEXAHEDRON)
        .with_middles(20, &[8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15]),
    Kind::of("hexahedron", 12, 29, &HEXAHEDRON).with_middles(
        27,
        &[
            8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26,
        ],
    ),
];

impl Kind {
    const fn of(name: &'static str, gmsh: usize, vtk: u8, shape: &'static Shape) -> Self {
        Self {
            name,
            gmsh,
            vtk,
            points: shape.corners,
            from_gmsh: &[],
            shape,
            has_middles: false,
        }
    }

    const fn with_middles(self, points: usize, from_gmsh: &'static [usize]) -> Self {
        Self {
            points,
            from_gmsh,
            has_middles: true,
            ..self
        }
    }

    /// The points of an element of Gmsh, in VTK's order.
    pub(super) fn ordered(&self, points: &[usize]) -> Vec<usize> {
        let first = points.len() - self.from_gmsh.len();
        let places = (0..first).chain(self.from_gmsh.iter().copied());
        places.filter_map(|place| points.get(place).copied()).collect()
    }

    /// The pairs of points along the edges of an element.
    pub(super) fn edges<'e>(&self, element: &'e [usize]) -> impl Iterator<Item = [usize; 2]> + 'e {
        let (shape, has_middles) = (self.shape, self.has_middles);
        let edges = shape.edges.iter().enumerate();
        edges.flat_map(move |(at, &[a, b])| {
            let middle = has_middles.then_some(shape.corners + at);
            let ends = [Some(a), middle, Some(b)].into_iter().flatten();
            let points: Vec<usize> = ends.filter_map(|end| element.get(end).copied()).collect();
            points
                .windows(2)
                .map(|pair| [pair[0], pair[1]])
                .collect::<Vec<_>>()
        })
    }
}

/// The elements of one kind.
pub(super) trait List {
    /// Their points, one after another.
    fn points(&self) -> &[usize];
    /// Adds an element, if it has the right number of points.
    fn add(&mut self, points: &[usize]);
}

impl<const N: usize> List for Vec<[usize; N]> {
    fn points(&self) -> &[usize] {
        self.as_flattened()
    }

    fn add(&mut self, points: &[usize]) {
        self.extend(<[usize; N]>::try_from(points));
    }
}

impl Mesh {
    /// The elements of each kind.
    pub(super) fn lists(&self) -> [&dyn List; 12] {
        [
            &self.lines,
            &self.triangles,
            &self.quadrilaterals,
            &self.tetrahedra,
            &self.hexahedra,
            &self.lines_of_3,
            &self.triangles_of_6,
            &self.quadrilaterals_of_8,
            &self.quadrilaterals_of_9,
            &self.tetrahedra_of_10,
            &self.hexahedra_of_20,
            &self.hexahedra_of_27,
        ]
    }

    pub(super) fn lists_mut(&mut self) -> [&mut dyn List; 12] {
        [
            &mut self.lines,
            &mut self.triangles,
            &mut self.quadrilaterals,
            &mut self.tetrahedra,
            &mut self.hexahedra,
            &mut self.lines_of_3,
            &mut self.triangles_of_6,
            &mut self.quadrilaterals_of_8,
            &mut self.quadrilaterals_of_9,
            &mut self.tetrahedra_of_10,
            &mut self.hexahedra_of_20,
            &mut self.hexahedra_of_27,
        ]
    }

    /// Each element with its kind.
    pub(super) fn elements(&self) -> impl Iterator<Item = (&'static Kind, &[usize])> {
        let lists = KINDS.iter().zip(self.lists());
        lists.flat_map(|(kind, list)| {
            let elements = list.points().chunks_exact(kind.points);
            elements.map(move |element| (kind, element))
        })
    }
}
