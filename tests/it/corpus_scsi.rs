//! SCSI identity: what sg3_utils says of the same bytes, line by line and field by field.
//!
//! Two witnesses: the text and JSON of sg3_utils 1.48 beside the corpus' bytes, and the installed
//! `sg_vpd` and `sg_inq` on our own vectors. Their text is compared whole: it is written anew from
//! our values in their form, so that a line of theirs that we cannot write fails the test.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;
use sg::inquiry::StandardInquiry;
use sg::read_capacity::{Capacity10, Capacity16};
use sg::section::{Entry, Item, Section, Value};
use sg::vpd::designator::{Designator, Identifier};
use sg::vpd::{AtaInformation, BlockDeviceCharacteristics, BlockLimits, DeviceIdentification};
use sg::vpd::{LogicalBlockProvisioning, PowerCondition, SupportedPages, UnitSerialNumber};
use sg::wire::{FieldValue, hex, spaced_hex};

/// The corpus, where it is.
fn corpus() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let path = std::env::var_os("CALIPERS_CORPUS").map_or_else(beside, PathBuf::from);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: there is no corpus at {}", path.display());
    None
}

/// The files of a corpus folder with this ending, sorted.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let Some(corpus) = corpus() else { return Vec::new() };
    let mut paths: Vec<PathBuf> = std::fs::read_dir(corpus.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "the corpus has no {folder}/*{ending}");
    paths
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(|line| line.trim_end().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Compares a foreign text with ours, and says where they part.
fn same(what: &str, theirs: &str, ours: &str) {
    let (theirs, ours) = (lines(theirs), lines(ours));
    for number in 0..theirs.len().max(ours.len()) {
        assert_eq!(
            theirs.get(number),
            ours.get(number),
            "{what}, line {}: theirs (left) is not what our values make (right)",
            number + 1
        );
    }
}

/// A number, or 0 where the page ended before it, as sg3_utils has it.
fn n<T: FieldValue>(field: &Option<T>) -> u64 {
    field.as_ref().and_then(FieldValue::number).unwrap_or(0)
}

fn name_of_device_type(code: u64) -> &'static str {
    match code {
        0x00 => "disk",
        0x0c => "storage array controller",
        0x0d => "enclosure services device",
        0x14 => "host managed zoned block",
        _ => panic!("device type {code:#x}: tell this test what sg3_utils calls it"),
    }
}

fn name_of_version(code: u64) -> &'static str {
    match code & 0xf {
        0 => "no conformance claimed",
        2 => "SCSI-2",
        3 => "SPC",
        5 => "SPC-3",
        6 => "SPC-4",
        _ => panic!("version {code:#x}: tell this test what sg3_utils calls it"),
    }
}

/// Text as sg3_utils shows it: the field as it is, up to the first NUL.
fn shown(bytes: &[u8]) -> String {
    bytes.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect()
}

/// Our values as sg_inq writes them.
fn as_sg_inq(page: &StandardInquiry, bytes: &[u8], descriptors: bool) -> String {
    let h = &page.header;
    let head = match n(&h.peripheral_qualifier) {
        0 => "standard INQUIRY:",
        1 => "standard INQUIRY: [PQ indicates LU temporarily unavailable]",
        other => panic!("qualifier {other}: tell this test what sg_inq writes"),
    };
    let multip = match h.multip {
        Some(true) => format!("MultiP=1 (VS={})", n(&h.vs6)),
        _ => "MultiP=0".to_owned(),
    };
    let mut text = format!(
        "{head}\n  PQual={}  PDT={}  RMB={}  LU_CONG={}  hot_pluggable={}  version=0x{:02x}  [{}]\n",
        n(&h.peripheral_qualifier),
        n(&h.peripheral_device_type),
        n(&h.rmb),
        n(&h.lu_cong),
        n(&h.hot_pluggable),
        n(&h.version),
        name_of_version(n(&h.version)),
    );
    text += &format!(
        "  [AERC={}]  [TrmTsk={}]  NormACA={}  HiSUP={}  Resp_data_format={}\n",
        n(&h.aerc),
        n(&h.trmtsk),
        n(&h.normaca),
        n(&h.hisup),
        n(&h.response_data_format),
    );
    text += &format!(
        "  SCCS={}  ACC={}  TPGS={}  3PC={}  Protect={}  [BQue={}]\n",
        n(&h.sccs),
        n(&h.acc),
        n(&h.tpgs),
        n(&h.third_party_copy),
        n(&h.protect),
        n(&h.bque),
    );
    text += &format!(
        "  EncServ={}  {multip}  [MChngr={}]  [ACKREQQ={}]  Addr16={}\n",
        n(&h.encserv),
        n(&h.mchngr),
        n(&h.ackreqq),
        n(&h.addr16),
    );
    text += &format!(
        "  [RelAdr={}]  WBus16={}  Sync={}  [Linked={}]  [TranDis={}]  CmdQue={}\n",
        n(&h.reladr),
        n(&h.wbus16),
        n(&h.sync),
        n(&h.linked),
        n(&h.trandis),
        n(&h.cmdque),
    );
    if h.clocking.is_some() {
        let (clocking, qas, ius) = (n(&h.clocking), n(&h.qas), n(&h.ius));
        text += &format!("  [SPI: Clocking={clocking:#x}  QAS={qas}  IUS={ius}]\n");
    }
    text += &format!(
        "    length={} ({:#x})   Peripheral device type: {}\n",
        bytes.len(),
        bytes.len(),
        name_of_device_type(n(&h.peripheral_device_type)),
    );
    text += &format!(" Vendor identification: {}\n", shown(&bytes[8..16]));
    text += &format!(" Product identification: {}\n", shown(&bytes[16..32]));
    text += &format!(" Product revision level: {}\n", shown(&bytes[32..36]));
    // Our text fields are these bytes without the padding.
    for (field, at) in [
        (&h.t10_vendor_identification, 8..16),
        (&h.product_identification, 16..32),
        (&h.product_revision_level, 32..36),
    ] {
        assert_eq!(field.as_deref(), Some(shown(&bytes[at]).trim()));
    }
    if descriptors {
        text += "  Version descriptors:\n";
        // sg_inq ends its list at the first code that is 0, and loses what follows.
        for one in page.version_descriptors.iter().take_while(|one| n(&one.version_descriptor) != 0) {
            text += &match one.standard() {
                Some(name) => format!("    {name}\n"),
                None => {
                    format!("    [unrecognised version descriptor code: {:#x}]\n", n(&one.version_descriptor))
                }
            };
        }
    }
    text
}

/// What a zero, or another special number, says in sg_vpd's words.
fn blocks(number: u64, zero: &str) -> String {
    if number == 0 { format!("0 blocks [{zero}]") } else { format!("{number} blocks") }
}

