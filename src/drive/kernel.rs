//! The kernel's view of a drive: sysfs and procfs, without sending the drive a command.
//!
//! Everything is read below a root folder (`/` in real life), so that tests and captures can
//! bring their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ata::identify::Transport as Cable;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the kernel knows of one SCSI device.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct KernelView {
    /// The block node's name: `sda`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<String>,
    /// The SCSI generic node's name: `sg0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generic: Option<String>,
    /// SCSI address, host:channel:target:LUN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// How it is attached: `sata`, `sas`, `usb`, …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transport: Option<String>,
    /// The speed of its link, as the kernel writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_speed: Option<String>,
    /// Attributes by their path below the block or SCSI device folder: `queue/write_cache`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, String>,
    /// VPD pages, and `identify`, that the kernel read when it found the drive, as hex.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cached_pages: BTreeMap<String, String>,
    /// Names under `/dev/disk/by-*`, as `by-id/…`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<String>,
    /// What uses the drive or a part of it, each as a sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub used_by: Vec<String>,
}

impl KernelView {
    /// An attribute.
    #[must_use]
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    /// A page that the kernel keeps.
    #[must_use]
    pub fn cached_page(&self, name: &str) -> Option<Vec<u8>> {
        sg::hex::parse(self.cached_pages.get(name)?).ok()
    }

    /// The device node to open: the block node, or the generic one where there is none.
    #[must_use]
    pub fn node(&self) -> Option<PathBuf> {
        self.block.as_ref().or(self.generic.as_ref()).map(|name| Path::new("/dev").join(name))
    }

    /// True if the kernel has suspended the drive, so that opening it would wake it.
    #[must_use]
    pub fn is_suspended(&self) -> bool {
        self.attribute("device/power/runtime_status") == Some("suspended")
    }

    /// True if it is attached by USB, directly or behind a bridge.
    #[must_use]
    pub fn is_usb(&self) -> bool {
        self.transport.as_deref().is_some_and(|transport| transport.starts_with("usb"))
    }

    /// The kernel's number for SPC-2.
    pub const SPC_2: u8 = 5;

    /// The SCSI version that the kernel takes the device for, as the kernel counts: up to SCSI-2,
    /// as INQUIRY does, then one more.
    #[must_use]
    pub fn scsi_level(&self) -> Option<u8> {
        self.attribute("device/scsi_level")?.parse().ok()
    }

    /// Peripheral device type, as the kernel knows it.
    #[must_use]
    pub fn device_type(&self) -> Option<u8> {
        self.attribute("device/type")?.parse().ok()
    }
}

/// A machine's sysfs, procfs and `/dev`.
#[derive(Debug, Clone)]
pub struct Machine {
    root: PathBuf,
}

impl Default for Machine {
    fn default() -> Self {
        Self::at("/")
    }
}

/// Attributes of the block device that say something about the drive or its use.
const BLOCK_ATTRIBUTES: &[&str] = &[
    "size",
    "ro",
    "removable",
    "alignment_offset",
    "discard_alignment",
    "queue/rotational",
    "queue/logical_block_size",
    "queue/physical_block_size",
    "queue/minimum_io_size",
    "queue/optimal_io_size",
    "queue/max_sectors_kb",
    "queue/max_hw_sectors_kb",
    "queue/nr_requests",
    "queue/scheduler",
    "queue/write_cache",
    "queue/fua",
    "queue/zoned",
    "queue/discard_granularity",
    "queue/discard_max_bytes",
    "queue/write_zeroes_max_bytes",
];

/// Attributes of the SCSI device.
const DEVICE_ATTRIBUTES: &[&str] = &[
    "vendor",
    "model",
    "rev",
    "type",
    "scsi_level",
    "state",
    "queue_depth",
    "queue_type",
    "timeout",
    "wwid",
    "iorequest_cnt",
    "iodone_cnt",
    "ioerr_cnt",
    "iotmo_cnt",
    "ncq_prio_supported",
    "sas_address",
    "power/runtime_status",
    "power/control",
];

/// Attributes of the SCSI disk driver's device.
const DISK_ATTRIBUTES: &[&str] = &[
    "cache_type",
    "FUA",
    "protection_type",
    "protection_mode",
    "provisioning_mode",
    "thin_provisioning",
    "manage_start_stop",
    "manage_system_start_stop",
    "manage_runtime_start_stop",
    "zeroing_mode",
    "zoned_cap",
];

