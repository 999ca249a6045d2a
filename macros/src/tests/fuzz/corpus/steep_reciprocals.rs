// A denominator of a power of 2³¹ that several terms share: once repeated so many times.
#[lagrangian(
    coordinates(x, y),
    let a = sin(x) + y,
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = a.powi(-2147483648) * x + y / (2 + x * x).powi(1000000) + k * x / (2 + x * x).powi(1000000),
)]
struct Steep {
    m: f64,
    k: f64,
}
