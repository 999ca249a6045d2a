#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>, Galerkin<1, Left, Right>),
)]
struct Pendulum<T: Scalar> {
    m: T,
    l: T,
    g: T,
}
