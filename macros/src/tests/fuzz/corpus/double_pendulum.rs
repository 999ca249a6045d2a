#[lagrangian(
    coordinates(a, b),
    let x = [l[0] * sin(a), -l[0] * cos(a)],
    let y = x + [l[1] * b.sin(), -l[1] * b.cos()],
    kinetic = 0.5 * m[0] * dt(x).norm_squared() + m[1] / 2.0 * dt(y).dot(dt(y)),
    potential = g * (m[0] * x[1] + m[1] * y[1]),
    output(tip = y, height = g * y[1], sines = [[sin(a), 0, 1], [-sin(b), t, dt(a) - dt(b)]]),
    sensitivities(l, m),
    discretize(Midpoint, Galerkin<3, Lobatto<4>>),
)]
pub struct DoublePendulum {
    m: [f64; 2],
    l: [f64; 2],
    g: f64,
}
