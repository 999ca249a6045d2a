//! The rules of the guard, on energies that are given.

use super::*;

fn at(kinetic: f64, energy: f64) -> Energies<f64> {
    Energies { kinetic, energy }
}

/// A guard that has seen a start with T = 0 and E = 2.
fn at_rest() -> Guard<(), f64> {
    let mut guard = Guard::new(true);
    assert_eq!(guard.rise(at(0.0, 2.0), true), None);
    guard
}

#[test]
fn an_error_as_large_as_the_first_energies_is_none_of_the_motion() {
    let mut guard = at_rest();
    // T and the change of V are the error itself.
    assert_eq!(guard.rise(at(0.04, 2.08), true), None);
    assert_eq!(guard.rise(at(0.04, 2.09), true), None);
    // The motion goes on: T grows, and E does not.
    assert_eq!(guard.rise(at(2.0, 2.09), true), None);
    // Near a turning point.
    assert_eq!(guard.rise(at(1e-3, 2.09), true), None);
    assert_eq!(guard.rise(at(2.0, 2.09), true), None);
}

#[test]
fn what_is_not_resolved_is_found_and_not_remembered() {
    let mut guard: Guard<(), f64> = Guard::new(true);
    let found = (0..20)
        .map(|k| 10_f64.powi(k))
        .find(|&kinetic| guard.growth(at(kinetic, kinetic), false, || false).is_some());
    assert_eq!(found, Some(1e5));
    // The same state again grew as much.
    assert_eq!(guard.growth(at(1e5, 1e5), false, || false), Some(1e5));
    // A step that resolves the motion begins anew.
    assert_eq!(guard.growth(at(1e5, 1e5), true, || false), None);
    assert_eq!(guard.growth(at(1e6, 1e6), false, || false), None);
}

/// Each second step is slow, as where friction stops what the step before threw; parts of refused steps may resolve a motion.
#[test]
fn slow_steps_and_parts_hide_no_growth() {
    let mut guard: Guard<(), f64> = Guard::new(true);
    let found = (0..100).find(|&k| {
        let fast = 10_f64.powi(k);
        let is_slow_found = guard.growth(at(1e-3, 1e-3), k % 3 == 0, || false).is_some();
        is_slow_found || guard.growth(at(fast, fast), false, || false).is_some()
    });
    assert_eq!(found, Some(5));
    let mut guard: Guard<(), f64> = Guard::new(true);
    let mut kinetic = 1.0;
    let mut refused = 0;
    for _ in 0..100 {
        guard.is_part = false;
        match guard.growth(at(10.0 * kinetic, 10.0 * kinetic), false, || false) {
            None => kinetic *= 10.0,
            Some(_) => {
                // Its halves are resolved, and gain nothing.
                refused += 1;
                guard.is_part = true;
                for _ in 0..2 {
                    assert_eq!(guard.growth(at(kinetic, kinetic), true, || false), None);
                }
            }
        }
    }
    assert!(refused > 90 && kinetic < 1e6, "{refused} {kinetic}");
}

/// Growth in driven steps does not count, and growth in other steps between them does.
#[test]
fn growth_of_a_drive_hides_no_other() {
    for (each, least) in [(1, None), (2, Some(5)), (5, Some(6))] {
        let mut guard: Guard<(), f64> = Guard::new(true);
        let found = (0..100).find(|&k| {
            let kinetic = 10_f64.powi(k);
            guard
                .growth(at(kinetic, kinetic), false, || k % each == 0)
                .is_some()
        });
        assert_eq!(found, least, "{each}");
    }
}

/// T of a stiff spring grows from that of its turning point, and E stays.
#[test]
fn what_comes_from_the_potential_is_no_growth() {
    let mut guard: Guard<(), f64> = Guard::new(true);
    let found = (0..20).find(|&k| guard.growth(at(10_f64.powi(k), 1e20), false, || false).is_some());
    assert_eq!(found, None);
}

