//! Fields that do not fit each other are named, and none leads to a panic.

use extremal::error::FieldFailure;
use extremal::nalgebra::{Matrix2, Vector2};
use extremal::prelude::*;
use extremal::{Error, Failure};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).powi(2)),
    potential = g * sum(0..points, |i| r[i]) + sum(0..edges.len(), |e| 0.5 * k[e] * (r[edges[e][0]] - r[edges[e][1]]).powi(2))
        + sum(first..points, |i| 0.5 * (r[i] - r[i - 1]).powi(2)),
    discretize(Verlet),
)]
struct Net {
    points: usize,
    first: usize,
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
    k: Vec<f64>,
    g: f64,
}

fn net() -> Net {
    Net {
        points: 3,
        first: 1,
        m: vec![1.0; 3],
        edges: vec![[0, 1], [2, 1]],
        k: vec![1.0; 2],
        g: 9.81,
    }
}

fn failure(net: &Net) -> FieldFailure {
    let n = net.points;
    // Functions of the state read what does not exist as NaN, and do not panic.
    let state = (vec![0.0; n].into(), vec![1.0; n].into());
    let _ = (
        net.lagrangian(0.0, &state.0, &state.1),
        net.momentum(0.0, &state.0, &state.1),
    );
    of_field(Integrator::new(net, Verlet, 0.1, vec![0.0; n], vec![0.0; n]))
}

fn of_field<I>(made: Result<I, Error>) -> FieldFailure {
    match made.map(|_| ()) {
        Err(Error {
            failure: Failure::Field(failure),
            ..
        }) => failure,
        other => panic!("{other:?}"),
    }
}

#[test]
fn bad_fields_are_named() {
    Integrator::new(net(), Verlet, 0.1, [0.0; 3], [0.0; 3]).expect("a good net");
    let mut bad = net();
    bad.edges[1] = [3, 1];
    let index = FieldFailure::Index {
        field: "edges",
        row: 1,
        found: 3,
        range: 3,
    };
    assert_eq!(failure(&bad), index);
    let short = |field, read, expected, found| FieldFailure::Length {
        field,
        read,
        expected,
        found,
    };
    let bad = Net {
        k: vec![1.0],
        ..net()
    };
    assert_eq!(
        failure(&bad),
        short("k", "`k[e]` with `e` in `0..edges.len()`", 2, 1)
    );
    let bad = Net {
        m: vec![1.0; 2],
        ..net()
    };
    assert_eq!(failure(&bad), short("m", "`m[i]` with `i` in `0..points`", 3, 2));
    let bad = Net {
        m: vec![1.0; 4],
        ..net()
    };
    let long = |field, read, expected, found| FieldFailure::Longer {
        field,
        read,
        expected,
        found,
    };
    assert_eq!(failure(&bad), long("m", "`points`", 3, 4));
    assert_eq!(
        failure(&bad).to_string(),
        "`m` has length 4, and formulas read at most `points` items of it, which is 3; drop the others"
    );
    let bad = Net {
        k: vec![1.0; 5],
        ..net()
    };
    assert_eq!(failure(&bad), long("k", "`edges.len()`", 2, 5));
    // As many as points, and not as many as edges: they belong to the wrong items.
    let bad = Net {
        k: vec![1.0; 3],
        ..net()
    };
    assert_eq!(failure(&bad), long("k", "`edges.len()`", 2, 3));
    // The range over edges has their length, whatever it is.
    let mut good = net();
    good.edges.push([0, 2]);
    good.k.push(1.0);
    Integrator::new(&good, Verlet, 0.1, [0.0; 3], [0.0; 3]).expect("a good net");
    let mut bad = net();
    bad.k[1] = f64::NAN;
    assert_eq!(
        failure(&bad),
        FieldFailure::NotFinite {
            field: "k",
            row: Some(1)
        }
    );
    let bad = Net {
        g: f64::INFINITY,
        ..net()
    };
    assert_eq!(
        failure(&bad),
        FieldFailure::NotFinite {
            field: "g",
            row: None
        }
    );
    let bad = Net { first: 0, ..net() };
    let below = FieldFailure::BeforeFirst { field: "r" };
    assert_eq!(failure(&bad), below);
    let none = Net {
        points: 0,
        first: 1,
        m: Vec::new(),
        edges: Vec::new(),
        k: Vec::new(),
        g: 1.0,
    };
    assert_eq!(failure(&none), FieldFailure::Empty { range: "points" });
}

