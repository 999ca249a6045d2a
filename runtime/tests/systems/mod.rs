//! Systems implemented by hand in the form that the derive generates, with the fewest terms.

#![allow(dead_code, reason = "each test uses some of them")]

pub(crate) mod cart;

use extremal::blocks::{IntoBlock, Size};
use extremal::derivatives::LinearizationOf;
use extremal::drive::{Direct, Drive, Elements, Iterated, Iterations, OneStep, Scheme, Steady};
use extremal::equations::Equations;
use extremal::kernels::{DerivativeBlocks, Derivatives, Derived, ElementOf, EndOf, Kernels, Polynomial};
use extremal::schemes::{Midpoint, Verlet};
use extremal::{Discretize, Facts, Failure, Lagrangian, Scalar, Solve};
use nalgebra::{SMatrix, SVector};

/// L = ½ m l² v² + m g l cos q.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pendulum<T> {
    pub(crate) m: T,
    pub(crate) l: T,
    pub(crate) g: T,
}

impl Pendulum<f64> {
    pub(crate) const UNIT: Self = Self {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
}

impl<T: Scalar> Pendulum<T> {
    pub(crate) fn unit() -> Self {
        Self {
            m: T::from_f64(1.0),
            l: T::from_f64(1.0),
            g: T::from_f64(9.81),
        }
    }

    #[inline]
    fn inertia(&self) -> T {
        self.m * self.l * self.l
    }

    #[inline]
    fn weight(&self) -> T {
        self.m * self.g * self.l
    }

    fn force(&self, q: V1<T>) -> [T; 1] {
        [-(self.weight() * Scalar::sin(q[0]))]
    }

    /// −dF/dq.
    fn stiffness(&self, q: T) -> T {
        self.weight() * Scalar::cos(q)
    }
}

/// The straight line of one stage.
fn along<T: Scalar>(h: T, q0: &V1<T>, stages: &V1<T>, s: T) -> (V1<T>, V1<T>) {
    ([q0[0] + s * h * stages[0]].into(), *stages)
}

type V1<T> = SVector<T, 1>;

impl<T: Scalar> Lagrangian for Pendulum<T> {
    type Scalar = T;
    type Configuration = V1<T>;
    type Velocity = V1<T>;
    type Momentum = V1<T>;
    type Matrix = SMatrix<T, 1, 1>;
    type Inputs = [T; 0];
    type Outputs = [T; 0];

    const COORDINATES: &'static [&'static str] = &["theta"];
    const INPUTS: &'static [&'static str] = &[];
    const OUTPUTS: &'static [&'static str] = &[];
    const SENSITIVITIES: &'static [&'static str] = &[];

    fn lagrangian(&self, _: T, q: &V1<T>, v: &V1<T>) -> T {
        T::from_f64(0.5) * self.inertia() * v[0] * v[0] + self.weight() * Scalar::cos(q[0])
    }

    fn momentum(&self, _: T, _: &V1<T>, v: &V1<T>) -> V1<T> {
        [self.inertia() * v[0]].into()
    }

    fn mass_matrix(&self, _: T, _: &V1<T>, _: &V1<T>) -> SMatrix<T, 1, 1> {
        [[self.inertia()]].into()
    }

    fn generalized_energy(&self, _: T, q: &V1<T>, v: &V1<T>) -> T {
        T::from_f64(0.5) * self.inertia() * v[0] * v[0] - self.weight() * Scalar::cos(q[0])
    }

    fn total_energy(&self, t: T, q: &V1<T>, v: &V1<T>) -> T {
        self.generalized_energy(t, q, v)
    }

    fn force(&self, _: T, _: &V1<T>, _: &V1<T>, _: &[T; 0]) -> V1<T> {
        [T::from_f64(0.0)].into()
    }

    fn outputs_given(&self, _: T, _: &V1<T>, _: &V1<T>, _: &[T; 0], _: &[T]) -> [T; 0] {
        []
    }

    fn inverse_dynamics(
        &self,
        _: T,
        q: impl IntoBlock<V1<T>>,
        _: impl IntoBlock<V1<T>>,
        a: impl IntoBlock<V1<T>>,
    ) -> Result<V1<T>, Failure> {
        let (q, a) = (q.into_block(), a.into_block());
        Ok([self.inertia() * a[0] + self.weight() * Scalar::sin(q[0])].into())
    }

    fn velocity(&self, _: T, _: &V1<T>, p: &V1<T>) -> Result<V1<T>, Failure> {
        if self.inertia().divisor_size() == T::Size::from_f64(0.0) {
            return Err(Failure::SingularTangent { pivot: 0, size: 0.0 }.of_mass_matrix());
        }
        Ok([p[0] / self.inertia()].into())
    }

    fn acceleration(&self, _: T, q: &V1<T>, _: &V1<T>, _: &[T; 0]) -> Result<V1<T>, Failure> {
        Ok([-self.weight() * Scalar::sin(q[0]) / self.inertia()].into())
    }
}

