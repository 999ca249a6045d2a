//! An elastic bar that hits a wall with its last mass, written by hand: a consistent mass matrix and cubic springs.

use std::cell::Cell;

use extremal::blocks::IntoBlock;
use extremal::contacts::Law;
use extremal::drive::{
    AssembledContactMemory, AssembledContactReport, AssembledContacts, Assembly, Dependence, Known, OwnEnd,
    OwnStart, SparseLinearization, Steady,
};
use extremal::family::{
    self, AssembledMasses, ContactForm, ContactItem, Entries, Family, FamilyContacts, GapAt, Heap,
    SumOfEnergies,
};
use extremal::nalgebra::DVector;
use extremal::prelude::*;
use extremal::structure::{MassMatrix, Structure};
use extremal::system::CoordinateName;
use extremal::{Facts, Failure};

use crate::declared::{FACTS, delegated, one_group};

type V = DVector<f64>;

thread_local! {
    /// How often a tangent was added up.
    static TANGENTS: Cell<usize> = const { Cell::new(0) };
}

/// `nodes` nodes; an element of mass m has ⅙ m (v₀² + v₀ v₁ + v₁²) and, longer by d, ½ k d² + ¼ c d⁴. The wall is at u = `wall`, and moves
/// with the velocity `wall_velocity`.
#[derive(Clone, Debug)]
pub(crate) struct Bar {
    pub(crate) nodes: usize,
    pub(crate) m: f64,
    pub(crate) k: f64,
    pub(crate) c: f64,
    pub(crate) wall: f64,
    pub(crate) wall_velocity: f64,
    pub(crate) e: f64,
}

impl Bar {
    fn elements(&self) -> std::ops::Range<usize> {
        0..self.nodes - 1
    }

    /// M v, term by term.
    fn masses(&self, v: &[f64], mut add: impl FnMut(usize, f64)) {
        for i in self.elements() {
            add(i, self.m / 6.0 * (2.0 * v[i] + v[i + 1]));
            add(i + 1, self.m / 6.0 * (v[i] + 2.0 * v[i + 1]));
        }
    }

    fn mass_entries(&self, factor: f64, entries: &mut impl Entries<f64>) {
        for i in self.elements() {
            for (row, column, part) in [(i, i, 2.0), (i, i + 1, 1.0), (i + 1, i, 1.0), (i + 1, i + 1, 2.0)] {
                entries.add(row, column, factor * part * self.m / 6.0);
            }
        }
    }

    /// −∂V/∂q, term by term.
    fn forces(&self, q: &[f64], mut add: impl FnMut(usize, f64)) {
        for i in self.elements() {
            let d = q[i + 1] - q[i];
            let pull = self.k * d + self.c * d.powi(3);
            add(i, pull);
            add(i + 1, -pull);
        }
    }

    fn stiffness(&self, q: &[f64], i: usize) -> f64 {
        self.k + 3.0 * self.c * (q[i + 1] - q[i]).powi(2)
    }
}

impl Lagrangian for Bar {
    fn coordinate_count(&self) -> usize {
        self.nodes
    }
    fn coordinate_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new("u", &[k])
    }
    delegated!([f64; 0];);
}

impl Family for Bar {
    type Space = Heap;

    fn check(&self) -> Result<(), Failure> {
        Ok(())
    }
    fn sum_of_energies(&self, _: f64, q: &[f64], v: &[f64]) -> SumOfEnergies<f64> {
        let mut kinetic = 0.0;
        self.masses(v, |i, p| kinetic += 0.5 * v[i] * p);
        let spring = |d: f64| 0.5 * self.k * d.powi(2) + 0.25 * self.c * d.powi(4);
        let potential: f64 = self.elements().map(|i| spring(q[i + 1] - q[i])).sum();
        SumOfEnergies {
            kinetic,
            potential,
            generalized: kinetic + potential,
        }
    }
    fn add_momentum(&self, _: f64, _: &[f64], v: &[f64], p: &mut [f64]) {
        self.masses(v, |i, term| p[i] += term);
    }
    fn add_masses(&self, _: f64, _: &[f64], _: &[f64], m: &mut impl Entries<f64>) {
        self.mass_entries(1.0, m);
    }
    fn add_force(&self, _: f64, _: &[f64], _: &[f64], _: &[f64; 0], _: &mut [f64]) {}
    fn add_balance(&self, _: f64, q: &[f64], _: &[f64], _: &[f64; 0], b: &mut [f64]) {
        self.forces(q, |i, term| b[i] += term);
    }
}

