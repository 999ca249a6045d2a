//! What a scheme is expected to keep, stated in advance.

/// The expectation for a quantity, stated in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Up to rounding.
    Kept,
    /// With an error above rounding.
    NotKept,
    /// Not kept, with an error of so high an order that rounding may hide it.
    Open,
}

/// The expectations for a scheme: for E, for T + V, and for each momentum map.
#[derive(Clone, Copy, Debug)]
pub struct Claims<const M: usize> {
    /// E = p·v − L
    pub energy: Said,
    /// T + V
    pub total: Said,
    /// The momentum maps.
    pub maps: [Said; M],
}

impl<const M: usize> Claims<M> {
    /// Variational schemes: not the energy, but momentum maps by Noether's theorem.
    pub const fn symplectic() -> Self {
        Self {
            energy: Said::NotKept,
            total: Said::NotKept,
            maps: [Said::Kept; M],
        }
    }

    /// The same, with energy errors that may be at rounding.
    pub const fn symplectic_of_order_six() -> Self {
        Self {
            energy: Said::Open,
            total: Said::Open,
            ..Self::symplectic()
        }
    }

    /// Livens: only p·v − L.
    pub const fn livens() -> Self {
        Self {
            energy: Said::Kept,
            total: Said::NotKept,
            maps: [Said::NotKept; M],
        }
    }

    /// With p = M v at the nodes T + V is kept as well.
    pub const fn polarized() -> Self {
        Self {
            total: Said::Kept,
            ..Self::livens()
        }
    }
}

/// The relative rounding error of a run: one ε per step of terms that are `terms` times the quantity, if all add.
pub fn rounding(steps: usize, terms: f64) -> f64 {
    steps as f64 * terms * f64::EPSILON
}

/// Numbers of steps for schemes of order two.
pub const SECOND: [usize; 6] = [50, 100, 200, 400, 800, 1600];
/// Numbers of steps for schemes of higher order.
pub const HIGHER: [usize; 8] = [8, 12, 16, 25, 35, 50, 71, 100];