impl<T: Scalar, D: Scheme> Discretize<D> for Pendulum<T>
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

/// p₀ + h/2 F(q₀) − m l² v = 0.
impl<T: Scalar> Equations<Verlet> for Pendulum<T> {
    type Scalar = T;
    type Known = ElementOf<Self, Verlet>;
    type Unknown = V1<T>;
    type Tangent = [[T; 1]; 1];
    type Factors = [T; 0];

    const LINEAR: bool = true;

    fn residual(&self, known: &Self::Known, x: &V1<T>, r: &mut V1<T>, scale: &mut V1<T>) {
        let impulse = T::from_f64(0.5) * known.h * known.carried[0];
        let momentum = self.inertia() * x[0];
        r[0] = known.p[0] + impulse - momentum;
        scale[0] = Scalar::abs(known.p[0]) + Scalar::abs(impulse) + Scalar::abs(momentum);
    }

    fn tangent(&self, known: &Self::Known, x: &V1<T>, r: &mut V1<T>, a: &mut [[T; 1]; 1]) {
        Equations::<Verlet>::residual(self, known, x, r, &mut V1::<T>::from([known.h]));
        a[0][0] = -self.inertia();
    }

    fn correction(&self, known: &Self::Known, x: &V1<T>, dx: &mut V1<T>, _: &mut [T; 0]) -> T::Size {
        let mut r = *x;
        Equations::<Verlet>::residual(self, known, x, &mut r, &mut V1::<T>::from([known.h]));
        dx[0] = r[0] / self.inertia();
        (self.inertia() / self.inertia()).magnitude()
    }
}

impl<T: Scalar> Kernels<Verlet> for Pendulum<T> {
    type Carried = [T; 1];
    type Constants = [T; 0];
    const VELOCITIES: usize = 1;

    #[inline]
    fn carried(&self, known: &Self::Known, _: &Self::Velocity) -> [T; 1] {
        self.force(known.q)
    }

    #[inline]
    fn update(
        &self,
        known: &ElementOf<Self, Verlet>,
        x: &V1<T>,
        end: &mut EndOf<Self, Verlet>,
        r: &mut V1<T>,
        scale: &mut V1<T>,
    ) {
        let half = T::from_f64(0.5) * known.h;
        end.q[0] = known.q[0] + known.h * x[0];
        end.carried = self.force(end.q);
        end.p[0] = self.inertia() * x[0] + half * end.carried[0];
        Equations::<Verlet>::residual(self, known, x, r, scale);
    }

    #[inline]
    fn direct(
        &self,
        known: &ElementOf<Self, Verlet>,
        x: &mut V1<T>,
        end: &mut EndOf<Self, Verlet>,
    ) -> T::Size {
        let inertia = self.inertia();
        let half = T::from_f64(0.5) * known.h;
        let momentum = known.p[0] + half * known.carried[0];
        x[0] = momentum / inertia;
        end.q[0] = known.q[0] + known.h * x[0];
        end.carried = self.force(end.q);
        end.p[0] = momentum + half * end.carried[0];
        if inertia.divisor_size() == T::Size::from_f64(0.0) {
            T::Size::INFINITY
        } else {
            T::Size::from_f64(1.0)
        }
    }
}

const fn facts(solve: Solve, reason: &'static str) -> Facts {
    Facts {
        solve,
        reason,
        unknowns: 1,
        residual_operations: 5,
        tangent_operations: 8,
        update_operations: 9,
        step_operations: 9,
        is_symmetric: true,
        step_stack_bytes: 64 * 1024,
        linearize_stack_bytes: 64 * 1024,
    }
}

impl<T: Scalar> Derived<Verlet> for Pendulum<T> {
    type Stages = V1<T>;
    type Linearization = LinearizationOf<T, 2, 0, 0>;
    type Solver = Direct;
    type Reporter = Iterations;
    type Inside = Elements;
    type Modes = Steady;
    type Steps = OneStep<Verlet>;

    const FACTS: Facts = facts(Solve::Explicit, "the tangent is constant and diagonal");

    fn constants(&self, _: &Verlet, _: T) -> [T; 0] {
        []
    }
}

impl<T: Scalar> Polynomial<Verlet> for Pendulum<T> {
    const DEGREE: usize = 1;

    fn interpolate(h: T, q0: &V1<T>, stages: &V1<T>, s: T) -> (V1<T>, V1<T>) {
        along(h, q0, stages, s)
    }
}

/// k = m g l cos q at both ends.
impl<T: Scalar> Derivatives<Verlet> for Pendulum<T> {
    type Blocks = DerivativeBlocks<T, 1, 2, 2>;

