//! Solutions of the scheme's equations in 60 digits, rounded to doubles, from an independent program.

use std::f64::consts::FRAC_PI_2;

use extremal::prelude::*;

use crate::motion::close;
use crate::systems::{Joint, MassSpring, SpringPendulum};

/// Both sets of parameters, and (q, v, p) and the multiplier after a hundred steps: with the linear constraint, and with the printed one.
type Springs = ([f64; 2], f64, f64, [[f64; 3]; 3], [f64; 2]);

const SPRINGS: [Springs; 2] = [
    (
        [2.0, 1.0],
        0.5,
        1.0,
        [
            [0.8697986828838832, 1.9697986828838832, 0.30491202480946084],
            [0.17845470910642416, 0.17845470910642416, -0.7284960912889167],
            [0.35690941821284833, -0.5500413821824925, -0.5500413821824925],
        ],
        [1.2548491909, 1.14077199173],
    ),
    (
        [1.0, 1.0],
        0.25,
        0.5,
        [
            [0.24517247582972, 1.3451724758297199, 0.08579795460114978],
            [0.09110012013755417, 0.09110012013755417, 0.8829205170668463],
            [0.09110012013755417, 0.9740206372044005, 0.9740206372044005],
        ],
        [0.0629388293833, 0.0572171176212],
    ),
];

/// A hundred steps, each of which rounds numbers of size two a few times. v is the difference of a velocity and twice another, so its
/// error alternates.
const HUNDRED_STEPS: f64 = 2e-13;

const START: ([f64; 3], [f64; 3]) = ([0.0, 1.1, 0.0], [1.0, 1.0, -1.0]);

/// Kinon & Betsch, 6.1, both as printed and as in their figures.
#[test]
fn masses_on_springs() -> Result<(), extremal::Error> {
    for (m, c, energy, [q, v, p], [linear, printed]) in SPRINGS {
        let (stiff, w) = (1.0, 1.1);
        let system = MassSpring { m, c, stiff, w };
        let mut motion = Integrator::new(system, Livens, 0.1, START.0, START.1)?;
        let mut other = Integrator::new(Joint { m, c, w }, Livens, 0.1, START.0, START.1)?;
        assert_eq!(motion.energy(), energy);
        for _ in 0..99 {
            motion.step()?;
            other.step()?;
        }
        let (last, other_last) = (motion.step()?, other.step()?);
        for (state, velocity) in [
            (motion.state(), last.velocity),
            (other.state(), other_last.velocity),
        ] {
            // Coordinates are summed with compensation.
            close("q", state.q.as_slice(), &q, 4e-15);
            close("v", velocity.as_slice(), &v, HUNDRED_STEPS);
            close("p", state.p.as_slice(), &p, HUNDRED_STEPS);
        }
        // Twelve digits are given. The multiplier balances momenta, so it has their rounding over h.
        close("multiplier", last.multipliers.as_slice(), &[linear], 1e-11);
        close("multiplier", other_last.multipliers.as_slice(), &[printed], 1e-11);
    }
    Ok(())
}

/// As printed in 6.2: q, v and p after 1, 10 and 100 steps of 0.01, without weight.
const PRINTED: [(usize, [[f64; 3]; 3]); 3] = [
    (
        1,
        [
            [1.0493039385565786, 1.5808027077099096, 0.010007132073835327],
            [-0.13921228868428, 1.0012761830025836, 1.0014264147670655],
            [-0.13921228868428, 1.1024448148229808, 1.1025000162025156],
        ],
    ),
    (
        10,
        [
            [0.9978078897627483, 1.6745379839277583, 0.10430690349787224],
            [-0.7414027346332634, 1.1013076749811077, 1.119304187323156],
            [-0.7414027346332634, 1.0965408112869368, 1.1025333330322529],
        ],
    ),
    (
        100,
        [
            [1.022159691509347, 2.3559707514855512, 1.5414349486974224],
            [0.7180536295733413, 0.030916345313634727, 2.1094168217483866],
            [0.7180536295733413, 0.03238531822256548, 1.1025134303612398],
        ],
    ),
];

/// With weight 9.81, from (1.05, 1.2, 0.3) with (0.2, 0.7, 0.9).
const HANGING: [(usize, [[f64; 3]; 3]); 3] = [
    (
        1,
        [
            [1.0510734573202856, 1.2074421077803077, 0.3089650493733959],
            [0.014691464057125054, 0.7884215560615512, 0.893009874679188],
            [0.014691464057125054, 0.8709132679856185, 0.8619643150805251],
        ],
    ),
    (
        20,
        [
            [0.9628489613782164, 1.5596620837818091, 0.48447406004877563],
            [0.5453987684788375, 2.9193864519571098, 0.9299025007021223],
            [0.5453987684788375, 2.70639237653985, 0.8619987735794445],
        ],
    ),
    (
        100,
        [
            [1.0625218230215625, 1.5807557305719262, 3.8005746015595085],
            [-1.0656006836852734, -2.4500730428357413, 0.7701284526633787],
            [-1.0656006836852734, -2.76567624534545, 0.8622491185018321],
        ],
    ),
];

fn follows(
    g: f64,
    start: ([f64; 3], [f64; 3]),
    energy: f64,
    nodes: &[(usize, [[f64; 3]; 3])],
) -> Result<[f64; 2], extremal::Error> {
    let (m, ea) = (1.0, 300.0);
    let mut motion = Integrator::new(SpringPendulum { m, ea, g }, Livens, 0.01, start.0, start.1)?;
    close("E", &[motion.energy()], &[energy], 2e-15);
    let (mut before, mut jump, mut drift) = (motion.total_energy(), 0.0_f64, 0.0_f64);
    let turning = motion.state().p[2];
    for (node, [q, v, p]) in nodes {
        while motion.steps() < *node {
            let report = motion.step()?;
            jump = jump.max((report.total_energy - before).abs());
            drift = drift.max((motion.state().p[2] - turning).abs());
            before = report.total_energy;
        }
        // Rounding grows with the motion, which doubles errors a few times per second: 300 times an ε per step.
        let tolerance = 3e-15 * *node as f64 + 2e-15;
        let state = motion.state();
        close("q", state.q.as_slice(), q, tolerance);
        close("v", motion.velocity()?.as_slice(), v, 10.0 * tolerance);
        close("p", state.p.as_slice(), p, 10.0 * tolerance);
    }
    Ok([jump, drift])
}

/// The scheme does not keep the total energy and the momentum about the axis: they change as in the program with 60 digits.
#[test]
fn a_spherical_spring_pendulum() -> Result<(), extremal::Error> {
    let start = ([1.05, FRAC_PI_2, 0.0], [0.0, 1.0, 1.0]);
    let printed = follows(0.0, start, 1.496484375, &PRINTED)?;
    let start = ([1.05, 1.2, 0.3], [0.2, 0.7, 0.9]);
    let hanging = follows(9.81, start, 4.804446930692281, &HANGING)?;
    // Differences of numbers of size one, up to 5, with their accumulated rounding.
    close("printed", &printed, &[4.3201350146e-05, 5.2982384305e-05], 1e-12);
    close("hanging", &hanging, &[1.9809179183e-01, 3.2709047680e-04], 1e-10);
    Ok(())
}
