#[lagrangian(
    coordinates(r[2], phi),
    let corner = |i| r + [cos(phi) * a[i][0] - sin(phi) * a[i][1], sin(phi) * a[i][0] + cos(phi) * a[i][1]],
    kinetic = 0.5 * m * dt(r).norm_squared() + 0.5 * j * dt(phi).powi(2),
    potential = m * g * r[1],
    contact(
        corner_of,
        gap = array(0..4, |i| corner(i)[1] - 0.01 * sin(9 * t)),
        slip = array(0..4, |i| dt(corner(i)[0])),
        friction = mu,
        restitution = array(0..4, |i| i / 5),
        restitution_t = 0.1,
    ),
    contact(wall, gap = 0.6 * r[0] + 0.8 * r[1], point = r, normal = [3, 4], friction = 0.3),
    sensitivities(mu, a),
)]
struct BoxOnTable<T: Scalar> {
    m: T,
    j: T,
    g: T,
    mu: T,
    a: [[T; 2]; 4],
}
