//! A trajectory as a table: one row per state, columns named after the coordinates.

mod contacts;
mod derived;

use std::collections::BTreeSet;
use std::format;
use std::io::Write;
use std::string::String;
use std::vec::Vec;

use crate::drive::generalized_energy;
use crate::legendre::velocity_or_consistent;
use crate::{Block, Discretize, Lagrangian, Scalar, State, StateOf, Trajectory, Vector};
use contacts::{cells_of_contacts, names_of_contacts};
use derived::{Instant, cells_of_reactions, names_of_reactions};

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// Writes the states as comma-separated values, with a header.
    ///
    /// | columns | contents |
    /// | --- | --- |
    /// | `t` | time |
    /// | `theta`, `r[0]`, .. | coordinates |
    /// | `v_theta`, `v_r[0]`, .. | velocities: those that the scheme carried, or else those of the momenta |
    /// | `p_theta`, `p_r[0]`, .. | momenta |
    /// | the names of outputs | their values; empty if they depend on inputs or multipliers that are empty |
    /// | the names of inputs | their values from this state to the next; empty if no element follows |
    /// | the names of symmetries | the momentum maps p·ξ(q) |
    /// | `lambda_rod`, .. | multipliers λ of the constraints |
    /// | `reaction_x`, .. | −Gᵀ λ, the generalized force of the constraints along each coordinate |
    /// | `energy` | the generalized energy E = p·v − L |
    /// | `gap_foot`, `state_foot` | the gap of each contact, and what it does: `open`, `stick`, `slip` |
    /// | `P_foot`, `P_T_foot` | its percussions at this node; columns of contacts are empty if no element follows |
    ///
    /// Everything in a row belongs to its time. The multipliers are those of the continuous motion through the state of the
    /// row, with its velocity and its inputs ([`Constrained::multipliers`](crate::Constrained::multipliers)): they have the
    /// order of the state, for every scheme. They are empty where M and G do not determine them, and where no step follows in a
    /// system with inputs. Impulses and mean values belong to steps and not to times; they are in the report of each element
    /// ([`elements`](Self::elements)).
    ///
    /// A column whose name the declaration uses gets an underscore: `v_x_` if there is a coordinate `v_x`. Numbers have
    /// enough digits to be read back with the same bits. `system` is a reference to the system of the motion: velocities,
    /// outputs and energy are computed from it. `writer` is any [`Write`], such as the result of
    /// [`File::create`](std::fs::File::create).
    ///
    /// ```
    /// # use extremal::prelude::*;
    /// # #[derive(Lagrangian)]
    /// # #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2))]
    /// # struct Oscillator;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let trajectory = Integrator::new(&Oscillator, Verlet, 0.5, [1.0], [0.0])?.run(1)?;
    /// let mut file = Vec::new();
    /// trajectory.write_csv(&Oscillator, &mut file)?;
    /// assert_eq!(
    ///     String::from_utf8(file)?,
    ///     "t,x,v_x,p_x,energy\n0.0,1.0,0.0,0.0,0.5\n0.5,0.875,-0.46875,-0.46875,0.49267578125\n"
    /// );
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write_csv<L, W: TableWriter<S, L>>(&self, system: L, writer: W) -> Result<(), csv::Error> {
        writer.write_table(self, system)
    }
}

/// A writer that takes the table of a trajectory of the system `S`, where `L` is a reference to that system: every
/// [`Write`].
///
/// It is one trait for both arguments of [`Trajectory::write_csv`], so that one wrong argument gives one message.
#[diagnostic::on_unimplemented(
    message = "expected a system and a writer, found `{L}` and `{Self}`",
    label = "a table is written by `write_csv(&system, file)`, with `let file = std::fs::File::create(path)?`"
)]
pub trait TableWriter<S, L> {
    /// Writes the table.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn write_table<D>(self, trajectory: &Trajectory<S, D>, system: L) -> Result<(), csv::Error>
    where
        S: Discretize<D>;
}

