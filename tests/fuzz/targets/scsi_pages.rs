#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| calipers_fuzz::properties::scsi_pages(data));
