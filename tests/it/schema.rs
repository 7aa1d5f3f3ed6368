//! The JSON Schemas in `docs/schema`: current, and true of what the program writes.
//!
//! `CALIPERS_BLESS=1` writes them anew.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use calipers::drive::capture::Capture;
use calipers::drive::kernel::Machine;
use calipers::drive::listing::list;
use calipers::report::json::{Decoded, ListedReport, Listing, VERSION, program, schemas};
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

use super::made;
use super::vectors::vectors;

#[test]
fn the_schemas_in_docs_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let mut old = Vec::new();
    for (name, schema) in schemas() {
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        let path = folder.join(name);
        if std::env::var_os("CALIPERS_BLESS").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &text).unwrap();
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            old.push(name);
        }
    }
    assert!(old.is_empty(), "docs/schema/{old:?} are old: run CALIPERS_BLESS=1 cargo test --test it schema");
    let known: Vec<&str> = schemas().into_iter().map(|(name, _)| name).collect();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name.as_str()), "docs/schema/{name} is of no report: remove it");
    }
}

/// Where the schemas are for each other: they name each other by file.
const BASE: &str = "https://calipers.invalid/schema/";

/// A key that a schema does not name is not allowed here. Users have to live with new keys, so the
/// files themselves do not say so.
fn strict(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            let open = !["$ref", "allOf", "anyOf", "oneOf"].iter().any(|key| map.contains_key(*key));
            // A length of time stands in other objects, beside their own keys.
            let is_time = map.get("properties").is_some_and(|keys| keys.get("nanos").is_some());
            let is_schema = map.get("type").is_some_and(|kind| kind == "object");
            if is_schema
                && open
                && !is_time
                && map.contains_key("properties")
                && !map.contains_key("additionalProperties")
            {
                map.insert("additionalProperties".into(), false.into());
            }
            map.values_mut().for_each(strict);
        }
        Value::Array(values) => values.iter_mut().for_each(strict),
        _ => {}
    }
}

fn validator(file: &str) -> Validator {
    let mut registry = Registry::new();
    let mut root = Value::Null;
    for (name, mut schema) in schemas() {
        strict(&mut schema);
        if name == file {
            root = schema.clone();
        }
        registry = registry.add(format!("{BASE}{name}"), schema).unwrap();
    }
    let registry = registry.prepare().unwrap();
    jsonschema::options()
        .with_registry(&registry)
        .with_base_uri(format!("{BASE}{file}"))
        .offline()
        .build(&root)
        .unwrap()
}

/// Fails with each difference between a document and its schema.
fn holds(validator: &Validator, what: &str, document: &Value) {
    let wrong: Vec<String> = validator
        .iter_errors(document)
        .map(|error| {
            let text: String = error.to_string().chars().take(400).collect();
            format!("at {}: {text} ({})", error.instance_path(), error.schema_path())
        })
        .collect();
    assert!(wrong.is_empty(), "{what} is not as its schema says:\n{}", wrong.join("\n"));
}

fn calipers(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_calipers")).args(arguments).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The made captures as files.
fn files(folder: &Path) -> Vec<PathBuf> {
    [("sas", made::sas()), ("sata", made::sata())]
        .into_iter()
        .map(|(name, capture)| {
            let path = folder.join(format!("{name}.capture.json"));
            std::fs::write(&path, capture.to_json().unwrap()).unwrap();
            path
        })
        .collect()
}

#[test]
fn inspect_writes_what_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let validator = validator("inspect.json");
    let drives = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/drives");
    let mut captures = files(folder.path());
    captures.extend(std::fs::read_dir(drives).into_iter().flatten().map(|file| file.unwrap().path()));
    for path in captures.iter().filter(|path| path.extension().is_some_and(|e| e == "json")) {
        let name = path.to_str().unwrap();
        for options in [&["--all"][..], &[], &["--page", "vpd:b0", "--page", "mode:08", "--page", "vpd:c0"]] {
            let report = json(&calipers(&[&["inspect", "--json", name], options].concat()));
            holds(&validator, &format!("inspect {name} {options:?}"), &report);
        }
    }
    // What cannot be opened is reported in the same form.
    let report = json(&calipers(&["inspect", "--json", "/dev/null", "/nowhere"]));
    holds(&validator, "inspect /dev/null /nowhere", &report);
}

