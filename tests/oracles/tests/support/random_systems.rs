//! Random systems, written by `support/generator.rs`: run `BLESS=1 cargo test -p extremal-oracles --test derived` to write them anew.

use extremal::Scalar;
use extremal::prelude::*;

use super::by_hand::{ByHand, Number};
use super::generated::Sample;
use super::point::Domain;
use super::rates::{rate, slopes};

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    inputs(u),
    kinetic = 0.5 * dt((a * (-a.powi(2))) + (b * x0)).powi(2) + ((0.125 * 0.125) + ((2.0 + cos((1.0 + x0.powi(2)).sqrt())) * dt(x0).powi(2))) + ((b + x0).cos() * dt(x0)),
    potential = (((0.5 * cos(sin(t).atan2(2.0))).exp() + (1.0 + (0.125 + x0).powi(2)).sqrt()) * ((0.125 + 0.375).powi(2) - ((-b) + (x0 * 0.375)))),
    force(x0 = u + ((2.0 + tanh(u)).ln() - u.powi(2)) - ((0.5 * u) - (u - a))),
    dissipation = (2.0 + sin(a)) * (dt(x0) + (dt(x0) * x0).tanh()).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random0<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random0<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random0<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (-T::from(self.a).powi(2))) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + T::from(self.a).sin()) * (v[0] + (v[0] * q[0]).tanh()).powi(2)
    }
}

impl ByHand for Random0<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((T::from(0.125) * T::from(0.125)) + ((T::from(2.0) + (T::from(1.0) + q[0].powi(2)).sqrt().cos()) * v[0].powi(2))) + ((T::from(self.b) + q[0]).cos() * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        ((T::from(0.5) * t.sin().atan2(T::from(2.0)).cos()).exp() + (T::from(1.0) + (T::from(0.125) + q[0]).powi(2)).sqrt()) * ((T::from(0.125) + T::from(0.375)).powi(2) - ((-T::from(self.b)) + (q[0] * T::from(0.375))))
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + ((T::from(2.0) + u[0].tanh()).ln() - u[0].powi(2)) - ((T::from(0.5) * u[0]) - (u[0] - T::from(self.a)))];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    kinetic = 0.5 * dt((a * ((x0 - 0.25) + (x1 * t))) + (b * x0)).powi(2) + (((((a * 0.125) + ((2.0 + sin((1.0 + b.powi(2)).sqrt()).atan2(2.0)) * dt(x0).powi(2))) + ((x1 / (2.0 + sin(0.25))).cos() * dt(x0))) + ((2.0 + (t + x0).sin().atan2(2.0)) * dt(x1).powi(2))) + ((t / (2.0 + cos(b))).tanh() * dt(x1))) + (((0.25 * cos((0.5 * cos(0.25)).exp())) * dt(x1)) * dt(x0)),
    potential = ((((0.25 + t) + sin(x1)) * (0.25 * x1).sin()) + (-sin(x0).atan2(2.0).powi(2))),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random1<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random1<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random1<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((q[0] - T::from(0.25)) + (q[1] * t))) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random1<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((T::from(self.a) * T::from(0.125)) + ((T::from(2.0) + (T::from(1.0) + T::from(self.b).powi(2)).sqrt().sin().atan2(T::from(2.0))) * v[0].powi(2))) + ((q[1] / (T::from(2.0) + T::from(0.25).sin())).cos() * v[0])) + ((T::from(2.0) + (t + q[0]).sin().atan2(T::from(2.0))) * v[1].powi(2))) + ((t / (T::from(2.0) + T::from(self.b).cos())).tanh() * v[1])) + (((T::from(0.25) * (T::from(0.5) * T::from(0.25).cos()).exp().cos()) * v[1]) * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (((T::from(0.25) + t) + q[1].sin()) * (T::from(0.25) * q[1]).sin()) + (-q[0].sin().atan2(T::from(2.0)).powi(2))
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1, x2),
    inputs(u),
    kinetic = 0.5 * dt((a * (-(2.0 + sin(x1).atan2(2.0)).ln())) + (b * x0)).powi(2) + (((((((((x2 * 0.125) + ((2.0 + sin((0.5 * sin(a)).exp())) * dt(x0).powi(2))) + ((a * 0.375).tanh() * dt(x0))) + ((2.0 + sin((0.5 * cos(x1)).exp())) * dt(x1).powi(2))) + ((-t).cos() * dt(x1))) + (((0.25 * sin((1.0 + 0.375.powi(2)).sqrt()).atan2(2.0)) * dt(x1)) * dt(x0))) + ((2.0 + (x1 / (2.0 + cos(b))).cos()) * dt(x2).powi(2))) + (cos((2.0 + sin(b)).ln()) * dt(x2))) + (((0.25 * (x2 * b).sin()) * dt(x2)) * dt(x0))) + (((0.25 * (0.5 + x2).cos()) * dt(x2)) * dt(x1)),
    potential = (0.5 * ((1.0 + (x0 - 0.375).powi(2)).sqrt() * ((1.0 + x1.powi(2)).sqrt() * a.powi(2))).sin().atan2(2.0)).exp(),
    force(x0 = u + sin((2.0 + cos(u)).ln()).atan2(2.0) + (-(x1 + 0.375)), x1 = ((2.0 + sin(x1).atan2(2.0)).ln() - (a - x0)) - (-tanh(x2)), x2 = (1.0 + (2.0 + (0.375 * x0).cos()).ln().powi(2)).sqrt()),
    dissipation = (2.0 + tanh(a)) * (dt(x0) + ((x1 + x0) * (1.0 + x1.powi(2)).sqrt())).powi(2),
    discretize(Verlet, Midpoint)
)]
pub(crate) struct Random2<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random2<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random2<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (-(T::from(2.0) + q[1].sin().atan2(T::from(2.0))).ln())) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + T::from(self.a).tanh()) * (v[0] + ((q[1] + q[0]) * (T::from(1.0) + q[1].powi(2)).sqrt())).powi(2)
    }
}

