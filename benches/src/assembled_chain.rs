//! Many masses between fixed ends, springs ½d² + ¼d⁴, as sums over items that the driver of systems of any size steps; and
//! Störmer and Verlet's method for the same masses in plain loops.
//!
//! ```text
//! Verlet:    r = p₀ + N − x,              p₁ = p₀ + N + N₁,       N = −½ h V'(q)
//! Midpoint:  r = p₀ − x − ½ h V'(q + ½ h x),   p₁ = x − ½ h V'(q + ½ h x)
//! ```

use extremal::drive::{
    Assembled, AssembledMemory, Assembly, Dependence, Known, OwnEnd, OwnStart, SparseLinearization, Steady,
};
use extremal::family::{self, AssembledMasses, Entries, Family, Heap, SumOfEnergies};
use extremal::nalgebra::DVector;
use extremal::prelude::*;
use extremal::{
    Convergence, CoordinateName, Facts, Failure, FieldFailure, IntoBlock, MassMatrix, Solve, Structure,
};

use crate::long_chain::{H, start};

type V = DVector<f64>;

/// So many unit masses.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// n.
    pub masses: usize,
}

/// An integrator at rest, displaced by a sine.
///
/// # Panics
///
/// Never: the start is a good one.
pub fn started<D>(masses: usize, scheme: D) -> Integrator<Chain, D>
where
    Chain: Discretize<D>,
{
    Integrator::new(Chain { masses }, scheme, H, start(masses), vec![0.0; masses]).expect("a good start")
}

/// The places of the masses at a time, q + shift x.
#[derive(Clone, Copy)]
struct Places<'a> {
    q: &'a [f64],
    shift: f64,
    x: &'a [f64],
}

impl Places<'_> {
    /// Calls `visit` with the mass i and how much longer the spring after it is, that to the wall included; returns how much longer
    /// the first spring is, from the other wall. What a spring adds to the mass behind it is carried by the caller, so that no
    /// number is written twice, and the compiler can work on several springs at a time.
    #[inline(always)]
    fn springs(&self, mut visit: impl FnMut(usize, f64)) {
        let n = self.q.len();
        let (q, x) = (&self.q[..n], &self.x[..n]);
        for i in 0..n - 1 {
            visit(i, (q[i + 1] + self.shift * x[i + 1]) - (q[i] + self.shift * x[i]));
        }
        visit(n - 1, -(q[n - 1] + self.shift * x[n - 1]));
    }

    fn first(&self) -> f64 {
        self.q[0] + self.shift * self.x[0]
    }
}

/// V' and V'' of a spring.
#[inline(always)]
fn pull(d: f64) -> f64 {
    d + d * d * d
}

#[inline(always)]
fn stiffness(d: f64) -> f64 {
    1.0 + 3.0 * d * d
}

/// factor V', added to one vector.
#[inline(always)]
fn add_slope(factor: f64, places: Places<'_>, r: &mut [f64]) {
    let r = &mut r[..places.q.len()];
    let mut before = factor * pull(places.first());
    places.springs(|i, d| {
        let term = factor * pull(d);
        r[i] += before - term;
        before = term;
    });
}

/// The same, but one vector is set, and the other one added to.
#[inline(always)]
fn set_slope(factor: f64, places: Places<'_>, [r, p]: [&mut [f64]; 2]) {
    let n = places.q.len();
    let (r, p) = (&mut r[..n], &mut p[..n]);
    let mut before = factor * pull(places.first());
    places.springs(|i, d| {
        let term = factor * pull(d);
        r[i] = before - term;
        p[i] += before - term;
        before = term;
    });
}

/// Added to two vectors.
#[inline(always)]
fn add_slopes(factor: f64, places: Places<'_>, [r, p]: [&mut [f64]; 2], scales: &mut [f64]) {
    let n = places.q.len();
    let (r, p, scales) = (&mut r[..n], &mut p[..n], &mut scales[..n]);
    let mut before = factor * pull(places.first());
    places.springs(|i, d| {
        let term = factor * pull(d);
        r[i] += before - term;
        p[i] += before - term;
        scales[i] += before.abs() + term.abs();
        before = term;
    });
}