/// Our values as sg_vpd 1.46 writes page B0h.
fn block_limits(page: &BlockLimits) -> String {
    let unmap_count = |number: u64| match number {
        0 => "0 [Unmap command not implemented]".to_owned(),
        0xffff_ffff => "-1 [unbounded]".to_owned(),
        number => number.to_string(),
    };
    let or = |number: u64, zero: &str| match number {
        0 => format!("0 blocks [{zero}]"),
        number => number.to_string(),
    };
    let granularity = n(&page.atomic_transfer_length_granularity);
    let write_same = match n(&page.maximum_write_same_length) {
        0 => "0 blocks [not reported]".to_owned(),
        number => format!("{number:#x} blocks"),
    };
    let aligned = page.ugavalid == Some(true);
    [
        "Block limits VPD page (SBC):".to_owned(),
        format!("  Write same non-zero (WSNZ): {}", n(&page.wsnz)),
        format!(
            "  Maximum compare and write length: {}",
            blocks(n(&page.maximum_compare_and_write_length), "Command not implemented")
        ),
        format!(
            "  Optimal transfer length granularity: {}",
            blocks(n(&page.optimal_transfer_length_granularity), "not reported")
        ),
        format!("  Maximum transfer length: {}", blocks(n(&page.maximum_transfer_length), "not reported")),
        format!("  Optimal transfer length: {}", blocks(n(&page.optimal_transfer_length), "not reported")),
        format!(
            "  Maximum prefetch transfer length: {}",
            blocks(n(&page.maximum_prefetch_length), "ignored")
        ),
        format!("  Maximum unmap LBA count: {}", unmap_count(n(&page.maximum_unmap_lba_count))),
        format!(
            "  Maximum unmap block descriptor count: {}",
            unmap_count(n(&page.maximum_unmap_block_descriptor_count))
        ),
        format!(
            "  Optimal unmap granularity: {}",
            blocks(n(&page.optimal_unmap_granularity), "not reported")
        ),
        format!("  Unmap granularity alignment valid: {aligned}"),
        format!(
            "  Unmap granularity alignment: {}{}",
            n(&page.unmap_granularity_alignment),
            if aligned { "" } else { " [invalid]" }
        ),
        format!("  Maximum write same length: {write_same}"),
        format!(
            "  Maximum atomic transfer length: {}",
            blocks(n(&page.maximum_atomic_transfer_length), "not reported")
        ),
        format!("  Atomic alignment: {}", or(n(&page.atomic_alignment), "unaligned atomic writes permitted")),
        format!("  Atomic transfer length granularity: {}", or(granularity, "no granularity requirement")),
        format!(
            "  Maximum atomic transfer length with atomic boundary: {}",
            blocks(n(&page.maximum_atomic_transfer_length_with_atomic_boundary), "not reported")
        ),
        format!(
            "  Maximum atomic boundary size: {}",
            blocks(n(&page.maximum_atomic_boundary_size), "can only write atomic 1 block")
        ),
        // The coalescing copy limit (SBC-6) is younger than sg_vpd 1.46.
    ]
    .join("\n")
}

/// Our values as sg_vpd 1.46 writes page B1h.
fn block_device_characteristics(page: &BlockDeviceCharacteristics) -> String {
    let product = ["Not specified", "CFast", "CompactFlash"];
    let form = ["not reported", "5.25 inch", "3.5 inch", "2.5 inch", "1.8 inch", "less then 1.8 inch"];
    let index = |number: u64| usize::try_from(number).unwrap();
    // sg_vpd calls ZONED 2 host managed; SBC-4 and the kernel's sd driver: device managed.
    let zoned = ["", "  [host-aware]", "  [host-managed]"][index(n(&page.zoned))];
    [
        "Block device characteristics VPD page (SBC):".to_owned(),
        format!("  Nominal rotation rate: {} rpm", n(&page.medium_rotation_rate)),
        format!("  Product type: {}", product[index(n(&page.product_type))]),
        format!("  WABEREQ={}", n(&page.wabereq)),
        format!("  WACEREQ={}", n(&page.wacereq)),
        format!("  Nominal form factor: {}", form[index(n(&page.nominal_form_factor))]),
        // MACT is younger than sg_vpd 1.46.
        format!("  ZONED={}{zoned}", n(&page.zoned)),
        format!("  RBWZ={}", n(&page.rbwz)),
        format!("  BOCS={}", n(&page.bocs)),
        format!("  FUAB={}", n(&page.fuab)),
        format!("  VBULS={}", n(&page.vbuls)),
        format!("  DEPOPULATION_TIME={} (seconds)", n(&page.depopulation_time)),
    ]
    .join("\n")
}

/// Our values as sg_vpd 1.46 writes page 8Ah.
fn power_condition(page: &PowerCondition) -> String {
    [
        "Power condition VPD page:".to_owned(),
        format!(
            "  Standby_y={} Standby_z={} Idle_c={} Idle_b={} Idle_a={}",
            n(&page.standby_y),
            n(&page.standby_z),
            n(&page.idle_c),
            n(&page.idle_b),
            n(&page.idle_a)
        ),
        format!("  Stopped condition recovery time (ms) {}", n(&page.stopped_condition_recovery_time)),
        format!("  Standby_z condition recovery time (ms) {}", n(&page.standby_z_condition_recovery_time)),
        format!("  Standby_y condition recovery time (ms) {}", n(&page.standby_y_condition_recovery_time)),
        format!("  Idle_a condition recovery time (ms) {}", n(&page.idle_a_condition_recovery_time)),
        format!("  Idle_b condition recovery time (ms) {}", n(&page.idle_b_condition_recovery_time)),
        format!("  Idle_c condition recovery time (ms) {}", n(&page.idle_c_condition_recovery_time)),
    ]
    .join("\n")
}

/// Our values as sg_vpd 1.46 writes page B2h.
fn logical_block_provisioning(page: &LogicalBlockProvisioning) -> String {
    let h = &page.header;
    let kind = match n(&h.provisioning_type) {
        0 => "not known or fully provisioned",
        1 => "resource provisioned",
        2 => "thin provisioned",
        other => panic!("provisioning type {other}: tell this test what sg_vpd calls it"),
    };
    let with = |number: u64, zero: &str| match number {
        0 => format!("0 [{zero}]"),
        number => number.to_string(),
    };
    let mut text = [
        "Logical block provisioning VPD page (SBC):".to_owned(),
        format!("  Unmap command supported (LBPU): {}", n(&h.lbpu)),
        format!("  Write same (16) with unmap bit supported (LBPWS): {}", n(&h.lbpws)),
        format!("  Write same (10) with unmap bit supported (LBPWS10): {}", n(&h.lbpws10)),
        format!("  Logical block provisioning read zeros (LBPRZ): {}", n(&h.lbprz)),
        format!("  Anchored LBAs supported (ANC_SUP): {}", n(&h.anc_sup)),
        format!("  Threshold exponent: {}", with(n(&h.threshold_exponent), "threshold sets not supported")),
        format!("  Descriptor present (DP): {}", n(&h.dp)),
        format!("  Minimum percentage: {}", with(n(&h.minimum_percentage), "not reported")),
        format!("  Provisioning type: {} ({kind})", n(&h.provisioning_type)),
        format!("  Threshold percentage: {}", with(n(&h.threshold_percentage), "percentages not supported")),
    ]
    .join("\n");
    for one in &page.provisioning_group {
        text += "\n  Provisioning group descriptor:\n";
        text += &designator_lines(one, "        ");
    }
    text
}

