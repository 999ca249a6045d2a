//! One declaration in single and double precision and in dual numbers: the same motion, and its derivatives over many steps.
//!
//! `linearization` checks dual numbers for one step; here they are carried through a motion.

use extremal::Scalar;
use extremal::derivatives::Linearization;
use extremal::nalgebra::{Matrix4, SMatrix, SVector, Vector4};
use extremal::prelude::*;
use extremal::system::VectorSpace;
use num_dual::{Dual64, DualSVec64};

use crate::support::slope::slope;

/// A mass on a spring that swings: L = ½ m (ṙ² + r² θ̇²) − ½ c (r − l)² + m g r cos θ.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, theta),
    kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(theta)).powi(2)),
    potential = 0.5 * c * (r - l).powi(2) - m * g * r * cos(theta),
    sensitivities(m, l),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<3, Lobatto<4>>)
)]
struct Spring<T: Scalar> {
    m: T,
    l: T,
    c: T,
    g: T,
}

/// The start of a motion: q, p, m and l.
const START: [f64; 6] = [1.3, 0.9, 0.2, -0.7, 1.1, 0.8];
const STEPS: usize = 100;
const H: f64 = 0.02;

/// (q, p) after some steps, in any scalar.
fn end<T, D>(scheme: D, h: T, steps: usize, start: [T; 6]) -> [T; 4]
where
    T: Scalar,
    Spring<T>: Discretize<D, Scalar = T, Configuration = SVector<T, 2>, Inputs = [T; 0]> + VectorSpace,
{
    let [r, theta, p_r, p_theta, m, l] = start;
    let system = Spring {
        m,
        l,
        c: T::from_f64(20.0),
        g: T::from_f64(9.81),
    };
    let (q, p) = ([r, theta].into(), [p_r, p_theta].into());
    let start = State {
        t: T::from_f64(0.0),
        q,
        p,
    };
    let mut motion = Integrator::from_state(system, scheme, h, start).expect("a good start");
    for _ in 0..steps {
        motion.step().expect("steps are small");
    }
    let State { q, p, .. } = motion.state();
    [q[0], q[1], p[0], p[1]]
}

/// The schemes, each as `$check(scheme, ..)`.
macro_rules! for_all_schemes {
    ($check:ident) => {
        $check(Verlet);
        $check(Midpoint);
        $check(Galerkin::<2, Gauss<2>>::default());
        $check(Galerkin::<3, Gauss<3>>::default());
        $check(Galerkin::<3, Lobatto<4>>::default());
    };
}

/// The motion with its derivative by the number of `seed`.
fn dual_end<D>(scheme: D, seed: usize) -> [Dual64; 4]
where
    Spring<Dual64>: Discretize<D, Scalar = Dual64, Configuration = SVector<Dual64, 2>, Inputs = [Dual64; 0]>
        + VectorSpace,
{
    let start = core::array::from_fn(|k| Dual64::new(START[k], f64::from(u8::from(k == seed))));
    end(scheme, Dual64::from(H), STEPS, start)
}

/// The motion with all six derivatives at once, row by row.
fn gradients<D>(scheme: D) -> [[f64; 6]; 4]
where
    Spring<DualSVec64<6>>: Discretize<
            D,
            Scalar = DualSVec64<6>,
            Configuration = SVector<DualSVec64<6>, 2>,
            Inputs = [DualSVec64<6>; 0],
        > + VectorSpace,
{
    let start = core::array::from_fn(|k| DualSVec64::from_re(START[k]).derivative(k));
    let end = end(scheme, DualSVec64::from_re(H), STEPS, start);
    end.map(|x| x.eps.0.map_or([0.0; 6], |eps| eps.into()))
}

fn largest(a: [f64; 4], b: [f64; 4]) -> f64 {
    (Vector4::from(a) - Vector4::from(b)).amax()
}

/// Each step adds a rounding of ε times numbers up to ten. The derivative of the motion with respect to its start, below thirty,
/// magnifies it.
#[test]
fn single_precision_is_double_precision_to_its_rounding() {
    fn check<D: Copy>(scheme: D)
    where
        Spring<f32>:
            Discretize<D, Scalar = f32, Configuration = SVector<f32, 2>, Inputs = [f32; 0]> + VectorSpace,
        Spring<f64>:
            Discretize<D, Scalar = f64, Configuration = SVector<f64, 2>, Inputs = [f64; 0]> + VectorSpace,
    {
        // Both runs use numbers that single precision can represent.
        let start = START.map(f32::from_f64);
        let single = end(scheme, f32::from_f64(H), STEPS, start).map(f64::from);
        let double = end(scheme, f64::from(f32::from_f64(H)), STEPS, start.map(f64::from));
        let error = largest(single, double);
        let rounding = (STEPS as f64).sqrt() * 10.0 * f64::from(f32::EPSILON) * 30.0;
        assert!(error <= rounding, "{error:e} > {rounding:e}");
        // A check that single precision was measured.
        assert!(error > 1e-9, "{error:e}");
    }
    for_all_schemes!(check);
}

