//! Systems whose sums end at numbers that only the program knows: which coordinates, markers and numbers they have.

use super::parse;
use crate::model::Energy;
use crate::system::System;

fn read(entries: &str, fields: &str) -> System {
    let source = format!("#[lagrangian({entries})] struct S {{ {fields} }}");
    parse(&source).unwrap_or_else(|failed| panic!("{}: {entries}", failed.errors))
}

/// Coordinates, markers with their ranges, and how numbers are read, in one text.
fn shown(system: &System) -> String {
    let Some(families) = &system.model.families else {
        return "of a fixed size".to_owned();
    };
    let Energy::Split { kinetic, potential } = system.model.energy else {
        return "without T".to_owned();
    };
    let graph = &system.model.graph;
    let mut lines = vec![
        system.coordinates.join(", "),
        format!("T = {}", graph.display(kinetic)),
        format!("V = {}", graph.display(potential)),
    ];
    let markers = families.markers.iter().map(|marker| {
        let ranges = marker.ranges.iter().map(|range| format!("{range:?}"));
        format!(
            "{}: {}",
            graph.display(marker.symbol),
            ranges.collect::<Vec<_>>().join(" ")
        )
    });
    lines.extend(markers);
    let pairs = system.model.parameters.iter().zip(&system.parameters);
    lines.extend(pairs.map(|(symbol, tokens)| format!("{} = {tokens}", graph.display(*symbol))));
    lines.join("\n")
}

const NET: &str = "coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k[e] * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2)),
    constraint(pins = array(0..pins.len(), |i| r[pins[i]] - at[i]))";
const OF_NET: &str = "points: usize, m: Vec<f64>, edges: Vec<[usize; 2]>, k: Vec<f64>, rest: Vec<f64>, pins: Vec<usize>, at: Vec<[f64; 3]>";

#[test]
fn print() {
    println!(
        "{}",
        shown(&read(
            "coordinates(q[masses]),
        kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
        potential = sum(0..masses - 1, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2)) + 0.5 * k * q[0].powi(2)",
            "masses: usize, m: Vec<f64>, k: f64"
        ))
    );
    println!("{}", shown(&read(NET, OF_NET)));
    println!(
        "{}",
        shown(&read(
            "coordinates(r[n][3]), let energy = |a, b| g * m[a] * m[b] / norm(r[a] - r[b]),
       kinetic = sum(0..n, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
       potential = -sum(0..n, |i| sum(i + 1..n, |j| energy(i, j)))",
            "n: usize, m: Vec<f64>, g: f64"
        ))
    );
}
