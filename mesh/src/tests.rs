//! Files that Gmsh wrote, files with mistakes, and what is written.

use super::vtu::{Field, check, write};
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
    assert_eq!(error("solid net"), format(1));
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
        check(mesh, places, fields).expect_err("a mistake").to_string()
    };
    assert_eq!(
        said(&mesh, &places, &[Field::scalars("strain", &[1.0])]),
        "`strain` has 1 values, and the mesh 8 points"
    );
    for few in [0, 1, 7] {
        let expected = format!("`places` has {few} values, and the mesh 8 points");
        assert_eq!(said(&mesh, &places[..few], &[]), expected);
    }
    for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut off = places.clone();
        off[3][2] = wrong;
        let expected = |name: &str| format!("`{name}` has a value at point 3 that is NaN or infinite");
        assert_eq!(said(&mesh, &off, &[]), expected("places"));
        assert_eq!(
            said(&mesh, &places, &[Field::vectors("moved", &off)]),
            expected("moved")
        );
        let strain: Vec<f64> = off.iter().map(|place| place[2]).collect();
        assert_eq!(
            said(&mesh, &places, &[Field::scalars("strain", &strain)]),
            expected("strain")
        );
    }
    mesh.triangles.push([0, 1, 8]);
    assert_eq!(said(&mesh, &places, &[]), "the mesh has no point 8");
}

#[test]
fn fields_have_names_of_their_own() {
    let mesh = read(RECTANGLE).expect("a mesh");
    let said = |names: [&str; 2]| {
        let fields = names.map(|name| Field::scalars(name, &[0.0; 8]));
        check(&mesh, &mesh.points, &fields).map_err(|error| error.to_string())
    };
    assert_eq!(said(["strain", "Strain"]), Ok(()));
    let cases = [
        (
            ["strain", "strain"],
            "two fields have the name `strain`, and only one of them would be seen; give each its own",
        ),
        (
            ["strain", ""],
            "the field 1 has no name, by which it would be found",
        ),
        (
            [" ", "strain"],
            "the field 0 has no name, by which it would be found",
        ),
        (
            ["strain", "a\0b"],
            "the name of the field \"a\\0b\" has a character that is none of a text; take letters, digits and signs",
        ),
    ];
    for (names, expected) in cases {
        assert_eq!(said(names), Err(expected.to_string()));
    }
}

/// A refused instant leaves neither a file nor a line of the list, and the next one takes its number.
#[test]
fn a_film_goes_on_in_time() {
    let folder = std::env::temp_dir().join(format!("extremal_mesh_film_{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mesh = read(RECTANGLE).expect("a mesh");
    let mut film = Series::create(folder.join("film")).expect("a film");
    let mut write = |t: f64, count: usize| {
        let written = film.write(t, &mesh, &mesh.points[..count], &[]);
        written.map_err(|error| error.to_string())
    };
    assert_eq!(
        write(f64::NAN, 8),
        Err("the time is NaN; it must be finite".into())
    );
    assert_eq!(write(-1.0, 8), Ok(()));
    // Before and after an impact.
    assert_eq!((write(0.5, 8), write(0.5, 8)), (Ok(()), Ok(())));
    let back =
        "the time 0.25 is before 0.5, that of the last instant; instants are written in the order of time";
    assert_eq!(write(0.25, 8), Err(back.into()));
    assert_eq!(
        write(f64::INFINITY, 8),
        Err("the time is inf; it must be finite".into())
    );
    assert!(write(1.0, 7).is_err());
    let files = std::fs::read_dir(&folder).expect("the folder").count();
    let list = std::fs::read_to_string(folder.join("film.pvd")).expect("the list");
    std::fs::remove_dir_all(&folder).expect("a folder of its own");
    assert_eq!((files, list.matches("<DataSet").count()), (4, 3));
}

#[test]
fn a_file_that_is_no_text_says_so() {
    let error = |bytes: &[u8]| Mesh::read(bytes).expect_err("no text").to_string();
    let format = |line: usize| {
        format!("line {line}: this is not Gmsh's format 4.1 as text, which `gmsh -format msh41` writes")
    };
    // As `gmsh -bin` begins, with the number one, and with a place behind it.
    let binary = b"$MeshFormat\n4.1 1 8\n\x01\0\0\0\n$EndMeshFormat\n$Nodes\n\xf0\x3f\x9a\x99";
    assert_eq!(error(binary), format(2));
    assert_eq!(error(b"$MeshFormat\n2.2 1 8\n\xff"), format(2));
    assert_eq!(error(b"$MeshFormat\n4.1\xff"), format(2));
    for other in [
        &b"\x89PNG\r\n\x1a\n"[..],
        b"\x1f\x8b\x08",
        b"\xff\xfe$\0M\0e\0s\0h\0",
        b"\0\0",
        b"\xff",
        b"$Nodes\n\xff",
    ] {
        assert_eq!(error(other), format(1), "{other:?}");
    }
    // A name in another encoding, in a file that is of this format.
    let mut latin = RECTANGLE.as_bytes().to_vec();
    let at = RECTANGLE.find("held side").expect("the name");
    latin[at] = 0xe4;
    assert_eq!(error(&latin), "line 6: expected text in UTF-8");
    let marked = Mesh::read(format!("\u{feff}{RECTANGLE}").as_bytes());
    assert_eq!(marked.expect("a mesh"), read(RECTANGLE).expect("a mesh"));
}

#[test]
fn a_film_has_a_name() {
    for path in [
        "", "/", ".", "..", "films/", "films//", "films/.", "films/./", "films/..",
    ] {
        let error = Series::create(path).expect_err("no name").to_string();
        assert_eq!(error, format!("`{path}` is not the name of a file"));
    }
}
