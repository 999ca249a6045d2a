//! Sentences of steps that are too long or too short, and of the choice of their size.

use core::fmt;

use crate::coordinate::CoordinateName;
use crate::error::words::Short;

pub(super) fn step_size(f: &mut fmt::Formatter<'_>, h: f64) -> fmt::Result {
    let what = if h.is_finite() && h > 0.0 {
        "; with it the time of later steps is not finite"
    } else {
        "; it must be positive and finite"
    };
    write!(f, "the step size is {h:?}{what}")
}

pub(super) fn frame_length(f: &mut fmt::Formatter<'_>, dt: f64, h: f64) -> fmt::Result {
    if dt.is_finite() && dt >= 0.0 {
        write!(
            f,
            "a frame of {} has {} steps of {}, and more than 1e9 are not made at once; take a shorter frame, or longer steps",
            Short(dt),
            Short(libm::ceil(dt / h)),
            Short(h)
        )
    } else {
        write!(
            f,
            "the length of the frame is {}; it must be zero or positive, and finite",
            Short(dt)
        )
    }
}

pub(super) fn monitor(f: &mut fmt::Formatter<'_>, value: f64) -> fmt::Result {
    write!(
        f,
        "the monitor of reversible steps is {}; it is a rate of the motion, 1/time, and must be positive and finite",
        Short(value)
    )
}

pub(super) fn density(f: &mut fmt::Formatter<'_>, density: f64, monitor: f64) -> fmt::Result {
    write!(
        f,
        "the density of reversible steps is {} where the monitor is {}, of which it must be at least an eighth: the \
         tolerance is too large, or the monitor is no smooth function near this state",
        Short(density),
        Short(monitor)
    )
}

pub(super) fn time_stands_still(f: &mut fmt::Formatter<'_>, t: f64, h: f64) -> fmt::Result {
    write!(
        f,
        "the step size {} is too small for the time {}, which is the same after a step, t + h = t; count the time from \
         nearer by, or take longer steps",
        Short(h),
        Short(t)
    )
}

pub(super) fn energy_rises(
    f: &mut fmt::Formatter<'_>,
    [from, to]: [f64; 2],
    coordinate: CoordinateName,
) -> fmt::Result {
    write!(
        f,
        "the energy rose from {} to {}, most of it in `{coordinate}`, and nothing in the system adds any: the step is too \
         long for this motion; take half of what `largest_stable_step` finds, or less",
        Short(from),
        Short(to)
    )
}

pub(super) fn unresolved(f: &mut fmt::Formatter<'_>, times: f64, coordinate: CoordinateName) -> fmt::Result {
    write!(
        f,
        "the kinetic energy grew by {times:.0e}, most of it in `{coordinate}`, in steps that do not resolve how: they are too \
         long for this motion; take half of what `largest_stable_step` finds, or less"
    )
}