/// Bytes as sg3_utils dumps them.
fn dump(bytes: &[u8], with_text: bool) -> String {
    bytes
        .chunks(16)
        .map(|row| {
            let (one, two) = row.split_at(row.len().min(8));
            let digits = [spaced_hex(one), spaced_hex(two)].join("  ");
            let letters: String = row
                .iter()
                .map(|byte| if (32..127).contains(byte) { char::from(*byte) } else { '.' })
                .collect();
            let text = if with_text { format!("{:<52}{letters}", digits.trim_end()) } else { digits };
            text.trim_end().to_owned() + "\n"
        })
        .collect()
}

fn name_of_protocol(code: u64) -> &'static str {
    match code {
        0x0 => "Fibre Channel Protocol for SCSI (FCP-5)",
        0x6 => "Serial Attached SCSI Protocol (SPL-4)",
        0x9 => "USB Attached SCSI (UAS-2)",
        0xa => "SCSI over PCI Express (SOP)",
        _ => panic!("protocol {code:#x}: tell this test what sg3_utils calls it"),
    }
}

const DESIGNATOR_TYPES: [&str; 12] = [
    "Vendor specific [0x0]",
    "T10 vendor identification",
    "EUI-64 based",
    "NAA",
    "Relative target port",
    "Target port group",
    "Logical unit group",
    "MD5 logical unit identifier",
    "SCSI name string",
    "Protocol specific port identifier",
    "UUID identifier",
    "Reserved [0xb]",
];
const CODE_SETS: [&str; 4] = ["Reserved [0x0]", "Binary", "ASCII", "UTF-8"];
const ASSOCIATIONS: [&str; 3] =
    ["Addressed logical unit", "Target port", "Target device that contains addressed lu"];

/// A designator as sg_vpd writes it (1.48's words).
fn designator_lines(one: &Designator, lead: &str) -> String {
    let h = &one.header;
    let index = |number: u64| usize::try_from(number).unwrap();
    let mut text = format!(
        "{lead}designator type: {},  code set: {}\n",
        DESIGNATOR_TYPES[index(n(&h.designator_type))],
        CODE_SETS[index(n(&h.code_set))]
    );
    if h.piv == Some(true) && n(&h.association) > 0 {
        text += &format!("{lead} transport: {}\n", name_of_protocol(n(&h.protocol_identifier)));
    }
    let is_text = matches!(h.code_set, Some(2 | 3));
    text += &match &one.identifier {
        Identifier::VendorSpecific(octets) if is_text => {
            format!("{lead}  vendor specific: {}\n", shown(&octets.0))
        }
        Identifier::VendorSpecific(octets) => {
            format!("{lead}  vendor specific:\n{}", dump(&octets.0, true))
        }
        Identifier::T10Vendor(id, rest) => format!(
            "{lead}  vendor id: {:<8}\n{lead}  vendor specific: {}\n",
            id.t10_vendor_identification.as_deref().unwrap(),
            shown(&rest.0)
        ),
        Identifier::RelativeTargetPort(id) => {
            format!("{lead}  Relative target port: {:#x}\n", n(&id.relative_target_port_identifier))
        }
        Identifier::TargetPortGroup(id) => {
            format!("{lead}  Target port group: {:#x}\n", n(&id.target_port_group))
        }
        Identifier::LogicalUnitGroup(id) => {
            format!("{lead}  Logical unit group: {:#x}\n", n(&id.logical_unit_group))
        }
        Identifier::Md5(id) => {
            let digest = &id.md5_logical_unit_identifier.as_ref().unwrap().0;
            format!("{lead}  MD5 logical unit identifier:\n{}", dump(digest, false))
        }
        Identifier::ScsiName(octets) => {
            format!("{lead}  SCSI name string:\n{lead}  {}\n", shown(&octets.0))
        }
        Identifier::UsbPort(port) => format!(
            "{lead}  USB device address: {:#x}\n{lead}  USB interface number: {:#x}\n",
            n(&port.device_address),
            n(&port.interface_number)
        ),
        Identifier::PciExpressPort(port) => {
            let (device, function) = (n(&port.device_number), n(&port.function_number));
            format!(
                "{lead}  PCIe routing ID, bus number: {:#x}\n{lead}      function number: {:#x}\n\
                 {lead}      [or device number: {device:#x}, function number: {function:#x}]\n",
                n(&port.bus_number),
                device << 3 | function
            )
        }
        Identifier::Uuid(_) => format!("{lead}  Locally assigned UUID: {}\n", one.wwn().unwrap()),
        Identifier::Other(octets) => match n(&h.designator_type) {
            3 => {
                format!("{lead}  << unexpected NAA [{:#x}] >>\n{}", octets.0[0] >> 4, dump(&octets.0, false))
            }
            // sg_vpd loses the bytes of these.
            9 => format!(
                "{lead}  >>>> unexpected protocol identifier: {}\n{lead}       with Protocol specific port identifier\n",
                name_of_protocol(n(&h.protocol_identifier))
            ),
            kind => format!("{lead}  reserved designator={kind:#x}\n{}", dump(&octets.0, false)),
        },
        // Put together again from our fields, to see that none is wrong.
        Identifier::Eui64(id) => format!(
            "{lead}  0x{:06x}{:010x}\n",
            n(&id.ieee_company_id),
            n(&id.vendor_specific_extension_identifier)
        ),
        Identifier::Eui64Directory(id) => format!(
            "{lead}  0x{:06x}{:010x}{:08x}\n",
            n(&id.ieee_company_id),
            n(&id.vendor_specific_extension_identifier),
            n(&id.directory_id)
        ),
        Identifier::Eui64Extended(id) => format!(
            "{lead}  0x{:016x}{:06x}{:010x}\n",
            n(&id.identifier_extension),
            n(&id.ieee_company_id),
            n(&id.vendor_specific_extension_identifier)
        ),
        Identifier::NaaExtended(id) => format!(
            "{lead}  0x{:x}{:03x}{:06x}{:06x}\n",
            n(&id.naa),
            n(&id.vendor_specific_identifier_a),
            n(&id.ieee_company_id),
            n(&id.vendor_specific_identifier_b)
        ),
        Identifier::NaaLocal(id) => {
            format!("{lead}  0x{:x}{:015x}\n", n(&id.naa), n(&id.locally_administered_value))
        }
        Identifier::NaaRegistered(id) => format!(
            "{lead}  0x{:x}{:06x}{:09x}\n",
            n(&id.naa),
            n(&id.ieee_company_id),
            n(&id.vendor_specific_identifier)
        ),
        Identifier::NaaRegisteredExtended(id) => format!(
            "{lead}  0x{:x}{:06x}{:09x}{:016x}\n",
            n(&id.naa),
            n(&id.ieee_company_id),
            n(&id.vendor_specific_identifier),
            n(&id.vendor_specific_identifier_extension)
        ),
    };
    text
}

