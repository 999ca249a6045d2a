//! Growth under many products with a derivative that is not a matrix of numbers: for systems of any size.
//!
//! Knows products, and no system or scheme.
//!
//! ```text
//! z_{k+1} = A z_k,   grows if max_{K/2 < k ≤ K} |z_k| > 4 max_{k ≤ K/2} |z_k|
//! ```
//!
//! The length |z| is that of numbers in one unit, `√M q` and `h p/√M` times a number: that of q and p together would depend on
//! units.
//!
//! Bodies that move freely and eigenvalues that meet grow linearly, by 2 at most. Where one pair of eigenvalues is left,
//! A² z = a A z + b z, these are known: growth that is slower than that is seen, too.

use alloc::vec::Vec;

use nalgebra::{Complex, DVector};

use super::{StableSteps, size};
use crate::Failure;
use crate::drive::{SparseLinearization, StepSpace};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};

/// Products with one derivative in the scan; they show growth by more than 4 in 128 steps.
const FEWEST: usize = 256;
/// The most products with one derivative.
const MOST: usize = 4096;
/// Linear growth is by 2 at most, from half of the products to all.
const BEYOND_LINEAR: f64 = 4.0;
/// Step sizes of the scan grow by this factor while all motions are resolved, and |λ − 1| is at most [`RESOLVED`].
const COARSE: f64 = 1.125;
/// The factor of step sizes after that: windows of instability are where eigenvalues pass −1. Narrower ones, as the first ones
/// of `Galerkin<4, Lobatto<5>>`, may be missed.
const RATIO: f64 = 1.0 + 1.0 / 64.0;
/// A turn by 60° in each step.
const RESOLVED: f64 = 1.0;
/// The interval of a limit, relative to it: five digits and a guard.
const DIGITS: f64 = 2e-6;
/// Steps are short if (A (A − 1))ᵏ z grows by less than this in each product.
const SHORT: f64 = 0.25;
/// The largest ratio of this growth at half of a short step to that at the step; about a half. A step that is not short may
/// have λ near one as well, after a whole turn or where it is very long: half of it has not.
const HALVED: f64 = 0.75;
/// The number of halvings that show a step to be short.
const SHOWN: usize = 3;
/// The largest |λ − 1| that is rounding.
const AT_REST: f64 = 1e-9;
/// The number of these products. More would show errors that change their sign in each step: they have λ = −1 for steps of any
/// length, and only rounding brings them into a start.
const FEW: i32 = 8;
/// Halvings of the longest step, until one is short.
const HALVINGS: usize = 40;
/// One pair of eigenvalues is left if A² z is that of the pair up to this part.
const PAIRED: f64 = 1e-9;
/// The pair is not a double eigenvalue if ¼ (λ₁ − λ₂)² is above this part of |λ|²: a root of the error that `PAIRED` leaves
/// would be more than [`ROUNDING`]. Very long steps have λ near −1 for all motions.
const DOUBLE: f64 = 10.0 * PAIRED;
/// Growth of a pair by less than this in a step is rounding.
const ROUNDING: f64 = 1e-7;
/// The number of motions that are followed: below the limit of one motion another one may grow.
const MOTIONS: usize = 16;
/// Right below a limit: less than the digits that are asked for.
const BELOW: f64 = 1.0 - 4e-6;

/// A derivative of a step, and a disturbance of size one.
struct Powers<T: Scalar, X: StepSpace<T>> {
    derivative: SparseLinearization<T, X>,
    z: DVector<f64>,
    /// A factor of all momenta and carried velocities: coordinates and momenta then change each other by as much.
    balance: f64,
}

impl<T: Scalar, X: StepSpace<T>> Powers<T, X> {
    /// Disturbs the coordinates alone.
    fn new(derivative: SparseLinearization<T, X>) -> Self {
        let n = derivative.coordinates();
        let mut powers = Self {
            z: DVector::with_len(derivative.rows(), |k| if k < n { alike(k) } else { 0.0 }),
            derivative,
            balance: 1.0,
        };
        powers.normalize();
        powers.balance();
        powers
    }

    /// The number depends on h.
    fn balance(&mut self) {
        let before = core::mem::replace(&mut self.balance, 1.0);
        self.balance = self.balanced().unwrap_or(before);
    }

    /// √(β/γ), where coordinates change momenta by γ and momenta coordinates by β. It is 1/(ω h) if ω h is small: then the
    /// length is that of an energy.
    fn balanced(&mut self) -> Option<f64> {
        let (n, rows) = (self.derivative.coordinates(), self.derivative.rows());
        let mut change = |of_coordinates: bool| {
            let part = |is_of_it: bool, z: &DVector<f64>| {
                DVector::with_len(rows, |k| {
                    if ((k < n) == of_coordinates) == is_of_it {
                        at(z.as_slice(), k)
                    } else {
                        0.0
                    }
                })
            };
            let from = part(true, &DVector::with_len(rows, alike));
            let to = part(false, &self.product(&from).ok()?);
            Some(to.norm() / from.norm())
        };
        let balance = Scalar::sqrt(change(false)? / change(true)?);
        (balance > 0.0 && balance < f64::INFINITY).then_some(balance)
    }

