//! Facts from pages: one claim for each source, the closest source first.
//!
//! The drive's own word comes before the kernel's, and the page that is closest to the medium
//! before those that repeat it: IDENTIFY DEVICE before what a SAT layer makes of it.

use ata::command::{PowerMode, SmartStatus};
use ata::identify::{self, EraseTime, Identify};
use ata::log::statistics as stats;
use sg::inquiry::InquiryHeader;
use sg::log::{InformationalExceptions, Temperature};
use sg::mode::Caching;
use sg::page::Page;
use sg::read_capacity::{Capacity10, Capacity16};
use sg::tcg::{Discovery, Locking};
use sg::vpd::designator::Association;
use sg::vpd::{
    BlockDeviceCharacteristics, DeviceIdentification, LogicalBlockProvisioningHeader, UnitSerialNumber,
};
use sg::wire::{At, Decoded, Field, Record};

use super::{Claim, Facts, Source};
use crate::drive::kernel::KernelView;
use crate::drive::quirks::{Flag, Flags};
use crate::drive::survey::{self, Answers};

/// Merges what a drive answered and what the kernel knows.
#[must_use]
pub fn facts(answers: &Answers, kernel: &KernelView, quirks: &Flags) -> Facts {
    let pages = Pages::new(answers, kernel, quirks);
    let mut facts = Facts::default();
    pages.identity(&mut facts);
    pages.capacity(&mut facts);
    pages.transport(&mut facts);
    pages.caches(&mut facts);
    pages.power(&mut facts);
    pages.security(&mut facts);
    pages.tcg(&mut facts);
    pages.health(&mut facts);
    facts
}

/// What there is to read, decoded where fields alone do not say it.
struct Pages<'a> {
    answers: &'a Answers,
    kernel: &'a KernelView,
    names: Option<Decoded<DeviceIdentification>>,
    identify: Option<Decoded<Identify>>,
}

impl<'a> Pages<'a> {
    fn new(answers: &'a Answers, kernel: &'a KernelView, quirks: &Flags) -> Self {
        let names = answers.pages.get("vpd:83").map(|bytes| sg::vpd::decode(bytes));
        let identify = answers
            .pages
            .get("ata:identify")
            .filter(|_| !quirks.contains(&Flag::NoAtaPassThrough))
            .map(|bytes| identify::decode(bytes));
        Self { answers, kernel, names, identify }
    }

    /// A field's number.
    fn number(&self, page: &str, field: &Field) -> Option<Claim<u64>> {
        let bytes = self.answers.bytes(page)?;
        Some(Claim { value: field.at.number(bytes)?, from: Source::field(page, field, bytes) })
    }

    /// A field's bit.
    fn flag(&self, page: &str, field: &Field) -> Option<Claim<bool>> {
        self.number(page, field).map(|claim| claim.map(|number| number != 0))
    }

    /// A field's code, in words.
    fn meaning(&self, page: &str, field: &Field) -> Option<Claim<String>> {
        self.number(page, field)?.and_then(|number| field.meaning.of(number).map(Into::into))
    }

    /// A field's text; blanks are no claim.
    fn text(&self, page: &str, field: &Field) -> Option<Claim<String>> {
        let bytes = self.answers.bytes(page)?;
        let value = field.at.ascii(bytes).filter(|text| !text.is_empty())?;
        Some(Claim { value, from: Source::field(page, field, bytes) })
    }

    /// Something that IDENTIFY DEVICE says, in these words.
    fn identified<T>(&self, at: At, value: impl FnOnce(&Identify) -> Option<T>) -> Option<Claim<T>> {
        let decoded = self.identify.as_ref()?;
        Some(Claim { value: value(&decoded.value)?, from: Source::place(Identify::KEY, at, &decoded.bytes) })
    }