/// E jumps in the first step, and grows no more after a hundred looks.
#[test]
fn nonsense_from_the_first_step_on_is_found() {
    let mut guard = at_rest();
    let sizes = (0..100_u32).map(|k| 1e6 * (1.0 + f64::from(k.min(20))));
    let looks = sizes
        .take_while(|&size| guard.rise(at(size, 2.0 + 2.0 * size), true).is_none())
        .count();
    assert!(looks < 20, "{looks}");
    // The phases of a stable motion near its limit, whose E is that of the start in each eighth look.
    let mut guard = at_rest();
    for k in 0..1000 {
        let size = if k % 8 == 0 { 0.1 } else { 5.0 };
        let rise = if k % 8 == 0 { 0.0 } else { 0.9 * size };
        assert_eq!(guard.rise(at(size, 2.0 + rise), true), None, "{k}");
    }
}

#[test]
fn what_grows_is_found_and_not_remembered() {
    for factor in [1.1, 2.0, 1e3, 1e150] {
        let mut guard = at_rest();
        let mut kinetic = 1.0;
        let found = loop {
            let seen = (guard.most, guard.risen);
            if let Some((from, rise)) = guard.rise(at(kinetic, 2.0 + 2.0 * kinetic), true) {
                assert_eq!((guard.most, guard.risen), seen);
                assert_eq!((from, rise), (2.0, 2.0 * kinetic));
                break kinetic;
            }
            kinetic *= factor;
        };
        // 100 times the first one, or the first that is more; 10 times in many looks.
        let found_after = if factor < 1.5 { 10.0 } else { 100.0 };
        let least = if factor == 2.0 { 64.0 } else { found_after };
        assert!(
            found >= 0.99 * least && found <= 1.01 * least * factor,
            "{factor} {found}"
        );
        // The same state again is the same rise.
        assert!(guard.rise(at(found, 2.0 + 2.0 * found), true).is_some());
    }
}

/// A motion flies off in one step and keeps its energy from then on. Some looks later it is refused.
#[test]
fn what_flies_off_in_one_step_is_found() {
    for (k, energy) in [(264.0, 263.0), (1e14, 1e14)] {
        // Bound, with E = −1.
        let mut guard: Guard<(), f64> = Guard::new(true);
        assert_eq!(guard.rise(at(0.5, -1.0), true), None);
        assert_eq!(guard.rise(at(2.0, -1.0), true), None);
        let looks = (0..100)
            .take_while(|_| guard.rise(at(k, energy), true).is_none())
            .count();
        assert!(looks < 16, "{looks}");
    }
    // At rest, with an E that is rounding beside that of the start.
    let mut guard = at_rest();
    for k in 0..100 {
        assert_eq!(guard.rise(at(1e-20, 2.0 + 1e-15), true), None, "{k}");
    }
}

/// Something changes before each step, and the guard begins anew each time; steps that grow by a tenth are found.
#[test]
fn interventions_hide_no_explosion() {
    for factor in [1.1, 1.5, 10.0] {
        let mut guard = at_rest();
        let mut kinetic = 1.0;
        let mut energy = 2.0;
        let steps = (0..1000).take_while(|&k| {
            guard.resume(k);
            assert_eq!(guard.rise(at(kinetic, energy), true), None);
            // V grows as T does.
            (kinetic, energy) = (factor * kinetic, energy + 2.0 * (factor - 1.0) * kinetic);
            guard.rise(at(kinetic, energy), true).is_none()
        });
        let steps = steps.count();
        assert!(steps < 200, "{factor} {steps}");
    }
}

/// A controller changes a motion before each step, and each step errs by a hundredth of its energy. These errors add up and are
/// no explosion; the motion becomes faster in the end.
#[test]
fn errors_of_a_controlled_motion_add_up_without_end() {
    let mut guard = at_rest();
    for k in 0..10_000 {
        let size = if k < 9000 { 1.0 } else { 100.0 };
        guard.resume(k);
        assert_eq!(guard.rise(at(size, 2.0 + size), true), None, "{k}");
        assert_eq!(guard.rise(at(1.01 * size, 2.0 + 1.02 * size), true), None, "{k}");
    }
}