    fn derivatives(&self, known: &Self::Known, x: &V1<T>, blocks: &mut Self::Blocks) {
        let (zero, one, half) = (T::from_f64(0.0), T::from_f64(1.0), T::from_f64(0.5) * known.h);
        let end = known.q[0] + known.h * x[0];
        let (pull, push) = (half * self.stiffness(known.q[0]), half * self.stiffness(end));
        *blocks = DerivativeBlocks {
            residual_by_known: [[-pull, one]],
            end_by_unknown: [[known.h], [self.inertia() - push * known.h]],
            end_by_known: [[one, zero], [-push, zero]],
        };
    }
}

/// p₀ + h/2 F(q₀ + h v/2) − m l² v = 0.
impl<T: Scalar> Equations<Midpoint> for Pendulum<T> {
    type Scalar = T;
    type Known = ElementOf<Self, Midpoint>;
    type Unknown = V1<T>;
    type Tangent = [[T; 1]; 1];
    type Factors = [T; 0];

    const LINEAR: bool = false;

    #[inline]
    fn residual(&self, known: &Self::Known, x: &V1<T>, r: &mut V1<T>, scale: &mut V1<T>) {
        let half = T::from_f64(0.5) * known.h;
        let impulse = half * self.weight() * Scalar::sin(known.q[0] + half * x[0]);
        let momentum = self.inertia() * x[0];
        r[0] = known.p[0] - impulse - momentum;
        scale[0] = Scalar::abs(known.p[0]) + Scalar::abs(impulse) + Scalar::abs(momentum);
    }

    #[inline]
    fn tangent(&self, known: &Self::Known, x: &V1<T>, r: &mut V1<T>, a: &mut [[T; 1]; 1]) {
        let half = T::from_f64(0.5) * known.h;
        let (s, c) = Scalar::sin_cos(known.q[0] + half * x[0]);
        r[0] = known.p[0] - half * self.weight() * s - self.inertia() * x[0];
        a[0][0] = -(half * half * self.weight() * c) - self.inertia();
    }

    #[inline]
    fn correction(&self, known: &Self::Known, x: &V1<T>, dx: &mut V1<T>, _: &mut [T; 0]) -> T::Size {
        let (mut r, mut a) = (*x, [[known.h]]);
        Equations::<Midpoint>::tangent(self, known, x, &mut r, &mut a);
        dx[0] = -r[0] / a[0][0];
        if a[0][0].divisor_size() == T::Size::from_f64(0.0) {
            T::Size::INFINITY
        } else {
            T::Size::from_f64(1.0)
        }
    }
}

impl<T: Scalar> Kernels<Midpoint> for Pendulum<T> {
    type Carried = [T; 0];
    type Constants = [T; 0];
    const VELOCITIES: usize = 1;

    #[inline]
    fn carried(&self, _: &Self::Known, _: &Self::Velocity) -> [T; 0] {
        []
    }

    #[inline]
    fn update(
        &self,
        known: &ElementOf<Self, Midpoint>,
        x: &V1<T>,
        end: &mut EndOf<Self, Midpoint>,
        r: &mut V1<T>,
        scale: &mut V1<T>,
    ) {
        Equations::<Midpoint>::residual(self, known, x, r, scale);
        end.q[0] = known.q[0] + known.h * x[0];
        end.p[0] = T::from_f64(2.0) * self.inertia() * x[0] - known.p[0];
    }
}

impl<T: Scalar> Derived<Midpoint> for Pendulum<T> {
    type Stages = V1<T>;
    type Linearization = LinearizationOf<T, 2, 0, 0>;
    type Solver = Iterated;
    type Reporter = Iterations;
    type Inside = Elements;
    type Modes = Steady;
    type Steps = OneStep<Midpoint>;

    const FACTS: Facts = facts(Solve::Newton, "sin(theta) depends on the unknown");

    fn constants(&self, _: &Midpoint, _: T) -> [T; 0] {
        []
    }
}

impl<T: Scalar> Polynomial<Midpoint> for Pendulum<T> {
    const DEGREE: usize = 1;

    fn interpolate(h: T, q0: &V1<T>, stages: &V1<T>, s: T) -> (V1<T>, V1<T>) {
        along(h, q0, stages, s)
    }
}

/// k = m g l cos q in the middle.
impl<T: Scalar> Derivatives<Midpoint> for Pendulum<T> {
    type Blocks = DerivativeBlocks<T, 1, 2, 2>;

    fn derivatives(&self, known: &Self::Known, x: &V1<T>, blocks: &mut Self::Blocks) {
        let (zero, one, half) = (T::from_f64(0.0), T::from_f64(1.0), T::from_f64(0.5) * known.h);
        let stiffness = self.stiffness(known.q[0] + half * x[0]);
        *blocks = DerivativeBlocks {
            residual_by_known: [[-(half * stiffness), one]],
            end_by_unknown: [[known.h], [T::from_f64(2.0) * self.inertia()]],
            end_by_known: [[one, zero], [zero, -one]],
        };
    }
}