/// Lists of which more is read than one sum says, or who knows how much.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * m[i] * dt(x[i]).powi(2)),
    potential = sum(0..n - 1, |i| 0.5 * k[i] * (x[i + 1] - x[i]).powi(2)) + 0.5 * k[n - 1] * x[0].powi(2)
        + sum(0..n, |i| 0.5 * w[kind[i]] * x[i].powi(2)) + sum(0..n, |i| sum(0..i, |j| a[j] * x[i] * x[j])),
    discretize(Verlet),
)]
struct Lists<'a> {
    n: usize,
    m: &'a [f64],
    k: Vec<f64>,
    w: Vec<f64>,
    kind: Vec<usize>,
    a: Vec<f64>,
    room: [f64; 9],
}

#[test]
fn lists_are_as_long_as_they_are_read() {
    let m = [1.0; 9];
    let lists = |n: usize, k: usize, kinds: usize, a: usize| {
        let lists = Lists {
            n,
            m: &m[..n],
            k: vec![1.0; k],
            // Read at indices from a list: more is nobody's mistake.
            w: vec![1.0; 7],
            kind: vec![6; kinds],
            a: vec![0.1; a],
            room: [0.0; 9],
        };
        assert_eq!(lists.room.len(), 9);
        Integrator::new(lists, Verlet, 0.1, vec![0.0; n], vec![0.0; n])
    };
    lists(4, 4, 4, 3).expect("good lists");
    lists(1, 1, 1, 0).expect("sums without items");
    lists(4, 4, 4, 4).expect("one number for each coordinate");
    let long = |field, read, expected, found| FieldFailure::Longer {
        field,
        read,
        expected,
        found,
    };
    assert_eq!(of_field(lists(4, 5, 4, 3)), long("k", "`n`", 4, 5));
    assert_eq!(of_field(lists(4, 4, 5, 3)), long("kind", "`n`", 4, 5));
    assert_eq!(of_field(lists(4, 4, 4, 5)), long("a", "`n`", 4, 5));
}

/// A row of pins, whose ranges are one too long on either side.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(first..beyond, |i| (r[i] - r[i - 1]).norm_squared() + (r[i + 1] - r[i]).norm_squared()),
    constraint(apart = array(1..points, |i| (r[i] - r[i - 1]).norm() - 1), pinned = array(1..points, |i| r[i] - [i, 0])),
    discretize(Verlet),
)]
struct Pins {
    points: usize,
    first: usize,
    beyond: usize,
}

#[test]
fn items_beyond_the_ends_and_rows_of_items_are_named() {
    let start = |first, beyond, x: f64| {
        let pins = Pins {
            points: 3,
            first,
            beyond,
        };
        match Integrator::new(pins, Verlet, 0.1, [0.0, 0.0, 1.0, 0.0, x, 0.0], [0.0; 6]) {
            Err(error) => error.failure.to_string(),
            Ok(_) => "a start".to_owned(),
        }
    };
    assert_eq!(
        start(0, 2, 2.0),
        "formulas read `r` at an index below 0; begin the range at 1, or write `(i + n - 1) % n` in a ring of n items"
    );
    assert_eq!(
        start(1, 3, 2.0),
        "`r` has length 3, so that its last item is 2, and `r[i + 1]` with `i` in `first..beyond` reads item 3"
    );
    assert!(start(1, 2, 2.5).starts_with("the constraint `apart[1]` is 0.5 instead of 0"));
    // Both constraints have the same items; the second one has two numbers for each.
    assert!(start(1, 2, 0.0).starts_with("the constraint `pinned[1][0]` is -2 instead of 0"));
}

/// Numbers and integers in every kind of field.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[points]),
    kinetic = sum(0..points, |i| 0.5 * (one + three[1] + pair[0] + square[1][0] + list[i] + slice[i] + array[i] + rows[i][1]
        + lists[i][0] + vectors[i][1] + matrices[i][0][1]) * dt(x[i]).powi(2)),
    potential = sum(0..ends.len(), |e| 0.5 * (x[ends[e][0]] - x[ends[e][1]]).powi(2))
        + sum(0..marks.len(), |k| x[marks[k]] + x[more[k]] + x[groups[k][1]] + list[picks[k]]) + x[last],
    discretize(Verlet),
)]
struct Kinds<'a> {
    points: usize,
    one: f64,
    three: [f64; 3],
    pair: Vector2<f64>,
    square: Matrix2<f64>,
    list: Vec<f64>,
    slice: &'a [f64],
    array: [f64; 3],
    rows: Vec<[f64; 2]>,
    lists: Vec<Vec<f64>>,
    vectors: Vec<Vector2<f64>>,
    matrices: [Matrix2<f64>; 3],
    ends: Vec<[usize; 2]>,
    marks: Vec<usize>,
    more: &'a [usize],
    groups: Vec<Vec<usize>>,
    picks: [usize; 2],
    last: usize,
}

