//! Many coordinates at high precision: `cargo run --release --package extremal-benches --bin outer_planets`.
//!
//! The outer solar system (E. Hairer, C. Lubich, G. Wanner, Geometric Numerical Integration (2006), table I.2.2) over 10⁶ days:
//! compositions of `Verlet` of order 6, 8 and 10 and elements of order 8 with fixed steps, and Dop853 of the crate
//! `ode_solvers` with the force written by hand. Prints times and errors, and the time of each order over that of Dop853 at
//! equal errors. Fails if order 8 takes longer than Dop853 at an error of 10⁻⁶ au, or elements of it three times as long, or if
//! a stage of order 8 takes more than twice as long as a step of `Verlet`.

use std::process::ExitCode;
use std::time::Instant;

use extremal::nalgebra::SVector;
use extremal::prelude::*;
use ode_solvers::dop_shared::OutputType;
use ode_solvers::{Dop853, System};

/// The Sun with the inner planets, Jupiter, Saturn, Uranus, Neptune and Pluto.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[6][3]),
    kinetic = sum(0..6, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..6, |i| sum(i + 1..6, |j| g * m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize(Verlet, Galerkin<4, Gauss<4>>),
)]
struct Planets {
    /// In masses of the Sun.
    m: [f64; 6],
    /// In au³ per day² and mass of the Sun.
    g: f64,
}

const PLANETS: Planets = Planets {
    m: [
        1.000_005_976_82,
        0.000_954_786_104_043,
        0.000_285_583_733_151,
        0.000_043_727_316_454_6,
        0.000_051_775_913_844_9,
        1.0 / 1.3e8,
    ],
    g: 2.959_122_082_86e-4,
};
/// In au.
const PLACES: [[f64; 3]; 6] = [
    [0.0; 3],
    [-3.502_365_3, -3.816_984_7, -1.550_796_3],
    [9.075_531_4, -3.045_835_3, -1.648_370_8],
    [8.310_142_0, -16.290_108_6, -7.252_127_8],
    [11.470_766_6, -25.729_482_9, -10.816_945_6],
    [-15.538_735_7, -25.222_559_4, -3.190_238_2],
];
/// In au per day.
const VELOCITIES: [[f64; 3]; 6] = [
    [0.0; 3],
    [0.005_654_29, -0.004_124_90, -0.001_905_89],
    [0.001_683_18, 0.004_835_25, 0.001_924_62],
    [0.003_541_78, 0.001_371_02, 0.000_550_29],
    [0.002_889_30, 0.001_145_27, 0.000_396_77],
    [0.002_767_25, -0.001_707_02, -0.001_365_04],
];
/// In days.
const SPAN: f64 = 1e6;
/// In au. Rounding leaves 10⁻⁹.
const AT: [f64; 3] = [1e-4, 1e-6, 1e-7];
const ROUNDS: usize = 7;

type Places = SVector<f64, 18>;

fn flat(vectors: &[[f64; 3]; 6]) -> [f64; 18] {
    let mut numbers = vectors.iter().flatten();
    core::array::from_fn(|_| numbers.next().copied().unwrap_or(0.0))
}

/// (q, v)
type Both = ode_solvers::SVector<f64, 36>;

impl System<f64, Both> for Planets {
    fn system(&self, _: f64, y: &Both, dy: &mut Both) {
        for k in 0..18 {
            (dy[k], dy[18 + k]) = (y[18 + k], 0.0);
        }
        for i in 0..6 {
            for j in i + 1..6 {
                let apart: [f64; 3] = core::array::from_fn(|k| y[3 * j + k] - y[3 * i + k]);
                let square = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
                let pull = self.g / (square * square.sqrt());
                for (k, apart) in apart.into_iter().enumerate() {
                    dy[18 + 3 * i + k] += pull * self.m[j] * apart;
                    dy[18 + 3 * j + k] -= pull * self.m[i] * apart;
                }
            }
        }
    }
}

/// The places at the end, and the seconds that they took.
type Run = (Places, f64);

fn timed(run: impl FnOnce() -> Places) -> Run {
    let begin = Instant::now();
    let end = run();
    (end, begin.elapsed().as_secs_f64())
}

