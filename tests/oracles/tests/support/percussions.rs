//! Steps with percussions by hand: momenta and forces by dual numbers, and all unknowns at once for every combination of open,
//! sticking and slipping contacts.
//!
//! It shares no code with the tested crate: nothing here names `extremal`.

use num_dual::Dual64;

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
    /// The momentum after the percussions, before the impulses of constraints.
    pub(crate) right: Vec<f64>,
    pub(crate) modes: Vec<Mode>,
    /// The largest entry of the inverse of the tangent: what an error of one in an equation changes.
    pub(crate) sensitivity: f64,
}

/// What a step starts from.
pub(crate) struct Start<'a, S> {
    pub(crate) system: &'a S,
    pub(crate) rule: Rule,
    pub(crate) h: f64,
    pub(crate) node: &'a Node,
    pub(crate) inputs: &'a [f64],
}

/// What is known at the start of a step: W and η row by row, G, laws, contact velocities before, and which contacts are closed.
struct Known {
    directions: Vec<Vec<f64>>,
    rates: Vec<f64>,
    /// The contact of each row, and whether it is a slip.
    contacts: Vec<(usize, bool)>,
    before: Vec<f64>,
    ties: Vec<Vec<f64>>,
    laws: Vec<Law>,
    closed: Vec<bool>,
    /// The derivative of the balance by u.
    masses: Vec<Vec<f64>>,
}

