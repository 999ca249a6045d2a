//! The central path: percussions inside of their cones of friction, and velocities inside of the dual cones.
//!
//! ```text
//! p = (μ P_N, P_T)/s,   v = s (ξ_N/μ + |ξ_T|, ξ_T),   p and v in the cone x₀ ≥ |x₁|
//! p ∘ v = σ e,   σ → 0
//! ```
//!
//! A step of Newton's method towards a point of the path, with the scaling H p = v of Nesterov and Todd:
//!
//! ```text
//! (M + H) Δp = σ p⁻¹ − v(p),   M = ∂v/∂p,   Δv = σ p⁻¹ − v − H Δp
//! ```
//!
//! Redundant contacts share their load by H, however little their velocities contradict each other. Knows no pieces.

#[cfg(feature = "alloc")]
pub(super) mod leap;

use super::laws::Problem;
use super::local::{Local, Triple, larger, length};
use super::lorentz::{det, dot, eigenvalues, inverse, moved, reach, scaling};
use super::tangent::Tangent;
use extremal_numerics::block::at;
use extremal_numerics::{LinearFailure, Scalar, Size};

/// States of contacts, as numbers.
const OPEN: f64 = 0.0;
pub(super) const STICKS: f64 = 1.0;
pub(super) const SLIPS: f64 = 2.0;

/// The part of the way to the boundary of a cone that a step takes.
const NEARLY: f64 = 0.98;
/// The least part of the mean p·v that √(det p det v) of a contact is on the path.
const CENTRED: f64 = 0.4;
/// Percussions over those that stop the contacts, far from a solution.
const LOST: f64 = 100.0;
/// Shorter and shorter steps of a contact that is not.
const SHORTER: [f64; 10] = [1.0, 0.7, 0.5, 0.35, 0.25, 0.17, 0.12, 0.08, 0.06, 0.04];

/// A contact in units in which its mass is about 1 and its cone of friction is that of 45°.
struct Cone<T> {
    local: Local<T>,
    /// P over p, and v over ξ.
    units: Triple<T>,
}

impl<T: Size> Cone<T> {
    fn new(local: Local<T>) -> Self {
        let zero = T::from_f64(0.0);
        let units = if local.has_friction() {
            let normal = local.normal / (local.friction * local.friction);
            let s = Scalar::recip(Scalar::sqrt(larger(normal, local.tangential)));
            [s / local.friction, s, s]
        } else {
            [Scalar::recip(Scalar::sqrt(local.normal)), zero, zero]
        };
        Self { local, units }
    }

    /// v(p) and the slip, in a unit of v.
    fn velocities(&self, xi: Triple<T>, unit: T) -> (Triple<T>, [T; 2]) {
        let [normal, x, y] = times(self.units, xi).map(|v| v / unit);
        ([normal + length([x, y]), x, y], [x, y])
    }
}

/// The direction of a slip. One that is not far above `blur` has less than a direction.
fn direction<T: Size>([x, y]: [T; 2], blur: T) -> [T; 2] {
    let size = length([length([x, y]), blur]);
    if size > T::from_f64(0.0) {
        [x / size, y / size]
    } else {
        [T::from_f64(0.0); 2]
    }
}

/// The products of the components.
fn times<T: Size>([a, b, c]: Triple<T>, [x, y, z]: Triple<T>) -> Triple<T> {
    [a * x, b * y, c * z]
}

/// The number of slices that a path needs.
pub(super) const SLICES: usize = 10;

/// A point near the path, and memory.
pub(super) struct Path<'a, 'm, T, P> {
    problem: &'a P,
    units: &'m mut [T],
    /// The largest c, the unit of p and v.
    unit: T,
    /// Where the direction of a slip is blurred: see [`leap`].
    blur: T,
    share: T,
    #[cfg(feature = "alloc")]
    vagueness: T,
    /// p and v, and those before the last step.
    p: &'m mut [T],
    v: &'m mut [T],
    last_p: &'m mut [T],
    last_v: &'m mut [T],
    dp: &'m mut [T],
    dv: &'m mut [T],
    percussions: &'m mut [T],
    /// [`OPEN`], [`STICKS`] or [`SLIPS`] in the normal row of each contact: of the two factors that have the product σ, which
    /// one the last step reduces faster.
    states: &'m mut [T],
    last_states: &'m mut [T],
}

