//! The machine's drives as the kernel knows them: no command is sent, so no drive wakes.

use super::facts::{Facts, facts};
use super::kernel::{KernelView, Machine};
use super::quirks::Flags;
use super::survey::{Answers, DISKS};

/// A drive in a list.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The kernel's view.
    pub kernel: KernelView,
    /// What follows from it.
    pub facts: Facts,
}

/// Every drive; with `all`, every SCSI device.
#[must_use]
pub fn list(machine: &Machine, all: bool) -> Vec<Listed> {
    let mut views: Vec<KernelView> = machine
        .addresses()
        .iter()
        .map(|address| machine.view(address))
        .filter(|view| all || view.device_type().is_some_and(|device_type| DISKS.contains(&device_type)))
        .collect();
    // By node, sdz before sdaa; what has no block node comes last, by its address.
    views
        .sort_by_key(|view| (view.block.is_none(), view.block.as_ref().map(String::len), view.block.clone()));
    views.into_iter().map(|kernel| Listed { facts: known(&kernel), kernel }).collect()
}

/// The facts that follow from the pages that the kernel keeps.
#[must_use]
pub fn known(kernel: &KernelView) -> Facts {
    let mut answers = Answers::default();
    for name in kernel.cached_pages.keys() {
        if let Some(bytes) = kernel.cached_page(name) {
            let key = if name == "identify" { "ata:identify" } else { name };
            answers.pages.insert(key.to_owned(), bytes);
        }
    }
    // The SAT layer's page 89h holds the IDENTIFY data that the kernel read.
    if !answers.pages.contains_key("ata:identify")
        && matches!(kernel.transport.as_deref(), Some("sata" | "pata"))
        && let Some(identify) = answers.pages.get("vpd:89").and_then(|page| page.get(60..572))
    {
        let identify = identify.to_vec();
        answers.pages.insert("ata:identify".into(), identify);
    }
    facts(&answers, kernel, &Flags::new())
}

/// True if `name` is the drive's serial number, or its WWN with or without its usual prefixes.
#[must_use]
pub fn identifies(kernel: &KernelView, name: &str) -> bool {
    let facts = known(kernel);
    let serial = facts.identity.serial.claims().any(|(serial, _)| serial == name);
    let lower = name.to_lowercase();
    let bare = ["0x", "naa.", "eui.", "wwn-0x"]
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .unwrap_or(&lower);
    serial || facts.identity.wwn.claims().any(|(wwn, _)| wwn == bare)
}
