//! Reductions against closed forms.

use extremal::ensemble::{Ensemble, Extrema, Histogram, Moments};

/// k = 0, 1, .. with an offset.
fn counted(
    members: usize,
    offset: f64,
) -> Ensemble<'static, f64, impl Fn(usize) -> Result<f64, extremal::Error>> {
    Ensemble::new(members, move |k| Ok(offset + k as f64))
}

#[test]
fn moments_are_those_of_closed_forms_beside_a_large_mean() {
    // Far more than one group, and a mean whose square has lost all digits of the variance.
    for (members, offset) in [(2, 0.0), (1000, 0.0), (3000, 1e9), (1_000_000, 1e12)] {
        let ensemble = counted(members, offset);
        let runs = ensemble.each(|x| Ok([*x, -3.0 * *x]));
        let moments: Moments<2> = runs.reduce(Moments::new()).value;
        let n = members as f64;
        // Of 0, 1, .., n − 1: the mean (n − 1)/2, and the variance n (n + 1)/12.
        let (mean, variance) = (offset + (n - 1.0) / 2.0, n * (n + 1.0) / 12.0);
        let [m, m3] = moments.mean();
        // A few roundings of the mean: one for each of twenty levels, and few that do not cancel in a group.
        assert!(
            (m - mean).abs() <= 32.0 * f64::EPSILON * mean,
            "{members}: {m} {mean}"
        );
        assert!((m3 + 3.0 * mean).abs() <= 96.0 * f64::EPSILON * mean);
        let [[a, b], [c, d]] = moments.covariance();
        // Deviations are differences from rounded means: relative errors of ε times the mean in deviations.
        let error = 1e-13 + 64.0 * f64::EPSILON * mean / variance.sqrt();
        for (number, factor) in [(a, 1.0), (b, -3.0), (c, -3.0), (d, 9.0)] {
            assert!(
                (number / (factor * variance) - 1.0).abs() <= error,
                "{members}: {number}"
            );
        }
        assert_eq!(moments.variance(), [a, d]);
    }
}

#[test]
fn few_members_have_no_moments() {
    let none = counted(0, 0.0).each(|x| Ok(*x)).reduce(Moments::new());
    assert!(none.value.count() == 0 && none.value.mean()[0].is_nan());
    let one = counted(1, 5.0).each(|x| Ok(*x)).reduce(Moments::new()).value;
    assert!(one.mean() == [5.0] && one.variance()[0].is_nan());
    assert!(counted(0, 0.0).each(|x| Ok(*x)).collect().is_empty());
}

#[test]
fn extrema_have_their_first_member_and_leave_out_nan() {
    let values = Ensemble::new(5000, Ok);
    let wave = |k: &mut usize| {
        let x = ((*k % 100) as f64 - 40.0).abs();
        Ok([if *k < 200 { f64::NAN } else { x }, f64::NAN])
    };
    let extrema = values.each(wave).reduce(Extrema::new()).value;
    let [least, none] = extrema.least();
    assert_eq!(
        (least.map(|e| (e.member, e.value)), none),
        (Some((240, 0.0)), None)
    );
    let [greatest, _] = extrema.greatest();
    assert_eq!(greatest.map(|e| (e.member, e.value)), Some((299, 59.0)));
}

#[test]
fn a_histogram_counts_each_value_once() {
    let values = Ensemble::new(10_000, |k| Ok(k as f64 * 1e-3 - 1.0));
    let histogram = values.each(|x| Ok(*x)).reduce(Histogram::new(0.0, 7.0, 7)).value;
    assert_eq!(histogram.counts(), [1000; 7]);
    assert_eq!(
        (histogram.below(), histogram.above(), histogram.not_numbers()),
        (1000, 2000, 0)
    );
    // Without bins, and with edges that are none.
    for (low, high, bins) in [
        (0.0, 7.0, 0),
        (1.0, 1.0, 3),
        (2.0, 1.0, 3),
        (f64::NAN, 1.0, 3),
        (0.0, f64::NAN, 3),
        (f64::NEG_INFINITY, f64::INFINITY, 3),
        (0.0, f64::INFINITY, 3),
        (-f64::MAX, f64::MAX, 3),
    ] {
        let histogram = values
            .each(|x| Ok(*x))
            .reduce(Histogram::new(low, high, bins))
            .value;
        let inside: u64 = histogram.counts().iter().sum();
        let less = (0..10_000).filter(|k| f64::from(*k) * 1e-3 - 1.0 < low).count() as u64;
        assert_eq!(
            (inside, histogram.below(), histogram.above()),
            (0, less, 10_000 - less),
            "{low} {high} {bins}"
        );
    }
    let one = Ensemble::new(1, |_| Ok(f64::NAN))
        .each(|x| Ok(*x))
        .reduce(Histogram::new(0.0, 1.0, 2));
    assert_eq!(one.value.not_numbers(), 1);
}

#[test]
fn a_value_at_an_edge_is_in_the_bin_that_begins_there() {
    // Edges that are rounded, as are quotients of values.
    for (low, high, bins) in [(-1.0, 1.0, 10), (-3.0, 3.0, 30), (0.1, 0.7, 6), (-1e9, 3.0, 777)] {
        let empty = Histogram::new(low, high, bins);
        let counts_of = |value: f64| {
            let one = Ensemble::new(1, |_| Ok(value));
            one.each(|x| Ok(*x)).reduce(empty.clone()).value
        };
        for k in 0..bins {
            let at = counts_of(empty.edge(k));
            assert_eq!(at.counts()[k], 1, "edge {k} of {low} {high} {bins}");
            let below = counts_of(empty.edge(k + 1).next_down());
            assert_eq!(
                below.counts()[k],
                1,
                "below edge {} of {low} {high} {bins}",
                k + 1
            );
        }
        assert_eq!(empty.edge(bins), high);
        assert_eq!(counts_of(high).above(), 1);
        assert_eq!(counts_of(low.next_down()).below(), 1);
    }
}

#[test]
fn values_that_are_not_finite_make_the_moments_of_their_output_nan() {
    for bad in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        // Alone, first, in the middle of the second group, and last.
        for (members, place) in [(1, 0), (2, 0), (3000, 0), (3000, 3), (3000, 2999)] {
            let ensemble = Ensemble::new(members, move |k| {
                Ok([k as f64, if k == place { bad } else { 1.0 }])
            });
            let moments = ensemble.each(|x| Ok(*x)).reduce(Moments::new()).value;
            let [good, not_finite] = moments.mean();
            assert!(
                good.is_finite() && not_finite.is_nan(),
                "{bad} at {place}: {not_finite}"
            );
            let [[a, b], [c, d]] = moments.covariance();
            assert_eq!(a.is_nan(), members == 1, "{bad} at {place}");
            assert!([b, c, d].iter().all(|x| x.is_nan()), "{bad} at {place}");
        }
    }
}

#[test]
fn failures_are_counted_and_the_first_are_kept() {
    let failure = extremal::Failure::StepSize { h: 0.0 };
    let error = extremal::Error {
        t: 0.0,
        step: 0,
        failure,
    };
    let begin = |k| if k % 2 == 1 { Err(error) } else { Ok(k as f64) };
    let ensemble = Ensemble::new(10_000, begin);
    let reduced = ensemble.each(|x| Ok(*x)).reduce(Moments::new());
    assert_eq!(
        (reduced.failed, reduced.cancelled, reduced.value.count()),
        (5000, 0, 5000)
    );
    let members = reduced.failures.iter().map(|failed| failed.member);
    assert!(members.eq((0..64).map(|k| 2 * k + 1)));
}