impl Machine {
    /// A machine whose `/sys`, `/proc` and `/dev` are below this folder.
    #[must_use]
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    fn path(&self, absolute: &str) -> PathBuf {
        self.root.join(absolute.trim_start_matches('/'))
    }

    /// Every SCSI device: its address, in order.
    #[must_use]
    pub fn addresses(&self) -> Vec<String> {
        let mut found: Vec<(Vec<u64>, String)> = names(&self.path("/sys/bus/scsi/devices"))
            .into_iter()
            .filter_map(|name| {
                let numbers: Option<Vec<u64>> = name.split(':').map(|part| part.parse().ok()).collect();
                numbers.filter(|numbers| numbers.len() == 4).map(|numbers| (numbers, name))
            })
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    }

    /// The address of the SCSI device behind a node's name (`sda`, `sg3`, `sr0`, `st0`).
    #[must_use]
    pub fn address_of(&self, node: &str) -> Option<String> {
        ["/sys/class/block", "/sys/class/scsi_generic", "/sys/class/scsi_tape"].iter().find_map(|class| {
            let device = fs::canonicalize(self.path(class).join(node).join("device")).ok()?;
            let name = device.file_name()?.to_str()?.to_owned();
            (name.split(':').count() == 4).then_some(name)
        })
    }

    /// What the kernel does with a SCSI device at the moment: `running`, `offline`, `cancel`, …;
    /// nothing if the device is no longer there.
    #[must_use]
    pub fn state(&self, address: &str) -> Option<String> {
        read(&self.path("/sys/bus/scsi/devices").join(address).join("state"))
    }

    /// The whole disk that a partition's name belongs to.
    #[must_use]
    pub fn disk_of_partition(&self, node: &str) -> Option<String> {
        let folder = fs::canonicalize(self.path("/sys/class/block").join(node)).ok()?;
        folder
            .join("partition")
            .exists()
            .then(|| folder.parent()?.file_name()?.to_str().map(str::to_owned))?
    }

    /// What the kernel knows of the SCSI device at an address.
    #[must_use]
    pub fn view(&self, address: &str) -> KernelView {
        let device = self.path("/sys/bus/scsi/devices").join(address);
        let mut view = KernelView {
            address: Some(address.to_owned()),
            block: names(&device.join("block")).into_iter().next(),
            generic: names(&device.join("scsi_generic")).into_iter().next(),
            ..KernelView::default()
        };
        let mut take = |name: String, path: PathBuf| {
            if let Some(text) = read(&path) {
                view.attributes.insert(name, text);
            }
        };
        for name in DEVICE_ATTRIBUTES {
            take(format!("device/{name}"), device.join(name));
        }
        if let Some(disk) = names(&device.join("scsi_disk")).first() {
            for name in DISK_ATTRIBUTES {
                take(format!("scsi_disk/{name}"), device.join("scsi_disk").join(disk).join(name));
            }
        }
        if let Some(block) = &view.block {
            for name in BLOCK_ATTRIBUTES {
                take((*name).to_owned(), device.join("block").join(block).join(name));
            }
        }
        view.cached_pages = cached_pages(&device);
        if let Ok(real) = fs::canonicalize(&device) {
            self.attach(&real, &mut view);
        }
        if let Some(block) = view.block.clone() {
            view.links = self.links(&block);
            view.used_by = self.used_by(&block);
        }
        view
    }

