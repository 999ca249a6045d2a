//! Cubic Hermite elements, C¹ in time: coordinates and velocities at the end of a step are its unknowns.
//!
//! ```text
//! q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁,   S = h Σ_m w_m L(q(s_m), q̇(s_m), t_k + s_m h)
//! P⁻: −∂S/∂q₀ − F(N₀) = p₀,   P⁺: ∂S/∂q₁ + F(N₁) = ∂L/∂v(q₁, v₁),   V⁻: ∂S/∂v₀ + h F(M₀) = 0,   V⁺: ∂S/∂v₁ + h F(M₁) = 0
//! N₀ = 1 − N₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s),   F(N) = h Σ_m w_m N(s_m) f(s_m)
//! ```
//!
//! (Mergel, Sauer & Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying action, 2017, eq. 35 to
//! 38.) Two of the four make a scheme. The unknowns are the velocities (q₁ − q₀)/h and v₁, so that v₀ is a guess for both.

use extremal_symbolic::{Expr, Graph, Rational};

use super::element::{Contributions, Element, Trial, scale, weak_form};
use super::equations::{Equations, Kind, Role, Row, Unknown};
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::{Polynomial, Rule};
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::{Interpolation, Known, Report, StepEquations};
use super::{Entry, Read};
use crate::dynamics::{Dynamics, Point};
use crate::model::Inheritance;

const NAME: &str = "Hermite";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "Hermite<P2>",
        parameters: &[
            Parameter::Choice {
                what: "pair of equations",
                of: PAIRS,
            },
            Parameter::Rule,
        ],
        required: 1,
    },
    read,
};

/// The types that choose two equations, in the order of [`Equation::PAIRS`].
const PAIRS: &[Signature] = &[
    Signature::plain("P2"),
    Signature::plain("V2"),
    Signature::plain("P1V0"),
    Signature::plain("P1V1"),
    Signature::plain("P0V0"),
    Signature::plain("P0V1"),
];

/// One of the four equations: of momentum or of velocity, at the start or at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Equation {
    P0,
    P1,
    V0,
    V1,
}

impl Equation {
    const PAIRS: [[Self; 2]; 6] = [
        [Self::P0, Self::P1],
        [Self::V0, Self::V1],
        [Self::P1, Self::V0],
        [Self::P1, Self::V1],
        [Self::P0, Self::V0],
        [Self::P0, Self::V1],
    ];

    /// The shape function of its variation.
    fn shape(self) -> Polynomial {
        match self {
            Self::P0 => Polynomial::of(&[1, 0, -3, 2]),
            Self::P1 => Polynomial::of(&[0, 0, 3, -2]),
            Self::V0 => Polynomial::of(&[0, 1, -2, 1]),
            Self::V1 => Polynomial::of(&[0, 0, -1, 1]),
        }
    }

