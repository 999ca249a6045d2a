//! A reference to a system is a system.

use crate::coordinate::CoordinateName;
use crate::structure::Structure;
use crate::system::{Keep, Projected};
use crate::{Failure, Lagrangian};
use extremal_numerics::IntoBlock;

#[diagnostic::do_not_recommend]
impl<S: Lagrangian + ?Sized> Lagrangian for &S {
    type Scalar = S::Scalar;
    type Configuration = S::Configuration;
    type Velocity = S::Velocity;
    type Momentum = S::Momentum;
    type Matrix = S::Matrix;
    type Inputs = S::Inputs;
    type Outputs = S::Outputs;

    const COORDINATES: &'static [&'static str] = S::COORDINATES;
    const INPUTS: &'static [&'static str] = S::INPUTS;
    const OUTPUTS: &'static [&'static str] = S::OUTPUTS;
    const SENSITIVITIES: &'static [&'static str] = S::SENSITIVITIES;
    const MOMENTUM_MAPS: &'static [&'static str] = S::MOMENTUM_MAPS;
    const MULTIPLIERS: &'static [&'static str] = S::MULTIPLIERS;
    const INPUT_DEGREES: &'static [usize] = S::INPUT_DEGREES;
    const OUTPUTS_OF_INPUTS: &'static [bool] = S::OUTPUTS_OF_INPUTS;
    const OUTPUTS_OF_MULTIPLIERS: &'static [bool] = S::OUTPUTS_OF_MULTIPLIERS;
    const STRUCTURE: Structure = S::STRUCTURE;
    const DESCRIPTION: &'static str = S::DESCRIPTION;

    #[inline]
    fn describe_latex() -> &'static str {
        S::describe_latex()
    }

    #[inline]
    fn describe_mathml() -> &'static str {
        S::describe_mathml()
    }

    #[inline]
    fn coordinate_count(&self) -> usize {
        (**self).coordinate_count()
    }

    #[inline]
    fn coordinate_name(&self, k: usize) -> CoordinateName {
        (**self).coordinate_name(k)
    }

    #[inline]
    fn input_count(&self) -> usize {
        (**self).input_count()
    }

    #[inline]
    fn input_name(&self, k: usize) -> CoordinateName {
        (**self).input_name(k)
    }

    #[inline]
    fn sensitivity_count(&self) -> usize {
        (**self).sensitivity_count()
    }

    #[inline]
    fn sensitivity_name(&self, k: usize) -> CoordinateName {
        (**self).sensitivity_name(k)
    }

    #[inline]
    fn output_name(&self, k: usize) -> Option<CoordinateName> {
        (**self).output_name(k)
    }

    fn output_in_declaration(&self, k: usize) -> usize {
        (**self).output_in_declaration(k)
    }

    fn multiplier_name(&self, j: usize) -> Option<CoordinateName> {
        (**self).multiplier_name(j)
    }

    #[inline]
    fn check_fields(&self) -> Result<(), Failure> {
        (**self).check_fields()
    }

    #[inline]
    fn lagrangian(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::Scalar {
        (**self).lagrangian(t, q, v)
    }

    #[inline]
    fn momentum(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::Momentum {
        (**self).momentum(t, q, v)
    }

    #[inline]
    fn mass_matrix(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::Matrix {
        (**self).mass_matrix(t, q, v)
    }

    #[inline]
    fn generalized_energy(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::Scalar {
        (**self).generalized_energy(t, q, v)
    }

    #[inline]
    fn total_energy(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::Scalar {
        (**self).total_energy(t, q, v)
    }

    #[inline]
    fn force(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity, inputs: &S::Inputs) -> S::Momentum {
        (**self).force(t, q, v, inputs)
    }

    #[inline]
    fn outputs_given(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
        multipliers: &[S::Scalar],
    ) -> S::Outputs {
        (**self).outputs_given(t, q, v, inputs, multipliers)
    }

    fn outputs(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
    ) -> Result<S::Outputs, Failure> {
        (**self).outputs(t, q, v, inputs)
    }

    #[inline]
    fn inverse_dynamics(
        &self,
        t: S::Scalar,
        q: impl IntoBlock<S::Configuration>,
        v: impl IntoBlock<S::Velocity>,
        a: impl IntoBlock<S::Velocity>,
    ) -> Result<S::Momentum, Failure> {
        (**self).inverse_dynamics(t, q, v, a)
    }

    #[inline]
    fn momentum_maps(&self, q: &S::Configuration, p: &S::Momentum, values: &mut [S::Scalar]) {
        (**self).momentum_maps(q, p, values);
    }

    #[inline]
    fn constraint_reactions(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
        multipliers: &mut [S::Scalar],
    ) -> Result<S::Momentum, Failure> {
        (**self).constraint_reactions(t, q, v, inputs, multipliers)
    }

    #[inline]
    fn consistent_momentum(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        p: &S::Momentum,
    ) -> Result<S::Momentum, Failure> {
        (**self).consistent_momentum(t, q, p)
    }

    #[inline]
    fn impact(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        percussion: &S::Momentum,
    ) -> Result<(S::Velocity, S::Momentum), Failure> {
        (**self).impact(t, q, v, percussion)
    }

    #[inline]
    fn project_keeping(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        keep: Keep<'_>,
    ) -> Result<Projected<S::Configuration, S::Velocity>, Failure> {
        (**self).project_keeping(t, q, v, keep)
    }

    #[inline]
    fn velocity(&self, t: S::Scalar, q: &S::Configuration, p: &S::Momentum) -> Result<S::Velocity, Failure> {
        (**self).velocity(t, q, p)
    }

    #[inline]
    fn acceleration(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
    ) -> Result<S::Velocity, Failure> {
        (**self).acceleration(t, q, v, inputs)
    }

    #[inline]
    fn hamiltonian(&self, t: S::Scalar, q: &S::Configuration, p: &S::Momentum) -> Result<S::Scalar, Failure> {
        (**self).hamiltonian(t, q, p)
    }
}
