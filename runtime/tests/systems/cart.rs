//! A system with an input and a massless coordinate.

use extremal::blocks::IntoBlock;
use extremal::derivatives::LinearizationOf;
use extremal::drive::{Direct, Drive, Elements, Iterations, OneStep, Scheme, Steady};
use extremal::equations::Equations;
use extremal::kernels::{DerivativeBlocks, Derivatives, Derived, ElementOf, EndOf, Kernels, Polynomial};
use extremal::schemes::Verlet;
use extremal::{Discretize, Facts, Failure, Lagrangian, Solve};
use nalgebra::{Matrix2, Vector2};

/// L = v₀²/2 − (q₁ − q₀)²/2, force (u, −v₁): a mass drawn through a spring by a massless, damped end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cart;

impl Lagrangian for Cart {
    type Scalar = f64;
    type Configuration = Vector2<f64>;
    type Velocity = Vector2<f64>;
    type Momentum = Vector2<f64>;
    type Matrix = Matrix2<f64>;
    type Inputs = [f64; 1];
    type Outputs = [f64; 0];

    const COORDINATES: &'static [&'static str] = &["mass", "end"];
    const INPUTS: &'static [&'static str] = &["u"];
    const OUTPUTS: &'static [&'static str] = &[];
    const SENSITIVITIES: &'static [&'static str] = &[];

    fn lagrangian(&self, _: f64, q: &Vector2<f64>, v: &Vector2<f64>) -> f64 {
        0.5 * v[0] * v[0] - 0.5 * (q[1] - q[0]).powi(2)
    }

    fn momentum(&self, _: f64, _: &Vector2<f64>, v: &Vector2<f64>) -> Vector2<f64> {
        Vector2::new(v[0], 0.0)
    }

    fn mass_matrix(&self, _: f64, _: &Vector2<f64>, _: &Vector2<f64>) -> Matrix2<f64> {
        Matrix2::new(1.0, 0.0, 0.0, 0.0)
    }

    fn generalized_energy(&self, _: f64, q: &Vector2<f64>, v: &Vector2<f64>) -> f64 {
        0.5 * v[0] * v[0] + 0.5 * (q[1] - q[0]).powi(2)
    }

    fn total_energy(&self, t: f64, q: &Vector2<f64>, v: &Vector2<f64>) -> f64 {
        self.generalized_energy(t, q, v)
    }

    fn force(&self, _: f64, _: &Vector2<f64>, v: &Vector2<f64>, u: &[f64; 1]) -> Vector2<f64> {
        Vector2::new(u[0], -v[1])
    }

    fn outputs_given(&self, _: f64, _: &Vector2<f64>, _: &Vector2<f64>, _: &[f64; 1], _: &[f64]) -> [f64; 0] {
        []
    }

    fn inverse_dynamics(
        &self,
        _: f64,
        q: impl IntoBlock<Vector2<f64>>,
        v: impl IntoBlock<Vector2<f64>>,
        a: impl IntoBlock<Vector2<f64>>,
    ) -> Result<Vector2<f64>, Failure> {
        let (q, v, a) = (q.into_block(), v.into_block(), a.into_block());
        Ok(Vector2::new(a[0] - (q[1] - q[0]), q[1] - q[0] + v[1]))
    }

    fn velocity(&self, _: f64, _: &Vector2<f64>, _: &Vector2<f64>) -> Result<Vector2<f64>, Failure> {
        Err(Failure::SingularMassMatrix { pivot: 1, size: 0.0 })
    }

    fn acceleration(
        &self,
        _: f64,
        _: &Vector2<f64>,
        _: &Vector2<f64>,
        _: &[f64; 1],
    ) -> Result<Vector2<f64>, Failure> {
        Err(Failure::SingularMassMatrix { pivot: 1, size: 0.0 })
    }
}

impl<D: Scheme> Discretize<D> for Cart
where
    D::Driver: Drive<Self, D>,
{
    type System = Self;
    type Memory = <D::Driver as Drive<Self, D>>::Memory;
    type Report = <D::Driver as Drive<Self, D>>::Report;
    type Stages = <D::Driver as Drive<Self, D>>::Stages;
    type Linearization = <D::Driver as Drive<Self, D>>::Linearization;
    type Modes = <D::Driver as Drive<Self, D>>::Modes;
    type Driver = D::Driver;

    fn system(&self) -> &Self {
        self
    }
}

