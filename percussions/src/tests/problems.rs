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

/// The parameters of a random problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Slip components of contacts with friction.
    pub(super) slips: usize,
    /// G has fewer than R independent rows.
    pub(super) is_deficient: bool,
    /// c = W u, so that percussions can stop every motion; otherwise c is any vector.
    pub(super) is_reachable: bool,
    pub(super) is_symmetric: bool,
    /// c has different restitutions in the normal and in the slip rows.
    pub(super) has_restitutions: bool,
}

impl Kind {
    /// Symmetric and reachable: percussions that stop the contacts are a solution.
    pub(super) fn is_mechanical(&self) -> bool {
        self.is_symmetric && self.is_reachable && !self.has_restitutions
    }
}

/// How many problems of a kind there are, and how many of them failed.
#[derive(Debug, Default)]
pub(super) struct ByKind {
    mechanical: [usize; 2],
    with_restitutions: [usize; 2],
    others: [usize; 2],
}

impl ByKind {
    pub(super) fn add(&mut self, kind: Kind, has_failed: bool) {
        let [count, failed] = if kind.is_mechanical() {
            &mut self.mechanical
        } else if kind.has_restitutions && kind.is_reachable && kind.is_symmetric {
            &mut self.with_restitutions
        } else {
            &mut self.others
        };
        *count += 1;
        *failed += usize::from(has_failed);
    }

    /// One in a thousand mechanical problems may fail, and a tenth of all, most of them without a solution.
    pub(super) fn check(&self) {
        let Self {
            mechanical,
            with_restitutions,
            others,
        } = self;
        assert!(1000 * mechanical[1] <= mechanical[0], "{self:?}");
        let sum = |k: usize| mechanical[k] + with_restitutions[k] + others[k];
        assert!(10 * sum(1) <= sum(0), "{self:?}");
    }
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

    /// A number of the standard normal distribution.
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
            has_restitutions: false,
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
        if kind.has_restitutions {
            self.restitute(&mut data, &directions);
        }
        if !kind.is_symmetric {
            self.skew(&mut data);
        }
        data
    }

    /// Adds diag(e) W u of another velocity, with different e for normals and slips, down to the size of rounding.
    fn restitute(&mut self, data: &mut Data, directions: &[Vec<f64>]) {
        let size = 10.0_f64.powf(-13.0 * self.uniform());
        let restitutions = [size * self.uniform(), size * self.uniform()];
        let velocity = self.normals(directions.first().map_or(0, Vec::len));
        let mut first = 0;
        for contact in &data.contacts {
            for row in first..=first + contact.slips {
                let rate: f64 = directions[row].iter().zip(&velocity).map(|(w, u)| w * u).sum();
                data.free[row] += restitutions[usize::from(row > first)] * rate;
            }
            first += 1 + contact.slips;
        }
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