#[diagnostic::do_not_recommend]
impl<S, L, W> TableWriter<S, &L> for W
where
    W: Write,
    S: Lagrangian,
    L: Lagrangian<
            Scalar = S::Scalar,
            Configuration = S::Configuration,
            Velocity = S::Velocity,
            Momentum = S::Momentum,
            Inputs = S::Inputs,
        >,
{
    fn write_table<D>(self, trajectory: &Trajectory<S, D>, system: &L) -> Result<(), csv::Error>
    where
        S: Discretize<D>,
    {
        let mut table = csv::Writer::from_writer(self);
        table.write_record(head(system, names_of_contacts::<S, D>()))?;
        for (index, state) in trajectory.into_iter().enumerate() {
            let element = trajectory.elements().get(index).and_then(Option::as_ref);
            let inputs = element.map(|element| &element.inputs);
            let mut cells = row(system, state, trajectory.carried_velocity(index), inputs);
            cells.extend(cells_of_contacts::<S, D>(element.map(|element| &element.report)));
            table.write_record(cells)?;
        }
        table.flush()?;
        Ok(())
    }
}

/// The names of the columns; those of contacts are the last.
fn head<L: Lagrangian>(system: &L, contacts: Vec<String>) -> Vec<String> {
    let coordinates: Vec<_> = (0..system.coordinate_count())
        .map(|k| format!("{}", system.coordinate_name(k)))
        .collect();
    let named = |names: &[&str]| names.iter().map(|name| String::from(*name)).collect::<Vec<_>>();
    // Declared names stay unchanged; a derived name that equals one of them gets an underscore.
    let others = [L::OUTPUTS, L::INPUTS, L::MOMENTUM_MAPS].map(named).concat();
    let declared: BTreeSet<_> = coordinates.iter().chain(&others).collect();
    let derived = |mut name: String| {
        while declared.contains(&name) {
            name.push('_');
        }
        name
    };
    let with = |prefix: &str| -> Vec<String> {
        let names = coordinates.iter();
        names.map(|name| derived(format!("{prefix}{name}"))).collect()
    };
    [
        named(&["t"]),
        coordinates.clone(),
        with("v_"),
        with("p_"),
        named(L::OUTPUTS),
        named(L::INPUTS),
        named(L::MOMENTUM_MAPS),
        names_of_reactions::<L>(&coordinates)
            .into_iter()
            .map(derived)
            .collect(),
        [derived(String::from("energy"))].into(),
        contacts.into_iter().map(derived).collect(),
    ]
    .concat()
}

fn row<L: Lagrangian>(
    system: &L,
    state: &StateOf<L>,
    velocity: Option<L::Velocity>,
    inputs: Option<&L::Inputs>,
) -> Vec<String> {
    let State { t, q, p } = state;
    let is_carried = velocity.is_some();
    let v = velocity.unwrap_or_else(|| velocity_or_consistent(system, *t, q, p));
    let energy = if is_carried {
        generalized_energy(system, state, &v)
    } else {
        system.generalized_energy(*t, q, &v)
    };
    let instant = Instant {
        state,
        velocity: v.clone(),
        inputs,
    };
    let mut cells = text_of(&[*t]);
    cells.extend(text_of(q.as_slice()));
    cells.extend(text_of(without_minus_zero(v).as_slice()));
    cells.extend(text_of(p.as_slice()));
    let reactions = instant.reactions(system);
    cells.extend(instant.outputs(system, reactions.as_deref()));
    match inputs {
        Some(inputs) => cells.extend(text_of(inputs.as_slice())),
        None => cells.extend((0..L::Inputs::LEN).map(|_| String::new())),
    }
    cells.extend(instant.momentum_maps(system));
    cells.extend(cells_of_reactions(system, reactions.as_deref()));
    cells.extend(text_of(&[energy]));
    cells
}

/// Replaces −0 by 0, for readers.
fn without_minus_zero<T: Scalar, V: Vector<T>>(mut numbers: V) -> V {
    numbers
        .as_mut_slice()
        .iter_mut()
        .for_each(|x| *x = *x + T::from_f64(0.0));
    numbers
}

/// The shortest digits that read back as the same number.
fn text_of<T: Scalar>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(|x| format!("{x:?}")).collect()
}
