//! Derivatives of steps with closed contacts against differences of steps, and those of contacts against the system written out.

use extremal::contacts::ContactState;
use extremal::drive::{AssembledContactReport, Drive as _, Interval, SparseLinearization, Start, StepMemory};
use extremal::error::{AnySizeFailure, ContactKink};
use extremal::family::FamilyContacts;
use extremal::nalgebra::{DMatrix, DVector, SVector};
use extremal::prelude::*;
use extremal::{Contacts, Failure, StateOf};

use crate::contacts::{Discs, Four, N, Rows, T, both, each_item, place, start};
use crate::support::compared::{apart, numbers};
use crate::support::dense::dense;

const H: f64 = 2e-3;

#[test]
fn items_vary_as_the_contacts_written_out() {
    let (discs, four) = both();
    let (q, v, p) = (numbers(N, 0.2), numbers(N, 1.1), [1.3, -0.4, 0.0]);
    let (fixed_q, fixed_v) = (
        SVector::<f64, N>::from_column_slice(&q),
        SVector::<f64, N>::from_column_slice(&v),
    );
    let slips = Four::CONTACTS.iter().map(|contact| contact.slips);
    let firsts: Vec<usize> = slips
        .scan(0, |row, slips| Some(std::mem::replace(row, *row + 1 + slips)))
        .collect();
    let laws = N + 37;
    let (mut seen, mut moved) = (0, 0.0_f64);
    for form in 0..Discs::FORMS.len() {
        for (item, _) in each_item(&discs, form, &q, &v) {
            let (at, slips) = (place(item), Discs::FORMS[form].slips);
            let mut percussions: <Four as Contacts>::Percussions = [0.0; 37];
            percussions[firsts[at]..=firsts[at] + slips].copy_from_slice(&p[..=slips]);
            let expected = four.contact_variations(T, &fixed_q, &fixed_v, &percussions, &[]);
            let (mut impulses, mut rows) = (Rows(vec![vec![0.0; N]; N]), Rows(vec![vec![0.0; N]; 6]));
            let here = (T, &q[..], &v[..]);
            discs.contact_variations(item, here, &p, &mut impulses, &mut rows);
            for (k, impulse) in impulses.0.iter().enumerate() {
                assert!(apart(impulse, &expected[k][..N]) < 1e-14, "{item:?}");
                moved = impulse.iter().fold(moved, |most, x| most.max(x.abs()));
            }
            for row in 0..=slips {
                let rate = &expected[N + firsts[at] + row];
                assert!(apart(&rows.0[row], &rate[..N]) < 1e-14, "{item:?}");
            }
            for law in 0..3 {
                let of_law = &expected[laws + 3 * at + law];
                assert!(apart(&rows.0[3 + law], &of_law[..N]) < 1e-14, "{item:?}");
            }
            seen += 1;
        }
    }
    assert!(seen == Four::CONTACTS.len() && moved > 1.0);
}

/// t, q, p and v of a node.
#[derive(Clone)]
struct Node {
    state: StateOf<Discs>,
    v: DVector<f64>,
}

impl Node {
    /// The same with one number of (q, p, v) changed.
    fn changed(&self, column: usize, by: f64) -> Self {
        let (n, mut node) = (self.v.len(), self.clone());
        let parts = [&mut node.state.q, &mut node.state.p, &mut node.v];
        parts.into_iter().nth(column / n).expect("three parts")[column % n] += by;
        node
    }

    /// (q, p, v) after a step from here, and what its closed contacts did.
    fn stepped<D: Copy>(&self, system: &Discs, scheme: &D) -> (DVector<f64>, Vec<(String, ContactState)>)
    where
        Discs: Discretize<D, System = Discs, Report = AssembledContactReport<Discs>>,
    {
        let from = Start::new(scheme, H, &self.state, &self.v).again();
        let mut memory = <Discs as Discretize<D>>::Driver::start(system, from, None).expect("a good start");
        let over = Interval::new(scheme, H, &[], &self.state);
        let step = <Discs as Discretize<D>>::Driver::advance::<true>(system, over, &mut memory);
        let step = step.expect("a small step");
        let v = memory.velocity().expect("it is carried");
        let end = [step.state.q.as_slice(), step.state.p.as_slice(), v.as_slice()].concat();
        let states = step
            .report
            .contacts()
            .map(|at| (at.name.to_string(), at.state))
            .collect();
        (end.into(), states)
    }
}

/// Central differences of steps; `None` where they leave the branch.
fn quotients<D: Copy>(system: &Discs, scheme: &D, node: &Node) -> Option<DMatrix<f64>>
where
    Discs: Discretize<D, System = Discs, Report = AssembledContactReport<Discs>>,
{
    let (end, states) = node.stepped(system, scheme);
    let (mut all, d) = (DMatrix::zeros(end.len(), end.len()), 1e-6);
    for (k, mut column) in all.column_iter_mut().enumerate() {
        let [(one, of_one), (other, of_other)] = [d, -d].map(|d| node.changed(k, d).stepped(system, scheme));
        if of_one != states || of_other != states {
            return None;
        }
        column.copy_from(&((one - other) / (2.0 * d)));
    }
    Some(all)
}