/// Our values as sg_vpd writes page 83h: by association.
fn device_identification(page: &DeviceIdentification) -> String {
    let mut text = "Device Identification VPD page:\n".to_owned();
    for (number, name) in (0..).zip(ASSOCIATIONS) {
        let mut own = page.designators.iter().filter(|one| n(&one.header.association) == number).peekable();
        if own.peek().is_some() {
            text += &format!("  {name}:\n");
        }
        for one in own {
            text += &designator_lines(one, "    ");
        }
    }
    text
}

/// Our values as sg_vpd writes page 00h.
fn supported_pages(page: &SupportedPages) -> String {
    let mut text = "Supported VPD pages VPD page:\n".to_owned();
    for code in page.codes() {
        text += &match page_name(code) {
            Some((name, acronym)) => format!("  {name} [{acronym}]\n"),
            None => format!("  {code:#x}\n"),
        };
    }
    text
}

/// What sg_vpd calls a page.
fn page_name(code: u8) -> Option<(&'static str, &'static str)> {
    Some(match code {
        0x00 => ("Supported VPD pages", "sv"),
        0x80 => ("Unit serial number", "sn"),
        0x83 => ("Device identification", "di"),
        0x87 => ("Mode page policy", "mpp"),
        0x89 => ("ATA information (SAT)", "ai"),
        0xb0 => ("Block limits (SBC)", "bl"),
        0xb1 => ("Block device characteristics (SBC)", "bdc"),
        0xb2 => ("Logical block provisioning (SBC)", "lbpv"),
        _ => return None,
    })
}

/// Our values as sg_vpd writes page 89h. The strings of the IDENTIFY data are taken from the words
/// that ATA has them in: that the bytes are kept is what is tested here.
fn ata_information(page: &AtaInformation, bytes: &[u8]) -> String {
    let identify = page.identify().expect("IDENTIFY data");
    let string = |from: usize, to: usize| shown(&sg::wire::swapped(&identify[from * 2..to * 2]));
    let transport = match n(&page.transport_identifier) {
        0x34 => "  Device signature indicates SATA transport",
        other => panic!("transport {other:#x}: tell this test what sg_vpd writes"),
    };
    [
        "ATA information VPD page:".to_owned(),
        format!("  SAT Vendor identification: {}", shown(&bytes[8..16])),
        format!("  SAT Product identification: {}", shown(&bytes[16..32])),
        format!("  SAT Product revision level: {}", shown(&bytes[32..36])),
        transport.to_owned(),
        format!("  Command code: {:#x}", n(&page.command_code)),
        "  ATA command IDENTIFY DEVICE response summary:".to_owned(),
        format!("    model: {}", string(27, 47)),
        format!("    serial number: {}", string(10, 20)),
        format!("    firmware revision: {}", string(23, 27)),
    ]
    .join("\n")
}

/// A page of any of our types as sg_vpd writes it; `None` for pages that it is not told here.
fn as_sg_vpd(bytes: &[u8]) -> Option<String> {
    Some(match bytes[1] {
        0x00 => supported_pages(&sg::vpd::decode(bytes).value),
        0x80 => {
            let page = sg::vpd::decode::<UnitSerialNumber>(bytes).value;
            let whole = shown(&bytes[4..]);
            assert_eq!(page.product_serial_number.as_deref(), Some(whole.trim()));
            format!("Unit serial number VPD page:\n  Product serial number: {whole}")
        }
        0x83 => device_identification(&sg::vpd::decode(bytes).value),
        0x89 => ata_information(&sg::vpd::decode(bytes).value, bytes),
        0x8a => power_condition(&sg::vpd::decode(bytes).value),
        0xb0 => block_limits(&sg::vpd::decode(bytes).value),
        0xb1 => block_device_characteristics(&sg::vpd::decode(bytes).value),
        0xb2 => logical_block_provisioning(&sg::vpd::decode(bytes).value),
        _ => return None,
    })
}

#[test]
fn standard_inquiry_data_read_as_sg_inq_reads_them() {
    for path in files("scsi-inquiry", ".bin") {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        let inquiry = sg::inquiry::decode(&bytes);
        // What was cut by those who captured it is noted, and nothing else.
        let is_cut = usize::from(bytes[4]) + 5 > bytes.len();
        assert_eq!(inquiry.notes.len(), usize::from(is_cut), "{name}: {:?}", inquiry.notes);
        let text = std::fs::read_to_string(path.with_extension("sg_inq.txt")).unwrap();
        same(&name, &text, &as_sg_inq(&inquiry.value, &inquiry.bytes, false));
    }
}

#[test]
fn vpd_pages_read_as_sg_vpd_reads_them() {
    let mut compared = 0;
    for path in files("scsi-vpd", ".bin") {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).unwrap();
        let Some(ours) = as_sg_vpd(&bytes) else {
            assert!(matches!(bytes[1], 0x88 | 0xd1), "{name}: a page that no test compares");
            continue;
        };
        same(&name, &std::fs::read_to_string(path.with_extension("sg_vpd.txt")).unwrap(), &ours);
        compared += 1;
    }
    assert!(compared > 9 || corpus().is_none(), "only {compared} pages were compared");
}

