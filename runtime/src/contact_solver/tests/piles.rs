//! Piles of discs and balls: problems of any size.

use std::collections::BTreeMap;
use std::vec::Vec;

use super::problems::Random;
use crate::{ActiveContact, SparseContactProblem};

/// Velocities of a body: three in the plane, six in space.
pub(super) type Motion = [f64; 6];

/// A row of W: the bodies that it moves, and how.
type Row = [(usize, Motion); 2];

/// Bodies of unit radius and mass, and their contacts. A body beyond the last one is fixed.
#[derive(Clone, Debug, Default)]
pub(super) struct Pile {
    pub(super) bodies: usize,
    pub(super) contacts: Vec<ActiveContact<f64>>,
    pub(super) rows: Vec<Row>,
}

/// The reciprocals of the masses and of the moments of inertia: 1/2 of a disc, 2/5 of a ball.
const DISC: Motion = [1.0, 1.0, 2.0, 0.0, 0.0, 0.0];
const BALL: Motion = [1.0, 1.0, 1.0, 2.5, 2.5, 2.5];

fn dot(a: &Motion, b: &Motion) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Pile {
    fn inverse(&self) -> Motion {
        if self.contacts.iter().any(|contact| contact.slips > 1) {
            BALL
        } else {
            DISC
        }
    }

    /// A contact in the plane, with its normal from `other` to `body`.
    pub(super) fn touch(&mut self, (body, other): (usize, usize), [x, y]: [f64; 2], friction: f64) {
        self.contacts.push(ActiveContact { slips: 1, friction });
        let normal = [x, y, 0.0, 0.0, 0.0, 0.0];
        let slip = [-y, x, -1.0, 0.0, 0.0, 0.0];
        self.push((body, other), normal, normal.map(|w| -w));
        self.push((body, other), slip, [y, -x, -1.0, 0.0, 0.0, 0.0]);
    }

    /// A contact in space.
    pub(super) fn touch_in_space(&mut self, (body, other): (usize, usize), normal: [f64; 3], friction: f64) {
        self.contacts.push(ActiveContact { slips: 2, friction });
        let cross = |[a, b, c]: [f64; 3], [x, y, z]: [f64; 3]| [b * z - c * y, c * x - a * z, a * y - b * x];
        let axis = if normal[0].abs() < 0.7 {
            [1.0, 0.0, 0.0]
        } else {
            [0.0, 1.0, 0.0]
        };
        let first = cross(normal, axis);
        let size = first.iter().map(|x| x * x).sum::<f64>().sqrt();
        let first = first.map(|x| x / size);
        let [x, y, z] = normal;
        let across = [x, y, z, 0.0, 0.0, 0.0];
        self.push((body, other), across, across.map(|w| -w));
        for [x, y, z] in [first, cross(normal, first)] {
            // The contact point of the body is at −n, that of the other one at n.
            let [a, b, c] = cross(normal, [x, y, z]);
            self.push((body, other), [x, y, z, -a, -b, -c], [-x, -y, -z, -a, -b, -c]);
        }
    }

    fn push(&mut self, (body, other): (usize, usize), own: Motion, others: Motion) {
        self.rows.push([(body, own), (other, others)]);
    }

    /// W u
    pub(super) fn rates(&self, motions: &[Motion]) -> Vec<f64> {
        let rate = |row: &Row| -> f64 {
            let parts = row
                .iter()
                .filter_map(|(body, w)| Some(dot(motions.get(*body)?, w)));
            parts.sum()
        };
        self.rows.iter().map(rate).collect()
    }

    /// u + M⁻¹ Wᵀ P
    pub(super) fn after(&self, before: &[Motion], percussions: &[f64]) -> Vec<Motion> {
        let mut after = before.to_vec();
        let inverse = self.inverse();
        for (row, p) in self.rows.iter().zip(percussions) {
            for (body, w) in row {
                if let Some(motion) = after.get_mut(*body) {
                    (0..6).for_each(|k| motion[k] += inverse[k] * w[k] * p);
                }
            }
        }
        after
    }

    /// G = W M⁻¹ Wᵀ, with other c.
    pub(super) fn problem(&self, free: &[f64], scales: &[f64]) -> SparseContactProblem<f64> {
        let inverse = self.inverse();
        let mut of_body: Vec<Vec<(usize, Motion)>> = std::vec![Vec::new(); self.bodies];
        for (index, row) in self.rows.iter().enumerate() {
            for (body, w) in row {
                if let Some(rows) = of_body.get_mut(*body) {
                    rows.push((index, *w));
                }
            }
        }
        let mut problem = SparseContactProblem::new();
        let mut index = 0;
        for contact in &self.contacts {
            problem.add_contact(*contact);
            for _ in 0..=contact.slips {
                let mut entries = BTreeMap::<usize, f64>::new();
                for (body, w) in &self.rows[index] {
                    let weighted: Motion = core::array::from_fn(|k| w[k] * inverse[k]);
                    for (column, other) in of_body.get(*body).into_iter().flatten() {
                        *entries.entry(*column).or_default() += dot(&weighted, other);
                    }
                }
                problem.add_row(free[index], scales[index], entries);
                index += 1;
            }
        }
        problem
    }

    /// Σ |w| |u|
    pub(super) fn scales(&self, motions: &[Motion]) -> Vec<f64> {
        let size = |row: &Row| -> f64 {
            let sizes = |w: &Motion| w.map(f64::abs);
            let parts = row
                .iter()
                .filter_map(|(body, w)| Some(dot(&sizes(motions.get(*body)?), &sizes(w))));
            parts.sum()
        };
        self.rows.iter().map(size).collect()
    }
}

