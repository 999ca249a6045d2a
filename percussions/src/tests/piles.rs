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

/// Discs of unit radius that fall into a box, by Moreau's scheme without restitution.
#[derive(Clone, Debug)]
pub(super) struct Falling {
    pub(super) width: f64,
    pub(super) places: Vec<[f64; 2]>,
    pub(super) motions: Vec<Motion>,
    pub(super) friction: f64,
    /// The percussions of the contacts of the last step, by their bodies.
    known: BTreeMap<(usize, usize), [f64; 2]>,
}

/// The contact problem of a step of [`Falling`], and a guess of its solution.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) pile: Pile,
    pub(super) problem: SparseContactProblem<f64>,
    pub(super) guess: Vec<f64>,
    pub(super) free: Vec<Motion>,
    names: Vec<(usize, usize)>,
}

impl Falling {
    pub(super) fn new(random: &mut Random, [columns, rows]: [usize; 2], friction: f64) -> Self {
        let place = |random: &mut Random, k: usize| {
            let (column, row) = ((k % columns) as f64, (k / columns) as f64);
            let shift = if (k / columns).is_multiple_of(2) { 0.0 } else { 1.0 };
            [
                1.05 + 2.1 * column + shift + 0.04 * random.normal(),
                1.01 + 1.95 * row + 0.02 * random.normal(),
            ]
        };
        Self {
            width: 2.1 * columns as f64 + 1.1,
            places: (0..columns * rows).map(|k| place(random, k)).collect(),
            motions: std::vec![[0.0; 6]; columns * rows],
            friction,
            known: BTreeMap::new(),
        }
    }

    /// The contacts in the middle of a step, and the velocities without them.
    pub(super) fn begin(&mut self, h: f64) -> Step {
        for (place, motion) in self.places.iter_mut().zip(&self.motions) {
            (0..2).for_each(|k| place[k] += 0.5 * h * motion[k]);
        }
        let mut pile = Pile {
            bodies: self.places.len(),
            ..Pile::default()
        };
        let mut names = Vec::new();
        // Places in cells: whole numbers, as keys.
        let mut cells = BTreeMap::<[i64; 2], Vec<usize>>::new();
        let cell = |place: &[f64; 2]| place.map(whole);
        for (body, place) in self.places.iter().enumerate() {
            let [x, y] = *place;
            let walls = [(y, [0.0, 1.0]), (x, [1.0, 0.0]), (self.width - x, [-1.0, 0.0])];
            for (wall, (distance, normal)) in walls.into_iter().enumerate() {
                if distance <= 1.0 {
                    pile.touch((body, usize::MAX), normal, self.friction);
                    names.push((body, usize::MAX - wall));
                }
            }
            let [column, row] = cell(place);
            for (across, along) in (-1..2).flat_map(|a| (-1..2).map(move |b| (a, b))) {
                for &other in cells.get(&[column + across, row + along]).into_iter().flatten() {
                    let [dx, dy] = [0, 1].map(|k| place[k] - self.places[other][k]);
                    let distance = dx.hypot(dy);
                    if distance <= 2.0 {
                        pile.touch((body, other), [dx / distance, dy / distance], self.friction);
                        names.push((body, other));
                    }
                }
            }
            cells.entry(cell(place)).or_default().push(body);
        }
        let free: Vec<Motion> = self
            .motions
            .iter()
            .map(|u| {
                let mut u = *u;
                u[1] -= h;
                u
            })
            .collect();
        let problem = pile.problem(&pile.rates(&free), &pile.scales(&free));
        let guess = names
            .iter()
            .flat_map(|name| self.known.get(name).copied().unwrap_or_default())
            .collect();
        Step {
            pile,
            problem,
            guess,
            free,
            names,
        }
    }

    pub(super) fn end(&mut self, h: f64, step: &Step, percussions: &[f64]) {
        self.motions = step.pile.after(&step.free, percussions);
        for (place, motion) in self.places.iter_mut().zip(&self.motions) {
            (0..2).for_each(|k| place[k] += 0.5 * h * motion[k]);
        }
        self.known = step
            .names
            .iter()
            .copied()
            .zip(percussions.chunks(2).map(|p| [p[0], p[1]]))
            .collect();
    }
}

#[expect(clippy::cast_possible_truncation, reason = "places in a box are small")]
fn whole(x: f64) -> i64 {
    (0.5 * x).floor() as i64
}
