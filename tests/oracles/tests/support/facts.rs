//! Compares the facts that the derive states with the behaviour of the functions at random states.

use std::cell::RefCell;

use extremal::structure::{MassMatrix, Structure};

use super::generated::{Functions, System};
use super::point::{Domain, Point};

/// A change below this counts as none: a few hundred roundings.
const ROUNDING: f64 = 1e-11;

/// The changes seen at any state.
#[derive(Debug, Default)]
struct Changes {
    masses_by_time: bool,
    masses_by_q: bool,
    masses_by_v: bool,
    has_products: bool,
    lagrangian_by_time: bool,
    momentum_by_q: bool,
    has_forces: bool,
    has_power: bool,
    /// Whether L changes with each coordinate, or a force acts along it.
    by_coordinate: Vec<bool>,
}

/// The coordinates of the only system with a choice in L that depends on the state.
const CHOOSING: [&str; 2] = ["x", "y"];

/// Every stated fact holds, and every property that holds is stated.
pub(crate) fn check_facts(system: &dyn System, names: &[&str], structure: Structure, domain: Domain) {
    let has_choices = names == CHOOSING;
    let (n, inputs) = system.sizes();
    let changes = RefCell::new(Changes {
        by_coordinate: vec![false; n],
        ..Changes::default()
    });
    domain.for_all(inputs, &|at| changes.borrow_mut().look(system, domain, at));
    let changes = changes.into_inner();
    let masses = match (changes.masses_by_v, changes.masses_by_q, changes.masses_by_time) {
        (true, ..) => MassMatrix::OfVelocity,
        (_, true, _) => MassMatrix::OfConfiguration,
        (.., true) => MassMatrix::OfTime,
        _ => MassMatrix::Constant,
    };
    let cyclic: Vec<&str> = names
        .iter()
        .zip(&changes.by_coordinate)
        .filter(|&(_, &by)| !by)
        .map(|(&name, _)| name)
        .collect();
    assert_eq!(structure.mass_matrix, masses);
    assert_eq!(structure.is_diagonal, !changes.has_products, "diagonal");
    assert_eq!(structure.is_autonomous, !changes.lagrangian_by_time, "autonomous");
    assert_eq!(structure.is_separable, !changes.momentum_by_q, "separable");
    assert_eq!(structure.has_forces, changes.has_forces, "forces");
    let is_conservative = !changes.lagrangian_by_time && !changes.has_power;
    // If a choice in L depends on the state, conservation is not claimed, because L may jump.
    assert!(!structure.is_conservative || is_conservative, "not conservative");
    assert!(
        structure.is_conservative || !is_conservative || has_choices,
        "conservative"
    );
    assert_eq!(structure.cyclic, cyclic);
}

/// No line of the text is too long, and the text contains all names.
pub(crate) fn check_text(text: &str, names: &[&str]) {
    for line in text.lines() {
        let columns = line
            .chars()
            .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
            .count();
        assert!(columns <= 100, "{columns} columns: {line}");
        assert_eq!(line, line.trim_end());
    }
    for word in ["Lagrangian", "Momentum", "Equation", "Structure", "Schemes"] {
        let plural = word
            .replace("Momentum", "Momenta")
            .replace("Equation", "Equations");
        assert!(
            text.contains(word) || text.contains(&plural),
            "{word} is missing:\n{text}"
        );
    }
    let heads = names
        .iter()
        .map(|name| name.split('[').next().unwrap_or_default());
    for head in heads {
        assert!(text.contains(head), "{head} is missing:\n{text}");
    }
}

impl Changes {
    fn look(&mut self, system: &dyn System, domain: Domain, at: &Point) {
        let here = system.functions(at);
        let later = system.functions(&Point {
            t: at.t + 0.37,
            ..at.clone()
        });
        let slower = at.v.iter().map(|v| 0.7 * v).collect();
        let slower = system.functions(&Point {
            v: slower,
            ..at.clone()
        });
        self.masses_by_time |= differ(&here.mass_matrix, &later.mass_matrix);
        self.lagrangian_by_time |= differ(&[here.lagrangian], &[later.lagrangian]);
        self.masses_by_v |= differ(&here.mass_matrix, &slower.mass_matrix);
        self.has_forces |= differ(&here.force, &vec![0.0; at.q.len()]);
        let power = here.force.iter().zip(&at.v).map(|(f, v)| f * v).sum();
        self.has_power |= differ(&[power], &[0.0]);
        let n = at.q.len();
        let products = (0..n * n).filter(|place| place / n != place % n);
        let products: Vec<f64> = products.map(|place| here.mass_matrix[place]).collect();
        self.has_products |= differ(&products, &vec![0.0; products.len()]);
        for (i, &(from, to)) in domain.q.iter().enumerate() {
            let mut q = at.q.clone();
            q[i] = 0.5 * q[i] + 0.25 * (from + to);
            self.look_beside(&here, &system.functions(&Point { q, ..at.clone() }), i);
        }
    }

    /// At a state that differs in one coordinate.
    fn look_beside(&mut self, here: &Functions, beside: &Functions, i: usize) {
        self.masses_by_q |= differ(&here.mass_matrix, &beside.mass_matrix);
        self.momentum_by_q |= differ(&here.momentum, &beside.momentum);
        self.by_coordinate[i] |= differ(&[here.lagrangian, here.force[i]], &[beside.lagrangian, 0.0]);
    }
}

fn differ(a: &[f64], b: &[f64]) -> bool {
    let size = a.iter().chain(b).fold(1.0_f64, |size, x| size.max(x.abs()));
    a.iter().zip(b).any(|(a, b)| (a - b).abs() > ROUNDING * size)
}
