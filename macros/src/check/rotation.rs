//! Euler parameters have unit length: a constraint says so.
//!
//! ```text
//! T = ½ ω·Jω with ω bilinear in e and ė resists no change of |e|:   e·∂T/∂ė = 0
//! V(s e) = s² V(e):   the equation of s is 4 T = 2 V, without acceleration
//! ```
//!
//! It refuses to judge four numbers whose length another term holds, as a stiff spring does.

use extremal_symbolic::Expr;

use super::mechanics::Judged;
use super::proof::Proof;
use crate::declaration::name_of;
use crate::diagnostics::Reported;
use crate::model::{Model, Shape};

/// The numbers of Euler parameters.
const SIZE: usize = 4;

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let model = judged.model;
    let (mut start, mut outcome) = (0, Ok(()));
    for quantity in &judged.declaration.coordinates {
        let of_this = start..start + quantity.size();
        start = of_this.end;
        let e = &model.coordinates[of_this.clone()];
        if quantity.shape != Shape::Vector(SIZE) || model.graph.any_depends_on(&model.constraints, e) {
            continue;
        }
        let name = name_of(&quantity.ident);
        let mut vector = Vector::of(model, of_this);
        if !vector.is_quadratic() {
            continue;
        }
        let has_inertia = !vector.has_no_inertia();
        if has_inertia || !vector.has_weights_only() {
            let inertia = if has_inertia {
                ""
            } else {
                ", and none resists its change"
            };
            judged.note(format!(
                "`{name}` enters as Euler parameters do, and no constraint holds its length{inertia}"
            ));
            continue;
        }
        let message = format!(
            "`{name}` enters as Euler parameters do, M is singular along it, and nothing holds its length; write \
             `constraint(unit, {name}.norm_squared() == 1)`"
        );
        outcome = judged.refuse(&quantity.ident, message);
    }
    outcome
}

/// A vector e of coordinates, with its momenta ∂L/∂ė.
struct Vector {
    proof: Proof,
    e: Vec<Expr>,
    v: Vec<Expr>,
    force: Vec<Expr>,
    momenta: Vec<Expr>,
    lagrangian: Expr,
}

impl Vector {
    fn of(model: &Model, range: std::ops::Range<usize>) -> Self {
        let mut proof = Proof::of(model);
        let (kinetic, potential) = model.energies();
        let v = model.velocities[range.clone()].to_vec();
        Self {
            lagrangian: proof.graph.sub(kinetic, potential),
            momenta: proof.graph.gradient(kinetic, &v),
            e: model.coordinates[range.clone()].to_vec(),
            force: model.force[range].to_vec(),
            v,
            proof,
        }
    }

    /// Whether each momentum is homogeneous of second degree in e.
    fn is_quadratic(&mut self) -> bool {
        let (momenta, e) = (self.momenta.clone(), self.e.clone());
        self.proof.graph.any_depends_on(&momenta, &e)
            && momenta.into_iter().all(|p| {
                let doubled = self.proof.graph.sum(&[p, p]);
                let change = self.along(p, &e);
                let rest = self.proof.graph.sub(change, doubled);
                self.proof.is_zero(rest)
            })
    }

    /// Whether e·∂L/∂ė = 0.
    fn has_no_inertia(&mut self) -> bool {
        let momentum = self.proof.product(&self.e, &self.momenta);
        self.proof.is_zero(momentum)
    }

    /// Whether e → s e gives the terms of V that contain e the factor s², as weights of bodies have it, and no force acts on s.
    fn has_weights_only(&mut self) -> bool {
        let push = self.proof.product(&self.e, &self.force);
        let at_rest = self.proof.at_rest(self.lagrangian, &self.v);
        let once = self.along(at_rest, &self.e.clone());
        let twice = self.along(once, &self.e.clone());
        let doubled = self.proof.graph.sum(&[once, once]);
        let rest = self.proof.graph.sub(twice, doubled);
        self.proof.is_zero(push) && self.proof.is_zero(rest)
    }

    /// Σ x ∂f/∂x, Euler's operator.
    fn along(&mut self, f: Expr, symbols: &[Expr]) -> Expr {
        let rates: Vec<(Expr, Expr)> = symbols.iter().map(|&x| (x, x)).collect();
        self.proof.graph.time_derivative(f, &rates)
    }
}