impl<S: Touching> Start<'_, S> {
    /// The solutions that satisfy the laws, to rounding. With friction there may be several (Painlevé).
    pub(crate) fn steps(&self) -> Vec<Found> {
        let known = self.known();
        let mut found = Vec::new();
        self.descend(&known, &mut Vec::new(), &mut found);
        let found = found.into_iter().map(|(modes, z)| {
            let (_, tangent) = self.equations(&known, &modes, &z);
            let columns = (0..z.len()).map(|k| {
                let unit = (0..z.len()).map(|i| f64::from(u8::from(i == k))).collect();
                eliminated(tangent.clone(), unit).expect("a regular tangent")
            });
            Found {
                sensitivity: columns.flatten().fold(0.0, |most, x| most.max(x.abs())),
                node: self.end(&z[..self.size()]),
                right: self.right(&known, &z),
                percussions: z[self.size() + known.ties.len()..].to_vec(),
                modes,
            }
        });
        found.collect()
    }

    fn size(&self) -> usize {
        self.node.q.len()
    }

    fn known(&self) -> Known {
        let Node { t, q, u, .. } = self.node;
        let zeros = vec![0.0; q.len()];
        let gaps = jacobian(|y| self.system.gaps(y[0], &y[1..]), &[&[*t], &q[..]].concat());
        let [time, fixed] =
            [vec![*t], q.clone()].map(|x| x.into_iter().map(Dual64::from).collect::<Vec<_>>());
        let (mut directions, mut rates, mut contacts) = (Vec::new(), Vec::new(), Vec::new());
        for (i, gap) in gaps.iter().enumerate() {
            directions.push(gap[1..].to_vec());
            rates.push(gap[0]);
            contacts.push((i, false));
            // Slips are affine in v.
            if let Some(at_rest) = self.system.slips(*t, q, &zeros)[i] {
                let slip = |v: &[Dual64]| self.system.slips(time[0], &fixed, v)[i].expect("a slip");
                directions.push(gradient(slip, u));
                rates.push(at_rest);
                contacts.push((i, true));
            }
        }
        let ahead = if let Rule::Theta(_) = self.rule {
            0.5 * self.h
        } else {
            0.0
        };
        let values = self.system.gaps(*t, q).into_iter().zip(&gaps);
        let values = values.map(|(gap, row)| gap + ahead * (row[0] + dot(&row[1..], u)) <= 0.0);
        let closed = values.collect();
        let before = directions
            .iter()
            .zip(&rates)
            .map(|(row, rate)| dot(row, u) + rate);
        let [balance, _] = self.momenta(u);
        let columns = (0..q.len()).map(|k| {
            let mut moved = u.clone();
            moved[k] += 1e-6;
            let [next, _] = self.momenta(&moved);
            next.iter()
                .zip(&balance)
                .map(|(a, b)| (a - b) / 1e-6)
                .collect::<Vec<_>>()
        });
        let columns: Vec<Vec<f64>> = columns.collect();
        Known {
            before: before.collect(),
            ties: jacobian(|q| self.system.ties(q), q),
            laws: self.system.laws(q),
            masses: (0..q.len())
                .map(|i| columns.iter().map(|column| column[i]).collect())
                .collect(),
            directions,
            rates,
            contacts,
            closed,
        }
    }

    fn descend(&self, known: &Known, modes: &mut Vec<Mode>, found: &mut Vec<(Vec<Mode>, Vec<f64>)>) {
        let Some(is_closed) = known.closed.get(modes.len()) else {
            if let Some(z) = self
                .solved(known, modes)
                .filter(|z| self.satisfies(known, modes, z))
            {
                found.push((modes.clone(), z));
            }
            return;
        };
        let slides = known.contacts.contains(&(modes.len(), true));
        let choices: &[Mode] = match (is_closed, slides) {
            (false, _) => &[Mode::Open],
            (true, false) => &[Mode::Open, Mode::Sticks],
            (true, true) => &[Mode::Open, Mode::Sticks, Mode::SlipsForward, Mode::SlipsBackward],
        };
        for &mode in choices {
            modes.push(mode);
            self.descend(known, modes, found);
            modes.pop();
        }
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
        let lagrangian = |q: &[Dual64]| {
            let v: Vec<Dual64> = v.iter().map(|&v| Dual64::from(v)).collect();
            self.system.kinetic(Dual64::from(t), q, &v) - self.system.potential(Dual64::from(t), q)
        };
        sum(
            &gradient(lagrangian, q),
            1.0,
            &self.system.force(t, q, v, self.inputs),
        )
    }

    /// What p₀ + Wᵀ P − Gᵀ λ has to be, and p₁.
    fn momenta(&self, u: &[f64]) -> [Vec<f64>; 2] {
        let (h, Node { t, q, u: before, .. }) = (self.h, self.node);
        let (t1, q1) = (t + h, self.end_coordinates(u));
        let (start, end) = (self.at(*t, q, u), self.at(t1, &q1, u));
        match self.rule {
            Rule::Moreau => {
                let lagging = self.at(*t, q, before).pull;
                [
                    sum(&start.momentum, -0.5 * h, &lagging),
                    sum(&end.momentum, 0.5 * h, &end.pull),
                ]
            }
            Rule::Symmetric => [
                sum(&start.momentum, -0.5 * h, &start.pull),
                sum(&end.momentum, 0.5 * h, &end.pull),
            ],
            Rule::Variational => {
                let both = sum(&start.momentum, 1.0, &end.momentum);
                let mean: Vec<f64> = both.iter().map(|p| 0.5 * p).collect();
                [
                    sum(&mean, -0.5 * h, &self.push(*t, q, u)),
                    sum(&mean, 0.5 * h, &self.push(t1, &q1, u)),
                ]
            }
            Rule::Theta(theta) => {
                let first = self.push(*t, q, before);
                let balance = sum(&end.momentum, -h * (1.0 - theta), &first);
                [sum(&balance, -h * theta, &self.push(t1, &q1, u)), end.momentum]
            }
        }
    }

    /// The directions of the impulses of constraints: G(q₀), or means of both ends.
    fn ties(&self, known: &Known, u: &[f64]) -> Vec<Vec<f64>> {
        let Rule::Theta(theta) = self.rule else {
            return known.ties.clone();
        };
        let ends = jacobian(|q| self.system.ties(q), &self.end_coordinates(u));
        let pairs = known.ties.iter().zip(ends);
        let weighted = pairs.map(|(start, end)| {
            let pairs = start.iter().zip(end);
            pairs
                .map(|(start, end)| theta * start + (1.0 - theta) * end)
                .collect()
        });
        weighted.collect()
    }

    fn end(&self, u: &[f64]) -> Node {
        let [_, p] = self.momenta(u);
        Node {
            t: self.node.t + self.h,
            q: self.end_coordinates(u),
            p,
            u: u.to_vec(),
        }
    }

    /// Of Moreau's scheme with the forces on the right of the node in place of those that lag.
    fn right(&self, known: &Known, z: &[f64]) -> Vec<f64> {
        let (h, Node { t, q, .. }) = (self.h, self.node);
        let (u, multipliers) = (&z[..self.size()], &z[self.size()..]);
        let [mut right, _] = self.momenta(u);
        if self.rule == Rule::Moreau {
            let start = self.at(*t, q, u);
            right = sum(&start.momentum, -0.5 * h, &start.pull);
        }
        let ties = self.ties(known, u);
        let ties = ties.iter().zip(multipliers);
        ties.fold(right, |right, (row, &by)| sum(&right, by, row))
    }

    /// ξ of a row.
    fn xi(known: &Known, row: usize, u: &[f64]) -> f64 {
        let (i, slides) = known.contacts[row];
        let law = known.laws[i];
        let e = if slides {
            law.restitution_t
        } else {
            law.restitution
        };
        dot(&known.directions[row], u) + known.rates[row] + e * known.before[row]
    }

    /// All equations, with their derivative: the balance, the constraints at the end, and the branch of each contact.
    fn equations(&self, known: &Known, modes: &[Mode], z: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let (n, m, rows) = (self.size(), known.ties.len(), known.contacts.len());
        let (u, multipliers, p) = (&z[..n], &z[n..n + m], &z[n + m..]);
        let ([balance, _], end) = (self.momenta(u), self.end_coordinates(u));
        let mut residual: Vec<f64> = (0..n).map(|k| balance[k] - self.node.p[k]).collect();
        let mut tangent: Vec<Vec<f64>> = known.masses.clone();
        let ties = self.ties(known, u);
        for k in 0..n {
            for (row, by) in ties.iter().zip(multipliers) {
                residual[k] += row[k] * by;
                tangent[k].push(row[k]);
            }
            for (row, by) in known.directions.iter().zip(p) {
                residual[k] -= row[k] * by;
                tangent[k].push(-row[k]);
            }
        }
        residual.extend(self.system.ties(&end));
        let moved = if let Rule::Theta(theta) = self.rule {
            theta * self.h
        } else {
            self.h
        };
        for row in jacobian(|q| self.system.ties(q), &end) {
            let by_velocity = row.iter().map(|g| moved * g);
            tangent.push(by_velocity.chain(vec![0.0; m + rows]).collect());
        }
        for (row, &(i, slides)) in known.contacts.iter().enumerate() {
            let mut by = vec![0.0; n + m + rows];
            let by_percussions = |by: &mut [f64], sign: f64| {
                by[n + m + row] = 1.0;
                by[n + m + row - 1] = sign * known.laws[i].friction;
                p[row] + sign * known.laws[i].friction * p[row - 1]
            };
            residual.push(match (modes[i], slides) {
                (Mode::Open, _) => {
                    by[n + m + row] = 1.0;
                    p[row]
                }
                (Mode::SlipsForward, true) => by_percussions(&mut by, 1.0),
                (Mode::SlipsBackward, true) => by_percussions(&mut by, -1.0),
                _ => {
                    by[..n].copy_from_slice(&known.directions[row]);
                    Self::xi(known, row, u)
                }
            });
            tangent.push(by);
        }
        (residual, tangent)
    }

    /// Newton's method, with the masses of the velocity before: it wins two digits or more in each iteration.
    fn solved(&self, known: &Known, modes: &[Mode]) -> Option<Vec<f64>> {
        let mut z = self.node.u.clone();
        z.resize(self.size() + known.ties.len() + known.contacts.len(), 0.0);
        let mut before = f64::INFINITY;
        for _ in 0..40 {
            let (residual, tangent) = self.equations(known, modes, &z);
            let dz = eliminated(tangent, residual)?;
            z.iter_mut().zip(&dz).for_each(|(z, dz)| *z -= dz);
            let [change, size] = [&dz, &z].map(|list| list.iter().fold(0.0_f64, |most, x| most.max(x.abs())));
            // What does not shrink any more is rounding.
            if change <= 1e-9 * size && change >= 0.5 * before {
                break;
            }
            before = change;
        }
        Some(z)
    }

    /// The inequalities, up to rounding.
    fn satisfies(&self, known: &Known, modes: &[Mode], z: &[f64]) -> bool {
        let (u, p) = (&z[..self.size()], &z[self.size() + known.ties.len()..]);
        let slack = 1e-11;
        let rows = known.contacts.iter().enumerate();
        let mut closed = rows.filter(|(_, (i, _))| known.closed[*i]);
        closed.all(|(row, &(i, slides))| match (modes[i], slides) {
            (Mode::Open, false) => Self::xi(known, row, u) >= -slack,
            (Mode::Open, true) => true,
            (_, false) => p[row] >= -slack,
            (Mode::Sticks, true) => p[row].abs() <= known.laws[i].friction * p[row - 1] + slack,
            (Mode::SlipsForward, true) => Self::xi(known, row, u) >= -slack,
            (Mode::SlipsBackward, true) => Self::xi(known, row, u) <= slack,
        })
    }
}

/// a + `by` b
fn sum(a: &[f64], by: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + by * b).collect()
}

/// x with A x = b, by elimination with pivots; nothing where A is singular to rounding.
fn eliminated(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Option<Vec<f64>> {
    let n = b.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        let size = a[pivot].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if a[pivot][k].abs() <= 1e-9 * size {
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
