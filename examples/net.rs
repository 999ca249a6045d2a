//! A net of springs that hangs from two corners: edges and pins are lists of indices, of any length.
//!
//! ```text
//! T = Σᵢ ½ mᵢ |ṙᵢ|²,   V = Σ_e ½ k (|r_a − r_b| − ℓ_e)² + Σᵢ mᵢ g zᵢ,   R = Σᵢ ½ c |ṙᵢ|²,   r_pin = place of the pin
//! ```
//!
//! Each sum is derived once. Which masses a spring joins is read when the program runs, and so is the pattern of the equations,
//! which are sparse.

use extremal::prelude::*;

/// Masses in space, joined by springs.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    let longer = |e| (r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e],
    kinetic = sum(0..points, |i| 1 / 2 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 1 / 2 * k * longer(e).powi(2)) + sum(0..points, |i| m[i] * g * r[i][2]),
    dissipation = sum(0..points, |i| 1 / 2 * c * dt(r[i]).norm_squared()),
    constraint(pins = array(0..pins.len(), |i| r[pins[i]] - at[i])),
    discretize(Verlet, Midpoint),
)]
pub(crate) struct Net {
    /// How many masses there are.
    pub(crate) points: usize,
    /// kg, one for each mass.
    pub(crate) m: Vec<f64>,
    /// The two masses of each spring.
    pub(crate) edges: Vec<[usize; 2]>,
    /// m, one for each spring.
    pub(crate) rest: Vec<f64>,
    /// N/m
    pub(crate) k: f64,
    /// The masses that are held.
    pub(crate) pins: Vec<usize>,
    /// m, the place of each.
    pub(crate) at: Vec<[f64; 3]>,
    /// m/s²
    pub(crate) g: f64,
    /// N s/m
    pub(crate) c: f64,
}

impl Net {
    /// A square net of `side` times `side` masses, flat, held at two corners; the places of its masses.
    pub(crate) fn square(side: usize) -> (Self, Vec<f64>) {
        let at = |i: usize| [(i % side) as f64 * 0.1, (i / side) as f64 * 0.1, 0.0];
        let points = side * side;
        let right = (0..points).filter(|i| i % side + 1 < side).map(|i| [i, i + 1]);
        let ahead = (0..points - side).map(|i| [i, i + side]);
        let edges: Vec<[usize; 2]> = right.chain(ahead).collect();
        let pins = vec![0, side - 1];
        let net = Self {
            points,
            m: vec![0.01; points],
            rest: vec![0.1; edges.len()],
            edges,
            k: 50.0,
            at: pins.iter().map(|&pin| at(pin)).collect(),
            pins,
            g: 9.81,
            c: 0.005,
        };
        (net, (0..points).flat_map(at).collect())
    }
}

fn main() -> Result<(), extremal::Error> {
    let (net, q) = Net::square(8);
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(&net, Midpoint, 0.01, q, v)?;
    println!("    t   lowest point   energy");
    for _ in 0..=10 {
        let State { t, q, .. } = motion.state();
        let lowest = q
            .as_slice()
            .iter()
            .skip(2)
            .step_by(3)
            .fold(0.0_f64, |low, z| low.min(*z));
        println!("{t:5.1} {lowest:14.4} {:10.5}", motion.energy());
        motion.step_many(30)?;
    }
    Ok(())
}
