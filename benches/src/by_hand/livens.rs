//! W8: Livens' principle with discrete gradients for the spherical spring pendulum.
//!
//! With the half steps d = h ṙ/2 and e = h θ̇/2 all differences have closed forms, and the sines at the end follow from those
//! in the middle by a rotation. The correction of the gradient in the middle, divided by h, is then
//!
//! ```text
//! 2/h [Z ½ sin 2θ (r² (sin e cos e − e) + d² sin e cos e) + r d (Z sin² e cos 2θ − k d²)],   Z = ½ (φ̇₀² + φ̇₁²)
//! ```

use extremal::Scalar;

use super::newton::{History, is_solved};

/// The spring pendulum, and its state in r, θ, φ.
#[derive(Clone, Copy, Debug)]
pub struct LivensSpringPendulum {
    m: f64,
    /// EA/(m l₀⁴)/2: V'(r) = m k r (r² − l₀²)
    stiffness: f64,
    /// l₀²
    square: f64,
    h: f64,
    steps: usize,
    /// Time.
    pub t: f64,
    /// r, θ, φ.
    pub q: [f64; 3],
    /// Momenta.
    pub p: [f64; 3],
    v: [f64; 3],
    /// (r sin θ)²
    inertia: f64,
    history: History<3>,
}

/// Values that residual and tangent share, in the middle of the step.
struct Middle {
    r: f64,
    /// r², d²
    rr: f64,
    dd: f64,
    e: f64,
    /// sin² θ, sin θ cos θ, cos 2θ
    ss: f64,
    sc: f64,
    cos_2: f64,
    /// sin² e, sin e cos e
    ee: f64,
    ec: f64,
    /// r and r sin θ, r cos θ at the end.
    end: f64,
    sine: f64,
    sin_end: f64,
    cosine: f64,
    /// v at the end.
    v: [f64; 3],
    /// ½ (φ̇₀² + φ̇₁²), and the sum ½ (θ̇₀² + θ̇₁²) + sin² θ ½ (φ̇₀² + φ̇₁²) minus the term of the spring.
    z: f64,
    rate: f64,
    /// 1/v·v
    inverse: f64,
    /// The factor of z in the correction.
    part: f64,
    missing: f64,
    /// The mean of M.
    mass: [f64; 2],
    residual: [f64; 3],
    impulse: [f64; 3],
    scale: [f64; 3],
    end_inertia: f64,
}

impl LivensSpringPendulum {
    /// At t = 0.
    pub fn new(m: f64, ea: f64, l0: f64, h: f64, q: [f64; 3], v: [f64; 3]) -> Self {
        let (r, s) = (q[0], Scalar::sin(q[1]));
        let (square, inertia) = (l0 * l0, (r * s).powi(2));
        Self {
            m,
            stiffness: 0.5 * ea / (m * square * square),
            square,
            h,
            steps: 0,
            t: 0.0,
            q,
            p: [m * v[0], m * r * r * v[1], m * inertia * v[2]],
            v,
            inertia,
            history: History::new(v),
        }
    }

    /// One step; the iterations of Newton's method that it took.
    ///
    /// # Panics
    ///
    /// If Newton's method fails.
    #[inline(always)]
    pub fn step(&mut self) -> usize {
        // Everything is divided by m.
        let p = self.p.map(|p| p / self.m);
        let mut v = self.history.guess();
        let mut before = f64::INFINITY;
        for iterations in 1..=30 {
            let middle = self.middle(&p, &v);
            let x = solve3(&self.tangent(&middle, &v), &middle.residual);
            v = std::array::from_fn(|i| v[i] - x[i]);
            let middle = self.middle(&p, &v);
            if is_solved(&middle.residual, &middle.scale, &mut before) {
                for i in 0..3 {
                    self.q[i] += self.h * v[i];
                    self.p[i] = self.m * (p[i] + 2.0 * middle.impulse[i]);
                }
                self.v = middle.v;
                self.inertia = middle.end_inertia;
                self.history.push(v);
                self.steps += 1;
                self.t = self.steps as f64 * self.h;
                return iterations;
            }
        }
        panic!("Newton's method failed at t = {}", self.t);
    }

    /// p + h/2 D₁L − D₂L, divided by m.
    #[inline(always)]
    fn middle(&self, p: &[f64; 3], v: &[f64; 3]) -> Middle {
        let [u, w, z] = *v;
        let k = 0.5 * self.h;
        let (d, e) = (k * u, k * w);
        let r = self.q[0] + d;
        let ([s, sin_e], [c, cos_e]) = Scalar::sin_cos_each([self.q[1] + e, e]);
        let (rr, dd, rd) = (r * r, d * d, r * d);
        let (ss, sc, cos_2) = (s * s, s * c, c * c - s * s);
        let (ee, ec) = (sin_e * sin_e, sin_e * cos_e);
        let end = r + d;
        let sin_end = s * cos_e + c * sin_e;
        let (sine, cosine) = (end * sin_end, end * (c * cos_e - s * sin_e));
        let (of_w, of_z) = (w - self.v[1], z - self.v[2]);
        let (ww, zz) = (w * w, z * z);
        let square = u * u + (ww + zz);
        let inverse = 1.0 / (square + f64::MIN_POSITIVE);
        let squares = [ww + of_w * of_w, zz + of_z * of_z];
        let mean = rr + dd;
        let part = sc * (mean * ec - rr * e) + rd * (ee * cos_2);
        let missing = (squares[1] * part - self.stiffness * (rd * dd)) * inverse;
        let end_inertia = sine * sine;
        let mass = [mean, 0.5 * (self.inertia + end_inertia)];
        let rate = squares[0] + squares[1] * ss - self.stiffness * (rr - self.square);
        let impulse = [
            k * r * rate + missing * u,
            k * rr * (sc * squares[1]) + missing * w,
            missing * z,
        ];
        let momentum = [u, mass[0] * w, mass[1] * z];
        Middle {
            r,
            rr,
            dd,
            e,
            ss,
            sc,
            cos_2,
            ee,
            ec,
            end,
            sine,
            sin_end,
            cosine,
            v: [u + (u - self.v[0]), w + of_w, z + of_z],
            z: squares[1],
            rate,
            inverse,
            part,
            missing,
            mass,
            residual: std::array::from_fn(|i| (p[i] - momentum[i]) + impulse[i]),
            impulse,
            scale: std::array::from_fn(|i| p[i].abs() + momentum[i].abs()),
            end_inertia,
        }
    }

