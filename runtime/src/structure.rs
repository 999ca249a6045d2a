//! Structural facts about a system, which the derive finds in the formulas, and the rank of its constraints at a place.

pub use crate::constraints::ConstraintRank;

/// Facts that the derive found in the formulas of a system.
///
/// The derive simplifies formulas; it does not search for proofs. A fact that is `true` holds. A fact that is `false` was
/// not found: either it does not hold, or the formulas were not simplified far enough. All facts are known at compile
/// time:
///
/// ```
/// use extremal::prelude::*;
/// use extremal::structure::MassMatrix;
///
/// /// A point in the field of a centre, in polar coordinates.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r, phi),
///     kinetic = 0.5 * m * (dt(r).powi(2) + (r * dt(phi)).powi(2)),
///     potential = -k / r,
/// )]
/// struct Orbit {
///     m: f64,
///     k: f64,
/// }
///
/// const {
///     assert!(Orbit::STRUCTURE.is_conservative);
///     assert!(Orbit::STRUCTURE.is_cyclic("phi")); // so that m r² dφ/dt is constant
///     assert!(!Orbit::STRUCTURE.is_separable);
/// }
/// assert_eq!(Orbit::STRUCTURE.mass_matrix, MassMatrix::OfConfiguration);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structure {
    /// The variables on which M = ∂²L/∂v² depends.
    pub mass_matrix: MassMatrix,
    /// M is diagonal.
    pub is_diagonal: bool,
    /// T is declared apart from V, so that M = ∂²T/∂v² is meant to have no negative direction.
    pub has_kinetic_energy: bool,
    /// ∂L/∂t = 0.
    pub is_autonomous: bool,
    /// ∂²L/∂q∂v = 0: L = T(v, t) − V(q, t).
    pub is_separable: bool,
    /// There may be generalized forces, from a dissipation or others. Here `false` is certain: there are none.
    pub has_forces: bool,
    /// The declaration has a dissipation.
    pub has_dissipation: bool,
    /// The generalized energy is constant along motions: ∂L/∂t = 0, ∂g/∂t = 0, the forces do no work (f·v = 0), no
    /// choice in L depends on the state, at which L might jump, and contacts are elastic, at rest and without friction.
    pub is_conservative: bool,
    /// The generalized energy never rises along motions, for parameters above zero: as above, but forces may be a dissipation,
    /// and contacts may have friction and any restitution.
    pub is_passive: bool,
    /// The number m of constraints; there are n − m degrees of freedom.
    pub constraints: usize,
    /// How many of them are on velocities (`rolling`), A(q, t) v + b(q, t) = 0.
    pub rolling: usize,
    /// No constraint depends on t, ∂g/∂t = 0, and those on velocities are linear in them, b = 0.
    pub is_scleronomic: bool,
    /// The number of unilateral contacts.
    pub contacts: usize,
    /// Coordinates whose momenta are constant: ∂L/∂qᵢ = 0, ∂g/∂qᵢ = 0, Aᵢ = 0, fᵢ = 0, and no percussion acts on them. Names
    /// as in [`COORDINATES`](crate::Lagrangian::COORDINATES).
    pub cyclic: &'static [&'static str],
    /// The declared symmetries, in the order written.
    pub symmetries: &'static [Symmetry],
}

/// A declared symmetry. The method of the same name evaluates its momentum map p·ξ(q), which is constant along motions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The name, as declared.
    pub name: &'static str,
    /// The derive proved that L does not change along ξ. If `false`, this was assumed, and holds at random points.
    pub is_proven: bool,
    /// Which schemes keep the momentum map exactly.
    pub inheritance: Inheritance,
}

/// The schemes that inherit a symmetry, and so keep its momentum map exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inheritance {
    /// All schemes: ξ is affine in q with constant coefficients, and neither T nor V changes along it.
    Always,
    /// The schemes that evaluate T and V at the same points: ξ is affine in q, and L does not change along it, but T and
    /// V do.
    SamePoints,
    /// The schemes with one point, in the middle of the step: ξ is affine in q and not constant, and the reactions of
    /// constraints on velocities (`rolling`) do no work along it where both belong to one point.
    Middle,
    /// No scheme: ξ is not affine in q. The momentum map is kept up to the order of the scheme.
    Never,
}

/// The variables on which a mass matrix depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MassMatrix {
    /// Parameters alone.
    Constant,
    /// Time.
    OfTime,
    /// Coordinates, and possibly time.
    OfConfiguration,
    /// Velocities, and possibly coordinates and time: L is not quadratic in the velocities.
    OfVelocity,
}

impl Structure {
    /// No facts are known.
    pub const UNKNOWN: Self = Self {
        mass_matrix: MassMatrix::OfVelocity,
        is_diagonal: false,
        has_kinetic_energy: false,
        is_autonomous: false,
        is_separable: false,
        has_forces: true,
        has_dissipation: false,
        is_conservative: false,
        is_passive: false,
        constraints: 0,
        rolling: 0,
        is_scleronomic: false,
        contacts: 0,
        cyclic: &[],
        symmetries: &[],
    };

    /// Whether M depends on parameters only.
    #[must_use]
    pub const fn has_constant_mass_matrix(&self) -> bool {
        matches!(self.mass_matrix, MassMatrix::Constant)
    }

    /// Whether the coordinate of that name is cyclic.
    #[must_use]
    pub const fn is_cyclic(&self, coordinate: &str) -> bool {
        let mut at = 0;
        while at < self.cyclic.len() {
            if is_same(self.cyclic[at], coordinate) {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Strings cannot be compared in constants; their bytes can.
const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cyclic_coordinates_are_found_by_their_whole_names() {
        const STRUCTURE: Structure = Structure {
            cyclic: &["phi", "r[0]"],
            ..Structure::UNKNOWN
        };
        const { assert!(STRUCTURE.is_cyclic("phi") && STRUCTURE.is_cyclic("r[0]")) };
        for other in ["ph", "phi2", "r", "r[1]", ""] {
            assert!(!STRUCTURE.is_cyclic(other), "{other}");
        }
    }
}
