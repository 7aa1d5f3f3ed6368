//! Writes the first corpus of each fuzz target: see `seeds.sh`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use calipers_fuzz::seeds::all;

fn main() -> std::io::Result<()> {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = fuzz.join("../..");
    let corpus = match std::env::var_os("CALIPERS_CORPUS") {
        Some(path) => PathBuf::from(path),
        None => root.join("../shared/corpus"),
    };
    let corpus = corpus.exists().then_some(corpus);
    if corpus.is_none() {
        println!("without real drives' answers: there is no ../shared/corpus");
    }
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for (target, bytes) in all(&root.join("testdata"), corpus.as_deref()) {
        let number = count.entry(target).or_default();
        let folder = fuzz.join("corpus").join(target);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("seed-{number:04}")), bytes)?;
        *number += 1;
    }
    for (target, count) in count {
        println!("{target}: {count} seeds");
    }
    Ok(())
}
