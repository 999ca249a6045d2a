#[lagrangian(coordinates(x, phi), inputs(u, w[2]), crate = ::extremal)]
#[lagrangian(
    let tip = [x + l * sin(phi), -l * cos(phi)],
    kinetic = 0.5 * big * dt(x).powi(2) + 0.5 * small * dt(tip).norm_squared() + big * t * dt(x),
    potential = small * g * tip[1] + 0.5 * k * max(0, x - 1).powi(2),
    dissipation = 0.5 * d * dt(x).powi(2) + 0.1 * abs(dt(phi)),
    force(x = u + w[0] * cos(t), phi = if dt(phi) < 0 { w[1] } else { -w[1] }),
    discretize(Midpoint, Galerkin<2, Gauss<3>>),
)]
pub(crate) struct Cart {
    big: f64,
    small: f64,
    l: f64,
    g: f64,
    k: f64,
    d: f64,
    name: &'static str,
}
