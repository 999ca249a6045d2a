//! Columns of files: their names, and what follows from states: outputs of inputs, momentum maps, multipliers and reactions.

use extremal::prelude::*;
use extremal::table::{Table, UnknownColumn};
use extremal::{Constrained, Failure};

/// A bob on a rod, driven along x.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    inputs(push),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * 9.81 * r[1],
    force(r[0] = push),
    constraint(rod = 0.5 * (r.norm_squared() - 1)),
    output(power = push * dt(r[0]), height = r[1], tension = multiplier(rod) * r.norm()),
    discretize(Midpoint, Livens, Hermite<P2>)
)]
struct Bob {
    m: f64,
}

/// Cells by row and name of the column; empty ones are `None`.
fn table<S: Discretize<D, Scalar = f64>, D>(system: &S, trajectory: &Trajectory<S, D>) -> Vec<Row> {
    let mut bytes = Vec::new();
    trajectory
        .write_csv(&system, &mut bytes)
        .expect("memory has no errors");
    let text = String::from_utf8(bytes).expect("numbers and names");
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().expect("a header");
    let row = |cells: Vec<String>| head.iter().cloned().zip(cells).collect();
    lines.map(row).collect()
}

type Row = std::collections::BTreeMap<String, String>;

fn number(row: &Row, name: &str) -> f64 {
    row[name].parse().unwrap_or_else(|_| panic!("{name}: {row:?}"))
}

fn check_reactions<D: Copy>(scheme: D)
where
    Bob: Discretize<D>,
{
    let bob = Bob { m: 2.0 };
    let mut motion = Integrator::new(bob, scheme, 0.01, [0.6, -0.8], [0.8, 0.6]).expect("a good start");
    let trajectory = motion
        .run_with(5, |motion| [3.0 + motion.time()])
        .expect("small steps");
    let rows = table(&bob, &trajectory);
    assert_eq!(rows.len(), 6);
    for row in &rows[..5] {
        let [t, x, y] = ["t", "r[0]", "r[1]"].map(|name| number(row, name));
        let [vx, vy] = ["v_r[0]", "v_r[1]"].map(|name| number(row, name));
        let push = 3.0 + t;
        // ẍ x + ÿ y + v² = 0 with m ẍ = push − λ x and m ÿ = −m g − λ y, by hand.
        let lambda = (push * x - 2.0 * 9.81 * y + 2.0 * (vx * vx + vy * vy)) / (x * x + y * y);
        // A few roundings of numbers of size twenty.
        let close = |name: &str, expected: f64| {
            let found = number(row, name);
            assert!(
                (found - expected).abs() < 1e-13,
                "{name}: {found}, expected {expected}"
            );
        };
        close("push", push);
        close("lambda_rod", lambda);
        close("reaction_r[0]", -lambda * x);
        close("reaction_r[1]", -lambda * y);
        close("power", push * vx);
        close("height", y);
        close("tension", lambda * (x * x + y * y).sqrt());
    }
    // No step follows the last state: what contains the input is not defined there.
    for name in [
        "push",
        "lambda_rod",
        "reaction_r[0]",
        "reaction_r[1]",
        "power",
        "tension",
    ] {
        assert_eq!(rows[5][name], "", "{name}");
    }
    assert_eq!(number(&rows[5], "height"), number(&rows[5], "r[1]"));
}

#[test]
fn reactions_belong_to_the_time_of_their_row() {
    check_reactions(Midpoint);
    check_reactions(Livens);
    check_reactions(Hermite::<P2>::default());
}

/// A free body in the plane, with names that collide with derived columns.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2], lambda_pin),
    kinetic = 0.5 * dt(r).norm_squared() + 0.5 * dt(lambda_pin).powi(2),
    potential = 0.25 * r.norm_squared().powi(2),
    constraint(pin = lambda_pin),
    symmetry(spin = [-r[1], r[0], 0]),
    discretize(Midpoint)
)]
struct Planar;

#[test]
fn momentum_maps_are_columns() {
    let mut motion =
        Integrator::new(Planar, Midpoint, 0.05, [1.0, 0.0, 0.0], [0.2, 1.5, 0.0]).expect("a good start");
    let rows = table(&Planar, &motion.run(20).expect("small steps"));
    for row in &rows {
        // Kept by the scheme; rounding of twenty steps.
        assert!((number(row, "spin") - 1.5).abs() < 1e-14, "{row:?}");
        // The constraint does nothing. Its column gives way to the coordinate.
        assert_eq!(number(row, "lambda_pin_"), 0.0);
        assert_eq!(number(row, "lambda_pin"), 0.0);
    }
    assert_eq!(
        (Planar::MOMENTUM_MAPS, Planar::MULTIPLIERS),
        (&["spin"][..], Planar::CONSTRAINTS)
    );
}

