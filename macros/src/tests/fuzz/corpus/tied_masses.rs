#[lagrangian(
    coordinates(support, a[2], b[2]),
    inputs(u),
    let stretch = (b - a).norm() - d,
    kinetic = 0.5 * m * (dt(a).norm_squared() + dt(b).norm_squared()) + 0.5 * dt(support).powi(2),
    potential = m * g * (a[1] + b[1]) + 0.5 * k * stretch.powi(2) + 0.25 * k * stretch.powi(4),
    force(b = [u, 0.1 * u * support]),
    constraint(rod = 0.5 * ((a[0] - support).powi(2) + a[1].powi(2) - l.powi(2)), drive = support - sin(3 * t)),
    constraint(line = [b[1] - 0.3 * b[0].powi(2)]),
    sensitivities(l),
    discretize(Verlet, NullSpace<Verlet>, Midpoint, NullSpace<Midpoint>, NullSpace<Galerkin<2, Lobatto<3>>>),
)]
struct TiedMasses {
    m: f64,
    g: f64,
    k: f64,
    d: f64,
    l: f64,
}
