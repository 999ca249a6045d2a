//! Random systems, written by `support/generator.rs`: run `BLESS=1 cargo test -p extremal-oracles --test derived` to write them anew.

use extremal::Scalar;
use extremal::prelude::*;

use crate::support::by_hand::{ByHand, Number};
use crate::support::generated::Sample;
use crate::support::point::Domain;
use crate::support::rates::{rate, slopes};

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    kinetic = 0.5 * dt((a * (0.5 * tanh(sin(1.0))).exp()) + (b * x0)).powi(2) + (((((1.0 * 0.125) + ((2.0 + sin((2.0 + sin(1.0)).ln())) * dt(x0).powi(2))) + ((a / (2.0 + sin(0.5).atan2(2.0))).sin() * dt(x0))) + ((2.0 + tanh((2.0 + cos(x1)).ln())) * dt(x1).powi(2))) + (sin((2.0 + sin(x1)).ln()).atan2(2.0) * dt(x1))) + (((0.25 * (x0 * x1).cos()) * dt(x1)) * dt(x0)),
    potential = (1.0 + (1.0 + (t + x0).powi(2).powi(2)).sqrt().powi(2)).sqrt(),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random7<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random7<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random7<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(0.5) * T::from(1.0).sin().tanh()).exp()) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random7<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((T::from(1.0) * T::from(0.125)) + ((T::from(2.0) + (T::from(2.0) + T::from(1.0).sin()).ln().sin()) * v[0].powi(2))) + ((T::from(self.a) / (T::from(2.0) + T::from(0.5).sin().atan2(T::from(2.0)))).sin() * v[0])) + ((T::from(2.0) + (T::from(2.0) + q[1].cos()).ln().tanh()) * v[1].powi(2))) + ((T::from(2.0) + q[1].sin()).ln().sin().atan2(T::from(2.0)) * v[1])) + (((T::from(0.25) * (q[0] * q[1]).cos()) * v[1]) * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(1.0) + (T::from(1.0) + (t + q[0]).powi(2).powi(2)).sqrt().powi(2)).sqrt()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1, x2),
    inputs(u),
    kinetic = 0.5 * dt((a * ((0.5 * sin(b)).exp() / (2.0 + (1.125 + x1).sin()))) + (b * x0)).powi(2) + (((((((((x0 * 0.125) + ((2.0 + sin((2.0 + cos(t)).ln()).atan2(2.0)) * dt(x0).powi(2))) + ((a / (2.0 + sin(x1))).sin() * dt(x0))) + ((2.0 + cos((2.0 + cos(x1)).ln())) * dt(x1).powi(2))) + ((x0 + 0.375).tanh() * dt(x1))) + (((0.25 * (x0 + 0.375).tanh()) * dt(x1)) * dt(x0))) + ((2.0 + (t * x2).cos()) * dt(x2).powi(2))) + ((t + a).cos() * dt(x2))) + (((0.25 * sin((1.0 + 1.125.powi(2)).sqrt())) * dt(x2)) * dt(x0))) + (((0.25 * (x0 + x2).cos()) * dt(x2)) * dt(x1)),
    potential = ((1.0 + tanh(sin(a)).powi(2)).sqrt() / (2.0 + (sin(x0).powi(2) - ((x1 + b) + (x1 * x0))).tanh())),
    force(x0 = u + t.powi(2).powi(2) * ((1.0 + x2.powi(2)).sqrt() + sin(t).atan2(2.0)), x1 = (-(2.0 + sin(0.5)).ln()) * ((u + 1.125) * (x0 + dt(x2))), x2 = (1.0 + (2.0 + sin(dt(x2))).ln().powi(2)).sqrt() + ((-0.5) * (-x1))),
    dissipation = (2.0 + cos(a)) * (dt(x0) + ((1.0 + dt(x0).powi(2)).sqrt() + (dt(x0) / (2.0 + tanh(0.5))))).powi(2),
    discretize(Verlet, Midpoint)
)]
pub(crate) struct Random8<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random8<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random8<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(0.5) * T::from(self.b).sin()).exp() / (T::from(2.0) + (T::from(1.125) + q[1]).sin()))) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + T::from(self.a).cos()) * (v[0] + ((T::from(1.0) + v[0].powi(2)).sqrt() + (v[0] / (T::from(2.0) + T::from(0.5).tanh())))).powi(2)
    }
}

