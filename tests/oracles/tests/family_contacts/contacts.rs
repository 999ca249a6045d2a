//! Contacts of items: gaps, directions and laws against those of a system of fixed size, and the motion of both.

use extremal::family::{ContactItem, Entries, Family, FamilyContacts, GapAt};
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::{Contacts, Discretize, Scalar};

use crate::support::compared::{apart, numbers};

/// Discs in a box whose floor and belt move; each has a peg on its rim, which a wall holds back.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[discs][2], turn[discs], lid),
    kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * radius[i].powi(2) * dt(turn[i]).powi(2))
        + 0.5 * dt(lid).powi(2),
    potential = sum(0..discs, |i| m[i] * g * r[i][1]) + g * lid,
    contact(floor,
        gap = array(0..discs, |i| r[i][1] - radius[i] - 0.01 * sin(t)),
        slip = array(0..discs, |i| dt(r[i][0]) + radius[i] * dt(turn[i]) - 0.3 * cos(t)),
        friction = array(0..discs, |i| mu + 0.01 * i), restitution = e),
    let between = array(0..discs, |i| array(0..i, |j| { let n = r[i] - r[j]; n.norm() - radius[i] - radius[j] })),
    contact(pair,
        gap = between,
        slip = array(0..discs, |i| array(0..i, |j| {
            let n = r[i] - r[j];
            let v = dt(r[i]) - dt(r[j]);
            (n[0] * v[1] - n[1] * v[0]) / n.norm() - radius[i] * dt(turn[i]) - radius[j] * dt(turn[j])
        })),
        friction = mu, restitution = array(0..discs, |i| array(0..i, |j| e * (radius[i] + radius[j]))), near(r, radius)),
    contact(peg,
        gap = array(1..discs, |i| r[i][0] + radius[i] * sin(turn[i])),
        point = array(1..discs, |i| r[i] + radius[i] * [sin(turn[i]), cos(turn[i])]), normal = [1, 0],
        friction = mu),
    contact(cover, gap = array(0..discs, |i| [lid - r[i][1] - radius[i], 3 + lid - r[i][1] - radius[i]])),
    contact(stop, gap = 4 - lid, restitution = 0.5),
    contact(side, gap = [r[0][0] + 2, 2 - r[discs - 1][0]]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta),
)]
pub(crate) struct Discs {
    discs: usize,
    m: Vec<f64>,
    pub(crate) radius: Vec<f64>,
    g: f64,
    mu: f64,
    e: f64,
}

/// Pair k of six is (k mod 4, (k mod 4 + ⌊k/4⌋ + 1) mod 4).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2], turn[4], lid),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * radius[i].powi(2) * dt(turn[i]).powi(2))
        + 0.5 * dt(lid).powi(2),
    potential = sum(0..4, |i| m[i] * g * r[i][1]) + g * lid,
    contact(floor,
        gap = array(0..4, |i| r[i][1] - radius[i] - 0.01 * sin(t)),
        slip = array(0..4, |i| dt(r[i][0]) + radius[i] * dt(turn[i]) - 0.3 * cos(t)),
        friction = array(0..4, |i| mu + 0.01 * i), restitution = e),
    contact(pair,
        gap = array(0..6, |k| (r[k % 4] - r[(k % 4 + k / 4 + 1) % 4]).norm() - radius[k % 4] - radius[(k % 4 + k / 4 + 1) % 4]),
        slip = array(0..6, |k| {
            let n = r[k % 4] - r[(k % 4 + k / 4 + 1) % 4];
            let v = dt(r[k % 4]) - dt(r[(k % 4 + k / 4 + 1) % 4]);
            (n[0] * v[1] - n[1] * v[0]) / n.norm() - radius[k % 4] * dt(turn[k % 4])
                - radius[(k % 4 + k / 4 + 1) % 4] * dt(turn[(k % 4 + k / 4 + 1) % 4])
        }),
        friction = mu, restitution = array(0..6, |k| e * (radius[k % 4] + radius[(k % 4 + k / 4 + 1) % 4]))),
    contact(peg,
        gap = array(0..3, |k| r[k + 1][0] + radius[k + 1] * sin(turn[k + 1])),
        point = array(0..3, |k| r[k + 1] + radius[k + 1] * [sin(turn[k + 1]), cos(turn[k + 1])]), normal = [1, 0],
        friction = mu),
    contact(cover, gap = array(0..4, |i| [lid - r[i][1] - radius[i], 3 + lid - r[i][1] - radius[i]])),
    contact(stop, gap = 4 - lid, restitution = 0.5),
    contact(side, gap = [r[0][0] + 2, 2 - r[3][0]]),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta),
)]
pub(crate) struct Four {
    m: [f64; 4],
    radius: [f64; 4],
    g: f64,
    mu: f64,
    e: f64,
}

