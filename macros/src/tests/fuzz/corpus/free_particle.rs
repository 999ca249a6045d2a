#[lagrangian(
    coordinates(x, y),
    lagrangian = -c * c * sqrt(1 - (dt(x).powi(2) + dt(y).powi(2)) / (c * c)) - atan2(y, x) * hypot(x, y).powf(1.5)
        + q * (x * dt(y) - y * dt(x)) + min(x, y) * exp(-x) * ln(2 + y.powi(2)) * tanh(x / y),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Particle {
    c: f32,
    q: f32,
}