#[inline(always)]
fn add_stiffness(factor: f64, places: Places<'_>, entries: &mut impl Entries<f64>) {
    let n = places.q.len();
    let mut before = factor * stiffness(places.first());
    places.springs(|i, d| {
        let term = factor * stiffness(d);
        entries.add(i, i, before + term);
        if i + 1 < n {
            entries.add(i, i + 1, -term);
            entries.add(i + 1, i, -term);
        }
        before = term;
    });
}

impl Lagrangian for Chain {
    type Scalar = f64;
    type Configuration = V;
    type Velocity = V;
    type Momentum = V;
    type Matrix = AssembledMasses<f64>;
    type Inputs = [f64; 0];
    type Outputs = [f64; 0];

    const COORDINATES: &'static [&'static str] = &[];
    const INPUTS: &'static [&'static str] = &[];
    const OUTPUTS: &'static [&'static str] = &[];
    const SENSITIVITIES: &'static [&'static str] = &[];
    const STRUCTURE: Structure = Structure {
        has_kinetic_energy: true,
        mass_matrix: MassMatrix::Constant,
        ..Structure::UNKNOWN
    };

    fn coordinate_count(&self) -> usize {
        self.masses
    }

    fn coordinate_name(&self, k: usize) -> CoordinateName {
        CoordinateName::new("q", &[k])
    }

    fn check_fields(&self) -> Result<(), Failure> {
        Family::check(self)
    }

    fn lagrangian(&self, t: f64, q: &V, v: &V) -> f64 {
        family::lagrangian(self, t, q, v)
    }

    fn momentum(&self, t: f64, q: &V, v: &V) -> V {
        family::momentum(self, t, q, v)
    }

    fn mass_matrix(&self, t: f64, q: &V, v: &V) -> AssembledMasses<f64> {
        family::mass_matrix(self, t, q, v)
    }

    fn generalized_energy(&self, t: f64, q: &V, v: &V) -> f64 {
        family::generalized_energy(self, t, q, v)
    }

    fn total_energy(&self, t: f64, q: &V, v: &V) -> f64 {
        family::total_energy(self, t, q, v)
    }

    fn force(&self, t: f64, q: &V, v: &V, inputs: &[f64; 0]) -> V {
        family::force(self, t, q, v, inputs)
    }

    fn outputs_given(&self, _: f64, _: &V, _: &V, _: &[f64; 0], _: &[f64]) -> [f64; 0] {
        []
    }

    fn velocity(&self, t: f64, q: &V, p: &V) -> Result<V, Failure> {
        family::velocity(self, t, q, p)
    }

    fn acceleration(&self, t: f64, q: &V, v: &V, inputs: &[f64; 0]) -> Result<V, Failure> {
        family::acceleration(self, t, q, v, inputs)
    }

    fn inverse_dynamics(
        &self,
        t: f64,
        q: impl IntoBlock<V>,
        v: impl IntoBlock<V>,
        a: impl IntoBlock<V>,
    ) -> V {
        family::inverse_dynamics(self, t, &q.into_block(), &v.into_block(), &a.into_block())
    }
}

impl Family for Chain {
    type Space = Heap;

    fn check(&self) -> Result<(), Failure> {
        if self.masses == 0 {
            return Err(FieldFailure::Empty { range: "masses" }.into());
        }
        Ok(())
    }

    fn sum_of_energies(&self, _: f64, q: &[f64], v: &[f64]) -> SumOfEnergies<f64> {
        let kinetic: f64 = v.iter().map(|v| 0.5 * v * v).sum();
        let energy = |d: f64| 0.5 * d * d + 0.25 * d.powi(4);
        let places = Places { q, shift: 0.0, x: q };
        let mut potential = energy(places.first());
        places.springs(|_, d| potential += energy(d));
        SumOfEnergies {
            kinetic,
            potential,
            generalized: kinetic + potential,
        }
    }

    fn add_momentum(&self, _: f64, _: &[f64], v: &[f64], p: &mut [f64]) {
        p.iter_mut().zip(v).for_each(|(p, v)| *p += v);
    }

