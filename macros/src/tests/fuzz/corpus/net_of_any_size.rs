#[lagrangian(
    coordinates(x, r[points][3], q[N]),
    inputs(u),
    let stretch = array(0..edges.len(), |e| (r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]),
    let pair = |i, j| g * m[i] * m[j] / norm(r[i] - r[j]),
    let last = points - 1,
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + sum(0..N, |i| (i + 1) * dt(q[i]).powi(2)) + dt(x).powi(2),
    potential = sum(0..edges.len(), |e| 0.5 * k * stretch[e].powi(2)) - sum(0..points, |i| sum(i + 1..points, |j| pair(i, j)))
        + sum(1..q.len(), |i| { let before = i - 1; (q[i] - q[before]).powi(4) / N }) + x * r[last][2],
    dissipation = sum(0..N, |i| 0.5 * c[i % 2] * dt(q[i]).powi(2)),
    force(x = u, q = array(0..N, |i| -q[i] * t)),
    constraint(pins = array(0..pins.len(), |i| r[pins[i]] - at[i])),
    output(center = sum(0..points, |i| m[i] * r[i]), tip = r[points - 1][0]),
    discretize(Verlet, Midpoint),
)]
struct Net<const N: usize> {
    points: usize,
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
    rest: Vec<f64>,
    pins: Vec<usize>,
    at: Vec<[f64; 3]>,
    k: f64,
    g: f64,
    c: [f64; 2],
}
