//! The whole text of a system with dry friction, and with no contact.

use syn::parse_quote;

use super::texts::check;

#[test]
fn sprung() {
    check(
        "sprung",
        parse_quote! {
            /// A mass on a spring, in a seal that wears.
            #[lagrangian(
                coordinates(x),
                kinetic = 0.5 * m * dt(x).powi(2),
                potential = 0.5 * k * x.powi(2),
                friction(seal, slip = dt(x), force = f * exp(-t)),
                discretize(VariationalMoreau, Theta, Midpoint, Livens),
            )]
            struct Sprung {
                m: f64,
                k: f64,
                f: f64,
            }
        },
    );
}