impl FamilyContacts for Bar {
    const FORMS: &'static [ContactForm] = &[ContactForm {
        name: "wall",
        indices: 0,
        slips: 0,
        has_gap: true,
        has_points: false,
        has_constant_law: true,
    }];

    fn each_gap(
        &self,
        form: usize,
        t: f64,
        q: &[f64],
        v: &[f64],
        visit: &mut impl FnMut(ContactItem, GapAt<f64>),
    ) {
        let item = ContactItem {
            form,
            indices: [0; 2],
        };
        visit(item, self.gap(item, t, q, v));
    }
    fn each_point(&self, _: usize, _: f64, _: &[f64], _: &mut impl FnMut(usize, [f64; 3], f64)) {}
    fn has_contact(&self, _: ContactItem) -> bool {
        true
    }
    fn gap(&self, _: ContactItem, t: f64, q: &[f64], v: &[f64]) -> GapAt<f64> {
        let (last, wall) = (self.nodes - 1, self.wall + self.wall_velocity * t);
        GapAt {
            gap: wall - q[last],
            scale: self.wall.abs() + (self.wall_velocity * t).abs() + q[last].abs(),
            rate: self.wall_velocity - v[last],
        }
    }
    fn directions(
        &self,
        _: ContactItem,
        _: f64,
        _: &[f64],
        entries: &mut impl Entries<f64>,
        rates: &mut [f64; 3],
    ) {
        entries.add(0, self.nodes - 1, -1.0);
        *rates = [self.wall_velocity, 0.0, 0.0];
    }
    fn contact_variations(
        &self,
        _: ContactItem,
        _: (f64, &[f64], &[f64]),
        _: &[f64; 3],
        _: &mut impl Entries<f64>,
        _: &mut impl Entries<f64>,
    ) {
    }
    fn law(&self, _: ContactItem, _: f64, _: &[f64], _: &[f64]) -> Law<f64> {
        Law {
            friction: 0.0,
            restitution: self.e,
            restitution_t: 0.0,
        }
    }
}

/// The mean velocity of a step of the scheme, and its weights of the forces at both nodes.
trait Weighted: Copy {
    const TANGENT: Dependence;
    /// The part of the end: q₁ = q₀ + h ((1 − θ) u₋ + θ u).
    fn theta(&self) -> f64;
}

impl Weighted for Moreau {
    const TANGENT: Dependence = Dependence::Constant;
    fn theta(&self) -> f64 {
        1.0
    }
}

impl Weighted for Theta {
    const TANGENT: Dependence = Dependence::Unknowns;
    fn theta(&self) -> f64 {
        self.theta
    }
}

fn end<D: Weighted>(known: &Known<'_, Bar, D>, x: &[f64]) -> Vec<f64> {
    let theta = known.scheme.theta();
    let mean = (0..x.len()).map(|k| (1.0 - theta) * known.v[k] + theta * x[k]);
    mean.zip(known.q).map(|(u, q)| q + known.h * u).collect()
}

impl Bar {
    /// What stands behind p₀ − M u: of `Theta` all of the forces, of `Moreau` half of those at the start.
    fn impulses<D: Weighted>(&self, known: &Known<'_, Self, D>, x: &[f64], mut add: impl FnMut(usize, f64)) {
        if D::TANGENT == Dependence::Constant {
            return self.forces(known.q, |i, f| add(i, 0.5 * known.h * f));
        }
        let theta = known.scheme.theta();
        self.forces(known.q, |i, f| add(i, (1.0 - theta) * known.h * f));
        self.forces(&end(known, x), |i, f| add(i, theta * known.h * f));
    }
}

