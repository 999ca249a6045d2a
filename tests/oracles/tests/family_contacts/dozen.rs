//! The dozen discs of an example, whose 102 contacts are written out, against the pile of any number of discs.

use extremal::prelude::*;

use crate::support::compared::apart;

#[path = "../../../../examples/discs.rs"]
#[allow(dead_code, reason = "a program of its own, which prints")]
pub(crate) mod discs;

#[path = "../../../../examples/pile.rs"]
#[allow(dead_code, reason = "a program of its own, which prints")]
pub(crate) mod pile;

/// Until discs lie on each other and on two walls at once, percussions are unique. Rounding grows with each impact of round discs.
#[test]
fn a_dozen_discs_fall_as_written_out() {
    let (dozen, q) = discs::start();
    let pile = pile::Pile {
        discs: 12,
        m: dozen.m.to_vec(),
        radius: dozen.radius.to_vec(),
        width: dozen.width,
        g: dozen.g,
        mu: dozen.mu,
        e: dozen.e,
    };
    let mut a = Integrator::new(pile, Moreau, 1e-3, q.to_vec(), vec![0.0; 36]).expect("a good start");
    let mut b = Integrator::new(dozen, Moreau, 1e-3, q, [0.0; 36]).expect("a good start");
    let (mut most, mut closed) = (0.0_f64, 0);
    for step in 0..300 {
        let of_any = a.step().expect("a good step").closed_count();
        let written_out = b.step().expect("a good step");
        let of_fixed = written_out.contacts().filter(|contact| contact.is_closed).count();
        assert_eq!(of_any, of_fixed, "{step}");
        closed += of_any;
        let (x, y) = (a.state(), b.state());
        let numbers = [x.q.as_slice(), x.p.as_slice()].concat();
        most = most.max(apart(&numbers, &[y.q.as_slice(), y.p.as_slice()].concat()));
    }
    assert!(most < 1e-12 && closed > 1000, "{most:e} {closed}");
}
