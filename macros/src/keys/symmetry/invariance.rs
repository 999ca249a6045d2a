//! Whether a generator ξ(q) is that of a symmetry: neither L nor the constraints change along it, and no force or percussion acts
//! along it.
//!
//! It refuses to guess: a symmetry that is neither proven nor refuted needs the user's `assume`.

use extremal_symbolic::text::{Formula, Notation};
use extremal_symbolic::{Expr, Graph};

use super::rate::{self, Points, Zero};
use crate::keys::Motion;
use crate::lower::{Lowering, Symbols};
use crate::model::{Contact, Energy, Inheritance, pairs};

/// Terms up to which the entries of a generator are multiplied out to see their degree.
const TERMS: usize = 100;

/// A generator, with its declared name and assumption.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) name: &'a str,
    pub(super) is_assumed: bool,
    pub(super) generator: &'a [Expr],
}

/// The conditions for a generator to be that of a symmetry.
#[derive(Debug)]
pub(super) struct Invariance {
    pub(super) is_proven: bool,
    pub(super) inheritance: Inheritance,
}

impl Invariance {
    /// An error reports the term that changes along the generator.
    pub(super) fn of(
        lowering: &Lowering,
        motion: &Motion,
        contacts: &[(String, Contact)],
        asked: &Asked,
    ) -> Result<Self, String> {
        let mut flow = Flow::new(lowering, asked.generator);
        let (kinetic, potential) = match motion.energy {
            Energy::Split { kinetic, potential } => (kinetic, potential),
            Energy::General { lagrangian } => (lagrangian, flow.graph.zero()),
        };
        let lagrangian = flow.graph.sub(kinetic, potential);
        let rate = flow.rate(lagrangian);
        let power = flow.power(&motion.force);
        let mut questions = vec![
            ("L changes along it by", rate),
            ("forces act along it with", power),
        ];
        // Invariance where g = 0 would suffice; generators of rotations and translations give it everywhere.
        for &constraint in &motion.constraints {
            questions.push(("a constraint changes along it by", flow.rate(constraint)));
        }
        // Its reaction acts along ∂/∂v of it.
        for &rolling in &motion.rolling {
            let along = flow.along_velocities(rolling);
            questions.push(("the reaction of a rolling constraint acts along it with", along));
        }
        for (_, contact) in contacts {
            questions.push(("a contact pushes along it with", flow.rate(contact.gap)));
            if contact.law.friction != flow.graph.zero() {
                let works = contact.slip.iter().map(|&slip| flow.along_velocities(slip));
                questions.extend(works.map(|work| ("the friction of a contact acts along it with", work)));
            }
        }
        let mut is_proven = true;
        for (what, rate) in questions {
            is_proven &= flow.answer(asked, what, rate)?;
        }
        is_proven &= flow.does_not_jump(asked, lagrangian)?;
        Ok(Self {
            is_proven,
            inheritance: match flow.inheritance(asked, [kinetic, potential]) {
                Inheritance::Always | Inheritance::SamePoints if flow.turns(&motion.rolling) => {
                    Inheritance::Middle
                }
                inheritance => inheritance,
            },
        })
    }
}

/// The motion along a generator: dq/dε = ξ(q), dv/dε = (∂ξ/∂q) v.
struct Flow {
    /// A copy, so that trial expressions do not enter the system's graph.
    graph: Graph,
    coordinates: Vec<Expr>,
    velocities: Vec<Expr>,
    rates: Vec<(Expr, Expr)>,
    generator: Vec<Expr>,
    points: Points,
    notation: Notation,
    /// Each stands for the sum over items of what it multiplies: a rate is zero if that of each item is.
    markers: Vec<Expr>,
}

impl Flow {
    fn new(lowering: &Lowering, generator: &[Expr]) -> Self {
        let mut graph = lowering.graph.clone();
        let Symbols {
            time,
            coordinates,
            velocities,
            inputs,
        } = &lowering.symbols;
        let moved = graph.time_derivatives(generator, &pairs(coordinates, velocities));
        let parameters = lowering.parameters.symbols();
        let markers = lowering.sums.symbols_of_markers();
        Self {
            notation: notation(&graph, &lowering.symbols, &parameters),
            rates: [pairs(coordinates, generator), pairs(velocities, &moved)].concat(),
            points: Points::of(
                &[&[*time], &coordinates[..], velocities, inputs].concat(),
                &[&parameters[..], &markers].concat(),
            ),
            markers,
            coordinates: coordinates.clone(),
            velocities: velocities.clone(),
            generator: generator.to_vec(),
            graph,
        }
    }

    fn rate(&mut self, of: Expr) -> Expr {
        self.graph.time_derivative(of, &self.rates)
    }

    /// (∂f/∂v) ξ
    fn along_velocities(&mut self, of: Expr) -> Expr {
        self.graph
            .time_derivative(of, &pairs(&self.velocities, &self.generator))
    }

    /// f·ξ, for all values of the inputs.
    fn power(&mut self, force: &[Expr]) -> Expr {
        let works = force.iter().zip(&self.generator);
        let works: Vec<Expr> = works.map(|(&f, &xi)| self.graph.mul(f, xi)).collect();
        self.graph.sum(&works)
    }

