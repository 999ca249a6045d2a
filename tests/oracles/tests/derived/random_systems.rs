//! The tests of `generated` for randomly generated systems.

use crate::support::check::agrees_with_its_oracle;
use crate::support::random_systems::*;
use extremal::prelude::*;

#[test]
fn the_systems_are_those_of_the_generator() {
    for (name, systems) in crate::support::generator::FILES {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/random_systems");
        let path = format!("{folder}/{name}.rs");
        let generated = crate::support::generator::source(systems);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(
            written == generated,
            "run with BLESS=1, and look at the difference"
        );
    }
}

macro_rules! random_systems {
    ($($name:ident: $system:ident $(, $more:ty)?;)*) => {
        agrees_with_its_oracle! { over_reals, $($name: $system, [Verlet, Midpoint $(, $more)?];)* }
    };
}

// Tangents are compared with those by hand. `generated` tests that generated code also runs over dual numbers.
random_systems! {
    random_0: Random0, Galerkin<2, Gauss<2>>;
    random_1: Random1, Galerkin<2, Gauss<2>>;
    random_2: Random2;
    random_3: Random3, Galerkin<2, Gauss<2>>;
    random_4: Random4, Galerkin<2, Gauss<2>>;
    random_5: Random5;
    random_6: Random6, Galerkin<2, Gauss<2>>;
    random_7: Random7, Galerkin<2, Gauss<2>>;
    random_8: Random8;
    random_9: Random9, Galerkin<2, Gauss<2>>;
    random_10: Random10, Galerkin<2, Gauss<2>>;
    random_11: Random11;
    random_12: Random12, Galerkin<2, Gauss<2>>;
    random_13: Random13, Galerkin<2, Gauss<2>>;
    random_14: Random14;
    random_15: Random15, Galerkin<2, Gauss<2>>;
    random_16: Random16, Galerkin<2, Gauss<2>>;
    random_17: Random17;
    random_18: Random18, Galerkin<2, Gauss<2>>;
    random_19: Random19, Galerkin<2, Gauss<2>>;
}
