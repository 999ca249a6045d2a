//! Mistakes of shapes: sums, products, indices, mass matrices.

use super::{check_entries, check_potentials};

#[test]
fn shapes_fit() {
    check_potentials(&[
        ("«r»", "the potential is a scalar, this is a vector of length 2"),
        (
            "(r + «x»)[0]",
            "this is a scalar, but what it is added to or taken from is a vector of length 2",
        ),
        (
            "(r - «axis»)[0]",
            "this is a vector of length 3, but what it is added to or taken from is a vector of length 2",
        ),
        (
            "r «*» r",
            "two vectors have no product `*`; write `a.dot(b)` or `cross(a, b)`",
        ),
        (
            "(inertia «*» r)[0]",
            "a 2 × 3 matrix times a vector of length 2 is not defined",
        ),
        (
            "(r «*» inertia)[0]",
            "a vector of length 2 times a 2 × 3 matrix is not defined; write `a.transpose() * m`",
        ),
        (
            "(inertia «*» inertia)[0][0]",
            "a 2 × 3 matrix times a 2 × 3 matrix is not defined",
        ),
        ("x / «r»", "only a scalar divides, this is a vector of length 2"),
        ("x / «0.0»", "this divisor is zero"),
        (
            "[x, «r»][0]",
            "this is a vector of length 2, the first element a scalar",
        ),
        (
            "[[x, x], «[x]»][0][0]",
            "this is a vector of length 1, the first element a vector of length 2",
        ),
        (
            "[inertia, «rows»][0][0]",
            "this is a 3 × 2 matrix, the first element a 2 × 3 matrix",
        ),
        ("«[]»", "an empty array has no shape"),
        (
            "[x; «0»][0]",
            "the length of an array in a formula is an integer, 1 or more",
        ),
        (
            "[x; «w»][0]",
            "the length of an array in a formula is an integer literal",
        ),
        (
            "«[x; 10001]»[0]",
            "a vector or matrix in a formula has at most 10000 numbers",
        ),
        ("r[«2»]", "index 2 is out of range: the indices are 0 to 1"),
        ("r0[«3»]", "index 3 is out of range: the indices are 0 to 2"),
        (
            "inertia[(«2», 0)]",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "inertia[(1, «3»)]",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "inertia[1][«3»]",
            "index 3 is out of range: the indices are 0 to 2",
        ),
        (
            "r[0][«0»]",
            "a component of a vector is a scalar and has no components",
        ),
        ("x[«0»]", "a scalar has no components; drop the index"),
        (
            "r[«m»]",
            "an index is an integer: a literal or the index of a range, as in `r[0]`, `m[(1, 0)]` or `r[i + 1]`",
        ),
        ("r[«w»]", "index 2 is out of range: the indices are 0 to 1"),
        (
            "if x < «r» { x } else { m }",
            "a comparison takes a scalar, this is a vector of length 2",
        ),
        (
            "if x < m { x } else «{ r }»",
            "this is a vector of length 2, but the other branch is a scalar",
        ),
    ]);
}

#[test]
fn mass_matrices_are_square_and_symmetric() {
    check_entries(&[
        (
            "coordinates(x, y), mass_matrix = «[[m, 0]]»",
            "with 2 coordinates the mass matrix is a 2 × 2 matrix, this is a 1 × 2 matrix; it has a row and a column for each \
             number in `coordinates(..)`, as in `[[a, 0], [0, b]]` for two",
        ),
        (
            "coordinates(x), mass_matrix = «[m]»",
            "with 1 coordinate the mass matrix is a 1 × 1 matrix, this is a vector of length 1; write one number",
        ),
        (
            "coordinates(x, y), mass_matrix = [[m, k], [«l», m]]",
            "a mass matrix is symmetric, but entry (1, 0) is not seen to be equal to (0, 1)",
        ),
        (
            "coordinates(x, y), mass_matrix = «inertia * inertia.transpose() + [[0, x], [0, 0]]»",
            "a mass matrix is symmetric, but entry (1, 0) is not seen to be equal to (0, 1)",
        ),
    ]);
}
