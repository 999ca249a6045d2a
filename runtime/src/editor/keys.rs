//! The keys of declarations, with the texts of their files in `macros/src/keys`.
//!
//! `BLESS=1 cargo test -p extremal-macros keys`: written by a test.

/// `coordinates(x, r[3])`: q: generalized coordinates, in the order of the arrays that
/// [`Integrator`](crate::Integrator) takes.
///
/// Shape: scalars, vectors, arrays of vectors `r[20][3]`; 1 to 1000 numbers each, or any number of items,
/// `r[points][3]` and `r[5000][3]`. If left out: required; each must occur in a formula of the motion. At most once.
pub mod coordinates {}

/// `inputs(u, w[2], a: 2)`: u: given to [`step_with`](crate::Integrator::step_with), constant over a step; `a: 2` is a
/// polynomial of degree 2 there, given by its values at 0, 1/2 and 1 of the step.
///
/// Shape: scalars, vectors of 1 to 1000, or any number of items, `w[motors]`; degrees 1 to 6. If left out: none. At
/// most once.
pub mod inputs {}

/// `let name = ..`: a name for a formula.
///
/// Shape: any. If left out: –. May come more than once.
pub mod r#let {}

/// `kinetic = ..`: T(q, dt(q), t): a polynomial of degree at most 2 in the velocities.
///
/// Shape: scalar. If left out: one of `kinetic`, `mass_matrix` and `lagrangian` is required, unless all coordinates are
/// `massless`. At most once.
pub mod kinetic {}

/// `mass_matrix = ..`: M(q, t), in place of `kinetic`: T = ½ dt(q)ᵀ M dt(q).
///
/// Shape: n × n, symmetric; for n = 1 also a scalar. If left out: as for `kinetic`. At most once.
pub mod mass_matrix {}

/// `massless(y, r[2])`: coordinates that have no kinetic energy on purpose: forces, V or constraints determine them.
///
/// Shape: coordinates, or components of them. If left out: none: each coordinate has a kinetic energy. At most once.
pub mod massless {}

/// `potential = ..`: V(q, t), where L = T − V.
///
/// Shape: scalar. If left out: 0. At most once.
pub mod potential {}

/// `lagrangian = ..`: L(q, dt(q), t), in place of T and V.
///
/// Shape: scalar. If left out: as for `kinetic`. At most once.
pub mod lagrangian {}

/// `force(x = .., r[0] = ..)`: f(q, dt(q), t, u): generalized forces without potential, at most one per component; that
/// on one item adds to an `array(..)` of all.
///
/// Shape: that of its coordinate. If left out: 0. May come more than once.
pub mod force {}

/// `dissipation = ..`: R(q, dt(q), t), which must depend on a velocity; its force −∂R/∂v is added to f.
///
/// Shape: scalar. If left out: 0. At most once.
pub mod dissipation {}

/// `constraint(name = .., a == b, ..)`: g(q, t) = 0, or a(q, t) = b(q, t), holonomic; no more numbers than coordinates,
/// unless `redundant`.
///
/// Shape: any. If left out: none. May come more than once.
pub mod constraint {}

/// `rolling(name = .., a == b, ..)`: a(q, t)·dt(q) + b(q, t) = 0, nonholonomic: affine in the velocities; fewer numbers
/// than coordinates.
///
/// Shape: any. If left out: none. May come more than once.
pub mod rolling {}

/// `contact(name, gap = .., slip = .., friction = .., restitution = ..)`: g(q, t) ≥ 0: a unilateral contact with
/// friction and impacts: [`Contacts`](crate::Contacts).
///
/// Shape: scalars, or arrays with one item for each contact, of any number; a slip has one or two components. If left
/// out: none. May come more than once.
pub mod contact {
    /// `gap = ..`: the distance g(q, t) of the bodies, positive where the contact is open.
    pub mod gap {}

    /// `slip = ..`: the velocity along the contact, affine in the velocities: one component in the plane, two in space.
    pub mod slip {}

    /// `point = ..`: the place of the touching point of the body, whose velocity along the contact is the slip.
    pub mod point {}

    /// `normal = ..`: the direction, at `point`, in which the gap grows.
    pub mod normal {}

    /// `friction = ..`: Coulomb's coefficient μ ≥ 0, which needs a slip, and a slip needs it.
    pub mod friction {}

    /// `restitution = ..`: Newton's coefficient e of the gap, from 0 to 1; 0 if left out.
    pub mod restitution {}

    /// `restitution_t = ..`: the coefficient of the slip, from 0 to 1; 0 if left out.
    pub mod restitution_t {}

    /// `near(r, radius)`: of pairs in systems of any size: points that do not touch where they are further apart than both
    /// reach.
    pub mod near {}
}

/// `friction(name, slip = .., force = ..)`: dry friction: a force of at most `force` against the slip, which sticks:
/// [`Contacts`](crate::Contacts).
///
/// Shape: scalars, or arrays with one item for each, of any number; a slip has one or two components. If left out:
/// none. May come more than once.
pub mod friction {
    /// `slip = ..`: the velocity that it resists, affine in the velocities: one component, or two that share one bound.
    pub mod slip {}

    /// `force = ..`: the largest force f ≥ 0, or torque where the slip is an angular velocity.
    pub mod force {}
}

/// `output(name = .., ..)`: y(q, dt(q), t, u), also of multipliers: quantities to record, each a method of the struct.
///
/// Shape: any. If left out: none. May come more than once.
pub mod output {}

/// `symmetry(name = [..], ..)`: ξ(q): generators of symmetries; each momentum map p·ξ is a method of the struct.
///
/// Shape: one entry per component of q, or an array of all items. If left out: none. May come more than once.
pub mod symmetry {}

/// `sensitivities(m, r)`: the parameters by which steps are differentiated.
///
/// Shape: fields. If left out: none. At most once.
pub mod sensitivities {}

/// `modified_energy`: derives the energy that `Verlet` and `Midpoint` conserve to a higher order:
/// [`ModifiedEnergy`](crate::ModifiedEnergy).
///
/// Shape: no value. If left out: not derived. At most once.
pub mod modified_energy {}

/// `redundant`: constraints may follow from others, as in closed loops; their reactions are those of least norm.
///
/// Shape: no value. If left out: constraints are independent. At most once.
pub mod redundant {}

/// `parallel`: loops over items run on several threads, with the same bits for any number of them; needs the feature
/// `parallel`.
///
/// Shape: no value. If left out: one thread. At most once.
pub mod parallel {}

/// `discretize(Verlet, Midpoint)`: the schemes to derive, each once.
///
/// Shape: schemes. If left out: `Verlet, Midpoint`; with contacts `Moreau, VariationalMoreau`. At most once.
pub mod discretize {}

/// `crate = path`: the path of the crate `extremal`.
///
/// Shape: path. If left out: `::extremal`. At most once.
pub mod crate_ {}
