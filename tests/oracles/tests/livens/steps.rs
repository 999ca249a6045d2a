//! Functions of an integrator other than steps, for schemes that carry a velocity.

use extremal::prelude::*;

use crate::systems::{Bead, DoublePendulum, Sphere, SpringPendulum};

const DOUBLE: DoublePendulum<f64> = DoublePendulum {
    m: 1.3,
    g: 9.81,
    d: 0.2,
};
const SPHERE: Sphere<f64> = Sphere { m: 1.3, g: 9.81 };
const HANGING: SpringPendulum<f64> = SpringPendulum {
    m: 1.3,
    ea: 300.0,
    g: 9.81,
};

fn hanging() -> Result<Integrator<SpringPendulum<f64>, Livens>, extremal::Error> {
    Integrator::new(HANGING, Livens, 0.02, [1.05, 1.2, 0.3], [0.2, 0.7, 0.9])
}

fn sphere() -> Result<Integrator<Sphere<f64>, Livens>, extremal::Error> {
    Integrator::new(SPHERE, Livens, 0.02, [0.6, 0.0, -0.8], [0.4, 1.5, 0.3])
}

/// All data on which the next steps depend.
macro_rules! same {
    ($a:expr, $b:expr) => {
        assert_eq!($a.state(), $b.state());
        assert_eq!($a.velocity()?, $b.velocity()?);
        assert_eq!($a.snapshot(), $b.snapshot());
    };
}

#[test]
fn many_steps_are_the_steps_to_the_bit() -> Result<(), extremal::Error> {
    let (mut one_by_one, mut together) = (sphere()?, sphere()?);
    for _ in 0..1500 {
        one_by_one.step()?;
    }
    together.step_many(1500)?;
    same!(one_by_one, together);

    let mut one_by_one = Integrator::new(DOUBLE, Livens, 0.01, [2.0, 1.5], [0.7, -1.2])?;
    let mut together = one_by_one.clone();
    for _ in 0..1500 {
        one_by_one.step_with([0.7])?;
    }
    together.step_many_with(1500, [0.7])?;
    same!(one_by_one, together);
    Ok(())
}

/// A snapshot contains the velocity and the compensation of rounding of the coordinates.
#[test]
fn a_snapshot_goes_on_with_the_same_bits() -> Result<(), Box<dyn std::error::Error>> {
    let mut motion = sphere()?;
    motion.step_many(77)?;
    let text = serde_json::to_string(&motion.snapshot())?;
    let mut other = Integrator::new(SPHERE, Livens, 0.5, [0.0, 0.0, -1.0], [0.0; 3])?;
    other.restore(&serde_json::from_str(&text)?)?;
    for _ in 0..50 {
        assert_eq!(motion.step()?, other.step()?);
    }
    same!(motion, other);

    let mut motion = hanging()?;
    motion.step_many(77)?;
    let text = serde_json::to_string(&motion.snapshot())?;
    let mut other = hanging()?;
    other.restore(&serde_json::from_str(&text)?)?;
    for _ in 0..50 {
        assert_eq!(motion.step()?, other.step()?);
    }
    same!(motion, other);
    Ok(())
}

/// A fresh start at a node, where velocities satisfy hidden constraints to second order only.
#[test]
fn another_step_size_is_possible_on_constraints() -> Result<(), extremal::Error> {
    let mut motion = sphere()?;
    motion.step_many(20)?;
    let (state, velocity) = (motion.state(), motion.velocity()?);
    motion.set_step_size(0.013)?;
    assert_eq!((motion.state(), motion.velocity()?), (state, velocity));
    Ok(())
}

#[test]
fn a_kick_is_possible_on_constraints() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(
        Bead { k: 0.5, g: 9.81 },
        Livens,
        0.02,
        [0.5, -0.1875],
        [0.8, -0.4],
    )?;
    motion.step_many(20)?;
    motion.kick([0.3, 0.4])?;
    Ok(())
}

/// The momentum jumps by the percussion, and the velocity that is carried by M⁻¹ of it.
#[test]
fn a_kick_changes_both_momentum_and_velocity() -> Result<(), extremal::Error> {
    let mut motion = hanging()?;
    motion.step_many(20)?;
    let (before, v) = (motion.state(), motion.velocity()?);
    let kick = [0.4, -0.7, 0.5];
    motion.kick(kick)?;
    let (after, u) = (motion.state(), motion.velocity()?);
    assert_eq!((before.t, before.q), (after.t, after.q));
    let sine = before.q[0] * before.q[1].sin();
    let masses = [1.0, before.q[0].powi(2), sine.powi(2)].map(|factor| HANGING.m * factor);
    for k in 0..3 {
        assert_eq!(after.p[k], before.p[k] + kick[k]);
        // Some roundings of numbers below four.
        assert!((u[k] - v[k] - kick[k] / masses[k]).abs() < 1e-14);
    }
    // The velocity is not M⁻¹ p before the impulse, as it would be after a start from (q, p).
    let fresh = Integrator::from_state(HANGING, Livens, 0.02, after)?.velocity()?;
    assert!((fresh - u).norm() > 1e-6);
    let energy = motion.energy();
    for _ in 0..100 {
        // Terms up to 20, a hundred steps.
        assert!((motion.step()?.energy - energy).abs() < 1e-12);
    }
    Ok(())
}

