//! A coordinate without mass that friction slows, k y + c ẏ = 0 with k = c = 1, for 50 relaxation times: which schemes follow it, and
//! in which a second solution grows. `cargo test -p extremal-macros relaxing -- --nocapture` prints the table.

use std::rc::Rc;

use super::parse;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::{Context, Known, Scheme};

/// Numbers of steps: h from 0.5 to 0.01.
const STEPS: [u32; 6] = [100, 250, 500, 1000, 2500, 5000];

const SCHEMES: &str = "Verlet, Midpoint, Galerkin<1, Left>, Galerkin<1, Gauss<1>>, Galerkin<1, Lobatto<2>>, Galerkin<1, Trapezoid<2>>, \
    Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<2, Gauss<3>>, Galerkin<2, Trapezoid<2>>, Galerkin<3, Gauss<3>>, \
    Galerkin<3, Lobatto<4>>, Galerkin<3, Gauss<4>>, Galerkin<4, Gauss<4>>, Galerkin<4, Lobatto<5>>, Galerkin<4, Gauss<5>>, \
    Galerkin<2, Lobatto<3>, Gauss<2>>, Galerkin<2, Gauss<2>, Lobatto<3>>, L1, Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, \
    Hermite<P0V0>, Hermite<P0V1>, Livens, Polarized<Livens>";

/// Schemes that have no equations without a mass.
const WITH_MASSES: &str = "Newmark, ProlongationCollocation<Gauss<4>>, Galerkin<1, Right>, Galerkin<3, Lobatto<3>>, \
    Galerkin<2, Lobatto<2>, Gauss<2>>, Galerkin<4, Trapezoid<3>, Gauss<4>>";

fn system(contact: &str, schemes: &str) -> (Model, Vec<Rc<dyn Scheme>>) {
    let text = format!(
        "#[lagrangian(coordinates(y), massless(y), potential = 0.5 * y.powi(2), dissipation = 0.5 * dt(y).powi(2), {contact} \
         discretize({schemes}))] struct S;"
    );
    let system = parse(&text).map_err(|failed| failed.errors).expect("no mistakes");
    let schemes = system.schemes();
    (system.model, schemes)
}

/// (q, p, v) → that after a step, row by row. All equations are linear, without constant terms.
fn step(model: &mut Model, scheme: &dyn Scheme, h: f64) -> Option<[[f64; 3]; 3]> {
    let dynamics = Dynamics::of(model);
    let graph = &mut model.graph;
    let known = Known::new(graph, 1, scheme.parameters());
    let mut context = Context {
        graph,
        dynamics: &dynamics,
        known: &known,
        part: None,
    };
    let equations = scheme.step(&mut context).ok()?;
    let x = equations.system.symbols();
    let of_end = |list: &[_]| list.first().copied();
    let zero = graph.zero();
    let ends = [
        of_end(&equations.end_coordinates),
        of_end(&equations.end_momenta),
        of_end(&equations.end_velocities),
    ]
    .map(|end| end.unwrap_or(zero));
    let values = [equations.system.values(), ends.to_vec()].concat();
    let at = |state: [f64; 3], unknowns: &[f64]| {
        let [q, p, v] = state;
        let mut point = vec![
            (known.time, 0.0),
            (known.step_size, h),
            (known.coordinates[0], q),
            (known.momenta[0], p),
            (known.velocities[0], v),
        ];
        point.extend(known.scheme.iter().map(|&number| (number, 0.5)));
        point.extend(x.iter().copied().zip(unknowns.iter().copied()));
        graph.evaluate(&values, &point)
    };
    let n = x.len();
    let none = vec![0.0; n];
    let columns: Vec<Vec<f64>> = (0..n)
        .map(|j| {
            let mut unit = none.clone();
            unit[j] = 1.0;
            at([0.0; 3], &unit)
        })
        .collect();
    let mut map = [[0.0; 3]; 3];
    for j in 0..3 {
        let mut state = [0.0; 3];
        state[j] = 1.0;
        let right = at(state, &none);
        let solution = solved(&columns, &right[..n])?;
        let end = at(state, &solution);
        for (row, value) in map.iter_mut().zip(&end[n..]) {
            row[j] = *value;
        }
    }
    Some(map)
}

/// x with Σ xⱼ aⱼ + b = 0, by elimination with pivots.
fn solved(columns: &[Vec<f64>], b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| columns.iter().map(|column| column[i]).chain([-b[i]]).collect())
        .collect();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs()))?;
        rows.swap(k, pivot);
        if rows[k][k].abs() < 1e-13 {
            return None;
        }
        let upper = rows[k].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(i, _)| *i != k) {
            let factor = row[k] / upper[k];
            for (a, b) in row.iter_mut().zip(&upper) {
                *a -= factor * b;
            }
        }
    }
    Some((0..n).map(|k| rows[k][n] / rows[k][k]).collect())
}

/// The largest error of y, and the growth of |y| from 45 to 50 relaxation times, as the exponent of one.
fn relaxed(map: &[[f64; 3]; 3], steps: u32) -> (f64, f64) {
    let h = 50.0 / f64::from(steps);
    let mut state = [1.0, 0.0, -1.0];
    let (mut worst, mut before) = (0.0_f64, 0.0);
    for k in 1..=steps {
        state = map.map(|row| row.iter().zip(state).map(|(a, x)| a * x).sum());
        worst = worst.max((state[0] - (-f64::from(k) * h).exp()).abs());
        if k == steps - steps / 10 {
            before = state[0].abs();
        }
    }
    // What is left is below rounding of the start where it decays.
    let exponent = match state[0].abs().max(before) < 1e-13 {
        true => f64::NEG_INFINITY,
        false => (state[0].abs() / before).ln() / 5.0,
    };
    (worst, exponent)
}

