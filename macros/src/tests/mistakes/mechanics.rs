//! Mistakes of mechanics: rates, energies, forces, and what acts nowhere.

use super::check_entries;
use crate::tests::{parse, with_entries};

#[test]
fn rates_have_their_places() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x), potential = x * «dt(x)»",
            "a potential depends on positions and time only; with velocities in it, give all of L as `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = dt(«dt(x)»)",
            "this contains a velocity, whose derivative is an acceleration; a Lagrangian has positions, velocities and time",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x), force(x = dt(«u»))",
            "this contains an input, which has no derivative: inputs are held over a step",
        ),
        (
            "coordinates(x), let v = dt(x), kinetic = v * v, potential = «v»",
            "`v` contains a velocity, but a potential depends on positions and time only; with velocities in it, give all \
             of L as `lagrangian = ..`",
        ),
        (
            "coordinates(x), mass_matrix = [[«dt(x)»]]",
            "a mass matrix depends on positions and time only; with velocities in it, give all of L as `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = «dt(x).powi(3)»",
            "a kinetic energy is of second degree in the velocities at most, this is of degree 3; give all of L as \
             `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = «-m * sqrt(1 - dt(x).powi(2))»",
            "a kinetic energy is a polynomial of second degree in the velocities at most; give all of L as \
             `lagrangian = ..`",
        ),
        (
            "coordinates(x), kinetic = «0.5 * m * x.powi(2)»",
            "the kinetic energy contains no velocity; write the velocity of `x` as `dt(x)`",
        ),
        (
            "coordinates(r[3], x), kinetic = «m»",
            "the kinetic energy contains no velocity; write the velocity of `r` as `dt(r)`",
        ),
        (
            "coordinates(x), lagrangian = «[dt(x)]»",
            "the Lagrangian is a scalar, this is a vector of length 1",
        ),
        (
            "coordinates(x), kinetic = dt(x), dissipation = «k * x»",
            "a dissipation depends on velocities, its force is −∂R/∂v; write the velocity of `x` as `dt(x)`",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x), dissipation = «u» * dt(x)",
            "inputs act through forces, not through the dissipation: for a brake write `force(x = -u * dt(x))`, with your \
             coordinate for `x`",
        ),
    ]);
}

#[test]
fn what_is_declared_moves_or_acts() {
    const MOTION: &str = "is in no formula, so nothing determines its motion; write";
    check_entries(&[
        (
            "coordinates(x, «phi»), kinetic = dt(x).powi(2), output(a = phi)",
            &format!("the coordinate `phi` {MOTION} `dt(phi)` in the kinetic energy, or drop it"),
        ),
        (
            "coordinates(x, «r»[3]), kinetic = dt(x).powi(2), force(x = 1)",
            &format!("the coordinate `r` {MOTION} `dt(r)` in the kinetic energy, or drop it"),
        ),
        (
            "coordinates(«r»[3]), kinetic = dt(r[0]).powi(2), potential = r[2]",
            &format!("the coordinate `r[1]` {MOTION} `dt(r[1])` in the kinetic energy, or drop it"),
        ),
        (
            "coordinates(x, «phi»), kinetic = dt(x).powi(2), force(phi = -x)",
            "a force acts on the coordinate `phi`, and no formula contains it, so nothing determines its motion; write `dt(phi)` \
             in the kinetic energy, or drop it",
        ),
        (
            "coordinates(x, «y»), massless(y), kinetic = dt(x).powi(2), force(y = 1)",
            "nothing holds the massless coordinate `y` against its force: its equation contains neither `y` nor `dt(y)`, so that \
             nothing determines its motion; write a potential, a friction or a kinetic energy of it, or drop it",
        ),
        (
            "coordinates(x, «y»), massless(y), kinetic = dt(x).powi(2), force(x = 1)",
            "the massless coordinate `y` is in no formula, so nothing determines its motion: a force, V or a constraint has to \
             depend on it; write one that does, or drop it",
        ),
        (
            "coordinates(x), inputs(u, «w»), kinetic = dt(x).powi(2), force(x = u)",
            "the input `w` acts nowhere; write `force(x = w)`, or drop it",
        ),
    ]);
    for entries in [
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = x * y + y.powi(2)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), force(y = -y)",
        "coordinates(x, y), massless(x, y), lagrangian = x * dt(y)",
    ] {
        parse(&with_entries(entries)).expect(entries);
    }
}

#[test]
fn forces_fit_their_coordinates() {
    let cases = [
        (
            "force(«y» = 1)",
            "a force acts on a coordinate, and `y` is none; there are `x`, `r`",
        ),
        (
            "force(«rr» = 1)",
            "a force acts on a coordinate, and `rr` is none; did you mean `r`?",
        ),
        (
            "force(r = «1»)",
            "the force on `r` is a vector of length 2, this is a scalar",
        ),
        (
            "force(x = 1, «x» = 2)",
            "there is a force on `x` already; add this one to it",
        ),
        (
            "force(r = [1, 2]), force(«r»[0] = 2)",
            "there is a force on `r` already; add this one to it",
        ),
        (
            "force(r = [1, 2] / m), force(r[1] = 1, «r»[2 - 1] = 2)",
            "there is a force on `r` already; add this one to it",
        ),
        (
            "force(r = m * [1, 2], «r» = [2, x])",
            "there is a force on `r` already; add this one to it",
        ),
        (
            "force(r[«1 - 2»] = 1)",
            "index -1 is out of range: indices begin at 0",
        ),
        (
            "force(r[«4 - 2»] = 1)",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "force(r[«r.len()»] = 1)",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        (
            "force(r[«2»] = 1)",
            "index 2 is out of range: the indices are 0 to 1",
        ),
        ("force(x[«0»] = 1)", "a scalar has no components; drop the index"),
    ];
    let start = "coordinates(x, r[2]), kinetic = dt(x)";
    cases
        .iter()
        .for_each(|(force, message)| check_entries(&[(&format!("{start}, {force}"), message)]));
}
