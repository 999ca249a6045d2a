//! What systems of any size that are written by hand have in common, as the derive writes it.

use extremal::{Facts, Solve};

pub(crate) const FACTS: Facts = Facts {
    solve: Solve::Newton,
    reason: "",
    unknowns: 0,
    residual_operations: 0,
    tangent_operations: 0,
    update_operations: 0,
    step_operations: 0,
    is_symmetric: true,
    step_stack_bytes: 0,
    linearize_stack_bytes: 0,
};

/// What the derive writes in each `impl Lagrangian` of a system of any size.
macro_rules! delegated {
    ($inputs:ty; $($input:literal)*) => {
        type Scalar = f64;
        type Configuration = V;
        type Velocity = V;
        type Momentum = V;
        type Matrix = AssembledMasses<f64>;
        type Inputs = $inputs;
        type Outputs = [f64; 0];

        const COORDINATES: &'static [&'static str] = &[];
        const INPUTS: &'static [&'static str] = &[$($input),*];
        const OUTPUTS: &'static [&'static str] = &[];
        const SENSITIVITIES: &'static [&'static str] = &[];
        const STRUCTURE: Structure = Structure {
            has_kinetic_energy: true,
            mass_matrix: MassMatrix::Constant,
            ..Structure::UNKNOWN
        };

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
        fn force(&self, t: f64, q: &V, v: &V, inputs: &Self::Inputs) -> V {
            family::force(self, t, q, v, inputs)
        }
        fn outputs_given(&self, _: f64, _: &V, _: &V, _: &Self::Inputs, _: &[f64]) -> [f64; 0] {
            []
        }
        fn velocity(&self, t: f64, q: &V, p: &V) -> Result<V, Failure> {
            family::velocity(self, t, q, p)
        }
        fn acceleration(&self, t: f64, q: &V, v: &V, inputs: &Self::Inputs) -> Result<V, Failure> {
            family::acceleration(self, t, q, v, inputs)
        }
        fn inverse_dynamics(
            &self,
            t: f64,
            q: impl IntoBlock<V>,
            v: impl IntoBlock<V>,
            a: impl IntoBlock<V>,
        ) -> Result<V, Failure> {
            family::inverse_dynamics(self, t, &q.into_block(), &v.into_block(), &a.into_block())
        }
        fn constraint_reactions(
            &self,
            t: f64,
            q: &V,
            v: &V,
            u: &Self::Inputs,
            multipliers: &mut [f64],
        ) -> Result<V, Failure> {
            family::constraint_reactions(&family::Summed::of(self), t, q, v, u, multipliers)
        }
        fn consistent_momentum(&self, t: f64, q: &V, p: &V) -> Result<V, Failure> {
            family::consistent_momentum(&family::Summed::of(self), t, q, p)
        }
        fn impact(&self, t: f64, q: &V, v: &V, percussion: &V) -> Result<(V, V), Failure> {
            family::impact(&family::Summed::of(self), t, q, v, percussion)
        }
    };
}
pub(crate) use delegated;

/// What a scheme with one unknown for each coordinate begins with: `r = p₀ + ..`, of the masses and forces of items.
macro_rules! one_group {
    ($scheme:ty, $tangent:expr, nodes $nodes:expr, items $items:expr, carried $carried:expr) => {
        type StepSpace = Heap;
        type Solution = extremal::drive::Joint;
        const GROUPS: usize = 1;
        const IMPULSES: usize = 0;
        const STAGES: usize = 1;
        const TANGENT: Dependence = $tangent;
        const HAS_NODES: bool = $nodes;
        const HAS_OFFSETS: bool = $items;
        const HAS_ENDS: bool = $items;
        const CARRIES_VELOCITY: bool = $carried;
        const FACTS: Facts = FACTS;
        type Modes = Steady;

        fn own_rows(
            _: &Known<'_, Self, $scheme>,
            start: OwnStart<f64>,
            _: &[f64],
            rows: &mut [f64],
            scales: &mut [f64],
        ) {
            (rows[0], scales[0]) = (start.p, start.p.abs());
        }
        fn own_tangent(_: &Known<'_, Self, $scheme>, _: OwnStart<f64>, _: &[f64], _: &mut impl Entries<f64>) {
        }
    };
}
pub(crate) use one_group;