impl ByHand for Random2<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((((((q[2] * T::from(0.125)) + ((T::from(2.0) + (T::from(0.5) * T::from(self.a).sin()).exp().sin()) * v[0].powi(2))) + ((T::from(self.a) * T::from(0.375)).tanh() * v[0])) + ((T::from(2.0) + (T::from(0.5) * q[1].cos()).exp().sin()) * v[1].powi(2))) + ((-t).cos() * v[1])) + (((T::from(0.25) * (T::from(1.0) + T::from(0.375).powi(2)).sqrt().sin().atan2(T::from(2.0))) * v[1]) * v[0])) + ((T::from(2.0) + (q[1] / (T::from(2.0) + T::from(self.b).cos())).cos()) * v[2].powi(2))) + ((T::from(2.0) + T::from(self.b).sin()).ln().cos() * v[2])) + (((T::from(0.25) * (q[2] * T::from(self.b)).sin()) * v[2]) * v[0])) + (((T::from(0.25) * (T::from(0.5) + q[2]).cos()) * v[2]) * v[1])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(0.5) * ((T::from(1.0) + (q[0] - T::from(0.375)).powi(2)).sqrt() * ((T::from(1.0) + q[1].powi(2)).sqrt() * T::from(self.a).powi(2))).sin().atan2(T::from(2.0))).exp()
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + (T::from(2.0) + u[0].cos()).ln().sin().atan2(T::from(2.0)) + (-(q[1] + T::from(0.375))), ((T::from(2.0) + q[1].sin().atan2(T::from(2.0))).ln() - (T::from(self.a) - q[0])) - (-q[2].tanh()), (T::from(1.0) + (T::from(2.0) + (T::from(0.375) * q[0]).cos()).ln().powi(2)).sqrt()];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    kinetic = 0.5 * dt((a * (-(t * 0.375))) + (b * x0)).powi(2) + ((t * 0.125) + ((2.0 + (-x0).cos()) * dt(x0).powi(2))) + ((0.5 + b).cos() * dt(x0)),
    potential = (x0 * ((0.5 * cos((2.0 + sin(sin(t))).ln())).exp() - ((0.5 * sin(0.5)).exp() / (2.0 + sin(0.5.powi(2)))).powi(2))),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random3<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random3<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random3<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * (-(t * T::from(0.375)))) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random3<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((t * T::from(0.125)) + ((T::from(2.0) + (-q[0]).cos()) * v[0].powi(2))) + ((T::from(0.5) + T::from(self.b)).cos() * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        q[0] * ((T::from(0.5) * (T::from(2.0) + t.sin().sin()).ln().cos()).exp() - ((T::from(0.5) * T::from(0.5).sin()).exp() / (T::from(2.0) + T::from(0.5).powi(2).sin())).powi(2))
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1),
    inputs(u),
    lagrangian = 0.5 * dt((a * ((t * 0.375) / (2.0 + (x0 * 0.625).cos()))) + (b * x0)).powi(2) + ((((((0.5 * 0.125) + ((2.0 + (t * x0).cos()) * dt(x0).powi(2))) + (cos(sin(x1).atan2(2.0)) * dt(x0))) + ((2.0 + (b * a).sin().atan2(2.0)) * dt(x1).powi(2))) + ((b * 0.625).sin().atan2(2.0) * dt(x1))) + (((0.25 * (x1 / (2.0 + cos(x0))).cos()) * dt(x1)) * dt(x0))) + ((2.0 + sin(0.625).atan2(2.0)) * dt(x0).powi(4)) - (((x0.powi(2) + (b * a)) * (2.0 + sin(a.powi(2))).ln()) * (((x0 / (2.0 + sin(x1))) - (0.625 * 0.375)) / (2.0 + ((a * x1) / (2.0 + (x1 / (2.0 + sin(0.625))).tanh())).sin()))),
    force(x0 = u + (0.5 * sin((2.0 + cos(0.5)).ln())).exp().powi(2), x1 = (1.0 + (1.0 + (-u).powi(2)).sqrt().powi(2)).sqrt()),
    dissipation = (2.0 + sin(x0)) * (dt(x0) + (0.5 * (x0 - x1).sin().atan2(2.0)).exp()).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random4<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random4<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random4<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((t * T::from(0.375)) / (T::from(2.0) + (q[0] * T::from(0.625)).cos()))) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + q[0].sin()) * (v[0] + (T::from(0.5) * (q[0] - q[1]).sin().atan2(T::from(2.0))).exp()).powi(2)
    }
}

