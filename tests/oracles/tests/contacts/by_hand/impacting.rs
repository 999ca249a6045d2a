//! What a system with contacts is to these references: functions written by hand.

use super::enumeration::{self, Closed, Found};
use super::linear::{dot, solved, times};

/// One contact at a configuration. `γ_N = normal · v`, `γ_T = slip · v`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch<const N: usize> {
    pub(crate) gap: f64,
    pub(crate) normal: [f64; N],
    pub(crate) slip: Option<[f64; N]>,
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
    pub(crate) restitution_t: f64,
}

impl<const N: usize> Touch<N> {
    pub(crate) fn smooth(gap: f64, normal: [f64; N], restitution: f64) -> Self {
        Self {
            gap,
            normal,
            slip: None,
            friction: 0.0,
            restitution,
            restitution_t: 0.0,
        }
    }

    /// The rows of W with their restitutions.
    fn rows(&self) -> impl Iterator<Item = ([f64; N], f64)> {
        let normal = (self.normal, self.restitution);
        [Some(normal), self.slip.map(|slip| (slip, self.restitution_t))]
            .into_iter()
            .flatten()
    }
}

/// A system of N coordinates.
pub(crate) trait Impacting<const N: usize> {
    fn mass(&self, q: &[f64; N]) -> [[f64; N]; N];

    /// h = ∂L/∂q + f − Ṁ v
    fn h(&self, q: &[f64; N], v: &[f64; N]) -> [f64; N];

    /// b = ∂L/∂q + f; that of a constant M unless it is given.
    fn b(&self, q: &[f64; N], v: &[f64; N]) -> [f64; N] {
        self.h(q, v)
    }

    fn touches(&self, q: &[f64; N]) -> Vec<Touch<N>>;

    fn energy(&self, q: &[f64; N], v: &[f64; N]) -> f64;

    fn acceleration(&self, q: &[f64; N], v: &[f64; N]) -> [f64; N] {
        solved(&self.mass(q), &self.h(q, v))
    }
}

/// u with M u = right + W P, where ξ = Wᵀu + e Wᵀ`before` and P solve the contact problem; also W P.
pub(crate) fn struck<const N: usize>(
    mass: &[[f64; N]; N],
    right: &[f64; N],
    before: &[f64; N],
    closed: &[Touch<N>],
) -> ([f64; N], [f64; N], Option<Found>) {
    let free = solved(mass, right);
    if closed.is_empty() {
        return (free, [0.0; N], None);
    }
    let rows: Vec<([f64; N], f64)> = closed.iter().flat_map(Touch::rows).collect();
    let delassus = rows.iter().map(|(row, _)| {
        let moved = solved(mass, row);
        rows.iter().map(|(other, _)| dot(other, &moved)).collect()
    });
    let delassus: Vec<Vec<f64>> = delassus.collect();
    let c = rows.iter().map(|(row, e)| dot(row, &free) + e * dot(row, before));
    let kinds = closed.iter().map(|touch| Closed {
        slips: touch.slip.is_some(),
        friction: touch.friction,
    });
    let found = enumeration::first(&delassus, &c.collect::<Vec<_>>(), &kinds.collect::<Vec<_>>());
    let percussion = core::array::from_fn(|i| {
        let terms = rows.iter().zip(&found.percussions);
        terms.map(|((row, _), p)| row[i] * p).sum()
    });
    let pushed = solved(mass, &percussion);
    let velocity = core::array::from_fn(|i| free[i] + pushed[i]);
    (velocity, percussion, Some(found))
}

/// The velocity after an impact at q: M (u − v) = W P.
pub(crate) fn impact<const N: usize>(
    system: &impl Impacting<N>,
    q: &[f64; N],
    v: &[f64; N],
    closed: &[Touch<N>],
) -> [f64; N] {
    let mass = system.mass(q);
    struck(&mass, &times(&mass, v), v, closed).0
}
