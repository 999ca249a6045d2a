//! Random systems, written by `support/generator.rs`: run `BLESS=1 cargo test -p extremal-oracles --test derived` to write them anew.

use extremal::Scalar;
use extremal::prelude::*;

use crate::support::by_hand::{ByHand, Number};
use crate::support::generated::Sample;
use crate::support::point::Domain;
use crate::support::rates::{rate, slopes};

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1, x2),
    inputs(u),
    lagrangian = 0.5 * dt((a * sin((1.0 + x1.powi(2)).sqrt()).atan2(2.0)) + (b * x0)).powi(2) + ((((((((((x2 * 0.125) + ((2.0 + tanh((1.0 + t.powi(2)).sqrt())) * dt(x0).powi(2))) + (tanh((1.0 + t.powi(2)).sqrt()) * dt(x0))) + ((2.0 + (-t).cos()) * dt(x1).powi(2))) + ((t / (2.0 + cos(x1))).sin() * dt(x1))) + (((0.25 * (x1 * a).sin().atan2(2.0)) * dt(x1)) * dt(x0))) + ((2.0 + (-x2).cos()) * dt(x2).powi(2))) + (sin(x0.powi(2)) * dt(x2))) + (((0.25 * (t + x1).cos()) * dt(x2)) * dt(x0))) + (((0.25 * sin(0.5.powi(2))) * dt(x2)) * dt(x1))) + ((2.0 + tanh(x0)) * dt(x0).powi(4)) - ((((1.0 + x2.powi(2)).sqrt() * sin(a)) + (2.0 + (x2 / (2.0 + sin(x1))).sin()).ln()) / (2.0 + ((2.0 + (x2 * x1).tanh()).ln() + ((a * 0.375) - (x2 + 0.375))).sin())),
    force(x0 = u + ((2.0 + sin(u)).ln() / (2.0 + cos((0.5 * cos(u)).exp()))) + tanh(cos(dt(x2))), x1 = (1.0 + (0.5 * sin(x2)).exp().powi(2)).sqrt() * (1.0 + (a / (2.0 + cos(x0))).powi(2)).sqrt(), x2 = -((x0 / (2.0 + tanh(1.875))) * (x0 / (2.0 + sin(b).atan2(2.0))))),
    dissipation = (2.0 + sin(a)) * (dt(x0) + (x0 + 0.375).powi(2)).powi(2),
    discretize(Verlet, Midpoint)
)]
pub(crate) struct Random14<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random14<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random14<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(1.0) + q[1].powi(2)).sqrt().sin().atan2(T::from(2.0))) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + T::from(self.a).sin()) * (v[0] + (q[0] + T::from(0.375)).powi(2)).powi(2)
    }
}

