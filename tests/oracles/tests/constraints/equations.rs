//! Equations with two sides: the same motions and multipliers as functions that vanish, bit for bit, and the names of constraints.

use extremal::prelude::*;

macro_rules! wheel {
    ($name:ident, $($constraint:tt)*) => {
        #[derive(Lagrangian)]
        #[lagrangian(
            coordinates(x, phi),
            let rolled = r * phi,
            let slip = x - rolled,
            kinetic = 0.5 * m * (dt(x).powi(2) + 0.5 * (r * dt(phi)).powi(2)),
            potential = 0.3 * m * x,
            $($constraint)*
            discretize(Midpoint),
        )]
        struct $name {
            m: f64,
            r: f64,
        }
    };
}

wheel!(Function, constraint(roll = x - rolled),);
wheel!(Named, constraint(roll = x == rolled),);
wheel!(Before, constraint(roll, x == rolled),);
wheel!(Unnamed, constraint(x == rolled),);
wheel!(Zero, constraint(x - rolled == 0),);
wheel!(Vector, constraint([x] == [rolled]),);
wheel!(Defined, constraint(slip),);

/// The bits of coordinates, momenta and the reaction after some steps, and the names of the constraints.
macro_rules! moved {
    ($name:ident) => {{
        let system = $name { m: 1.3, r: 0.7 };
        let (q, v) = system
            .project(0.0, [0.1, 0.4], [0.5, 0.0])
            .expect("the start is near");
        let mut motion = Integrator::new(&system, Midpoint, 0.01, q, v).expect("a start");
        let mut reaction = 0.0;
        for _ in 0..10 {
            reaction = motion.step().expect("a step").reactions[0];
        }
        let State { q, p, .. } = motion.state();
        let bits = [q[0], q[1], p[0], p[1], reaction].map(f64::to_bits);
        (bits, $name::CONSTRAINTS)
    }};
}

#[test]
fn equations_are_functions_that_vanish() {
    let (bits, names) = moved!(Function);
    assert_eq!(names, ["roll"]);
    // Rolling down: the reaction is not zero by accident.
    assert!(f64::from_bits(bits[4]).abs() > 0.01);
    for (form, name) in [
        (moved!(Named), "roll"),
        (moved!(Before), "roll"),
        (moved!(Unnamed), "constraint_0"),
        (moved!(Zero), "constraint_0"),
        (moved!(Vector), "constraint_0[0]"),
        (moved!(Defined), "slip"),
    ] {
        assert_eq!(form, (bits, &[name][..]));
    }
}
