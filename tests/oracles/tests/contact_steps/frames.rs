//! Frames of rods that slide on redundant feet, and come to rest.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a[3], b[3], c[3]),
    kinetic = 0.5 * (dt(a).norm_squared() + dt(b).norm_squared() + dt(c).norm_squared()),
    potential = 9.81 * (a[2] + b[2] + c[2]),
    constraint(
        ab = (a - b).norm_squared() - 1.0,
        bc = (b - c).norm_squared() - 1.0,
        ca = (c - a).norm_squared() - 1.0
    ),
    contact(at_a, gap = a[2], slip = [dt(a[0]), dt(a[1])], friction = 0.5),
    contact(at_b, gap = b[2], slip = [dt(b[0]), dt(b[1])], friction = 0.5),
    contact(at_c, gap = c[2], slip = [dt(c[0]), dt(c[1])], friction = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Tripod;

/// A tripod at this angle with these velocities of its middle, and this turning speed.
fn start(angle: f64, [x, y, turn]: [f64; 3]) -> ([f64; 9], [f64; 9]) {
    let (mut q, mut v) = ([0.0; 9], [0.0; 9]);
    for k in 0..3 {
        let at = angle + k as f64 * core::f64::consts::TAU / 3.0;
        let [u, w] = [at.cos(), at.sin()].map(|part| part / 3.0_f64.sqrt());
        q[3 * k..3 * k + 2].copy_from_slice(&[u, w]);
        v[3 * k..3 * k + 2].copy_from_slice(&[x - turn * w, y + turn * u]);
    }
    (q, v)
}

/// Three slips are six rows for three rods: where all stick they contradict each other by the rounding of the constraints'
/// multipliers, which the terms of each row do not show.
#[test]
fn tripods_come_to_rest() -> Result<(), extremal::Error> {
    for k in 0..4 {
        let of = |a: f64| (a * f64::from(k + 1)).sin();
        let (q, v) = start(3.0 * of(1.7), [of(2.3), of(4.1), 2.0 * of(5.9)]);
        macro_rules! moved {
            ($scheme:expr) => {{
                let mut motion = Integrator::new(Tripod, $scheme, 1e-3, q, v)?;
                // 0.5 g stops speeds of up to 3 within 0.7.
                motion.run(720)?;
                let before = motion.state().q;
                motion.run(80)?;
                (
                    (motion.state().q - before).amax(),
                    motion.velocity()?.amax(),
                )
            }};
        }
        for (moved, speed) in [
            moved!(Moreau),
            moved!(SymmetricMoreau),
            moved!(VariationalMoreau),
            moved!(NonsmoothMidpoint),
        ] {
            // The rods hold places to some ε of their length of 1, and so velocities to ε/h, with no direction.
            let rounding = 64.0 * f64::EPSILON / 1e-3;
            assert!(
                moved < 0.4 * rounding && speed < rounding,
                "{k}: {moved:e} {speed:e}"
            );
        }
    }
    Ok(())
}
