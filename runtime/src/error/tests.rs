//! The sentences of failures.

extern crate std;

use std::format;
use std::string::ToString;

use super::{ContactKink, Direction, Error, Failure, KeepFailure};
use crate::coordinate::CoordinateName;

fn name(k: usize) -> CoordinateName {
    CoordinateName::new(["x", "y"][k], &[])
}

fn check(failure: Failure, sentence: &str) {
    assert_eq!(failure.to_string(), sentence);
    let error = Error {
        t: 1e300,
        step: 0,
        failure,
    };
    let expected = format!("at t = 1e300 (step 0): {sentence}");
    assert_eq!(
        [error.to_string(), format!("{error:?}")],
        [expected.clone(), expected]
    );
}

#[test]
fn failures_are_sentences() {
    check(
        Failure::StepSize { h: -1e300 },
        "the step size is -1e300; it must be positive and finite",
    );
    check(
        Failure::FrameLength { dt: 1e9, h: 0.1 },
        "a frame of 1000000000 has 10000000000 steps of 0.1, and more than 1e9 are not made at once; take a shorter frame, or \
         longer steps",
    );
    check(
        Failure::FrameLength { dt: 1e300, h: 1.0 },
        "a frame of 1e300 has 1e300 steps of 1, and more than 1e9 are not made at once; take a shorter frame, or longer steps",
    );
    check(
        Failure::FrameLength { dt: -0.5, h: 0.1 },
        "the length of the frame is -0.5; it must be zero or positive, and finite",
    );
    check(
        Failure::NearlyDependent {
            constraint: "near",
            part: 1.2e-9,
        },
        "the equations of the step are singular: the constraint `near` nearly depends on earlier ones, and only a part of 1e-9 of its \
         gradient is its own; drop it, or start where they are independent",
    );
    check(
        Failure::Monitor { value: -1.0 },
        "the monitor of reversible steps is -1; it is a rate of the motion, 1/time, and must be positive and finite",
    );
    check(
        Failure::StepDensity {
            density: -0.5,
            monitor: 2.0,
        },
        "the density of reversible steps is -0.5 where the monitor is 2, of which it must be at least an eighth: the tolerance is too \
         large, or the monitor is no smooth function near this state",
    );
    check(
        Failure::TimeStandsStill { t: 1e17, h: 0.01 },
        "the step size 0.01 is too small for the time 1e17, which is the same after a step, t + h = t; count the time from nearer \
         by, or take longer steps",
    );
    check(
        Failure::SingularTangent {
            pivot: 0,
            size: 1e-18,
        },
        "the equations of the step are singular: column 0 has no pivot larger than 1e-18 relative to its row",
    );
    check(
        Failure::SingularMassMatrix { pivot: 2, size: 0.0 },
        "the mass matrix is singular: column 2 has no non-zero pivot",
    );
    check(
        Failure::Undetermined {
            direction: Direction::of(&name, &[1.0, -1.0]),
        },
        "with these parameters a step does not determine the velocity along `0.71 x − 0.71 y`: M is singular there; give it a \
         mass",
    );
    check(
        Failure::UncertainRank {
            constraint: "c02",
            size: 1.2e-8,
        },
        "it is not certain whether the constraint `c02` follows from the others: 1e-8 of its gradient does not, which is more than \
         rounding and too little for a reaction; the mechanism is near a singular position",
    );
    check(
        Failure::NegativeMass {
            direction: Direction::of(&name, &[0.0, 2.0]),
        },
        "with these parameters the kinetic energy is below zero along `y`; masses and moments of inertia are above zero, and an \
         energy that may be negative is declared by `lagrangian = ..`",
    );
    check(
        Failure::NoGradient { constraint: "length" },
        "the gradient of the constraint `length` vanishes at these coordinates, so no force along it can hold it",
    );
    check(
        Failure::Penetration {
            contact: "corner[2]",
            gap: -0.25,
        },
        "the contact `corner[2]` penetrates: its gap is -0.25 at these coordinates; start with gaps of at least 0",
    );
    check(
        Failure::ContactLaw {
            contact: "foot",
            law: "friction",
            value: -0.3,
        },
        "the friction of the contact `foot` is -0.3; it must be at least 0 and finite",
    );
    check(
        Failure::ContactLaw {
            contact: "foot",
            law: "restitution_t",
            value: 1.5,
        },
        "the restitution_t of the contact `foot` is 1.5; it must be between 0 and 1",
    );
    check(
        Failure::SchemeNumber {
            name: "theta",
            value: 1.5,
            range: "above 0 and at most 1",
        },
        "the number `theta` of the scheme is 1.5; it must be above 0 and at most 1",
    );
    let violated = |violation, is_rate| Failure::ConstraintViolated {
        constraint: "rod",
        violation,
        is_rate,
    };
    check(
        violated(0.5, true),
        "the rate of the constraint `rod` is 0.5 instead of 0 at this velocity; `project` looks for a start that satisfies it",
    );
    check(
        violated(f64::NAN, true),
        "the constraint `rod` has no finite gradient at these coordinates, as a distance between points at one place",
    );
    check(
        violated(f64::INFINITY, false),
        "the constraint `rod` has no finite value at these coordinates",
    );
    let changes = |between| Failure::ContactChanges {
        contact: "foot",
        between,
    };
    check(
        changes(ContactKink::Gap),
        "the contact `foot` has a gap of 0 to rounding: a change of the start closes or opens it, so that the step has no \
         derivative; begin with a gap clearly below 0, by `from_state`, for the derivative of the closed contact, or above 0 for \
         that of the open one",
    );
    check(
        changes(ContactKink::End),
        "the contact `foot` has a gap of 0 to rounding at the end of the step, and nothing presses on it: a change of the start \
         would have it corrected, so that the step has no derivative; differentiate a step that ends with a gap clearly above or \
         below 0",
    );
    check(
        changes(ContactKink::Percussion),
        "the contact `foot` is closed, and neither presses nor opens: a change of the start presses or opens it, so that the step \
         has no derivative; differentiate a step in which it carries, or one in which it is open",
    );
    check(
        changes(ContactKink::Friction),
        "the contact `foot` sticks with the largest friction that it has: a change of the start lets it slide, so that the step has \
         no derivative; differentiate a step before or after this one",
    );
    check(
        changes(ContactKink::Redundant),
        "the contact `foot` is one of several that share their load in more than one way: a change of the start opens one of them, \
         so that the step has no derivative; differentiate with fewer contacts",
    );
    check(
        Failure::ContactCorrected { contact: "foot" },
        "the step ends with the contact `foot` closed by a correction of coordinates, whose derivative is not computed for a mass \
         matrix that depends on velocities; linearize the scheme inside",
    );
    check(
        Failure::PercussionsAtEnd,
        "contacts are held in the step, restitutions give way, constraints have impulses at its end, or a contact of a system \
         of any size closes: its derivative is not computed; linearize a scheme with percussions at the start of a step",
    );
    check(
        Failure::UnsolvedContact {
            contact: "foot",
            iterations: 40,
            residual: 0.5,
        },
        "the percussions of the contacts were not found: no convergence in 40 iterations, relative residual 5e-1 at the contact \
         `foot`",
    );
    check(
        Failure::UndeterminedFriction {
            friction: "bearing",
            coupling: 1.25,
            change: 0.5,
            iterations: 2,
        },
        "the force of the friction `bearing` and the reactions on which it depends do not determine each other: a change of the force \
         returns as 1.25 of itself, which must be below 1, and the force changed by 0.5 of itself after 2 iterations; the joint may \
         lock itself: take less friction, or shorter levers",
    );
    check(
        Failure::ImmovableContact { contact: "foot" },
        "the percussions of the contacts were not found: the bodies of the contact `foot` approach, and no percussion changes \
         their velocity",
    );
    check(
        Failure::NotConverged {
            iterations: 1,
            residual: 0.5,
        },
        "Newton's method did not converge in 1 iteration: relative residual 5e-1; there may be no solution: take a shorter \
         step, or begin nearer to one",
    );
    check(
        Failure::NotConverged {
            iterations: 30,
            residual: 5e-9,
        },
        "Newton's method did not converge in 30 iterations: relative residual 5e-9",
    );
    check(
        Failure::Diverged {
            iterations: 1,
            residual: f64::INFINITY,
        },
        "Newton's method diverged after 1 iteration: the step is too long, or a formula is not defined at an iterate, or a table ends \
         before it",
    );
    check(
        Failure::Diverged {
            iterations: 2,
            residual: 3.0,
        },
        "Newton's method diverged after 2 iterations (last finite relative residual: 3e0): the step is too long, or a \
         formula is not defined at an iterate, or a table ends before it",
    );
}