/// The trapezoidal rule with the damping at the first node: linear, and solved with pivoting.
impl Equations<Verlet> for Cart {
    type Scalar = f64;
    type Known = ElementOf<Self, Verlet>;
    type Unknown = Vector2<f64>;
    type Tangent = [[f64; 2]; 2];
    type Factors = [f64; 0];

    const LINEAR: bool = true;

    fn residual(
        &self,
        known: &Self::Known,
        x: &Vector2<f64>,
        r: &mut Vector2<f64>,
        scale: &mut Vector2<f64>,
    ) {
        let (half, tension) = (0.5 * known.h, known.q[1] - known.q[0]);
        r[0] = known.p[0] + half * (tension + known.inputs[0]) - x[0];
        r[1] = known.p[1] - half * (tension + x[1]);
        scale[0] = known.p[0].abs() + half * (tension.abs() + known.inputs[0].abs()) + x[0].abs();
        scale[1] = known.p[1].abs() + half * (tension.abs() + x[1].abs());
    }

    fn tangent(&self, known: &Self::Known, x: &Vector2<f64>, r: &mut Vector2<f64>, a: &mut [[f64; 2]; 2]) {
        self.residual(known, x, r, &mut Vector2::zeros());
        *a = [[-1.0, 0.0], [0.0, -0.5 * known.h]];
    }

    fn correction(&self, _: &Self::Known, _: &Vector2<f64>, _: &mut Vector2<f64>, _: &mut [f64; 0]) -> f64 {
        f64::INFINITY
    }
}

impl Kernels<Verlet> for Cart {
    type Carried = [f64; 0];
    type Constants = [f64; 0];
    const VELOCITIES: usize = 2;

    fn carried(&self, _: &Self::Known, _: &Self::Velocity) -> [f64; 0] {
        []
    }

    fn update(
        &self,
        known: &ElementOf<Self, Verlet>,
        x: &Vector2<f64>,
        end: &mut EndOf<Self, Verlet>,
        r: &mut Vector2<f64>,
        scale: &mut Vector2<f64>,
    ) {
        end.q = known.q + known.h * x;
        let (half, tension) = (0.5 * known.h, end.q[1] - end.q[0]);
        end.p = Vector2::new(
            x[0] + half * (tension + known.inputs[0]),
            -half * (tension + x[1]),
        );
        self.residual(known, x, r, scale);
    }
}

impl Derived<Verlet> for Cart {
    type Stages = Vector2<f64>;
    type Linearization = LinearizationOf<f64, 4, 1, 0>;
    type Solver = Direct;
    type Reporter = Iterations;
    type Inside = Elements;
    type Modes = Steady;
    type Steps = OneStep<Verlet>;

    const FACTS: Facts = Facts {
        solve: Solve::Linear,
        reason: "the tangent is constant",
        unknowns: 2,
        residual_operations: 9,
        tangent_operations: 11,
        update_operations: 20,
        step_operations: 30,
        is_symmetric: false,
        step_stack_bytes: 64 * 1024,
        linearize_stack_bytes: 64 * 1024,
    };

    fn constants(&self, _: &Verlet, _: f64) -> [f64; 0] {
        []
    }
}

impl Polynomial<Verlet> for Cart {
    const DEGREE: usize = 1;

    fn interpolate(h: f64, q0: &Vector2<f64>, stages: &Vector2<f64>, s: f64) -> (Vector2<f64>, Vector2<f64>) {
        (q0 + s * h * stages, *stages)
    }
}

impl Derivatives<Verlet> for Cart {
    type Blocks = DerivativeBlocks<f64, 2, 4, 5>;

    fn derivatives(&self, known: &Self::Known, _: &Vector2<f64>, blocks: &mut Self::Blocks) {
        let (h, half) = (known.h, 0.5 * known.h);
        *blocks = DerivativeBlocks {
            residual_by_known: [[-half, half, 1.0, 0.0, half], [half, -half, 0.0, 1.0, 0.0]],
            end_by_unknown: [
                [h, 0.0],
                [0.0, h],
                [1.0 - half * h, half * h],
                [half * h, -half * h - half],
            ],
            end_by_known: [
                [1.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 1.0, 0.0, 0.0, 0.0],
                [-half, half, 0.0, 0.0, half],
                [half, -half, 0.0, 0.0, 0.0],
            ],
        };
    }
}