impl ByHand for Random8<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((((((q[0] * T::from(0.125)) + ((T::from(2.0) + (T::from(2.0) + t.cos()).ln().sin().atan2(T::from(2.0))) * v[0].powi(2))) + ((T::from(self.a) / (T::from(2.0) + q[1].sin())).sin() * v[0])) + ((T::from(2.0) + (T::from(2.0) + q[1].cos()).ln().cos()) * v[1].powi(2))) + ((q[0] + T::from(0.375)).tanh() * v[1])) + (((T::from(0.25) * (q[0] + T::from(0.375)).tanh()) * v[1]) * v[0])) + ((T::from(2.0) + (t * q[2]).cos()) * v[2].powi(2))) + ((t + T::from(self.a)).cos() * v[2])) + (((T::from(0.25) * (T::from(1.0) + T::from(1.125).powi(2)).sqrt().sin()) * v[2]) * v[0])) + (((T::from(0.25) * (q[0] + q[2]).cos()) * v[2]) * v[1])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(1.0) + T::from(self.a).sin().tanh().powi(2)).sqrt() / (T::from(2.0) + (q[0].sin().powi(2) - ((q[1] + T::from(self.b)) + (q[1] * q[0]))).tanh())
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + t.powi(2).powi(2) * ((T::from(1.0) + q[2].powi(2)).sqrt() + t.sin().atan2(T::from(2.0))), (-(T::from(2.0) + T::from(0.5).sin()).ln()) * ((u[0] + T::from(1.125)) * (q[0] + v[2])), (T::from(1.0) + (T::from(2.0) + v[2].sin()).ln().powi(2)).sqrt() + ((-T::from(0.5)) * (-q[1]))];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    lagrangian = 0.5 * dt((a * ((0.5 - x0) * (0.5 * sin(t).atan2(2.0)).exp())) + (b * x0)).powi(2) + (((a * 0.125) + ((2.0 + (b * x0).sin()) * dt(x0).powi(2))) + ((x0 * 1.25).sin() * dt(x0))) + ((2.0 + sin(a)) * dt(x0).powi(4)) - (((2.0 + cos(sin(t))).ln() * (0.5 * cos(x0.powi(2))).exp()) + (0.5 * cos(sin((1.0 + a.powi(2)).sqrt()))).exp()),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random9<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random9<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random9<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(0.5) - q[0]) * (T::from(0.5) * t.sin().atan2(T::from(2.0))).exp())) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random9<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((T::from(self.a) * T::from(0.125)) + ((T::from(2.0) + (T::from(self.b) * q[0]).sin()) * v[0].powi(2))) + ((q[0] * T::from(1.25)).sin() * v[0])) + ((T::from(2.0) + T::from(self.a).sin()) * v[0].powi(4)) - (((T::from(2.0) + t.sin().cos()).ln() * (T::from(0.5) * q[0].powi(2).cos()).exp()) + (T::from(0.5) * (T::from(1.0) + T::from(self.a).powi(2)).sqrt().sin().cos()).exp())
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    inputs(u),
    kinetic = 0.5 * dt((a * (1.0 + (b + 1.375).powi(2)).sqrt()) + (b * x0)).powi(2) + (((((x0 * 0.125) + ((2.0 + (x0 + t).cos()) * dt(x0).powi(2))) + ((0.5 * 0.375).sin() * dt(x0))) + ((2.0 + cos((2.0 + tanh(x1)).ln())) * dt(x1).powi(2))) + ((a - x0).sin() * dt(x1))) + (((0.25 * sin((2.0 + tanh(1.375)).ln())) * dt(x1)) * dt(x0)),
    potential = ((2.0 + cos(x1)).ln() - (x0 + b)).powi(2).powi(2),
    force(x0 = u + (2.0 + (-(-dt(x0))).sin()).ln(), x1 = (1.0 + ((1.0 + a.powi(2)).sqrt() * (-x1)).powi(2)).sqrt()),
    dissipation = (2.0 + tanh(dt(x0))) * (dt(x0) + (0.5 / (2.0 + tanh(x0))).powi(2)).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random10<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random10<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random10<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(1.0) + (T::from(self.b) + T::from(1.375)).powi(2)).sqrt()) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + v[0].tanh()) * (v[0] + (T::from(0.5) / (T::from(2.0) + q[0].tanh())).powi(2)).powi(2)
    }
}

