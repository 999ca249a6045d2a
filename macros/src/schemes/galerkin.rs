//! Galerkin's schemes: Lagrange elements of any degree with any quadrature, and one of its own for T.

use super::element::Element;
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::Rule;
use super::scheme::Declared;
use super::variational::Variational;
use super::{Entry, Read};

const NAME: &str = "Galerkin";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "Galerkin<2, Gauss<2>>",
        parameters: &[
            Parameter::Integer {
                what: "the degree of `Galerkin`",
                min: 1,
                max: 6,
            },
            Parameter::Rule,
            Parameter::Rule,
        ],
        required: 2,
    },
    read,
};

#[derive(Debug)]
struct Galerkin {
    degree: usize,
    quadrature: Rule,
    /// The quadrature of T.
    kinetic: Rule,
}

/// `Galerkin<P, Q>` or `Galerkin<P, Q, K>`.
fn read(arguments: &[Argument]) -> Read {
    let (degree, quadrature, kinetic) = match arguments {
        [Argument::Integer(degree), Argument::Path(quadrature)] => (*degree, quadrature, quadrature),
        [
            Argument::Integer(degree),
            Argument::Path(quadrature),
            Argument::Path(kinetic),
        ] => (*degree, quadrature, kinetic),
        _ => return Err(Refusal::of("expected a degree and one or two quadratures")),
    };
    let (quadrature, kinetic) = (Rule::of(quadrature)?, Rule::of(kinetic)?);
    let points = kinetic.size();
    if points < degree {
        let message = format!(
            "elements of degree {degree} need at least {degree} quadrature points for T, or their mass matrix is singular; \
             this rule has {points}"
        );
        return Err(Refusal::at(arguments.len() - 1, message));
    }
    Ok(Box::new(Galerkin {
        degree,
        quadrature,
        kinetic,
    }))
}

/// The collocation of degree two, of order four.
pub(super) fn of_second_degree() -> Path {
    let gauss = Rule::Gauss(2);
    let element = Galerkin {
        degree: 2,
        quadrature: gauss,
        kinetic: gauss,
    };
    Variational::path(&element)
}

impl Variational for Galerkin {
    fn path(&self) -> Path {
        let mut arguments = vec![
            Argument::Integer(self.degree),
            Argument::Path(self.quadrature.path()),
        ];
        if self.kinetic != self.quadrature {
            arguments.push(Argument::Path(self.kinetic.path()));
        }
        Path {
            name: NAME,
            arguments,
        }
    }

    /// T and V can have different quadratures only if the declaration gives both.
    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if self.kinetic == self.quadrature || declared.has_energies_apart {
            return Ok(());
        }
        Err(Refusal::of(
            "a quadrature of its own for T needs T and V apart; write `kinetic` and `potential` instead of `lagrangian`, or \
             drop the third argument",
        ))
    }

    fn element(&self) -> Element {
        Element {
            kinetic: self.kinetic,
            ..Element::of(self.degree, self.quadrature)
        }
    }

    fn formulas(&self) -> Vec<String> {
        let (degree, potential, kinetic) = (self.degree, self.quadrature.path(), self.kinetic.path());
        let lagrangian = if self.kinetic == self.quadrature {
            format!("L_d = h Σ w_m L(q(s_m), q̇(s_m), t + s_m h), points of {potential}")
        } else {
            format!("L_d = h Σ w_m (T − V)(q(s_m), q̇(s_m), t + s_m h), {kinetic} for T and {potential} for V")
        };
        vec![
            format!("q(s) = Σ N_i(s) z_i,  i = 0..{degree},  z_0 = q₀,  z_{degree} = q₁"),
            lagrangian,
            format!("p₀ = −∂L_d/∂q₀ − F₀,   ∂L_d/∂z_i + F_i = 0,   p₁ = ∂L_d/∂q₁ + F_{degree}"),
        ]
    }
}