    fn add_masses(&self, _: f64, _: &[f64], _: &[f64], m: &mut impl Entries<f64>) {
        (0..self.masses).for_each(|i| m.add(i, i, 1.0));
    }

    fn add_force(&self, _: f64, _: &[f64], _: &[f64], _: &[f64; 0], _: &mut [f64]) {}

    fn add_balance(&self, _: f64, q: &[f64], _: &[f64], _: &[f64; 0], b: &mut [f64]) {
        add_slope(-1.0, Places { q, shift: 0.0, x: q }, b);
    }
}

const FACTS: Facts = Facts {
    solve: Solve::Explicit,
    reason: "M is diagonal",
    unknowns: 0,
    residual_operations: 0,
    tangent_operations: 0,
    update_operations: 0,
    step_operations: 0,
    is_symmetric: true,
    step_stack_bytes: 0,
    linearize_stack_bytes: 0,
};

/// What both schemes share: a coordinate without items keeps its momentum and moves with its velocity.
macro_rules! own {
    ($scheme:ty, $momentum:expr) => {
        #[inline(always)]
        fn own_rows(
            _: &Known<'_, Self, $scheme>,
            start: OwnStart<f64>,
            _: &[f64],
            rows: &mut [f64],
            scales: &mut [f64],
        ) {
            if let ([row], [scale]) = (rows, scales) {
                (*row, *scale) = (start.p, start.p.abs());
            }
        }

        #[inline(always)]
        fn own_tangent(_: &Known<'_, Self, $scheme>, _: OwnStart<f64>, _: &[f64], _: &mut impl Entries<f64>) {
        }

        #[inline(always)]
        fn own_end(known: &Known<'_, Self, $scheme>, start: OwnStart<f64>, x: &[f64]) -> OwnEnd<f64> {
            let momentum: fn(f64) -> f64 = $momentum;
            OwnEnd {
                q: start.q + known.h * x[0],
                p: momentum(start.p),
                v: 0.0,
            }
        }

        #[inline(always)]
        fn own_inside(h: f64, start: OwnStart<f64>, x: &[f64], s: f64) -> (f64, f64) {
            (start.q + s * h * x[0], x[0])
        }
    };
}

impl Assembly<Verlet> for Chain {
    type StepSpace = Heap;
    const GROUPS: usize = 1;
    const IMPULSES: usize = 0;
    const STAGES: usize = 1;
    const TANGENT: Dependence = Dependence::Constant;
    const HAS_NODES: bool = true;
    const HAS_OFFSETS: bool = false;
    const HAS_ENDS: bool = false;
    const CARRIES_VELOCITY: bool = false;
    const FACTS: Facts = FACTS;
    type Modes = Steady;

    own!(Verlet, |p| p);

    fn set_nodes(&self, known: &Known<'_, Self, Verlet>, impulses: &mut [f64], momenta: &mut [f64]) {
        set_slope(
            -0.5 * known.h,
            Places {
                q: known.q,
                shift: 0.0,
                x: known.q,
            },
            [impulses, momenta],
        );
    }

    fn add_rows(&self, _: &Known<'_, Self, Verlet>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        for ((row, scale), x) in rows.iter_mut().zip(scales).zip(x) {
            *row -= x;
            *scale += x.abs();
        }
    }

    fn add_rows_and_ends(
        &self,
        known: &Known<'_, Self, Verlet>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        _: &mut [f64],
    ) {
        self.add_rows(known, x, rows, scales);
    }

    fn add_rows_and_tangent(
        &self,
        _: &Known<'_, Self, Verlet>,
        x: &[f64],
        rows: &mut [f64],
        entries: &mut impl Entries<f64>,
    ) {
        rows.iter_mut().zip(x).for_each(|(row, x)| *row -= x);
        (0..x.len()).for_each(|i| entries.add(i, i, -1.0));
    }

    fn add_variations(
        &self,
        _: &Known<'_, Self, Verlet>,
        _: &[f64],
        _: &mut impl Entries<f64>,
        _: &mut impl Entries<f64>,
    ) {
    }
}

