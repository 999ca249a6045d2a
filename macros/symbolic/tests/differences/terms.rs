//! The exact difference of a formula between two points, and how large the terms are that its roundings come from.
//!
//! Nothing here is taken from the rules that are tested: values are of many digits, and terms follow from first and second
//! derivatives on the way between.

use astro_float::BigFloat;
use extremal_symbolic::{Function, Function2, Relation};

use crate::big::Big;
use crate::support::Tree;

/// A formula on its way.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) from: BigFloat,
    pub(crate) to: BigFloat,
    /// The sum of the magnitudes of the terms of its value: what rounds there.
    pub(crate) size: f64,
    /// The same of its difference.
    pub(crate) terms: f64,
    pub(crate) depth: u32,
}

impl Way {
    pub(crate) fn new(from: f64, by: f64) -> Self {
        let to = Big::add(&Big::of(from), &Big::of(by));
        Self {
            size: from.abs().max(Big::to_f64(&to).abs()),
            from: Big::of(from),
            to,
            terms: by.abs(),
            depth: 1,
        }
    }

    fn ends(&self) -> [f64; 2] {
        [Big::to_f64(&self.from), Big::to_f64(&self.to)]
    }

    fn least(&self) -> f64 {
        let [a, b] = self.ends();
        if a * b > 0.0 { a.abs().min(b.abs()) } else { 0.0 }
    }
}

/// Beyond this sizes say nothing.
const LARGEST: f64 = 1e5;

/// So many places between the ends of a way are looked at.
const PLACES: u32 = 8;

/// The way of a formula, where it is regular on all of it, and no comparison is decided by rounding.
pub(crate) fn way(tree: &Tree, x: &[Way], big: &mut Big) -> Option<Way> {
    let mut of = |tree: &Tree| way(tree, x, big);
    let found = match tree {
        Tree::Symbol(at) => x[*at].clone(),
        Tree::Constant(p, q) => {
            let value = Big::div(&Big::of(*p as f64), &Big::of(*q as f64));
            Way {
                size: Big::to_f64(&value).abs(),
                from: value.clone(),
                to: value,
                terms: 0.0,
                depth: 1,
            }
        }
        Tree::Add(a, b) => linear(of(a)?, of(b)?, Big::add),
        Tree::Sub(a, b) => linear(of(a)?, of(b)?, Big::sub),
        Tree::Mul(a, b) => product(of(a)?, of(b)?),
        Tree::Div(a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            product(a, power(b, -1)?)
        }
        Tree::Power(a, n) => power(of(a)?, i64::from(*n))?,
        Tree::Root(a, p, q) if p % q == 0 => power(of(a)?, p / q)?,
        Tree::Root(a, p, q) => {
            let a = of(a)?;
            let r = *p as f64 / *q as f64;
            // A power of a negative number, or the origin.
            let is_regular = a.ends()[0] > 0.0 && a.least() > 1e-6 * a.size;
            let derivatives = |x: f64| [r * x.powf(r - 1.0), r * (r - 1.0) * x.powf(r - 2.0)];
            is_regular.then(|| function(&a, |x| big.power(x, *p, *q), derivatives))?
        }
        Tree::Unary(f, a) => unary(*f, &of(a)?, big)?,
        Tree::Binary(f, a, b) => {
            let (a, b) = (of(a)?, of(b)?);
            match f {
                Function2::Min => branch(Relation::Less, [&a, &b, &a, &b])?,
                Function2::Max => branch(Relation::Less, [&b, &a, &a, &b])?,
                Function2::Hypot => length(&a, &b)?,
                Function2::Atan2 => angle(&a, &b, big)?,
            }
        }
        Tree::Select(relation, list) => {
            let [a, b, then, otherwise] = list;
            let (a, b, then, otherwise) = (of(a)?, of(b)?, of(then)?, of(otherwise)?);
            branch(*relation, [&a, &b, &then, &otherwise])?
        }
    };
    let is_tame = found.size < LARGEST && found.terms < LARGEST && found.ends().iter().all(|x| x.is_finite());
    is_tame.then_some(found)
}

