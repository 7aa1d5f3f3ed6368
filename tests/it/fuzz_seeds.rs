//! What the fuzz targets check (`tests/fuzz/src/properties.rs`), over every test vector as it is,
//! cut, and damaged: a short run of the fuzzers that needs no fuzzer.

#[allow(unreachable_pub)]
#[path = "../fuzz/src/properties.rs"]
mod properties;
#[allow(unreachable_pub)]
#[path = "../fuzz/src/seeds.rs"]
mod seeds;

use std::path::Path;

/// The function that takes a target's inputs.
fn target(name: &str) -> fn(&[u8]) {
    match name {
        "scsi_pages" => properties::scsi_pages,
        "sense" => properties::sense,
        "ata" => properties::ata,
        "text" => properties::text,
        "capture" => properties::capture,
        "drive" => properties::drive,
        _ => panic!("no such target: {name}"),
    }
}

/// Numbers that are the same every time (xorshift).
struct Noise(u64);

impl Noise {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    /// The same bytes with a few changes that lengths, counts and codes are sensitive to.
    fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let byte = [0x00, 0xff, 0x7f, 0x80, 0x01, 0x1b, b'9'][self.below(7)];
            match self.below(6) {
                0 => bytes.truncate(at),
                1 => bytes.insert(at.min(bytes.len()), byte),
                2 if !bytes.is_empty() => drop(bytes.remove(at)),
                3 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                _ if !bytes.is_empty() => bytes[at] = byte,
                _ => {}
            }
        }
        bytes
    }
}

#[test]
fn every_seed_keeps_every_property() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut noise = Noise(0x0063_616c_6970_6572);
    let mut targets = std::collections::BTreeMap::new();
    let mut broken = Vec::new();
    for (name, seed) in seeds::all(&testdata, None) {
        let check = target(name);
        *targets.entry(name).or_insert(0) += 1;
        // A whole drive takes a thousand times as long as a page.
        let times = if matches!(name, "drive" | "capture") { 3 } else { 60 };
        let mut input = seed.clone();
        for _ in 0..=times {
            if let Err(panic) = std::panic::catch_unwind(|| check(&input)) {
                let said = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                broken.push(format!("{name}: {said}\ninput {}", sg::wire::hex(&input)));
            }
            input = noise.damaged(&seed);
        }
    }
    assert!(broken.is_empty(), "{} inputs break a property:\n{}", broken.len(), broken.join("\n\n"));
    for name in ["scsi_pages", "sense", "ata", "text", "capture", "drive"] {
        assert!(targets.get(name).is_some_and(|count| *count >= 5), "{name} has no seeds: {targets:?}");
    }
}
