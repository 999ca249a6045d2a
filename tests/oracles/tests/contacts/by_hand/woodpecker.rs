//! The woodpecker toy: Glocker (1995), Leine (2001); `q = (y, φ_M, φ_S)`, three contacts with friction.

use super::impacting::{Impacting, Touch};

const M_M: f64 = 3e-4;
const J_M: f64 = 5e-9;
const M_S: f64 = 4.5e-3;
const J_S: f64 = 7e-7;
const C: f64 = 5.6e-3;
const G: f64 = 9.81;
const R_0: f64 = 2.5e-3;
const R_M: f64 = 3.1e-3;
const H_M: f64 = 5.8e-3;
const L_M: f64 = 0.010;
const L_G: f64 = 0.015;
const H_S: f64 = 0.020;
const L_S: f64 = 0.0201;
const MU: f64 = 0.3;

/// With the parameters and the start of the literature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Woodpecker;

impl Woodpecker {
    pub(crate) const Q: [f64; 3] = [0.0, -0.1036, -0.2788];
    pub(crate) const V: [f64; 3] = [-0.3411, 0.0, -7.4583];

    /// The frequency of the spring between bird and sleeve, both free, in Hz: ω² = c aᵀ M⁻¹ a with a = (0, 1, −1).
    pub(crate) fn free_frequency(self) -> f64 {
        let a = [0.0, 1.0, -1.0];
        let moved = super::linear::solved(&self.mass(&[0.0; 3]), &a);
        (C * super::linear::dot(&a, &moved)).sqrt() / core::f64::consts::TAU
    }

    /// The frequency of the bird while the sleeve is jammed, in Hz.
    pub(crate) fn jammed_frequency(self) -> f64 {
        (C / (J_S + M_S * L_G * L_G)).sqrt() / core::f64::consts::TAU
    }

    /// `φ_S` at rest while the sleeve is jammed at its lower contact.
    pub(crate) fn jammed_angle(self) -> f64 {
        -(R_M - R_0) / H_M - M_S * G * L_G / C
    }
}

impl Impacting<3> for Woodpecker {
    fn mass(&self, _: &[f64; 3]) -> [[f64; 3]; 3] {
        [
            [M_S + M_M, M_S * L_M, M_S * L_G],
            [M_S * L_M, J_M + M_S * L_M * L_M, M_S * L_M * L_G],
            [M_S * L_G, M_S * L_M * L_G, J_S + M_S * L_G * L_G],
        ]
    }

    fn h(&self, q: &[f64; 3], _: &[f64; 3]) -> [f64; 3] {
        let twist = C * (q[1] - q[2]);
        [-(M_S + M_M) * G, -M_S * G * L_M - twist, -M_S * G * L_G + twist]
    }

    fn touches(&self, q: &[f64; 3]) -> Vec<Touch<3>> {
        let touch = |gap, normal, slip, restitution| Touch {
            gap,
            normal,
            slip: Some(slip),
            friction: MU,
            restitution,
            restitution_t: 0.0,
        };
        let beak = L_M + L_G - L_S - R_0 - H_S * q[2];
        let sleeve = [1.0, R_M, 0.0];
        vec![
            touch(beak, [0.0, 0.0, -H_S], [1.0, L_M, L_G - L_S], 0.5),
            touch(R_M - R_0 + H_M * q[1], [0.0, H_M, 0.0], sleeve, 0.0),
            touch(R_M - R_0 - H_M * q[1], [0.0, -H_M, 0.0], sleeve, 0.0),
        ]
    }

    fn energy(&self, q: &[f64; 3], v: &[f64; 3]) -> f64 {
        let p = super::linear::times(&self.mass(q), v);
        0.5 * super::linear::dot(&p, v)
            + G * ((M_S + M_M) * q[0] + M_S * (L_M * q[1] + L_G * q[2]))
            + 0.5 * C * (q[1] - q[2]).powi(2)
    }
}
