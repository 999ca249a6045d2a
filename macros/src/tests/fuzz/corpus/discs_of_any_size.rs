#[lagrangian(
    coordinates(r[discs][2], turn[discs], lid),
    let apart = array(0..discs, |i| array(0..i, |j| r[i] - r[j])),
    kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.5 * k * dt(turn[i]).powi(2)) + dt(lid).powi(2),
    potential = sum(0..discs, |i| m[i] * g * r[i][1]),
    contact(floor, gap = array(0..discs, |i| r[i][1] - radius[i] * cos(turn[i])),
        point = array(0..discs, |i| r[i] + radius[i] * [sin(turn[i]), -cos(turn[i])]), normal = [0, 1], friction = mu),
    contact(pair, gap = array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
        slip = array(0..discs, |i| array(0..i, |j| dt(r[i][0]) - dt(r[j][0]) + t)), friction = mu,
        restitution = array(0..discs, |i| array(0..i, |j| e / (1 + i * j))), near(r, radius)),
    contact(joined, gap = array(0..edges.len(), |k| [1 - r[edges[k][0]][0], r[edges[k][1]][0]])),
    contact(stop, gap = lid - r[discs - 1][1], restitution = e),
    discretize(Moreau, Theta),
)]
struct Discs {
    discs: usize,
    m: Vec<f64>,
    radius: Vec<f64>,
    edges: Vec<[usize; 2]>,
    k: f64,
    g: f64,
    mu: f64,
    e: f64,
}