    /// Finds out how the device is attached from its place in the tree of devices.
    fn attach(&self, device: &Path, view: &mut KernelView) {
        let part = |prefix: &str| {
            device.components().filter_map(|part| part.as_os_str().to_str()).find(|part| {
                part.strip_prefix(prefix)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '-'))
            })
        };
        let above = |name: &str| {
            let mut at = Some(device);
            while let Some(folder) = at {
                if folder.file_name().is_some_and(|n| n == name) {
                    return Some(folder.to_owned());
                }
                at = folder.parent();
            }
            None
        };
        if let Some(port) = part("ata") {
            view.transport = Some("sata".into());
            let number = port.trim_start_matches("ata");
            let class = self.path("/sys/class");
            let address =
                |place| view.address.as_deref().and_then(|a| a.split(':').nth(place)).unwrap_or("0");
            // The ports of a multiplier have links of their own, and are the address's channel; on
            // a port without one, the target is the device's number.
            let multiplied = format!("{number}.{}", address(1));
            let (link, drive) = if class.join(format!("ata_link/link{multiplied}")).exists() {
                let drive = format!("{multiplied}.0");
                (multiplied, drive)
            } else {
                (number.to_owned(), format!("{number}.{}", address(2)))
            };
            view.link_speed = read(&class.join(format!("ata_link/link{link}/sata_spd")))
                .filter(|speed| !speed.starts_with('<'));
            if let Some(words) = read(&class.join(format!("ata_device/dev{drive}/id"))) {
                let bytes: String = words
                    .split_whitespace()
                    .filter_map(|word| Some(format!("{}{}", word.get(2..4)?, word.get(0..2)?)))
                    .collect();
                if bytes.len() == 1024 {
                    let parallel = sg::hex::parse(&bytes).is_ok_and(|bytes| {
                        ata::identify::decode(&bytes).value.transport() == Some(Cable::Parallel)
                    });
                    if parallel {
                        view.transport = Some("pata".into());
                    }
                    view.cached_pages.insert("identify".into(), bytes);
                }
            }
        } else if let Some(end) = part("end_device") {
            let protocols = read(&self.path("/sys/class/sas_device").join(end).join("target_port_protocols"));
            view.transport = Some(match protocols.as_deref() {
                Some("sata" | "stp") => "sas (SATA drive)".into(),
                _ => "sas".to_owned(),
            });
            let rate = above(end).and_then(|folder| {
                names(&folder)
                    .into_iter()
                    .chain(folder.parent().map(names).unwrap_or_default())
                    .filter(|name| name.starts_with("phy-"))
                    .find_map(|phy| {
                        read(&self.path("/sys/class/sas_phy").join(phy).join("negotiated_linkrate"))
                    })
            });
            view.link_speed = rate.filter(|rate| rate.contains("Gbit"));
        } else if let Some(usb) = device
            .components()
            .filter_map(|part| part.as_os_str().to_str())
            .rfind(|part| part.contains(':') && part.contains('-') && part.contains('.'))
            .filter(|_| part("usb").is_some())
        {
            let interface = above(usb);
            let driver = interface.as_ref().and_then(|folder| {
                let driver = fs::read_link(folder.join("driver")).ok()?;
                driver.file_name()?.to_str().map(str::to_owned)
            });
            view.transport = Some(match driver.as_deref() {
                Some("uas") => "usb (UAS)".into(),
                _ => "usb (mass storage)".to_owned(),
            });
            view.link_speed = interface
                .as_deref()
                .and_then(Path::parent)
                .and_then(|folder| read(&folder.join("speed")))
                .map(|megabits| format!("{megabits} Mbit/s"));
        } else if part("virtio").is_some() {
            view.transport = Some("virtio".into());
        } else if part("session").is_some() {
            view.transport = Some("iscsi".into());
        } else if part("rport").is_some() {
            view.transport = Some("fibre channel".into());
        } else if part("adapter").is_some() {
            view.transport = Some("emulated (scsi_debug)".into());
        } else if device.components().any(|part| part.as_os_str() == "tcm_loop_0")
            || part("tcm_loop_adapter_").is_some()
        {
            view.transport = Some("loopback (tcm_loop)".into());
        } else if let Some(host) = part("host")
            && self.path("/sys/class/spi_host").join(host).exists()
        {
            view.transport = Some("parallel SCSI (spi)".into());
        } else if let Some(host) = part("host")
            && let Some(driver) = read(&self.path("/sys/class/scsi_host").join(host).join("proc_name"))
        {
            view.transport = Some(format!("scsi ({driver})"));
        }
    }

    /// Names of the block device under `/dev/disk/by-*`.
    fn links(&self, block: &str) -> Vec<String> {
        let mut links = Vec::new();
        for kind in ["by-id", "by-path", "by-diskseq"] {
            let folder = self.path("/dev/disk").join(kind);
            for name in names(&folder) {
                let to = fs::read_link(folder.join(&name)).ok();
                if to.as_deref().and_then(Path::file_name).is_some_and(|to| to == block) {
                    links.push(format!("{kind}/{name}"));
                }
            }
        }
        links
    }

    /// What uses a block device or a part of it: mounts, swap, and what the kernel stacks on it.
    #[must_use]
    pub fn used_by(&self, block: &str) -> Vec<String> {
        let mut found = Vec::new();
        let disk = self.path("/sys/class/block").join(block);
        let partitions: Vec<String> =
            names(&disk).into_iter().filter(|name| disk.join(name).join("partition").exists()).collect();
        if !partitions.is_empty() {
            let count = partitions.len();
            found.push(format!("{count} partition{}", if count == 1 { "" } else { "s" }));
        }
        let mounts = fs::read_to_string(self.path("/proc/self/mountinfo")).unwrap_or_default();
        let swaps = fs::read_to_string(self.path("/proc/swaps")).unwrap_or_default();
        let mut nodes: Vec<String> = std::iter::once(block.to_owned()).chain(partitions).collect();
        let mut at = 0;
        let pools = self.path("/sys/fs/btrfs");
        while let Some(node) = nodes.get(at).cloned() {
            at += 1;
            let folder = self.path("/sys/class/block").join(&node);
            if let Some(number) = read(&folder.join("dev")) {
                found.extend(mounted(&mounts, &number, &node));
            }
            let in_swap = |line: &str| {
                line.split_whitespace().next().is_some_and(|file| {
                    fs::canonicalize(file).is_ok_and(|file| file == Path::new("/dev").join(&node))
                        || file == format!("/dev/{node}")
                })
            };
            if swaps.lines().any(in_swap) {
                found.push(format!("swap on {node}"));
            }
            // A mount of btrfs names one of its devices, and there are no holders.
            for pool in
                names(&pools).into_iter().filter(|pool| pools.join(pool).join("devices").join(&node).exists())
            {
                let label = read(&pools.join(&pool).join("label")).filter(|label| !label.is_empty());
                found.push(format!("btrfs {} on {node}", label.unwrap_or(pool)));
            }
            for holder in names(&folder.join("holders")) {
                found.push(format!("{} on {node}", self.holder(&holder)));
                if !nodes.contains(&holder) {
                    nodes.push(holder);
                }
            }
        }
        found.dedup();
        found
    }

    /// What a device stacked on another one is.
    fn holder(&self, name: &str) -> String {
        let folder = self.path("/sys/class/block").join(name);
        if let Some(level) = read(&folder.join("md/level")) {
            return format!("MD {level} {name}");
        }
        let uuid = read(&folder.join("dm/uuid")).unwrap_or_default();
        let title = read(&folder.join("dm/name")).unwrap_or_else(|| name.to_owned());
        match uuid.split('-').next() {
            Some("LVM") => format!("LVM volume {title}"),
            Some("mpath") => format!("multipath {title}"),
            Some("CRYPT") => format!("dm-crypt {title}"),
            _ if name.starts_with("dm-") => format!("device mapper {title}"),
            _ => name.to_owned(),
        }
    }
}