    /// A field of a mode page's current values.
    fn mode(&self, page: (u8, u8), field: &Field, which: Which) -> Option<Claim<bool>> {
        let values = self.answers.mode.get(&page)?;
        let (bytes, name) = match which {
            Which::Current => (&values.current, "current"),
            Which::Changeable => (&values.changeable, "changeable"),
            Which::Default => (&values.default, "default"),
            Which::Saved => (&values.saved, "saved"),
        };
        let bytes = bytes.as_ref()?;
        let key = format!("{} ({name} values)", sg::mode::key(page.0, page.1));
        Some(Claim { value: field.at.number(bytes)? != 0, from: Source::field(&key, field, bytes) })
    }

    /// A kernel attribute.
    fn sysfs<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Claim<T>> {
        let text = self.kernel.attribute(name)?;
        Some(Claim { value: read(text)?, from: Source::sysfs(name, text) })
    }

    /// A kernel attribute that the kernel knows from the medium. Where it found none, or one that
    /// it does not take (sectors of 520 bytes), it has 0 blocks, and its defaults for the rest.
    fn of_medium<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<Claim<T>> {
        if self.kernel.attribute("size") == Some("0") { None } else { self.sysfs(name, read) }
    }

    /// A statistic of an ATA drive.
    fn statistic(&self, page: u16, field: &Field) -> Option<Claim<u64>> {
        self.number(&survey::ata_key(stats::LOG, page), field)
    }

    fn identity(&self, facts: &mut Facts) {
        let to = &mut facts.identity;
        to.device_type.claim(self.meaning("inquiry", &InquiryHeader::peripheral_device_type));
        to.device_type.claim(self.sysfs("device/type", |code| {
            let code = code.parse().ok()?;
            InquiryHeader::peripheral_device_type.meaning.of(code).map(Into::into)
        }));

        to.vendor.claim(self.text("inquiry", &InquiryHeader::t10_vendor_identification));
        to.vendor.claim(self.sysfs("device/vendor", blank));

        to.model.claim(self.identified(sg::wire::words(27, 20), |id| id.model().map(Into::into)));
        to.model.claim(self.text("inquiry", &InquiryHeader::product_identification));
        to.model.claim(self.sysfs("device/model", blank));

        to.serial.claim(self.identified(sg::wire::words(10, 10), |id| id.serial().map(Into::into)));
        to.serial.claim(self.unit_serial());

        to.firmware.claim(self.identified(sg::wire::words(23, 4), |id| id.firmware().map(Into::into)));
        to.firmware.claim(self.text("inquiry", &InquiryHeader::product_revision_level));
        to.firmware.claim(self.sysfs("device/rev", blank));

        to.wwn
            .claim(self.identified(sg::wire::words(108, 4), |id| id.wwn().map(|wwn| format!("{wwn:016x}"))));
        to.wwn.claim(self.names.as_ref().and_then(|names| {
            let value = names.value.logical_unit_wwn()?;
            let of_unit =
                names.value.of(Association::LogicalUnit).find(|one| one.wwn().as_deref() == Some(&value));
            let at = of_unit.map(|one| sg::wire::be(one.offset + 4, one.bytes.len()));
            let key = DeviceIdentification::KEY;
            let from = at.map_or_else(|| Source::page(key), |at| Source::place(key, at, &names.bytes));
            Some(Claim { value, from })
        }));
        // Of several names of the unit, the kernel may take another one than we: no contradiction.
        let of_unit = |wwn: &String| {
            self.names
                .iter()
                .flat_map(|names| names.value.of(Association::LogicalUnit))
                .any(|one| one.wwn().as_ref() == Some(wwn))
        };
        let best = to
            .wwn
            .claims()
            .any(|(wwn, _)| Some(wwn) == self.kernel.attribute("device/wwid").and_then(wwid).as_ref());
        to.wwn.claim(self.sysfs("device/wwid", wwid).filter(|claim| best || !of_unit(&claim.value)));

        to.scsi_version.claim(self.meaning("inquiry", &InquiryHeader::version));
        to.ata_version.claim(self.identified(sg::wire::word(80), |id| id.ata_version().map(Into::into)));
    }

