//! From what a user types to a device: a node, a link, a serial number, a WWN, or a capture file.

use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use super::kernel::{KernelView, Machine};

/// What a name turned out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A SCSI device of this machine.
    Device {
        /// The node to open.
        node: PathBuf,
        /// What the kernel knows of it.
        kernel: Box<KernelView>,
    },
    /// A regular file: a capture, perhaps.
    File(PathBuf),
}

/// Why a name leads to no drive.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing has this name.
    #[error(
        "there is no drive {name}: no such node or file, and no drive here has this serial number or WWN (`calipers list` shows what there is)"
    )]
    Unknown {
        /// What was typed.
        name: String,
    },
    /// Two drives have it.
    #[error("{name} is not one drive but {}: name one of these nodes", .nodes.join(" and "))]
    Ambiguous {
        /// What was typed.
        name: String,
        /// The nodes that have it.
        nodes: Vec<String>,
    },
    /// A part of a disk.
    #[error("{node} is a partition of /dev/{disk}: name the whole disk, /dev/{disk}")]
    Partition {
        /// What was typed.
        node: String,
        /// The whole disk's name.
        disk: String,
    },
    /// A node of something else.
    #[error(
        "{node} is not a SCSI or ATA device ({what}): calipers asks drives that take SCSI commands (/dev/sdX, /dev/sgN)"
    )]
    NotScsi {
        /// What was typed.
        node: String,
        /// What it is.
        what: String,
    },
}

/// Finds the drive that `name` names.
///
/// # Errors
///
/// [`NameError`] if there is none, more than one, or it is no whole SCSI or ATA device.
pub fn resolve(machine: &Machine, name: &str) -> Result<Target, NameError> {
    // `sda` alone is what lsscsi and dmesg print, and what people type.
    let plain = !name.contains('/') && machine.address_of(name).is_some() && !Path::new(name).exists();
    let path = if plain { Path::new("/dev").join(name) } else { PathBuf::from(name) };
    match std::fs::metadata(&path) {
        Ok(metadata) if metadata.is_file() => Ok(Target::File(path)),
        Ok(metadata) => {
            let kind = metadata.file_type();
            if !kind.is_block_device() && !kind.is_char_device() {
                let what = if metadata.is_dir() { "a folder" } else { "no device node" };
                return Err(NameError::NotScsi { node: name.to_owned(), what: what.to_owned() });
            }
            device(machine, name, &path)
        }
        Err(_) => by_identity(machine, name),
    }
}

/// The device behind a node.
fn device(machine: &Machine, name: &str, path: &Path) -> Result<Target, NameError> {
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let node = real.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if let Some(disk) = machine.disk_of_partition(node) {
        return Err(NameError::Partition { node: name.to_owned(), disk });
    }
    match machine.address_of(node) {
        Some(address) => Ok(Target::Device { node: real.clone(), kernel: Box::new(machine.view(&address)) }),
        None => Err(NameError::NotScsi { node: name.to_owned(), what: kind_of(node).to_owned() }),
    }
}

/// What a node of another kind is, from its name.
fn kind_of(node: &str) -> &'static str {
    match node.trim_end_matches(|c: char| c.is_ascii_digit()) {
        "nvme" => "an NVMe controller",
        "loop" => "a loop device",
        "dm-" => "a device mapper volume: name the drives below it",
        "md" => "an MD array: name the drives below it",
        "zram" | "ram" => "memory",
        "mmcblk" => "an MMC or SD card",
        "nbd" => "a network block device",
        "vd" => "a virtio disk without SCSI commands",
        _ if node.starts_with("nvme") => "an NVMe namespace",
        _ if node.starts_with("vd") => "a virtio disk without SCSI commands",
        _ => "no SCSI device is behind this node",
    }
}

/// The one drive that has this serial number or WWN.
fn by_identity(machine: &Machine, name: &str) -> Result<Target, NameError> {
    if name.contains('/') {
        return Err(NameError::Unknown { name: name.to_owned() });
    }
    let mut found: Vec<KernelView> = Vec::new();
    for address in machine.addresses() {
        let view = machine.view(&address);
        if view.node().is_some() && crate::drive::listing::identifies(&view, name) {
            found.push(view);
        }
    }
    match found.as_slice() {
        [] => Err(NameError::Unknown { name: name.to_owned() }),
        [one] => {
            let node = one.node().unwrap_or_default();
            Ok(Target::Device { node, kernel: Box::new(one.clone()) })
        }
        several => Err(NameError::Ambiguous {
            name: name.to_owned(),
            nodes: several
                .iter()
                .filter_map(KernelView::node)
                .map(|node| node.display().to_string())
                .collect(),
        }),
    }
}
