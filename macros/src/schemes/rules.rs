//! The registry of quadrature rules: their names, their sizes and their symmetry.

use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::quadrature::Rule;

/// A rule of the registry.
#[derive(Debug)]
pub(crate) struct RuleEntry {
    pub(crate) signature: Signature,
    /// The rule of a size; one without a parameter has the size zero.
    rule: fn(usize) -> Rule,
}

/// Gauss's rules.
pub(super) const GAUSS: RuleEntry = sized(
    "Gauss",
    "Gauss<2>",
    &[points("the number of Gauss points", 1, 12)],
    Rule::Gauss,
);

/// An integral by a rule, as formulas write it.
pub(crate) const INTEGRAL: &str = "integrate(Gauss(2), |s| s * x)";

/// All rules.
pub(crate) const RULES: &[RuleEntry] = &[
    GAUSS,
    sized(
        "Lobatto",
        "Lobatto<3>",
        &[points("the number of Lobatto points", 2, 12)],
        Rule::Lobatto,
    ),
    sized(
        "Trapezoid",
        "Trapezoid<1>",
        &[points("the number of trapezoids", 1, 64)],
        Rule::Trapezoid,
    ),
    one_sided("Left", |_| Rule::Left),
    one_sided("Right", |_| Rule::Right),
];

const fn points(what: &'static str, min: usize, max: usize) -> Parameter {
    Parameter::Integer { what, min, max }
}

const fn sized(
    name: &'static str,
    example: &'static str,
    parameters: &'static [Parameter],
    rule: fn(usize) -> Rule,
) -> RuleEntry {
    RuleEntry {
        signature: Signature {
            name,
            example,
            parameters,
            required: 1,
        },
        rule,
    }
}

const fn one_sided(name: &'static str, rule: fn(usize) -> Rule) -> RuleEntry {
    RuleEntry {
        signature: Signature::plain(name),
        rule,
    }
}

impl Rule {
    /// The rule of a type.
    pub(crate) fn of(path: &Path) -> Result<Self, Refusal> {
        let entry = RULES.iter().find(|entry| entry.signature.name == path.name);
        let entry = entry.ok_or_else(|| Refusal::of(format!("`{path}` is not a quadrature")))?;
        let size = match path.arguments[..] {
            [Argument::Integer(size)] => size,
            _ => 0,
        };
        Ok((entry.rule)(size))
    }

    /// Its type.
    pub(super) fn path(self) -> Path {
        let (name, size) = match self {
            Self::Gauss(points) => ("Gauss", Some(points)),
            Self::Lobatto(points) => ("Lobatto", Some(points)),
            Self::Trapezoid(panels) => ("Trapezoid", Some(panels)),
            Self::Left => ("Left", None),
            Self::Right => ("Right", None),
        };
        Path {
            name,
            arguments: size.into_iter().map(Argument::Integer).collect(),
        }
    }

    /// How many points it has.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Gauss(points) | Self::Lobatto(points) => points,
            Self::Trapezoid(panels) => panels + 1,
            Self::Left | Self::Right => 1,
        }
    }

    /// The degree of polynomials up to which it is exact.
    pub(super) fn degree(self) -> usize {
        match self {
            Self::Gauss(points) => 2 * points - 1,
            Self::Lobatto(points) => 2 * points - 3,
            Self::Trapezoid(_) => 1,
            Self::Left | Self::Right => 0,
        }
    }

    /// Whether 1 is one of its points.
    pub(super) fn has_end(self) -> bool {
        match self {
            Self::Lobatto(_) | Self::Trapezoid(_) | Self::Right => true,
            Self::Gauss(_) | Self::Left => false,
        }
    }

    /// Whether it is its own mirror image.
    pub(super) fn is_symmetric(self) -> bool {
        match self {
            Self::Gauss(_) | Self::Lobatto(_) | Self::Trapezoid(_) => true,
            Self::Left | Self::Right => false,
        }
    }
}
