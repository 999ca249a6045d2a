use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, r[2]),
    inputs(u),
    kinetic = 0.5 * mass * (dt(x).powi(2) + dt(r).norm_squared()),
    force(x = u),
    output(height = x, place = [x, r[0]]),
    sensitivities(m),
)]
struct Cart<T: extremal::Scalar> {
    m: T,
}

fn main() -> Result<(), extremal::Error> {
    let cart = Cart { m: 1.0_f32 };
    let mut motion = Integrator::new(&cart, Midpoint, 1e-3, [1.0, 0.0, 0.0], [0.0; 3])?.starting_at(1.0)?;
    motion.step_with([0.5])?;
    motion.kick([0.0, 1.0, 0.0])?;
    let trajectory = motion.run_with(10, |motion| [-motion.state().q[0]])?;
    let State { t, q, p } = motion.state();
    let v = motion.velocity()?;
    let j = motion.linearize_with([0.0])?;
    println!("{} {:?} {} {}", cart.height(t, &q, &v), cart.place(t, &q, &v), p[2], motion.energy());
    println!("{} {} {}", j.by_state[(0, 0)], j.by_inputs[(0, 0)], trajectory.states().len());
    let other = Integrator::from_state(&cart, Galerkin::<2, Gauss<2>>::default(), 1e-3, motion.state())?;
    println!("{:?} {}", motion.largest_stable_step_with(1.0, [0.0])?, motion.amplification_with([0.0])?.spectral_radius());
    println!("{:?} {}", other.last_iterate().is_some(), motion.total_energy());
    Ok(())
}
