//! A slider-crank whose slider has clearance in its guide: Flores, Leine and Glocker (2010); q = (θ₁, θ₂, θ₃).
//!
//! The angles of crank, rod and slider. The four corners of the slider touch the guide above or below.

use super::impacting::{Impacting, Touch};

const L1: f64 = 0.153;
const L2: f64 = 0.306;
/// Half the length and half the height of the slider.
const A: f64 = 0.05;
const B: f64 = 0.025;
const CLEARANCE: f64 = 0.001;
const M1: f64 = 0.038;
const M2: f64 = 0.038;
const M3: f64 = 0.076;
const J1: f64 = 7.4e-5;
const J2: f64 = 5.9e-4;
const J3: f64 = 2.7e-6;
const G: f64 = 9.81;
const MU: f64 = 0.01;
const E: f64 = 0.4;
/// The mass that couples crank and rod, times their lengths.
const COUPLING: f64 = L1 * L2 * (0.5 * M2 + M3);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearance;

impl Clearance {
    pub(crate) const Q: [f64; 3] = [0.0; 3];
    pub(crate) const V: [f64; 3] = [150.0, -75.0, 0.0];
}

impl Impacting<3> for Clearance {
    fn mass(&self, q: &[f64; 3]) -> [[f64; 3]; 3] {
        let across = COUPLING * (q[0] - q[1]).cos();
        [
            [J1 + L1 * L1 * (0.25 * M1 + M2 + M3), across, 0.0],
            [across, J2 + L2 * L2 * (0.25 * M2 + M3), 0.0],
            [0.0, 0.0, J3],
        ]
    }

    fn h(&self, q: &[f64; 3], v: &[f64; 3]) -> [f64; 3] {
        let coupling = COUPLING * (q[0] - q[1]).sin();
        [
            -coupling * v[1] * v[1] - G * L1 * (0.5 * M1 + M2 + M3) * q[0].cos(),
            coupling * v[0] * v[0] - G * L2 * (0.5 * M2 + M3) * q[1].cos(),
            0.0,
        ]
    }

    fn touches(&self, q: &[f64; 3]) -> Vec<Touch<3>> {
        let [(s1, c1), (s2, c2), (s3, c3)] = q.map(f64::sin_cos);
        let height = L1 * s1 + L2 * s2;
        let corner = |along: f64, up: f64| {
            // Of the corner (along, up) in the slider's axes.
            let y = height + along * s3 + up * c3;
            let rate_x = [-L1 * s1, -L2 * s2, -along * s3 - up * c3];
            let rate_y = [L1 * c1, L2 * c2, along * c3 - up * s3];
            let side = -up.signum();
            Touch {
                gap: B + CLEARANCE + side * y,
                normal: rate_y.map(|rate| side * rate),
                slip: Some(rate_x),
                friction: MU,
                restitution: E,
                restitution_t: 0.0,
            }
        };
        vec![corner(-A, B), corner(A, B), corner(-A, -B), corner(A, -B)]
    }

    fn energy(&self, q: &[f64; 3], v: &[f64; 3]) -> f64 {
        let p = super::linear::times(&self.mass(q), v);
        let height = L1 * (0.5 * M1 + M2 + M3) * q[0].sin() + L2 * (0.5 * M2 + M3) * q[1].sin();
        0.5 * super::linear::dot(&p, v) + G * height
    }
}