fn linear(a: Way, b: Way, operation: impl Fn(&BigFloat, &BigFloat) -> BigFloat) -> Way {
    Way {
        from: operation(&a.from, &b.from),
        to: operation(&a.to, &b.to),
        size: a.size + b.size,
        terms: a.terms + b.terms,
        depth: 1 + a.depth.max(b.depth),
    }
}

fn product(a: Way, b: Way) -> Way {
    Way {
        from: Big::mul(&a.from, &b.from),
        to: Big::mul(&a.to, &b.to),
        size: a.size * b.size,
        terms: a.size * b.terms + b.size * a.terms,
        depth: 1 + a.depth.max(b.depth),
    }
}

fn power(a: Way, n: i64) -> Option<Way> {
    if n == 0 {
        return Some(Way {
            terms: 0.0,
            ..function(&a, |_| Big::of(1.0), |_| [0.0, 0.0])
        });
    }
    let exponent = n as f64;
    let derivatives = |x: f64| {
        // 0 and not ∞ where the factor before it is 0.
        let power = |m: i64| {
            if m < 0 && n > 0 {
                0.0
            } else {
                x.abs().powf(m as f64)
            }
        };
        [
            exponent * power(n - 1),
            exponent * (exponent - 1.0) * power(n - 2),
        ]
    };
    (n > 0 || a.least() > 1e-6 * a.size).then(|| Way {
        depth: a.depth + 1 + n.unsigned_abs().ilog2(),
        ..function(&a, |x| Big::powi(x, n), derivatives)
    })
}

/// A function of one argument, by its first two derivatives: those on the way, and what the rounding of the argument does.
fn function(a: &Way, mut f: impl FnMut(&BigFloat) -> BigFloat, derivatives: impl Fn(f64) -> [f64; 2]) -> Way {
    let [start, end] = a.ends();
    let places = (0..=PLACES).map(|k| start + (end - start) * f64::from(k) / f64::from(PLACES));
    let [mut first, mut second] = [0.0_f64; 2];
    for [f1, f2] in places.map(derivatives) {
        first = larger(first, f1);
        second = larger(second, f2);
    }
    let (from, to) = (f(&a.from), f(&a.to));
    let value = larger(Big::to_f64(&from), Big::to_f64(&to));
    Way {
        from,
        to,
        size: value + first * a.size,
        terms: (first + second * a.size) * a.terms,
        depth: a.depth + 1,
    }
}

/// The larger magnitude, NaN kept.
fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        f64::NAN
    } else {
        a.abs().max(b.abs())
    }
}

fn unary(f: Function, a: &Way, big: &mut Big) -> Option<Way> {
    let [start, end] = a.ends();
    let derivatives: fn(f64) -> [f64; 2] = match f {
        Function::Sin => |x| [x.cos(), x.sin()],
        Function::Cos => |x| [x.sin(), x.cos()],
        // Between the same two poles.
        Function::Tan if start.cos() * end.cos() > 0.0 && (end - start).abs() < 3.0 => {
            |x| [x.cos().powi(-2), 2.0 * x.tan() / x.cos().powi(2)]
        }
        Function::Tan => return None,
        Function::Asin | Function::Acos if a.size < 1.0 => {
            |x| [(1.0 - x * x).powf(-0.5), x * (1.0 - x * x).powf(-1.5)]
        }
        Function::Asin | Function::Acos => return None,
        // 1 + a₀ a₁ may be the difference of two large numbers.
        Function::Atan if start * end < 0.0 => |x| [1.0 + x * x, 1.0],
        Function::Atan => |x| [1.0 / (1.0 + x * x), 2.0 * x / (1.0 + x * x).powi(2)],
        Function::Sinh => |x| [x.cosh(), x.sinh()],
        Function::Cosh => |x| [x.sinh(), x.cosh()],
        // 1 − tanh² is a difference.
        Function::Tanh => |x| [1.0 + x.tanh().powi(2), 1.0],
        Function::Exp => |x| [x.exp(), x.exp()],
        Function::Ln if a.least() > 1e-6 * a.size && start > 0.0 => |x| [1.0 / x, 1.0 / (x * x)],
        Function::Ln => return None,
        Function::Ln1p if start.min(end) > -0.999 => |x| [1.0 / (1.0 + x), (1.0 + x).powi(-2)],
        Function::Ln1p => return None,
        Function::Abs | Function::Opaque => |_| [1.0, 0.0],
        Function::Signum if a.least() > 1e-9 * a.size => |_| [0.0, 0.0],
        // A jump is what it is.
        Function::Signum if start.abs().min(end.abs()) > 1e-9 * a.size => |_| [f64::MIN_POSITIVE, 0.0],
        Function::Signum => return None,
    };
    let mut found = function(a, |x| big.function(f.name(), x), derivatives);
    if f == Function::Signum {
        found.terms = (Big::to_f64(&found.to) - Big::to_f64(&found.from)).abs();
    }
    Some(found)
}

