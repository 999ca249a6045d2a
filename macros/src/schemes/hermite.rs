//! Cubic Hermite elements, C¹ in time: coordinates and velocities at the end of a step are its unknowns.
//!
//! ```text
//! S = h Σ_m w_m L(q(s_m), q̇(s_m), t_k + s_m h) over the cubic,   F(N) = h Σ_m w_m N(s_m) f(s_m)
//! P⁻: −∂S/∂q₀ − F(N₀) = p₀,   P⁺: ∂S/∂q₁ + F(N₁) = ∂L/∂v(q₁, v₁),   V⁻: ∂S/∂v₀ + h F(M₀) = 0,   V⁺: ∂S/∂v₁ + h F(M₁) = 0
//! ```
//!
//! (Mergel, Sauer & Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying action, 2017, eq. 35 to
//! 38.) Two of the four make a scheme. The unknowns are the velocities (q₁ − q₀)/h and v₁, so that v₀ is a guess for both.

mod constraints;

use extremal_symbolic::{Expr, Rational};

use self::constraints::Constraints;
use super::cubic::{Cubic, Variation};
use super::element::{Contributions, Trial, scale, weak_form};
use super::equations::{Equations, Kind, Role, Row, Unknown};
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::Rule;
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{Interpolation, StepEquations};
use super::{Entry, Read};
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

/// The types that choose two equations.
const PAIRS: &[Signature] = &[
    Signature::plain("P2"),
    Signature::plain("V2"),
    Signature::plain("P1V0"),
    Signature::plain("P1V1"),
    Signature::plain("P0V0"),
    Signature::plain("P0V1"),
];

/// Two of the four equations, each named by its variation.
type Pair = [Variation; 2];

/// In the order of [`PAIRS`].
const EQUATIONS: [Pair; 6] = {
    use Variation::{Q0, Q1, V0, V1};
    [[Q0, Q1], [V0, V1], [Q1, V0], [Q1, V1], [Q0, V0], [Q0, V1]]
};

fn formula(equation: Variation) -> &'static str {
    match equation {
        Variation::Q0 => "−∂S/∂q₀ = p₀",
        Variation::Q1 => "∂S/∂q₁ = p₁",
        Variation::V0 => "∂S/∂v₀ = 0",
        Variation::V1 => "∂S/∂v₁ = 0",
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
    fn equations(self) -> Pair {
        EQUATIONS[self.pair]
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

    fn check(&self, _: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    /// p = 0 at the end, which is an equation of the pair, leaves no second solution if the other equation has not p at the start.
    fn follows_friction_without_mass(&self) -> bool {
        let [first, second] = self.equations();
        first == Variation::Q1 && second != Variation::Q1
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

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        let [first, second] = self.equations().map(formula);
        let rule = self.quadrature.path();
        let mut lines = vec![
            "q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s)".to_owned(),
            format!("S = h Σ w_m L(q(s_m), q̇(s_m), t + s_m h), points of {rule};   {first},   {second},   p = ∂L/∂v"),
        ];
        if declared.has_constraints {
            lines.push("each with − h Σ w_m N G(q(s_m))ᵀ (λ + (2 s_m − 1) λ′), N the function of its variation, G = ∂g/∂q".to_owned());
            lines.push("g(q₁) = 0,   G(q₁) v₁ + ∂g/∂t = 0".to_owned());
        }
        lines
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err("in general: variations of coordinates and velocities are balanced step by step")
    }

    /// The mirror image of a mixed pair is another pair.
    fn is_symmetric(&self) -> bool {
        !self.is_mixed() && self.quadrature.is_symmetric()
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        inertia.is_singular
    }
}

/// The rows of an equation, given ∂L/∂v at the end.
fn rows(
    cubic: &mut Cubic<'_>,
    (contributions, constraints): (&Contributions, &Constraints),
    equation: Variation,
    end: &[Expr],
) -> Vec<Row> {
    let function = equation.shape();
    let slope = function.derivative();
    let shape: [&dyn Fn(&Rational) -> Rational; 2] = [&|s| function.at(s), &|s| slope.at(s)];
    let momenta = match equation {
        Variation::Q0 => Some((Rational::one(), &cubic.known.momenta[..])),
        Variation::Q1 => Some((-Rational::one(), end)),
        Variation::V0 | Variation::V1 => None,
    };
    (0..cubic.dynamics.size())
        .map(|k| {
            let mut terms = weak_form(cubic.graph, cubic.known.step_size, contributions, k, shape);
            terms.extend(constraints.terms(cubic.graph, k, &function));
            if let Some((sign, momenta)) = &momenta {
                terms.push(scale(cubic.graph, sign, momenta[k]));
            }
            Row::of_sum(cubic.graph, Kind::Balance, terms)
        })
        .collect()
}

fn equations(context: &mut Context<'_>, scheme: Hermite) -> StepEquations {
    let mut cubic = Cubic::new(context, true);
    let contributions = Contributions::of(&mut cubic, scheme.quadrature, scheme.quadrature);
    let constraints = Constraints::of(&mut cubic, scheme.quadrature);
    let end = cubic.point(&Rational::one());
    let end_momenta = cubic.dynamics.kinetic_at(cubic.graph, &end).by_v;
    let of_pair = scheme.equations().map(|equation| {
        let terms = (&contributions, &constraints);
        rows(&mut cubic, terms, equation, &end_momenta)
    });
    let velocities = Unknown::all(Role::StageVelocity, &[&cubic.mean[..], &cubic.end].concat());
    let system = Equations {
        unknowns: [velocities, constraints.unknowns()].concat(),
        rows: [of_pair.concat(), Constraints::rows(&mut cubic)].concat(),
    };
    StepEquations::of(system, end.coordinates, end_momenta, Interpolation::Cubic).carrying(cubic.end)
}
