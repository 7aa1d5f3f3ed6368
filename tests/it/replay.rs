//! Whole drives: each `testdata/drives/*.capture.json` gives the report that stands beside it.
//!
//! The captures are of devices that we did not write: QEMU's disks and the kernel's scsi_debug.
//! `CALIPERS_BLESS=1` writes the reports anew: look at the difference before you commit it.

use std::path::{Path, PathBuf};

fn captures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/drives");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_str().is_some_and(|path| path.ends_with(".capture.json")))
        .collect();
    paths.sort();
    assert!(paths.len() > 5, "the shelf is empty");
    paths
}

/// Runs the program from the project's folder.
fn calipers(args: &[&str]) -> (Option<i32>, String) {
    let output = assert_cmd::Command::cargo_bin("calipers")
        .unwrap()
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn each_capture_gives_the_report_beside_it() {
    let mut wrong = Vec::new();
    for path in captures() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let (code, text) = calipers(&["inspect", &format!("testdata/drives/{name}")]);
        let found = format!("{text}exit code {}\n", code.unwrap());
        let expected = path.with_file_name(name.replace(".capture.json", ".txt"));
        if std::env::var_os("CALIPERS_BLESS").is_some() {
            std::fs::write(&expected, &found).unwrap();
        }
        if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            wrong.push(format!("{name}:\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "these reports differ from those written:\n{}", wrong.join("\n"));
}

#[test]
fn a_report_in_json_holds_every_page_that_is_shown() {
    for path in captures() {
        let name = path.to_str().unwrap();
        let (_, text) = calipers(&["inspect", "--all", name]);
        let (_, json) = calipers(&["inspect", "--all", "--json", name]);
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let pages = json["drives"][0]["pages"].as_object().unwrap();
        assert!(pages.len() > 5, "{name}");
        for key in pages.keys() {
            assert!(
                text.contains(&format!("({key})")) || !key.contains(':'),
                "{name}: {key} is not in the text"
            );
        }
    }
}
