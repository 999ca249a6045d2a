//! Livens' scheme and its variants: their types, requirements and properties.

use std::rc::Rc;

use super::dry::WithFriction;
use super::{equations, equivariant, polarized, stabilized};
use crate::model::Inheritance;
use crate::schemes::contact::WithPercussions;
use crate::schemes::path::{Argument, Path, Refusal, Signature};
use crate::schemes::scheme::{Context, Declared, Form, Inertia, Scheme};
use crate::schemes::step::StepEquations;
use crate::schemes::{Entry, Read};

const NAME: &str = "Livens";

pub(in crate::schemes) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(Livens::PLAIN)),
};

/// The scheme, one of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Livens {
    pub(super) gradient: Gradient,
    /// Whether the velocity satisfies the constraints at the nodes.
    pub(super) stabilized: bool,
}

/// The kind of discrete gradients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gradient {
    Gonzalez,
    /// Gradients through invariants of the symmetries.
    Equivariant,
    /// The kinetic energy is polarized between the nodes, so that p = ∂L/∂v there.
    Polarized,
}

impl Livens {
    pub(super) const PLAIN: Self = Self {
        gradient: Gradient::Gonzalez,
        stabilized: false,
    };

    /// The variant of a type, if it is one.
    pub(super) fn of(path: &Path) -> Option<Self> {
        match &path.arguments[..] {
            [] => (path.name == NAME).then_some(Self::PLAIN),
            [Argument::Path(inner)] => {
                let inner = Self::of(inner)?;
                match path.name {
                    equivariant::NAME => Some(Self {
                        gradient: Gradient::Equivariant,
                        ..inner
                    }),
                    polarized::NAME => Some(Self {
                        gradient: Gradient::Polarized,
                        ..inner
                    }),
                    stabilized::NAME => Some(Self {
                        stabilized: true,
                        ..inner
                    }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// `Equivariant<Livens>` or `Polarized<Livens>`: the one argument of a `wrapper`, with another gradient.
    pub(super) fn with_gradient(arguments: &[Argument], wrapper: Wrapper) -> Read {
        let name = wrapper.name;
        let variant = variant_in(arguments, wrapper.otherwise)?;
        let message = match variant.gradient {
            gradient if gradient == wrapper.gradient => {
                format!("this is `{name}` already; write `{name}` once")
            }
            Gradient::Gonzalez if variant.stabilized => {
                let inner = Path::around(name, Self::PLAIN.path());
                format!("wrong order; write `{}`", Path::around(stabilized::NAME, inner))
            }
            Gradient::Gonzalez => {
                return Ok(Box::new(Self {
                    gradient: wrapper.gradient,
                    ..variant
                }));
            }
            Gradient::Equivariant | Gradient::Polarized => {
                format!(
                    "`{}` and `{}` exclude each other; choose one",
                    equivariant::NAME,
                    polarized::NAME
                )
            }
        };
        Err(Refusal::at(0, message))
    }
}

/// A type around a variant that changes its gradient.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrapper {
    pub(super) name: &'static str,
    pub(super) gradient: Gradient,
    /// Why other schemes do not need it.
    pub(super) otherwise: &'static str,
}

/// The variant that is the one argument of a wrapper; other schemes are refused with the message `otherwise`.
pub(super) fn variant_in(arguments: &[Argument], otherwise: &str) -> Result<Livens, Refusal> {
    match arguments {
        [Argument::Path(path)] => Livens::of(path).ok_or_else(|| Refusal::at(0, otherwise)),
        _ => Err(Refusal::of("expected one scheme")),
    }
}

impl Scheme for Livens {
    fn path(&self) -> Path {
        let mut path = Path::plain(NAME);
        match self.gradient {
            Gradient::Gonzalez => {}
            Gradient::Equivariant => path = Path::around(equivariant::NAME, path),
            Gradient::Polarized => path = Path::around(polarized::NAME, path),
        }
        if self.stabilized {
            path = Path::around(stabilized::NAME, path);
        }
        path
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        if self.stabilized {
            stabilized::check(declared)?;
        }
        match self.gradient {
            Gradient::Equivariant => equivariant::check(declared),
            Gradient::Gonzalez | Gradient::Polarized => Ok(()),
        }
    }

    /// The drift of a stabilized step corrects coordinates, which constraints on velocities do not determine.
    fn takes_rolling(&self) -> bool {
        !self.stabilized
    }

    /// The forces balance in the middle of the step: p stays 0.
    fn follows_friction_without_mass(&self) -> bool {
        true
    }

    fn with_dry_friction(&self) -> Option<Rc<dyn Scheme>> {
        (*self == Self::PLAIN)
            .then(|| Rc::new(WithPercussions(WithFriction { name: NAME })) as Rc<dyn Scheme>)
    }

    fn form(&self) -> Form {
        match self.gradient {
            Gradient::Equivariant => Form::AsTyped,
            Gradient::Gonzalez | Gradient::Polarized => Form::TypedInItems,
        }
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let is_cut = context.part.is_some_and(|part| part.symmetries.is_none());
        if self.gradient == Gradient::Equivariant && is_cut {
            return Err(equivariant::no_invariants());
        }
        if self.gradient == Gradient::Polarized && !context.dynamics.is_quadratic(context.graph) {
            return Err(polarized::not_quadratic());
        }
        equations(context, *self).ok_or_else(equivariant::no_invariants)
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        let text = |text: &str| text.to_owned();
        let (segment, work) = if self.stabilized {
            ("q₁ − q₀ = h (v½ + a)", " + D̄_q[a·∂L/∂v(·, v½) − b·G(·) v½]")
        } else {
            ("q₁ − q₀ = h v½", "")
        };
        let is_polarized = self.gradient == Gradient::Polarized;
        let mut lines = vec![
            format!(
                "{segment},   p₁ − p₀ = h (D̄₁L + f{work}) − D̄gᵀ λ,   ½ (p₀ + p₁) = D̄₂L,   v½ = ½ (v₀ + v₁)"
            ),
            text(if is_polarized {
                "D̄₁L = D̄_q[½ v₀·M(·) v₁ + b(·)·v½ − V],   D̄₂L = ½ [∂L/∂v(q₀, v₀) + ∂L/∂v(q₁, v₁)],   g(q₁) = 0"
            } else {
                "D̄₁L = ½ [D̄_q L(·, v₀) + D̄_q L(·, v₁)],   D̄₂L = ½ [D̄_v L(q₀, ·) + D̄_v L(q₁, ·)],   g(q₁) = 0"
            }),
        ];
        if self.stabilized {
            lines.push(text(
                "M a = Gᵀ b with means of M and G over both nodes,   G(q₁) v₁ + ∂g/∂t = 0",
            ));
        }
        if declared.has_rolling {
            lines.push(text(
                "p₁ − p₀ has − Aᵀ μ,   A v½ + b = 0,   A and b in the middle of the step; E₁ − E₀ has + b·μ",
            ));
        }
        if self.gradient == Gradient::Equivariant {
            lines.push(text(
                "D̄ through invariants of the symmetries of degree one and two",
            ));
        }
        let but = if self.stabilized && !is_polarized {
            ", and O(h⁴) where M depends on q"
        } else {
            ""
        };
        lines.push(format!(
            "E₁ − E₀ = f·(q₁ − q₀) with E = p·v − L, but for ∂L/∂t{but}"
        ));
        lines
    }

    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str> {
        match (inheritance, self.gradient, self.stabilized) {
            (Inheritance::Never, _, _) => Err("ξ is not affine in q"),
            (_, Gradient::Equivariant, false) => Ok(()),
            (_, Gradient::Equivariant, true) => {
                Err("the drift that stabilizes lacks the symmetry in general")
            }
            (_, Gradient::Gonzalez | Gradient::Polarized, _) => {
                Err("discrete gradients lack the symmetry in general")
            }
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    /// A step changes the sign of p − ∂L/∂v, of the velocity across constraints, and of the distance of a massless coordinate from
    /// its equilibrium. If the kinetic energy is polarized, p = ∂L/∂v holds at the nodes, unless ∂L/∂v depends on t.
    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        let momenta_vary = inertia.is_driven || (inertia.varies && self.gradient != Gradient::Polarized);
        momenta_vary || (inertia.has_constraints && !self.stabilized) || inertia.is_singular
    }
}
