//! The whole text of a system with constraints on velocities and on coordinates.

use syn::parse_quote;

use super::texts::check;

#[test]
fn rolling_disc() {
    check(
        "rolling_disc",
        parse_quote! {
            /// An upright disc that rolls behind a winch.
            #[lagrangian(
                coordinates(x, y, theta, phi),
                inputs(u),
                kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + 0.25 * m * r.powi(2) * dt(theta).powi(2)
                    + 0.125 * m * r.powi(2) * dt(phi).powi(2),
                force(theta = u),
                constraint(rope = x.powi(2) + y.powi(2) - (1 + t).powi(2)),
                rolling(no_slip = [dt(x) - r * cos(phi) * dt(theta), dt(y) - r * sin(phi) * dt(theta)]),
                symmetry(spin = [0, 0, 0, 1]),
                discretize(Verlet, Midpoint, Livens),
            )]
            struct Disc {
                m: f64,
                r: f64,
            }
        },
    );
}