impl ByHand for Random14<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((((((((((q[2] * T::from(0.125)) + ((T::from(2.0) + (T::from(1.0) + t.powi(2)).sqrt().tanh()) * v[0].powi(2))) + ((T::from(1.0) + t.powi(2)).sqrt().tanh() * v[0])) + ((T::from(2.0) + (-t).cos()) * v[1].powi(2))) + ((t / (T::from(2.0) + q[1].cos())).sin() * v[1])) + (((T::from(0.25) * (q[1] * T::from(self.a)).sin().atan2(T::from(2.0))) * v[1]) * v[0])) + ((T::from(2.0) + (-q[2]).cos()) * v[2].powi(2))) + (q[0].powi(2).sin() * v[2])) + (((T::from(0.25) * (t + q[1]).cos()) * v[2]) * v[0])) + (((T::from(0.25) * T::from(0.5).powi(2).sin()) * v[2]) * v[1])) + ((T::from(2.0) + q[0].tanh()) * v[0].powi(4)) - ((((T::from(1.0) + q[2].powi(2)).sqrt() * T::from(self.a).sin()) + (T::from(2.0) + (q[2] / (T::from(2.0) + q[1].sin())).sin()).ln()) / (T::from(2.0) + ((T::from(2.0) + (q[2] * q[1]).tanh()).ln() + ((T::from(self.a) * T::from(0.375)) - (q[2] + T::from(0.375)))).sin()))
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + ((T::from(2.0) + u[0].sin()).ln() / (T::from(2.0) + (T::from(0.5) * u[0].cos()).exp().cos())) + v[2].cos().tanh(), (T::from(1.0) + (T::from(0.5) * q[2].sin()).exp().powi(2)).sqrt() * (T::from(1.0) + (T::from(self.a) / (T::from(2.0) + q[0].cos())).powi(2)).sqrt(), -((q[0] / (T::from(2.0) + T::from(1.875).tanh())) * (q[0] / (T::from(2.0) + T::from(self.b).sin().atan2(T::from(2.0)))))];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    kinetic = 0.5 * dt((a * (a.powi(2) * (0.5 * sin(a).atan2(2.0)).exp())) + (b * x0)).powi(2) + ((b * 0.125) + ((2.0 + (0.5 + x0).sin()) * dt(x0).powi(2))) + ((-b).sin() * dt(x0)),
    potential = (2.0 + tanh((2.0 + ((0.5 - x0) + (0.5 * 2.0)).cos()).ln())).ln(),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random15<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random15<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random15<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(self.a).powi(2) * (T::from(0.5) * T::from(self.a).sin().atan2(T::from(2.0))).exp())) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random15<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((T::from(self.b) * T::from(0.125)) + ((T::from(2.0) + (T::from(0.5) + q[0]).sin()) * v[0].powi(2))) + ((-T::from(self.b)).sin() * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(2.0) + (T::from(2.0) + ((T::from(0.5) - q[0]) + (T::from(0.5) * T::from(2.0))).cos()).ln().tanh()).ln()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    inputs(u),
    kinetic = 0.5 * dt((a * ((2.125 + t) * (-x0))) + (b * x0)).powi(2) + (((((t * 0.125) + ((2.0 + (-a).cos()) * dt(x0).powi(2))) + ((x1 - t).sin() * dt(x0))) + ((2.0 + (x1 - x0).cos()) * dt(x1).powi(2))) + ((x1 / (2.0 + tanh(b))).sin() * dt(x1))) + (((0.25 * sin((2.0 + sin(t)).ln()).atan2(2.0)) * dt(x1)) * dt(x0)),
    potential = (-sin((x1 + x0).cos())),
    force(x0 = u + u.powi(2).powi(2) * (tanh(t) - dt(x1).powi(2)), x1 = -cos((1.0 + u.powi(2)).sqrt())),
    dissipation = (2.0 + cos(x0)) * (dt(x0) + ((b * dt(x0)) + (2.125 / (2.0 + sin(2.125))))).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random16<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random16<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random16<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(2.125) + t) * (-q[0]))) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + q[0].cos()) * (v[0] + ((T::from(self.b) * v[0]) + (T::from(2.125) / (T::from(2.0) + T::from(2.125).sin())))).powi(2)
    }
}

impl ByHand for Random16<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((t * T::from(0.125)) + ((T::from(2.0) + (-T::from(self.a)).cos()) * v[0].powi(2))) + ((q[1] - t).sin() * v[0])) + ((T::from(2.0) + (q[1] - q[0]).cos()) * v[1].powi(2))) + ((q[1] / (T::from(2.0) + T::from(self.b).tanh())).sin() * v[1])) + (((T::from(0.25) * (T::from(2.0) + t.sin()).ln().sin().atan2(T::from(2.0))) * v[1]) * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        -(q[1] + q[0]).cos().sin()
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + u[0].powi(2).powi(2) * (t.tanh() - v[1].powi(2)), -(T::from(1.0) + u[0].powi(2)).sqrt().cos()];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1, x2),
    kinetic = 0.5 * dt((a * (1.0 + (a + 0.375).powi(2)).sqrt()) + (b * x0)).powi(2) + (((((((((0.5 * 0.125) + ((2.0 + (-x2).cos()) * dt(x0).powi(2))) + ((2.25 / (2.0 + sin(b))).cos() * dt(x0))) + ((2.0 + (x1 + x2).tanh()) * dt(x1).powi(2))) + (sin((0.5 * sin(0.5).atan2(2.0)).exp()) * dt(x1))) + (((0.25 * sin(t.powi(2)).atan2(2.0)) * dt(x1)) * dt(x0))) + ((2.0 + tanh((2.0 + tanh(x1)).ln())) * dt(x2).powi(2))) + ((x1 - b).sin() * dt(x2))) + (((0.25 * (0.5 + t).sin()) * dt(x2)) * dt(x0))) + (((0.25 * cos(sin(0.5))) * dt(x2)) * dt(x1)),
    potential = ((1.0 + (0.5 * (x0 / (2.0 + sin(b))).cos()).exp().powi(2)).sqrt() * ((2.0 + cos(x2)).ln() * (x2 * t)).powi(2)),
    discretize(Verlet, Midpoint)
)]
pub(crate) struct Random17<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random17<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random17<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(1.0) + (T::from(self.a) + T::from(0.375)).powi(2)).sqrt()) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random17<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((((((T::from(0.5) * T::from(0.125)) + ((T::from(2.0) + (-q[2]).cos()) * v[0].powi(2))) + ((T::from(2.25) / (T::from(2.0) + T::from(self.b).sin())).cos() * v[0])) + ((T::from(2.0) + (q[1] + q[2]).tanh()) * v[1].powi(2))) + ((T::from(0.5) * T::from(0.5).sin().atan2(T::from(2.0))).exp().sin() * v[1])) + (((T::from(0.25) * t.powi(2).sin().atan2(T::from(2.0))) * v[1]) * v[0])) + ((T::from(2.0) + (T::from(2.0) + q[1].tanh()).ln().tanh()) * v[2].powi(2))) + ((q[1] - T::from(self.b)).sin() * v[2])) + (((T::from(0.25) * (T::from(0.5) + t).sin()) * v[2]) * v[0])) + (((T::from(0.25) * T::from(0.5).sin().cos()) * v[2]) * v[1])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(1.0) + (T::from(0.5) * (q[0] / (T::from(2.0) + T::from(self.b).sin())).cos()).exp().powi(2)).sqrt() * ((T::from(2.0) + q[2].cos()).ln() * (q[2] * t)).powi(2)
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    inputs(u),
    kinetic = 0.5 * dt((a * ((0.5 - x0) + tanh(t))) + (b * x0)).powi(2) + ((t * 0.125) + ((2.0 + sin(b.powi(2)).atan2(2.0)) * dt(x0).powi(2))) + (cos((2.0 + tanh(x0)).ln()) * dt(x0)),
    potential = ((((x0 - b) * 0.5.powi(2)) - sin(a).powi(2)) * (1.0 + (1.0 + (1.0 + 2.375.powi(2)).sqrt().powi(2)).sqrt().powi(2)).sqrt()),
    force(x0 = u + (1.0 + (x0 + u).powi(2)).sqrt() * (cos(u) * cos(0.5))),
    dissipation = (2.0 + cos(dt(x0))) * (dt(x0) + (0.5 * (t - 2.375).sin()).exp()).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random18<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random18<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random18<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(0.5) - q[0]) + t.tanh())) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + v[0].cos()) * (v[0] + (T::from(0.5) * (t - T::from(2.375)).sin()).exp()).powi(2)
    }
}

