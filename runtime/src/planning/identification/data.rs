//! What is wrong with the data of an identification.
//!
//! Makes no motion.

use super::Experiment;
use super::problem::Problem;
use super::unidentified::IdentificationFailure;
use crate::Lagrangian;

impl<S: Lagrangian<Scalar = f64>, D, F, const P: usize, const Y: usize> Problem<'_, S, D, F, P, Y> {
    /// What is wrong with the data.
    pub(super) fn check(&self, unknowns: usize) -> Result<(), IdentificationFailure> {
        let output = |k: usize| S::OUTPUTS.get(k).copied().unwrap_or_default();
        for (k, &value) in self.deviations.iter().enumerate() {
            if !(value > 0.0 && value.is_finite()) {
                let output = output(k);
                return Err(IdentificationFailure::Deviation { output, value });
            }
        }
        let mut measurements = 0;
        for (number, experiment) in self.of.experiments.iter().enumerate() {
            let is_unknown = !self.layout.starts[number].1.is_empty();
            if is_unknown && !S::MULTIPLIERS.is_empty() {
                return Err(IdentificationFailure::ConstrainedStart { experiment: number });
            }
            for &(node, measured) in &experiment.measured {
                let bad = |value: &Option<f64>| value.is_some_and(|value| !value.is_finite());
                if let Some(k) = measured.iter().position(bad) {
                    let (experiment, output) = (number, output(k));
                    return Err(IdentificationFailure::NotFinite {
                        experiment,
                        node,
                        output,
                    });
                }
                measurements += measured.iter().flatten().count();
            }
            if let Some(step) = self.first_without_inputs(experiment) {
                return Err(IdentificationFailure::MissingInputs {
                    experiment: number,
                    step,
                });
            }
        }
        match measurements {
            0 => Err(IdentificationFailure::NoData),
            _ if measurements < unknowns => Err(IdentificationFailure::TooFewMeasurements {
                measurements,
                unknowns,
            }),
            _ => Ok(()),
        }
    }

    /// The first step that needs inputs and has none.
    fn first_without_inputs(&self, experiment: &Experiment<S, Y>) -> Option<usize> {
        let (given, last) = (experiment.inputs.len(), experiment.last());
        if S::INPUTS.is_empty() {
            return None;
        }
        let reads = |k: usize| S::OUTPUTS_OF_INPUTS.get(k).copied().unwrap_or(false);
        let at_end = experiment.measured.iter().filter(|&&(node, _)| node == last);
        let is_read = at_end
            .flat_map(|(_, measured)| measured.iter().enumerate())
            .any(|(k, value)| value.is_some() && reads(k));
        (given < last + usize::from(is_read)).then_some(given)
    }
}
