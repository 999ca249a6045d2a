//! Gaps, directions and laws of contacts, against the same by hand over dual numbers.

mod varied;

use extremal::Scalar;
use extremal::blocks::{Block, Vector};
use extremal::contacts::Contact;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

use crate::support::by_hand::Number;
use crate::support::close::{ROUNDING, close};
use crate::support::rates::{rate, slopes};

/// A plate with four corners over a shaken table with a belt.
#[derive(Lagrangian, Clone, Copy)]
#[lagrangian(
    coordinates(r[2], phi),
    kinetic = 0.5 * dt(r).norm_squared() + 0.1 * dt(phi).powi(2),
    let height = |i| r[1] + sin(phi) * offset[i][0] + cos(phi) * offset[i][1],
    let along = |i| r[0] + cos(phi) * offset[i][0] - sin(phi) * offset[i][1],
    contact(
        corner,
        gap = array(0..4, |i| height(i) - amplitude * sin(3 * t)),
        slip = array(0..4, |i| dt(along(i)) - belt * cos(t)),
        friction = array(0..4, |i| mu * (1 + i)),
        restitution = e * (1 + 0.5 * sin(r[0])) * exp(-t),
        restitution_t = 0.25,
    ),
    contact(wall, gap = 5 - r[0]),
    sensitivities(amplitude, belt, e),
    discretize(Moreau),
)]
struct Plate<T: Scalar> {
    offset: [[T; 2]; 4],
    amplitude: T,
    belt: T,
    mu: T,
    e: T,
}

/// The same contacts, one by one.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2], phi),
    kinetic = 0.5 * dt(r).norm_squared() + 0.1 * dt(phi).powi(2),
    let height = |i| r[1] + sin(phi) * offset[i][0] + cos(phi) * offset[i][1],
    let along = |i| r[0] + cos(phi) * offset[i][0] - sin(phi) * offset[i][1],
    contact(a, gap = height(0) - amplitude * sin(3 * t), slip = [dt(along(0)) - belt * cos(t)], friction = mu),
    contact(b, gap = height(1) - amplitude * sin(3 * t), slip = dt(along(1)) - belt * cos(t), friction = 2 * mu),
    contact(c, gap = height(2) - amplitude * sin(3 * t), slip = dt(along(2)) - belt * cos(t), friction = 3 * mu),
    contact(d, gap = height(3) - amplitude * sin(3 * t), slip = dt(along(3)) - belt * cos(t), friction = 4 * mu),
    contact(wall, gap = 5 - r[0]),
    discretize(Moreau),
)]
struct OneByOne {
    offset: [[f64; 2]; 4],
    amplitude: f64,
    belt: f64,
    mu: f64,
}

/// The same corners by their places.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2], phi),
    kinetic = 0.5 * dt(r).norm_squared() + 0.1 * dt(phi).powi(2),
    let place = |i| [
        r[0] + cos(phi) * offset[i][0] - sin(phi) * offset[i][1],
        r[1] + sin(phi) * offset[i][0] + cos(phi) * offset[i][1],
    ],
    contact(
        corner,
        gap = array(0..4, |i| place(i)[1]),
        point = array(0..4, |i| place(i)),
        normal = [0, 1],
        friction = 0.3,
    ),
    discretize(Moreau),
)]
struct ByPlaces {
    offset: [[f64; 2]; 4],
}

/// A sphere with spins on a wavy, inclined table, which moves.
#[derive(Lagrangian, Clone, Copy)]
#[lagrangian(
    coordinates(r[3], w[3]),
    kinetic = 0.5 * dt(r).norm_squared() + 0.2 * radius.powi(2) * dt(w).norm_squared(),
    contact(
        table,
        gap = r[2] - radius - slope * r[0] * cos(t),
        slip = [
            dt(r[0]) - radius * dt(w[1]) - belt * r[1],
            dt(r[1]) + radius * dt(w[0]) * cos(slope * r[0]) + belt * t,
        ],
        friction = mu,
    ),
    sensitivities(radius, slope),
    discretize(Moreau),
)]
struct Sphere<T: Scalar> {
    radius: T,
    slope: T,
    belt: T,
    mu: T,
}

/// A point outside of a ball.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    contact(ball, gap = r.norm() - 1, point = r, normal = r, friction = 0.3),
    contact(roof, gap = 3 - r[2], point = r, normal = [0, 0, -1], friction = 0.1),
    discretize(Moreau),
)]
struct Outside;

const CORNERS: [[f64; 2]; 4] = [[0.5, 0.2], [-0.5, 0.2], [-0.5, -0.2], [0.5, -0.2]];

fn plate<T: Scalar>(number: impl Fn(f64) -> T) -> Plate<T> {
    Plate {
        offset: CORNERS.map(|corner| corner.map(&number)),
        amplitude: number(0.02),
        belt: number(0.3),
        mu: number(0.4),
        e: number(0.6),
    }
}