impl ByHand for Random18<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((t * T::from(0.125)) + ((T::from(2.0) + T::from(self.b).powi(2).sin().atan2(T::from(2.0))) * v[0].powi(2))) + ((T::from(2.0) + q[0].tanh()).ln().cos() * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (((q[0] - T::from(self.b)) * T::from(0.5).powi(2)) - T::from(self.a).sin().powi(2)) * (T::from(1.0) + (T::from(1.0) + (T::from(1.0) + T::from(2.375).powi(2)).sqrt().powi(2)).sqrt().powi(2)).sqrt()
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + (T::from(1.0) + (q[0] + u[0]).powi(2)).sqrt() * (u[0].cos() * T::from(0.5).cos())];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    lagrangian = 0.5 * dt((a * (2.5 / (2.0 + tanh(x1))).powi(2)) + (b * x0)).powi(2) + ((((((x0 * 0.125) + ((2.0 + (0.5 + 2.5).sin()) * dt(x0).powi(2))) + ((x1 + t).sin().atan2(2.0) * dt(x0))) + ((2.0 + (x1 * a).sin()) * dt(x1).powi(2))) + ((a + b).sin().atan2(2.0) * dt(x1))) + (((0.25 * sin(x0.powi(2)).atan2(2.0)) * dt(x1)) * dt(x0))) + ((2.0 + sin(t)) * dt(x0).powi(4)) - (((-(2.0 + cos(0.5)).ln()) - ((x0 * t) - (x1 - b))) - (((-b) - 0.375) * (-x1).sin())),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random19<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random19<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random19<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(2.5) / (T::from(2.0) + q[1].tanh())).powi(2)) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random19<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((((((q[0] * T::from(0.125)) + ((T::from(2.0) + (T::from(0.5) + T::from(2.5)).sin()) * v[0].powi(2))) + ((q[1] + t).sin().atan2(T::from(2.0)) * v[0])) + ((T::from(2.0) + (q[1] * T::from(self.a)).sin()) * v[1].powi(2))) + ((T::from(self.a) + T::from(self.b)).sin().atan2(T::from(2.0)) * v[1])) + (((T::from(0.25) * q[0].powi(2).sin().atan2(T::from(2.0))) * v[1]) * v[0])) + ((T::from(2.0) + t.sin()) * v[0].powi(4)) - (((-(T::from(2.0) + T::from(0.5).cos()).ln()) - ((q[0] * t) - (q[1] - T::from(self.b)))) - (((-T::from(self.b)) - T::from(0.375)) * (-q[1]).sin()))
    }
}
