//! The workloads: each made once, then stepped, derived and by hand.

use std::hint::black_box;

use extremal::prelude::*;

use crate::{by_hand, derived};

/// Step size of all workloads but those of higher order.
pub const H: f64 = 1e-3;

/// Makes a motion of a derived system and steps it.
macro_rules! derived {
    ($name:ident, $system:expr, $scheme:expr, $h:expr, $q:expr, $v:expr) => {
        /// The final q and p after so many steps.
        pub fn $name(steps: usize) -> Result<(Vec<f64>, Vec<f64>), extremal::Error> {
            let system = std::hint::black_box($system);
            let mut motion = Integrator::new(
                &system,
                $scheme,
                black_box($h),
                black_box($q),
                black_box($v),
            )?;
            for _ in 0..steps {
                motion.step()?;
            }
            let State { q, p, .. } = motion.state();
            Ok((q.as_slice().to_vec(), p.as_slice().to_vec()))
        }
    };
}

/// The same by hand.
macro_rules! by_hand {
    ($name:ident, $system:expr) => {
        /// The final q and p after so many steps.
        pub fn $name(steps: usize) -> (Vec<f64>, Vec<f64>) {
            let mut motion = std::hint::black_box($system);
            for _ in 0..steps {
                motion.step();
            }
            (motion.q.as_slice().to_vec(), motion.p.as_slice().to_vec())
        }
    };
}
const ANGLES: [f64; 8] = [1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7];
const RELATIVE: [f64; 8] = [1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
const SPRING: [[f64; 3]; 2] = [[1.05, core::f64::consts::FRAC_PI_2, 0.0], [0.0, 1.0, 1.0]];
use derived as d;
derived!(
    w1_derived,
    d::Pendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Verlet,
    H,
    [2.0],
    [0.0]
);
derived!(
    w2_derived,
    d::DoublePendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Midpoint,
    H,
    [2.0, 1.5],
    [0.0, 0.0]
);
derived!(
    w3_derived,
    d::SpringPendulum {
        m: 1.0,
        ea: 300.0,
        l0: 1.0
    },
    Midpoint,
    H,
    SPRING[0],
    SPRING[1]
);
derived!(
    w4_positions,
    d::ChainOfPositions {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Midpoint,
    H,
    ANGLES,
    [0.0; 8]
);
derived!(
    w4_cosines,
    d::ChainOfCosines {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Midpoint,
    H,
    ANGLES,
    [0.0; 8]
);
derived!(
    w4_relative,
    d::ChainOfRelativeAngles {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Midpoint,
    H,
    RELATIVE,
    [0.0; 8]
);
derived!(
    w5_order_4_derived,
    d::DoublePendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Galerkin::<2, Gauss<2>>::default(),
    H,
    [2.0, 1.5],
    [0.0, 0.0]
);
derived!(
    w5_order_6_derived,
    d::DoublePendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81
    },
    Galerkin::<3, Gauss<3>>::default(),
    H,
    [2.0, 1.5],
    [0.0, 0.0]
);

by_hand!(
    w1_by_hand,
    by_hand::Pendulum::new(1.0, 1.0, 9.81, H, [2.0], [0.0])
);
by_hand!(
    w2_by_hand,
    by_hand::DoublePendulum::new(1.0, 1.0, 9.81, H, [2.0, 1.5], [0.0; 2])
);
by_hand!(
    w3_by_hand,
    by_hand::SpringPendulum::new(1.0, 300.0, 1.0, H, SPRING[0], SPRING[1])
);
by_hand!(
    w4_by_hand,
    by_hand::Chain::new(1.0, 1.0, 9.81, H, ANGLES, [0.0; 8])
);
by_hand!(
    w5_order_4_by_hand,
    by_hand::GaussDoublePendulum::order_4(1.0, 1.0, 9.81, H, [2.0, 1.5], [0.0; 2])
);
by_hand!(
    w5_order_6_by_hand,
    by_hand::GaussDoublePendulum::order_6(1.0, 1.0, 9.81, H, [2.0, 1.5], [0.0; 2])
);