fn dop853(tolerance: f64) -> Run {
    let (q, v) = (flat(&PLACES), flat(&VELOCITIES));
    let start = Both::from_fn(|k, _| if k < 18 { q[k] } else { v[k - 18] });
    // The defaults of the crate, but for the output, which is the end alone, and for the number of steps.
    let mut solver = Dop853::from_param(
        PLANETS,
        0.0,
        SPAN,
        SPAN,
        start,
        tolerance,
        tolerance,
        0.9,
        0.0,
        0.333,
        6.0,
        SPAN,
        0.0,
        1_000_000,
        1000,
        OutputType::Sparse,
    );
    timed(|| {
        solver.integrate().expect("a smooth motion");
        let end = solver.y_out().last().expect("the end");
        Places::from_fn(|k, _| end[k])
    })
}

fn composed<D>(scheme: D, steps: usize) -> Run
where
    Planets: Discretize<D, Scalar = f64, Inputs = [f64; 0], Configuration = Places>,
{
    let start = (flat(&PLACES), flat(&VELOCITIES));
    let motion = Integrator::new(PLANETS, scheme, SPAN / steps as f64, start.0, start.1);
    let mut motion = motion.expect("a regular start");
    timed(|| {
        motion.step_many(steps).expect("explicit steps");
        motion.state().q
    })
}

/// Settings from coarse to fine, with errors and shortest times.
struct Curve(&'static str, Vec<(f64, f64)>);

impl Curve {
    fn of<K: Copy>(name: &'static str, exact: &Places, settings: &[K], run: impl Fn(K) -> Run) -> Self {
        let points = settings.iter().map(|&setting| {
            let runs = (0..ROUNDS).map(|_| run(setting));
            let (error, seconds) = runs
                .fold((0.0, f64::INFINITY), |(_, least): (f64, f64), (end, seconds)| {
                    ((end - exact).amax(), least.min(seconds))
                });
            println!("{name:>9}  {error:.1e} au  {:.2} ms", 1e3 * seconds);
            (error, seconds)
        });
        Self(name, points.collect())
    }

    /// On the line through the log–log curve.
    fn seconds_at(&self, error: f64) -> f64 {
        let pairs = self.1.iter().zip(self.1.iter().skip(1));
        let around = pairs.filter(|(coarse, fine)| coarse.0 >= error && fine.0 <= error);
        let lines = around.map(|(coarse, fine)| {
            let part = (coarse.0 / error).ln() / (coarse.0 / fine.0).ln();
            (coarse.1.ln() + part * (fine.1 / coarse.1).ln()).exp()
        });
        lines.fold(f64::NAN, f64::min)
    }
}

fn main() -> ExitCode {
    let (exact, _) = composed(Composition::<10, _>(Verlet), 20_000);
    let dop853 = Curve::of(
        "Dop853",
        &exact,
        &[1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14],
        dop853,
    );
    let curves = [
        Curve::of("order 6", &exact, &[12_500, 25_000, 50_000, 100_000], |steps| {
            composed(Composition::<6, _>(Verlet), steps)
        }),
        Curve::of(
            "order 8",
            &exact,
            &[4000, 5000, 6300, 8000, 10_000, 14_000, 20_000],
            |steps| composed(Composition::<8, _>(Verlet), steps),
        ),
        Curve::of(
            "order 10",
            &exact,
            &[1600, 2000, 2500, 3200, 4000, 5000],
            |steps| composed(Composition::<10, _>(Verlet), steps),
        ),
        Curve::of(
            "Galerkin",
            &exact,
            &[3200, 4000, 5000, 6300, 8000, 10_000],
            |steps| composed(Galerkin::<4, Gauss<4>>::default(), steps),
        ),
    ];
    println!("time over that of Dop853, at an error of");
    println!(
        "           {:>8.0e} au {:>8.0e} au {:>8.0e} au",
        AT[0], AT[1], AT[2]
    );
    for curve in &curves {
        print!("{:>9}", curve.0);
        for error in AT {
            print!("  {:>10.2}", curve.seconds_at(error) / dop853.seconds_at(error));
        }
        println!();
    }
    let [ratio, of_stages] = [1, 3].map(|at| curves[at].seconds_at(AT[1]) / dop853.seconds_at(AT[1]));
    let least = |run: &dyn Fn() -> Run| (0..ROUNDS).map(|_| run().1).fold(f64::INFINITY, f64::min);
    let stage =
        least(&|| composed(Composition::<8, _>(Verlet), 10_000)) / least(&|| composed(Verlet, 150_000));
    println!("a stage of order 8 over a step of Verlet: {stage:.2}");
    // A number that is not there is a failure, too.
    if ratio <= 1.0 && of_stages <= 3.0 && stage <= 2.0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
