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

/// How many inputs are made of a seed: a whole drive takes a thousand times as long as a page.
fn times(name: &str) -> usize {
    if matches!(name, "drive" | "capture") { 3 } else { 40 }
}

/// The inputs made of these seeds that break a property, and how.
fn broken(seeds: &[(&'static str, Vec<u8>)], mut noise: Noise) -> Vec<String> {
    let mut broken = Vec::new();
    for (name, seed) in seeds {
        let check = target(name);
        let mut input = seed.clone();
        for _ in 0..times(name) {
            if let Err(panic) = std::panic::catch_unwind(|| check(&input)) {
                let said = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                broken.push(format!("{name}: {said}\ninput {}", sg::wire::hex(&input)));
            }
            input = noise.damaged(seed);
        }
    }
    broken
}

#[test]
fn every_seed_keeps_every_property() {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let seeds = seeds::all(&testdata, None);
    for name in ["scsi_pages", "sense", "ata", "text", "capture", "drive"] {
        assert!(seeds.iter().filter(|(target, _)| *target == name).count() >= 10, "{name} has no seeds");
    }
    // In the same pieces on every machine, so that a failure comes again.
    let pieces: Vec<_> = seeds.chunks(seeds.len().div_ceil(16)).enumerate().collect();
    let next = std::sync::Mutex::new(pieces.into_iter());
    let found = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some((number, piece)) = next.lock().unwrap().next() else { break };
                    let noise = Noise(0x0063_616c_6970_6572 + u64::try_from(number).unwrap());
                    let broken = broken(piece, noise);
                    found.lock().unwrap().extend(broken);
                }
            });
        }
    });
    let broken = found.into_inner().unwrap();
    assert!(broken.is_empty(), "{} inputs break a property:\n{}", broken.len(), broken.join("\n\n"));
}
