#[lagrangian(
    coordinates(r[3], r#type),
    mass_matrix = [[m, 0, 0, 0], [0, m, 0, 0], [0, 0, m + r[0] * r[0], 0.1], [0, 0, 0.1, inertia[0][0]]],
    potential = {
        let d = (r - anchor).norm();
        0.5 * k * (d - 1.0).powi(2) + r.transpose() * axes * r + r.cross(anchor)[2] / (1 + r.norm_squared())
    } + sin(r#type).powi(3),
    discretize(Verlet, Midpoint),
)]
struct Rotor {
    m: f64,
    k: f64,
    anchor: Vector3<f64>,
    inertia: SMatrix<f64, 2, 2>,
    axes: [[f64; 3]; 3],
}