fn kinds() -> Kinds<'static> {
    Kinds {
        points: 3,
        one: 1.0,
        three: [1.0; 3],
        pair: Vector2::new(1.0, 1.0),
        square: Matrix2::identity(),
        list: vec![1.0; 3],
        slice: &[1.0; 3],
        array: [1.0; 3],
        rows: vec![[1.0; 2]; 3],
        lists: vec![vec![1.0]; 3],
        vectors: vec![Vector2::new(1.0, 1.0); 3],
        matrices: [Matrix2::identity(); 3],
        ends: vec![[0, 1], [1, 2]],
        marks: vec![0, 1],
        more: &[2, 1],
        groups: vec![vec![0, 1]; 2],
        picks: [2, 0],
        last: 2,
    }
}

/// What is said of a change of one field. Nothing is computed from it, and nothing panics.
fn said(change: impl FnOnce(&mut Kinds<'static>)) -> String {
    let mut kinds = kinds();
    change(&mut kinds);
    let (q, v) = (vec![0.5; 3], vec![1.0; 3]);
    let state = (q.clone().into(), v.clone().into());
    let _ = (
        kinds.lagrangian(0.0, &state.0, &state.1),
        kinds.force(0.0, &state.0, &state.1, &[]),
    );
    let mut motion = Integrator::new(self::kinds(), Verlet, 0.1, q.clone(), v.clone()).expect("good fields");
    let before = motion.state();
    let later = motion.set_system(kinds.clone()).expect_err("a bad field").failure;
    assert_eq!(motion.state(), before);
    match Integrator::new(kinds, Verlet, 0.1, q, v) {
        Err(Error {
            failure: Failure::Field(failure),
            ..
        }) => {
            assert_eq!(later, failure.into());
            failure.to_string()
        }
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("a start"),
    }
}

#[test]
fn numbers_that_are_not_finite_are_named_in_every_kind_of_field() {
    const NAN: f64 = f64::NAN;
    let check_single = |field: &str, change: fn(&mut Kinds<'static>)| {
        assert_eq!(
            said(change),
            format!("the field `{field}` is not a finite number")
        );
    };
    let check = |field: &str, row: usize, change: fn(&mut Kinds<'static>)| {
        assert_eq!(
            said(change),
            format!("the field `{field}` has a number in row {row} that is not finite")
        );
    };
    check_single("one", |kinds| kinds.one = NAN);
    check_single("one", |kinds| kinds.one = f64::NEG_INFINITY);
    check_single("three[1]", |kinds| kinds.three[1] = NAN);
    check_single("pair[0]", |kinds| kinds.pair[0] = NAN);
    check_single("square[1][0]", |kinds| kinds.square[(1, 0)] = NAN);
    check("list", 2, |kinds| kinds.list[2] = f64::INFINITY);
    check("slice", 1, |kinds| kinds.slice = &[1.0, NAN, 1.0]);
    check("array", 2, |kinds| kinds.array[2] = NAN);
    check("rows", 1, |kinds| kinds.rows[1][1] = NAN);
    check("lists", 2, |kinds| kinds.lists[2][0] = NAN);
    check("vectors", 1, |kinds| kinds.vectors[1][1] = NAN);
    check("matrices", 2, |kinds| kinds.matrices[2][(0, 1)] = NAN);
}

#[test]
fn lengths_and_indices_are_named_in_every_kind_of_field() {
    let check = |change: fn(&mut Kinds<'static>), message: &str| assert_eq!(said(change), message);
    let short = |field: &str| {
        format!(
            "`{field}` has length 2, so that its last item is 1, and `{field}[i]` with `i` in `0..points` reads item 2"
        )
    };
    check(|kinds| kinds.list.truncate(2), &short("list"));
    check(|kinds| kinds.slice = &[1.0; 2], &short("slice"));
    check(|kinds| kinds.rows.truncate(2), &short("rows"));
    check(|kinds| kinds.lists.truncate(2), &short("lists"));
    check(|kinds| kinds.vectors.truncate(2), &short("vectors"));
    let one = |field: &str| {
        format!(
            "`{field}` has length 1, so that its last item is 0, and `{field}[k]` with `k` in `0..marks.len()` reads item 1"
        )
    };
    check(
        |kinds| kinds.more = &[],
        "`more` has length 0, no item, and `more[k]` with `k` in `0..marks.len()` reads item 1",
    );
    check(|kinds| kinds.more = &[2], &one("more"));
    check(|kinds| kinds.groups.truncate(1), &one("groups"));
    let beyond = |field: &str, row: usize, found: usize| {
        format!("the field `{field}` names item {found} in row {row}; it must be below 3")
    };
    check(|kinds| kinds.ends[1][0] = 3, &beyond("ends", 1, 3));
    check(|kinds| kinds.marks[0] = 7, &beyond("marks", 0, 7));
    check(|kinds| kinds.more = &[2, 5], &beyond("more", 1, 5));
    check(|kinds| kinds.groups[1][1] = 4, &beyond("groups", 1, 4));
    check(|kinds| kinds.picks[1] = 3, &beyond("picks", 1, 3));
    check(
        |kinds| kinds.groups[1].truncate(1),
        "the field `groups` has length 1 in row 1, and formulas read 2 items of it",
    );
    check(
        |kinds| kinds.lists[2].clear(),
        "the field `lists` has length 0 in row 2, and formulas read 1 items of it",
    );
    check(
        |kinds| kinds.last = 3,
        "`x` has length 3, so that its last item is 2, and `x[last]` reads item 3",
    );
    check(
        |kinds| kinds.ends[0][1] = usize::MAX,
        "the field `ends` names an item below 0 in row 0",
    );
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..n / group, |i| 0.5 * q[i * group].powi(2)) + sum(0..n, |i| 0.1 * (q[(i + 1) % ring] - q[i]).powi(4)),
    discretize(Verlet),
)]
struct Grouped {
    n: usize,
    group: usize,
    ring: usize,
}

