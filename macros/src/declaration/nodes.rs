//! The numbers of an input that is a polynomial within a step: its values at nodes.

use super::Quantity;

/// The names of the nodes of each number of the inputs, without those of items.
pub(crate) fn nodes(inputs: &[Quantity]) -> Vec<Vec<String>> {
    let written_out = inputs.iter().filter(|input| input.items.is_none());
    let names = written_out.flat_map(|input| {
        let components = input.component_names().into_iter();
        components.map(|name| input.names_of_nodes(&name))
    });
    names.collect()
}

impl Quantity {
    /// The names of the numbers of one component: `u`, or `u(0)`, `u(1/2)` and `u(1)` of degree 2.
    pub(crate) fn names_of_nodes(&self, component: &str) -> Vec<String> {
        let degree = self.degree;
        if degree == 0 {
            return vec![component.to_owned()];
        }
        let node = |i: usize| match i {
            0 => "0".to_owned(),
            i if i == degree => "1".to_owned(),
            i => {
                let common = (1..=i)
                    .rev()
                    .find(|k| i.is_multiple_of(*k) && degree.is_multiple_of(*k))
                    .unwrap_or(1);
                format!("{}/{}", i / common, degree / common)
            }
        };
        (0..=degree)
            .map(|i| format!("{component}({})", node(i)))
            .collect()
    }

    /// How many numbers it has as an input.
    pub(crate) fn size_as_input(&self) -> usize {
        self.size() * (self.degree + 1)
    }

    /// The names of all of its numbers as an input.
    pub(crate) fn names_as_inputs(&self) -> Vec<String> {
        let components = self.component_names().into_iter();
        components.flat_map(|name| self.names_of_nodes(&name)).collect()
    }
}