impl ByHand for Random10<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((q[0] * T::from(0.125)) + ((T::from(2.0) + (q[0] + t).cos()) * v[0].powi(2))) + ((T::from(0.5) * T::from(0.375)).sin() * v[0])) + ((T::from(2.0) + (T::from(2.0) + q[1].tanh()).ln().cos()) * v[1].powi(2))) + ((T::from(self.a) - q[0]).sin() * v[1])) + (((T::from(0.25) * (T::from(2.0) + T::from(1.375).tanh()).ln().sin()) * v[1]) * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        ((T::from(2.0) + q[1].cos()).ln() - (q[0] + T::from(self.b))).powi(2).powi(2)
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + (T::from(2.0) + (-(-v[0])).sin()).ln(), (T::from(1.0) + ((T::from(1.0) + T::from(self.a).powi(2)).sqrt() * (-q[1])).powi(2)).sqrt()];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1, x2),
    kinetic = 0.5 * dt((a * (2.0 + sin((1.0 + x0.powi(2)).sqrt())).ln()) + (b * x0)).powi(2) + (((((((((1.5 * 0.125) + ((2.0 + (x2 + x1).tanh()) * dt(x0).powi(2))) + (sin(cos(0.5)) * dt(x0))) + ((2.0 + sin((2.0 + sin(x1).atan2(2.0)).ln())) * dt(x1).powi(2))) + ((x2 + x0).cos() * dt(x1))) + (((0.25 * (a * x0).tanh()) * dt(x1)) * dt(x0))) + ((2.0 + (a / (2.0 + sin(x0).atan2(2.0))).cos()) * dt(x2).powi(2))) + (sin((1.0 + x0.powi(2)).sqrt()).atan2(2.0) * dt(x2))) + (((0.25 * (x2 + 1.5).sin()) * dt(x2)) * dt(x0))) + (((0.25 * (a * x1).tanh()) * dt(x2)) * dt(x1)),
    potential = ((((t * x2) - cos(x2)) * (0.5 * (t + b).tanh()).exp()) * ((2.0 + cos(b)).ln().powi(2) - ((x1 + x2) * (0.5 - x1)))),
    discretize(Verlet, Midpoint)
)]
pub(crate) struct Random11<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random11<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random11<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (T::from(2.0) + (T::from(1.0) + q[0].powi(2)).sqrt().sin()).ln()) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random11<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((((((T::from(1.5) * T::from(0.125)) + ((T::from(2.0) + (q[2] + q[1]).tanh()) * v[0].powi(2))) + (T::from(0.5).cos().sin() * v[0])) + ((T::from(2.0) + (T::from(2.0) + q[1].sin().atan2(T::from(2.0))).ln().sin()) * v[1].powi(2))) + ((q[2] + q[0]).cos() * v[1])) + (((T::from(0.25) * (T::from(self.a) * q[0]).tanh()) * v[1]) * v[0])) + ((T::from(2.0) + (T::from(self.a) / (T::from(2.0) + q[0].sin().atan2(T::from(2.0)))).cos()) * v[2].powi(2))) + ((T::from(1.0) + q[0].powi(2)).sqrt().sin().atan2(T::from(2.0)) * v[2])) + (((T::from(0.25) * (q[2] + T::from(1.5)).sin()) * v[2]) * v[0])) + (((T::from(0.25) * (T::from(self.a) * q[1]).tanh()) * v[2]) * v[1])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (((t * q[2]) - q[2].cos()) * (T::from(0.5) * (t + T::from(self.b)).tanh()).exp()) * ((T::from(2.0) + T::from(self.b).cos()).ln().powi(2) - ((q[1] + q[2]) * (T::from(0.5) - q[1])))
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    inputs(u),
    kinetic = 0.5 * dt((a * ((2.0 + sin(a)).ln() * (0.5 * x0))) + (b * x0)).powi(2) + ((x0 * 0.125) + ((2.0 + (x0 / (2.0 + tanh(0.5))).cos()) * dt(x0).powi(2))) + (sin((0.5 * sin(b)).exp()) * dt(x0)),
    potential = (((t.powi(2) / (2.0 + (-x0).sin().atan2(2.0))) + ((1.625 / (2.0 + sin(0.5))) + (2.0 + tanh(1.625)).ln())) / (2.0 + (((2.0 + cos(x0)).ln() * 0.375) / (2.0 + tanh((0.5 * sin(sin(0.5).atan2(2.0)).atan2(2.0)).exp()))).sin())),
    force(x0 = u + (cos(1.625) + (2.0 + tanh(x0)).ln()) / (2.0 + ((0.5 * sin(u).atan2(2.0)).exp() - (x0 / (2.0 + cos(u)))).cos())),
    dissipation = (2.0 + cos(a)) * (dt(x0) + ((x0 / (2.0 + sin(0.5))) / (2.0 + (x0 * 0.375).sin().atan2(2.0)))).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random12<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random12<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random12<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(2.0) + T::from(self.a).sin()).ln() * (T::from(0.5) * q[0]))) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + T::from(self.a).cos()) * (v[0] + ((q[0] / (T::from(2.0) + T::from(0.5).sin())) / (T::from(2.0) + (q[0] * T::from(0.375)).sin().atan2(T::from(2.0))))).powi(2)
    }
}

