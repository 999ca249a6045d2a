//! A rate of change: whether it is zero, and its text.

use extremal_symbolic::text::{Formula, Notation, Writer, width};
use extremal_symbolic::{Expr, Graph, Rounded};

/// Terms up to which an expression is multiplied out to see whether it is zero.
const TERMS: usize = 1000;
/// An expression that does not simplify to zero is evaluated at this many points.
const POINTS: usize = 48;
/// A value is not zero if it is larger than this many times the bound of its rounding error.
const CLEARLY: f64 = 1e3;
/// Terms up to which an expression is multiplied out to be read, nodes of a term, and characters of all that is shown.
const READ: usize = 24;
const NODES: usize = 60;
const LONGEST: usize = 160;

/// Whether an expression is zero, and by which evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zero {
    /// Zero by algebra.
    Proven,
    /// Zero at this many points.
    Sampled(usize),
    Refuted,
}

/// A difference, and the size of its operands.
#[derive(Clone, Copy, Debug)]
struct Gap {
    gap: f64,
    size: f64,
}

/// Lines that have to show a jump.
const ENOUGH: usize = 3;
/// Bisections from one bracket to the next: each is narrower by 2^−15.
const BISECTIONS: usize = 15;
/// A jump smaller than this, relative to the values on both sides, may be rounding.
const SEEN: f64 = 1e-9;

/// The symbols that have a value at a point, sorted.
#[derive(Debug)]
pub(crate) struct Points(Vec<Symbol>);

#[derive(Clone, Copy, Debug)]
struct Symbol {
    symbol: Expr,
    /// Among all symbols, as they were given.
    place: u64,
    is_free: bool,
}

impl Points {
    /// Of symbols of either sign, which are time, coordinates, velocities and inputs; and of positive ones, the parameters.
    pub(crate) fn of(free: &[Expr], positive: &[Expr]) -> Self {
        let both = [(free, true), (positive, false)];
        let all = both
            .into_iter()
            .flat_map(|(symbols, is_free)| symbols.iter().map(move |&symbol| (symbol, is_free)));
        let mut symbols: Vec<Symbol> = all
            .zip(0..)
            .map(|((symbol, is_free), place)| Symbol {
                symbol,
                place,
                is_free,
            })
            .collect();
        symbols.sort_by_key(|known| known.symbol);
        Self(symbols)
    }

    pub(crate) fn is_zero(&self, graph: &mut Graph, e: Expr) -> Zero {
        if graph.vanishes(e, TERMS) {
            return Zero::Proven;
        }
        let symbols = self.below(graph, &[e]);
        let mut sampled = 0;
        for point in 0..POINTS {
            let Rounded { value, error } = graph.evaluate_rounded(&[e], &at(&symbols, point))[0];
            // Outside the domain, or at a pole.
            if !(value.is_finite() && error.is_finite()) {
                continue;
            }
            if value.abs() > CLEARLY * error {
                return Zero::Refuted;
            }
            sampled += 1;
        }
        Zero::Sampled(sampled)
    }

    /// The values at the points.
    pub(crate) fn values(&self, graph: &Graph, e: Expr) -> Vec<f64> {
        let points = 0..POINTS;
        points
            .map(|point| self.values_at(graph, &[e], point)[0])
            .collect()
    }

    /// The values of several expressions at one point.
    pub(crate) fn values_at(&self, graph: &Graph, entries: &[Expr], point: usize) -> Vec<f64> {
        graph.evaluate(entries, &at(&self.below(graph, entries), point))
    }

    /// Whether `e` jumps where `threshold` changes its sign: on a straight line between two points, values on both sides do not
    /// come closer as the sides do. Only lines with values count, and all of them have to agree.
    pub(crate) fn jumps(&self, graph: &Graph, e: Expr, threshold: Expr) -> bool {
        let symbols = self.below(graph, &[e, threshold]);
        let mut seen = 0;
        for from in 0..POINTS {
            for to in 0..from {
                match gaps(graph, e, threshold, (&symbols, from, to)) {
                    Some([wide, narrow])
                        if narrow.gap > 0.5 * wide.gap && narrow.gap > SEEN * narrow.size =>
                    {
                        seen += 1;
                    }
                    Some(_) => return false,
                    None => {}
                }
                if seen == ENOUGH {
                    return true;
                }
            }
        }
        false
    }

