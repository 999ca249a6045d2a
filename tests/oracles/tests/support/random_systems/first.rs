//! Random systems, written by `support/generator.rs`: run `BLESS=1 cargo test -p extremal-oracles --test derived` to write them anew.

use extremal::Scalar;
use extremal::prelude::*;

use crate::support::by_hand::{ByHand, Number};
use crate::support::generated::Sample;
use crate::support::point::Domain;
use crate::support::rates::{rate, slopes};

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
