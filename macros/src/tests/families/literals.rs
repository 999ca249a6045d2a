//! Literal lengths: which are written out, and which make loops.

use super::read;

/// Where a coordinate has more than 256 items, sums over more than 16 of them are loops: one rule, whatever the formulas are.
#[test]
fn literals_above_a_limit_make_loops() {
    let markers_of = |coordinates: &str, potential: &str| {
        let entries = format!(
            "coordinates({coordinates}), massless({}), potential = {potential}",
            coordinates.split('[').next().unwrap_or_default()
        );
        let system = read(&entries, "w: [f64; 300]");
        system.model.families.map(|families| families.markers.len())
    };
    assert_eq!(markers_of("q[256]", "sum(0..256, |i| w[i] * q[i].powi(2))"), None);
    assert_eq!(
        markers_of("q[257]", "sum(0..257, |i| w[i] * q[i].powi(2))"),
        Some(1)
    );
    assert_eq!(
        markers_of("r[256][3]", "sum(0..256, |i| w[i] * norm(r[i]))"),
        None
    );
    assert_eq!(
        markers_of("r[257][3]", "sum(0..256, |i| w[i] * norm(r[i]))"),
        Some(1)
    );
    // Short ranges are written out, so that their index selects numbers of items, inputs and tables.
    assert_eq!(markers_of("q[257]", "sum(0..16, |i| q[16 * i].powi(2))"), Some(0));
    assert_eq!(markers_of("q[257]", "sum(0..17, |i| q[2 * i].powi(2))"), Some(1));
    assert_eq!(
        markers_of("q[257]", "sum(3..=19, |i| sum(0..i, |j| q[i] * q[j]))"),
        Some(1)
    );
    assert_eq!(
        markers_of("r[257][20]", "sum(0..20, |k| r[3][k].powi(2))"),
        Some(0)
    );
    // A range alone is long if it has more than 256 items.
    assert_eq!(
        markers_of("q[3]", "q[1] * q[2] * sum(0..256, |i| w[i] * q[0])"),
        None
    );
    assert_eq!(
        markers_of("q[3]", "q[1] * q[2] * sum(0..257, |i| w[i] * q[0])"),
        Some(1)
    );
}

/// The items of arrays with few items are a value, and those of a loop as well.
#[test]
fn an_array_of_known_length_is_a_value() {
    let system = read(
        "coordinates(q[300]), let first = array(0..20, |i| q[i] * w[i]), kinetic = sum(0..300, |i| dt(q[i]).powi(2)),
        potential = sum(0..20, |i| first[i].powi(2)) + norm(first), output(first, last = array(290..300, |i| q[i]))",
        "w: [f64; 20]",
    );
    let shapes = system.model.outputs.iter().map(|output| output.shape.size());
    assert_eq!(shapes.collect::<Vec<_>>(), [20, 10]);
}
