//! The cost of a command: seconds of processor time in user mode, which other programs on the machine hardly affect, and
//! memory.
//!
//! Does not know the command.

use std::fs;
use std::io::{Error, Result};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Ticks a second in `/proc`, on every Linux.
const TICKS: f64 = 100.0;

/// The smallest time of `times` runs of a command, in seconds.
pub(crate) fn least(times: usize, command: impl Fn() -> Command) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..times {
        least = least.min(seconds(command())?);
    }
    Ok(least)
}

fn seconds(mut command: Command) -> Result<f64> {
    let before = of_children()?;
    let output = command.output()?;
    if output.status.success() {
        Ok(of_children()? - before)
    } else {
        Err(Error::other(String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}

/// The user time of all child processes that have ended: field 16 of `stat` in `proc(5)`.
fn of_children() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The second field is the program's name in parentheses, which may contain any characters.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields
        .split_whitespace()
        .nth(13)
        .and_then(|ticks| ticks.parse::<f64>().ok());
    ticks
        .map(|ticks| ticks / TICKS)
        .ok_or_else(|| Error::other("no user time in /proc/self/stat"))
}

/// The most memory that a command has at once, in megabytes.
pub(crate) fn megabytes(mut command: Command) -> Result<f64> {
    /// The mark of the most memory grows until the program ends, and then is gone.
    const EACH: Duration = Duration::from_millis(5);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0.0_f64;
    let ended = loop {
        let marks = fs::read_to_string(&status).unwrap_or_default();
        let mark = marks.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = mark.and_then(|mark| mark.trim().strip_suffix("kB")?.trim().parse::<f64>().ok());
        most = most.max(kilobytes.unwrap_or_default() / 1000.0);
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        sleep(EACH);
    };
    if ended.success() {
        Ok(most)
    } else {
        Err(Error::other("the command failed"))
    }
}