    fn unit_serial(&self) -> Option<Claim<String>> {
        let bytes = self.answers.bytes(UnitSerialNumber::KEY)?;
        let page: Decoded<UnitSerialNumber> = sg::vpd::decode(bytes);
        let value = page.value.product_serial_number.filter(|serial| !serial.is_empty())?;
        let at = sg::wire::text(4, page.bytes.len().saturating_sub(4));
        Some(Claim { value, from: Source::place(UnitSerialNumber::KEY, at, &page.bytes) })
    }

    fn capacity(&self, facts: &mut Facts) {
        let to = &mut facts.capacity;
        let sixteen = self.answers.bytes("readcap:16").map(Capacity16::read);
        let ten = self.answers.bytes("readcap:10").map(Capacity10::read);
        let from = |page: &str, at: At| {
            self.answers
                .bytes(page)
                .map_or_else(|| Source::page(page), |bytes| Source::place(page, at, bytes))
        };
        let claim = |value: Option<u64>, from: Source| value.map(|value| Claim { value, from });

        // A zoned drive may tell where its conventional zones end, which is no capacity.
        let zoned =
            self.answers.bytes("inquiry").and_then(<[u8]>::first).is_some_and(|byte| byte & 0x1f == 0x14);
        let part = zoned && sixteen.as_ref().is_none_or(|sixteen| sixteen.rc_basis != Some(1));
        let (whole_16, whole_10) = (sixteen.as_ref().filter(|_| !part), ten.as_ref().filter(|_| !part));

        // Behind a SAT layer the layer's READ CAPACITY is what reads and writes are held against.
        let last = Capacity16::returned_logical_block_address.at;
        to.blocks.claim(claim(whole_16.and_then(Capacity16::blocks), from("readcap:16", last)));
        to.blocks.claim(claim(
            whole_10.and_then(Capacity10::blocks),
            from("readcap:10", Capacity10::returned_logical_block_address.at),
        ));
        let sectors = self.identify.as_ref().and_then(|identify| identify.value.sectors());
        let at = sectors.map_or(identify::Capacity::user_addressable_sectors_48.at, |(_, at)| at);
        to.blocks.claim(self.identified(at, Identify::user_sectors));

        to.logical_block.claim(self.number("readcap:16", &Capacity16::logical_block_length));
        to.logical_block.claim(self.number("readcap:10", &Capacity10::logical_block_length));
        to.logical_block.claim(self.identified(sg::wire::word(106), Identify::logical_sector_bytes));
        to.logical_block.claim(self.of_medium("queue/logical_block_size", number));

        let exponent = Capacity16::logical_blocks_per_physical_block_exponent.at;
        to.physical_block.claim(claim(
            sixteen.as_ref().and_then(Capacity16::physical_block_length),
            from("readcap:16", exponent),
        ));
        to.physical_block.claim(self.identified(sg::wire::word(106), Identify::physical_sector_bytes));
        to.physical_block.claim(self.of_medium("queue/physical_block_size", number));

        to.alignment.claim(self.number("readcap:16", &Capacity16::lowest_aligned_logical_block_address));
        to.alignment.claim(self.identified(sg::wire::word(209), |id| {
            // ATA says where LBA 0 lies in its physical sector, SCSI which LBA begins the next one.
            let (offset, logical, physical) =
                (id.alignment_offset()?, id.logical_sector_bytes()?, id.physical_sector_bytes()?);
            let per_physical = physical.checked_div(logical).filter(|&count| count > 0)?;
            Some((per_physical - offset % per_physical) % per_physical)
        }));

        to.bytes.claim(claim(whole_16.and_then(Capacity16::capacity), from("readcap:16", last)));
        to.bytes.claim(claim(
            whole_10.and_then(Capacity10::capacity),
            from("readcap:10", Capacity10::returned_logical_block_address.at),
        ));
        to.bytes.claim(self.identified(at, Identify::capacity_bytes));
        to.bytes.claim(self.of_medium("size", |text| number(text)?.checked_mul(512)));

        if let (Some(logical), Some(physical)) = (&to.logical_block.value, &to.physical_block.value)
            && let Some(from) = &to.physical_block.from
        {
            to.format.claim(Some(Claim { value: format_name(*logical, *physical), from: from.clone() }));
        }

        to.rotation.claim(
            self.number(BlockDeviceCharacteristics::KEY, &BlockDeviceCharacteristics::medium_rotation_rate),
        );
        to.rotation.claim(self.number(Identify::KEY, &identify::Identity::nominal_media_rotation_rate));
        for (value, from) in to.rotation.clone().claims() {
            let medium = match value {
                1 => "SSD",
                0x401..=0xfffe => "HDD",
                _ => continue,
            };
            to.medium.claim(Some(Claim { value: medium.to_owned(), from: from.clone() }));
        }
        // The kernel takes what does not say otherwise for a rotating medium: its word for one is
        // worth something only beside the drive's own.
        let drive_says = to.medium.value.is_some();
        to.medium.claim(self.of_medium("queue/rotational", |text| match text {
            "0" => Some("SSD".to_owned()),
            _ if drive_says => Some("HDD".to_owned()),
            _ => None,
        }));

        let form = &BlockDeviceCharacteristics::nominal_form_factor;
        to.form_factor.claim(
            self.number(BlockDeviceCharacteristics::KEY, form)
                .filter(|code| code.value != 0)
                .and_then(|claim| claim.and_then(|code| form.meaning.of(code).map(Into::into))),
        );
        to.form_factor.claim(self.identified(sg::wire::word(168), |id| id.form_factor().map(Into::into)));

        to.removable.claim(self.flag("inquiry", &InquiryHeader::rmb));
        to.removable.claim(self.sysfs("removable", |text| Some(text == "1")));

        // 0 is "not reported".
        let zoned = &BlockDeviceCharacteristics::zoned;
        to.zoned.claim(
            self.number(BlockDeviceCharacteristics::KEY, zoned)
                .filter(|code| code.value != 0)
                .and_then(|claim| claim.and_then(|code| zoned.meaning.of(code).map(Into::into))),
        );
        to.zoned.claim(self.of_medium("queue/zoned", blank));

        let key = "vpd:b2";
        to.provisioning.claim(self.meaning(key, &LogicalBlockProvisioningHeader::provisioning_type));
        to.trim.claim(self.flag(key, &LogicalBlockProvisioningHeader::lbpu).filter(|claim| claim.value));
        to.trim.claim(self.identified(sg::wire::word(169), |id| id.trim().map(|trim| trim.supported)));
        to.trim.claim(self.flag(key, &LogicalBlockProvisioningHeader::lbpws));

        if let Some(capacity) = &sixteen {
            let value = match capacity.protection_type() {
                Some(number) if number > 0 => format!("type {number}"),
                _ => "none".to_owned(),
            };
            let from = from("readcap:16", Capacity16::prot_en.at);
            to.protection.claim(capacity.prot_en.map(|_| Claim { value, from }));
        }
    }