pub(crate) const N: usize = 13;

pub(crate) fn both() -> (Discs, Four) {
    let (m, radius) = ([1.0, 2.0, 1.5, 0.5], [0.3, 0.4, 0.35, 0.25]);
    let (g, mu, e) = (9.81, 0.3, 0.4);
    let four = Four { m, radius, g, mu, e };
    let discs = Discs {
        discs: 4,
        m: m.to_vec(),
        radius: radius.to_vec(),
        g,
        mu,
        e,
    };
    (discs, four)
}

/// The number of an item among the contacts of fixed size.
pub(crate) fn place(item: ContactItem) -> usize {
    let ContactItem {
        form,
        indices: [i, j],
    } = item;
    match form {
        0 => i,
        1 => {
            let pairs = (0..6).map(|k| (k % 4, (k % 4 + k / 4 + 1) % 4));
            4 + pairs
                .clone()
                .position(|pair| pair == (i, j) || pair == (j, i))
                .expect("a pair")
        }
        2 => 10 + i - 1,
        3 | 4 => 13 + 2 * i + form - 3,
        _ => 21 + form - 5,
    }
}

/// A matrix of some rows.
pub(crate) struct Rows(pub(crate) Vec<Vec<f64>>);

impl Entries<f64> for Rows {
    fn add(&mut self, row: usize, column: usize, value: f64) {
        self.0[row][column] += value;
    }
}

pub(crate) fn each_item(system: &Discs, form: usize, q: &[f64], v: &[f64]) -> Vec<(ContactItem, GapAt<f64>)> {
    let mut items = Vec::new();
    system.each_gap(form, T, q, v, &mut |item, gap| items.push((item, gap)));
    items
}

pub(crate) const T: f64 = 0.7;

#[test]
fn items_are_the_contacts_written_out() {
    let (discs, four) = both();
    let (q, v) = (numbers(N, 0.2), numbers(N, 1.1));
    let (fixed_q, fixed_v) = (
        SVector::<f64, N>::from_column_slice(&q),
        SVector::<f64, N>::from_column_slice(&v),
    );
    let (gaps, scales) = (four.gaps(T, &fixed_q), four.gap_scales(T, &fixed_q));
    let ((directions, rates), laws) = (
        four.directions(T, &fixed_q),
        four.laws(T, &fixed_q, &fixed_v, &[]),
    );
    let first_rows: Vec<usize> = Four::CONTACTS
        .iter()
        .scan(0, |row, contact| {
            Some(std::mem::replace(row, *row + 1 + contact.slips))
        })
        .collect();
    let mut seen = vec![false; Four::CONTACTS.len()];
    for (form, declared) in Discs::FORMS.iter().enumerate() {
        let items = each_item(&discs, form, &q, &v);
        assert!(
            items.windows(2).all(|pair| pair[0].0 < pair[1].0),
            "in ascending order"
        );
        for (item, gap) in items {
            let at = place(item);
            assert!(!std::mem::replace(&mut seen[at], true) && item.form == form);
            assert!(discs.has_contact(item));
            assert_eq!(discs.gap(item, T, &q, &v), gap);
            assert_eq!(declared.slips, Four::CONTACTS[at].slips);
            let mut rows = Rows(vec![vec![0.0; N]; declared.slips + 1]);
            let mut found = [0.0; 3];
            discs.directions(item, T, &q, &mut rows, &mut found);
            let normal = SVector::<f64, N>::from(directions[first_rows[at]]);
            let rate = normal.dot(&fixed_v) + rates[first_rows[at]];
            assert!(
                apart(&[gap.gap, gap.scale, gap.rate], &[gaps[at], scales[at], rate]) < 1e-15,
                "{item:?}"
            );
            for row in 0..=declared.slips {
                assert!(
                    apart(&rows.0[row], &directions[first_rows[at] + row]) < 1e-15,
                    "{item:?}"
                );
                assert!(
                    apart(&[found[row]], &[rates[first_rows[at] + row]]) < 1e-15,
                    "{item:?}"
                );
            }
            assert_eq!(discs.law(item, T, &q, &v), laws[at]);
        }
    }
    assert!(seen.into_iter().all(|seen| seen));
}

