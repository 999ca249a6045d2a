//! What surrounds a step: trajectories, restarts, inputs, kicks, owned integrators.

use extremal::prelude::*;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<4, Gauss<4>>)
)]
struct DoublePendulum;

const START: [f64; 2] = [2.0, 1.5];

#[test]
fn a_trajectory_starts_at_the_start() {
    let mut motion = Integrator::new(DoublePendulum, Midpoint, 0.01, START, [0.3, -0.2]).unwrap();
    let start = motion.state();
    let trajectory = motion.run(100).unwrap();
    assert_eq!(trajectory.len(), 101);
    assert_eq!(trajectory.first(), Some(&start));
    assert_eq!(trajectory.last(), Some(&motion.state()));
    assert_eq!(trajectory.into_iter().count(), 101);
    let mut again = Integrator::new(DoublePendulum, Midpoint, 0.01, START, [0.3, -0.2]).unwrap();
    for state in trajectory.states().iter().skip(1) {
        again.step().unwrap();
        assert_eq!(&again.state(), state);
    }
}