fn sphere<T: Scalar>(number: impl Fn(f64) -> T) -> Sphere<T> {
    Sphere {
        radius: number(0.5),
        slope: number(0.3),
        belt: number(0.2),
        mu: number(0.4),
    }
}

/// Numbers from −1 to 1 that do not repeat.
fn numbers(seed: u32) -> impl Iterator<Item = f64> {
    (1_u32..).map(move |k| (f64::from(k * (seed + 3)) * 0.754_877_666).fract() * 2.0 - 1.0)
}

/// Contact velocities by hand, row by row.
trait ByHand {
    fn gaps_by_hand<T: Number>(&self, t: T, q: &[T]) -> Vec<T>;
    /// All rows, normal and slip.
    fn velocities_by_hand<T: Number>(&self, t: T, q: &[T], v: &[T]) -> Vec<T>;
}

impl ByHand for Plate<f64> {
    fn gaps_by_hand<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        let table = T::from(self.amplitude) * (T::from(3.0) * t).sin();
        let corners = self
            .offset
            .map(|[a, b]| q[1] + q[2].sin() * T::from(a) + q[2].cos() * T::from(b) - table);
        [&corners[..], &[T::from(5.0) - q[0]]].concat()
    }

    fn velocities_by_hand<T: Number>(&self, t: T, q: &[T], v: &[T]) -> Vec<T> {
        let mut rows = Vec::new();
        for (i, [a, b]) in self.offset.into_iter().enumerate() {
            rows.push(rate(t, q, v, |t, q| self.gaps_by_hand(t, q)[i]));
            let (sine, cosine) = (q[2].sin(), q[2].cos());
            let turning = (T::from(0.0) - sine * T::from(a) - cosine * T::from(b)) * v[2];
            rows.push(v[0] + turning - T::from(self.belt) * t.cos());
        }
        rows.push(T::from(0.0) - v[0]);
        rows
    }
}

impl ByHand for Sphere<f64> {
    fn gaps_by_hand<T: Number>(&self, t: T, q: &[T]) -> Vec<T> {
        vec![q[2] - T::from(self.radius) - T::from(self.slope) * q[0] * t.cos()]
    }

    fn velocities_by_hand<T: Number>(&self, t: T, q: &[T], v: &[T]) -> Vec<T> {
        let [radius, slope, belt] = [self.radius, self.slope, self.belt].map(T::from);
        vec![
            rate(t, q, v, |t, q| self.gaps_by_hand(t, q)[0]),
            v[0] - radius * v[4] - belt * q[1],
            v[1] + radius * v[3] * (slope * q[0]).cos() + belt * t,
        ]
    }
}

/// Gaps, W and η of a derived system are those by hand, at random states.
fn compare<S, const N: usize>(system: &S)
where
    S: ByHand + Contacts<Scalar = f64, Configuration = SVector<f64, N>, Velocity = SVector<f64, N>>,
{
    for seed in 0..20 {
        let mut random = numbers(seed);
        let t = random.next().expect("a number");
        let q: [f64; N] = core::array::from_fn(|_| random.next().expect("a number"));
        let gaps = system.gaps(t, &q.into());
        close("gaps", gaps.as_slice(), &system.gaps_by_hand(t, &q), ROUNDING);
        let (rows, rates) = system.directions(t, &q.into());
        let at_rest = system.velocities_by_hand(t, &q, &[0.0; N]);
        close("η", rates.as_slice(), &at_rest, ROUNDING);
        for (k, row) in rows.as_slice().chunks(N).enumerate() {
            let v: [f64; N] = core::array::from_fn(|_| random.next().expect("a number"));
            let expected = slopes(t, &q, &v, |t, q, v| system.velocities_by_hand(t, q, v)[k]);
            close("W", row, &expected, ROUNDING);
        }
    }
}

#[test]
fn directions_are_those_by_hand() {
    compare::<_, 3>(&plate(|x| x));
    compare::<_, 6>(&sphere(|x| x));
}

#[test]
fn contacts_have_names_and_slips() {
    let slip = |name| Contact {
        name,
        slips: 1,
        has_gap: true,
    };
    assert_eq!(
        Plate::<f64>::CONTACTS,
        [
            slip("corner[0]"),
            slip("corner[1]"),
            slip("corner[2]"),
            slip("corner[3]"),
            Contact {
                name: "wall",
                slips: 0,
                has_gap: true
            }
        ]
    );
    assert_eq!(
        Sphere::<f64>::CONTACTS,
        [Contact {
            name: "table",
            slips: 2,
            has_gap: true
        }]
    );
}