impl ByHand for Random4<f64> {
    const GENERAL: bool = true;

    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((((((T::from(0.5) * T::from(0.125)) + ((T::from(2.0) + (t * q[0]).cos()) * v[0].powi(2))) + (q[1].sin().atan2(T::from(2.0)).cos() * v[0])) + ((T::from(2.0) + (T::from(self.b) * T::from(self.a)).sin().atan2(T::from(2.0))) * v[1].powi(2))) + ((T::from(self.b) * T::from(0.625)).sin().atan2(T::from(2.0)) * v[1])) + (((T::from(0.25) * (q[1] / (T::from(2.0) + q[0].cos())).cos()) * v[1]) * v[0])) + ((T::from(2.0) + T::from(0.625).sin().atan2(T::from(2.0))) * v[0].powi(4)) - (((q[0].powi(2) + (T::from(self.b) * T::from(self.a))) * (T::from(2.0) + T::from(self.a).powi(2).sin()).ln()) * (((q[0] / (T::from(2.0) + q[1].sin())) - (T::from(0.625) * T::from(0.375))) / (T::from(2.0) + ((T::from(self.a) * q[1]) / (T::from(2.0) + (q[1] / (T::from(2.0) + T::from(0.625).sin())).tanh())).sin())))
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + (T::from(0.5) * (T::from(2.0) + T::from(0.5).cos()).ln().sin()).exp().powi(2), (T::from(1.0) + (T::from(1.0) + (-u[0]).powi(2)).sqrt().powi(2)).sqrt()];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0, x1, x2),
    kinetic = 0.5 * dt((a * ((0.5 / (2.0 + sin(x0))) * (0.75 + 0.5))) + (b * x0)).powi(2) + (((((((((x1 * 0.125) + ((2.0 + (0.5 / (2.0 + sin(x2))).sin()) * dt(x0).powi(2))) + (tanh((0.5 * cos(x0)).exp()) * dt(x0))) + ((2.0 + (0.5 + 0.75).sin().atan2(2.0)) * dt(x1).powi(2))) + ((x2 / (2.0 + tanh(t))).sin() * dt(x1))) + (((0.25 * (x2 / (2.0 + cos(x1))).cos()) * dt(x1)) * dt(x0))) + ((2.0 + sin(x1.powi(2)).atan2(2.0)) * dt(x2).powi(2))) + ((x1 * b).sin() * dt(x2))) + (((0.25 * (0.75 - x2).sin().atan2(2.0)) * dt(x2)) * dt(x0))) + (((0.25 * (-x2).cos()) * dt(x2)) * dt(x1)),
    potential = ((((0.5 / (2.0 + sin(x2))) + sin(x2)) * (0.5 / (2.0 + tanh(x0))).sin().atan2(2.0)) + ((sin(a) * (-0.75)) + (t.powi(2) + (b - a)))),
    discretize(Verlet, Midpoint)
)]
pub(crate) struct Random5<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random5<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0), (-1.0, 1.0), (-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random5<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(0.5) / (T::from(2.0) + q[0].sin())) * (T::from(0.75) + T::from(0.5)))) + (T::from(self.b) * q[0])
    }
}

