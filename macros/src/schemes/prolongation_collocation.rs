//! Prolongation–collocation: cubic elements in time whose velocities at the nodes solve the equations of motion there.
//!
//! ```text
//! L_d(q₀, q₁) = ∫ L dt over the cubic,   c_j = h [d/dt ∂L/∂v − ∂L/∂q − f] = 0 at both nodes, for v₀(q₀, q₁) and v₁(q₀, q₁)
//! p₀ = −∂L_d/∂q₀ − F₀,   p₁ = ∂L_d/∂q₁ + F₁
//! ```
//!
//! (M. Leok & T. Shingel, Prolongation-collocation variational integrators, 2012.) v₀ and v₁ are not eliminated, but unknowns, with
//! multipliers h w₀ and h w₁ of c₀ and c₁ in the action: A = S + h (w₀·c₀ + w₁·c₁) is stationary in v₀ and v₁, and its derivatives
//! by q₀ and q₁ are those of the discrete Lagrangian. To each is added the virtual work of forces on the whole motion that is varied. The
//! unknowns are (q₁ − q₀)/h, v₁, v₀, w₀ and w₁.

mod nodes;

use extremal_symbolic::Rational;

use self::nodes::{Integral, Node, stationarity};
use crate::dynamics::symbols;

use super::cubic::{Cubic, Variation};
use super::element::{Contributions, Trial};
use super::equations::{Equations, Kind, Role, Row, Unknown};
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::{Polynomial, Rule};
use super::rules::GAUSS;
use super::scheme::{Context, Declared, Form, Inertia, Scheme};
use super::step::{Interpolation, StepEquations};
use super::{Entry, Read};
use crate::model::Inheritance;

const NAME: &str = "ProlongationCollocation";
/// The corrected trapezoidal rule, as a type.
const CORRECTED: &str = "EulerMaclaurin";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "ProlongationCollocation<Gauss<4>>",
        parameters: &[Parameter::Choice {
            what: "integral of the action",
            of: INTEGRALS,
        }],
        required: 1,
    },
    read,
};

const INTEGRALS: &[Signature] = &[GAUSS.signature, Signature::plain(CORRECTED)];

#[derive(Clone, Copy, Debug)]
struct ProlongationCollocation {
    /// `None` for Euler and Maclaurin's formula.
    quadrature: Option<Rule>,
}

fn read(arguments: &[Argument]) -> Read {
    let [Argument::Path(integral)] = arguments else {
        return Err(Refusal::of(format!("expected `{}`", ENTRY.signature.example)));
    };
    let quadrature = if integral.name == CORRECTED {
        None
    } else {
        Some(Rule::of(integral)?)
    };
    Ok(Box::new(ProlongationCollocation { quadrature }))
}

impl Scheme for ProlongationCollocation {
    fn path(&self) -> Path {
        let integral = self.quadrature.map_or(Path::plain(CORRECTED), Rule::path);
        Path::around(NAME, integral)
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if !declared.has_constraints {
            return Ok(());
        }
        Err(Refusal::of(
            "`ProlongationCollocation` is for systems without constraints: it eliminates the velocities by equations of motion without \
             multipliers; list `Galerkin<3, Gauss<3>>`, of the same order, or choose coordinates without constraints",
        ))
    }

    /// It needs masses.
    fn follows_friction_without_mass(&self) -> bool {
        false
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let zero = context.graph.zero();
        // A summand does not know the masses of the others.
        let without_mass = context.dynamics.momenta().iter().position(|&p| p == zero);
        if let Some(at) = without_mass.filter(|_| context.part.is_none()) {
            return Err(Refusal::of(format!(
                "`{NAME}` needs a mass for each coordinate: no kinetic energy depends on the velocity of coordinate {}; \
                 list `Livens` or `Midpoint`",
                at + 1
            )));
        }
        Ok(equations(context, *self))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, _: &Declared) -> Vec<String> {
        let integral = match self.quadrature {
            Some(rule) => format!(
                "L_d = h Σ w_m L(q(s_m), q̇(s_m), t + s_m h), points of {}",
                rule.path()
            ),
            None => "L_d = h/2 (L₀ + L₁) + h²/12 (dL₀/dt − dL₁/dt)".to_owned(),
        };
        vec![
            "q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s)".to_owned(),
            "v₀, v₁:   d/dt ∂L/∂v = ∂L/∂q + f at both nodes of the cubic".to_owned(),
            integral,
            "p₀ = −∂L_d/∂q₀ − F₀,   p₁ = ∂L_d/∂q₁ + F₁".to_owned(),
        ]
    }

    /// Cubics and equations of motion are mapped to such by affine symmetries, and T and V share their points.
    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str> {
        match inheritance {
            Inheritance::Always | Inheritance::SamePoints => Ok(()),
            Inheritance::Middle | Inheritance::Never => Err("ξ is not affine in q"),
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        inertia.is_singular
    }
}

fn equations(context: &mut Context<'_>, scheme: ProlongationCollocation) -> StepEquations {
    let (n, graph) = (context.dynamics.size(), &mut *context.graph);
    let weights = ["w0", "w1"].map(|name| symbols(graph, name, n));
    let mut cubic = Cubic::new(context, false);
    let nodes = Node::both(&mut cubic, &weights);
    let integral = match scheme.quadrature {
        Some(rule) => Integral::Points(Contributions::of(&mut cubic, rule, rule)),
        None => Integral::Ends,
    };
    let mut rows = Vec::new();
    for varied in [Variation::Q0, Variation::V1, Variation::V0] {
        for k in 0..n {
            let mut terms = stationarity(&mut cubic, &integral, &nodes, k, varied);
            if varied == Variation::Q0 {
                terms.push(cubic.known.momenta[k]);
            }
            rows.push(Row::of_sum(cubic.graph, Kind::Balance, terms));
        }
    }
    for node in &nodes {
        for k in 0..n {
            let terms = node.collocation(cubic.graph, cubic.known.step_size, k);
            rows.push(Row::of_sum(cubic.graph, Kind::Balance, terms));
        }
    }
    let whole = Polynomial::of(&[1]);
    let end_momenta = (0..n).map(|k| {
        // −D₀ and D₁ together: the pull over the step, in which the cubic's bends cancel.
        let mut terms = integral.terms(&mut cubic, &nodes, k, &whole);
        for node in &nodes {
            terms.push(cubic.graph.mul(cubic.known.step_size, node.slopes[0][k]));
        }
        terms.push(cubic.known.momenta[k]);
        cubic.graph.sum(&terms)
    });
    let end_momenta = end_momenta.collect();
    let velocities = [&cubic.mean[..], &cubic.end, &cubic.start].concat();
    let system = Equations {
        unknowns: [
            Unknown::all(Role::StageVelocity, &velocities),
            Unknown::all(Role::Adjoint, &weights.concat()),
        ]
        .concat(),
        rows,
    };
    let end_coordinates = cubic.point(&Rational::one()).coordinates;
    let inside = Interpolation::Polynomial(cubic.inside());
    StepEquations::of(system, end_coordinates, end_momenta, inside)
}
