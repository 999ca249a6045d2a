//! Random contact problems.

use std::vec::Vec;

use crate::ActiveContact;

/// The numbers of a problem.
#[derive(Clone, Debug)]
pub(super) struct Data {
    pub(super) delassus: Vec<f64>,
    pub(super) free: Vec<f64>,
    pub(super) contacts: Vec<ActiveContact<f64>>,
}

impl Data {
    pub(super) fn rows(&self) -> usize {
        self.free.len()
    }

    /// G P + c.
    pub(super) fn velocities(&self, percussions: &[f64]) -> Vec<f64> {
        let row = |i: usize| self.delassus[i * self.rows()..(i + 1) * self.rows()].iter();
        let product = |i: usize| row(i).zip(percussions).map(|(g, p)| g * p).sum::<f64>();
        (0..self.rows()).map(|i| product(i) + self.free[i]).collect()
    }

    /// W M⁻¹ Wᵀ and W u for the rows of W and a diagonal M⁻¹.
    pub(super) fn of_directions(
        directions: &[Vec<f64>],
        inverse_masses: &[f64],
        velocity: &[f64],
        contacts: &[ActiveContact<f64>],
    ) -> Self {
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let weighted =
            |w: &Vec<f64>| -> Vec<f64> { w.iter().zip(inverse_masses).map(|(w, m)| w * m).collect() };
        let row = |w: &Vec<f64>| {
            directions
                .iter()
                .map(|v| product(&weighted(w), v))
                .collect::<Vec<_>>()
        };
        Self {
            delassus: directions.iter().flat_map(row).collect(),
            free: directions.iter().map(|w| product(w, velocity)).collect(),
            contacts: contacts.to_vec(),
        }
    }
}

/// What a random problem is made of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Slip components of contacts with friction.
    pub(super) slips: usize,
    /// G has fewer than R independent rows.
    pub(super) is_deficient: bool,
    /// c = W u, so that percussions can stop every motion; otherwise c is any vector.
    pub(super) is_reachable: bool,
    pub(super) is_symmetric: bool,
}

/// Numbers that are the same in every run: splitmix64.
#[derive(Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Between 0 and 1.
    pub(super) fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Of a normal distribution.
    pub(super) fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (core::f64::consts::TAU * self.uniform()).cos()
    }

    pub(super) fn below(&mut self, count: u64) -> usize {
        usize::try_from(self.next() % count).unwrap()
    }

    fn normals(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.normal()).collect()
    }

    pub(super) fn kind(&mut self, slips: usize) -> Kind {
        Kind {
            slips,
            is_deficient: self.below(2) == 0,
            is_reachable: self.below(2) == 0,
            is_symmetric: self.below(4) > 0,
        }
    }

    /// Up to four contacts. A third of them has no slip components, and some of the others no friction.
    pub(super) fn problem(&mut self, kind: Kind) -> Data {
        let contacts: Vec<_> = (0..=self.below(4))
            .map(|_| ActiveContact {
                slips: if self.below(3) == 0 { 0 } else { kind.slips },
                friction: [0.0, 0.1, 0.3, 0.8, 2.0][self.below(5)],
            })
            .collect();
        let rows: usize = contacts.iter().map(|contact| 1 + contact.slips).sum();
        let coordinates = if kind.is_deficient {
            1 + self.below(rows as u64)
        } else {
            rows + self.below(3)
        };
        let directions: Vec<_> = (0..rows).map(|_| self.normals(coordinates)).collect();
        let inverse_masses: Vec<_> = (0..coordinates).map(|_| (1.4 * self.normal()).exp()).collect();
        let velocity = self.normals(coordinates);
        let mut data = Data::of_directions(&directions, &inverse_masses, &velocity, &contacts);
        if !kind.is_reachable {
            data.free = self.normals(rows);
        }
        if !kind.is_symmetric {
            self.skew(&mut data);
        }
        data
    }

    /// Adds a part that is not symmetric, a tenth of the entries of G.
    fn skew(&mut self, data: &mut Data) {
        let rows = data.rows();
        for i in 0..rows {
            for j in 0..i {
                let size = (data.delassus[i * rows + i] * data.delassus[j * rows + j]).sqrt();
                let part = 0.1 * self.normal() * size;
                data.delassus[i * rows + j] += part;
                data.delassus[j * rows + i] -= part;
            }
        }
    }
}