#[test]
fn arrays_are_contacts_typed_out() {
    let together = plate(|x| x);
    let Plate {
        offset,
        amplitude,
        belt,
        mu,
        ..
    } = together;
    let apart = OneByOne {
        offset,
        amplitude,
        belt,
        mu,
    };
    for seed in 0..5 {
        let mut random = numbers(seed);
        let t = random.next().expect("a number");
        let q = SVector::<f64, 3>::from_fn(|_, _| random.next().expect("a number"));
        assert_eq!(together.gaps(t, &q), apart.gaps(t, &q));
        assert_eq!(together.directions(t, &q), apart.directions(t, &q));
        let [one, other] = [together.laws(t, &q, &q, &[]), apart.laws(t, &q, &q, &[])]
            .map(|laws| laws.map(|law| law.friction));
        assert_eq!(one, other);
    }
}

#[test]
fn places_give_slips() {
    let by_places = ByPlaces { offset: CORNERS };
    let by_hand = Plate {
        amplitude: 0.0,
        belt: 0.0,
        ..plate(|x| x)
    };
    for seed in 0..5 {
        let mut random = numbers(seed);
        let q = SVector::<f64, 3>::from_fn(|_, _| random.next().expect("a number"));
        let (rows, rates) = by_places.directions(0.3, &q);
        let (expected, _) = by_hand.directions(0.3, &q);
        close("W", rows.as_flattened(), &expected.as_flattened()[..24], ROUNDING);
        assert_eq!(rates, [0.0; 8]);
    }
}

/// Two slips along directions that are orthogonal to each other and to the normal.
#[test]
fn tangents_in_space_are_orthonormal() {
    for seed in 0..20 {
        let mut random = numbers(seed);
        let q = SVector::<f64, 3>::from_fn(|_, _| random.next().expect("a number"));
        let (rows, _) = Outside.directions(0.0, &q);
        for contact in rows.chunks(3) {
            let [normal, first, second] = [0, 1, 2].map(|k| SVector::<f64, 3>::from(contact[k]));
            let products = [
                normal.norm_squared(),
                first.norm_squared(),
                second.norm_squared(),
                normal.dot(&first),
                normal.dot(&second),
                first.dot(&second),
                first.cross(&second).dot(&normal),
            ];
            close(
                "products",
                &products,
                &[1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0],
                ROUNDING,
            );
        }
    }
}

#[test]
fn laws_are_those_of_the_declaration() {
    let plate = plate(|x| x);
    let (t, q) = (0.5_f64, SVector::from([0.2_f64, 0.4, 0.6]));
    let laws = plate.laws(t, &q, &SVector::zeros(), &[]);
    let restitution = 0.6 * (1.0 + 0.5 * 0.2_f64.sin()) * (-0.5_f64).exp();
    for (i, law) in laws.iter().take(4).enumerate() {
        let found = [law.friction, law.restitution, law.restitution_t];
        close(
            "law",
            &found,
            &[0.4 * (1.0 + i as f64), restitution, 0.25],
            ROUNDING,
        );
    }
    assert_eq!(
        [laws[4].friction, laws[4].restitution, laws[4].restitution_t],
        [0.0; 3]
    );
}

/// Scales are sums of magnitudes, also where the gap cancels.
#[test]
fn scales_bound_the_rounding_of_gaps() {
    let sphere = sphere(|x| x);
    let q = SVector::from([2.0, 0.0, 0.5 + 0.3 * 2.0, 0.0, 0.0, 0.0]);
    assert!(sphere.gaps(0.0, &q)[0].abs() < 1e-15);
    // |z| + |r| + |s x|, then |z · 1| + |x · s|, and t · 0.
    close(
        "scale",
        &sphere.gap_scales(0.0, &q),
        &[1.1 + 0.5 + 0.6 + 1.1 + 0.6],
        ROUNDING,
    );
}

#[test]
fn references_have_the_same_contacts() {
    fn all<S: Contacts>(
        system: S,
        t: S::Scalar,
        (q, v): (S::Configuration, S::Velocity),
        p: S::Percussions,
    ) -> String {
        assert_eq!([S::CONTACTS.len(), 0], [S::Gaps::LEN, S::Reactions::LEN]);
        let none = S::Reactions::from_fn(|_| unreachable!("no law depends on a reaction"));
        let (gaps, scales) = (system.gaps(t, &q), system.gap_scales(t, &q));
        let variations = system.contact_variations(t, &q, &v, &p, &none);
        format!(
            "{gaps:?} {scales:?} {:?} {:?} {variations:?}",
            system.directions(t, &q),
            system.laws(t, &q, &v, &none)
        )
    }
    let sphere = sphere(|x| x);
    let place = (
        SVector::from([0.1, 0.2, 0.7, 0.4, 0.5, 0.6]),
        SVector::from([1.0; 6]),
    );
    assert_eq!(
        all(sphere, 0.3, place, [1.0; 3]),
        all(&sphere, 0.3, place, [1.0; 3])
    );
}
