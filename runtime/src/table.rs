//! A trajectory as a table: one row per state, columns named after the coordinates.

mod cells;
mod columns;
mod contacts;
mod derived;

use std::io::{self, Write};
use std::string::String;
use std::vec::Vec;

use crate::{Discretize, Failure, Lagrangian, Trajectory};
use cells::Cells;
pub use columns::UnknownColumn;
use columns::{Chosen, Columns};

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
    /// Contacts that are arrays over run-time ranges have the columns of each item that some recorded step closes:
    /// `gap_pair[7][3]`. Where an item is open, its gap is empty, its state is `open` and its percussions are zero. A chosen
    /// item ([`columns`](Table::columns)) has its columns in any case, and `gap_pair` stands for those of all items that are
    /// closed once.
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
    /// [`File::create`](std::fs::File::create). For fewer rows or columns see [`table`](Self::table).
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
    /// The errors of [`Table::write_csv`].
    pub fn write_csv<L, W: TableWriter<S, L>>(&self, system: L, writer: W) -> Result<(), csv::Error> {
        writer.write_table(&self.table(), system)
    }

    /// The states as a table, of which rows and columns may be chosen.
    ///
    /// ```
    /// # use extremal::prelude::*;
    /// # #[derive(Lagrangian)]
    /// # #[lagrangian(
    /// #     coordinates(r[2]),
    /// #     kinetic = 0.5 * dt(r).norm_squared(),
    /// #     potential = 0.5 * r.norm_squared(),
    /// #     output(distance = r.norm())
    /// # )]
    /// # struct Oscillator;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let trajectory = Integrator::new(&Oscillator, Verlet, 0.5, [1.0, 0.0], [0.0, 0.0])?.run(1000)?;
    /// let mut file = Vec::new();
    /// trajectory.table().every(500).columns(["t", "r", "v_r[0]"]).write_csv(&Oscillator, &mut file)?;
    /// let file = String::from_utf8(file)?;
    /// assert!(file.starts_with("t,r[0],r[1],v_r[0]\n0.0,1.0,0.0,0.0\n250.0,"));
    /// assert_eq!(file.lines().count(), 4);
    ///
    /// let none = trajectory.table().columns(["distanse"]).write_csv(&Oscillator, Vec::new());
    /// assert_eq!(
    ///     none.map_err(|error| error.to_string()),
    ///     Err("no column `distanse`; expected one of `t`, `r`, `v_r`, `p_r`, `distance`, `energy`".into())
    /// );
    /// # Ok(())
    /// # }
    /// ```
    pub fn table(&self) -> Table<'_, S, D> {
        Table {
            trajectory: self,
            every: 1,
            chosen: None,
        }
    }
}

/// Rows and columns of a trajectory, to be written to a file: [`Trajectory::table`].
pub struct Table<'a, S: Discretize<D>, D> {
    trajectory: &'a Trajectory<S, D>,
    every: usize,
    /// Names of columns; all columns without it.
    chosen: Option<Vec<String>>,
}

impl<S: Discretize<D>, D> Table<'_, S, D> {
    /// Only the first state and then each `stride`-th recorded one. A stride of zero is an error of
    /// [`write_csv`](Self::write_csv).
    ///
    /// [`Trajectory::every`] does not record the other states in the first place.
    #[must_use]
    pub fn every(mut self, stride: usize) -> Self {
        self.every = stride;
        self
    }

    /// Only these columns, in this order. A name without its last indices stands for all of its entries: `r` for `r[0][0]`,
    /// `r[0][1]` and so on, `r[17]` for `r[17][0]` and `r[17][1]`. A column that is named twice is written once.
    ///
    /// [`Trajectory::write_csv`] has a list of all columns. Quantities of which no column is chosen are not computed.
    #[must_use]
    pub fn columns<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.chosen = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Writes the table as comma-separated values, with a header: [`Trajectory::write_csv`].
    ///
    /// # Errors
    ///
    /// The errors of the writer, and an [`io::Error`] with the kind
    /// [`InvalidInput`](std::io::ErrorKind::InvalidInput), after which nothing is written:
    ///
    /// - a name without a column, with the source [`UnknownColumn`];
    /// - a system of another size than that of the motion, or one whose fields do not fit each other, with the source
    ///   [`Failure`];
    /// - a stride of zero.
    pub fn write_csv<L, W: TableWriter<S, L>>(&self, system: L, writer: W) -> Result<(), csv::Error> {
        writer.write_table(self, system)
    }
}

/// Shows the trajectory and what is chosen.
impl<S: Discretize<D>, D> core::fmt::Debug for Table<'_, S, D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Table")
            .field("trajectory", &self.trajectory)
            .field("every", &self.every)
            .field("columns", &self.chosen)
            .finish()
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
    /// The errors of the writer.
    fn write_table<D>(self, table: &Table<'_, S, D>, system: L) -> Result<(), csv::Error>
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
    fn write_table<D>(self, table: &Table<'_, S, D>, system: &L) -> Result<(), csv::Error>
    where
        S: Discretize<D>,
    {
        check(table, system).map_err(|failure| io::Error::new(io::ErrorKind::InvalidInput, failure))?;
        if table.every == 0 {
            let message = "`every(0)` chooses no row; expected a stride of at least 1";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message).into());
        }
        let names = table.chosen.as_deref().unwrap_or_default();
        let columns = Columns::of::<S, D, L>(system, table.trajectory, names);
        let chosen = match &table.chosen {
            Some(names) => columns.named(names).map_err(io::Error::from)?,
            None => columns.all(),
        };
        write_rows(table, system, &columns, &chosen, csv::Writer::from_writer(self))
    }
}

/// The system has as many coordinates and inputs as the states, and fields that fit each other.
fn check<S: Discretize<D>, D, L: Lagrangian>(table: &Table<'_, S, D>, system: &L) -> Result<(), Failure> {
    system.check_fields()?;
    table.trajectory.check_size(system)
}

fn write_rows<S: Discretize<D>, D, L, W: Write>(
    table: &Table<'_, S, D>,
    system: &L,
    columns: &Columns,
    chosen: &Chosen,
    mut file: csv::Writer<W>,
) -> Result<(), csv::Error>
where
    L: Lagrangian<
            Scalar = S::Scalar,
            Configuration = S::Configuration,
            Velocity = S::Velocity,
            Momentum = S::Momentum,
            Inputs = S::Inputs,
        >,
{
    file.write_record(columns.head(chosen))?;
    let trajectory = table.trajectory;
    for (index, state) in trajectory.into_iter().enumerate().step_by(table.every) {
        let element = trajectory.elements().get(index).and_then(Option::as_ref);
        let velocity = trajectory.carried_velocity(index);
        let cells = Cells::of::<S, D, L>(system, state, velocity, element, (chosen, &columns.items));
        file.write_record(cells.texts(chosen))?;
    }
    file.flush()?;
    Ok(())
}