fn branch(relation: Relation, [a, b, then, otherwise]: [&Way; 4]) -> Option<Way> {
    let side = |a: &BigFloat, b: &BigFloat, size: f64| {
        let apart = Big::to_f64(&Big::sub(a, b));
        (apart.abs() > 1e-9 * size).then(|| relation.holds(apart, 0.0))
    };
    let size = a.size + b.size;
    let sides = [side(&a.from, &b.from, size)?, side(&a.to, &b.to, size)?];
    let depth = 1 + a.depth.max(b.depth).max(then.depth).max(otherwise.depth);
    let on = |side: bool| if side { then } else { otherwise };
    let [first, last] = sides.map(on);
    Some(Way {
        from: first.from.clone(),
        to: last.to.clone(),
        size: first.size.max(last.size),
        // Where they differ, they are subtracted.
        terms: if sides[0] == sides[1] {
            first.terms
        } else {
            first.size + last.size
        },
        depth,
    })
}

fn length(a: &Way, b: &Way) -> Option<Way> {
    let length = |a: &BigFloat, b: &BigFloat| Big::sqrt(&Big::add(&Big::mul(a, a), &Big::mul(b, b)));
    let (from, to) = (length(&a.from, &b.from), length(&a.to, &b.to));
    let least = Big::to_f64(&from).min(Big::to_f64(&to));
    let size = a.size + b.size;
    (least > 1e-3 * size).then(|| Way {
        from,
        to,
        size,
        terms: (a.terms + b.terms) * (1.0 + size / least),
        depth: 1 + a.depth.max(b.depth),
    })
}

fn angle(a: &Way, b: &Way, big: &mut Big) -> Option<Way> {
    let least = {
        let Way { from, to, .. } = length(a, b)?;
        Big::to_f64(&from).min(Big::to_f64(&to))
    };
    let size = a.size + b.size;
    let (from, to) = (big.angle(&a.from, &b.from), big.angle(&a.to, &b.to));
    let apart = Big::to_f64(&Big::sub(&to, &from)).abs();
    // At the cut rounding decides on which side a point is.
    let at_cut = |y: f64, x: f64| x < 0.0 && y.abs() <= 1e-9 * a.size;
    let ([y0, y1], [x0, x1]) = (a.ends(), b.ends());
    if at_cut(y0, x0) || at_cut(y1, x1) || least < 1e-3 * size {
        return None;
    }
    let terms = (a.terms * b.size + b.terms * a.size) / least.powi(2) * (1.0 + (size / least).powi(2));
    Some(Way {
        from,
        to,
        size: 4.0 + size / least,
        terms: if apart > 2.9 { 8.0 + size / least } else { terms },
        depth: 1 + a.depth.max(b.depth),
    })
}