/// What the installed tool says of a file; `None` with the reason on stderr if it is not there.
fn tool(name: &str, arguments: &[&str]) -> Option<String> {
    match Command::new(name).args(arguments).output() {
        Ok(output) => {
            assert!(output.status.success(), "{name} {arguments:?}: {output:?}");
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(error) => {
            eprintln!("skipped: {name}: {error}");
            None
        }
    }
}

/// True if the installed tool is the version whose words these tests know.
fn is_known(name: &str, version: &str) -> bool {
    match Command::new(name).arg("-V").output() {
        Ok(output) => {
            let says =
                [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
            let known = says.contains(version);
            if !known {
                eprintln!("skipped: {name} is another version than {version}: {says}");
            }
            known
        }
        Err(error) => {
            eprintln!("skipped: {name}: {error}");
            false
        }
    }
}

#[test]
fn our_vectors_read_as_the_installed_sg_vpd_reads_them() {
    if !is_known("sg_vpd", "1.63") {
        return;
    }
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/vpd");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(vectors)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "hex"))
        .collect();
    paths.extend(corpus().map(|corpus| corpus.join("anchor-bugs/b0.hex")));
    let mut compared = 0;
    for path in paths {
        let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let Some(ours) = as_sg_vpd(&bytes) else { continue };
        // 1.46 has other words for two things than 1.48.
        let ours = ours
            .replace("Product serial number:", "Unit serial number:")
            .replace("designator type: Vendor specific", "designator type: vendor specific");
        let arguments = [format!("--inhex={}", path.display()), format!("--page={:#x}", bytes[1])];
        let theirs = tool("sg_vpd", &[&arguments[0], &arguments[1]]).unwrap();
        same(&path.display().to_string(), &theirs, &ours);
        compared += 1;
    }
    assert!(compared >= 8, "only {compared} pages were compared");
}

#[test]
fn our_inquiry_vector_reads_as_the_installed_sg_inq_reads_it() {
    if !is_known("sg_inq", "2.") {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/inquiry/standard.hex");
    let bytes = sg::hex::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let inquiry = sg::inquiry::decode(&bytes);
    let argument = format!("--inhex={}", path.display());
    let theirs = tool("sg_inq", &["-d", &argument]).unwrap();
    same("standard.hex", &theirs, &as_sg_inq(&inquiry.value, &inquiry.bytes, true));
}

/// Every leaf of a JSON value, with its path.
fn leaves(path: &str, json: &Json, all: &mut Vec<(String, Json)>) {
    match json {
        Json::Object(map) => map.iter().for_each(|(key, value)| leaves(&format!("{path}/{key}"), value, all)),
        Json::Array(list) => {
            (0..).zip(list).for_each(|(at, value): (usize, _)| leaves(&format!("{path}/{at}"), value, all));
        }
        leaf => all.push((path.to_owned(), leaf.clone())),
    }
}

/// sg3_utils' words, and ours for the same number: (key, theirs, ours).
const WORDS: &[(&str, &str, &str)] = &[
    ("peripheral_qualifier", "LU accessible", "a device is connected, or it is unknown whether one is"),
    ("peripheral_device_type", "disk", "direct access block device (disk)"),
    ("peripheral_device_type", "storage array controller", "storage array controller"),
    ("peripheral_device_type", "enclosure services device", "enclosure services device"),
    ("hot_pluggable", "No information", "not reported"),
    ("version", "SPC", "SPC (INCITS 301-1997)"),
    ("version", "SPC-3", "SPC-3 (INCITS 408-2005)"),
    ("version", "SPC-4", "SPC-4 (INCITS 513-2015)"),
    ("tpgs", "not supported", "asymmetric access is not supported"),
    ("association", "Addressed logical unit", "logical unit"),
    ("association", "Target port", "target port"),
    ("association", "Target device that contains addressed lu", "target device"),
    ("designator_type", "Vendor specific [0x0]", "vendor specific"),
    ("designator_type", "NAA", "NAA"),
    ("designator_type", "Relative target port", "relative target port identifier"),
    ("designator_type", "Target port group", "target port group"),
    ("designator_type", "SCSI name string", "SCSI name string"),
    ("code_set", "Binary", "binary"),
    ("code_set", "ASCII", "ASCII"),
    ("code_set", "UTF-8", "UTF-8"),
    ("protocol_identifier", "Serial Attached SCSI Protocol (SPL-4)", "serial attached SCSI (SAS)"),
    ("naa", "IEEE Registered", "IEEE registered"),
    ("naa", "IEEE Registered Extended", "IEEE registered extended"),
];

/// Our key for one of theirs.
fn our_key(theirs: &str) -> &str {
    match theirs {
        "3pc" => "third_party_copy",
        "aoi" => "ieee_company_id",
        key => key,
    }
}

/// An entry of this key in this section, and not of those in it.
fn own<'a>(section: &'a Section, key: &str) -> &'a Entry {
    let found = section.items.iter().find_map(|item| match item {
        Item::Entry(entry) if entry.key == key => Some(entry),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{}: we have no {key}", section.title))
}

/// Compares one leaf of theirs with our entry of that name.
fn same_leaf(what: &str, section: &Section, key: &str, part: &str, theirs: &Json) {
    let entry = own(section, our_key(key));
    let raw = entry.raw.first().copied().unwrap_or_default();
    match (key, part, theirs) {
        // A bug of 1.48: the number of the designator type stands for that of the code set.
        ("code_set", "i", _) => {
            let kind = own(section, "designator_type");
            assert_eq!(kind.value, Value::Unsigned(theirs.as_u64().unwrap()), "{what}: is 1.48's bug gone?");
        }
        // 1.48 shows a protocol although PIV says that it is not valid; for us it is absent.
        ("protocol_identifier", _, _) if own(section, "piv").value == Value::Bool(false) => {
            assert_eq!(entry.value, Value::Absent("not valid"), "{what}");
            match part {
                "i" => assert_eq!(theirs.as_u64(), Some(u64::from(raw >> 4)), "{what}"),
                _ => assert_eq!(theirs, name_of_protocol(u64::from(raw >> 4)), "{what}"),
            }
        }
        (_, "meaning", Json::String(words)) => {
            let known = WORDS.iter().find(|(of, theirs, _)| *of == key && theirs == words);
            let (_, _, ours) =
                known.unwrap_or_else(|| panic!("{what}: {key}: which words of ours are {words:?}?"));
            assert_eq!(entry.meaning.as_deref(), Some(*ours), "{what}: {key}");
        }
        (_, "" | "i", Json::Number(number)) => {
            let ours = match entry.value {
                Value::Bool(bit) => u64::from(bit),
                Value::Unsigned(number) => number,
                ref other => panic!("{what}: {key}: {other:?} where they have {number}"),
            };
            assert_eq!(Some(ours), number.as_u64(), "{what}: {key}");
        }
        (_, "", Json::String(text)) => {
            assert_eq!(entry.value, Value::Text(text.trim().to_owned()), "{what}: {key}");
        }
        other => panic!("{what}: {other:?} is not understood"),
    }
}

/// Splits `name/i` and `name/meaning`.
fn split(path: &str) -> (&str, &str) {
    path.split_once('/').unwrap_or((path, ""))
}

#[test]
fn standard_inquiry_data_match_sg3_utils_json() {
    for path in files("scsi-inquiry", ".json") {
        let name = path.display().to_string();
        let json: Json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let section = sg::inquiry::describe(&std::fs::read(path.with_extension("bin")).unwrap());
        let mut all = Vec::new();
        leaves("", &json["standard_inquiry_data_format"], &mut all);
        assert!(all.len() > 25, "{name}: {} fields", all.len());
        for (path, theirs) in all {
            let (key, part) = split(path.trim_start_matches('/'));
            same_leaf(&name, &section, key, part, &theirs);
        }
    }
}

/// The elements of our list of this name.
fn elements<'a>(section: &'a Section, name: &str) -> &'a [Section] {
    let found = section.items.iter().find_map(|item| match item {
        Item::List { key, elements, .. } if key == name => Some(elements.as_slice()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("we have no list {name}"))
}

#[test]
fn vpd_pages_match_sg3_utils_json() {
    for path in files("scsi-vpd", ".json") {
        let name = path.display().to_string();
        let json: Json = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let bytes = std::fs::read(path.with_extension("bin")).unwrap();
        let section = sg::vpd::describe(&bytes);
        let tops = json.as_object().unwrap();
        let frame = ["json_format_version", "utility_invoked", "exit_status"];
        let pages: Vec<&String> = tops.keys().filter(|key| !frame.contains(&key.as_str())).collect();
        assert_eq!(pages.len(), 1, "{name}: {pages:?}");
        let mut all = Vec::new();
        leaves("", &json[pages[0]], &mut all);
        for (path, theirs) in all {
            let path = path.trim_start_matches('/');
            let parts: Vec<&str> = path.split('/').collect();
            match parts.as_slice() {
                ["designation_descriptor_list", at, rest @ ..] => {
                    // Theirs are ordered by what they name, and then as in the page.
                    let mut ours: Vec<&Section> = elements(&section, "designators").iter().collect();
                    ours.sort_by_key(|one| own(one, "association").raw[0] >> 4 & 3);
                    let one = ours[at.parse::<usize>().unwrap()];
                    let rest = rest.join("/");
                    let (key, part) = split(&rest);
                    if key == "vendor_specific_hexbytes" {
                        let ours = own(one, "vendor_specific_identifier");
                        let theirs = theirs.as_str().unwrap().replace(' ', "");
                        assert_eq!(hex(&ours.raw), theirs, "{name}");
                    } else {
                        same_leaf(&name, one, key, part, &theirs);
                    }
                }
                ["supported_vpd_page_list", at, key] => {
                    let one = &elements(&section, "supported_pages")[at.parse::<usize>().unwrap()];
                    let entry = own(one, "page_code");
                    let code = entry.raw[0];
                    let words = page_name(code).unwrap();
                    match *key {
                        "i" => assert_eq!(entry.value, Value::Unsigned(theirs.as_u64().unwrap()), "{name}"),
                        "hex" => assert_eq!(theirs, format!("{code:02x}"), "{name}"),
                        "name" => assert_eq!(theirs, words.0, "{name}"),
                        "acronym" => assert_eq!(theirs, words.1, "{name}"),
                        other => panic!("{name}: {other} is not understood"),
                    }
                }
                ["ata_device_signature"] => {
                    let theirs = theirs.as_str().unwrap().replace(' ', "");
                    assert_eq!(theirs, hex(&bytes[36..56]), "{name}");
                    // The same from our fields: what is left out must be reserved, and zero.
                    let mut signature = vec![0; 572];
                    let mut page = sg::vpd::decode::<AtaInformation>(&bytes).value;
                    page.identify_device_data = None;
                    sg::wire::Record::write(&page, &mut signature);
                    // One of the drives has the FIS's reserved bit 37.7 set.
                    signature[37] |= bytes[37] & 0x80;
                    assert_eq!(theirs, hex(&signature[36..56]), "{name}");
                }
                // How to call sg_vpd: no data of the drive's.
                ["ata_identify_device_data_example"] => {}
                ["scsi_ports_descriptor_list", ..] if bytes[1] == 0x88 => kept(&section, &bytes),
                ["in_hex"] if bytes[1] == 0xd1 => {
                    kept(&section, &bytes);
                    assert_eq!(theirs.as_str().unwrap().replace(' ', ""), hex(&bytes), "{name}");
                }
                ["vpd_category"] => assert!(theirs == "vendor_specific" && bytes[1] >= 0xc0, "{name}"),
                ["page_length", "meaning"] => {
                    let words = format!("{} bytes long when 4 byte header included", bytes.len());
                    assert_eq!(theirs, words, "{name}");
                }
                [key, part @ ..] => same_leaf(&name, &section, key, &part.join("/"), &theirs),
                [] => unreachable!(),
            }
        }
    }
}

/// A page that this test does not compare: as long as it has no decoder, it keeps its bytes.
fn kept(section: &Section, bytes: &[u8]) {
    if section.title == "Unknown VPD page" {
        assert_eq!(own(section, "payload").value, Value::Bytes(bytes[4..].to_vec()));
    }
}

/// Our values as sg_readcap writes them.
fn as_sg_readcap(bytes: &[u8]) -> String {
    let size = |count: u64| {
        // As sg_readcap computes them: MiB with one decimal, GB with two, TB from 10000 GB on.
        let (mib, gb) = (count as f64 / 1_048_576.0, count as f64 / 1e9);
        let tb = if gb > 2000.0 { format!(", {:.2} TB", count as f64 / 1e12) } else { String::new() };
        format!("Hence:\n   Device size: {count} bytes, {mib:.1} MiB, {gb:.2} GB{tb}\n")
    };
    if bytes.len() == 8 {
        let Capacity10 { returned_logical_block_address: last, logical_block_length: length } =
            sg::read_capacity::decode_10(bytes).value;
        let ours = sg::read_capacity::decode_10(bytes).value;
        return format!(
            "Read Capacity results:\n   Last LBA={} ({:#x}), Number of logical blocks={}\n   Logical block length={} bytes\n{}",
            n(&last),
            n(&last),
            ours.blocks().unwrap(),
            n(&length),
            size(ours.capacity().unwrap())
        );
    }
    let ours: Capacity16 = sg::read_capacity::decode_16(bytes).value;
    // Without PROT_EN our P_TYPE is absent; sg_readcap shows its bits, 0 in these files.
    let (last, exponent) =
        (n(&ours.returned_logical_block_address), n(&ours.logical_blocks_per_physical_block_exponent));
    let physical = match exponent {
        0 => String::new(),
        _ => format!(" [so physical block length={} bytes]", ours.physical_block_length().unwrap()),
    };
    format!(
        "Read Capacity results:\n   Protection: prot_en={}, p_type={}, p_i_exponent={}\n   Logical block provisioning: lbpme={}, lbprz={}\n   Last LBA={last} ({last:#x}), Number of logical blocks={}\n   Logical block length={} bytes\n   Logical blocks per physical block exponent={exponent}{physical}\n   Lowest aligned LBA={}\n{}",
        n(&ours.prot_en),
        n(&ours.p_type),
        n(&ours.p_i_exponent),
        n(&ours.lbpme),
        n(&ours.lbprz),
        ours.blocks().unwrap(),
        n(&ours.logical_block_length),
        n(&ours.lowest_aligned_logical_block_address),
        size(ours.capacity().unwrap()),
    )
}

#[test]
fn capacities_read_as_sg_readcap_reads_them() {
    for path in files("scsi-other", ".sg_readcap.txt") {
        let bin = PathBuf::from(path.to_string_lossy().replace(".sg_readcap.txt", ".bin"));
        let text = std::fs::read_to_string(&path).unwrap();
        same(&path.display().to_string(), &text, &as_sg_readcap(&std::fs::read(bin).unwrap()));
    }
}

/// A command's name in a form that both write alike.
fn plain(name: &str) -> String {
    let name =
        name.to_lowercase().replace(" (", "(").replace(": ", ", ").replace("third-party", "third party");
    // sg3_utils 1.46 has WRITE BUFFER without its length, and READ BUFFER with it.
    if name.contains("buffer(10)") { name.replace("(10)", "") } else { name }
}

/// Where sg3_utils 1.46 has another name: code, service action, its name.
#[rustfmt::skip]
const OTHER_NAMES: &[(u8, Option<u16>, &str)] = &[
    // Named otherwise in a draft of SBC-4 or SPC-5.
    (0x38, None, "format with preset scan"),
    (0x7f, Some(0x0f), "atomic write(32)"),
    (0x9f, Some(0x0c), "prepare bind report"),
    // Shortened, or with other punctuation.
    (0x3b, Some(0x00), "write buffer, combined header and data [or multiple modes]"),
    (0x3b, Some(0x0d), "write buffer, download microcode with offsets, select activation events, save and defer activate"),
    (0x3b, Some(0x0e), "write buffer, download microcode with offsets, save and defer activate"),
    (0x3b, Some(0x1a), "write buffer, enable expander comms protocol and echo buffer"),
    (0x3b, Some(0x1b), "write buffer, disable expander comms protocol"),
    (0x3c, Some(0x00), "read buffer, combined header and data [or multiple modes]"),
    (0x3c, Some(0x1a), "read buffer, enable expander comms protocol and echo buffer"),
    // Not known to 1.46.
    (0x3b, Some(0x01), "write buffer service action=0x1"),
    (0x3c, Some(0x01), "read buffer service action=0x1"),
    (0x3c, Some(0x0f), "read buffer service action=0xf"),
    (0x7e, None, "reserved [0x7e]"),
    (0x94, Some(0x0a), "zbc out service action=0xa"),
    (0x96, None, "opcode=0x96"),
    (0x9f, Some(0x13), "service action out(16) service action=0x13"),
    // Asked for without a service action, it answers for service action 0.
    (0x3b, None, "write buffer, combined header and data [or multiple modes]"),
    (0x3c, None, "read buffer, combined header and data [or multiple modes]"),
    (0x48, None, "sanitize service action=0x0"),
    (0x5e, None, "persistent reserve in, read keys"),
    (0x5f, None, "persistent reserve out, register"),
    (0x83, None, "extended copy(lid1)"),
    (0x84, None, "receive copy status(lid1)"),
    (0x8c, None, "read attribute, attribute values"),
    (0x94, None, "zbc out service action=0x0"),
    (0x95, None, "report zones"),
    (0x9b, None, "read buffer(16), combined header and data [or multiple modes]"),
    (0x9d, None, "service action bidirectional service action=0x0"),
    (0x9e, None, "service action in(16) service action=0x0"),
    (0x9f, None, "service action out(16) service action=0x0"),
    (0xa3, None, "report assigned/unassigned p_extent"),
    (0xa4, None, "add peripheral device / component device"),
    (0xa9, None, "service action out(12) service action=0x0"),
    (0xab, None, "service action in(12) service action=0x0"),
];

#[test]
fn commands_have_the_names_that_sg_opcodes_gives_them() {
    if !is_known("sg_opcodes", "0.6") && !is_known("sg_opcodes", "0.7") {
        return;
    }
    let mut wrong = Vec::new();
    let mut alike = 0;
    for (code, action, name) in sg::command::names::NAMES {
        let asked = match action {
            Some(action) => format!("--opcode={code:#x},{action:#x}"),
            None => format!("--opcode={code:#x}"),
        };
        let text = tool("sg_opcodes", &["--enumerate", "--pdt=0", &asked]).unwrap();
        let theirs = plain(text.lines().last().unwrap().trim());
        let other = OTHER_NAMES.iter().find(|(c, a, _)| c == code && a == action);
        match other {
            Some((_, _, other)) if *other == theirs => {}
            None if theirs == plain(name) => alike += 1,
            _ => wrong.push(format!("({code:#04x}, {action:?}, {theirs:?}), // {name}")),
        }
    }
    assert!(wrong.is_empty(), "other names, {alike} alike:\n{}", wrong.join("\n"));
}

/// Where sg_inq 1.46 has another name than T10's present list, whose wording is ours: project
/// numbers (FCP is T10/0993-D, SAS-1.1 T10/1601-D), years, punctuation, and two typing errors.
#[rustfmt::skip]
const OTHER_STANDARDS: &[(u16, &str)] = &[
    (0x01dd, "SES T10/1212-D revision 08b w/ Amendment INCITS.305/AM1:2000"),
    (0x01de, "SES INCITS 305-1998 w/ Amendment INCITS.305/AM1:2000"),
    (0x01e0, "SCC-2 (no version claimed}"),
    (0x040b, "SSC-3 ISO/IEC 14776-333:2013"),
    (0x04e3, "MMC-6 T10/1836-D revision 2b"),
    (0x0527, "SSC-4 SSC-4 INCITS 516-2013"),
    (0x083b, "SSA-TL2 T10/1147-D revision 05b"),
    (0x085b, "SSA-TL1 T10/0989-D revision 10b"),
    (0x087b, "SSA-S3P T10/1051-D revision 05b"),
    (0x089b, "SSA-S2P T10/1121-D revision 07b"),
    (0x08db, "FCP T10/0856-D revision 12"),
    (0x08fc, "SBP-2 INCITS 325-1999"),
    (0x0961, "iSCSI RFC 7143"),
    (0x0962, "iSCSI RFC 7144"),
    (0x0a46, "FCP-4 INCITS 481-2012"),
    (0x0abc, "SPI INCITS 253-1995 with SPI Amnd INCITS 253/AM1:1998"),
    (0x0adb, "Fast-20 T10/1071-D revision 06"),
    (0x0b3b, "EPI T10/1134-D revision 16"),
    (0x0b7c, "SPI-5 INCITS 367-2004"),
    (0x0bfa, "SAS T10/1562-D revision 04"),
    (0x0c07, "SAS-1.1 T10/1602-D revision 9"),
    (0x0c0f, "SAS-1.1 T10/1602-D revision 10"),
    (0x0d3c, "FC-PH INCITS 230-1994 with Amnd 1 INCITS 230/AM1:1996"),
    (0x0d7d, "FC-AL-2 INCITS 332-1999 with Amnd 1 AM1:2002"),
    (0x0e88, "FC-PI-4 INCITS 450 -2009"),
    (0x1301, "FC-Tape T11/1315-D revision 1.16"),
    (0x131b, "FC-Tape T11/1315-D revision 1.17"),
    (0x133b, "FC-FLA T11/1235-D revision 7"),
    (0x135b, "FC-PLDA T11/1162-D revision 2.1"),
    (0x137b, "SSA-PH2 T10/1145-D revision 09c"),
    (0x139b, "SSA-PH3 T10/1146-D revision 05b"),
    (0x14bd, "ANSI IEEE 1394:1995"),
    (0x1620, "ATA/ATAPI-8 ATA-AAM Architecture model (no version claimed)"),
    (0x1621, "ATA/ATAPI-8 ATA-PT Parallel transport (no version claimed)"),
    (0x1622, "ATA/ATAPI-8 ATA-AST Serial transport (no version claimed)"),
    (0x1623, "ATA/ATAPI-8 ATA-ACS ATA/ATAPI command set (no version claimed)"),
    (0x1628, "ATA/ATAPI-8 ATA-AAM INCITS 451-2008"),
    (0x1749, "UAS ISO/IEC 14776-251:2014"),
    (0x1765, "ACS-3 INCITS 522-2014"),
    (0x1ea7, "SAT T10/1711-D rev 8"),
    (0x1eab, "SAT T10/1711-D rev 9"),
    (0x20aa, "SPL ISO/IEC 14776-261:2012"),
    (0x2244, "PQI-2 PQI-2 INCITS 507-2016"),
];

#[test]
fn version_descriptors_have_the_names_that_sg_inq_gives_them() {
    if !is_known("sg_inq", "2.") {
        return;
    }
    let mut page = vec![0u8; 96];
    (page[2], page[3], page[4]) = (6, 2, 91);
    let folder = std::env::temp_dir().join(format!("calipers-versions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut alike, mut younger, mut wrong) = (0, 0, Vec::<String>::new());
    // Code 0 ends sg_inq's list.
    for some in sg::inquiry::VERSION_DESCRIPTORS[1..].chunks(8) {
        page[58..74].fill(0);
        for ((code, _), at) in some.iter().zip((58..).step_by(2)) {
            page[at..at + 2].copy_from_slice(&code.to_be_bytes());
        }
        let path = folder.join("page.hex");
        std::fs::write(&path, spaced_hex(&page)).unwrap();
        let text = tool("sg_inq", &["-d", &format!("--inhex={}", path.display())]).unwrap();
        let theirs: Vec<&str> =
            text.lines().skip_while(|line| !line.contains("Version descriptors:")).skip(1).collect();
        assert_eq!(theirs.len(), some.len(), "{text}");
        for ((code, name), theirs) in some.iter().zip(theirs) {
            // T10 has since dropped ANSI from the names of American national standards.
            let theirs = theirs.trim().replace("ANSI INCITS", "INCITS");
            if theirs == format!("[unrecognised version descriptor code: {code:#x}]") {
                younger += 1;
            } else if theirs == *name || OTHER_STANDARDS.contains(&(*code, theirs.as_str())) {
                alike += 1;
            } else {
                wrong.push(format!("(0x{code:04x}, {theirs:?}), // {name}"));
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(wrong.is_empty(), "other names:\n{}", wrong.join("\n"));
    assert!(alike >= 480, "{alike} alike, {younger} that sg_inq does not know");
}

#[test]
fn luns_read_as_sg_luns_reads_them() {
    use sg::luns::Level;
    if !is_known("sg_luns", "1.4") {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages/luns/luns.hex");
    let bytes = sg::hex::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    for lun in sg::luns::decode(&bytes).value.luns {
        for conglomerate in [false, true] {
            // sg_luns goes on with method 1 to 3 in a conglomerate, and says that they should not be.
            if conglomerate && lun.0[0] >> 6 != 0 {
                continue;
            }
            let argument = format!("--test={}", hex(&lun.0));
            let arguments: &[&str] = if conglomerate { &["-L", &argument] } else { &[&argument] };
            let theirs = tool("sg_luns", arguments).unwrap();
            let mut ours = "Decoded LUN:\n".to_owned();
            let levels = lun.levels(conglomerate);
            let mut lead = "  ".to_owned();
            for (number, (_, level)) in (0..).zip(&levels) {
                let head: Option<&str> = match (number, conglomerate) {
                    (0, true) => Some("Administrative element"),
                    (_, true) => Some("Subsidiary element"),
                    (0, false) => None,
                    (1, false) => Some("Second level addressing"),
                    (2, false) => Some("Third level addressing"),
                    (_, false) => Some("Fourth level addressing"),
                };
                if let Some(head) = head {
                    ours += &format!("  >>{head}:\n");
                    // sg_luns indents once, however deep the level is.
                    lead = if conglomerate || number > 0 { "    ".to_owned() } else { lead };
                }
                ours += &lead;
                ours += &match level {
                    Level::Peripheral(one) if n(&one.bus_identifier) == 0 => {
                        format!("Peripheral device addressing: lun={}\n", n(&one.target_or_lun))
                    }
                    Level::Peripheral(one) => format!(
                        "Peripheral device addressing: bus_id={}, target={}\n",
                        n(&one.bus_identifier),
                        n(&one.target_or_lun)
                    ),
                    Level::Simple(one) => format!("Simple lu addressing: {}\n", n(&one.lun)),
                    Level::Flat(one) => format!("Flat space addressing: lun={}\n", n(&one.lun)),
                    Level::LogicalUnit(one) => format!(
                        "Logical unit addressing: bus_id={}, target={}, lun={}\n",
                        n(&one.bus_number),
                        n(&one.target),
                        n(&one.lun)
                    ),
                    Level::WellKnown(one) => {
                        let name = sg::luns::WellKnown::w_lun.meaning.of(n(&one.w_lun)).unwrap();
                        format!("{name} well known logical unit\n")
                    }
                    Level::ExtendedFlat(one) => {
                        format!("Extended flat space addressing: lun={}\n", n(&one.lun))
                    }
                    Level::LongExtendedFlat(one) => {
                        format!("Long extended flat space addressing: lun={}\n", n(&one.lun))
                    }
                    Level::OtherExtended(_) => "Logical unit _not_ specified\n".to_owned(),
                };
            }
            if conglomerate && levels.len() == 1 {
                ours += "  >>>> Administrative LU\n";
            }
            same(&argument, &theirs, &ours);
        }
    }
}