/// Nodes of a motion of discs that fall on each other.
fn check<D: Copy>(scheme: D)
where
    Discs: Discretize<
            D,
            System = Discs,
            Report = AssembledContactReport<Discs>,
            Linearization = SparseLinearization<f64>,
        >,
{
    let ((discs, _), (q, v)) = (both(), start());
    let mut motion = Integrator::new(&discs, scheme, H, q.to_vec(), v.to_vec()).expect("a good start");
    let (mut seen, mut branches, mut most) = (Vec::new(), Vec::new(), 0);
    for _ in 0..250 {
        let node = Node {
            state: motion.state(),
            v: motion.velocity().expect("it is carried"),
        };
        let before = motion.clone();
        let report = motion.step().expect("a good step");
        let branch: Vec<_> = report.contacts().map(|at| (at.item, at.state)).collect();
        // One node of each branch.
        if branch.len() < 2 || branches.contains(&branch) {
            continue;
        }
        let (Ok(mut derivative), Some(expected)) = (before.linearize(), quotients(&discs, &scheme, &node))
        else {
            continue;
        };
        branches.push(branch);
        let found = derivative.to_dense().expect("finite");
        let off = (&found - &expected).amax();
        // Rounding of 1e-15 over 1e-6, and derivatives of up to 1e3.
        assert!(
            off < 2e-9 * expected.amax(),
            "{off} of {}: {:?}",
            expected.amax(),
            report
        );
        let [a, b, c, d] = derivative
            .equations()
            .first()
            .map_or_else(Default::default, |stage| {
                [
                    &stage.by_unknowns,
                    &stage.by_start,
                    &stage.end_by_start,
                    &stage.end_by_unknowns,
                ]
                .map(dense)
            });
        let whole = c - d * a.lu().solve(&b).expect("contacts that are not redundant");
        assert!((whole - &found).amax() < 1e-11 * expected.amax());
        seen.extend(report.contacts().map(|at| (at.item.form, at.state)));
        most = most.max(report.closed_count());
    }
    for state in [ContactState::Open, ContactState::Stick, ContactState::Slip] {
        assert!(seen.contains(&(0, state)), "the floor: {state:?}");
    }
    assert!(seen.iter().any(|at| at.0 == 1) && most > 2, "{most}");
}

#[test]
fn steps_with_closed_contacts_have_the_derivatives_of_differences() {
    check(Moreau);
    check(SymmetricMoreau);
    check(VariationalMoreau);
    check(Theta { theta: 0.6 });
}

/// A chain of beads that hits the floor; each of them twice, if `again` is zero.
macro_rules! chain {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * (1 + 0.3 * i) * dt(r[i]).norm_squared()),
            potential = sum(0..$count, |i| 9.81 * (1 + 0.3 * i) * r[i][1]),
            constraint(hinge = r[0].norm_squared() - 0.01),
            constraint(rod = array(0..$count - 1, |i| (r[i + 1] - r[i]).norm_squared() - 0.01)),
            contact(floor, gap = array(0..$count, |i| r[i][1] + depth), slip = array(0..$count, |i| dt(r[i][0])),
                friction = array(0..$count, |i| 0.15 + 0.05 * exp(-dt(r[i][0]).powi(2))), restitution = 0.3, restitution_t = 0.3),
            contact(twice, gap = array(0..$count, |i| r[i][1] + depth + again), slip = array(0..$count, |i| dt(r[i][0])),
                friction = array(0..$count, |i| 0.15 + 0.05 * exp(-dt(r[i][0]).powi(2))), restitution = 0.3, restitution_t = 0.3),
            discretize(Moreau, VariationalMoreau, Theta),
        )]
        struct $name {
            $($field)*
            depth: f64,
            again: f64,
        }
    };
}

chain!(FixedChain, 3,);
chain!(Chain, beads, beads: usize,);

fn same<D: Copy>(scheme: D, again: f64)
where
    Chain: Discretize<D, Report = AssembledContactReport<Chain>, Linearization = SparseLinearization<f64>>,
    FixedChain: Discretize<D, Linearization = extremal::derivatives::LinearizationOf<f64, 18, 0, 0>>,
{
    let (depth, beads) = (0.15, 3);
    let (q, v) = ([0.1, 0.0, 0.16, -0.08, 0.24, -0.14], [0.0; 6]);
    let mut any = Integrator::new(Chain { beads, depth, again }, scheme, 1e-3, q, v).expect("a good start");
    let mut fixed = Integrator::new(FixedChain { depth, again }, scheme, 1e-3, q, v).expect("a good start");
    let (mut checked, mut closed) = (0, 0);
    for _ in 0..150 {
        let derivatives = (any.linearize(), fixed.linearize());
        closed = any.step().expect("a small step").closed_count();
        fixed.step().expect("a small step");
        match derivatives {
            (Ok(mut any), Ok(fixed)) if closed > 0 => {
                let found = any.to_dense().expect("finite");
                // Numbers of up to 1e3, times the condition of rods.
                let off = apart(found.as_slice(), fixed.by_state.as_slice());
                assert!(off < 1e-9, "{off} {closed}");
                checked += 1;
            }
            (any, fixed) => assert_eq!(any.is_ok(), fixed.is_ok(), "{closed}"),
        }
    }
    assert!(checked > 5, "{checked} {closed}");
}

#[test]
fn chains_have_the_derivatives_of_those_of_a_fixed_number() {
    for again in [10.0, 0.0] {
        same(Moreau, again);
        same(VariationalMoreau, again);
        same(Theta { theta: 0.6 }, again);
    }
}

#[test]
fn contacts_between_two_states_are_named() {
    let (discs, _) = both();
    let (mut q, v) = start();
    q[1] = discs.radius[0] + 0.01 * 0.0_f64.sin();
    let motion = Integrator::new(&discs, Moreau, H, q.to_vec(), v.to_vec()).expect("a good start");
    let error = motion.linearize().map(drop).expect_err("a gap of zero");
    assert!(
        matches!(
            error.failure,
            Failure::AnySize(AnySizeFailure::ContactChanges { contact, between: ContactKink::Gap }) if contact == "floor[0]"
        ),
        "{error}"
    );
}
