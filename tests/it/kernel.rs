//! The kernel's view, from trees laid out as sysfs lays them out on real machines.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use calipers::drive::facts::Facts;
use calipers::drive::kernel::{KernelView, Machine};
use calipers::drive::listing::{known, list};

/// A machine's `/sys`, `/proc` and `/dev` in a folder.
struct Tree {
    root: tempfile::TempDir,
}

impl Tree {
    fn new() -> Self {
        Self { root: tempfile::tempdir().unwrap() }
    }

    fn machine(&self) -> Machine {
        Machine::at(self.root.path())
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.path().join(path.trim_start_matches('/'))
    }

    fn folder(&self, path: &str) -> &Self {
        std::fs::create_dir_all(self.at(path)).unwrap();
        self
    }

    fn file(&self, path: &str, text: impl AsRef<[u8]>) -> &Self {
        let path = self.at(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    /// A link as sysfs makes them: relative.
    fn link(&self, from: &str, to: &str) -> &Self {
        let depth = from.trim_matches('/').split('/').count() - 1;
        let target = Path::new(&"../".repeat(depth)).join(to.trim_start_matches('/'));
        let from = self.at(from);
        std::fs::create_dir_all(from.parent().unwrap()).unwrap();
        symlink(target, from).unwrap();
        self
    }

    /// A SCSI disk below `parent`, which ends in the target's folder.
    fn disk(&self, parent: &str, address: &str, block: &str, number: &str) -> &Self {
        let device = format!("{parent}/{address}");
        let node = format!("{device}/block/{block}");
        self.file(&format!("{device}/type"), "0\n")
            .file(&format!("{device}/vendor"), "ATA     \n")
            .file(&format!("{device}/model"), "ST8000VN004-2M21\n")
            .file(&format!("{device}/scsi_disk/{address}/cache_type"), "write back\n")
            .file(&format!("{node}/size"), "15628053168\n")
            .file(&format!("{node}/dev"), format!("{number}\n"))
            .file(&format!("{node}/queue/rotational"), "1\n")
            .folder(&format!("{node}/holders"))
            .folder(&format!("{device}/scsi_generic/sg{}", block.as_bytes()[2] - b'a'))
            .link(&format!("{node}/device"), &device)
            .link(&format!("/sys/class/block/{block}"), &node)
            .link(&format!("/sys/bus/scsi/devices/{address}"), &device)
    }

    /// A partition of a disk.
    fn partition(&self, disk: &str, name: &str, number: &str) -> &Self {
        let disk = std::fs::canonicalize(self.at(&format!("/sys/class/block/{disk}"))).unwrap();
        let disk = disk.strip_prefix(std::fs::canonicalize(self.root.path()).unwrap()).unwrap();
        let folder = format!("/{}/{name}", disk.display());
        self.file(&format!("{folder}/partition"), "1\n")
            .file(&format!("{folder}/dev"), format!("{number}\n"))
            .folder(&format!("{folder}/holders"))
            .link(&format!("/sys/class/block/{name}"), &folder)
    }

    /// A virtual block device on top of others, each by its name in `/sys/class/block`.
    fn stacked(&self, name: &str, number: &str, on: &[&str]) -> &Self {
        let folder = format!("/sys/devices/virtual/block/{name}");
        self.file(&format!("{folder}/dev"), format!("{number}\n"))
            .folder(&format!("{folder}/holders"))
            .link(&format!("/sys/class/block/{name}"), &folder);
        for below in on {
            let holders =
                std::fs::canonicalize(self.at(&format!("/sys/class/block/{below}/holders"))).unwrap();
            symlink(self.at(&folder), holders.join(name)).unwrap();
        }
        self
    }

    fn view(&self, address: &str) -> KernelView {
        self.machine().view(address)
    }
}

/// IDENTIFY data as libata shows them: words in hex.
fn id_file(serial: &str, change: impl FnOnce(&mut [u16; 256])) -> String {
    let mut words = [0u16; 256];
    words[0] = 0x0040;
    let padded = format!("{serial:<20}").into_bytes();
    for (word, pair) in words[10..20].iter_mut().zip(padded.chunks(2)) {
        *word = u16::from_be_bytes([pair[0], pair[1]]);
    }
    words[80] = 0x01f0;
    words[222] = 0x1020;
    change(&mut words);
    let mut bytes: [u8; 512] = std::array::from_fn(|at| words[at / 2].to_le_bytes()[at % 2]);
    ata::identify::seal(&mut bytes);
    bytes
        .chunks(16)
        .map(|row| {
            let words: Vec<String> =
                row.chunks(2).map(|word| format!("{:02x}{:02x}", word[1], word[0])).collect();
            words.join(" ") + " \n"
        })
        .collect()
}

fn serial(facts: &Facts) -> Option<&str> {
    facts.identity.serial.value.as_deref()
}

const AHCI: &str = "/sys/devices/pci0000:00/0000:00:1f.2";

#[test]
fn a_disk_on_ahci() {
    let tree = Tree::new();
    tree.disk(&format!("{AHCI}/ata1/host0/target0:0:0"), "0:0:0:0", "sda", "8:0")
        .file("/sys/class/ata_link/link1/sata_spd", "6.0 Gbps\n")
        .file("/sys/class/ata_device/dev1.0/id", id_file("ZA1B2C3D", |_| {}))
        .link("/dev/disk/by-id/ata-ST8000VN004-2M2101_ZA1B2C3D", "/dev/sda")
        .link("/dev/disk/by-id/ata-ST8000VN004-2M2101_ZA1B2C3D-part1", "/dev/sda1");
    let view = tree.view("0:0:0:0");
    assert_eq!((view.block.as_deref(), view.generic.as_deref()), (Some("sda"), Some("sg0")));
    assert_eq!(view.transport.as_deref(), Some("sata"));
    assert_eq!(view.link_speed.as_deref(), Some("6.0 Gbps"));
    assert_eq!(view.links, ["by-id/ata-ST8000VN004-2M2101_ZA1B2C3D"]);
    assert_eq!(view.attribute("scsi_disk/cache_type"), Some("write back"));
    assert_eq!(view.attribute("size"), Some("15628053168"));
    assert_eq!(serial(&known(&view)), Some("ZA1B2C3D"));
    assert_eq!(view.used_by, Vec::<String>::new());
    assert_eq!(tree.machine().address_of("sda").as_deref(), Some("0:0:0:0"));
}

#[test]
fn disks_behind_a_port_multiplier_are_told_apart() {
    // libata gives the multiplier's ports the channel, and names its links and devices by port.
    let tree = Tree::new();
    for (port, block, serial) in [(0, "sda", "FIRST"), (1, "sdb", "SECOND")] {
        let address = format!("2:{port}:0:0");
        tree.disk(
            &format!("{AHCI}/ata3/host2/target2:{port}:0"),
            &address,
            block,
            &format!("8:{}", 16 * port),
        )
        .file(&format!("/sys/class/ata_link/link3.{port}/sata_spd"), "3.0 Gbps\n")
        .file(&format!("/sys/class/ata_device/dev3.{port}.0/id"), id_file(serial, |_| {}));
    }
    // The host's own link leads to the multiplier, which has no IDENTIFY DEVICE data.
    tree.file("/sys/class/ata_link/link3/sata_spd", "6.0 Gbps\n").file("/sys/class/ata_device/dev3.0/id", "");
    for (address, expected) in [("2:0:0:0", "FIRST"), ("2:1:0:0", "SECOND")] {
        let view = tree.view(address);
        assert_eq!(serial(&known(&view)), Some(expected));
        assert_eq!(view.link_speed.as_deref(), Some("3.0 Gbps"), "{address}");
    }
}

#[test]
fn a_parallel_ata_disk_is_no_sata_disk() {
    let tree = Tree::new();
    for (target, block) in [(0, "sda"), (1, "sdb")] {
        let address = format!("0:0:{target}:0");
        tree.disk(
            &format!("{AHCI}/ata1/host0/target0:0:{target}"),
            &address,
            block,
            &format!("8:{}", 16 * target),
        )
        .file(
            &format!("/sys/class/ata_device/dev1.{target}/id"),
            id_file(block, |words| (words[222], words[93]) = (0x0018, 0x6001)),
        );
    }
    tree.file("/sys/class/ata_link/link1/sata_spd", "<unknown>\n");
    for (address, block) in [("0:0:0:0", "sda"), ("0:0:1:0", "sdb")] {
        let view = tree.view(address);
        let facts = known(&view);
        assert_eq!(serial(&facts), Some(block), "master and slave");
        assert_eq!(facts.transport.kind.value.as_deref(), Some("pata"));
        assert!(
            facts.transport.kind.also.iter().all(|claim| claim.value == "pata"),
            "one word for one thing"
        );
        assert_eq!(facts.transport.link_speed.value, None);
    }
}

#[test]
fn disks_on_a_sas_adapter_directly_and_behind_an_expander() {
    let tree = Tree::new();
    let host = "/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0/host6";
    let port = format!("{host}/port-6:0");
    tree.disk(&format!("{port}/end_device-6:0/target6:0:0"), "6:0:0:0", "sda", "8:0")
        .folder(&format!("{host}/phy-6:0"))
        .link(&format!("{port}/phy-6:0"), &format!("{host}/phy-6:0"))
        .file("/sys/class/sas_phy/phy-6:0/negotiated_linkrate", "12.0 Gbit\n");
    // Behind an expander: its own link to the adapter is faster than the disk's.
    let expander = format!("{host}/port-6:1/expander-6:0");
    let port = format!("{expander}/port-6:0:3");
    tree.disk(&format!("{port}/end_device-6:0:3/target6:0:1"), "6:0:1:0", "sdb", "8:16")
        .folder(&format!("{expander}/phy-6:0:3"))
        .link(&format!("{port}/phy-6:0:3"), &format!("{expander}/phy-6:0:3"))
        .link(&format!("{host}/port-6:1/phy-6:4"), &format!("{host}/phy-6:4"))
        .file("/sys/class/sas_phy/phy-6:4/negotiated_linkrate", "12.0 Gbit\n")
        .file("/sys/class/sas_phy/phy-6:0:3/negotiated_linkrate", "6.0 Gbit\n")
        .file("/sys/class/sas_device/end_device-6:0:3/target_port_protocols", "sata\n");
    for (address, kind, speed) in
        [("6:0:0:0", "sas", "12.0 Gbit/s"), ("6:0:1:0", "sas (SATA drive)", "6.0 Gbit/s")]
    {
        let facts = known(&tree.view(address));
        assert_eq!(facts.transport.kind.value.as_deref(), Some(kind));
        assert_eq!(facts.transport.link_speed.value.as_deref(), Some(speed));
    }
}

#[test]
fn usb_disks_by_their_driver_and_speed() {
    let tree = Tree::new();
    let hub = "/sys/devices/pci0000:00/0000:00:14.0/usb2/2-1/2-1.4";
    for (number, driver, speed) in [(0, "uas", "10000"), (1, "usb-storage", "480")] {
        let port = format!("{hub}/2-1.4.{number}");
        let interface = format!("{port}/2-1.4.{number}:1.0");
        let block = ["sda", "sdb"][number];
        tree.disk(
            &format!("{interface}/host{number}/target{number}:0:0"),
            &format!("{number}:0:0:0"),
            block,
            &format!("8:{}", number * 16),
        )
        .file(&format!("{port}/speed"), format!("{speed}\n"))
        .link(&format!("{interface}/driver"), &format!("/sys/bus/usb/drivers/{driver}"));
    }
    let of = |address| {
        let view = tree.view(address);
        (view.transport.unwrap(), view.link_speed.unwrap())
    };
    assert_eq!(of("0:0:0:0"), ("usb (UAS)".to_owned(), "10000 Mbit/s".to_owned()));
    assert_eq!(of("1:0:0:0"), ("usb (mass storage)".to_owned(), "480 Mbit/s".to_owned()));
}

#[test]
fn other_ways_to_attach_a_disk() {
    for (parent, driver, kind) in [
        ("/sys/devices/pci0000:00/0000:00:05.0/virtio2/host3/target3:0:0", "virtio_scsi", "virtio"),
        ("/sys/devices/platform/host3/session1/target3:0:0", "iscsi_tcp", "iscsi"),
        ("/sys/devices/pci0000:00/0000:04:00.0/host3/rport-3:0-1/target3:0:0", "qla2xxx", "fibre channel"),
        ("/sys/devices/pseudo_0/adapter0/host3/target3:0:0", "scsi_debug", "emulated (scsi_debug)"),
        ("/sys/devices/pci0000:00/0000:01:00.0/host3/target3:2:0", "megaraid_sas", "scsi (megaraid_sas)"),
    ] {
        let tree = Tree::new();
        tree.disk(parent, "3:0:0:0", "sda", "8:0")
            .file("/sys/class/scsi_host/host3/proc_name", format!("{driver}\n"));
        assert_eq!(tree.view("3:0:0:0").transport.as_deref(), Some(kind));
    }
}

#[test]
fn what_uses_a_disk_through_every_layer() {
    let tree = Tree::new();
    tree.disk(&format!("{AHCI}/ata1/host0/target0:0:0"), "0:0:0:0", "sda", "8:0")
        .partition("sda", "sda1", "8:1")
        .partition("sda", "sda2", "8:2")
        .partition("sda", "sda3", "8:3")
        .partition("sda", "sda4", "8:4")
        .stacked("dm-0", "253:0", &["sda3"])
        .file("/sys/class/block/dm-0/dm/uuid", "CRYPT-LUKS2-0123-luks\n")
        .file("/sys/class/block/dm-0/dm/name", "secret\n")
        .stacked("dm-1", "253:1", &["dm-0"])
        .file("/sys/class/block/dm-1/dm/uuid", "LVM-abcdef\n")
        .file("/sys/class/block/dm-1/dm/name", "vg-root\n")
        .stacked("dm-2", "253:2", &["dm-0"])
        .file("/sys/class/block/dm-2/dm/uuid", "LVM-abcdeg\n")
        .file("/sys/class/block/dm-2/dm/name", "vg-swap\n")
        .stacked("md0", "9:0", &["sda4"])
        .file("/sys/class/block/md0/md/level", "raid1\n")
        .file(
            "/proc/self/mountinfo",
            "22 1 253:1 / / rw shared:1 - ext4 /dev/mapper/vg-root rw\n\
             23 22 8:1 / /boot rw shared:2 - ext4 /dev/sda1 rw\n\
             24 22 0:40 / /proc rw - proc proc rw\n\
             25 22 9:0 / /srv/my\\040data rw - xfs /dev/md0 rw\n\
             26 22 8:16 / /other rw - ext4 /dev/sdb rw\n",
        )
        .file(
            "/proc/swaps",
            "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/sda2 partition 1 0 -2\n/dev/dm-2 partition 1 0 -3\n",
        );
    assert_eq!(
        tree.view("0:0:0:0").used_by,
        [
            "4 partitions",
            "sda1 mounted at /boot",
            "swap on sda2",
            "dm-crypt secret on sda3",
            "MD raid1 md0 on sda4",
            "LVM volume vg-root on dm-0",
            "LVM volume vg-swap on dm-0",
            "md0 mounted at /srv/my data",
            "root file system on dm-1",
            "swap on dm-2",
        ]
    );
}

#[test]
fn the_paths_of_a_multipath_disk_are_in_use() {
    let tree = Tree::new();
    let host = "/sys/devices/pci0000:00/0000:05:00.0/host6";
    for (target, block) in [(0, "sda"), (1, "sdb")] {
        let address = format!("6:0:{target}:0");
        let parent = format!("{host}/port-6:{target}/end_device-6:{target}/target6:0:{target}");
        tree.disk(&parent, &address, block, &format!("8:{}", 16 * target));
    }
    tree.stacked("dm-0", "253:0", &["sda", "sdb"])
        .file("/sys/class/block/dm-0/dm/uuid", "mpath-35000c500a1b2c3d4\n")
        .file("/sys/class/block/dm-0/dm/name", "mpatha\n")
        .stacked("dm-1", "253:1", &["dm-0"])
        .file("/sys/class/block/dm-1/dm/uuid", "part1-mpath-35000c500a1b2c3d4\n")
        .file("/sys/class/block/dm-1/dm/name", "mpatha-part1\n")
        .file("/proc/self/mountinfo", "23 22 253:1 / /data rw - xfs /dev/mapper/mpatha-part1 rw\n");
    for (address, block) in [("6:0:0:0", "sda"), ("6:0:1:0", "sdb")] {
        assert_eq!(
            tree.view(address).used_by,
            [
                format!("multipath mpatha on {block}"),
                "device mapper mpatha-part1 on dm-0".to_owned(),
                "dm-1 mounted at /data".to_owned()
            ]
        );
    }
}

#[test]
fn each_disk_of_a_btrfs_file_system_is_in_use() {
    // Its mount names one of the disks only.
    let tree = Tree::new();
    for (target, block) in [(0, "sda"), (1, "sdb")] {
        let address = format!("{target}:0:0:0");
        tree.disk(
            &format!("{AHCI}/ata{}/host{target}/target{target}:0:0", target + 1),
            &address,
            block,
            "8:0",
        );
        let node =
            format!("{AHCI}/ata{}/host{target}/target{target}:0:0/{address}/block/{block}", target + 1);
        tree.link(&format!("/sys/fs/btrfs/0f3c-aa/devices/{block}"), &node);
    }
    tree.file("/sys/fs/btrfs/0f3c-aa/label", "pool\n")
        .folder("/sys/fs/btrfs/features")
        .file("/proc/self/mountinfo", "23 22 0:41 / /pool rw - btrfs /dev/sda rw\n");
    assert_eq!(tree.view("0:0:0:0").used_by, ["sda mounted at /pool", "btrfs pool on sda"]);
    assert_eq!(tree.view("1:0:0:0").used_by, ["btrfs pool on sdb"]);
}

#[test]
fn a_list_holds_disks_only_and_goes_by_node() {
    let tree = Tree::new();
    for (target, block) in [(0, "sdb"), (1, "sda")] {
        tree.disk(
            &format!("{AHCI}/ata{}/host{target}/target{target}:0:0", target + 1),
            &format!("{target}:0:0:0"),
            block,
            "8:0",
        );
    }
    let dvd = format!("{AHCI}/ata9/host8/target8:0:0/8:0:0:0");
    tree.file(&format!("{dvd}/type"), "5\n")
        .folder(&format!("{dvd}/block/sr0"))
        .link("/sys/bus/scsi/devices/8:0:0:0", &dvd)
        .link("/sys/bus/scsi/devices/target8:0:0", &format!("{AHCI}/ata9/host8/target8:0:0"));
    let nodes = |all| -> Vec<String> {
        list(&tree.machine(), all).into_iter().filter_map(|drive| drive.kernel.block).collect()
    };
    assert_eq!(nodes(false), ["sda", "sdb"]);
    assert_eq!(nodes(true), ["sda", "sdb", "sr0"]);
}
