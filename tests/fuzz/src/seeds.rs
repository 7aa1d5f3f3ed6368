//! First inputs of each fuzz target: the test vectors, and, where it is there, the corpus of real
//! drives' answers.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use calipers::drive::kernel::KernelView;
use sg::transport::Answer;

use super::properties::{ATTRIBUTES, FILES, inputs, taken, written, written_kernel};

/// An input: of which target, and its bytes.
pub type Seed = (&'static str, Vec<u8>);
/// Pages by their kind, as the folders of `testdata/pages` are named.
type Pages = BTreeMap<String, Vec<Vec<u8>>>;

/// The inputs that the test vectors below `testdata` make, and those that real drives' answers
/// below `corpus` make, if there is such a folder.
///
/// # Panics
///
/// Where a file cannot be read, or a vector is not hexadecimal.
#[must_use]
pub fn all(testdata: &Path, corpus: Option<&Path>) -> Vec<Seed> {
    let mut pages = Pages::new();
    let mut seeds = Vec::new();
    for (kind, path) in files(&testdata.join("pages"), "hex") {
        let text =
            String::from_utf8(read(&path)).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let choice = FILES.iter().position(|file| *file == kind).and_then(|choice| u8::try_from(choice).ok());
        seeds.extend(choice.map(|choice| ("text", [&[choice], text.as_bytes()].concat())));
        let bytes = sg::hex::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        pages.entry(kind).or_default().push(bytes);
    }
    seeds.extend(drives(&pages));
    if let Some(corpus) = corpus {
        for (folder, path) in files(corpus, "bin") {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let kind = match folder.as_str() {
                "scsi-inquiry" => "inquiry",
                "scsi-vpd" => "vpd",
                "scsi-log" => "log",
                "scsi-mode" if name.contains("modesense6") => "mode6",
                "scsi-mode" => "mode",
                "scsi-other" if name.contains("readcap") => "readcap",
                "ata-identify" => "identify",
                "ata-logs" if name.contains("log04") => "ata-log-04",
                "ata-logs" if name.contains("log30") => "ata-log-30",
                "sense" => "sense",
                _ => continue,
            };
            pages.entry(kind.to_owned()).or_default().push(read(&path));
        }
        seeds.extend(drives(&pages));
    }
    for (kind, all) in &pages {
        seeds.extend(all.iter().flat_map(|page| inputs(kind, page)));
    }
    for entry in std::fs::read_dir(testdata.join("drives")).into_iter().flatten().flatten() {
        seeds.push(("capture", read(&entry.path())));
    }
    seeds
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Drives that answer with these pages, as inputs of both targets that take a drive.
fn drives(pages: &Pages) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for view in kernels() {
        for number in 0..6 {
            let capture = taken(view.clone(), &mut |cdb| Some(answer(pages, cdb, number)));
            let answers = capture.exchanges.iter().flat_map(|exchange| written(&exchange.answer));
            seeds.push(("drive", written_kernel(&capture.kernel).into_iter().chain(answers).collect()));
            let file = capture.to_json().unwrap_or_default();
            seeds.push(("capture", file.into_bytes()));
        }
    }
    seeds
}

/// The files with this ending, with the name of the folder that each is in.
fn files(root: &Path, ending: &str) -> Vec<(String, PathBuf)> {
    let read = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let mut found = Vec::new();
    for folder in read(root) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for path in read(&folder) {
            if path.extension().is_some_and(|extension| extension == ending) {
                found.push((name.clone(), path));
            }
        }
    }
    found
}