#[test]
fn what_cannot_be_kept_is_a_sentence() {
    let constraint = CoordinateName::new("rod", &[3]);
    let coordinate = name(0);
    check(
        KeepFailure::Coordinates {
            constraint,
            violation: 3.25,
            coordinate,
        }
        .into(),
        "the coordinate `x` cannot be kept: the constraint `rod[3]` is 3.25 instead of 0 at the nearest coordinates that were found; \
         keep another value or fewer coordinates, or give a nearer guess of the others",
    );
    check(
        KeepFailure::Velocities {
            constraint,
            violation: -6.0,
            coordinate,
        }
        .into(),
        "the velocity of `x` cannot be kept: the rate of the constraint `rod[3]` is -6 instead of 0, and no velocity that may change \
         moves this constraint, as at a dead point; keep another value or fewer velocities",
    );
    let is_velocity = true;
    check(
        KeepFailure::Twice {
            coordinate,
            is_velocity,
        }
        .into(),
        "the velocity of `x` is to be kept twice; name it once",
    );
}

#[test]
fn times_are_short() {
    let failure = Failure::NotFinite { what: "inputs" };
    for (t, text) in [
        (0.0, "0"),
        (0.31, "0.31"),
        (-2.0, "-2"),
        (1e-9, "1e-9"),
        (f64::NAN, "NaN"),
    ] {
        let error = Error { t, step: 3, failure };
        assert_eq!(
            error.to_string(),
            format!("at t = {text} (step 3): inputs: not a finite number")
        );
    }
}
