//! Constraints over two running indices, their multipliers in outputs, and arrays with names within each other: a chain mail of rods.

use extremal::prelude::*;

use crate::support::compared::{apart, numbers, same};

/// Rows of points that hang on their first ones, with rods across and springs along.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[rows * columns][2]),
    let across = array(0..rows, |i| array(0..columns - 1, |j| (r[i * columns + j + 1] - r[i * columns + j]).norm() - l[j])),
    let longer = array(0..rows - 1, |i| { let next = i + 1; array(0..columns, |j| (r[next * columns + j] - r[i * columns + j]).norm() - 1) }),
    kinetic = sum(0..rows * columns, |k| 0.5 * m * dt(r[k]).norm_squared()),
    potential = sum(0..rows - 1, |i| { let spring = longer[i]; sum(0..columns, |j| 0.5 * spring[j].powi(2)) })
        + sum(0..rows * columns, |k| m * r[k][1]),
    constraint(across, held = array(0..rows, |i| r[i * columns][1] - i), first = r[0][0]),
    output(
        pulled = sum(0..rows, |i| sum(0..columns - 1, |j| multiplier(across)[i][j] * (i + 1) * (j + 2) * r[i * columns + j][0])),
        last = multiplier(across)[rows - 1][columns - 2],
        pins = [multiplier(held)[0], sum(0..rows, |i| multiplier(held)[i].powi(2)), first_at],
        tip = r[rows * columns - 1],
    ),
    discretize(Verlet, Midpoint),
)]
struct Mail {
    rows: usize,
    columns: usize,
    m: f64,
    l: Vec<f64>,
    first_at: f64,
}

/// The same, written out.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[12][2]),
    let across = array(0..3, |i| array(0..3, |j| (r[i * 4 + j + 1] - r[i * 4 + j]).norm() - l[j])),
    kinetic = sum(0..12, |k| 0.5 * m * dt(r[k]).norm_squared()),
    potential = sum(0..2, |i| sum(0..4, |j| 0.5 * ((r[i * 4 + 4 + j] - r[i * 4 + j]).norm() - 1).powi(2))) + sum(0..12, |k| m * r[k][1]),
    constraint(across, held = array(0..3, |i| r[i * 4][1] - i), first = r[0][0]),
    output(
        pulled = sum(0..3, |i| sum(0..3, |j| multiplier(across)[i][j] * (i + 1) * (j + 2) * r[i * 4 + j][0])),
        last = multiplier(across)[2][2],
        pins = [multiplier(held)[0], sum(0..3, |i| multiplier(held)[i].powi(2)), first_at],
        tip = r[11],
    ),
    discretize(Verlet, Midpoint),
)]
struct MailWrittenOut {
    m: f64,
    l: [f64; 3],
    first_at: f64,
}

const L: [f64; 3] = [1.0, 1.5, 0.7];

fn mails() -> (Mail, MailWrittenOut) {
    let mail = Mail {
        rows: 3,
        columns: 4,
        m: 0.3,
        l: L.to_vec(),
        first_at: 0.0,
    };
    let written_out = MailWrittenOut {
        m: 0.3,
        l: L,
        first_at: 0.0,
    };
    (mail, written_out)
}

/// Straight rows.
fn start() -> Vec<f64> {
    let place = |k: usize| [L[..k % 4].iter().sum(), (k / 4) as f64];
    (0..12).flat_map(place).collect()
}

#[test]
fn rods_over_two_indices_move_as_written_out() {
    let (mail, written_out) = mails();
    let (q, v) = (start(), vec![0.0; 24]);
    same((&mail, &written_out), Verlet, (&q, &v));
    same((&mail, &written_out), Midpoint, (&q, &v));
}

/// The fixed system finds λ by a dense elimination, the family by its own assembled one.
#[test]
fn outputs_contain_multipliers_of_items() {
    let (mail, written_out) = mails();
    let (q, mut v) = (start(), numbers(24, 0.4));
    // Velocities that rows allow: up and down, while their first points rest.
    v.iter_mut().step_by(2).for_each(|v| *v = 0.0);
    v.iter_mut().skip(1).step_by(8).for_each(|v| *v = 0.0);
    let a = Integrator::new(&mail, Midpoint, 0.01, q.clone(), v.clone()).expect("a good start");
    let fixed = |list: &[f64]| -> [f64; 24] { list.try_into().expect("24 numbers") };
    let b = Integrator::new(&written_out, Midpoint, 0.01, fixed(&q), fixed(&v)).expect("a good start");
    let (a, b) = (
        a.outputs().expect("λ is determined"),
        b.outputs().expect("λ is determined"),
    );
    assert!(apart(&a, &b) < 1e-13, "{a:?} {b:?}");
    assert!(a.iter().take(4).all(|number| number.abs() > 1e-3), "{a:?}");
    let state = |list: Vec<f64>| extremal::nalgebra::DVector::from_vec(list);
    let (q, v) = (state(q), state(v));
    assert_eq!(mail.last(0.0, &q, &v).expect("λ is determined"), a[1]);
    assert_eq!(
        Mail::OUTPUTS_OF_MULTIPLIERS,
        [true, true, true, true, true, false, false]
    );
}

/// An index beyond the rows is an error of the start, and not a number that is none.
#[test]
fn a_multiplier_of_no_row_is_refused() {
    let (mut mail, _) = mails();
    mail.rows = 1;
    mail.columns = 1;
    mail.l.clear();
    let error =
        Integrator::new(&mail, Midpoint, 0.01, vec![0.0; 2], vec![0.0; 2]).expect_err("there are no rods");
    assert!(error.to_string().contains("multiplier(across)"), "{error}");
}
