//! The thermo-viscoelastic pendulum: temperature, entropy, energy, and the limits without dissipation.

mod consistent;
mod equilibrium;
mod figures;
mod limits;
mod long;
mod orders;

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::thermo_pendulum::ThermoPendulum;
use report::measure::slope;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// κ = 0.5 and κ = 0.
const OPEN: ThermoPendulum = ThermoPendulum::SAMPLE;
const CLOSED: ThermoPendulum = ThermoPendulum {
    exchange: 0.0,
    ..OPEN
};
/// (x, y, α, v) and its velocity: in motion, and warmer than the surroundings.
const START: ([f64; 4], [f64; 4]) = ([1.1, 0.0, 0.0, 0.0], [0.0, 2.0, 1.2, 0.0]);

type ThermoState = StateOf<ThermoPendulum>;

const ABOUT: &str = "A mass on a spring that contains a dashpot. The spring exchanges energy between motion and heat, and the \
    dashpot dissipates. The temperature is the velocity of a coordinate, and the entropy is its momentum; the dashpot's \
    elongation has no momentum. All schemes evaluate friction and the resulting heat at one point in time, so no step \
    lowers the entropy. Midpoint is variational; Equivariant<Livens>, of the same declaration, keeps the energy and the \
    angular momentum.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let errors = progress.part("orders", orders::errors)?;
    let mut rows = orders::rows(&errors);
    let grids = vec![orders::grid(&errors)];
    let steps = progress.choose(100_000, 20_000);
    rows.extend(progress.part("long runs", || long::rows(steps))?);
    rows.extend(progress.part("energy-consistent", || consistent::rows(steps))?);
    rows.extend(progress.part("energies", energy_rows)?);
    let produced = progress.part("limits", || {
        limits::produced_over_viscosity(progress.choose(4, 2))
    })?;
    rows.extend(limits::rows(&produced));
    let [energy, entropy] = consistent::plots()?;
    let plots = vec![
        figures::path()?,
        figures::temperatures()?,
        figures::entropies()?,
        figures::energies()?,
        energy,
        entropy,
        limits::plot(produced)?,
        orders::plot(errors)?,
    ];
    Ok(Study {
        terms: &[
            ("ϑ", "temperature, α̇"),
            ("s", "entropy, ∂L/∂α̇"),
            ("E", "energy, T + ψ + ϑ s = p·q̇ − L"),
            ("D", "angular momentum, x p_y − y p_x"),
            ("κ", "heat exchange with the surroundings; 0 for none"),
            ("η", "viscosity of the dashpot"),
        ],
        rows,
        grids,
        plots,
        facts: vec![
            FactsRow::of::<ThermoPendulum, Midpoint>("thermo-viscoelastic pendulum", "Midpoint"),
            FactsRow::of::<ThermoPendulum, Equivariant<Livens>>("the same", "Equivariant<Livens>"),
        ],
        ..Study::new(
            "thermo_pendulum",
            "Thermo-viscoelastic pendulum",
            ABOUT,
            include_str!("../../../thermo_pendulum.rs"),
        )
    })
}

fn motion<D>(system: ThermoPendulum, scheme: D, h: f64) -> Result<Integrator<ThermoPendulum, D>, Error>
where
    ThermoPendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    Integrator::new(system, scheme, h, START.0, START.1)
}

/// ϑ at a node.
fn temperature(system: &ThermoPendulum, state: &ThermoState) -> f64 {
    system.temperature(state.q[0], state.q[1], state.q[3], state.p[2])
}

/// D.
fn angular_momentum(state: &ThermoState) -> f64 {
    state.q[0] * state.p[1] - state.q[1] * state.p[0]
}

/// At t = 1, to ten digits.
fn reference() -> ThermoState {
    State {
        t: 1.0,
        q: [
            -0.473_751_665_25,
            0.970_431_573_00,
            1.230_823_74,
            0.048_127_119_48,
        ]
        .into(),
        p: [-1.911_581_961_40, -0.728_104_058_68, 1.629_775_394_79, 0.0].into(),
    }
}

/// The largest |E − E₀ + κ(α − α₀ − ϑ_∞ t)| up to t = 5.
fn imbalance(system: ThermoPendulum, steps: usize) -> Result<f64, Error> {
    let mut motion = motion(system, Midpoint, 5.0 / steps as f64)?;
    let energy = system.energy(&motion.state());
    let mut largest = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        let state = motion.state();
        let given = system.exchange * (state.q[2] - system.outside * state.t);
        largest = largest.max((system.energy(&state) - energy + given).abs());
    }
    Ok(largest)
}

fn energy_rows() -> Result<[Row; 2], Error> {
    let order = |system| -> Result<f64, Error> {
        let points: Result<Vec<_>, Error> = [500_usize, 1000, 2000, 4000]
            .iter()
            .map(|&steps| Ok(((5.0 / steps as f64).ln(), imbalance(system, steps)?.ln())))
            .collect();
        Ok(slope(&points?).0)
    };
    Ok([
        Row::number(
            "order of max |E − E₀ + κ(α − ϑ_∞ t)|, with heat exchange",
            2.0,
            order(OPEN)?,
            // Step sizes are halved, beginning with (ω h)² = 2e-2, which is the size of the next term of the error.
            0.1,
            "the heat given off is ∫ κ (ϑ − ϑ_∞) dt; Midpoint keeps the balance of energy to its order",
        ),
        Row::number(
            "order of max |E − E₀|, without heat exchange",
            2.0,
            order(CLOSED)?,
            0.1,
            "T + ψ + ϑ s is constant; Midpoint keeps it to its order",
        ),
    ])
}