    /// The factor of number k of the disturbance, which gives all its numbers one unit.
    fn weight(&self, k: usize) -> f64 {
        let weight = at(self.derivative.weights(), k).real().to_f64();
        if k < self.derivative.coordinates() {
            weight
        } else {
            weight * self.balance
        }
    }

    fn product(&mut self, z: &DVector<f64>) -> Result<DVector<f64>, Failure> {
        let numbers = z.iter().enumerate().map(|(k, z)| T::from_f64(z / self.weight(k)));
        let numbers: Vec<T> = numbers.collect();
        let product = self.derivative.multiply(&numbers)?;
        Ok(DVector::with_len(z.len(), |k| {
            at(product.as_slice(), k).real().to_f64() * self.weight(k)
        }))
    }

    /// Divides by the norm, which is the result.
    fn normalize(&mut self) -> f64 {
        let norm = self.z.norm();
        if norm > 0.0 {
            self.z.unscale_mut(norm);
        }
        norm
    }

    /// |A z|; z is A z of size one then, and stays as it is if that is not finite.
    fn grow(&mut self) -> Result<f64, Failure> {
        let product = self.product(&self.z.clone())?;
        self.z = product;
        Ok(self.normalize())
    }

    /// The growth of (A (A − 1))ᵏ z in each product: the largest |λ − 1| of those that do not decay at once, nearly.
    fn departure(&mut self) -> Result<f64, Failure> {
        let mut log = 0.0;
        for k in 0..FEW {
            if self.grow()? == 0.0 {
                return Ok(0.0);
            }
            let z = self.z.clone();
            self.z = self.product(&z)? - z;
            let norm = self.normalize();
            if norm == 0.0 {
                return Ok(0.0);
            }
            // The first half of them makes the part of these the largest.
            log += if 2 * k < FEW { 0.0 } else { Scalar::ln(norm) };
        }
        Ok(Scalar::exp(2.0 * log / f64::from(FEW)))
    }

    /// Whether the derivative turns each motion by a small angle.
    fn is_resolved(&self) -> bool {
        let all = Self::new(self.derivative.clone()).departure();
        all.is_ok_and(|by| by < RESOLVED)
    }

    /// How much a disturbance grows in a step, seen over at most `count` steps; 1 if it grows linearly or not at all.
    fn growth(&mut self, count: usize) -> Result<f64, Failure> {
        let (mut log, mut parts) = (0.0_f64, [f64::NEG_INFINITY; 2]);
        let half = count / 2;
        for k in 0..count {
            let norm = self.grow()?;
            if norm == 0.0 {
                return Ok(0.0);
            }
            log += Scalar::ln(norm);
            let [first, second] = &mut parts;
            let most = if k < half { first } else { second };
            *most = most.max(log);
        }
        let [first, second] = parts;
        let (gained, linear) = (second - first, Scalar::ln(BEYOND_LINEAR));
        let each = Scalar::exp(gained / half.max(1) as f64);
        match self.pair()? {
            Some(size) => Ok(size),
            None if gained.abs() > linear => Ok(each),
            None => Ok(1.0),
        }
    }

    /// |λ| of the pair whose vectors z is made of; `None` if it is made of more.
    fn pair(&mut self) -> Result<Option<f64>, Failure> {
        let z = self.z.clone();
        let once = self.product(&z)?;
        let twice = self.product(&once)?;
        // The part of A z across z, and then that of A² z across both.
        let along = z.dot(&once);
        let across = &once - &z * along;
        let norm = across.norm();
        if norm <= PAIRED * once.norm() {
            return Ok(Some(along.abs()));
        }
        // What A² z has along z would be rounding of a size that the division makes large.
        let a = across.dot(&(&twice - &z * z.dot(&twice))) / (norm * norm);
        let rest = &twice - &across * a;
        let b = z.dot(&rest);
        if (rest - &z * b).norm() * once.norm() > PAIRED * twice.norm() * norm {
            return Ok(None);
        }
        // A² z = a A z + (b − a along) z.
        let b = b - a * along;
        let is_double = (0.25 * a * a + b).abs() <= DOUBLE * b.abs();
        Ok((!is_double).then(|| larger_root(a, b)))
    }

    fn grows(&mut self, count: usize) -> Result<bool, Failure> {
        let size = match self.pair()? {
            Some(size) => size,
            None => self.growth(count)?,
        };
        Ok(size > 1.0 + ROUNDING)
    }

    /// Whether disturbances grow with another derivative. A step that fails counts as growth.
    fn grows_with(&mut self, derivative: Result<SparseLinearization<T, X>, Failure>, count: usize) -> bool {
        match derivative {
            Ok(derivative) => {
                self.derivative = derivative;
                self.balance();
                self.grows(count).unwrap_or(true)
            }
            Err(_) => true,
        }
    }

    /// Goes on until one pair is left, which grows faster than all others.
    fn purify(&mut self) {
        for _ in 0..MOST / FEWEST {
            let is_pair = !matches!(self.pair(), Ok(None));
            if is_pair || (0..FEWEST).any(|_| self.grow().is_err()) {
                return;
            }
        }
    }
}