/// The schema is worth something only if it refuses what is wrong.
#[test]
fn the_schema_of_inspect_refuses_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let validator = validator("inspect.json");
    let files = files(folder.path());
    let report = json(&calipers(&["inspect", "--json", "--all", files[0].to_str().unwrap()]));
    assert!(validator.is_valid(&report));
    let page = "/drives/0/pages/vpd:b0/fields/maximum_unmap_lba_count";
    let mode = "/drives/0/pages/mode:08/fields/write_cache_enable/fields/current";
    let list = "/drives/0/pages/vpd:83/fields/designators/0/fields/association";
    let refused = "/drives/0/missing/vpd:86/refused";
    for (pointer, wrong) in [
        (format!("{page}/value"), json!("12")),
        (format!("{page}/unit"), json!("bytes")),
        (format!("{page}/name"), json!("MAXIMUM LBA COUNT")),
        (format!("{mode}/value"), json!(1)),
        (format!("{list}/value"), json!("logical unit")),
        (format!("{refused}/sense/asc"), json!("24")),
        (format!("{refused}/sense/field_pointer/in"), json!("somewhere")),
        (format!("{refused}/cdb"), json!("12 01")),
        ("/drives/0/facts/capacity/bytes/value".to_owned(), json!("1 TB")),
        ("/drives/0/facts/capacity/bytes/from".to_owned(), json!("vpd:b0")),
        ("/drives/0/outcome".to_owned(), json!("fine")),
        ("/schema_version".to_owned(), json!("1")),
    ] {
        let mut damaged = report.clone();
        let place = damaged.pointer_mut(&pointer).unwrap_or_else(|| panic!("there is no {pointer}"));
        *place = wrong;
        assert!(!validator.is_valid(&damaged), "{pointer} may be anything");
    }
    for (parent, key) in [
        ("/drives/0", "findings"),
        ("/drives/0/facts", "capacity"),
        (page, "name"),
        (refused, "text"),
        ("/drives/0/missing/vpd:86/refused/sense", "raw"),
    ] {
        let mut damaged = report.clone();
        let map = damaged.pointer_mut(parent).and_then(Value::as_object_mut).unwrap();
        map.remove(key).unwrap_or_else(|| panic!("{parent} has no {key}"));
        assert!(!validator.is_valid(&damaged), "{parent} may lack {key}");
    }
}

#[test]
fn capture_writes_what_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let validator = validator("capture.json");
    for path in files(folder.path()) {
        let name = path.display().to_string();
        holds(&validator, &name, &serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap());
        let output = calipers(&["capture", &name, "-o", "-"]);
        holds(&validator, &format!("capture {name}"), &json(&output));
    }
    // A capture that breaks the schema cannot be read either.
    let mut damaged = serde_json::to_value(made::sas()).unwrap();
    damaged["exchanges"][0]["cdb"] = "1".into();
    assert!(!validator.is_valid(&damaged));
    assert!(Capture::parse("a test", damaged.to_string().as_bytes()).is_err());
}

#[test]
fn a_run_of_capture_says_what_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let validator = validator("capture-run.json");
    let to = folder.path().join("to.json").display().to_string();
    for path in files(folder.path()) {
        let name = path.display().to_string();
        let report = json(&calipers(&["capture", &name, "-o", &to, "--json"]));
        holds(&validator, &format!("capture {name} --json"), &report);
        assert_eq!(report["file"], to.as_str());
        // A drive that went away leaves an incomplete file, and the report says so.
        assert_eq!(report["outcome"] == "passed", report["error"].is_null(), "{report}");
        assert!(report["commands"].as_u64() > Some(5), "{report}");
    }
    let report = json(&calipers(&["capture", "/dev/null", "-o", &to, "--json"]));
    holds(&validator, "capture /dev/null --json", &report);
    assert_eq!(report["outcome"], "could_not");
    assert!(report["error"]["text"].as_str().is_some_and(|text| text.contains("/dev/null")), "{report}");
}