/// A refused motion is left, for one of another size or with shorter steps: none of it counts.
#[test]
fn what_follows_a_refusal_is_another_motion() {
    let mut guard = at_rest();
    let mut kinetic = 1.0;
    while guard.rise(at(kinetic, 2.0 + 2.0 * kinetic), true).is_none() {
        kinetic *= 1.5;
    }
    guard.refuse();
    guard.resume(0);
    for k in 0..1000 {
        let kinetic = f64::from(k);
        assert_eq!(guard.rise(at(kinetic, 2.0), true), None, "{k}");
    }
    // What friction took hides nothing, and neither does an intervention that gives more.
    let mut guard = at_rest();
    assert_eq!(guard.rise(at(1.0, -1e6), true), None);
    guard.resume(0);
    assert_eq!(guard.carried, 0.0);
}

/// A hold in which each step turns the velocity around, long idle, and a faster one.
#[test]
fn slow_steps_end_a_growth_in_the_long_run() {
    let mut guard: Guard<(), f64> = Guard::new(true);
    assert_eq!(guard.growth(at(1e-7, 1e-7), false, || false), None);
    for _ in 0..100 {
        assert_eq!(guard.growth(at(0.0, 0.0), true, || false), None);
    }
    assert_eq!(guard.growth(at(1e-2, 1e-2), false, || false), None);
}

/// A step that gains more than a hundred times what the motion had is refused at once, where that is known.
#[test]
fn a_gain_in_one_step_is_found() {
    for (scale, gain, is_found) in [
        (Some(1.0), 90.0, false),
        (Some(1.0), 110.0, true),
        (Some(50.0), 4000.0, false),
        (Some(50.0), 6000.0, true),
        (None, 1e9, false),
    ] {
        let mut guard: Guard<(), f64> = Guard::new(true);
        guard.scale = scale;
        assert_eq!(guard.rise(at(1.0, 1.0), false), None);
        let found = guard.rise(at(gain, gain), false).is_some();
        assert_eq!(found, is_found, "{scale:?} {gain}");
        // Longer steps err by more.
        let mut guard: Guard<(), f64> = Guard::new(true);
        guard.scale = scale;
        assert_eq!(guard.rise(at(1.0, 1.0), false), None);
        guard.lengthen();
        assert_eq!(guard.rise(at(gain, gain), false), None);
    }
}

/// Energy gained at looks in which E had risen does not count as energy of the motion.
#[test]
fn what_a_motion_gained_is_not_its_own() {
    let mut guard: Guard<(), f64> = Guard::new(true);
    guard.scale = Some(1.0);
    assert_eq!(guard.rise(at(1.0, 1.0), false), None);
    let found = (1..100).find(|&k| {
        let kinetic = 3_f64.powi(k);
        // Each second look is at a phase without a rise.
        let _ = guard.rise(at(1.0, 1.0), false);
        guard.rise(at(kinetic, kinetic), false).is_some()
    });
    // 3⁵ = 243, and what the motion had is 2 T₀.
    assert_eq!(found, Some(5));
}

/// Looks at the first steps one by one see one phase of a swing near the limit many times, and count no more for it.
#[test]
fn looks_at_single_steps_do_not_count_as_many() {
    let mut guard: Guard<(), f64> = Guard::new(true);
    assert_eq!(guard.rise(at(0.0, 2.0), true), None);
    let mut looks = 0;
    for (step, size) in [3.0, 5.0, 8.0, 12.0, 18.0, 25.0, 32.0, 38.0, 42.0, 44.0]
        .into_iter()
        .enumerate()
    {
        if guard.is_due(step) {
            looks += 1;
            assert_eq!(guard.rise(at(size, 2.0 + 0.9 * size), true), None, "{size}");
            guard.wait(step + 1, false);
            guard.follow(step + 1);
        }
    }
    assert_eq!(looks, 10);
    // Alone, the looks at 1, 2, 4 and 8 steps do.
    assert_eq!(guard.risen.map(|(_, looks)| looks), Some(4));
    // Later on they are apart, but for those after a rise.
    assert_eq!(guard.rise(at(2.0, 2.0), true), None);
    let mut due = std::vec::Vec::new();
    for step in 10..300 {
        if guard.is_due(step) {
            due.push(step + 1);
            let size = if step == 127 { 4.0 } else { 1.0 };
            assert_eq!(guard.rise(at(2.0, 2.0 + 0.3 * size), true), None);
            guard.wait(step + 1, false);
            guard.follow(step + 1);
        }
    }
    assert_eq!(due, [11, 12, 13, 14, 15, 16, 32, 64, 128, 129, 192, 256]);
}