/// The larger |λ| of λ² = a λ + b.
fn larger_root(a: f64, b: f64) -> f64 {
    let square = 0.25 * a * a + b;
    if square < 0.0 {
        return size(Complex {
            re: 0.5 * a,
            im: Scalar::sqrt(-square),
        });
    }
    0.5 * a.abs() + Scalar::sqrt(square)
}

/// Numbers between −1 and 1 that are not alike, the same in each run.
fn alike(k: usize) -> f64 {
    let golden = (k as f64 + 0.5) * 0.618_033_988_749_895;
    2.0 * (golden - libm::floor(golden)) - 1.0 + 0.1 * Scalar::sin(k as f64)
}

/// See [`SparseLinearization::growth`].
pub(crate) fn growth<T: Scalar, X: StepSpace<T>>(
    derivative: &SparseLinearization<T, X>,
) -> Result<f64, Failure> {
    Powers::new(derivative.clone()).growth(MOST)
}

/// The first step size up to `longest` at which a disturbance grows, with the derivatives of steps.
pub(super) fn first_growth<T: Scalar, X: StepSpace<T>>(
    longest: f64,
    mut step: impl FnMut(f64) -> Result<SparseLinearization<T, X>, Failure>,
) -> Result<StableSteps, Failure> {
    if !(longest > 0.0 && longest < f64::INFINITY) {
        return Err(Failure::StepSize { h: longest });
    }
    let (mut stable, mut powers) = short_step(longest, &mut step)?;
    if powers.grows(FEWEST)? {
        return Ok(StableSteps::Unstable(stable));
    }
    let mut ratio = COARSE;
    let mut unstable = loop {
        if stable >= longest {
            return Ok(StableSteps::UpTo(longest));
        }
        let h = (stable * ratio).min(longest);
        if powers.grows_with(step(h), FEWEST) {
            break h;
        }
        stable = h;
        if ratio == COARSE && !powers.is_resolved() {
            ratio = RATIO;
        }
    };
    for _ in 0..MOTIONS {
        powers.purify();
        stable = limit(&powers, (stable, unstable), &mut step);
        // Another motion may grow there, of which the disturbance had nothing.
        let below = stable * BELOW;
        let Ok(derivative) = step(below) else { break };
        powers = Powers::new(derivative);
        if !powers.grows(MOST).unwrap_or(true) {
            break;
        }
        (stable, unstable) = (below / COARSE, below);
    }
    Ok(StableSteps::Below(stable))
}

/// The limit of the motion that grows at the longer one of two steps.
fn limit<T: Scalar, X: StepSpace<T>>(
    motion: &Powers<T, X>,
    (mut stable, mut unstable): (f64, f64),
    step: &mut impl FnMut(f64) -> Result<SparseLinearization<T, X>, Failure>,
) -> f64 {
    while unstable - stable > DIGITS * unstable {
        let middle = 0.5 * (stable + unstable);
        let mut powers = Powers {
            z: motion.z.clone(),
            derivative: motion.derivative.clone(),
            balance: motion.balance,
        };
        // Modes of a structure are the same for all step sizes; what is not one is multiplied.
        if powers.grows_with(step(middle), products(1.0 - stable / unstable)) {
            unstable = middle;
        } else {
            stable = middle;
        }
    }
    stable
}

/// The number of products that show the growth of steps that are too long by a quarter of this part: by e^√(8 ε) in each where
/// a pair leaves −1, as that of `Verlet`.
fn products(part: f64) -> usize {
    let mut count = FEWEST;
    while count < MOST && (count as f64) * Scalar::sqrt(2.0 * part) < 4.0 {
        count *= 2;
    }
    count
}

/// A step that is short for all motions, or the shortest one.
fn short_step<T: Scalar, X: StepSpace<T>>(
    longest: f64,
    step: &mut impl FnMut(f64) -> Result<SparseLinearization<T, X>, Failure>,
) -> Result<(f64, Powers<T, X>), Failure> {
    let mut h = longest;
    let mut last = step(h);
    for _ in 0..HALVINGS {
        if let Ok(derivative) = last {
            let mut powers = Powers::new(derivative);
            if let Ok(by) = powers.departure()
                && by < SHORT
                && is_shown_short((h, by), step)
            {
                return Ok((h, Powers::new(powers.derivative)));
            }
        }
        h *= 0.5;
        last = step(h);
    }
    Ok((h, Powers::new(last?)))
}

/// Whether shorter steps depart from the identity by less, as those of a short step do.
fn is_shown_short<T: Scalar, X: StepSpace<T>>(
    (mut h, mut by): (f64, f64),
    step: &mut impl FnMut(f64) -> Result<SparseLinearization<T, X>, Failure>,
) -> bool {
    for _ in 0..SHOWN {
        h *= 0.5;
        let half = step(h).and_then(|derivative| Powers::new(derivative).departure());
        match half {
            Ok(half) if half <= f64::max(HALVED * by, AT_REST) => by = half,
            _ => return false,
        }
    }
    true
}
