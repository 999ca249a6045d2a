//! All solutions of a planar problem, by trying every combination of open, sticking and slipping contacts.
//!
//! If G is singular, a combination may have a polyhedron of solutions. It lies in a product of cones without lines, so it has
//! a corner unless it is empty. Corners are found by the combinations that add an equation: a sticking contact at the
//! border of its cone, or at its tip.

use std::vec::Vec;

use super::laws::violated;
use super::problems::Data;

/// The branch of the law at a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Law {
    /// P = 0.
    Open,
    /// ξ = 0.
    Stick,
    /// `ξ_N` = 0, `P_T` = ± μ `P_N`.
    Slip(f64),
    /// ξ = 0, `P_T` = ± μ `P_N`.
    Border(f64),
    /// ξ = 0, P = 0.
    Tip,
}

const LAWS: [Law; 7] = [
    Law::Open,
    Law::Stick,
    Law::Slip(1.0),
    Law::Slip(-1.0),
    Law::Border(1.0),
    Law::Border(-1.0),
    Law::Tip,
];

/// The solutions, or corners of the sets of solutions.
pub(super) fn solutions(data: &Data) -> Vec<Vec<f64>> {
    let contacts = u32::try_from(data.contacts.len()).unwrap();
    let mut found: Vec<Vec<f64>> = Vec::new();
    for combination in 0..LAWS.len().pow(contacts) {
        let laws = (0..contacts).map(|k| LAWS[combination / LAWS.len().pow(k) % LAWS.len()]);
        let Some(percussions) = equations(data, laws).and_then(|rows| solved(rows, data.rows())) else {
            continue;
        };
        let is_near = |other: &Vec<f64>| {
            let pairs = other.iter().zip(&percussions);
            pairs.fold(true, |near, (a, b)| {
                near && (a - b).abs() <= 1e-7 * (1.0 + a.abs())
            })
        };
        if is_solution(data, &percussions) && !found.iter().any(is_near) {
            found.push(percussions);
        }
    }
    found
}

/// Percussions of an elimination are a little outside of their cones.
fn is_solution(data: &Data, percussions: &[f64]) -> bool {
    let mut inside = percussions.to_vec();
    let mut first = 0;
    for contact in &data.contacts {
        inside[first] = inside[first].max(0.0);
        let radius = contact.friction * inside[first];
        let slips = &mut inside[first + 1..first + 1 + contact.slips];
        slips.iter_mut().for_each(|p| *p = p.clamp(-radius, radius));
        first += 1 + contact.slips;
    }
    let largest = percussions.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
    let mut pairs = inside.iter().zip(percussions);
    pairs.all(|(a, b)| (a - b).abs() <= 1e-9 * largest) && violated(data, &inside, 1e-9).is_none()
}

/// The equations of the laws, each with its right-hand side last. None for laws that a contact without friction lacks.
fn equations(data: &Data, laws: impl Iterator<Item = Law>) -> Option<Vec<Vec<f64>>> {
    let n = data.rows();
    let percussion = |row: usize| -> Vec<f64> { (0..=n).map(|j| f64::from(u8::from(j == row))).collect() };
    let velocity = |row: usize| {
        let coefficients = data.delassus[row * n..(row + 1) * n].iter().copied();
        coefficients.chain([-data.free[row]]).collect::<Vec<_>>()
    };
    let mut equations = Vec::new();
    let mut first = 0;
    for (contact, law) in data.contacts.iter().zip(laws) {
        let slip = first + 1;
        let border = |sign: f64| {
            let mut equation = percussion(slip);
            equation[first] = sign * contact.friction;
            equation
        };
        let has_friction = contact.slips > 0 && contact.friction > 0.0;
        if contact.slips > 0 && !has_friction {
            equations.push(percussion(slip));
        }
        match (law, has_friction) {
            (Law::Open, false) => equations.push(percussion(first)),
            (Law::Stick, false) => equations.push(velocity(first)),
            (Law::Tip, false) => equations.extend([velocity(first), percussion(first)]),
            (_, false) => return None,
            (Law::Open, true) => equations.extend([percussion(first), percussion(slip)]),
            (Law::Stick, true) => equations.extend([velocity(first), velocity(slip)]),
            (Law::Slip(sign), true) => equations.extend([velocity(first), border(sign)]),
            (Law::Border(sign), true) => equations.extend([velocity(first), velocity(slip), border(sign)]),
            (Law::Tip, true) => {
                equations.extend([
                    velocity(first),
                    velocity(slip),
                    percussion(first),
                    percussion(slip),
                ]);
            }
        }
        first += 1 + contact.slips;
    }
    Some(equations)
}

/// The one solution of n or more equations; none if there are several or none. Pivots are chosen among all entries.
fn solved(mut equations: Vec<Vec<f64>>, n: usize) -> Option<Vec<f64>> {
    let size = equations
        .iter()
        .flatten()
        .fold(0.0_f64, |most, x| most.max(x.abs()));
    let mut columns: Vec<usize> = Vec::new();
    while columns.len() < n {
        let top = columns.len();
        let entries = (top..equations.len()).flat_map(|i| (0..n).map(move |j| (i, j)));
        let free = entries.filter(|(_, j)| !columns.contains(j));
        let entry = |&(i, j): &(usize, usize)| equations[i][j].abs();
        let (row, column) = free.max_by(|a, b| entry(a).total_cmp(&entry(b)))?;
        if entry(&(row, column)) < 1e-10 * size {
            return None;
        }
        equations.swap(top, row);
        columns.push(column);
        let pivot = equations[top].clone();
        for (_, equation) in equations.iter_mut().enumerate().filter(|&(i, _)| i != top) {
            let factor = equation[column] / pivot[column];
            equation
                .iter_mut()
                .zip(&pivot)
                .for_each(|(a, p)| *a -= factor * p);
        }
    }
    if equations[n..]
        .iter()
        .any(|equation| equation[n].abs() > 1e-8 * size)
    {
        return None;
    }
    let mut percussions = std::vec![0.0; n];
    for (&column, equation) in columns.iter().zip(&equations) {
        percussions[column] = equation[n] / equation[column];
    }
    Some(percussions)
}

/// A rod that slides: `c_N` > 0, and μ = 2 couples the slip with the normal direction. It opens, sticks, or slides on.
#[test]
fn several_solutions_are_found() {
    let contact = crate::ActiveContact {
        slips: 1,
        friction: 2.0,
    };
    let data = |free: [f64; 2]| Data {
        delassus: std::vec![1.0, 1.0, 1.0, 2.0],
        free: free.to_vec(),
        contacts: std::vec![contact],
    };
    assert_eq!(
        solutions(&data([1.0, 5.0])),
        [[0.0, 0.0], [3.0, -4.0], [1.0, -2.0]]
    );
    assert_eq!(solutions(&data([-1.0, 0.0])), [[2.0, -1.0]]);
}
