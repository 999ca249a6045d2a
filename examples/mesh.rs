//! A net of springs from a mesh, which swings from a corner: read from a file of Gmsh, written as a film for ParaView.
//!
//! ```text
//! cargo run --example mesh -- plate.msh
//! ```
//!
//! Each point of the mesh has the mass m, each edge is a spring of stiffness k, and the points of the group `held` are tied to
//! their places by stiff springs. Without a file, the net is an upright square of triangles that is held at one corner.
//!
//! ```text
//! T = Σ ½ m |ṙᵢ|²,   V = Σ m g zᵢ + Σ ½ k (|r_a − r_b| − l_e)² + Σ ½ k_a |r_p − r_p(0)|²
//! ```

use std::error::Error;
use std::fs::File;

use extremal::mesh::{Field, Mesh, Series};
use extremal::prelude::*;

/// Masses at the points of a mesh, and springs along its edges.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| m * g * r[i][2])
        + sum(0..edges.len(), |e| 0.5 * k * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2))
        + sum(0..held.len(), |i| 0.5 * anchor * (r[held[i]] - at[i]).norm_squared()),
    discretize(Verlet),
)]
pub(crate) struct Net {
    points: usize,
    /// kg
    m: f64,
    /// m/s²
    g: f64,
    /// N/m
    k: f64,
    /// The stiffness of a held point, N/m
    anchor: f64,
    edges: Vec<[usize; 2]>,
    /// The lengths of the springs, m
    rest: Vec<f64>,
    held: Vec<usize>,
    /// Their places, m
    at: Vec<[f64; 3]>,
}

impl Net {
    /// The net of a mesh with these points held.
    pub(crate) fn of(mesh: &Mesh, held: &[usize]) -> Self {
        let edges = mesh.edges();
        let length = |&[a, b]: &[usize; 2]| {
            let pairs = mesh.points[a].iter().zip(mesh.points[b]);
            pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        Self {
            points: mesh.points.len(),
            m: 1e-3,
            g: 9.81,
            k: 20.0,
            anchor: 200.0,
            rest: edges.iter().map(length).collect(),
            edges,
            held: held.to_vec(),
            at: held.iter().map(|&point| mesh.points[point]).collect(),
        }
    }
}

/// A square of n × n points with triangles between them, in the plane y = 0. The group `held` is the first corner.
pub(crate) fn square(n: usize) -> Mesh {
    let point = |at: usize| {
        [
            (at % n) as f64 / (n - 1) as f64,
            0.0,
            (at / n) as f64 / (n - 1) as f64,
        ]
    };
    let triangles = (0..(n - 1) * (n - 1)).flat_map(|cell| {
        let corner = cell / (n - 1) * n + cell % (n - 1);
        [
            [corner, corner + 1, corner + n + 1],
            [corner, corner + n + 1, corner + n],
        ]
    });
    Mesh {
        points: (0..n * n).map(point).collect(),
        triangles: triangles.collect(),
        groups: [("held".to_owned(), vec![n * (n - 1)])].into(),
        ..Mesh::default()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mesh = match std::env::args().nth(1) {
        Some(path) => Mesh::read(File::open(path)?)?,
        None => square(16),
    };
    let held = mesh.groups.get("held").map_or(&[0][..], Vec::as_slice);
    let start: Vec<f64> = mesh.points.as_flattened().to_vec();
    let rest = vec![0.0; start.len()];
    let mut motion = Integrator::new(Net::of(&mesh, held), Verlet, 2e-3, start, rest)?;
    let path = std::env::temp_dir().join("extremal_net");
    let mut film = Series::create(&path)?;
    println!("    t   lowest point   energy");
    for picture in 0..=40 {
        let (q, v) = (motion.state().q, motion.velocity()?);
        let (places, _) = q.as_slice().as_chunks::<3>();
        let (velocities, _) = v.as_slice().as_chunks::<3>();
        let speed: Vec<f64> = velocities
            .iter()
            .map(|[x, y, z]| (x * x + y * y + z * z).sqrt())
            .collect();
        film.write(
            motion.time(),
            &mesh,
            places,
            &[
                Field::vectors("velocity", velocities),
                Field::scalars("speed", &speed),
            ],
        )?;
        if picture % 8 == 0 {
            let lowest = places.iter().map(|place| place[2]).fold(f64::INFINITY, f64::min);
            println!("{:5.2} {lowest:14.4} {:8.5}", motion.time(), motion.energy());
        }
        motion.step_many(25)?;
    }
    println!("{}.pvd opens in ParaView", path.display());
    Ok(())
}
