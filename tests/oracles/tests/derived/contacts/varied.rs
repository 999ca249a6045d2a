//! Variations of contacts against dual numbers, and the checks of starts and laws.

use extremal::Failure;
use extremal::blocks::{Block, Vector};
use extremal::contacts::check_laws;
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use num_dual::Dual64;

use super::{Plate, Sphere, numbers, plate, sphere};
use crate::support::close::{ROUNDING, close};

/// The variations of a derived system are the derivatives of its own directions and laws, by dual numbers.
///
/// `dual` makes the system whose parameter of that index is varied.
fn vary<S, D, const N: usize>(system: &S, dual: impl Fn(Option<usize>) -> D)
where
    S: Contacts<
            Scalar = f64,
            Configuration = SVector<f64, N>,
            Velocity = SVector<f64, N>,
            Reactions = [f64; 0],
        >,
    D: Contacts<
            Scalar = Dual64,
            Configuration = SVector<Dual64, N>,
            Velocity = SVector<Dual64, N>,
            Reactions = [Dual64; 0],
        >,
{
    for seed in 0..5 {
        let mut random = numbers(seed);
        let t = random.next().expect("a number");
        let q: [f64; N] = core::array::from_fn(|_| random.next().expect("a number"));
        let v: [f64; N] = core::array::from_fn(|_| random.next().expect("a number"));
        let percussions = S::Percussions::from_fn(|_| random.next().expect("a number"));
        let found = system.contact_variations(t, &q.into(), &v.into(), &percussions, &[]);
        let columns = N + 1 + S::SENSITIVITIES.len();
        for column in 0..columns {
            let seed = |at: usize| if at == column { 1.0 } else { 0.0 };
            let q = SVector::<Dual64, N>::from_fn(|k, _| Dual64::new(q[k], seed(k)));
            let t = Dual64::new(t, seed(N));
            let varied = dual(column.checked_sub(N + 1));
            let (rows, rates) = varied.directions(t, &q);
            let rows: Vec<&[Dual64]> = rows.as_slice().chunks(N).collect();
            let impulse = (0..N).map(|j| {
                let terms = rows.iter().zip(percussions.as_slice());
                terms.fold(0.0, |sum, (row, p)| sum + row[j].eps * p)
            });
            let moved = rows
                .iter()
                .zip(rates.as_slice())
                .map(|(row, rate)| row.iter().zip(&v).fold(rate.eps, |sum, (w, v)| sum + w.eps * v));
            let still = SVector::<Dual64, N>::from_fn(|k, _| Dual64::new(v[k], 0.0));
            let laws = varied.laws(t, &q, &still, &[]);
            let laws = laws.as_slice().iter();
            let laws = laws.flat_map(|law| [law.friction.eps, law.restitution.eps, law.restitution_t.eps]);
            let gaps = varied.gaps(t, &q);
            let gaps = gaps.as_slice().iter().map(|gap| gap.eps);
            let expected: Vec<f64> = impulse.chain(moved).chain(laws).chain(gaps).collect();
            let found: Vec<f64> = found
                .as_slice()
                .iter()
                .skip(column)
                .step_by(columns)
                .copied()
                .collect();
            close("variations", &found, &expected, ROUNDING);
        }
    }
}

#[test]
fn variations_are_derivatives() {
    let constant = |x: f64| Dual64::new(x, 0.0);
    let seeded =
        |x: f64, at: usize, varied: Option<usize>| Dual64::new(x, if varied == Some(at) { 1.0 } else { 0.0 });
    vary::<_, _, 3>(&plate(|x| x), |varied| Plate {
        amplitude: seeded(0.02, 0, varied),
        belt: seeded(0.3, 1, varied),
        e: seeded(0.6, 2, varied),
        ..plate(constant)
    });
    vary::<_, _, 6>(&sphere(|x| x), |varied| Sphere {
        radius: seeded(0.5, 0, varied),
        slope: seeded(0.3, 1, varied),
        ..sphere(constant)
    });
}

/// Gaps below zero by more than rounding, and numbers that no bodies have, are failures that name the contact.
#[test]
fn starts_and_laws_are_checked() {
    let start = |q: [f64; 3]| Integrator::new(plate(|x| x), Moreau, 1e-3, q, [0.0; 3]).map(drop);
    assert_eq!(start([0.0, 1.0, 0.0]), Ok(()));
    // The lower corners are 0.2 below the centre; 1e-14 is rounding of that, 1e-6 is not.
    assert_eq!(start([0.0, 0.2 - 1e-14, 0.0]), Ok(()));
    let failure = |q| start(q).expect_err("a start that penetrates").failure;
    let Failure::Penetration { contact, gap } = failure([0.0, 0.2 - 1e-6, 0.0]) else {
        panic!("another failure");
    };
    assert!(
        contact == "corner[2]" && (gap + 1e-6).abs() < 1e-12,
        "{contact}: {gap}"
    );
    assert!(matches!(
        failure([6.0, 1.0, 0.0]),
        Failure::Penetration { contact: "wall", .. }
    ));
    let q = SVector::from([0.0, 1.0, 0.0]);
    let law = |plate: Plate<f64>| {
        check_laws(&plate, 0.0, &q, &SVector::zeros(), &[]).expect_err("a law of no bodies")
    };
    assert_eq!(
        law(Plate {
            mu: -0.1,
            ..plate(|x| x)
        }),
        Failure::ContactLaw {
            contact: "corner[0]",
            law: "friction",
            value: -0.1
        }
    );
    assert_eq!(
        law(Plate {
            e: 1.5,
            ..plate(|x| x)
        }),
        Failure::ContactLaw {
            contact: "corner[0]",
            law: "restitution",
            value: 1.5
        }
    );
    let nan = law(Plate {
        mu: f64::NAN,
        ..plate(|x| x)
    });
    assert!(
        matches!(nan, Failure::ContactLaw { law: "friction", .. }),
        "{nan}"
    );
    let error = Integrator::new(
        Plate {
            e: -0.5,
            ..plate(|x| x)
        },
        Moreau,
        1e-3,
        [0.0, 1.0, 0.0],
        [0.0; 3],
    );
    assert_eq!(
        error.map(drop).expect_err("a negative restitution").to_string(),
        "at t = 0 (step 0): the restitution of the contact `corner[0]` is -0.5; it must be between 0 and 1"
    );
}
