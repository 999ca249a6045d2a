//! A model in single precision as firmware has it: steps, derivatives and restarts, and nothing that prints.
//!
//! `on_target` reads the symbols of this image: it contains no panic.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::panic::PanicInfo;

use cortex_m_rt::entry;
use extremal_no_std::firmware;

#[entry]
fn main() -> ! {
    loop {
        black_box(firmware(black_box(2.0)).is_some());
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