    fn formula(self) -> &'static str {
        match self {
            Self::P0 => "−∂S/∂q₀ = p₀",
            Self::P1 => "∂S/∂q₁ = p₁",
            Self::V0 => "∂S/∂v₀ = 0",
            Self::V1 => "∂S/∂v₁ = 0",
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Hermite {
    pair: usize,
    quadrature: Rule,
}

/// `Hermite<P2>` or `Hermite<P2, Gauss<4>>`.
fn read(arguments: &[Argument]) -> Read {
    let (pair, quadrature) = match arguments {
        [Argument::Path(pair)] => (pair, USUAL),
        [Argument::Path(pair), Argument::Path(rule)] => (pair, Rule::of(rule)?),
        _ => return Err(Refusal::of("expected two equations, as in `Hermite<P2>`")),
    };
    let pair = PAIRS.iter().position(|signature| signature.name == pair.name);
    let pair = pair.ok_or_else(|| Refusal::at(0, "expected two equations, as in `Hermite<P2>`"))?;
    if quadrature.degree() < LEAST_DEGREE {
        let message = "a rule with an exactness below degree 5 costs `P2` two orders, and other pairs diverge; take `Gauss<3>` or \
                       `Lobatto<4>`, or more points";
        return Err(Refusal::at(1, message));
    }
    Ok(Box::new(Hermite { pair, quadrature }))
}

/// The quadrature of a type without one: exact for linear systems.
const USUAL: Rule = Rule::Gauss(4);
/// The degree to which a quadrature is exact at least.
const LEAST_DEGREE: usize = 5;

impl Hermite {
    fn equations(self) -> [Equation; 2] {
        Equation::PAIRS[self.pair]
    }

    fn is_mixed(self) -> bool {
        self.pair > 1
    }
}

impl Scheme for Hermite {
    fn path(&self) -> Path {
        let pair = Argument::Path(Path::plain(PAIRS[self.pair].name));
        let arguments = if self.quadrature == USUAL {
            vec![pair]
        } else {
            vec![pair, Argument::Path(self.quadrature.path())]
        };
        Path {
            name: NAME,
            arguments,
        }
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if !declared.has_constraints {
            return Ok(());
        }
        Err(Refusal::of(
            "`Hermite` is for systems without constraints; list `Galerkin<2, Gauss<2>>` or `Stabilized<Livens>`, or choose coordinates \
             without constraints",
        ))
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        Ok(equations(context, *self))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        let [first, second] = self.equations().map(Equation::formula);
        let rule = self.quadrature.path();
        vec![
            "q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s)".to_owned(),
            format!("S = h Σ w_m L(q(s_m), q̇(s_m), t + s_m h), points of {rule};   {first},   {second},   p = ∂L/∂v"),
        ]
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err("in general: variations of coordinates and velocities are balanced step by step")
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// The mirror image of a mixed pair is another pair.
    fn is_symmetric(&self) -> bool {
        !self.is_mixed() && self.quadrature.is_symmetric()
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        inertia.is_singular
    }

    fn element(&self) -> Option<Element> {
        None
    }
}

/// The cubic in the unknowns.
struct Cubic<'a> {
    graph: &'a mut Graph,
    dynamics: &'a Dynamics,
    known: &'a Known,
    /// (q₁ − q₀)/h
    mean: Vec<Expr>,
    /// v₁
    end: Vec<Expr>,
}

impl Trial for Cubic<'_> {
    fn graph(&mut self) -> (&mut Graph, &Dynamics) {
        (self.graph, self.dynamics)
    }

    fn point(&mut self, s: &Rational) -> Point {
        let shapes = [Equation::P1, Equation::V0, Equation::V1].map(Equation::shape);
        let moved = self.combined(&shapes.each_ref().map(|shape| shape.at(s)));
        let velocities = self.combined(&shapes.each_ref().map(|shape| shape.derivative().at(s)));
        let h = self.known.step_size;
        let coordinates = self.known.coordinates.iter().zip(moved).map(|(&q, moved)| {
            let moved = self.graph.mul(h, moved);
            self.graph.add(q, moved)
        });
        Point {
            coordinates: coordinates.collect(),
            velocities,
            time: {
                let passed = scale(self.graph, s, h);
                self.graph.add(self.known.time, passed)
            },
        }
    }
}

impl<'a> Cubic<'a> {
    fn new(context: &'a mut Context<'_>) -> Self {
        let (n, graph) = (context.dynamics.size(), &mut *context.graph);
        let mut unknown =
            |name: &str| -> Vec<Expr> { (0..n).map(|i| graph.symbol(&format!("{name}[{i}]"))).collect() };
        Self {
            mean: unknown("u0"),
            end: unknown("u1"),
            graph,
            dynamics: context.dynamics,
            known: context.known,
        }
    }

    /// The sum of the mean velocity, v₀ and v₁ with these coefficients.
    fn combined(&mut self, coefficients: &[Rational; 3]) -> Vec<Expr> {
        let velocities = self.mean.iter().zip(&self.known.velocities).zip(&self.end);
        velocities
            .map(|((&mean, &start), &end)| {
                let pairs = std::iter::zip(coefficients, [mean, start, end]);
                let terms: Vec<Expr> = pairs.map(|(c, v)| scale(self.graph, c, v)).collect();
                self.graph.sum(&terms)
            })
            .collect()
    }

    /// The rows of an equation, given ∂L/∂v at the end.
    fn rows(&mut self, contributions: &Contributions, equation: Equation, end: &[Expr]) -> Vec<Row> {
        let shape = equation.shape();
        let slope = shape.derivative();
        let momenta = match equation {
            Equation::P0 => Some((Rational::one(), &self.known.momenta[..])),
            Equation::P1 => Some((-Rational::one(), end)),
            Equation::V0 | Equation::V1 => None,
        };
        let h = self.known.step_size;
        (0..self.dynamics.size())
            .map(|k| {
                let shape: [&dyn Fn(&Rational) -> Rational; 2] = [&|s| shape.at(s), &|s| slope.at(s)];
                let mut terms = weak_form(self.graph, h, contributions, k, shape);
                if let Some((sign, momenta)) = &momenta {
                    terms.push(scale(self.graph, sign, momenta[k]));
                }
                Row::of_sum(self.graph, Kind::Balance, terms)
            })
            .collect()
    }
}

fn equations(context: &mut Context<'_>, scheme: Hermite) -> StepEquations {
    let mut cubic = Cubic::new(context);
    let contributions = Contributions::of(&mut cubic, scheme.quadrature, scheme.quadrature);
    let end = cubic.point(&Rational::one());
    let end_momenta = cubic.dynamics.kinetic_at(cubic.graph, &end).by_v;
    let pairs = scheme.equations();
    let rows = pairs.map(|equation| cubic.rows(&contributions, equation, &end_momenta));
    StepEquations {
        system: Equations {
            unknowns: Unknown::all(Role::StageVelocity, &[&cubic.mean[..], &cubic.end].concat()),
            rows: rows.concat(),
        },
        end_coordinates: end.coordinates,
        end_velocities: cubic.end,
        end_momenta,
        increments: Vec::new(),
        leaves_residual: false,
        surrogate: None,
        report: Report::Energies,
        action: None,
        interpolation: Interpolation::Cubic,
        condensation: None,
    }
}