/// Mounts of the device with that number or node, from a mountinfo file. File systems that span
/// devices (btrfs) have numbers of their own and are found by the node that they name.
fn mounted(mountinfo: &str, number: &str, node: &str) -> Vec<String> {
    mountinfo
        .lines()
        .filter_map(|line| {
            let (place, source) = line.split_once(" - ")?;
            let mut fields = place.split(' ');
            let device = fields.nth(2)?;
            let point = fields.nth(1)?.replace("\\040", " ");
            let named = source.split(' ').nth(1)?.strip_prefix("/dev/") == Some(node);
            (device == number || named).then(|| match point.as_str() {
                "/" => format!("root file system on {node}"),
                _ => format!("{node} mounted at {point}"),
            })
        })
        .collect()
}

/// The VPD pages that the kernel keeps of a device.
fn cached_pages(device: &Path) -> BTreeMap<String, String> {
    names(device)
        .into_iter()
        .filter_map(|name| {
            let code = u8::from_str_radix(name.strip_prefix("vpd_pg")?, 16).ok()?;
            let bytes = fs::read(device.join(&name)).ok().filter(|bytes| bytes.len() >= 4)?;
            Some((format!("vpd:{code:02x}"), sg::wire::hex(&bytes)))
        })
        .collect()
}

/// An attribute's text without padding, if it can be read.
fn read(path: &Path) -> Option<String> {
    fs::read(path).ok().map(|bytes| sg::wire::ascii(&bytes).replace("\\x0a", "\n").trim().to_owned())
}

/// The names in a folder, sorted; none if there is no such folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}
