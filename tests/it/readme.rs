//! What the README shows is what the program prints.
//!
//! `CALIPERS_BLESS=1` draws the picture anew.

use std::path::Path;

/// The picture: a disk whose write cache was turned off behind the kernel's back.
const SHOWN: &str = "testdata/drives/qemu-scsi-stale-cache.capture.json";

#[test]
fn the_picture_in_the_readme_is_of_real_output() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = assert_cmd::Command::cargo_bin("calipers")
        .unwrap()
        .current_dir(root)
        .env("CLICOLOR_FORCE", "1")
        .args(["inspect", SHOWN])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains('\u{1b}'), "with colours");
    let picture = anstyle_svg::Term::new().render_svg(&text);
    let path = root.join("docs/inspect.svg");
    if std::env::var_os("CALIPERS_BLESS").is_some() {
        std::fs::write(&path, &picture).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|found| found == picture),
        "docs/inspect.svg is old: CALIPERS_BLESS=1 cargo test --test it readme"
    );
}

#[test]
fn every_file_that_the_readme_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let named = readme.split([' ', '\n', '`']).filter(|word| word.starts_with("testdata/"));
    let mut count = 0;
    for link in links.filter(|link| !link.starts_with("http")).chain(named) {
        assert!(root.join(link).exists(), "README.md names {link}");
        count += 1;
    }
    assert!(count > 5);
}