/// A mass that may be zero: then no acceleration, and no multiplier, is determined.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = x + 0.5 * y * y,
    constraint(held = y),
    output(pull = -multiplier(held), place = x),
    discretize(Livens)
)]
struct Light {
    m: f64,
}

#[test]
fn undetermined_multipliers_are_empty() {
    let light = Light { m: 1.0 };
    let trajectory = Integrator::new(light, Livens, 0.1, [0.0, 0.0], [1.0, 0.0]);
    let trajectory = trajectory.and_then(|mut motion| motion.run(1));
    // M and G determine λ where m is positive, and leave it open where it is zero.
    let trajectory = trajectory.expect("a regular motion");
    assert_eq!(table(&light, &trajectory)[1]["lambda_held"], "0.0");
    let row = &table(&Light { m: 0.0 }, &trajectory)[1];
    assert_eq!(
        (&*row["lambda_held"], &*row["reaction_x"], &*row["pull"]),
        ("", "", "")
    );
    assert_eq!(row["place"], row["x"]);
    assert_ne!(row["energy"], "");
    // The functions say so.
    let (q, v) = ([0.0, 0.0].into(), [1.0, 0.0].into());
    let is_singular = |failure: Failure| matches!(failure, Failure::SingularMassMatrix { .. });
    assert!(Light { m: 0.0 }.pull(0.0, &q, &v).is_err_and(is_singular));
    assert!(Light { m: 0.0 }.outputs(0.0, &q, &v, &[]).is_err_and(is_singular));
    assert_eq!(light.outputs(0.0, &q, &v, &[]), Ok([0.0, 0.0]));
}

/// The table of some rows and columns, or the message of the error.
fn chosen<S: Discretize<D, Scalar = f64>, D>(
    system: &S,
    table: &Table<'_, S, D>,
) -> Result<Vec<Vec<String>>, String> {
    let mut bytes = Vec::new();
    let written = table.write_csv(&system, &mut bytes);
    if let Err(error) = written {
        assert!(bytes.is_empty(), "nothing is written");
        let csv::ErrorKind::Io(error) = error.into_kind() else {
            panic!("an error of another kind")
        };
        let unknown = error.get_ref().expect("a source").downcast_ref::<UnknownColumn>();
        assert!(unknown.is_some_and(|unknown| error.to_string().contains(unknown.name())));
        return Err(error.to_string());
    }
    let text = String::from_utf8(bytes).expect("numbers and names");
    // A row of one empty cell is written as `""`.
    let cell = |cell: &str| cell.trim_matches('"').to_owned();
    let cells = text.lines().map(|line| line.split(',').map(cell).collect());
    Ok(cells.collect())
}

#[test]
fn rows_and_columns_are_chosen() {
    let bob = Bob { m: 2.0 };
    let mut motion = Integrator::new(bob, Midpoint, 0.01, [0.6, -0.8], [0.8, 0.6]).expect("a good start");
    let trajectory = motion.run_with(7, |_| [3.0]).expect("small steps");
    let all = table(&bob, &trajectory);
    // Each quantity alone, which computes only what it needs, has the cells of the whole table.
    let names: Vec<_> = all[0].keys().cloned().collect();
    for name in &names {
        let of_this = chosen(&bob, &trajectory.table().columns([name])).expect("a column");
        assert_eq!(of_this[0], [name.as_str()]);
        let expected = all.iter().map(|row| &row[name]);
        assert!(
            of_this[1..].iter().map(|row| &row[0]).eq(expected),
            "{name}: {of_this:?}"
        );
    }
    // Quantities in the order of the request, each column once, and every third row.
    let some = trajectory
        .table()
        .every(3)
        .columns(["energy", "r", "r[1]", "lambda_rod", "r", "t"]);
    let some = chosen(&bob, &some).expect("columns");
    let head = ["energy", "r[0]", "r[1]", "lambda_rod", "t"];
    assert_eq!(some[0], head);
    let expected = [0, 3, 6].map(|k: usize| head.map(|name| all[k][name].clone()));
    assert_eq!(some[1..], expected);
    // A stride beyond the end leaves the first row; one of zero chooses none.
    let rows = |every| {
        chosen(&bob, &trajectory.table().every(every))
            .expect("a table")
            .len()
    };
    assert_eq!([1, 2, 100].map(rows), [9, 5, 2]);
    let none = trajectory
        .table()
        .every(0)
        .write_csv(&bob, Vec::new())
        .expect_err("a stride of zero");
    assert_eq!(
        none.to_string(),
        "`every(0)` chooses no row; expected a stride of at least 1"
    );
    // No columns are no columns.
    let none: [&str; 0] = [];
    assert!(chosen(&bob, &trajectory.table().columns(none)).is_ok());
}