#[test]
fn nothing_is_divided_by_zero() {
    let find = |n, group, ring| {
        let grouped = Grouped { n, group, ring };
        of_field(Integrator::new(grouped, Verlet, 0.1, vec![1.0; n], vec![0.0; n]))
    };
    assert_eq!(find(4, 0, 4), FieldFailure::Divisor { divisor: "group" });
    assert_eq!(find(4, 2, 0), FieldFailure::Divisor { divisor: "ring" });
    let sentence = find(4, 0, 4).to_string();
    assert_eq!(
        sentence,
        "`group` is 0, and a length or an index is divided by it"
    );
}

/// The entries of each row of a matrix stand one after the other: those of row i from `starts[i]` to `starts[i + 1]`.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[n - 1]),
    kinetic = sum(0..n - 1, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..n - 1, |i| sum(starts[i]..starts[i + 1], |j| 0.5 * k[j] * q[i].powi(2))),
    discretize(Verlet),
)]
struct Rows {
    n: usize,
    starts: Vec<usize>,
    k: Vec<f64>,
}

#[test]
fn ends_of_ranges_are_no_numbers_below_zero() {
    let find = |n: usize, last| {
        let rows = Rows {
            n,
            starts: vec![0, 1, last],
            k: vec![1.0; 2],
        };
        let start = vec![1.0; n.saturating_sub(1)];
        Integrator::new(rows, Verlet, 0.1, start.clone(), start)
    };
    find(3, 2).expect("a good system");
    for last in [usize::MAX, 1 << (usize::BITS - 1)] {
        let failure = FieldFailure::Index {
            field: "starts",
            row: 2,
            found: last,
            range: usize::MAX / 2 + 1,
        };
        assert_eq!(of_field(find(3, last)), failure);
    }
    // Lengths below zero are none.
    for n in [0, 1] {
        assert_eq!(of_field(find(n, 2)), FieldFailure::Empty { range: "n - 1" });
    }
}

/// Springs, whose equations are linear: their tangent is factored when an integrator is made.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(1..n, |i| 0.5 * (x[i] - x[i - 1]).powi(2) / rest[i]),
    discretize(Midpoint)
)]
struct Springs {
    n: usize,
    rest: Vec<f64>,
}

#[test]
fn a_divisor_of_zero_is_told_with_its_item() {
    let springs = Springs {
        n: 4,
        rest: vec![1.0, 1.0, 0.0, 1.0],
    };
    let error = Integrator::new(springs, Midpoint, 0.1, [0.0; 4], [1.0; 4]).expect_err("no spring");
    let message = error.to_string();
    assert!(
        message.contains("item [2] of `sum(1..n, ..)` in `potential`"),
        "{message}"
    );
}

/// Springs up to a number that is a field, and one to the mass after that of a list.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[4]),
    kinetic = 0.5 * dt(x).norm_squared(),
    potential = sum(1..last, |i| 0.5 * (x[0] * i).powi(2)) + sum(0..left.len(), |e| 0.5 * k[left[e] + 1] * x[0].powi(2)),
    discretize(Midpoint),
)]
struct Ends {
    last: usize,
    left: Vec<usize>,
    k: Vec<f64>,
}