    fn transport(&self, facts: &mut Facts) {
        let to = &mut facts.transport;
        let kernel = |value: &Option<String>, what: &str| {
            value.clone().map(|value| Claim { value, from: Source::page(&format!("sysfs:{what}")) })
        };
        to.kind.claim(kernel(&self.kernel.transport, "device path"));
        to.kind.claim(self.identified(sg::wire::word(222), |id| match id.transport()? {
            identify::Transport::Parallel => Some("pata".to_owned()),
            identify::Transport::Serial => Some("sata".to_owned()),
            identify::Transport::Pcie => Some("PCIe".to_owned()),
            identify::Transport::Other(_) => None,
        }));
        let generation = |number: u8| match number {
            1 => Some("1.5 Gbit/s".to_owned()),
            2 => Some("3.0 Gbit/s".to_owned()),
            3 => Some("6.0 Gbit/s".to_owned()),
            _ => None,
        };
        let own = self.identified(sg::wire::word(77), |id| id.current_sata_generation().and_then(generation));
        let link = kernel(&self.kernel.link_speed, "link").map(|claim| {
            // libata writes "6.0 Gbps", the SAS layer "12.0 Gbit".
            claim.map(|text| match text.strip_suffix("Gbps").or_else(|| text.strip_suffix("Gbit")) {
                Some(number) => format!("{number}Gbit/s"),
                None => text,
            })
        });
        // What a drive behind a USB bridge says is the link between it and the bridge.
        let (first, second) = if self.kernel.is_usb() { (link, own) } else { (own, link) };
        to.link_speed.claim(first);
        to.link_speed.claim(second);
        to.fastest_link.claim(self.identified(sg::wire::word(76), |id| {
            id.sata_generations().into_iter().max().and_then(generation)
        }));
        to.standard.claim(self.identified(sg::wire::word(222), |id| {
            id.transport_versions().first().map(|text| (*text).to_owned())
        }));
        to.queue_depth.claim(self.identified(sg::wire::word(75), |id| id.queue_depth().map(u64::from)));
        to.queue_depth.claim(self.sysfs("device/queue_depth", number));
        to.several_ports.claim(self.flag("inquiry", &InquiryHeader::multip));
    }

