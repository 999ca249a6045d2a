//! Several fields over the whole interval: coordinates q, velocities u and momenta p of their own, weighted by α and β.
//!
//! ```text
//! δ ∫ (1 − α) L(q, q̇) + α [p·q̇ − (1 − β) (p·w − L(q, w)) − β (p·u − L(q, u))] dt + ∫ f·δq dt = 0,   p = ∂L/∂v(q, w)
//! ```
//!
//! (Capobianco 2015, eq. 4.20 and 4.26; p·w − L(q, w) is the conjugate of L, with V in it.) q, u and p are polynomials of degrees Q, U
//! and P in each element, and continuous. The velocity w that belongs to p is an unknown at each quadrature point, so that no mass matrix
//! is inverted and L need not be quadratic. With Nᵢ the shape functions of a field, the rows of p are divided by α and those of u by α β,
//! where they would vanish:
//!
//! ```text
//! D_k + h Σ_m w_m N₀ (q̇ − (1 − β) w − β u) = 0,   D_{k+1} = h Σ_m w_m N_P (q̇ − (1 − β) w − β u)
//! E_k + h Σ_m w_m N₀ (∂L/∂v(q, u) − p)     = 0,   E_{k+1} = h Σ_m w_m N_U (∂L/∂v(q, u) − p)
//! ```
//!
//! D and E are what an element leaves to its neighbour at a node that both share. They vanish at both ends of the interval, so that nothing
//! steps from one end to the other: the first half of these conditions is at the start, and the second at the end.

mod fields;

use extremal_symbolic::Expr;

use self::fields::{Fields, Rows, Tests};
use super::closing;
use super::element::{Contributions, Discretization, Element};
use super::equations::{Role, Unknown};
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::Rule;
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{NodeField, Report, StepEquations};
use super::{Entry, Read};
use crate::model::Inheritance;

const NAME: &str = "MultiField";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "MultiField<1, 1, 1>",
        parameters: &[
            degree("the degree of q in `MultiField`"),
            degree("the degree of u in `MultiField`"),
            degree("the degree of p in `MultiField`"),
        ],
        required: 0,
    },
    read,
};

const fn degree(what: &'static str) -> Parameter {
    Parameter::Integer { what, min: 1, max: 4 }
}

/// The degrees of q, u and p.
#[derive(Debug)]
struct MultiField {
    q: usize,
    u: usize,
    p: usize,
}

/// Linear fields where degrees are left out.
fn read(arguments: &[Argument]) -> Read {
    let degree = |at: usize| match arguments.get(at) {
        Some(Argument::Integer(degree)) => *degree,
        _ => 1,
    };
    Ok(Box::new(MultiField {
        q: degree(0),
        u: degree(1),
        p: degree(2),
    }))
}

impl MultiField {
    /// The quadrature integrates products of any two fields exactly.
    fn rule(&self) -> Rule {
        Rule::Gauss(self.q.max(self.u).max(self.p) + 1)
    }
}

impl Scheme for MultiField {
    fn path(&self) -> Path {
        Path {
            name: NAME,
            arguments: [self.q, self.u, self.p].map(Argument::Integer).to_vec(),
        }
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if declared.is_of_any_size {
            return Err(Refusal::of(
                "`MultiField` is for systems of a fixed size: its elements are solved together; list `Midpoint` or `Galerkin<2, Gauss<2>>`, \
                 or give the sums a length that is a literal",
            ));
        }
        if declared.has_constraints {
            return Err(Refusal::of(
                "`MultiField` is for minimal coordinates, without constraints; list `Galerkin<2, Gauss<2>>`, whose elements `Monolithic` solves \
                 together as well",
            ));
        }
        Ok(())
    }

    /// It needs masses.
    fn follows_friction_without_mass(&self) -> bool {
        false
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        Ok(equations(context, self))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &["alpha", "beta"]
    }

    fn stages(&self) -> usize {
        self.q
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        let [q, u, p] = [("q", self.q), ("u", self.u), ("p", self.p)]
            .map(|(field, degree)| format!("{field} of degree {degree}"));
        vec![
            format!("{q}, {u}, {p} in each element, all continuous;  ∫ by {}", self.rule().path()),
            "δ ∫ (1 − α) L(q, q̇) + α [p·q̇ − (1 − β) (p·w − L(q, w)) − β (p·u − L(q, u))] dt + ∫ f·δq dt = 0".to_owned(),
            "∂L/∂v(q, w) = p at each point,   ∫ δp·(q̇ − (1 − β) w − β u) dt = 0,   ∫ δu·(∂L/∂v(q, u) − p) dt = 0".to_owned(),
        ]
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err(
            "at inner nodes: the fields p and u are shared, and the map is the same at both ends of the interval alone",
        )
    }

    /// It has no steps.
    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_alternating_modes(&self, _: &Inertia) -> bool {
        false
    }
}

fn equations(context: &mut Context<'_>, scheme: &MultiField) -> StepEquations {
    let rule = scheme.rule();
    let fields = Fields::new(context, [scheme.u, scheme.p]);
    let mut trial = Discretization::new(context, &Element::of(scheme.q, rule));
    let mut contributions = Contributions::of(&mut trial, rule, rule);
    let mut tests = Tests::default();
    for (s, weight, kinetic) in &mut contributions.kinetic {
        tests.add_point(&mut trial, &fields, (s, weight), kinetic);
    }
    let mut step = closing::free_of(&mut trial, &contributions);
    let zero = trial.graph.zero();
    let Rows {
        rows,
        left_of_p,
        left_of_u,
    } = tests.rows(&mut trial, &fields);
    let unknowns = &mut step.system.unknowns;
    let others = [tests.conjugates, fields.moved].concat().concat();
    unknowns.extend(Unknown::all(Role::StageVelocity, &others));
    unknowns.extend(Unknown::all(Role::Change, &fields.changes.concat()));
    step.system.rows.iter_mut().for_each(|row| row.paired = None);
    step.system.rows.extend(rows);
    let [p0, d0, e0] = &fields.starts;
    let zeros = vec![zero; p0.len()];
    StepEquations {
        end_velocities: fields.u.end().to_vec(),
        fields: [
            node_fields(p0, &trial.known.momenta, fields.p.end()),
            node_fields(d0, &zeros, &left_of_p),
            node_fields(e0, &zeros, &left_of_u),
        ]
        .concat(),
        report: Report::Fields,
        action: None,
        ..step
    }
}

/// A field at both nodes of an element, coordinate by coordinate.
fn node_fields(symbols: &[Expr], at_start: &[Expr], at_end: &[Expr]) -> Vec<NodeField> {
    let ends = at_start.iter().zip(at_end);
    let fields = symbols.iter().zip(ends);
    let fields = fields.map(|(&symbol, (&at_start, &at_end))| NodeField {
        symbol,
        at_start,
        at_end,
    });
    fields.collect()
}
