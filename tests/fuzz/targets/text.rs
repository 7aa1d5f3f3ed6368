#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| calipers_fuzz::properties::text(data));