    /// Whether a rate is proven to be zero. An error if it is not zero, or if that is unknown.
    fn answer(&mut self, asked: &Asked, what: &str, rate: Expr) -> Result<bool, String> {
        let name = asked.name;
        let zero = self.points.is_zero(&mut self.graph, rate);
        let points = match zero {
            Zero::Proven => return Ok(true),
            Zero::Sampled(1..) if asked.is_assumed => return Ok(false),
            Zero::Sampled(points) => points,
            // It may be zero for the functions that the fields will be.
            Zero::Refuted if asked.is_assumed && self.graph.has_calls(rate) => return Ok(false),
            Zero::Refuted => {
                let (sum, shown) = self.shown(rate);
                let of_items = |sum: &String| format!(" of each item: in the {sum},");
                let of = sum.as_ref().map_or_else(|| ":".to_owned(), of_items);
                let unless = match self.graph.has_calls(rate) {
                    true => format!(" for every function; `symmetry(assume {name} = [..])` takes it"),
                    false if sum.is_some() => {
                        "; it is proven item by item, and what the whole sum alone conserves is an `output`"
                            .to_owned()
                    }
                    false => String::new(),
                };
                return Err(format!(
                    "`{name}` is no symmetry{of} {what} `{shown}`, which is not zero{unless}"
                ));
            }
        };
        let (_, shown) = self.shown(rate);
        Err(match points {
            0 => format!(
                "it could not be decided whether `{name}` is a symmetry: {what} `{shown}`, which has a value at no random point"
            ),
            _ => format!(
                "it could not be decided whether `{name}` is a symmetry: {what} `{shown}`, which is zero at {points} random \
                 points, but not seen to be zero; `symmetry(assume {name} = [..])` takes it"
            ),
        })
    }

    /// A rate as text, or that of an item of the first sum in it: which sum that is.
    fn shown(&mut self, rate: Expr) -> (Option<String>, String) {
        let mut markers = self.markers.iter();
        let marker = markers.find(|&&marker| self.graph.depends_on(rate, &[marker]));
        let sum = marker.and_then(|&marker| self.graph.name_of(marker).map(str::to_owned));
        let share = marker.map_or(rate, |&marker| self.graph.gradient(rate, &[marker])[0]);
        (sum, rate::text(&mut self.graph, &self.notation, share))
    }

    /// Whether L stays on one branch of all its choices: derivatives do not show jumps.
    fn does_not_jump(&mut self, asked: &Asked, lagrangian: Expr) -> Result<bool, String> {
        for threshold in self.graph.thresholds(&[lagrangian]) {
            let rate = self.rate(threshold);
            if self.points.is_zero(&mut self.graph, rate) == Zero::Proven {
                continue;
            }
            if asked.is_assumed {
                return Ok(false);
            }
            let (name, shown) = (asked.name, rate::text(&mut self.graph, &self.notation, threshold));
            return Err(format!(
                "it could not be decided whether `{name}` is a symmetry: L may jump along it where `{shown}` changes its \
                 sign; `symmetry(assume {name} = [..])` takes it"
            ));
        }
        Ok(true)
    }

    /// Time elements are linear in q, so that they move as q does if ξ is affine. T and V may have different points.
    fn inheritance(&mut self, asked: &Asked, energies: [Expr; 2]) -> Inheritance {
        if !self.is_affine() {
            return Inheritance::Never;
        }
        let is_apart = energies.into_iter().all(|energy| {
            let rate = self.rate(energy);
            match self.points.is_zero(&mut self.graph, rate) {
                Zero::Proven => true,
                Zero::Sampled(points) => asked.is_assumed && points > 0,
                Zero::Refuted => false,
            }
        });
        if is_apart {
            Inheritance::Always
        } else {
            Inheritance::SamePoints
        }
    }

    /// Whether ξ moves with q beside such constraints: the mean of reactions at several points then has work along it.
    fn turns(&self, rolling: &[Expr]) -> bool {
        !rolling.is_empty() && self.graph.any_depends_on(&self.generator, &self.coordinates)
    }

    fn is_affine(&mut self) -> bool {
        let is_affine = |graph: &Graph, entries: &[Expr], coordinates: &[Expr]| {
            let degrees = graph.degrees_in(entries, coordinates);
            degrees.into_iter().all(|degree| matches!(degree, Some(0 | 1)))
        };
        if is_affine(&self.graph, &self.generator, &self.coordinates) {
            return true;
        }
        let expanded = self.graph.expand(&self.generator, TERMS);
        expanded.is_some_and(|entries| is_affine(&self.graph, &entries, &self.coordinates))
    }
}

/// Symbols as the user types them, in the order of papers.
fn notation(graph: &Graph, symbols: &Symbols, parameters: &[Expr]) -> Notation {
    let mut notation = Notation::default();
    let name = |e: Expr| graph.name_of(e).unwrap_or_default();
    let ranked = [
        (parameters, 0),
        (&[symbols.time], 4),
        (&symbols.coordinates, 4),
        (&symbols.inputs, 5),
    ];
    for (list, rank) in ranked {
        for &symbol in list {
            notation.write(symbol, Formula::atom(name(symbol)), rank);
        }
    }
    for (&velocity, &coordinate) in symbols.velocities.iter().zip(&symbols.coordinates) {
        let formula = Formula::atom(format!("dt({})", name(coordinate)));
        notation.write(velocity, formula, 6);
    }
    notation
}