/// Drives of several kinds, as the kernel may see them.
fn kernels() -> Vec<KernelView> {
    [None, Some("sata"), Some("sas"), Some("usb (UAS)")]
        .into_iter()
        .map(|transport| {
            let mut view = KernelView { transport: transport.map(str::to_owned), ..KernelView::default() };
            if transport.is_some() {
                let values = [
                    "15628053168",
                    "0",
                    "0",
                    "0",
                    "1",
                    "512",
                    "4096",
                    "write back",
                    "0",
                    "none",
                    "write back",
                    "ATA",
                    "ST8000VN004-2M21",
                    "SC60",
                    "naa.5000c500a1b2c3d4",
                    "32",
                ];
                let of = ATTRIBUTES.iter().zip(values);
                view.attributes = of.map(|(name, value)| ((*name).to_owned(), value.to_owned())).collect();
            }
            view
        })
        .collect()
}

/// The answer to a command: a page of the kind that it asks for, another one for each `number`.
fn answer(pages: &Pages, cdb: &[u8], number: usize) -> Answer {
    let at = |index: usize| cdb.get(index).copied().unwrap_or(0);
    let (kind, fits): (&str, Box<dyn Fn(&[u8]) -> bool>) = match at(0) {
        0x12 if at(1) & 1 == 1 => {
            let code = at(2);
            ("vpd", Box::new(move |page| page.get(1) == Some(&code)))
        }
        0x12 => ("inquiry", Box::new(|_| true)),
        0x03 => ("sense", Box::new(|_| true)),
        0x1a | 0x5a => {
            let (code, all) = (at(2) & 0x3f, at(2) & 0x3f == 0x3f);
            let (kind, header) = if at(0) == 0x1a { ("mode6", 4) } else { ("mode", 8) };
            // Where the pages begin, behind one block descriptor or none.
            let first = move |page: &[u8]| {
                let code_at = |at: usize| page.get(at).map(|byte| byte & 0x3f);
                all || code_at(header) == Some(code) || code_at(header + 8) == Some(code)
            };
            (kind, Box::new(first))
        }
        0x4d => {
            let (code, subpage) = (at(2) & 0x3f, at(3));
            let fits = move |page: &[u8]| {
                page.first().is_some_and(|byte| byte & 0x3f == code) && page.get(1) == Some(&subpage)
            };
            ("log", Box::new(fits))
        }
        0x25 => ("readcap", Box::new(|page| page.len() == 8)),
        0x9e => ("readcap", Box::new(|page| page.len() > 8)),
        0xa0 => ("luns", Box::new(|_| true)),
        0xa3 => ("rsoc", Box::new(|_| true)),
        0x85 if at(14) == 0xec => ("identify", Box::new(|_| true)),
        0x85 if matches!(at(14), 0x2f | 0x47) => {
            let page_number = at(10);
            let fits = move |page: &[u8]| page.get(2) == Some(&page_number);
            match at(8) {
                0x00 => ("ata-log-00", Box::new(|_| true)),
                0x04 => ("ata-log-04", Box::new(fits)),
                0x30 => ("ata-log-30", Box::new(fits)),
                _ => ("", Box::new(|_| true)),
            }
        }
        // An ATA command that brings registers: a descriptor with a healthy SMART status.
        0x85 => {
            let sense = "72 00 00 1d 00 00 00 0e 09 0c 00 00 00 ff 00 00 00 4f 00 c2 00 50";
            let sense = sg::hex::parse(sense).unwrap_or_default();
            return Answer::Completed { status: 2, sense, data: Vec::new() };
        }
        0x00 => return Answer::Completed { status: 0, sense: Vec::new(), data: Vec::new() },
        _ => ("", Box::new(|_| true)),
    };
    let fitting: Vec<&Vec<u8>> = pages.get(kind).into_iter().flatten().filter(|page| fits(page)).collect();
    match fitting.get(number.checked_rem(fitting.len()).unwrap_or(0)) {
        Some(page) => Answer::Completed { status: 0, sense: Vec::new(), data: page.to_vec() },
        // Invalid field in CDB.
        None => {
            let sense =
                sg::hex::parse("70 00 05 00 00 00 00 0a 00 00 00 00 24 00 00 c0 00 02").unwrap_or_default();
            Answer::Completed { status: 2, sense, data: Vec::new() }
        }
    }
}