#[test]
fn what_is_no_item_has_no_numbers() {
    let (discs, _) = both();
    let (q, v) = (numbers(N, 0.2), numbers(N, 1.1));
    for (form, indices) in [
        (1, [1, 1]),
        (1, [1, 2]),
        (1, [4, 0]),
        (2, [0, 0]),
        (0, [0, 1]),
        (5, [1, 0]),
        (9, [0, 0]),
    ] {
        assert!(
            !discs.has_contact(ContactItem { form, indices }),
            "{form} {indices:?}"
        );
    }
    let far = usize::MAX;
    for indices in [[far, far], [far, 0], [4, 4]] {
        let item = ContactItem { form: 1, indices };
        assert!(discs.gap(item, T, &q, &v).gap.is_nan());
    }
    assert!(
        discs
            .gap(
                ContactItem {
                    form: 9,
                    indices: [0; 2]
                },
                T,
                &q,
                &v
            )
            .gap
            .is_nan()
    );
}

#[test]
fn names_of_items_have_their_indices() {
    for (form, indices, name) in [
        (0, [3, 0], "floor[3]"),
        (1, [3, 2], "pair[3][2]"),
        (2, [1, 0], "peg[1]"),
        (4, [2, 0], "cover[2][1]"),
        (5, [0, 0], "stop"),
        (7, [0, 0], "side[1]"),
    ] {
        assert_eq!(Discs::contact_name(ContactItem { form, indices }), name);
    }
    let forms: Vec<_> = Discs::FORMS
        .iter()
        .map(|form| (form.name, form.indices, form.has_points))
        .collect();
    assert_eq!(forms[1], ("pair", 2, true));
    assert_eq!((forms[3], forms[5]), (("cover", 1, false), ("stop", 0, false)));
}

#[test]
fn points_are_those_of_near() {
    let (discs, _) = both();
    let q = numbers(N, 0.2);
    let mut points = Vec::new();
    discs.each_point(1, T, &q, &mut |i, place, reach| points.push((i, place, reach)));
    let expected: Vec<_> = (0..4)
        .map(|i| (i, [q[2 * i], q[2 * i + 1], 0.0], discs.radius[i]))
        .collect();
    assert_eq!(points, expected);
    discs.each_point(0, T, &q, &mut |_, _, _| panic!("the floor has no points"));
}

#[test]
fn fields_of_contacts_are_checked() {
    let (discs, _) = both();
    assert_eq!(discs.check(), Ok(()));
    let message = |change: &dyn Fn(&mut Discs)| {
        let mut wrong = discs.clone();
        change(&mut wrong);
        wrong.check().expect_err("wrong fields").to_string()
    };
    for radius in [-0.1, f64::INFINITY] {
        let found = message(&|discs| discs.radius[2] = radius);
        let expected = match radius < 0.0 {
            true => {
                "the point 2 in `near` of the contact `pair` reaches less far than 0, or not by a finite number"
            }
            false => "the field `radius` has a number in row 2 that is not finite",
        };
        assert!(found.ends_with(expected), "{found}");
    }
    let short = message(&|discs| discs.radius.truncate(3));
    assert!(
        short.contains("`radius` has length 3, so that its last item is 2, and `radius[")
            && short.ends_with("reads item 3"),
        "{short}"
    );
    let nan = message(&|discs| discs.mu = f64::NAN);
    assert!(nan.ends_with("the field `mu` is not a finite number"), "{nan}");
}