impl ByHand for Random12<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((q[0] * T::from(0.125)) + ((T::from(2.0) + (q[0] / (T::from(2.0) + T::from(0.5).tanh())).cos()) * v[0].powi(2))) + ((T::from(0.5) * T::from(self.b).sin()).exp().sin() * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        ((t.powi(2) / (T::from(2.0) + (-q[0]).sin().atan2(T::from(2.0)))) + ((T::from(1.625) / (T::from(2.0) + T::from(0.5).sin())) + (T::from(2.0) + T::from(1.625).tanh()).ln())) / (T::from(2.0) + (((T::from(2.0) + q[0].cos()).ln() * T::from(0.375)) / (T::from(2.0) + (T::from(0.5) * T::from(0.5).sin().atan2(T::from(2.0)).sin().atan2(T::from(2.0))).exp().tanh())).sin())
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + (T::from(1.625).cos() + (T::from(2.0) + q[0].tanh()).ln()) / (T::from(2.0) + ((T::from(0.5) * u[0].sin().atan2(T::from(2.0))).exp() - (q[0] / (T::from(2.0) + u[0].cos()))).cos())];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    kinetic = 0.5 * dt((a * (-(-x0))) + (b * x0)).powi(2) + (((((x0 * 0.125) + ((2.0 + cos((0.5 * cos(x0)).exp())) * dt(x0).powi(2))) + ((t - x0).cos() * dt(x0))) + ((2.0 + (-x0).sin().atan2(2.0)) * dt(x1).powi(2))) + (sin((1.0 + x0.powi(2)).sqrt()).atan2(2.0) * dt(x1))) + (((0.25 * (-b).cos()) * dt(x1)) * dt(x0)),
    potential = (sin((2.0 + tanh((2.0 + sin(0.5)).ln())).ln()).atan2(2.0) * (0.5 * sin(x0.powi(2))).exp().powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random13<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random13<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random13<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (-(-q[0]))) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random13<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((q[0] * T::from(0.125)) + ((T::from(2.0) + (T::from(0.5) * q[0].cos()).exp().cos()) * v[0].powi(2))) + ((t - q[0]).cos() * v[0])) + ((T::from(2.0) + (-q[0]).sin().atan2(T::from(2.0))) * v[1].powi(2))) + ((T::from(1.0) + q[0].powi(2)).sqrt().sin().atan2(T::from(2.0)) * v[1])) + (((T::from(0.25) * (-T::from(self.b)).cos()) * v[1]) * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(2.0) + (T::from(2.0) + T::from(0.5).sin()).ln().tanh()).ln().sin().atan2(T::from(2.0)) * (T::from(0.5) * q[0].powi(2).sin()).exp().powi(2)
    }
}
