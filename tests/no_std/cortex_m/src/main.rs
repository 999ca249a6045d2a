//! Prints the marks of all motions through the channel of the debugger, and ends the emulator.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};
use extremal_no_std::marks;
use panic_semihosting as _;

#[entry]
fn main() -> ! {
    marks(|mark| hprintln!("{}", mark));
    loop {
        debug::exit(debug::EXIT_SUCCESS);
    }
}