/// Discs that fall on each other, on the floor and on the belt.
pub(crate) fn start() -> ([f64; N], [f64; N]) {
    let (mut q, mut v) = ([0.0; N], [0.0; N]);
    for i in 0..4 {
        (q[2 * i], q[2 * i + 1]) = (
            0.45 + 0.7 * (i % 2) as f64 + 0.1 * (i / 2) as f64,
            0.45 + 0.8 * (i / 2) as f64,
        );
        (v[2 * i], v[2 * i + 1], v[8 + i]) = (-0.5 + 0.3 * i as f64, -1.0 - 0.2 * i as f64, 0.5 - i as f64);
    }
    (q[12], v[12]) = (3.0, 1.0);
    (q, v)
}

/// The largest difference of q and p in steps, and how many steps had a closed contact.
fn differences<D: Copy>(scheme: D) -> (f64, usize)
where
    Discs: Discretize<D, Scalar = f64>,
    Four: Discretize<D, Scalar = f64>,
{
    let ((discs, four), (q, v)) = (both(), start());
    let mut a = Integrator::new(&discs, scheme, 2e-3, q.to_vec(), v.to_vec()).expect("a good start");
    let mut b = Integrator::new(four, scheme, 2e-3, q, v).expect("a good start");
    let (mut most, mut kicks) = (0.0_f64, 0);
    for _ in 0..250 {
        let before = b.state().p;
        a.step().expect("a good step");
        b.step().expect("a good step");
        let (x, y) = (a.state(), b.state());
        let numbers = [x.q.as_slice(), x.p.as_slice()].concat();
        most = most.max(apart(&numbers, &[y.q.as_slice(), y.p.as_slice()].concat()));
        kicks += usize::from((y.p - before).amax() > 0.1);
    }
    (most, kicks)
}

/// The percussions are unique while few contacts are closed at once. An impact multiplies differences of rounding, and there
/// are a few dozen.
#[test]
fn discs_move_as_written_out() {
    let found = [
        differences(Moreau),
        differences(SymmetricMoreau),
        differences(VariationalMoreau),
        differences(NonsmoothMidpoint),
        differences(Theta::default()),
    ];
    for (most, kicks) in found {
        assert!(most < 1e-12 && kicks > 10, "{found:?}");
    }
}

/// Of any scalar, and of a length that the type knows.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y[N]),
    kinetic = sum(0..N, |i| 0.5 * m * dt(y[i]).powi(2)),
    potential = sum(0..N, |i| m * g * y[i]),
    contact(floor, gap = array(0..N, |i| y[i]), restitution = array(0..N, |i| e[i])),
    discretize(Moreau, NonsmoothMidpoint, Theta),
)]
struct Balls<T: Scalar, const N: usize> {
    m: T,
    g: T,
    e: [T; N],
}

#[test]
fn balls_of_single_precision_bounce() {
    macro_rules! check {
        ($scheme:expr) => {{
            let balls = Balls {
                m: 2.0_f32,
                g: 10.0,
                e: [0.5, 1.0],
            };
            let h = 1.0 / 1024.0;
            let mut motion =
                Integrator::new(&balls, $scheme, h, [1.25_f32, 1.25], [0.0; 2]).expect("a good start");
            let mut highest = [0.0_f32; 2];
            for step in 0..1000 {
                let report = motion.step().expect("a good step");
                // They fall for half a second.
                assert!(step < 500 || report.penetration() < 0.01);
                if step > 600 {
                    let q = &motion.state().q;
                    highest = [highest[0].max(q[0]), highest[1].max(q[1])];
                }
            }
            // e² of the height, to the height of a step.
            assert!(
                (highest[0] - 0.3125).abs() < 0.01 && (highest[1] - 1.25).abs() < 0.01,
                "{highest:?}"
            );
        }};
    }
    check!(Moreau);
    check!(NonsmoothMidpoint);
}
