//! An orbit by its half: the conditions, the guess by steps, and what follows from the solution.

use extremal::monolithic::Node;
use extremal::prelude::*;
use extremal::{StateOf, Trajectory};

use super::{Bodies, Eighth, Published};
use report::study::Outcome;

/// The length of an element in τ.
const LENGTH: f64 = 0.1;

/// Half of the last known digits of T and w, and a rounding.
pub(super) const HALF_DIGITS: [f64; 3] = [6e-10, 6e-11, 6e-11];

/// An orbit that was found.
pub(super) struct Orbit {
    pub(super) published: &'static Published,
    pub(super) elements: usize,
    pub(super) iterations: usize,
    /// T and w, in units of the published size.
    pub(super) digits: [f64; 3],
    /// max |q(T) − q(0)|
    pub(super) closure: f64,
    pub(super) least_distance: f64,
    /// A whole period in τ, by steps.
    pub(super) turn: Trajectory<Bodies, Eighth>,
    /// The physical time at its nodes.
    pub(super) times: Vec<f64>,
    /// A length of the motion in published ones.
    pub(super) size: f64,
}

impl Orbit {
    /// From the published digits.
    pub(super) fn find(published: &'static Published) -> Outcome<Self> {
        let [a, b] = published.w;
        let places = [-1.0, 0.0, 1.0, 0.0, 0.0, 0.0];
        let velocities = [a, b, a, b, -2.0 * a, -2.0 * b];
        let energy = kinetic(&velocities) - nearness(&places);
        let bodies = Bodies { e: energy };
        let guess = half(bodies, places, velocities, 0.5 * published.period)?;
        let elements = guess.len() - 1;
        let conditions = move |start: &Node<Bodies>, end: &Node<Bodies>| {
            let (q, p) = (start.q.as_slice(), start.p.as_slice());
            let mut conditions = in_line(start).to_vec();
            // The line lies along x, and the energy is that of the declaration.
            conditions.extend([q[1], kinetic(p) - nearness(q) - energy]);
            conditions.extend(in_line(end));
            conditions
        };
        let whole = Monolithic::between(
            bodies,
            Eighth::default(),
            LENGTH,
            elements,
            conditions,
            move |_| places,
        );
        let solution = whole.guess_states(&guess).free_duration().solve()?;
        let start = solution.states()[0];
        let h = solution.duration() / elements as f64;
        let turn = Integrator::from_state(bodies, Eighth::default(), h, start)?.run(2 * elements)?;
        let times = turn.integrals(|point| bodies.pace(point.t, &point.q, &point.v))?;
        let size = start.q[2].recip();
        let period = times.last().copied().unwrap_or(f64::NAN);
        let end = turn.last().map_or(f64::NAN, |end| (end.q - start.q).amax());
        let least = turn
            .states()
            .iter()
            .map(|state| least_distance(state.q.as_slice()));
        Ok(Self {
            published,
            elements,
            iterations: solution.iterations(),
            // Kepler: times grow as sizes to the power of 3/2, and velocities as their root falls.
            digits: [
                period * size.powf(1.5),
                start.p[0] / size.sqrt(),
                start.p[1] / size.sqrt(),
            ],
            closure: size * end,
            least_distance: size * least.fold(f64::INFINITY, f64::min),
            turn,
            times,
            size,
        })
    }
}

/// States by steps in τ, until half of the period has passed.
fn half(bodies: Bodies, places: [f64; 6], velocities: [f64; 6], until: f64) -> Outcome<Vec<StateOf<Bodies>>> {
    let in_own_time = nearness(&places).powf(-1.5);
    let v0 = velocities.map(|v| v * in_own_time);
    let mut motion = Integrator::new(bodies, Eighth::default(), LENGTH, places, v0)?;
    let (mut states, mut passed) = (vec![motion.state()], 0.0);
    while passed < until {
        motion.step()?;
        let state = motion.state();
        passed += LENGTH * nearness(state.q.as_slice()).powf(-1.5);
        states.push(state);
    }
    Ok(states)
}

/// The third body is in the middle between the others, whose velocities are equal, and the centre of mass is at rest.
fn in_line(node: &Node<Bodies>) -> [f64; 8] {
    let (q, p) = (&node.q, &node.p);
    [
        q[0] + q[2],
        q[1] + q[3],
        q[4],
        q[5],
        p[0] - p[2],
        p[1] - p[3],
        p[4] + 2.0 * p[0],
        p[5] + 2.0 * p[1],
    ]
}

fn kinetic(v: &[f64]) -> f64 {
    0.5 * v.iter().map(|v| v * v).sum::<f64>()
}

fn distances(q: &[f64]) -> [f64; 3] {
    [(0, 2), (2, 4), (4, 0)].map(|(i, j)| (q[i] - q[j]).hypot(q[i + 1] - q[j + 1]))
}

/// −V.
fn nearness(q: &[f64]) -> f64 {
    distances(q).map(f64::recip).iter().sum()
}

fn least_distance(q: &[f64]) -> f64 {
    distances(q).into_iter().fold(f64::INFINITY, f64::min)
}