impl ByHand for Random5<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + (((((((((q[1] * T::from(0.125)) + ((T::from(2.0) + (T::from(0.5) / (T::from(2.0) + q[2].sin())).sin()) * v[0].powi(2))) + ((T::from(0.5) * q[0].cos()).exp().tanh() * v[0])) + ((T::from(2.0) + (T::from(0.5) + T::from(0.75)).sin().atan2(T::from(2.0))) * v[1].powi(2))) + ((q[2] / (T::from(2.0) + t.tanh())).sin() * v[1])) + (((T::from(0.25) * (q[2] / (T::from(2.0) + q[1].cos())).cos()) * v[1]) * v[0])) + ((T::from(2.0) + q[1].powi(2).sin().atan2(T::from(2.0))) * v[2].powi(2))) + ((q[1] * T::from(self.b)).sin() * v[2])) + (((T::from(0.25) * (T::from(0.75) - q[2]).sin().atan2(T::from(2.0))) * v[2]) * v[0])) + (((T::from(0.25) * (-q[2]).cos()) * v[2]) * v[1])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (((T::from(0.5) / (T::from(2.0) + q[2].sin())) + q[2].sin()) * (T::from(0.5) / (T::from(2.0) + q[0].tanh())).sin().atan2(T::from(2.0))) + ((T::from(self.a).sin() * (-T::from(0.75))) + (t.powi(2) + (T::from(self.b) - T::from(self.a))))
    }
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x0),
    inputs(u),
    kinetic = 0.5 * dt((a * ((a + 0.875) * (2.0 + sin(x0)).ln())) + (b * x0)).powi(2) + ((t * 0.125) + ((2.0 + tanh(0.875.powi(2))) * dt(x0).powi(2))) + ((t * x0).sin() * dt(x0)),
    potential = (x0 * (-(tanh(t).powi(2) / (2.0 + cos((1.0 + b.powi(2).powi(2)).sqrt()))))),
    force(x0 = u + (2.0 + sin((2.0 + sin(dt(x0).powi(2))).ln())).ln()),
    dissipation = (2.0 + cos(t)) * (dt(x0) + (-(1.0 + 0.875.powi(2)).sqrt())).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
pub(crate) struct Random6<T: Scalar> {
    a: T,
    b: T,
}

impl<T: Scalar> Sample for Random6<T> {
    const DOMAIN: Domain = Domain { q: &[(-1.0, 1.0)], v: (-1.0, 1.0) };

    fn sample() -> Self {
        Self { a: T::from_f64(0.7), b: T::from_f64(-1.2) }
    }
}

impl Random6<f64> {
    fn rate0<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        (T::from(self.a) * ((T::from(self.a) + T::from(0.875)) * (T::from(2.0) + q[0].sin()).ln())) + (T::from(self.b) * q[0])
    }
    fn dissipation<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        (T::from(2.0) + t.cos()) * (v[0] + (-(T::from(1.0) + T::from(0.875).powi(2)).sqrt())).powi(2)
    }
}

impl ByHand for Random6<f64> {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let _ = (t, q, v);
        rate(t, q, v, |t, q| self.rate0(t, q)).powi(2) * 0.5 + ((t * T::from(0.125)) + ((T::from(2.0) + T::from(0.875).powi(2).tanh()) * v[0].powi(2))) + ((t * q[0]).sin() * v[0])
    }
    fn potential<T: Number>(&self, t: T, q: &[T]) -> T {
        let _ = (t, q);
        q[0] * (-(t.tanh().powi(2) / (T::from(2.0) + (T::from(1.0) + T::from(self.b).powi(2).powi(2)).sqrt().cos())))
    }
    fn force<T: Number>(&self, t: T, q: &[T], v: &[T], u: &[T]) -> Vec<T> {
        let _ = (t, q, v, u);
        let slopes = slopes(t, q, v, |t, q, v| self.dissipation(t, q, v));
        let forces = [u[0] + (T::from(2.0) + (T::from(2.0) + v[0].powi(2).sin()).ln().sin()).ln()];
        forces.iter().zip(slopes).map(|(f, slope)| *f - slope).collect()
    }
}

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
