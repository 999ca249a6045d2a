//! Cubics in time by hand: their action, and the work of forces on them.
//!
//! Over dual numbers, from the functions of the continuous system. Does not know schemes.

use extremal::nalgebra::SVector;
use extremal::system::VectorSpace;
use num_dual::Dual64;

type Numbers = SVector<Dual64, 2>;

/// The nodes and weights of four Gauss points on [−1, 1] (Abramowitz and Stegun, table 25.4).
pub(crate) const GAUSS: [[f64; 2]; 4] = [
    [-0.8611363115940526, 0.34785484513745385],
    [-0.33998104358485626, 0.6521451548625461],
    [0.33998104358485626, 0.6521451548625461],
    [0.8611363115940526, 0.34785484513745385],
];

/// q₀, v₀, q₁ and v₁
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cubic {
    pub(crate) t: f64,
    pub(crate) h: f64,
    pub(crate) ends: [Numbers; 4],
}

impl Cubic {
    /// q and q̇ at s of [0, 1].
    pub(crate) fn at(&self, s: f64) -> [Numbers; 2] {
        let h = self.h;
        let values = [
            1.0 - s * s * (3.0 - 2.0 * s),
            h * s * (1.0 - s).powi(2),
            s * s * (3.0 - 2.0 * s),
            -h * s * s * (1.0 - s),
        ];
        let slopes = [
            6.0 * s * (s - 1.0) / h,
            (1.0 - s) * (1.0 - 3.0 * s),
            6.0 * s * (1.0 - s) / h,
            s * (3.0 * s - 2.0),
        ];
        [values, slopes].map(|weights| {
            let terms = weights.iter().zip(&self.ends);
            terms.fold(Numbers::zeros(), |sum, (&w, end)| sum + end * Dual64::from(w))
        })
    }

    /// The derivative of the action along the dual part of the ends, and the work of the forces on it.
    pub(crate) fn variation<S>(&self, system: &S, inputs: [f64; 1]) -> f64
    where
        S: VectorSpace<Scalar = Dual64, Configuration = Numbers, Inputs = [Dual64; 1]>,
    {
        let inputs = inputs.map(Dual64::from);
        let terms = GAUSS.map(|[x, weight]| {
            let s = 0.5 * (1.0 + x);
            let [q, v] = self.at(s);
            let t = Dual64::from(self.t + s * self.h);
            let f = system.force(t, &q, &v, &inputs);
            let work: f64 = f.iter().zip(&q).map(|(f, q)| f.re * q.eps).sum();
            0.5 * weight * (system.lagrangian(t, &q, &v).eps + work)
        });
        self.h * terms.iter().sum::<f64>()
    }
}
