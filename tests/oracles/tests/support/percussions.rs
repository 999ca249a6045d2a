//! Steps with percussions by hand: momenta and forces by dual numbers, and Newton's method on all unknowns at once for every
//! combination of open, sticking and slipping contacts.
//!
//! It shares no code with the tested crate: nothing here names `extremal`.

use super::by_hand::{ByHand, Continuous, Number, dot, gradient, jacobian};

/// A system with contacts and constraints by hand, beside T, V and f.
pub(crate) trait Touching: ByHand {
    fn ties<T: Number>(&self, _q: &[T]) -> Vec<T> {
        Vec::new()
    }

    fn gaps<T: Number>(&self, t: T, q: &[T]) -> Vec<T>;

    /// The slip of each contact, if it has one.
    fn slips<T: Number>(&self, t: T, q: &[T], v: &[T]) -> Vec<Option<T>>;

    fn laws(&self, q: &[f64]) -> Vec<Law>;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Law {
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
    pub(crate) restitution_t: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Rule {
    Moreau,
    Symmetric,
    Variational,
    Theta(f64),
}

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mode {
    Open,
    Sticks,
    SlipsForward,
    SlipsBackward,
}

/// (t, q, p) with the velocity of the step before.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) p: Vec<f64>,
    pub(crate) u: Vec<f64>,
}

/// The end of a step, the percussions of all rows, and the modes of all contacts.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) node: Node,
    pub(crate) percussions: Vec<f64>,
    pub(crate) modes: Vec<Mode>,
}

/// What a step starts from.
pub(crate) struct Start<'a, S> {
    pub(crate) system: &'a S,
    pub(crate) rule: Rule,
    pub(crate) h: f64,
    pub(crate) node: &'a Node,
    pub(crate) inputs: &'a [f64],
}

/// The rows of W at the start of a step, the places of their contacts, and the contact velocities of u.
struct Rows {
    directions: Vec<Vec<f64>>,
    contacts: Vec<(usize, bool)>,
}