impl Assembly<Midpoint> for Chain {
    type StepSpace = Heap;
    const GROUPS: usize = 1;
    const IMPULSES: usize = 0;
    const STAGES: usize = 1;
    const TANGENT: Dependence = Dependence::Unknowns;
    const HAS_NODES: bool = false;
    const HAS_OFFSETS: bool = true;
    const HAS_ENDS: bool = true;
    const CARRIES_VELOCITY: bool = false;
    const FACTS: Facts = FACTS;
    type Modes = Steady;

    own!(Midpoint, |_| 0.0);

    fn set_nodes(&self, _: &Known<'_, Self, Midpoint>, _: &mut [f64], _: &mut [f64]) {}

    fn add_rows(&self, known: &Known<'_, Self, Midpoint>, x: &[f64], rows: &mut [f64], scales: &mut [f64]) {
        let mut ends = vec![0.0; x.len()];
        self.add_rows_and_ends(known, x, rows, scales, &mut ends);
    }

    fn add_rows_and_ends(
        &self,
        known: &Known<'_, Self, Midpoint>,
        x: &[f64],
        rows: &mut [f64],
        scales: &mut [f64],
        momenta: &mut [f64],
    ) {
        for (((row, scale), p), x) in rows.iter_mut().zip(&mut *scales).zip(&mut *momenta).zip(x) {
            *row -= x;
            *scale += x.abs();
            *p += x;
        }
        let half = 0.5 * known.h;
        let places = Places {
            q: known.q,
            shift: half,
            x,
        };
        add_slopes(-half, places, [rows, momenta], scales);
    }

    fn add_rows_and_tangent(
        &self,
        known: &Known<'_, Self, Midpoint>,
        x: &[f64],
        rows: &mut [f64],
        entries: &mut impl Entries<f64>,
    ) {
        for (i, (row, x)) in rows.iter_mut().zip(x).enumerate() {
            *row -= x;
            entries.add(i, i, -1.0);
        }
        let half = 0.5 * known.h;
        let places = Places {
            q: known.q,
            shift: half,
            x,
        };
        add_slope(-half, places, rows);
        add_stiffness(-half * half, places, entries);
    }

    fn add_variations(
        &self,
        _: &Known<'_, Self, Midpoint>,
        _: &[f64],
        _: &mut impl Entries<f64>,
        _: &mut impl Entries<f64>,
    ) {
    }
}

macro_rules! discretized {
    ($($scheme:ty)*) => {$(
        impl Discretize<$scheme> for Chain {
            type Memory = AssembledMemory<f64>;
            type Report = Convergence;
            type Stages = V;
            type Linearization = SparseLinearization<f64>;
            type Modes = Steady;
            type Driver = Assembled;
        }
    )*};
}

discretized!(Verlet Midpoint);

/// Störmer and Verlet's method, in plain loops.
#[derive(Clone, Debug)]
pub struct LeapfrogByHand {
    q: Vec<f64>,
    p: Vec<f64>,
    force: Vec<f64>,
}

impl LeapfrogByHand {
    /// At rest, displaced by a sine.
    #[must_use]
    pub fn new(n: usize) -> Self {
        let mut motion = Self {
            q: start(n),
            p: vec![0.0; n],
            force: vec![0.0; n],
        };
        motion.pull();
        motion
    }

    /// The coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[f64] {
        &self.q
    }

    /// The momenta.
    #[must_use]
    pub fn momenta(&self) -> &[f64] {
        &self.p
    }

    fn pull(&mut self) {
        let (q, force) = (&self.q, &mut self.force);
        let n = q.len();
        let mut before = q[0] + q[0] * q[0] * q[0];
        for i in 0..n - 1 {
            let d = q[i + 1] - q[i];
            let after = d + d * d * d;
            force[i] = after - before;
            before = after;
        }
        let d = -q[n - 1];
        force[n - 1] = d + d * d * d - before;
    }

    /// Makes steps.
    pub fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            for ((q, p), f) in self.q.iter_mut().zip(&mut self.p).zip(&self.force) {
                *p += 0.5 * H * f;
                *q += H * *p;
            }
            self.pull();
            for (p, f) in self.p.iter_mut().zip(&self.force) {
                *p += 0.5 * H * f;
            }
        }
    }
}
