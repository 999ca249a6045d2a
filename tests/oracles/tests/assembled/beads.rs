//! Beads on rods that fall on a floor, one of which a constraint holds there, of any number and of a fixed one.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::prelude::*;

use crate::impacts::apart;

/// Beads on rods that fall on a floor; the first one is held there by a constraint, which blocks its contact.
macro_rules! beads {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * dt(r[i]).norm_squared()),
            potential = sum(0..$count, |i| g * r[i][1]),
            constraint(rod = array(0..$count - 1, |i| (r[i + 1] - r[i]).norm_squared() - 0.01)),
            constraint(held = sin(r[0][1])),
            contact(floor, gap = array(0..$count, |i| r[i][1]), slip = array(0..$count, |i| dt(r[i][0])),
                friction = 0.4, restitution = 0.3, restitution_t = 0.3),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
        )]
        struct $name {
            $($field)*
        }
    };
}

beads!(FixedBeads, 4, g: f64,);
beads!(Beads, beads, beads: usize, g: f64,);

#[test]
fn beads_on_rods_fall_as_those_of_a_fixed_number() {
    fn same<D: Copy>(scheme: D)
    where
        Beads: Discretize<D, Report = extremal::drive::AssembledContactReport<Beads>>,
        FixedBeads: Discretize<D, Report = extremal::drive::ContactReport<FixedBeads>>,
    {
        let (q, v) = ([0.0, 0.0, 0.06, 0.08, 0.06, 0.18, 0.14, 0.24], [0.0; 8]);
        let mut any = Integrator::new(Beads { beads: 4, g: 9.81 }, scheme, 1e-3, q, v).expect("a good start");
        let mut fixed = Integrator::new(FixedBeads { g: 9.81 }, scheme, 1e-3, q, v).expect("a good start");
        let (mut closed, mut blocked) = (0, 0);
        for k in 0..400 {
            let (a, b) = (
                any.step().expect("a small step"),
                fixed.step().expect("a small step"),
            );
            // The gap of the held bead is rounding, of either sign.
            let (held, a): (Vec<_>, Vec<_>) = a.contacts().partition(|at| at.name == "floor[0]");
            assert!(held.iter().all(|at| at.percussions == [0.0, 0.0]), "{held:?}");
            let (of_fixed, b): (Vec<_>, Vec<_>) = b
                .contacts()
                .filter(|contact| contact.is_closed)
                .partition(|at| at.contact.name == "floor[0]");
            assert!(
                of_fixed.iter().all(|at| at.percussions == [0.0, 0.0]),
                "{of_fixed:?}"
            );
            assert_eq!(a.len(), b.len(), "step {k}");
            closed += a.len();
            blocked += held.len();
            for (a, b) in a.iter().zip(b) {
                assert!(
                    apart(a.percussions, b.percussions) < 1e-8,
                    "step {k}: {a:?} {b:?}"
                );
            }
            let (a, b) = (any.state(), fixed.state());
            assert!(
                apart(a.q.as_slice(), b.q.as_slice()) < 1e-8,
                "step {k}: {a:?} {b:?}"
            );
            assert!(
                apart(a.p.as_slice(), b.p.as_slice()) < 1e-6,
                "step {k}: {a:?} {b:?}"
            );
        }
        assert!(closed > 50 && blocked > 100, "{closed} {blocked}");
    }
    same(Moreau);
    same(SymmetricMoreau);
    same(VariationalMoreau);
    same(Theta { theta: 0.6 });
}

/// The heights of these beads are rounding, and so are their velocities from and to the floor: nothing beside the motion along it.
#[test]
fn a_held_bead_slides_at_the_height_of_rounding() {
    fn slide<D: Copy>(scheme: D, height: f64)
    where
        Beads: Discretize<D, Report = extremal::drive::AssembledContactReport<Beads>>,
        FixedBeads: Discretize<D, Report = extremal::drive::ContactReport<FixedBeads>>,
    {
        let (q, v) = (
            [0.3, 0.0, 0.4, height, 0.5, 0.0, 0.6, height],
            [1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
        );
        let mut any = Integrator::new(Beads { beads: 4, g: 0.0 }, scheme, 1e-3, q, v).expect("a good start");
        let mut fixed = Integrator::new(FixedBeads { g: 0.0 }, scheme, 1e-3, q, v).expect("a good start");
        for _ in 0..60 {
            let (a, b) = (any.step().expect("a step"), fixed.step().expect("a step"));
            assert!(
                a.contacts()
                    .all(|at| at.item.indices[0] > 0 || at.percussions == [0.0; 2])
            );
            assert_eq!(b.contact("floor[0]").expect("its name").percussions, [0.0; 2]);
        }
        for v in [
            any.velocity(),
            fixed.velocity().map(|v| v.as_slice().to_vec().into()),
        ] {
            let v = v.expect("it is carried");
            assert!(
                apart(v.as_slice(), &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]) < 1e-11,
                "{v}"
            );
        }
    }
    for height in [0.0, 1e-17, 3e-16] {
        slide(Moreau, height);
        slide(SymmetricMoreau, height);
        slide(VariationalMoreau, height);
        slide(Theta { theta: 0.6 }, height);
    }
}

/// A constraint that drives a bead into the floor: there no percussion helps, however slow it is beside the motion along it.
#[test]
fn a_bead_that_is_driven_into_the_floor_is_told() {
    fn driven(rate: f64) -> [Failure; 2] {
        let (q, v) = ([0.0; 2], [1.0, -rate]);
        let any = Integrator::new(DrivenBeads { beads: 1, rate }, Moreau, 1e-3, q, v)
            .and_then(|mut any| any.step().map(drop));
        let fixed = Integrator::new(DrivenBead { rate }, Moreau, 1e-3, q, v)
            .and_then(|mut fixed| fixed.step().map(drop));
        [any, fixed].map(|result| result.expect_err("it is driven").failure)
    }
    for rate in [1.0, 1e-9] {
        let [any, fixed] = driven(rate);
        assert!(
            matches!(any, Failure::AnySize(AnySizeFailure::ImmovableContact { contact }) if contact == "floor[0]"),
            "{any}"
        );
        assert_eq!(fixed, Failure::ImmovableContact { contact: "floor[0]" });
    }
}

macro_rules! driven {
    ($name:ident, $count:tt, $($field:tt)*) => {
        /// Beads whose height is prescribed.
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * dt(r[i]).norm_squared()),
            potential = 0.0,
            constraint(held = array(0..$count, |i| r[i][1] + rate * t)),
            contact(floor, gap = array(0..$count, |i| r[i][1])),
            discretize(Moreau),
        )]
        struct $name {
            $($field)*
        }
    };
}

driven!(DrivenBead, 1, rate: f64,);
driven!(DrivenBeads, beads, beads: usize, rate: f64,);