    /// The symbols in expressions. A large system has many others.
    fn below(&self, graph: &Graph, entries: &[Expr]) -> Vec<Symbol> {
        let place = |symbol: Expr| self.0.binary_search_by_key(&symbol, |known| known.symbol);
        let symbols = graph.symbols_below(entries).into_iter();
        symbols
            .filter_map(|symbol| self.0.get(place(symbol).ok()?).copied())
            .collect()
    }
}

/// The difference of `e` over a bracket of the threshold, after some and after more bisections.
fn gaps(
    graph: &Graph,
    e: Expr,
    threshold: Expr,
    (symbols, from, to): (&[Symbol], usize, usize),
) -> Option<[Gap; 2]> {
    let (from, to) = (at(symbols, from), at(symbols, to));
    let values = |s: f64| {
        let ends = from.iter().zip(&to).zip(symbols);
        let mixed = ends.map(|((&(symbol, a), &(_, b)), known)| {
            let value = if known.is_free { a + s * (b - a) } else { a };
            (symbol, value)
        });
        let at: Vec<(Expr, f64)> = mixed.collect();
        let values = graph.evaluate(&[threshold, e], &at);
        (values[0], values[1])
    };
    let (mut left, mut right) = (0.0, 1.0);
    let is_above = |s: f64| values(s).0 > 0.0;
    let side = is_above(left);
    if side == is_above(right) {
        return None;
    }
    let gap = |left: f64, right: f64| {
        let (a, b) = (values(left).1, values(right).1);
        let (gap, size) = ((a - b).abs(), a.abs() + b.abs());
        gap.is_finite().then_some(Gap { gap, size })
    };
    let mut gaps = [None; 2];
    for gaps in &mut gaps {
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (left + right);
            if is_above(middle) == side {
                left = middle;
            } else {
                right = middle;
            }
        }
        *gaps = gap(left, right);
    }
    let [wide, narrow] = gaps;
    Some([wide?, narrow?])
}

/// Values at a point. The points are deterministic. Three boxes of different sizes have a third of them each.
fn at(symbols: &[Symbol], point: usize) -> Vec<(Expr, f64)> {
    let size = [0.3, 1.0, 3.0][point % 3];
    let start = STRIDE.wrapping_mul(point as u64 + 1);
    let value = |known: &Symbol| {
        let (low, high) = if known.is_free { (-size, size) } else { (0.25, 2.0) };
        (
            known.symbol,
            low + (high - low) * random(start.wrapping_add(STRIDE.wrapping_mul(known.place + 1))),
        )
    };
    symbols.iter().map(value).collect()
}

/// From one state of the generator to the next.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator `SplitMix64`: a number between 0 and 1 for each of its states.
fn random(state: u64) -> f64 {
    let mut bits = state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// The expression in the notation of papers, shortened where it is long.
pub(super) fn text(graph: &mut Graph, notation: &Notation, e: Expr) -> String {
    let apart = graph.terms_for_reading(e, READ).filter(|terms| !terms.is_empty());
    let forms = [apart, Some(vec![e])].into_iter().flatten();
    let written = forms.filter_map(|terms| shortened(graph, notation, &terms));
    written
        .min_by_key(|text| width(text))
        .unwrap_or_else(|| "(too long to be shown)".to_owned())
}

/// The first terms that fit into `LONGEST` characters.
fn shortened(graph: &Graph, notation: &Notation, terms: &[Expr]) -> Option<String> {
    let mut written: Vec<(bool, Formula)> = Vec::new();
    for &term in terms {
        let Some(formula) = Writer::new(graph, notation, NODES).formula(term) else {
            break;
        };
        let longer = [&written[..], &[(false, formula)]].concat();
        if width(&Formula::sum(longer.clone()).to_string()) > LONGEST {
            break;
        }
        written = longer;
    }
    let is_cut = written.len() < terms.len();
    let more = if is_cut { " + …" } else { "" };
    (!written.is_empty()).then(|| format!("{}{more}", Formula::sum(written)))
}