/// The order shows in single precision, where errors are between one and the rounding.
#[test]
fn orders_show_in_single_precision() {
    fn check<D: Copy>(scheme: D, order: f64, counts: [u16; 4])
    where
        Spring<f32>:
            Discretize<D, Scalar = f32, Configuration = SVector<f32, 2>, Inputs = [f32; 0]> + VectorSpace,
        Spring<f64>: Discretize<
                Galerkin<3, Gauss<3>>,
                Scalar = f64,
                Configuration = SVector<f64, 2>,
                Inputs = [f64; 0],
            > + VectorSpace,
    {
        let start = START.map(f32::from_f64);
        // Of order six, with steps whose error is below that of single precision by far.
        let exact = end(
            Galerkin::<3, Gauss<3>>::default(),
            1e-3,
            1000,
            start.map(f64::from),
        );
        let error = |steps: u16| {
            let found = end(scheme, 1.0 / f32::from(steps), steps.into(), start).map(f64::from);
            (usize::from(steps), largest(found, exact))
        };
        let found = slope(counts.into_iter().map(error), 3e-6);
        assert!((found - order).abs() < 0.3, "{found}");
    }
    check(Verlet, 2.0, [16, 32, 64, 128]);
    check(Midpoint, 2.0, [16, 32, 64, 128]);
    check(Galerkin::<2, Gauss<2>>::default(), 4.0, [6, 9, 12, 16]);
}

/// The real part of a quotient of dual numbers differs from the quotient of their real parts, because num-dual multiplies by the
/// reciprocal. So steps differ by a few ε, and so do Newton's last iterates.
#[test]
fn values_are_those_without_derivatives() {
    fn check<D: Copy>(scheme: D)
    where
        Spring<Dual64>:
            Discretize<D, Scalar = Dual64, Configuration = SVector<Dual64, 2>, Inputs = [Dual64; 0]>,
        Spring<f64>:
            Discretize<D, Scalar = f64, Configuration = SVector<f64, 2>, Inputs = [f64; 0]> + VectorSpace,
    {
        let plain = end(scheme, H, STEPS, START);
        let error = largest(dual_end(scheme, 0).map(|x| x.re), plain);
        assert!(
            error <= (STEPS as f64).sqrt() * 10.0 * f64::EPSILON * 30.0,
            "{error:e}"
        );
    }
    for_all_schemes!(check);
}

/// ∂(q, p)/∂(q₀, p₀, m, l) over all steps: dual numbers, the product of the steps' linearizations, and differences.
#[test]
fn a_motion_varies_as_its_steps_do() {
    type Found = Linearization<Matrix4<f64>, SMatrix<f64, 4, 0>, SMatrix<f64, 4, 2>>;

    fn by_steps<D>(scheme: D) -> SMatrix<f64, 4, 6>
    where
        Spring<f64>: Discretize<
                D,
                Scalar = f64,
                Configuration = SVector<f64, 2>,
                Inputs = [f64; 0],
                Linearization = Found,
            > + VectorSpace,
    {
        let [r, theta, p_r, p_theta, m, l] = START;
        let system = Spring {
            m,
            l,
            c: 20.0,
            g: 9.81,
        };
        let start = State {
            t: 0.0,
            q: [r, theta].into(),
            p: [p_r, p_theta].into(),
        };
        let mut motion = Integrator::from_state(system, scheme, H, start).expect("a good start");
        let mut all = SMatrix::<f64, 4, 6>::identity();
        for _ in 0..STEPS {
            let step = motion.linearize().expect("steps are small");
            all = step.by_state * all;
            let mut by_parameters = all.fixed_columns_mut::<2>(4);
            by_parameters += step.by_parameters;
            motion.step().expect("steps are small");
        }
        all
    }

    fn check<D: Copy>(scheme: D)
    where
        Spring<DualSVec64<6>>: Discretize<
                D,
                Scalar = DualSVec64<6>,
                Configuration = SVector<DualSVec64<6>, 2>,
                Inputs = [DualSVec64<6>; 0],
            > + VectorSpace,
        Spring<Dual64>:
            Discretize<D, Scalar = Dual64, Configuration = SVector<Dual64, 2>, Inputs = [Dual64; 0]>,
        Spring<f64>: Discretize<
                D,
                Scalar = f64,
                Configuration = SVector<f64, 2>,
                Inputs = [f64; 0],
                Linearization = Found,
            > + VectorSpace,
    {
        let gradients = gradients(scheme);
        let by_steps = by_steps(scheme);
        let size = by_steps.amax();
        assert!((1.0..100.0).contains(&size), "{size}");
        for seed in 0..6 {
            let found = dual_end(scheme, seed).map(|x| x.eps);
            let column: [f64; 4] = by_steps.column(seed).into_owned().into();
            // A hundred products of matrices, whose entries reach a hundred; ε each.
            let error = largest(found, column);
            assert!(error <= 1e-11, "{seed}: {error:e} of {size}");
            let error = largest(found, gradients.map(|row| row[seed]));
            assert!(error <= 1e-11, "{seed}: {error:e} of {size}");

            // (f(x + d) − f(x − d))/2d: d² f'''/6 with f''' below 1e4, and the rounding 1e-13/d.
            let d = 1e-5;
            let moved = |d: f64| {
                let mut start = START;
                start[seed] += d;
                end(scheme, H, STEPS, start)
            };
            let (after, before) = (moved(d), moved(-d));
            let slopes = core::array::from_fn(|k| (after[k] - before[k]) / (2.0 * d));
            let error = largest(found, slopes);
            assert!(error <= 1e-6, "{seed}: {error:e} of {size}");
        }
    }
    for_all_schemes!(check);
}