#[test]
fn constraints_answer_a_kick() -> Result<(), extremal::Error> {
    let mut motion = sphere()?;
    motion.step_many(20)?;
    let (before, v) = (motion.state(), motion.velocity()?);
    let kick = [0.4, -0.7, 0.5];
    motion.kick(kick)?;
    let (after, u) = (motion.state(), motion.velocity()?);
    let change = after.p - before.p;
    // The component along the sphere is that of the impulse.
    let along = |x: [f64; 3]| (0..3).map(|k| x[k] * before.q[k]).sum::<f64>();
    let radial = along(kick);
    for k in 0..3 {
        let tangential = kick[k] - radial * before.q[k];
        let found = change[k] - along(change.into()) * before.q[k];
        assert!((found - tangential).abs() < 1e-14, "{found} {tangential}");
        assert!((u[k] - v[k] - change[k] / SPHERE.m).abs() < 1e-14);
    }
    let energy = motion.energy();
    for _ in 0..100 {
        let report = motion.step()?;
        assert!((report.energy - energy).abs() < 1e-12);
        assert!(report.constraints[0].abs() < 1e-15);
    }
    Ok(())
}

/// (t, q, v, p) do not change, so E does not jump, although p is not M v.
#[test]
fn another_step_size_keeps_the_velocity() -> Result<(), extremal::Error> {
    let mut motion = hanging()?;
    motion.step_many(20)?;
    let (state, velocity, energy) = (motion.state(), motion.velocity()?, motion.energy());
    let belongs = HANGING
        .velocity(state.t, &state.q, &state.p)
        .expect("M is regular");
    assert!((belongs - velocity).norm() > 1e-6);
    motion.set_step_size(0.013)?;
    assert_eq!(
        (motion.state(), motion.velocity()?, motion.energy()),
        (state, velocity, energy)
    );
    for _ in 0..100 {
        // Terms up to 20, a hundred steps.
        assert!((motion.step()?.energy - energy).abs() < 1e-12);
    }
    Ok(())
}

#[test]
fn a_start_from_a_state_has_the_velocity_of_its_momentum() -> Result<(), extremal::Error> {
    let (mut given, start) = (hanging()?, hanging()?.state());
    let mut from = Integrator::from_state(HANGING, Livens, 0.02, start)?;
    for _ in 0..50 {
        // M⁻¹ M v is v except for rounding, which grows by less than a hundred times in fifty steps.
        assert!((from.velocity()? - given.velocity()?).norm() < 1e-12);
        from.step()?;
        given.step()?;
    }
    assert!((from.state().q - given.state().q).norm() < 1e-13);
    Ok(())
}

/// A force of 1e300 gives velocities whose squares overflow.
#[test]
fn a_step_that_fails_changes_nothing() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(DOUBLE, Livens, 0.01, [2.0, 1.5], [0.7, -1.2])?;
    motion.step_many_with(10, [0.3])?;
    let mut other = motion.clone();
    let before = (motion.state(), motion.velocity()?, motion.energy());
    assert!(motion.step_with([1e300]).is_err());
    assert_eq!((motion.state(), motion.velocity()?, motion.energy()), before);
    assert!(motion.last_iterate().is_some());
    // The next step is the same as without the failure.
    assert_eq!(motion.step_with([0.3])?, other.step_with([0.3])?);
    same!(motion, other);
    Ok(())
}

/// The velocity in a file is that of the scheme, and not M⁻¹ p.
#[test]
fn files_have_the_velocity_that_is_carried() -> Result<(), Box<dyn std::error::Error>> {
    let mut motion = hanging()?;
    let mut carried = vec![(motion.velocity()?, motion.energy())];
    let mut other = motion.clone();
    for _ in 0..10 {
        let report = other.step()?;
        carried.push((report.velocity, report.energy));
    }
    let mut file = Vec::new();
    motion.run(10)?.write_csv(&HANGING, &mut file)?;
    let text = String::from_utf8(file)?;
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("t,r,theta,phi,v_r,v_theta,v_phi,p_r,p_theta,p_phi,turn,energy")
    );
    for (line, (v, energy)) in lines.zip(&carried) {
        let cells: Vec<f64> = line.split(',').map(str::parse).collect::<Result<_, _>>()?;
        for k in 0..3 {
            assert_eq!(cells[4 + k], v[k]);
        }
        assert!((cells[11] - energy).abs() <= 1e-14);
    }
    assert_eq!(text.lines().count(), 1 + carried.len());
    Ok(())
}

/// The last column of a file.
fn energies<D>(
    trajectory: &Trajectory<SpringPendulum<f64>, D>,
) -> Result<Vec<f64>, Box<dyn std::error::Error>>
where
    SpringPendulum<f64>: Discretize<D>,
{
    let mut file = Vec::new();
    trajectory.write_csv(&HANGING, &mut file)?;
    let text = String::from_utf8(file)?;
    let cells = text.lines().skip(1).filter_map(|line| line.rsplit(',').next());
    Ok(cells.map(str::parse).collect::<Result<_, _>>()?)
}

/// M depends on r, so that M⁻¹p is another velocity, and its energy is not constant.
#[test]
fn files_of_later_runs_and_of_few_rows_have_the_energy_that_is_kept() -> Result<(), Box<dyn std::error::Error>>
{
    let mut motion = hanging()?;
    let start = motion.energy();
    let mut thinned = Trajectory::every(7);
    let mut files = Vec::new();
    for _ in 0..3 {
        files.push(motion.run(10)?);
        motion.record(&mut thinned, 25)?;
    }
    let read: Trajectory<_, Livens> = serde_json::from_str(&serde_json::to_string(&thinned)?)?;
    files.extend([thinned, read]);
    for file in &files {
        let energies = energies(file)?;
        assert_eq!(energies.len(), file.len());
        // A hundred steps of a few roundings of terms of size 10.
        assert!(energies.iter().all(|e| (e - start).abs() < 1e-12), "{energies:?}");
    }
    let velocity = HANGING.velocity(0.0, &motion.state().q, &motion.state().p)?;
    assert!((HANGING.generalized_energy(0.0, &motion.state().q, &velocity) - start).abs() > 1e-9);
    Ok(())
}