macro_rules! assembly {
    ($($scheme:ty)*) => {$(
        impl Assembly<$scheme> for Bar {
            one_group!($scheme, <$scheme as Weighted>::TANGENT, nodes false, items true, carried true);

            fn own_end(known: &Known<'_, Self, $scheme>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
                let theta = known.scheme.theta();
                OwnEnd {
                    q: start.q + known.h * ((1.0 - theta) * start.v + theta * x[0]),
                    p: start.p,
                    v: x[0],
                }
            }
            fn own_inside(_: f64, start: OwnStart<f64>, x: &[f64], _: f64) -> (f64, f64) {
                (start.q, x[0])
            }
            fn set_nodes(&self, _: &Known<'_, Self, $scheme>, _: &mut [f64], _: &mut [f64]) {}
            fn add_rows(&self, known: &Known<'_, Self, $scheme>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
                self.masses(x, |i, term| {
                    rows[i] -= term;
                    scales[i] += term.abs();
                });
                self.impulses(known, x, |i, term| rows[i] += term);
            }
            fn add_rows_and_ends(
                &self,
                known: &Known<'_, Self, $scheme>,
                x: &[f64],
                rows: &mut [f64],
                scales: &mut [f64],
                momenta: &mut [f64],
            ) {
                self.add_rows(known, x, rows, scales);
                self.impulses(known, x, |i, term| momenta[i] += term);
                if <$scheme as Weighted>::TANGENT == Dependence::Constant {
                    self.forces(&end(known, x), |i, f| momenta[i] += 0.5 * known.h * f);
                }
            }
            fn add_rows_and_tangent(
                &self,
                known: &Known<'_, Self, $scheme>,
                x: &[f64],
                rows: &mut [f64],
                entries: &mut impl Entries<f64>,
            ) {
                TANGENTS.set(TANGENTS.get() + 1);
                self.add_rows(known, x, rows, &mut vec![0.0; x.len()]);
                self.mass_entries(-1.0, entries);
                let (weight, q1) = ((known.scheme.theta() * known.h).powi(2), end(known, x));
                for i in self.elements().filter(|_| <$scheme as Weighted>::TANGENT == Dependence::Unknowns) {
                    let stiffness = weight * self.stiffness(&q1, i);
                    for (row, column, sign) in [(i, i, -1.0), (i, i + 1, 1.0), (i + 1, i, 1.0), (i + 1, i + 1, -1.0)] {
                        entries.add(row, column, sign * stiffness);
                    }
                }
            }
            fn add_variations(
                &self,
                _: &Known<'_, Self, $scheme>,
                _: &[f64],
                _: &mut impl Entries<f64>,
                _: &mut impl Entries<f64>,
            ) {
            }
        }

        impl Discretize<$scheme> for Bar {
            type System = Self;
            type Memory = AssembledContactMemory<f64>;
            type Report = AssembledContactReport<Bar>;
            type Stages = V;
            type Linearization = SparseLinearization<f64>;
            type Modes = Steady;
            type Driver = AssembledContacts;

            fn system(&self) -> &Self {
                self
            }
        }
    )*};
}

assembly!(Moreau Theta);

/// How often tangents are added up at the start and in each of some steps with impacts; and the state at the end.
fn tangents<D: Copy>(scheme: D) -> (usize, Vec<usize>)
where
    Bar: Discretize<D, Report = AssembledContactReport<Bar>>,
{
    let bar = Bar {
        nodes: 5,
        m: 0.2,
        k: 300.0,
        c: 4e4,
        wall: 0.02,
        wall_velocity: -0.3,
        e: 0.5,
    };
    let counted = |work: &mut dyn FnMut()| {
        let before = TANGENTS.get();
        work();
        TANGENTS.get() - before
    };
    let start = |h: f64, q: Vec<f64>, v: Vec<f64>| {
        Integrator::new(bar.clone(), scheme, h, q, v).expect("a good start")
    };
    let (mut motion, mut hits) = (None, 0);
    let at_start = counted(&mut || motion = Some(start(1e-3, vec![0.0; 5], vec![1.0; 5])));
    let mut motion = motion.expect("a start");
    let mut each: Vec<usize> = (0..60)
        .map(|_| counted(&mut || hits += motion.step().expect("a small step").closed_count()))
        .collect();
    assert!(hits > 0);
    // Another length of the step has another tangent.
    each.push(counted(&mut || motion.set_step_size(5e-4).expect("a step size")));
    (at_start, each)
}

/// A constant tangent is added up once for its pattern and once for its numbers, and then has its factors; the mass matrix of this
/// bar has entries beside the diagonal. One that depends on the unknowns is added up in each step.
#[test]
fn constant_tangents_are_factored_once() {
    let (at_start, each) = tangents(Moreau::default());
    let (again, steps) = each.split_last().expect("a change of the step size");
    assert_eq!((at_start, *again), (2, 2));
    assert!(steps.iter().all(|&count| count == 0), "{steps:?}");
    let (_, each) = tangents(Theta::default());
    assert!(each.iter().take(60).all(|&count| count >= 1), "{each:?}");
}
