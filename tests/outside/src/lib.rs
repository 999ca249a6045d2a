//! Step doubling around any scheme: each step comes with an estimate of its error.
//!
//! Whatever steps a system by `D` steps it by `Doubled<D>`, too; the declaration does not know this crate.

pub mod forwarded;

use extremal::blocks::{Size, Vector};
use extremal::drive::{Advance, Advanced, AroundReport, Drive, Interval, Scheme, Start};
use extremal::prelude::*;
use extremal::{Facts, Failure, Scalar};

/// The steps of `D`, each compared with two steps of half its length.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doubled<D>(pub D);

/// The driver of [`Doubled`].
#[derive(Clone, Copy, Debug)]
pub struct Doubling;

/// The report of a step by [`Doubled`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimated<R> {
    /// That of the step itself.
    pub report: R,
    /// The largest difference of a coordinate at its end from that after two half steps. For a scheme of order p it is
    /// (1 − 2⁻ᵖ) times the error of the step, up to one more power of h.
    pub difference: f64,
}

impl<D> Scheme for Doubled<D> {
    type Driver = Doubling;
}

impl<R> AroundReport for Estimated<R> {
    type Inside = R;

    fn inside(&self) -> &R {
        &self.report
    }
}

impl<S: Discretize<D, System = S> + ?Sized, D> Drive<S, Doubled<D>> for Doubling {
    /// The memory of the steps, and that of the half steps.
    type Memory = (S::Memory, S::Memory);
    type Report = Estimated<S::Report>;
    type Stages = S::Stages;
    type Linearization = S::Linearization;
    type Modes = S::Modes;

    const FACTS: Facts = Facts {
        step_operations: 3 * S::FACTS.step_operations,
        ..S::FACTS
    };
    const STEPS: bool = S::STEPS;
    const DEGREE: usize = S::DEGREE;

    fn start(
        system: &S,
        from: Start<'_, S, Doubled<D>>,
        room: Option<Self::Memory>,
    ) -> Result<Self::Memory, Failure> {
        let (scheme, half) = (&from.scheme.0, S::Scalar::from_f64(0.5) * from.h);
        let (steps, halves) = room.unzip();
        let steps = S::Driver::start(system, from.of(scheme, from.h), steps)?;
        Ok((steps, S::Driver::start(system, from.of(scheme, half), halves)?))
    }

    fn hand_over(
        system: &S,
        over: Interval<'_, S, Doubled<D>>,
        (before, from): (S::Scalar, &Self::Memory),
        to: &mut Self::Memory,
    ) -> Result<(), Failure> {
        let over = over.of(&over.scheme.0, over.h, over.state);
        S::Driver::hand_over(system, over, (before, &from.0), &mut to.0)
    }

    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, Doubled<D>>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Self::Report, S::Stages> {
        let ((mut steps, mut halves), scheme) = (memory.clone(), &over.scheme.0);
        let half = S::Scalar::from_f64(0.5) * over.h;
        // Both begin at the state that the step before left.
        let first = over.of(scheme, half, over.state);
        S::Driver::hand_over(system, first, (over.h, &steps), &mut halves)?;
        let middle = S::Driver::advance::<CHECKED>(system, first, &mut halves)?.state;
        let second = over.of(scheme, half, &middle);
        let twice = S::Driver::advance::<CHECKED>(system, second, &mut halves)?.state;
        let once = S::Driver::advance::<CHECKED>(system, over.of(scheme, over.h, over.state), &mut steps)?;
        let pairs = once.state.q.as_slice().iter().zip(twice.q.as_slice());
        let difference = pairs.fold(0.0, |most: f64, (&a, &b)| most.max((a - b).magnitude().to_f64()));
        *memory = (steps, halves);
        Ok(Advance {
            state: once.state,
            report: Estimated {
                report: once.report,
                difference,
            },
            stages: once.stages,
        })
    }

    fn interpolate(
        h: S::Scalar,
        q0: &S::Configuration,
        stages: &S::Stages,
        s: S::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        S::Driver::interpolate(h, q0, stages, s)
    }

