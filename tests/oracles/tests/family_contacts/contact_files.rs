//! Contacts of items in files: tables, and trajectories and snapshots as text.

use extremal::Error;
use extremal::contacts::ContactState;
use extremal::family::{ContactItem, FamilyContacts};
use extremal::prelude::*;

use crate::contacts::{Discs, both, start};

const H: f64 = 2e-3;

fn motion(discs: &Discs) -> Result<Integrator<&Discs, VariationalMoreau>, Error> {
    let (q, v) = start();
    Integrator::new(discs, VariationalMoreau, H, q.to_vec(), v.to_vec())
}

/// The head, and the rows of cells.
fn cells(file: Vec<u8>) -> (Vec<String>, Vec<Vec<String>>) {
    let text = String::from_utf8(file).expect("numbers are text");
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(String::from).collect());
    (lines.next().expect("a head"), lines.collect())
}

#[test]
fn tables_have_columns_of_items_that_close() {
    let (discs, _) = both();
    let trajectory = motion(&discs)
        .expect("a good start")
        .run(250)
        .expect("good steps");
    let mut file = Vec::new();
    trajectory
        .write_csv(&discs, &mut file)
        .expect("memory is writable");
    let (head, rows) = cells(file);
    let mut closed: Vec<ContactItem> = Vec::new();
    for element in trajectory.elements().iter().flatten() {
        closed.extend(element.report.contacts().map(|at| at.item));
    }
    closed.sort_unstable();
    closed.dedup();
    assert!(closed.iter().any(|item| item.form == 1) && closed.len() < 10 && rows.len() == 251);
    let first = 1 + head.iter().position(|name| name == "energy").expect("its name");
    let names = closed.iter().flat_map(|&item| {
        let name = Discs::contact_name(item);
        ["gap_", "state_", "P_", "P_T_"]
            .map(|of| format!("{of}{name}"))
            .into_iter()
            .take(3 + Discs::FORMS[item.form].slips)
    });
    let mut names: Vec<String> = names.collect();
    // Of contacts that are one item, which touch nothing.
    for single in ["stop", "side[0]", "side[1]"] {
        names.extend(["gap", "state", "P"].map(|of| format!("{of}_{single}")));
    }
    assert_eq!(head[first..], names);
    for (row, element) in rows.iter().zip(trajectory.elements()) {
        let report = &element.as_ref().expect("no state jumped").report;
        let cell = |name: &str| row[head.iter().position(|other| other == name).expect("a column")].clone();
        for &item in &closed {
            let name = Discs::contact_name(item);
            let expected = match report.contact(item) {
                Some(at) => [
                    format!("{:?}", at.gap),
                    format!("{:?}", at.state).to_lowercase(),
                    format!("{:?}", at.percussions[0]),
                ],
                None => ["", "open", "0.0"].map(String::from),
            };
            assert_eq!(
                ["gap_", "state_", "P_"].map(|of| cell(&format!("{of}{name}"))),
                expected
            );
        }
    }
    assert!(rows[250][first..].iter().all(String::is_empty));
}

#[test]
fn tables_have_the_items_that_are_chosen() {
    let (discs, _) = both();
    let trajectory = motion(&discs)
        .expect("a good start")
        .run(250)
        .expect("good steps");
    let table = |every: usize, names: &[&str]| {
        let mut file = Vec::new();
        let table = trajectory.table().every(every).columns(names.iter().copied());
        table
            .write_csv(&discs, &mut file)
            .map(|()| cells(file))
            .map_err(|error| error.to_string())
    };
    // No disc reaches the side, and these two do not meet.
    let (head, rows) = table(
        50,
        &["t", "P_floor", "state_pair[3][0]", "gap_side[1]", "P_T_peg"],
    )
    .expect("columns");
    assert!(
        head.starts_with(&["t".into(), "P_floor[0]".into()])
            && head.ends_with(&["state_pair[3][0]".into(), "gap_side[1]".into()]),
        "{head:?}"
    );
    assert_eq!((rows.len(), &*rows[1][0]), (6, "0.1"));
    assert_eq!(rows[0][head.len() - 2..], ["open", ""]);
    let pressed = |row: &Vec<String>| {
        row[1..head.len() - 2]
            .iter()
            .any(|p| p.parse::<f64>().is_ok_and(|p| p > 0.0))
    };
    assert!(rows.iter().any(pressed), "{rows:?}");
    let unknown = table(1, &["P_flor[1]"]).expect_err("no such contact");
    assert!(
        unknown.starts_with("no column `P_flor[1]`; expected one of `t`, `r`, ")
            && unknown.contains("`P_T_pair`"),
        "{unknown}"
    );
}

#[test]
fn trajectories_and_snapshots_go_through_text() {
    let (discs, _) = both();
    let mut motion = motion(&discs).expect("a good start");
    let trajectory = motion.run(200).expect("good steps");
    let text = serde_json::to_string(&trajectory).expect("numbers are text");
    let read: Trajectory<&Discs, VariationalMoreau> = serde_json::from_str(&text).expect("what was written");
    assert!(read.states() == trajectory.states() && read.elements() == trajectory.elements());
    assert!(read.contact_events().eq(trajectory.contact_events()));
    let sticks =
        |at: &extremal::drive::AtItem<'_, f64>| at.state == ContactState::Stick && at.name == "floor[0]";
    let mut reports = read.elements().iter().flatten().map(|element| &element.report);
    assert!(reports.any(|report| report.contacts().any(|at| sticks(&at))));
    for (from, to) in [
        (r#""form":0,"indices":[0,0]"#, r#""form":99,"indices":[0,0]"#),
        (r#""percussions":["#, r#""percussions":[0.5,"#),
    ] {
        let wrong = text.replacen(from, to, 1);
        let read = serde_json::from_str::<Trajectory<&Discs, VariationalMoreau>>(&wrong);
        let error = read.map(drop).expect_err("a corrupt file").to_string();
        assert!(wrong != text && error.starts_with("corrupt report: "), "{error}");
    }

    let text = serde_json::to_string(&motion.snapshot()).expect("numbers are text");
    let mut again = self::motion(&discs).expect("a good start");
    again
        .restore(&serde_json::from_str(&text).expect("what was written"))
        .expect("of the same system");
    for _ in 0..50 {
        assert_eq!(motion.step().expect("a step"), again.step().expect("a step"));
        assert_eq!(motion.state(), again.state());
    }
}
