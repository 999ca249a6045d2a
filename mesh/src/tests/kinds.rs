//! Elements of every kind: where their points are, in the order of Gmsh's manual and in that of VTK's.

use crate::vtu::write;
use crate::{Mesh, MeshError};

/// The corners of a cube and the middles of its edges and sides, in Gmsh's order: its manual, "Node ordering".
#[rustfmt::skip]
const CUBE_OF_GMSH: [[f64; 3]; 27] = [
    [0., 0., 0.], [2., 0., 0.], [2., 2., 0.], [0., 2., 0.], [0., 0., 2.], [2., 0., 2.], [2., 2., 2.], [0., 2., 2.],
    [1., 0., 0.], [0., 1., 0.], [0., 0., 1.], [2., 1., 0.], [2., 0., 1.], [1., 2., 0.], [2., 2., 1.], [0., 2., 1.],
    [1., 0., 2.], [0., 1., 2.], [2., 1., 2.], [1., 2., 2.],
    [1., 1., 0.], [1., 0., 1.], [0., 1., 1.], [2., 1., 1.], [1., 2., 1.], [1., 1., 2.], [1., 1., 1.],
];
/// The same points in VTK's order: `vtkTriQuadraticHexahedron`, its parametric coordinates.
#[rustfmt::skip]
const CUBE_OF_VTK: [[f64; 3]; 27] = [
    [0., 0., 0.], [2., 0., 0.], [2., 2., 0.], [0., 2., 0.], [0., 0., 2.], [2., 0., 2.], [2., 2., 2.], [0., 2., 2.],
    [1., 0., 0.], [2., 1., 0.], [1., 2., 0.], [0., 1., 0.], [1., 0., 2.], [2., 1., 2.], [1., 2., 2.], [0., 1., 2.],
    [0., 0., 1.], [2., 0., 1.], [2., 2., 1.], [0., 2., 1.],
    [0., 1., 1.], [2., 1., 1.], [1., 0., 1.], [1., 2., 1.], [1., 1., 0.], [1., 1., 2.], [1., 1., 1.],
];
/// A tetrahedron, in Gmsh's order and in VTK's.
#[rustfmt::skip]
const TETRAHEDRON_OF_GMSH: [[f64; 3]; 10] = [
    [0., 0., 0.], [2., 0., 0.], [0., 2., 0.], [0., 0., 2.],
    [1., 0., 0.], [1., 1., 0.], [0., 1., 0.], [0., 0., 1.], [0., 1., 1.], [1., 0., 1.],
];
#[rustfmt::skip]
const TETRAHEDRON_OF_VTK: [[f64; 3]; 10] = [
    [0., 0., 0.], [2., 0., 0.], [0., 2., 0.], [0., 0., 2.],
    [1., 0., 0.], [1., 1., 0.], [0., 1., 0.], [0., 0., 1.], [1., 0., 1.], [0., 1., 1.],
];
#[rustfmt::skip]
const SQUARE: [[f64; 3]; 9] = [
    [0., 0., 0.], [2., 0., 0.], [2., 2., 0.], [0., 2., 0.],
    [1., 0., 0.], [2., 1., 0.], [1., 2., 0.], [0., 1., 0.], [1., 1., 0.],
];
#[rustfmt::skip]
const TRIANGLE: [[f64; 3]; 6] = [[0., 0., 0.], [2., 0., 0.], [0., 2., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];
const LINE: [[f64; 3]; 3] = [[0.; 3], [2., 0., 0.], [1., 0., 0.]];

/// A file with one element of all points, number 7. Tags of points count from 11.
fn file(kind: usize, places: &[[f64; 3]]) -> String {
    let n = places.len();
    let tags: Vec<String> = (11..11 + n).map(|tag| tag.to_string()).collect();
    let lines: Vec<String> = places.iter().map(|[x, y, z]| format!("{x} {y} {z}")).collect();
    format!(
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 {n} 11 {}\n3 1 0 {n}\n{}\n{}\n$EndNodes\n\
         $Elements\n1 1 7 7\n3 1 {kind} 1\n7 {}\n$EndElements\n",
        10 + n,
        tags.join("\n"),
        lines.join("\n"),
        tags.join(" "),
    )
}

fn read(kind: usize, places: &[[f64; 3]]) -> Result<Mesh, MeshError> {
    Mesh::read(file(kind, places).as_bytes())
}

/// The one element of a list.
fn only<const N: usize>(list: &[[usize; N]]) -> Vec<usize> {
    list.as_flattened().to_vec()
}

/// Reads the points of one element, and checks their places, the number of edges and the type of cell.
fn check(
    (gmsh, vtk): (usize, u8),
    edges: usize,
    (from, to): (&[[f64; 3]], &[[f64; 3]]),
    element: impl Fn(&Mesh) -> Vec<usize>,
) {
    let mesh = read(gmsh, from).expect("a mesh");
    let points = element(&mesh);
    let places: Vec<[f64; 3]> = points.iter().map(|&point| mesh.points[point]).collect();
    assert_eq!(places, to, "type {gmsh}");
    assert_eq!(mesh.edges().len(), edges, "type {gmsh}");
    // The squares of the lengths of edges, or of their halves: along an axis, or between two axes.
    let lengths = if gmsh < 8 { [4.0, 8.0] } else { [1.0, 2.0] };
    for [a, b] in mesh.edges() {
        let [a, b] = [mesh.points[a], mesh.points[b]];
        let length: f64 = (0..3).map(|k| (a[k] - b[k]).powi(2)).sum();
        assert!(lengths.contains(&length), "type {gmsh}: {a:?} {b:?}");
    }
    let mut written = Vec::new();
    write(&mut written, &mesh, &mesh.points, &[]).expect("written");
    let written = String::from_utf8(written).expect("text");
    assert_eq!(super::decoded(&written, "types"), [vtk]);
    let connectivity = super::decoded(&written, "connectivity");
    let corners = connectivity.chunks(8).map(|bytes| usize::from(bytes[0]));
    assert_eq!(corners.collect::<Vec<_>>(), points);
}

#[test]
fn elements_of_every_kind_are_read_and_written() {
    check((1, 3), 1, (&LINE[..2], &LINE[..2]), |mesh| only(&mesh.lines));
    check((2, 5), 3, (&TRIANGLE[..3], &TRIANGLE[..3]), |mesh| {
        only(&mesh.triangles)
    });
    check((3, 9), 4, (&SQUARE[..4], &SQUARE[..4]), |mesh| {
        only(&mesh.quadrilaterals)
    });
    let tetrahedron = (&TETRAHEDRON_OF_GMSH[..4], &TETRAHEDRON_OF_VTK[..4]);
    check((4, 10), 6, tetrahedron, |mesh| only(&mesh.tetrahedra));
    let cube = |n: usize| (&CUBE_OF_GMSH[..n], &CUBE_OF_VTK[..n]);
    check((5, 12), 12, cube(8), |mesh| only(&mesh.hexahedra));
    check((8, 21), 2, (&LINE, &LINE), |mesh| only(&mesh.lines_of_3));
    check((9, 22), 6, (&TRIANGLE, &TRIANGLE), |mesh| {
        only(&mesh.triangles_of_6)
    });
    check((16, 23), 8, (&SQUARE[..8], &SQUARE[..8]), |mesh| {
        only(&mesh.quadrilaterals_of_8)
    });
    check((10, 28), 8, (&SQUARE, &SQUARE), |mesh| {
        only(&mesh.quadrilaterals_of_9)
    });
    check(
        (11, 24),
        12,
        (&TETRAHEDRON_OF_GMSH, &TETRAHEDRON_OF_VTK),
        |mesh| only(&mesh.tetrahedra_of_10),
    );
    check((17, 25), 24, cube(20), |mesh| only(&mesh.hexahedra_of_20));
    check((12, 29), 24, cube(27), |mesh| only(&mesh.hexahedra_of_27));
}

#[test]
fn elements_without_a_measure_are_named() {
    let flat = |places: &[[f64; 3]], component: usize| -> Vec<[f64; 3]> {
        // On a slanted plane, so that the measure is zero up to rounding only.
        let slanted = places.iter().map(|x| {
            let mut place = [0.1 + 0.3 * x[0], 0.7 * x[1] + 0.2 * x[0], 0.9 * x[2]];
            place[component] = if component == 0 { 0.0 } else { 0.4 * x[0] };
            place
        });
        slanted.collect()
    };
    for (kind, places, message) in [
        (
            1,
            vec![[0.5; 3]; 2],
            "line 15: the line 7 has no length, or a point twice",
        ),
        (2, flat(&TRIANGLE[..3], 1), "the triangle 7 has no area"),
        (9, flat(&TRIANGLE, 1), "the triangle 7 has no area"),
        (3, flat(&SQUARE[..4], 1), "the quadrilateral 7 has no area"),
        (
            4,
            flat(&TETRAHEDRON_OF_GMSH[..4], 2),
            "the tetrahedron 7 has no volume",
        ),
        (
            11,
            flat(&TETRAHEDRON_OF_GMSH, 1),
            "the tetrahedron 7 has no volume",
        ),
        (5, flat(&CUBE_OF_GMSH[..8], 2), "the hexahedron 7 has no volume"),
        (12, flat(&CUBE_OF_GMSH, 0), "the hexahedron 7 has no volume"),
    ] {
        let error = read(kind, &places).expect_err("no measure").to_string();
        assert!(error.contains(message), "{kind}: {error}");
    }
    // A thin one has an area.
    read(2, &[[0.0; 3], [1.0, 0.0, 0.0], [0.5, 1e-9, 0.0]]).expect("a mesh");
    let twice = file(3, &SQUARE[..4]).replace("7 11 12 13 14", "7 11 12 13 12");
    let error = Mesh::read(twice.as_bytes())
        .expect_err("a point twice")
        .to_string();
    assert!(
        error.contains("the quadrilateral 7 has no area, or a point twice"),
        "{error}"
    );
}