/// Some programs write `usize::MAX` for "none". As the end of a range it is an error, and `usize::MAX + 1` is not item 0.
#[test]
fn integers_beyond_all_lengths_do_not_wrap_round() {
    let failure = |last: usize, left: usize| {
        let ends = Ends {
            last,
            left: vec![left],
            k: vec![1.0; 4],
        };
        Integrator::new(ends, Midpoint, 0.1, [0.1; 4], [0.0; 4])
            .map(drop)
            .map_err(|error| error.failure.to_string())
    };
    assert_eq!(failure(3, 1), Ok(()));
    assert_eq!(failure(0, 1), Ok(()));
    for last in [usize::MAX, 1 << 63] {
        let message = failure(last, 1).expect_err("no such number of items");
        assert!(message.starts_with("the field `last` names"), "{message}");
    }
    let message = failure(3, usize::MAX).expect_err("no such item");
    assert!(message.starts_with("the field `left` names"), "{message}");
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(1..n, |i| 0.5 * (x[i] - x[i - 1]).powi(2)),
    discretize(Verlet),
)]
struct Row {
    n: usize,
}

/// A walk through so many items would take days.
#[test]
fn numbers_of_items_that_no_memory_holds_are_compared_first() {
    let made = Integrator::new(Row { n: 1 << 50 }, Verlet, 0.1, [0.1; 4], [0.0; 4]);
    let failure = made.map(drop).expect_err("too few coordinates").failure;
    let expected = Failure::Length {
        what: "initial coordinates",
        expected: 1 << 50,
        found: 4,
    };
    assert_eq!(failure, expected);
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[a * b]), inputs(u[w]),
    kinetic = sum(0..a * b, |i| 0.5 * dt(x[i]).powi(2)), force(x = array(0..a * b, |i| -x[i] + u[0])),
    discretize(Midpoint),
)]
struct Huge {
    a: usize,
    b: usize,
    w: usize,
}

/// Numbers that no memory holds are compared with what is given before a walk or an allocation of that length.
#[test]
fn lengths_beyond_memory_are_errors_at_once() {
    let find = |a: usize, b: usize, w: usize| {
        Integrator::new(Huge { a, b, w }, Midpoint, 0.1, vec![1.0; 2], vec![0.0; 2])
            .err()
            .map(|error| error.failure.to_string())
    };
    assert_eq!(find(1, 2, 1), None);
    let far = usize::MAX / 2;
    for (a, b) in [(far / 4, 2), (far, 1), (1, 1 << 50)] {
        let message = format!(
            "initial coordinates: expected one number for each of the {} coordinates, found 2",
            a * b
        );
        assert_eq!(find(a, b, 1), Some(message));
    }
    let message = format!("inputs: expected one number for each of the {far} inputs, found 0");
    assert_eq!(find(1, 2, far), Some(message));
}

/// Springs from each mass to those of its row in a list of neighbours, as sparse matrices are kept; and to all beyond the next.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[first.len() - 1]),
    kinetic = sum(0..first.len() - 1, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..first.len() - 1, |i| sum(first[i]..first[i + 1], |k| 0.5 * (x[i] - x[to[k]]).powi(2)))
        + sum(0..first.len() - 1, |i| sum(i + 2..first.len() - 1, |j| 0.5 * (x[i] - x[j]).powi(2))),
    discretize(Verlet),
)]
struct CompressedRows {
    first: Vec<usize>,
    to: Vec<usize>,
}

#[test]
fn ranges_that_fall_are_named() {
    let rows = |first: [usize; 5]| {
        let system = CompressedRows {
            first: first.to_vec(),
            to: vec![1, 2],
        };
        Integrator::new(system, Verlet, 0.1, [0.0; 4], [0.0; 4])
    };
    // The row without neighbours is one, and so are the last two of `i + 2..n`.
    rows([0, 1, 1, 2, 2]).expect("rows that rise");
    let falls = of_field(rows([0, 2, 1, 1, 2]));
    let expected = FieldFailure::Falls {
        field: "first",
        range: "first[i]..first[i + 1]",
        row: 1,
        first: 2,
        beyond: 1,
    };
    assert_eq!(falls, expected);
    let said = "the range `first[i]..first[i + 1]` begins at 2 in row 1 of `first` and ends at 1, before that; one without \
                items ends where it begins";
    assert_eq!(falls.to_string(), said);
}