#[test]
fn names_without_a_column_are_errors() {
    let mut motion =
        Integrator::new(Planar, Midpoint, 0.05, [1.0, 0.0, 0.0], [0.2, 1.5, 0.0]).expect("a good start");
    let trajectory = motion.run(2).expect("small steps");
    let message = |name: &str| {
        let found = chosen(&Planar, &trajectory.table().columns(["t", name]));
        found.expect_err("no such column")
    };
    assert_eq!(
        message("spinn"),
        "no column `spinn`; expected one of `t`, `r`, `lambda_pin`, `v_r`, `v_lambda_pin`, `p_r`, `p_lambda_pin`, `spin`, \
         `lambda_pin_`, `reaction_r`, `reaction_lambda_pin`, `energy`"
    );
    assert_eq!(
        message("v_r[2]"),
        "no column `v_r[2]`; expected one from `v_r[0]` to `v_r[1]`"
    );
    assert_eq!(message("spin[0]"), "no column `spin[0]`; expected `spin`");
    for name in ["", "r[", "[0]", "r[0][0]", "T", "r [0]"] {
        message(name);
    }
}

/// A pendulum under a torque, with vectors among its columns.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta, r[2]),
    inputs(torque),
    kinetic = 0.5 * dt(theta).powi(2) + 0.5 * dt(r).norm_squared(),
    potential = -9.81 * cos(theta),
    force(theta = torque),
    output(tip = [sin(theta), -cos(theta)], speed = dt(r).norm())
)]
struct Driven;

#[test]
fn columns_have_the_names_of_their_contents() {
    let mut motion = Integrator::new(&Driven, Verlet, 0.5, [0.1, 1.0, 2.0], [0.0, 3.0, 4.0]).unwrap();
    let mut trajectory = motion.run_with(1, |_| [0.25]).unwrap();
    motion.kick([1.0, 0.0, 0.0]).unwrap();
    motion.record_with(&mut trajectory, 1, |_| [-0.5]).unwrap();
    let mut bytes = Vec::new();
    trajectory.write_csv(&Driven, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let head =
        "t,theta,r[0],r[1],v_theta,v_r[0],v_r[1],p_theta,p_r[0],p_r[1],tip[0],tip[1],speed,torque,energy";
    assert_eq!(lines[0].join(","), head);
    assert_eq!(lines.len(), 5);
    let column = |name: &str| -> Vec<&str> {
        let at = lines[0].iter().position(|head| *head == name).unwrap();
        lines[1..].iter().map(|line| line[at]).collect()
    };
    // The input is in the row in which its step begins; the rows of the impulse and of the end have none.
    assert_eq!(column("torque"), ["0.25", "", "-0.5", ""]);
    assert_eq!(column("t"), ["0.0", "0.5", "0.5", "1.0"]);
    assert_eq!(column("speed"), ["5.0"; 4]);
    for (state, (theta, x)) in trajectory
        .into_iter()
        .zip(column("theta").iter().zip(column("tip[0]")))
    {
        // Written numbers read back as the same bits.
        assert_eq!(theta.parse::<f64>().unwrap(), state.q[0]);
        assert!((x.parse::<f64>().unwrap() - state.q[0].sin()).abs() < 1e-15);
    }
    // The same without a reference.
    let mut again = Vec::new();
    let mut owned = Integrator::new(Driven, Verlet, 0.5, [0.1, 1.0, 2.0], [0.0, 3.0, 4.0]).unwrap();
    owned
        .run_with(1, |_| [0.25])
        .unwrap()
        .write_csv(owned.system(), &mut again)
        .unwrap();
    assert!(text.starts_with(std::str::from_utf8(&again).unwrap()));
}

/// Names that collide with derived columns: the derived columns are renamed.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, v_x),
    inputs(energy),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(v_x).powi(2),
    force(x = energy),
    output(p_v_x = x)
)]
struct Names;

#[test]
fn no_two_columns_have_one_name() {
    let trajectory = Integrator::new(Names, Verlet, 0.5, [0.0; 2], [0.0; 2])
        .unwrap()
        .run_with(1, |_| [1.0])
        .unwrap();
    let mut bytes = Vec::new();
    trajectory.write_csv(&Names, &mut bytes).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(
        text.lines().next(),
        Some("t,x,v_x,v_x_,v_v_x,p_x,p_v_x_,p_v_x,energy,energy_")
    );
}
