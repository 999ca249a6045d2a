//! Files that Gmsh wrote, files with mistakes, and what is written.

use super::vtu::{Field, write};
use super::{Mesh, MeshError, Series};

mod kinds;

/// A rectangle with a side that has a name, as Gmsh 4.15 writes it.
const RECTANGLE: &str = include_str!("tests/rectangle.msh");

fn read(text: &str) -> Result<Mesh, MeshError> {
    Mesh::read(text.as_bytes())
}

#[test]
fn a_file_of_gmsh_is_a_mesh() {
    let mesh = read(RECTANGLE).expect("a mesh");
    assert_eq!(mesh.points.len(), 8);
    assert_eq!(mesh.points[7], [0.5, 1.500_000_000_000_857, 0.0]);
    assert_eq!(mesh.lines, [[3, 5], [5, 0]]);
    assert_eq!(mesh.triangles[1], [4, 2, 7]);
    assert_eq!(mesh.groups["held side"], [0, 3, 5]);
    assert_eq!(mesh.groups["net"], [0, 1, 2, 3, 4, 5, 6, 7]);
    // Euler: 8 points − edges + 8 triangles = 1.
    assert_eq!(mesh.edges().len(), 15);
}

#[test]
fn mistakes_in_files_have_their_line() {
    let error = |text: &str| read(text).expect_err("a mistake").to_string();
    let format = |line: usize| {
        format!("line {line}: this is not Gmsh's format 4.1 as text, which `gmsh -format msh41` writes")
    };
    assert_eq!(error(""), format(1));
    assert_eq!(error("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"), format(2));
    assert_eq!(error("$MeshFormat\n4.1 1 8\n"), format(2));
    assert_eq!(error("$Nodes\n"), format(1));
    assert_eq!(error("solid net"), "line 1: expected a section, as `$Nodes`");
    let cases = [
        (
            "1 4 6 \n",
            "1 4 60 \n",
            "line 50: the point 60 is not defined, or twice",
        ),
        (
            "0 2 0 1\n2\n",
            "0 2 0 1\n1\n",
            "line 27: the point 1 is not defined, or twice",
        ),
        (
            "2 1 2 8\n",
            "2 1 6 8\n",
            "line 53: elements of type 6; points, lines, triangles, quadrilaterals, tetrahedra and hexahedra of first and second \
             order are read",
        ),
        (
            "0.5 0.5000000000003766",
            "0.5 nan",
            "line 44: expected a finite number",
        ),
        (
            "\"held side\"",
            "held",
            "line 6: expected a dimension, a tag and a name",
        ),
        (
            "2 10 1 10",
            "2 10 -1 10",
            "line 48: expected an integer that is not negative",
        ),
        (
            "1 4 6 \n",
            "1 4 4 \n",
            "line 50: the line 1 has no length, or a point twice",
        ),
        ("$EndElements", "", "line 61: expected the end of a section"),
    ];
    for (from, to, expected) in cases {
        assert_eq!(error(&RECTANGLE.replacen(from, to, 1)), expected);
    }
}

#[test]
fn files_that_end_early_are_no_panic() {
    for cut in 0..RECTANGLE.len() {
        let result = read(&RECTANGLE[..cut]);
        let is_whole = RECTANGLE[..cut].contains("$EndElements");
        assert_eq!(result.is_ok(), is_whole, "{cut}");
    }
}

/// The array of a name in a file, decoded.
fn decoded(file: &str, name: &str) -> Vec<u8> {
    let (_, after) = file.split_once(&format!("Name=\"{name}\"")).expect("the array");
    let text = after.split('\n').nth(1).expect("its bytes");
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'+' => 62,
        b'/' => 63,
        _ => 0,
    };
    let padding = text.bytes().filter(|letter| *letter == b'=').count();
    let groups = text.as_bytes().chunks(4);
    let mut bytes: Vec<u8> = groups
        .flat_map(|four| {
            let joined = four.iter().fold(0, |joined, letter| joined << 6 | value(*letter));
            joined.to_be_bytes()[1..].to_vec()
        })
        .collect();
    bytes.truncate(bytes.len() - padding);
    let (length, bytes) = bytes.split_at(8);
    assert_eq!(
        u64::from_le_bytes(length.try_into().expect("eight")),
        bytes.len() as u64
    );
    bytes.to_vec()
}

fn numbers(bytes: &[u8]) -> Vec<f64> {
    let eight = bytes.chunks(8).map(|bytes| bytes.try_into().expect("eight"));
    eight.map(f64::from_le_bytes).collect()
}

#[test]
fn what_is_written_has_the_same_bits() {
    let mesh = read(RECTANGLE).expect("a mesh");
    let places: Vec<[f64; 3]> = mesh
        .points
        .iter()
        .map(|[x, y, z]| [x / 3.0, y + 1e-300, z - 0.1])
        .collect();
    let strain = [0.1, -1e308, 0.0, 5e-324, 1.0 / 3.0, -0.0, 1e22, 7.0];
    let mut file = Vec::new();
    let fields = [
        Field::scalars("strain < \"1\" & more", &strain),
        Field::vectors("moved", &places),
    ];
    write(&mut file, &mesh, &places, &fields).expect("written");
    let file = String::from_utf8(file).expect("text");
    assert_eq!(
        numbers(&decoded(&file, "strain &lt; &quot;1&quot; &amp; more")),
        strain
    );
    assert_eq!(numbers(&decoded(&file, "Points")), places.as_flattened());
    assert_eq!(numbers(&decoded(&file, "moved")), places.as_flattened());
    let indices = |name: &str| -> Vec<i64> {
        let bytes = decoded(&file, name);
        let eight = bytes.chunks(8).map(|bytes| bytes.try_into().expect("eight"));
        eight.map(i64::from_le_bytes).collect()
    };
    let corners = mesh
        .lines
        .as_flattened()
        .iter()
        .chain(mesh.triangles.as_flattened());
    let corners: Vec<i64> = corners
        .map(|corner| i64::try_from(*corner).expect("small"))
        .collect();
    assert_eq!(indices("connectivity"), corners);
    assert_eq!(indices("offsets"), [2, 4, 7, 10, 13, 16, 19, 22, 25, 28]);
    assert_eq!(decoded(&file, "types"), [3, 3, 5, 5, 5, 5, 5, 5, 5, 5]);
}

#[test]
fn numbers_that_do_not_fit_a_mesh_are_not_written() {
    let mut mesh = read(RECTANGLE).expect("a mesh");
    let places = mesh.points.clone();
    let said = |mesh: &Mesh, places: &[[f64; 3]], fields: &[Field<'_>]| {
        write(&mut Vec::new(), mesh, places, fields)
            .expect_err("a mistake")
            .to_string()
    };
    assert_eq!(
        said(&mesh, &places, &[Field::scalars("strain", &[1.0])]),
        "`strain` has 1 values, and the mesh 8 points"
    );
    assert_eq!(said(&mesh, &places[..7], &[]), "the mesh has no point 7");
    mesh.triangles = vec![];
    assert_eq!(
        said(&mesh, &places[..7], &[]),
        "`points` has 8 values, and the mesh 7 points"
    );
}

#[test]
fn a_film_has_a_name() {
    for path in ["", "/", "..", "films/.."] {
        let error = Series::create(path).expect_err("no name").to_string();
        assert_eq!(error, format!("`{path}` is not the name of a file"));
    }
}