    fn linearize(
        system: &S,
        over: Interval<'_, S, Doubled<D>>,
        memory: &Self::Memory,
    ) -> Result<S::Linearization, Failure> {
        S::Driver::linearize(system, over.of(&over.scheme.0, over.h, over.state), &memory.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Lagrangian)]
    #[lagrangian(
        coordinates(a, b),
        let first = [sin(a), -cos(a)],
        let second = first + [sin(b), -cos(b)],
        kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
        potential = 9.81 * (first[1] + second[1]),
        discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark)
    )]
    struct DoublePendulum;

    const Q: [f64; 2] = [1.0, -0.6];
    const V: [f64; 2] = [0.8, 1.7];

    fn start<D>(scheme: D, h: f64) -> Integrator<DoublePendulum, D, <DoublePendulum as Discretize<D>>::Memory>
    where
        DoublePendulum: Discretize<D, Scalar = f64>,
    {
        Integrator::new(DoublePendulum, scheme, h, Q, V).expect("a good start")
    }

    /// The steps are those of the scheme to the bit, and so are their derivatives and the motion inside.
    macro_rules! check_steps {
        ($($scheme:expr),+) => {$({
            let (mut plain, mut doubled) = (start($scheme, 0.01), start(Doubled($scheme), 0.01));
            let (mut of_plain, mut of_doubled) = (Trajectory::new(), Trajectory::new());
            for _ in 0..50 {
                assert_eq!(plain.linearize().expect("regular"), doubled.linearize().expect("regular"));
                plain.record(&mut of_plain, 1).expect("a small step");
                doubled.record(&mut of_doubled, 1).expect("a small step");
            }
            assert_eq!(of_plain.states(), of_doubled.states());
            assert_eq!(of_plain.at(0.123).map(|x| x.q), of_doubled.at(0.123).map(|x| x.q));
            let saved = doubled.snapshot();
            let report = doubled.step().expect("a small step");
            assert_eq!(plain.step().expect("a small step"), report.report);
            doubled.restore(&saved).expect("its own snapshot");
            assert_eq!(doubled.step().expect("a small step"), report);
        })+};
    }

    #[test]
    fn steps_are_those_of_the_scheme() {
        check_steps!(
            Verlet,
            Midpoint,
            Galerkin::<2, Gauss<2>>::default(),
            Livens,
            Newmark::default(),
            Composition::<4, _>(Midpoint)
        );
    }

    /// The difference over one step is of order p + 1, and estimates its error.
    macro_rules! check_estimates {
        ($($scheme:expr => $order:expr),+) => {$({
            let [long, short] = [0.02, 0.01].map(|h| {
                let mut motion = start(Doubled($scheme), h);
                let estimate = motion.step().expect("a small step").difference;
                let mut exact = start(Galerkin::<2, Gauss<2>>::default(), h / 64.0);
                exact.step_many(64).expect("a small step");
                (estimate, (motion.state().q - exact.state().q).amax())
            });
            let (slope, factor) = ((long.0 / short.0).log2(), 1.0 - 0.5_f64.powi($order));
            // The next power of h bends the slope, and the factor of the error.
            assert!((slope - f64::from($order + 1)).abs() < 0.25, "{slope}");
            assert!((short.0 / short.1 - factor).abs() < 0.1, "{} of {factor}", short.0 / short.1);
        })+};
    }

    #[test]
    fn estimates_are_of_the_order_of_the_error() {
        check_estimates!(
            Verlet => 2,
            Midpoint => 2,
            Livens => 2,
            Newmark::default() => 2,
            Galerkin::<2, Gauss<2>>::default() => 4,
            Composition::<4, _>(Midpoint) => 4
        );
    }

    #[derive(Clone, Copy, Lagrangian)]
    #[lagrangian(
        coordinates(r[2]),
        kinetic = 0.5 * dt(r).norm_squared(),
        potential = 9.81 * r[1],
        constraint(rod = 0.5 * (r.norm_squared() - 1)),
        discretize(Livens)
    )]
    struct Rod;

    /// The velocity that `Livens` carries satisfies the constraint to second order: a new step size does not start anew.
    #[test]
    fn motions_with_constraints_go_on_with_another_step_size() {
        let (q, v) = ([1.0, 0.0], [0.0, 1.0]);
        let mut plain = Integrator::new(Rod, Livens, 0.05, q, v).expect("a good start");
        let mut doubled = Integrator::new(Rod, Doubled(Livens), 0.05, q, v).expect("a good start");
        for h in [0.02, 0.04] {
            for _ in 0..5 {
                let report = doubled.step().expect("a small step");
                assert_eq!(plain.step().expect("a small step"), report.report);
            }
            plain.set_step_size(h).expect("the state of a step");
            doubled.set_step_size(h).expect("the state of a step");
        }
        assert_eq!(plain.state(), doubled.state());
    }

    #[derive(Clone, Copy, Lagrangian)]
    #[lagrangian(
        coordinates(x, y),
        kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
        potential = 9.81 * y,
        contact(floor, gap = y, slip = dt(x), friction = 0.3, restitution = 0.5),
        discretize(Moreau)
    )]
    struct Ball;

    /// Contacts are in the table, and what they left is there after a kick: of the steps, and of the half steps.
    #[test]
    fn contacts_are_those_of_the_scheme() {
        let (q, v) = ([0.0, 0.1], [1.0, 0.0]);
        let mut plain = Integrator::new(Ball, Moreau, 0.01, q, v).expect("a good start");
        let mut doubled = Integrator::new(Ball, Doubled(Moreau), 0.01, q, v).expect("a good start");
        let (mut of_plain, mut of_doubled) = (Trajectory::new(), Trajectory::new());
        for _ in 0..5 {
            plain.record(&mut of_plain, 40).expect("a small step");
            doubled.record(&mut of_doubled, 40).expect("a small step");
            plain.kick([0.5, 0.0]).expect("a small impulse");
            doubled.kick([0.5, 0.0]).expect("a small impulse");
        }
        let [mut table, mut other] = [Vec::new(), Vec::new()];
        of_plain.write_csv(&Ball, &mut table).expect("memory is writable");
        of_doubled
            .write_csv(&Ball, &mut other)
            .expect("memory is writable");
        assert_eq!(table, other);
        assert!(of_plain.contact_events().eq(of_doubled.contact_events()));
        assert!(of_doubled.contact_events().count() > 4);
    }

    #[test]
    fn operations_are_those_of_three_steps() {
        let plain = <DoublePendulum as Discretize<Midpoint>>::FACTS.step_operations;
        assert_eq!(
            <DoublePendulum as Discretize<Doubled<Midpoint>>>::FACTS.step_operations,
            3 * plain
        );
    }
}