    fn caches(&self, facts: &mut Facts) {
        let to = &mut facts.caches;
        let wce = &Caching::write_cache_enable;
        let page = (0x08, 0);
        to.write_cache.claim(self.identified(sg::wire::word(85).bit(5), |id| id.write_cache().enabled));
        to.write_cache.claim(self.mode(page, wce, Which::Current));
        to.write_cache.claim(self.of_medium("scsi_disk/cache_type", |text| match text {
            "write back" | "write back, no read (daft)" => Some(true),
            "write through" | "none" => Some(false),
            _ => None,
        }));
        to.write_cache.claim(self.of_medium("queue/write_cache", |text| match text {
            "write back" => Some(true),
            "write through" => Some(false),
            _ => None,
        }));
        to.write_cache_default.claim(self.mode(page, wce, Which::Default));
        to.write_cache_saved.claim(self.mode(page, wce, Which::Saved));
        to.write_cache_changeable.claim(self.mode(page, wce, Which::Changeable));
        to.write_cache_non_volatile
            .claim(self.identified(sg::wire::word(69).bit(2), Identify::write_cache_is_non_volatile));
        to.read_look_ahead
            .claim(self.identified(sg::wire::word(85).bit(6), |id| id.read_look_ahead().enabled));
        let not = |claim: Option<Claim<bool>>| claim.map(|claim| claim.map(|disabled| !disabled));
        to.read_look_ahead.claim(not(self.mode(page, &Caching::disable_read_ahead, Which::Current)));
        to.read_cache.claim(not(self.mode(page, &Caching::read_cache_disable, Which::Current)));
        if let Some((source, fua)) = self.device_specific(|header| header.dpofua()) {
            to.fua.claim(Some(Claim { value: fua, from: source }));
        }
        to.fua.claim(self.of_medium("scsi_disk/FUA", |text| Some(text == "1")));
    }

    /// A bit of the mode parameter header.
    fn device_specific(&self, read: impl Fn(&sg::mode::Header) -> Option<bool>) -> Option<(Source, bool)> {
        let current = |key: &String| key.ends_with("(current values)");
        self.answers.mode_answers.iter().filter(|(key, _)| current(key)).find_map(|(key, (form, bytes))| {
            let value = read(&sg::mode::parse(bytes, *form).value.header)?;
            let at = match form {
                sg::mode::Form::Six => sg::wire::byte(2),
                sg::mode::Form::Ten => sg::wire::byte(3),
            };
            Some((Source::place(&format!("header of {key}"), at, bytes), value))
        })
    }

