//! The values of formulas by a route that shares no code with the algebra: trees over dual numbers.

use extremal_symbolic::{Function, Function2, Relation};
use num_dual::DualNum;

use crate::support::Tree;

impl Tree {
    /// Its value, and with dual numbers its derivatives; `route` watches every number on the way.
    pub(crate) fn value<D: DualNum<Primitive = f64> + Copy>(&self, x: &[D], route: &mut Route) -> D {
        let mut of = |tree: &Tree| tree.value(x, route);
        let value = match self {
            Self::Symbol(at) => x[*at],
            Self::Constant(p, q) => D::from(*p as f64 / *q as f64),
            Self::Add(a, b) => of(a) + of(b),
            Self::Sub(a, b) => of(a) - of(b),
            Self::Mul(a, b) => of(a) * of(b),
            Self::Div(a, b) => of(a) / of(b),
            Self::Power(a, n) => of(a).powi(*n),
            Self::Root(a, p, q) if p % q == 0 => of(a).powi(i32::try_from(p / q).expect("a small exponent")),
            Self::Root(a, p, q) => of(a).powf(*p as f64 / *q as f64),
            Self::Unary(f, a) => unary(*f, of(a)),
            Self::Binary(f, a, b) => {
                let (a, b) = (of(a), of(b));
                binary(*f, a, b)
            }
            Self::Select(relation, list) => {
                // Only the branch that is taken may have to be finite.
                let [a, b, then, otherwise] = list;
                let (a, b) = (of(a).re(), of(b).re());
                let by_rounding = *relation == Relation::Equal && (a - b).abs() <= 1e-12 * a.abs();
                // Nobody knows which of the two is meant, and noise does not tell.
                if by_rounding {
                    route.largest = f64::INFINITY;
                    return D::from(0.0);
                }
                let mut of = |tree: &Tree| tree.value(x, route);
                if relation.holds(a, b) {
                    of(then)
                } else {
                    of(otherwise)
                }
            }
        };
        route.pass(value)
    }
}

/// The magnitude of intermediate values, and noise that shows whether rounding matters.
#[derive(Default)]
pub(crate) struct Route {
    /// The largest magnitude; infinite if something was not a number.
    pub(crate) largest: f64,
    /// Relative and absolute noise put on every number, of changing sign.
    noise: f64,
    steps: u32,
}

impl Route {
    /// A route with noise of the given size.
    pub(crate) fn noisy(noise: f64) -> Self {
        Self {
            noise,
            ..Self::default()
        }
    }

    fn pass<D: DualNum<Primitive = f64> + Copy>(&mut self, value: D) -> D {
        let size = value.re().abs();
        self.largest = if size.is_nan() {
            f64::INFINITY
        } else {
            self.largest.max(size)
        };
        // Any sequence without a short period will do.
        self.steps += 1;
        let noise = if (self.steps * self.steps % 7).is_multiple_of(2) {
            self.noise
        } else {
            -self.noise
        };
        if noise == 0.0 {
            value
        } else {
            // Of changing size too, so that no two cancel: −0 would stay at the cut of atan2.
            value * D::from(1.0 + noise) + D::from(noise * (1.0 + 0.01 * f64::from(self.steps % 50)))
        }
    }
}

fn unary<D: DualNum<Primitive = f64> + Copy>(f: Function, a: D) -> D {
    match f {
        Function::Sin => a.sin(),
        Function::Cos => a.cos(),
        Function::Tan => a.tan(),
        Function::Asin => a.asin(),
        Function::Acos => a.acos(),
        Function::Atan => a.atan(),
        Function::Sinh => a.sinh(),
        Function::Cosh => a.cosh(),
        Function::Tanh => a.tanh(),
        Function::Exp => a.exp(),
        Function::Ln => a.ln(),
        Function::Ln1p => a.ln_1p(),
        Function::Abs if a.re() < 0.0 => -a,
        Function::Abs | Function::Opaque => a,
        Function::Signum => D::from(f.evaluate(a.re())),
    }
}

fn binary<D: DualNum<Primitive = f64> + Copy>(f: Function2, a: D, b: D) -> D {
    match f {
        Function2::Atan2 => a.atan2(b),
        Function2::Min if a.re() < b.re() => a,
        Function2::Max if a.re() > b.re() => a,
        Function2::Min | Function2::Max => b,
        Function2::Hypot => (a * a + b * b).sqrt(),
    }
}
