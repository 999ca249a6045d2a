//! The whole text of a system with dry friction, and with no contact.

use syn::parse_quote;

use super::described;
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

/// Newton's law with friction gains energy in some impacts, where restitutions differ.
#[test]
fn impacts_that_may_gain_energy_are_noted() {
    let says = |laws: &str| {
        let source = format!(
            "#[lagrangian(coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2),
                contact(floor, gap = y, {laws}), contact(wall, gap = x, restitution = e), discretize(Moreau))]
            struct S {{ mu: f64, e: f64, b: f64 }}"
        );
        let text = described(syn::parse_str(&source).expect("a struct")).1.text;
        text.lines()
            .any(|line| line.contains("an impact by Newton's law may gain energy"))
    };
    assert!(says("slip = dt(x), friction = mu, restitution = e"));
    assert!(says(
        "slip = dt(x), friction = mu, restitution = e, restitution_t = b"
    ));
    // Those of different contacts.
    assert!(says("slip = dt(x), friction = mu"));
    assert!(!says(
        "slip = dt(x), friction = mu, restitution = e, restitution_t = e"
    ));
    // Without friction there is no tangential percussion.
    assert!(!says("restitution = b"));
}