    fn power(&self, facts: &mut Facts) {
        let to = &mut facts.power;
        if let Some(mode) = self.answers.power_mode.filter(|mode| !matches!(mode, PowerMode::Unknown)) {
            let from = Source { at: Some("COUNT 7:0".into()), ..Source::page("ata:CHECK POWER MODE") };
            to.asleep.claim(mode.is_standby().map(|value| Claim { value, from: from.clone() }));
            to.state.claim(Some(Claim { value: mode.to_string(), from }));
        }
        match &self.answers.power {
            Some(survey::Power::Ready) => {
                let from = Source::page("TEST UNIT READY");
                // A SAT layer may answer this one itself; only CHECK POWER MODE asks the drive.
                if !self.answers.missing.contains_key("ata:power-mode") {
                    to.asleep.claim(Some(Claim { value: false, from: from.clone() }));
                }
                to.state.claim(Some(Claim { value: "ready".into(), from }));
            }
            Some(survey::Power::Asleep(how)) => {
                let from = Source::page("TEST UNIT READY, REQUEST SENSE");
                to.asleep.claim(Some(Claim { value: true, from: from.clone() }));
                to.state.claim(Some(Claim { value: how.clone(), from }));
            }
            Some(survey::Power::NotReady(how)) => {
                to.state.claim(Some(Claim { value: how.clone(), from: Source::page("TEST UNIT READY") }));
            }
            Some(survey::Power::Unknown(_)) | None => {}
        }
        to.apm.claim(self.identified(sg::wire::word(91), |id| {
            let switch = id.advanced_power_management();
            on_or_off(switch, || id.apm_level().map(|level| format!("on, level {level}")))
        }));
        to.epc.claim(
            self.identified(sg::wire::word(120).bit(7), |id| {
                on_or_off(id.extended_power_conditions(), || None)
            }),
        );
        to.puis.claim(
            self.identified(sg::wire::word(86).bit(5), |id| on_or_off(id.power_up_in_standby(), || None)),
        );
    }

    fn security(&self, facts: &mut Facts) {
        let to = &mut facts.security;
        if let Some((from, value)) = self.device_specific(|header| header.write_protect()) {
            to.write_protected.claim(Some(Claim { value, from }));
        }
        to.write_protected.claim(self.sysfs("ro", |text| Some(text == "1")));

        let at = sg::wire::word(128);
        to.ata_security.claim(self.identified(at, |id| {
            id.security().map(|security| {
                if !security.supported {
                    return "not supported".to_owned();
                }
                let mut words = vec![if security.enabled { "password set" } else { "no password set" }];
                words.push(if security.locked { "locked" } else { "not locked" });
                words.push(if security.frozen { "frozen" } else { "not frozen" });
                if security.count_expired {
                    words.push("password attempts used up");
                }
                if security.enhanced_erase {
                    words.push("enhanced erase supported");
                }
                words.join(", ")
            })
        }));
        let state = |read: fn(identify::Security) -> bool| {
            self.identified(at, |id| id.security().filter(|security| security.supported).map(read))
        };
        to.password_set.claim(state(|security| security.enabled));
        to.locked.claim(state(|security| security.locked));
        to.frozen.claim(state(|security| security.frozen));
        let time = |time: EraseTime| match time {
            EraseTime::Exactly(minutes) => format!("{} min", minutes.0),
            EraseTime::MoreThan(minutes) => format!("more than {} min", minutes.0),
        };
        to.erase_time.claim(
            self.identified(sg::wire::word(89), |id| {
                id.security().and_then(|s| s.normal_erase_time).map(time)
            }),
        );
        to.enhanced_erase_time.claim(self.identified(sg::wire::word(90), |id| {
            id.security().and_then(|s| s.enhanced_erase_time).map(time)
        }));

        to.sanitize.claim(self.identified(sg::wire::word(59), |id| {
            id.sanitize().map(|sanitize| {
                let operations = [
                    (sanitize.crypto_scramble, "crypto scramble"),
                    (sanitize.block_erase, "block erase"),
                    (sanitize.overwrite, "overwrite"),
                ];
                operations.iter().filter(|(there, _)| *there).map(|(_, name)| (*name).to_owned()).collect()
            })
        }));
        to.trusted_computing.claim(self.identified(sg::wire::word(48), Identify::trusted_computing));
        to.encrypts_all.claim(self.identified(sg::wire::word(69).bit(4), Identify::encrypts_all));
        if let Some(bytes) = self.answers.bytes("rsoc") {
            let commands = sg::rsoc::decode_all(bytes).value;
            let from = || Source::page("rsoc");
            let has = |code: u8, action: Option<u16>| commands.find(code, action).is_some();
            let operations: Vec<String> = [(3, "cryptographic erase"), (2, "block erase"), (1, "overwrite")]
                .iter()
                .filter(|(action, _)| has(0x48, Some(*action)))
                .map(|(_, name)| (*name).to_owned())
                .collect();
            to.sanitize.claim(Some(Claim { value: operations, from: from() }));
            to.trusted_computing
                .claim(Some(Claim { value: has(0xa2, None) && has(0xb5, None), from: from() }));
            to.format_unit.claim(Some(Claim { value: has(0x04, None), from: from() }));
        }
    }