impl<S: Touching> Start<'_, S> {
    /// The solution that satisfies the laws, to rounding.
    pub(crate) fn step(&self) -> Found {
        let closed = self.closed();
        let mut modes = Vec::new();
        let mut found = Vec::new();
        self.descend(&closed, &mut modes, &mut found);
        let (modes, z) = found.into_iter().next().expect("one combination satisfies the laws");
        let (_, percussions) = self.parts(&z);
        Found {
            node: self.end(&z),
            percussions: percussions.to_vec(),
            modes,
        }
    }

    fn size(&self) -> usize {
        self.node.q.len()
    }

    fn gap_rates(&self, v: &[f64]) -> Vec<f64> {
        let (t, q) = (self.node.t, &self.node.q);
        let gaps = jacobian(|y| self.system.gaps(y[0], &y[1..]), &[&[t], &q[..]].concat());
        gaps.iter().map(|row| row[0] + dot(&row[1..], v)).collect()
    }

    /// Which contacts are closed.
    fn closed(&self) -> Vec<bool> {
        let Node { t, q, u, .. } = self.node;
        let gaps = self.system.gaps(*t, q).into_iter().zip(self.gap_rates(u));
        let ahead = if let Rule::Theta(_) = self.rule { 0.5 * self.h } else { 0.0 };
        gaps.map(|(gap, rate)| gap + ahead * rate <= 0.0).collect()
    }

    fn descend(&self, closed: &[bool], modes: &mut Vec<Mode>, found: &mut Vec<(Vec<Mode>, Vec<f64>)>) {
        let Some(is_closed) = closed.get(modes.len()) else {
            if let Some(z) = self.solved(modes).filter(|z| self.satisfies(closed, modes, z)) {
                found.push((modes.clone(), z));
            }
            return;
        };
        let slides = self.rows().contacts.iter().any(|row| *row == (modes.len(), true));
        let choices: &[Mode] = match (is_closed, slides) {
            (false, _) => &[Mode::Open],
            (true, false) => &[Mode::Open, Mode::Sticks],
            (true, true) => &[Mode::Open, Mode::Sticks, Mode::SlipsForward, Mode::SlipsBackward],
        };
        for &mode in choices {
            modes.push(mode);
            self.descend(closed, modes, found);
            modes.pop();
        }
    }

    fn rows(&self) -> Rows {
        let Node { t, q, u, .. } = self.node;
        let normals = jacobian(|q| self.system.gaps(num_dual::Dual64::from(*t), q), q);
        let (mut directions, mut contacts) = (Vec::new(), Vec::new());
        let fixed: Vec<_> = q.iter().map(|&q| num_dual::Dual64::from(q)).collect();
        for (i, normal) in normals.into_iter().enumerate() {
            directions.push(normal);
            contacts.push((i, false));
            if self.system.slips(*t, q, u)[i].is_some() {
                let slip = |v: &[num_dual::Dual64]| {
                    let slips = self.system.slips(num_dual::Dual64::from(*t), &fixed, v);
                    slips[i].expect("a slip")
                };
                directions.push(gradient(slip, u));
                contacts.push((i, true));
            }
        }
        Rows { directions, contacts }
    }

    /// Contact velocities of all rows.
    fn rates(&self, v: &[f64]) -> Vec<f64> {
        let Node { t, q, .. } = self.node;
        let slips = self.system.slips(*t, q, v);
        let rates = self.gap_rates(v).into_iter().zip(slips);
        rates.flat_map(|(gap, slip)| [Some(gap), slip].into_iter().flatten()).collect()
    }

    /// ξ of all rows.
    fn xi(&self, u: &[f64]) -> Vec<f64> {
        let laws = self.system.laws(&self.node.q);
        let rates = self.rates(u).into_iter().zip(self.rates(&self.node.u));
        let rows = rates.zip(self.rows().contacts);
        rows.map(|((after, before), (i, slides))| {
            let e = if slides { laws[i].restitution_t } else { laws[i].restitution };
            after + e * before
        })
        .collect()
    }

    /// u with the multipliers, and the percussions of all rows.
    fn parts<'z>(&self, z: &'z [f64]) -> (&'z [f64], &'z [f64]) {
        z.split_at(self.size() + self.system.ties(&self.node.q).len())
    }

    fn end_coordinates(&self, u: &[f64]) -> Vec<f64> {
        let Node { q, u: before, .. } = self.node;
        let moved = |i: usize| match self.rule {
            Rule::Theta(theta) => (1.0 - theta) * before[i] + theta * u[i],
            Rule::Moreau | Rule::Symmetric | Rule::Variational => u[i],
        };
        (0..q.len()).map(|i| q[i] + self.h * moved(i)).collect()
    }

    fn at(&self, t: f64, q: &[f64], v: &[f64]) -> Continuous {
        Continuous::of(self.system, t, q, v, self.inputs)
    }

    /// ∂L/∂q + f
    fn push(&self, t: f64, q: &[f64], v: &[f64]) -> Vec<f64> {
        let lagrangian = |q: &[num_dual::Dual64]| {
            let [t, v] = [vec![t], v.to_vec()].map(|list| list.into_iter().map(num_dual::Dual64::from).collect::<Vec<_>>());
            self.system.kinetic(t[0], q, &v) - self.system.potential(t[0], q)
        };
        let force = self.system.force(t, q, v, self.inputs);
        gradient(lagrangian, q).into_iter().zip(force).map(|(a, b)| a + b).collect()
    }

    /// What p₀ + Wᵀ P − Gᵀ λ has to be, and p₁.
    fn momenta(&self, u: &[f64]) -> [Vec<f64>; 2] {
        let (h, Node { t, q, u: before, .. }) = (self.h, self.node);
        let (t1, q1) = (t + h, self.end_coordinates(u));
        let (start, end) = (self.at(*t, q, u), self.at(t1, &q1, u));
        let sum = |a: &[f64], by: f64, b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| a + by * b).collect() };
        match self.rule {
            Rule::Moreau | Rule::Symmetric => {
                let lagging = self.at(*t, q, before);
                let pull = if self.rule == Rule::Moreau { &lagging.pull } else { &start.pull };
                [sum(&start.momentum, -0.5 * h, pull), sum(&end.momentum, 0.5 * h, &end.pull)]
            }
            Rule::Variational => {
                let mean = sum(&sum(&start.momentum, 1.0, &end.momentum), -0.5, &sum(&start.momentum, 1.0, &end.momentum));
                [
                    sum(&mean, -0.5 * h, &self.push(*t, q, u)),
                    sum(&mean, 0.5 * h, &self.push(t1, &q1, u)),
                ]
            }
            Rule::Theta(theta) => {
                let first = self.at(*t, q, before).pull;
                let balance = sum(&start.momentum, -h * (1.0 - theta), &first);
                [sum(&balance, -h * theta, &end.pull), end.momentum]
            }
        }
    }

    fn end(&self, z: &[f64]) -> Node {
        let u = z[..self.size()].to_vec();
        let [_, p] = self.momenta(&u);
        Node {
            t: self.node.t + self.h,
            q: self.end_coordinates(&u),
            p,
            u,
        }
    }

    /// All equations: the balance, the constraints at the end, and the branch of each contact.
    fn residual(&self, modes: &[Mode], z: &[f64]) -> Vec<f64> {
        let n = self.size();
        let (first, percussions) = self.parts(z);
        let (u, multipliers) = first.split_at(n);
        let ties = jacobian(|q| self.system.ties(q), &self.node.q);
        let Rows { directions, contacts } = self.rows();
        let [balance, _] = self.momenta(u);
        let mut residual: Vec<f64> = (0..n)
            .map(|k| {
                let pushed: f64 = directions.iter().zip(percussions).map(|(row, p)| row[k] * p).sum();
                let held: f64 = ties.iter().zip(multipliers).map(|(row, by)| row[k] * by).sum();
                balance[k] - self.node.p[k] - pushed + held
            })
            .collect();
        residual.extend(self.system.ties(&self.end_coordinates(u)));
        let (xi, laws) = (self.xi(u), self.system.laws(&self.node.q));
        let mut normal = 0.0;
        for (row, (i, slides)) in contacts.into_iter().enumerate() {
            let p = percussions[row];
            if !slides {
                normal = p;
            }
            residual.push(match (modes[i], slides) {
                (Mode::Open, _) => p,
                (Mode::SlipsForward, true) => p + laws[i].friction * normal,
                (Mode::SlipsBackward, true) => p - laws[i].friction * normal,
                _ => xi[row],
            });
        }
        residual
    }

    /// Newton's method with differences. Their errors, 1e-9 of the tangent, are the rate of its convergence.
    fn solved(&self, modes: &[Mode]) -> Option<Vec<f64>> {
        let count = self.rows().contacts.len();
        let mut z = self.node.u.clone();
        z.resize(self.size() + self.system.ties(&self.node.q).len() + count, 0.0);
        for _ in 0..12 {
            let r = self.residual(modes, &z);
            let columns = (0..z.len()).map(|k| {
                let d = 1e-5;
                let [ahead, behind] = [d, -d].map(|d| {
                    let mut moved = z.clone();
                    moved[k] += d;
                    self.residual(modes, &moved)
                });
                let column = ahead.iter().zip(&behind).map(|(a, b)| (a - b) / (2.0 * d));
                column.collect::<Vec<_>>()
            });
            let columns: Vec<Vec<f64>> = columns.collect();
            let rows = (0..r.len()).map(|i| columns.iter().map(|column| column[i]).collect());
            let dz = eliminated(rows.collect(), r)?;
            z.iter_mut().zip(&dz).for_each(|(z, dz)| *z -= dz);
            let [change, size] = [&dz, &z].map(|list| list.iter().fold(0.0_f64, |most, x| most.max(x.abs())));
            if change <= 1e-15 * size {
                break;
            }
        }
        Some(z)
    }

    /// The inequalities, up to rounding.
    fn satisfies(&self, closed: &[bool], modes: &[Mode], z: &[f64]) -> bool {
        let (first, p) = self.parts(z);
        let (xi, laws) = (self.xi(&first[..self.size()]), self.system.laws(&self.node.q));
        let slack = 1e-11;
        let rows = self.rows().contacts.into_iter().enumerate();
        let mut holds = true;
        for (row, (i, slides)) in rows.filter(|(_, (i, _))| closed[*i]) {
            holds &= match (modes[i], slides) {
                (Mode::Open, false) => xi[row] >= -slack,
                (Mode::Open, true) => true,
                (_, false) => p[row] >= -slack,
                (Mode::Sticks, true) => p[row].abs() <= laws[i].friction * p[row - 1] + slack,
                (Mode::SlipsForward, true) => xi[row] >= -slack,
                (Mode::SlipsBackward, true) => xi[row] <= slack,
            };
        }
        holds
    }
}

/// x with A x = b, by elimination with pivots; nothing where A is singular to rounding of its differences.
fn eliminated(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        let size = a[pivot].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if a[pivot][k].abs() <= 1e-8 * size {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            let row = a[k].clone();
            a[i].iter_mut().zip(row).for_each(|(x, by)| *x -= factor * by);
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    Some(b)
}
