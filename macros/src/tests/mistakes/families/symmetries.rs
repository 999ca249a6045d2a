//! Symmetries of sums over items: they are those of each item.

use super::check_all;

#[test]
fn symmetries_are_proven_item_by_item() {
    let rest = "coordinates(q[n], r[n][3], x), \
                kinetic = sum(0..n, |i| dt(q[i]).powi(2) + m[i] * dt(r[i]).norm_squared()) + dt(x).powi(2)";
    let entry = "a generator has an entry for each of the coordinates `q`, `r`, `x`, which for items is an array of all of them: \
                 write `[array(0..q.len(), |i| ..), array(0..r.len(), |i| ..), ..]`";
    let alone = "; it is proven item by item, and what the whole sum alone conserves is an `output`";
    let rotation = "array(0..n, |i| [-r[i][1], r[i][0], 0])";
    let still = "array(0..n, |_| 0)";
    let of_force = format!(
        "`shift` is no symmetry of each item: in the sum over i, forces act along it with `q[(i + 1) % n] − q[i]`, which is not zero{alone}"
    );
    let of_potential = format!(
        "`turn` is no symmetry of each item: in the sum over e, L changes along it by `−w[2] r[edges[e][0]][0]`, which is not \
         zero{alone}"
    );
    for (entries, message) in [
        ("symmetry(shift = [«1»])".to_owned(), entry),
        ("symmetry(shift = [«1», 2, 3])".to_owned(), entry),
        (format!("symmetry(turn = «[{still}, {rotation}]»)"), entry),
        (format!("symmetry(turn = [{still}, {rotation}, 0, «0»])"), entry),
        (
            format!("symmetry(turn = [«array(1..n, |i| 1)», {rotation}, 0])"),
            entry,
        ),
        (
            format!("symmetry(turn = [{still}, «array(0..n, |i| [1, 0])», 0])"),
            "the entry for `r` is a vector of length 3, this is a vector of length 2",
        ),
        (
            format!("symmetry(turn = [{still}, {rotation}, «[1, 0]»])"),
            "the entry for `x` is a scalar, this is a vector of length 2",
        ),
        (
            "symmetry(«none» = [array(0..n, |_| 0), array(0..n, |_| [0, 0, 0]), 0])".to_owned(),
            "`none` moves nothing: all entries are zero",
        ),
        (
            format!("symmetry(mean = «[array(0..n, |i| sum(0..n, |j| q[j])), {rotation}, 0]»)"),
            "this contains a sum over a range that only the program knows, and a generator is of a few coordinates: make the sum a \
             coordinate with a constraint",
        ),
        (
            format!("symmetry(turn = [{still}, {rotation}, «dt(x)»])"),
            "a generator is a function of coordinates and parameters: it moves configurations, and velocities follow",
        ),
        (
            "force(q = array(0..n, |i| q[(i + 1) % n] - q[i])), symmetry(«shift» = [array(0..n, |_| 1), array(0..n, |_| [0, 0, 0]), 0])"
                .to_owned(),
            &of_force,
        ),
        (
            format!(
                "potential = w[2] * sum(0..edges.len(), |e| r[edges[e][0]][1]), symmetry(«turn» = [{still}, {rotation}, 0])"
            ),
            &of_potential,
        ),
        (
            // A term without a sum.
            format!("potential = r[0][1], symmetry(«turn» = [{still}, {rotation}, 0])"),
            "`turn` is no symmetry: L changes along it by `−r[0][0]`, which is not zero",
        ),
    ] {
        check_all(&[(&format!("{rest}, {entries}"), &[message])]);
    }
}