    fn tcg(&self, facts: &mut Facts) {
        let to = &mut facts.security;
        let Some(discovery) = self.answers.pages.get(Discovery::KEY).map(|bytes| sg::tcg::decode(bytes))
        else {
            return;
        };
        let from = |at: At| Source::place(Discovery::KEY, at, &discovery.bytes);
        // An answer that was cut may have lost the descriptor of an SSC.
        let ssc: Vec<String> = discovery.value.ssc().into_iter().map(str::to_owned).collect();
        let whole = discovery.value.header.length.is_some_and(|length| {
            usize::try_from(length.0).is_ok_and(|length| length + 4 <= discovery.bytes.len())
        });
        if whole || !ssc.is_empty() {
            to.tcg_ssc.claim(Some(Claim { value: ssc, from: Source::page(Discovery::KEY) }));
        }
        let Some((offset, locking)) = discovery.value.locking_feature() else { return };
        // The three bits that make the state share a byte.
        let state = sg::wire::byte(Locking::locking_supported.at.start).from(offset);
        to.tcg_locking
            .claim(locking.state().map(|value| Claim { value: value.to_string(), from: from(state) }));
        let encryption = Locking::media_encryption.at.from(offset);
        to.media_encryption
            .claim(locking.media_encryption.map(|value| Claim { value, from: from(encryption) }));
    }