/// Discs on a lattice of triangles that are a little out of place, each in contact with most of its neighbours.
pub(super) fn lattice(random: &mut Random, [width, height]: [usize; 2], share: f64) -> Pile {
    let mut pile = Pile {
        bodies: width * height,
        ..Pile::default()
    };
    let friction = [0.0, 0.2, 0.5, 1.0][random.below(4)];
    for row in 0..height {
        for column in 0..width {
            let body = width * row + column;
            let sides = [(0, 1, std::f64::consts::PI), (1, 0, 4.0), (1, 1, 5.0)];
            for (down, right, turn) in sides {
                let other = if row < down {
                    usize::MAX
                } else if down == 0 {
                    if column < right { usize::MAX } else { body - 1 }
                } else if column + right >= width {
                    usize::MAX
                } else {
                    body - width + right
                };
                if random.uniform() < share {
                    let (sin, cos) = (turn * std::f64::consts::FRAC_PI_3 + 0.1 * random.normal()).sin_cos();
                    let turn = if down == 0 {
                        [1.0, 0.05 * random.normal()]
                    } else {
                        [-cos, -sin]
                    };
                    let size = turn[0].hypot(turn[1]);
                    pile.touch((body, other), turn.map(|x| x / size), friction);
                }
            }
        }
    }
    pile
}

/// Balls on a cubic lattice that are a little out of place.
pub(super) fn cube(random: &mut Random, size: usize, share: f64) -> Pile {
    let mut pile = Pile {
        bodies: size * size * size,
        ..Pile::default()
    };
    let friction = [0.1, 0.3, 0.7][random.below(3)];
    for body in 0..pile.bodies {
        let place = [body % size, body / size % size, body / size / size];
        let mut step = 1;
        for (axis, &at) in place.iter().enumerate() {
            if random.uniform() < share {
                let mut normal: [f64; 3] = core::array::from_fn(|_| 0.2 * random.normal());
                normal[axis] += 1.0;
                let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
                let other = if at == 0 { usize::MAX } else { body - step };
                pile.touch_in_space((body, other), normal.map(|x| x / length), friction);
            }
            step *= size;
        }
    }
    pile
}

/// Random velocities, and a fall.
pub(super) fn motions(random: &mut Random, pile: &Pile, size: f64) -> Vec<Motion> {
    let down = if pile.inverse() == DISC { 1 } else { 2 };
    let free = pile.inverse();
    (0..pile.bodies)
        .map(|_| {
            let mut motion: Motion = core::array::from_fn(|k| {
                if free[k] > 0.0 {
                    size * random.normal()
                } else {
                    0.0
                }
            });
            motion[down] -= 0.1;
            motion
        })
        .collect()
}