    /// The derivative of the residual with respect to v.
    #[inline(always)]
    fn tangent(&self, at: &Middle, v: &[f64; 3]) -> [[f64; 3]; 3] {
        let [u, w, z] = *v;
        let k = 0.5 * self.h;
        let stiffness = self.stiffness;
        // ∂/∂d, ∂/∂e and ∂/∂φ̇ of the correction; the middle and the end move with d and e.
        let scz = at.sc * at.z;
        let (ccz, pull) = (at.z * at.cos_2, stiffness * at.dd);
        let by_d = at.end * (2.0 * scz * at.ec + (ccz * at.ee - pull)) - 2.0 * at.r * (scz * at.e + pull);
        let ends = at.end * at.end;
        let by_e = ccz * (ends * at.ec - at.rr * at.e) + scz * (at.dd - 2.0 * at.ee * ends);
        let around = 2.0 * at.v[2];
        let twice = 2.0 * at.missing;
        let missing = [
            (k * by_d - twice * u) * at.inverse,
            (k * by_e - twice * w) * at.inverse,
            (around * at.part - twice * z) * at.inverse,
        ];
        let two_k = 2.0 * k;
        let cross = k * two_k * at.r * scz;
        let lever = k * at.r * around;
        [
            [
                k * k * (at.rate - 2.0 * stiffness * at.rr) + (at.missing - 1.0) + u * missing[0],
                two_k * at.r * at.v[1] + cross + u * missing[1],
                lever * at.ss + u * missing[2],
            ],
            [
                cross + w * (missing[0] - two_k * at.end),
                k * k * at.rr * ccz + (at.missing - at.mass[0]) + w * missing[1],
                lever * at.r * at.sc + w * missing[2],
            ],
            [
                z * (missing[0] - two_k * at.sine * at.sin_end),
                z * (missing[1] - two_k * at.sine * at.cosine),
                (at.missing - at.mass[1]) + z * missing[2],
            ],
        ]
    }
}

/// A⁻¹ b by elimination of the first row, and the determinant of the remaining block: one division fewer than row by row.
#[inline(always)]
fn solve3(a: &[[f64; 3]; 3], b: &[f64; 3]) -> [f64; 3] {
    let [[a00, a01, a02], [a10, a11, a12], [a20, a21, a22]] = *a;
    let i0 = 1.0 / a00;
    let (f1, f2) = (a10 * i0, a20 * i0);
    let (c11, c12, c21, c22) = (a11 - f1 * a01, a12 - f1 * a02, a21 - f2 * a01, a22 - f2 * a02);
    let (r1, r2) = (b[1] - f1 * b[0], b[2] - f2 * b[0]);
    let det = 1.0 / (c11 * c22 - c12 * c21);
    let (y, z) = ((r1 * c22 - c12 * r2) * det, (c11 * r2 - c21 * r1) * det);
    [(b[0] - a01 * y - a02 * z) * i0, y, z]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with central differences, at long steps, for which no term is small.
    #[test]
    fn the_tangent_is_that_of_the_residual() {
        let h = 0.9;
        let motion = LivensSpringPendulum::new(2.0, 30.0, 1.2, h, [1.05, 1.1, 0.3], [0.4, 1.0, 1.3]);
        let (p, v) = ([0.7, 0.9, 1.1], [0.6, 0.8, 0.5]);
        let tangent = motion.tangent(&motion.middle(&p, &v), &v);
        let step = 1e-5;
        for j in 0..3 {
            let moved = |by: f64| {
                let mut v = v;
                v[j] += by;
                motion.middle(&p, &v).residual
            };
            let (ahead, behind) = (moved(step), moved(-step));
            for i in 0..3 {
                let difference = (ahead[i] - behind[i]) / (2.0 * step);
                assert!(
                    (tangent[i][j] - difference).abs() < 1e-8,
                    "{i} {j}: {} {difference}",
                    tangent[i][j]
                );
            }
        }
    }

    /// At a solution E = p·v − L is kept for every h.
    #[test]
    fn the_energy_is_kept() {
        for h in [0.1, 1e-2, 1e-3] {
            let (q, v) = ([1.05, 1.4, 0.0], [0.0, 1.0, 1.0]);
            let mut motion = LivensSpringPendulum::new(1.0, 300.0, 1.0, h, q, v);
            let energy = |motion: &LivensSpringPendulum| {
                let ([r, theta, _], [u, w, z]) = (motion.q, motion.v);
                let kinetic = 0.5 * (u * u + (r * w).powi(2) + (r * theta.sin() * z).powi(2));
                let strain = 0.5 * (r * r - 1.0);
                motion.p.iter().zip(motion.v).map(|(p, v)| p * v).sum::<f64>() - kinetic
                    + 150.0 * strain.powi(2)
            };
            let start = energy(&motion);
            (0..1000).for_each(|_| {
                motion.step();
            });
            assert!(
                (energy(&motion) - start).abs() < 1e-12,
                "{h}: {:e}",
                energy(&motion) - start
            );
        }
    }
}