    fn health(&self, facts: &mut Facts) {
        let to = &mut facts.health;
        if let Some(status) = &self.answers.smart {
            let from = Source { at: Some("LBA 23:8".into()), ..Source::page("ata:SMART RETURN STATUS") };
            to.failing.claim(match status {
                SmartStatus::Passed => Some(Claim { value: false, from: from.clone() }),
                SmartStatus::Failing => Some(Claim { value: true, from: from.clone() }),
                SmartStatus::Unknown { .. } => None,
            });
            to.prediction.claim(Some(Claim { value: status.to_string(), from }));
        }
        let exceptions: Option<Decoded<InformationalExceptions>> =
            self.answers.bytes(InformationalExceptions::KEY).map(sg::log::decode);
        // A field of the parameter with that code, by its place in the page.
        let parameter = |key: &str, parameters: &[sg::log::Parameter], code: u16, at: At| {
            let offset = parameters.iter().find(|one| one.code() == Some(code)).map_or(0, |one| one.offset);
            let bytes = self.answers.bytes(key).unwrap_or_default();
            Source::place(key, at.from(offset), bytes)
        };
        let general = exceptions.as_ref().and_then(|page| Some((page, page.value.general.as_ref()?)));
        let exception = |at: At| match general {
            Some((page, _)) => parameter(InformationalExceptions::KEY, &page.value.parameters, 0, at),
            None => Source::page(InformationalExceptions::KEY),
        };
        if let Some((_, general)) = general {
            let from = exception(sg::wire::be16(4));
            let (failing, text) = match general.exception() {
                None => (false, "no exception is pending".to_owned()),
                Some((asc, ascq)) => {
                    let text = sg::sense::codes::text(asc, ascq);
                    (asc == 0x5d, format!("{asc:02x}h/{ascq:02x}h: {text}"))
                }
            };
            to.failing
                .claim(general.additional_sense_code.map(|_| Claim { value: failing, from: from.clone() }));
            to.prediction.claim(general.additional_sense_code.map(|_| Claim { value: text, from }));
        }

        to.temperature.claim(self.celsius(5, &stats::Temperature::current_temperature));
        let temperatures: Option<Decoded<Temperature>> =
            self.answers.bytes(Temperature::KEY).map(sg::log::decode);
        let measured = |value: Option<sg::log::DegreesCelsius>, from: Source| {
            Some(Claim { value: i64::from(value?.0?), from })
        };
        if let Some(page) = &temperatures {
            let current = page.value.current.as_ref().and_then(|current| current.temperature);
            let reference =
                page.value.reference.as_ref().and_then(|reference| reference.reference_temperature);
            let from = |code| parameter(Temperature::KEY, &page.value.parameters, code, sg::wire::byte(5));
            to.temperature.claim(measured(current, from(0)));
            to.temperature_limit.claim(measured(reference, from(1)).filter(|claim| claim.value != 0));
        }
        // The informational exceptions page has the temperature as well; 0 there is an empty field.
        let hint =
            measured(general.and_then(|(_, general)| general.temperature), exception(sg::wire::byte(6)));
        to.temperature.claim(hint.filter(|claim| claim.value != 0));
        to.temperature_limit
            .claim(self.celsius(5, &stats::Temperature::specified_maximum_operating_temperature));

        let sector = self.identify.as_ref().and_then(|id| id.value.logical_sector_bytes()).unwrap_or(512);
        let in_bytes = |claim: Option<Claim<u64>>| claim?.and_then(|sectors| sectors.checked_mul(sector));
        to.power_on_hours.claim(self.statistic(1, &stats::General::power_on_hours));
        to.power_cycles.claim(self.statistic(1, &stats::General::lifetime_power_on_resets));
        to.written.claim(in_bytes(self.statistic(1, &stats::General::logical_sectors_written)));
        to.read.claim(in_bytes(self.statistic(1, &stats::General::logical_sectors_read)));
        to.workload_utilization.claim(
            self.statistic(1, &stats::General::workload_utilization)
                .filter(|claim| claim.value != 0xffff)
                .and_then(|claim| claim.and_then(|hundredths| u32::try_from(hundredths).ok()))
                .map(|claim| claim.map(|hundredths| f64::from(hundredths) / 100.0)),
        );
        to.reallocated.claim(self.statistic(3, &stats::RotatingMedia::number_of_reallocated_logical_sectors));
        to.uncorrectable
            .claim(self.statistic(4, &stats::GeneralErrors::number_of_reported_uncorrectable_errors));
        to.interface_crc_errors.claim(self.statistic(6, &stats::Transport::number_of_interface_crc_errors));
        to.endurance_used.claim(self.statistic(7, &stats::SolidState::percentage_used_endurance_indicator));
    }

    /// A signed temperature among the statistics.
    fn celsius(&self, page: u16, field: &Field) -> Option<Claim<i64>> {
        self.statistic(page, field)?
            .and_then(|number| u8::try_from(number).ok().map(|byte| i64::from(byte.cast_signed())))
    }
}

/// Which of a mode page's values.
#[derive(Debug, Clone, Copy)]
enum Which {
    Current,
    Changeable,
    Default,
    Saved,
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

fn blank(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The kernel writes a name as `naa.5000…`, `eui.…` or `t10.…`; the last is no world wide name.
fn wwid(text: &str) -> Option<String> {
    text.strip_prefix("naa.").or_else(|| text.strip_prefix("eui.")).map(str::to_ascii_lowercase)
}

fn on_or_off(switch: identify::Switch, details: impl FnOnce() -> Option<String>) -> Option<String> {
    match (switch.supported?, switch.enabled) {
        (false, _) => Some("not supported".into()),
        (true, Some(true)) => Some(details().unwrap_or_else(|| "on".into())),
        (true, Some(false)) => Some("supported, off".into()),
        (true, None) => Some("supported".into()),
    }
}

/// The usual name of a sector format.
fn format_name(logical: u64, physical: u64) -> String {
    match (logical, physical) {
        (512, 512) => "512n".into(),
        (512, 4096) => "512e".into(),
        (4096, 4096) => "4Kn".into(),
        (logical, physical) if logical == physical => format!("{logical}n"),
        (logical, physical) => format!("{logical} on {physical}"),
    }
}