#[test]
fn decode_writes_what_its_schema_says() {
    let validator = validator("decode.json");
    let mut seen = std::collections::BTreeSet::new();
    for (describe, path, bytes) in vectors() {
        // Cut ones have absent fields and notes.
        for length in [bytes.len(), bytes.len() / 2, bytes.len().min(5)] {
            let section = describe(&bytes[..length]);
            seen.insert(section.key.to_string());
            let report = serde_json::to_value(Decoded::new(&section, &bytes[..length])).unwrap();
            holds(&validator, &format!("{}, {length} bytes", path.display()), &report);
        }
    }
    for key in ["inquiry", "vpd:b0", "log:0d", "sense", "ata:identify", "ata:04/01"] {
        assert!(seen.contains(key), "no vector has the key {key}: its schema was not tried");
    }
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages");
    for (file, arguments) in [
        ("vpd/b2-logical-block-provisioning.hex", &["vpd"][..]),
        ("inquiry/standard.hex", &["inquiry"]),
        ("mode/0a-control.hex", &["mode"]),
        ("mode6/3f-old-drive.hex", &["mode6"]),
        ("log/2f-informational-exceptions.hex", &["log"]),
        ("sense/descriptor-direct-access.hex", &["sense"]),
        ("ata-log-04/05-temperature-statistics.hex", &["ata-log", "--log", "04"]),
    ] {
        let path = pages.join(file);
        let arguments = [&["decode", "--json", path.to_str().unwrap()], arguments].concat();
        let mut ordered = vec![arguments[0], arguments[3]];
        ordered.extend([&arguments[1..3], &arguments[4..]].concat());
        holds(&validator, file, &json(&calipers(&ordered)));
    }
}

#[test]
fn list_writes_what_its_schema_says() {
    let validator = validator("list.json");
    holds(&validator, "list on this machine", &json(&calipers(&["list", "--json", "--all"])));
    // A machine with one drive.
    let folder = tempfile::tempdir().unwrap();
    let device = folder.path().join("sys/bus/scsi/devices/2:0:0:0");
    let put = |name: &str, bytes: &[u8]| {
        let path = device.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    };
    put("vendor", b"SEAGATE \n");
    put("model", b"ST1000          \n");
    put("type", b"0\n");
    put("queue_depth", b"32\n");
    put("scsi_generic/sg0/dev", b"21:0\n");
    put("block/sda/size", b"2048\n");
    put("block/sda/queue/rotational", b"1\n");
    put("block/sda/queue/logical_block_size", b"512\n");
    put("vpd_pg80", &made::vector("vpd/80-unit-serial-number.hex"));
    put("vpd_pgb1", &made::vector("vpd/b1-block-device-characteristics.hex"));
    let drives = list(&Machine::at(folder.path()), true);
    assert_eq!(drives.len(), 1);
    assert_eq!(drives[0].facts.capacity.rotation.value, Some(7200));
    let drives = drives.into_iter().map(|d| ListedReport { facts: d.facts, kernel: d.kernel }).collect();
    let listing = Listing { schema_version: VERSION, program: program(), drives };
    holds(&validator, "a list of one drive", &serde_json::to_value(listing).unwrap());
}

/// Numbers of facts that count nothing that has a unit: commands, events.
const COUNTS: &[&str] = &["queue_depth", "power_cycles", "uncorrectable", "interface_crc_errors"];

#[test]
fn every_number_among_the_facts_has_its_unit() {
    let schema = schemas().into_iter().find(|(name, _)| *name == "list.json").unwrap().1;
    let facts = serde_json::to_value(calipers::drive::facts::Facts::default()).unwrap();
    let resolve = |schema: &Value, root: &Value| match schema.get("$ref").and_then(Value::as_str) {
        Some(reference) => root.pointer(reference.trim_start_matches('#')).unwrap().clone(),
        None => schema.clone(),
    };
    let mut numbers = 0;
    for (part, facts) in facts.as_object().unwrap() {
        let form = resolve(&schema["$defs"]["Facts"]["properties"][part], &schema);
        for (name, fact) in facts.as_object().unwrap() {
            let form = resolve(&form["properties"][name], &schema);
            let kinds = form["properties"]["value"]["type"].to_string();
            if kinds.contains("integer") || kinds.contains("number") {
                numbers += 1;
                let has_unit = fact.get("unit").is_some();
                assert_ne!(
                    has_unit,
                    COUNTS.contains(&name.as_str()),
                    "{part}.{name}: unit {:?}",
                    fact.get("unit")
                );
            }
        }
    }
    assert!(numbers > 15, "only {numbers} facts are numbers: this test looks at the wrong place");
}