impl<'a, 'm, T: Size, P: Problem<T>> Path<'a, 'm, T, P> {
    /// p = v = (1, 0).
    pub(super) fn new(problem: &'a P, slices: [&'m mut [T]; SLICES]) -> Self {
        let [
            units,
            p,
            v,
            last_p,
            last_v,
            dp,
            dv,
            percussions,
            states,
            last_states,
        ] = slices;
        let [zero, one] = [0.0, 1.0].map(T::from_f64);
        let mut unit = T::MIN_POSITIVE;
        for cone in problem.each().map(Cone::new) {
            cone.local.write(units, cone.units);
            let free = times(cone.units, cone.local.of(problem.free())).map(Scalar::abs);
            unit = free.into_iter().fold(unit, |most, c| larger(c, most));
            cone.local.write(p, [one, zero, zero]);
            cone.local.write(v, [one, zero, zero]);
        }
        states.fill(zero);
        Self {
            problem,
            units,
            unit,
            blur: zero,
            share: zero,
            #[cfg(feature = "alloc")]
            vagueness: zero,
            p,
            v,
            last_p,
            last_v,
            dp,
            dv,
            percussions,
            states,
            last_states,
        }
    }

    /// The memory.
    pub(super) fn end(self) -> [&'m mut [T]; SLICES] {
        [
            self.units,
            self.p,
            self.v,
            self.last_p,
            self.last_v,
            self.dp,
            self.dv,
            self.percussions,
            self.states,
            self.last_states,
        ]
    }

    fn cones(&self) -> impl Iterator<Item = Cone<T>> + use<'a, T, P> {
        let problem: &'a P = self.problem;
        problem.each().map(Cone::new)
    }

    /// p and v of a contact.
    fn pair(&self, local: &Local<T>) -> [Triple<T>; 2] {
        [&*self.p, &*self.v].map(|numbers| local.of(numbers))
    }

    /// P
    pub(super) fn percussions(&mut self) -> &[T] {
        let parts = self.units.iter().zip(&*self.p);
        for (percussion, (&unit, &p)) in self.percussions.iter_mut().zip(parts) {
            *percussion = unit * (self.unit * p);
        }
        self.percussions
    }

    /// The states of contacts that the last step shows.
    pub(super) fn states(&self) -> &[T] {
        self.states
    }

    /// Whether the last two steps show the same states.
    pub(super) fn has_states(&self) -> bool {
        self.states == self.last_states
    }

    /// The mean of p·v over the contacts.
    pub(super) fn gap(&self) -> T {
        let products = self.cones().map(|cone| {
            let [p, v] = self.pair(&cone.local);
            dot(p, v)
        });
        let (sum, count) = products.fold((T::from_f64(0.0), 0), |(sum, count), product| {
            (sum + product, count + 1)
        });
        sum / T::from_count(count)
    }

    /// Whether percussions are far larger than those that stop the contacts. The path of a problem without a solution goes to
    /// infinity, where rounding errors hide what contradicts.
    pub(super) fn is_lost(&self) -> bool {
        self.cones().any(|cone| {
            let [[p, ..], _] = self.pair(&cone.local);
            let is_bounded = p < T::from_f64(LOST);
            !is_bounded
        })
    }

    /// Whether √(det p det v) of each contact is near the mean.
    fn is_centred(&self) -> bool {
        let least = T::from_f64(CENTRED) * self.gap();
        self.cones().all(|cone| {
            let [p, v] = self.pair(&cone.local).map(|x| Scalar::sqrt(det(x)));
            p * v > least
        })
    }

    /// A step towards the point with the mean `target`, as long as p and v stay inside and centred. Its length.
    pub(super) fn advance(
        &mut self,
        target: T,
        tangent: &mut impl Tangent<T, P>,
    ) -> Result<T, LinearFailure> {
        self.equations(target, tangent);
        tangent.solve(self.dp)?;
        for Cone { local, .. } in self.cones() {
            let [p, v] = self.pair(&local);
            let towards = moved(inverse(p).map(|x| target * x), T::from_f64(-1.0), v);
            local.write(self.dv, towards);
        }
        let most = self.reach_of_step();
        self.leave();
        let mut length = most;
        for shorter in SHORTER {
            length = most * T::from_f64(shorter);
            self.walk(length);
            if self.is_centred() {
                break;
            }
        }
        Ok(length)
    }

    /// Δv of a known Δp, where `dv` is Δv + H Δp before. How far the step may lead, up to 1.
    fn reach_of_step(&mut self) -> T {
        core::mem::swap(&mut self.states, &mut self.last_states);
        let mut most = T::from_f64(1.0);
        for Cone { local, .. } in self.cones() {
            let ([p, v], dp) = (self.pair(&local), local.of(self.dp));
            let towards = local.of(self.dv);
            let dv = moved(towards, T::from_f64(-1.0), scaling(p, v).map(|row| dot(row, dp)));
            local.write(self.dv, dv);
            for reach in [reach(p, dp), reach(v, dv)] {
                let inside = T::from_f64(NEARLY) * reach;
                most = if inside < most { inside } else { most };
            }
            self.distinguish(&local, dp, dv);
        }
        most
    }

    /// A step begins where the last one has led.
    fn leave(&mut self) {
        core::mem::swap(&mut self.p, &mut self.last_p);
        core::mem::swap(&mut self.v, &mut self.last_v);
    }

    /// A part of the step, from where it begins.
    fn walk(&mut self, length: T) {
        walk(self.p, (self.last_p, self.dp), length);
        walk(self.v, (self.last_v, self.dv), length);
    }

    /// Writes M + H to `tangent`, and σ p⁻¹ − v(p) to `dp`.
    fn equations(&mut self, target: T, tangent: &mut impl Tangent<T, P>) {
        let problem = self.problem;
        self.percussions();
        let [zero, one] = [0.0, 1.0].map(T::from_f64);
        let floor = T::from_f64(8.0 * T::EPSILON) * T::from_count(problem.rows());
        tangent.clear(problem);
        for cone in self.cones() {
            let local = cone.local;
            let (xi, _) = local.velocities(problem, self.percussions);
            let (velocities, slip) = cone.velocities(xi, self.unit);
            let [p, v] = self.pair(&local);
            let [along_1, along_2] = direction(slip, self.blur(velocities, v));
            let h = scaling(p, v);
            let [[size, ..], ..] = h;
            let right @ [normal, ..] = moved(inverse(p).map(|x| target * x), T::from_f64(-1.0), velocities);
            let has_friction = local.has_friction();
            local.write(self.dp, if has_friction { right } else { [normal, zero, zero] });
            for (k, (row, h)) in local.rows().zip(h).enumerate() {
                if k > 0 && !has_friction {
                    tangent.add(row, row, one);
                    continue;
                }
                // v₀ has |ξ_T| beside ξ_N.
                let parts = match k {
                    0 => [one, along_1, along_2],
                    1 => [zero, one, zero],
                    _ => [zero, zero, one],
                };
                for (of, (part, unit)) in local.rows().zip(parts.into_iter().zip(cone.units)) {
                    if part != zero {
                        let units = &*self.units;
                        tangent.add_row(problem, row, of, |column, g| part * unit * g * at(units, column));
                    }
                }
                local
                    .rows()
                    .zip(h)
                    .for_each(|(column, h)| tangent.add(row, column, h));
                // The pivots of shared loads are as small as H. Larger ones take shorter steps, to the same point.
                tangent.add(row, row, floor * larger(size, one));
            }
        }
    }

    /// The blur of the slip of a contact: that of all slips, or a share of what its v(p) and v differ by. None on short steps.
    fn blur(&self, [given, ..]: Triple<T>, [known, ..]: Triple<T>) -> T {
        larger(self.blur, self.share * Scalar::abs(given - known))
    }

    /// Which factor of p ∘ v becomes small: that which the step reduces more, in units of itself.
    fn distinguish(&mut self, local: &Local<T>, dp: Triple<T>, dv: Triple<T>) {
        let [p, v] = self.pair(local);
        let after = |x, d| {
            let most = T::from_f64(NEARLY) * reach(x, d);
            let one = T::from_f64(1.0);
            eigenvalues(moved(x, if most < one { most } else { one }, d))
        };
        let ([low_p, high_p], [low_v, high_v]) = (eigenvalues(p), eigenvalues(v));
        let ([less_p, more_p], [less_v, more_v]) = (after(p, dp), after(v, dv));
        let opens = more_p * high_v < high_p * more_v && more_p * low_v < high_p * less_v;
        let slips = less_p * high_v < low_p * more_v;
        let state = if opens {
            OPEN
        } else if slips && local.has_friction() {
            SLIPS
        } else {
            STICKS
        };
        let state = T::from_f64(state);
        local.write(self.states, [state; 3]);
    }
}

/// x + α d
fn walk<T: Size>(to: &mut [T], (from, direction): (&[T], &[T]), length: T) {
    let parts = from.iter().zip(direction);
    for (to, (&from, &direction)) in to.iter_mut().zip(parts) {
        *to = from + length * direction;
    }
}