fn check(contact: &str, names: &str) {
    let (mut model, schemes) = system(contact, names);
    for scheme in schemes {
        let name = scheme.path().to_string();
        let mut line = format!("{name:36}");
        for steps in STEPS {
            let h = 50.0 / f64::from(steps);
            let map = step(&mut model, &*scheme, h).unwrap_or_else(|| panic!("{name} has a step"));
            let (worst, exponent) = relaxed(&map, steps);
            line += &format!(" {worst:9.1e} ({exponent:5.2})");
            // A solution that grows has about 1 where h is small beside a relaxation time.
            let follows = exponent == f64::NEG_INFINITY;
            assert!(
                follows || exponent > 0.0 || exponent.is_nan(),
                "{name}: {exponent} at h = {h}"
            );
            assert_eq!(follows, scheme.follows_friction_without_mass(), "{name}, h = {h}");
        }
        println!("{line}");
    }
}

#[test]
fn schemes_follow_friction_without_mass_as_they_say() {
    check("", SCHEMES);
    check("contact(floor, gap = y + 9),", "VariationalMoreau, Theta");
}

/// They are refused, and not ways out.
#[test]
fn schemes_that_need_masses_do_not_follow_it() {
    let (mut model, schemes) = system("", WITH_MASSES);
    for scheme in schemes {
        let name = scheme.path();
        assert!(step(&mut model, &*scheme, 0.1).is_none(), "{name}");
        assert!(!scheme.follows_friction_without_mass(), "{name}");
    }
    let (mut model, schemes) = system("contact(floor, gap = y + 9),", "Moreau, SymmetricMoreau");
    assert!(
        schemes
            .iter()
            .all(|scheme| step(&mut model, &**scheme, 0.1).is_none())
    );
}

/// What is wrong with a declaration, if its schemes are refused.
fn refused(entries: &str) -> Vec<String> {
    let text = format!("#[lagrangian({entries})] struct S {{ n: usize, k: f64, c: f64 }}");
    let mut system = parse(&text).map_err(|failed| failed.errors).expect("no mistakes");
    let schemes = system.schemes();
    let outcome = match &system.model.families {
        None => crate::derive::derive(&mut system.model, schemes).map(drop),
        Some(_) => {
            let of_items = system.symbols_of_items();
            crate::derive::family::derive(&mut system.model, &of_items, &[], schemes).map(drop)
        }
    };
    match outcome {
        Ok(()) => Vec::new(),
        Err(crate::model::Underivable::Refused(refused)) => {
            refused.into_iter().map(|(_, message)| message).collect()
        }
        Err(other) => vec![format!("{other:?}")],
    }
}

const GOOD: &str = "discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>)";

/// Where the friction is, and not only that there is a coordinate without mass.
#[test]
fn friction_without_mass_is_found_in_all_directions() {
    let bad = "discretize(Verlet, Galerkin<2, Lobatto<3>>)";
    for (entries, name) in [
        // Beside a mass, by a force, in products of coordinates, beside constraints of others, of items.
        (
            "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * (x - y).powi(2), dissipation = c * dt(y).powi(2)",
            "y",
        ),
        (
            "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * (x - y).powi(2), force(y = -c * dt(y))",
            "y",
        ),
        (
            "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * y.powi(2), dissipation = c * dt(x - y).powi(2)",
            "y",
        ),
        (
            "coordinates(x, y), kinetic = 0.5 * dt(x + y).powi(2), potential = k * (x.powi(2) + y.powi(2)), dissipation = c * dt(y).powi(2)",
            "x - y",
        ),
        (
            "coordinates(s, r[2]), massless(s), kinetic = dt(r).norm_squared(), potential = k * (s - r[0]).powi(2), \
          dissipation = c * dt(s).powi(2), constraint(rod = r.norm_squared() - 1)",
            "s",
        ),
        (
            "coordinates(x[n], y[n]), massless(y), kinetic = sum(0..n, |i| dt(x[i]).powi(2)), \
          potential = sum(0..n, |i| k * (x[i] - y[i]).powi(2)), dissipation = sum(0..n, |i| c * dt(y[i]).powi(2))",
            "y",
        ),
    ] {
        let messages = refused(&format!("{entries}, {bad}"));
        let start = format!("friction acts on `{name}`, which has no mass: ");
        assert!(
            messages.len() == 2 && messages.iter().all(|m| m.starts_with(&start)),
            "{entries}: {messages:?}"
        );
        let taken = refused(&format!("{entries}, {GOOD}"));
        assert!(taken.is_empty(), "{entries}: {taken:?}");
    }
    for entries in [
        // Without friction, with friction on masses, and where a constraint ties the coordinate to a mass.
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * (x - y).powi(2) + k * y.powi(2), \
         dissipation = c * dt(x).powi(2), discretize(Midpoint, Livens)",
        "coordinates(x, y), massless(y), kinetic = dt(x).powi(2), potential = k * x.powi(2), \
         dissipation = c * dt(y).powi(2), constraint(tied = y - 2 * x), discretize(Verlet, Galerkin<2, Lobatto<3>>)",
        "coordinates(x[n], y[n]), massless(y), kinetic = sum(0..n, |i| dt(x[i]).powi(2)), \
         potential = sum(0..n, |i| k * (x[i] - y[i]).powi(2) + k * y[i].powi(2)), dissipation = sum(0..n, |i| c * dt(x[i]).powi(2)), \
         discretize(Midpoint, Livens)",
    ] {
        let messages = refused(entries);
        assert!(messages.is_empty(), "{entries}: {messages:?}");
    }
}
