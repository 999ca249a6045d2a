//! Basins of attraction of a pendulum over three magnets, against the symmetries of their triangle.

use std::ops::ControlFlow;

use extremal::ensemble::Ensemble;
use extremal::prelude::*;

use crate::systems::basins::{H, Magnets, STEPS, basins, magnets, start};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const ABOUT: &str = "Over which of three magnets does a pendulum of iron come to rest? Each pixel is a start at rest, and a member of an \
    ensemble, in 16 lanes on all processors. Wherever the basins of two magnets meet, that of the third is near as well.";

/// The magnet at each pixel of a square.
struct Picture {
    size: usize,
    magnets: Vec<Option<usize>>,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let size = progress.choose(240, 60);
    let magnets = progress.part("pixels", || basins(size, |_| ControlFlow::Continue(())));
    let picture = Picture { size, magnets };
    let mut rows = symmetries(&picture);
    rows.push(progress.part("one by one", || one_by_one(&picture)));
    Ok(Study {
        rows,
        plots: vec![progress.part("picture", || plot(&picture))?],
        facts: vec![FactsRow::of::<Magnets<f64>, Midpoint>("magnets", "Midpoint")],
        ..Study::new(
            "basins",
            "Basins of attraction",
            ABOUT,
            include_str!("../../../basins.rs"),
        )
    })
}

fn symmetries(picture: &Picture) -> Vec<Row> {
    let Picture { size, magnets } = picture;
    let pixels = magnets.len() as f64;
    let failed = magnets.iter().filter(|magnet| magnet.is_none()).count();
    let is_mirrored = |&pixel: &usize| {
        let other = (size - 1 - pixel / size) * size + pixel % size;
        let mirrored = magnets[other].map(|magnet| [0, 2, 1][magnet]);
        magnets[pixel] == mirrored
    };
    let mirrored = (0..magnets.len()).filter(is_mirrored).count() as f64 / pixels;
    let in_disc = |&pixel: &usize| {
        let [x, y] = start(*size, pixel);
        x.hypot(y) < 2.0
    };
    let disc: Vec<usize> = (0..magnets.len()).filter(in_disc).collect();
    let share = |magnet: usize| {
        let count = disc
            .iter()
            .filter(|&&pixel| magnets[pixel] == Some(magnet))
            .count();
        count as f64 / disc.len() as f64
    };
    let farthest = (0..3)
        .map(|magnet| (share(magnet) - 1.0 / 3.0).abs())
        .fold(0.0, f64::max);
    vec![
        Row::word(
            "members that fail",
            "0",
            failed.to_string(),
            "friction stops every motion",
        ),
        Row::between(
            "pixels whose mirror image has the mirror image of the magnet",
            (0.99, 1.0),
            mirrored,
            "mirrored starts are rounded otherwise, and near a border a rounding decides",
        ),
        Row::below(
            "farthest share of a disc from a third",
            0.02,
            farthest,
            "a turn by 120° maps basins onto each other, and a square grid of pixels nearly onto itself",
        ),
    ]
}

/// Some of the pixels again, without lanes.
fn one_by_one(picture: &Picture) -> Row {
    let (system, size) = (magnets(), picture.size);
    let place = |k: usize| 37 * k % (size * size);
    let begin = |k| Integrator::new(system, Midpoint, H, start(size, place(k)), [0.0; 2]);
    let nearest = |motion: &Integrator<Magnets<f64>, Midpoint>| {
        let r = motion.coordinates();
        let distance = |i: usize| (r[0] - system.a[i][0]).hypot(r[1] - system.a[i][1]);
        (0..3).min_by(|&i, &j| distance(i).total_cmp(&distance(j)))
    };
    let ensemble = Ensemble::new(64, begin);
    let ends = ensemble.run(STEPS, nearest).collect();
    let same = ends
        .iter()
        .enumerate()
        .filter(|(k, end)| end.is_ok_and(|end| end == picture.magnets[place(*k)]));
    Row::word(
        "pixels of 64 that are the same without lanes",
        "64",
        same.count().to_string(),
        "a lane has the bits of a motion alone",
    )
}

/// A rectangle for each run of equal pixels.
fn plot(picture: &Picture) -> Outcome<Plot> {
    let mut chart = Chart::new("x", "y").equal();
    let half = 2.0 / picture.size as f64;
    for (magnet, colour) in (0..3).zip(COLOURS) {
        let mut corners = Curve::new();
        for row in 0..picture.size {
            let first = row * picture.size;
            let mut from = None;
            for column in 0..=picture.size {
                let is_here = column < picture.size && picture.magnets[first + column] == Some(magnet);
                match (from, is_here) {
                    (None, true) => from = Some(column),
                    (Some(begin), false) => {
                        let [x, y] = start(picture.size, first + begin);
                        let [end, _] = start(picture.size, first + column - 1);
                        corners.extend([(x - half, y - half), (end + half, y + half)]);
                        from = None;
                    }
                    _ => {}
                }
            }
        }
        chart.cells(format!("magnet {}", magnet + 1), colour, corners);
    }
    chart.render(
        "basins",
        "Starts at rest, by the magnet over which the pendulum stops.",
    )
}
