//! Each SCSI identity record, read and written again, gives the bytes that it was read from.

use std::path::Path;

use sg::inquiry::{InquiryHeader, VersionDescriptor};
use sg::luns::{self, LunListHeader};
use sg::read_capacity::{Capacity10, Capacity16};
use sg::rsoc::{AllCommandsHeader, CommandDescriptor, OneCommandHeader, TimeoutsDescriptor};
use sg::vpd::designator::{self, DesignatorHeader};
use sg::vpd::{
    AtaInformation, BlockDeviceCharacteristics, BlockLimits, DeviceIdentification, Header,
    LogicalBlockProvisioningHeader, PowerCondition, SupportedPage,
};
use sg::wire::Record;

fn vector(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/pages").join(name);
    sg::hex::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Reads the record at `base` of a vector and writes it over bytes in which all of its valid
/// fields are turned into their opposite, so that a field that is not written shows. Fields that
/// are not valid, and what is reserved, stay as they are.
fn round<R: Record>(name: &str, base: usize) {
    let page = vector(name);
    let record = &page[base..page.len().min(base + R::LAYOUT.end)];
    let mut copy = record.to_vec();
    for field in R::LAYOUT.fields {
        if field.at.is_valid(record) && field.at.slice(record).is_some() {
            for place in (field.at.low..=field.at.high).filter_map(|bit| field.at.locate(bit)) {
                copy[place.0] ^= 1 << place.1;
            }
        }
    }
    assert_ne!(copy, record, "{name} {}: no field is valid here", R::LAYOUT.name);
    R::read(record).write(&mut copy);
    assert_eq!(sg::wire::hex(&copy), sg::wire::hex(record), "{name} {}: not what was read", R::LAYOUT.name);
}

#[test]
fn every_record_is_written_as_it_was_read() {
    round::<InquiryHeader>("inquiry/standard.hex", 0);
    round::<VersionDescriptor>("inquiry/standard.hex", 60);
    round::<Header>("vpd/b0-block-limits.hex", 0);
    round::<SupportedPage>("vpd/00-supported-pages.hex", 5);
    round::<AtaInformation>("vpd/89-ata-information.hex", 0);
    round::<PowerCondition>("vpd/8a-power-condition.hex", 0);
    round::<BlockLimits>("vpd/b0-block-limits.hex", 0);
    round::<BlockDeviceCharacteristics>("vpd/b1-block-device-characteristics.hex", 0);
    round::<LogicalBlockProvisioningHeader>("vpd/b2-logical-block-provisioning.hex", 0);
    round::<Capacity10>("readcap/10.hex", 0);
    round::<Capacity16>("readcap/16.hex", 0);
    round::<AllCommandsHeader>("rsoc/all.hex", 0);
    round::<CommandDescriptor>("rsoc/all.hex", 4);
    round::<CommandDescriptor>("rsoc/all.hex", 20);
    round::<TimeoutsDescriptor>("rsoc/all.hex", 28);
    round::<OneCommandHeader>("rsoc-one/one.hex", 0);
}

#[test]
fn every_addressing_method_is_written_as_it_was_read() {
    round::<LunListHeader>("luns/luns.hex", 0);
    round::<luns::Peripheral>("luns/luns.hex", 16);
    round::<luns::Flat>("luns/luns.hex", 24);
    round::<luns::LogicalUnit>("luns/luns.hex", 32);
    round::<luns::WellKnown>("luns/luns.hex", 40);
    round::<luns::ExtendedFlat>("luns/luns.hex", 50);
    round::<luns::LongExtendedFlat>("luns/luns.hex", 56);
    round::<luns::OtherExtended>("luns/luns.hex", 64);
    round::<luns::Simple>("luns/luns.hex", 74);
}

#[test]
fn every_designator_is_written_as_it_was_read() {
    let name = "vpd/83-device-identification.hex";
    let page = vector(name);
    let decoded = sg::vpd::decode::<DeviceIdentification>(&page);
    assert_eq!(decoded.notes, []);
    let mut bytes = page[..4].to_vec();
    for one in &decoded.value.designators {
        round::<DesignatorHeader>(name, one.offset);
        let base = one.offset + 4;
        match &one.identifier {
            designator::Identifier::T10Vendor(..) => round::<designator::T10VendorId>(name, base),
            designator::Identifier::Eui64(_) => round::<designator::Eui64>(name, base),
            designator::Identifier::Eui64Directory(_) => round::<designator::Eui64Directory>(name, base),
            designator::Identifier::Eui64Extended(_) => round::<designator::Eui64Extended>(name, base),
            designator::Identifier::NaaExtended(_) => round::<designator::NaaExtended>(name, base),
            designator::Identifier::NaaLocal(_) => round::<designator::NaaLocal>(name, base),
            designator::Identifier::NaaRegistered(_) => round::<designator::NaaRegistered>(name, base),
            designator::Identifier::NaaRegisteredExtended(_) => {
                round::<designator::NaaRegisteredExtended>(name, base);
            }
            designator::Identifier::RelativeTargetPort(_) => {
                round::<designator::RelativeTargetPort>(name, base)
            }
            designator::Identifier::TargetPortGroup(_) => round::<designator::TargetPortGroup>(name, base),
            designator::Identifier::LogicalUnitGroup(_) => round::<designator::LogicalUnitGroup>(name, base),
            designator::Identifier::Md5(_) => round::<designator::Md5>(name, base),
            designator::Identifier::UsbPort(_) => round::<designator::UsbPort>(name, base),
            designator::Identifier::PciExpressPort(_) => round::<designator::PciExpressPort>(name, base),
            designator::Identifier::Uuid(_) => round::<designator::Uuid>(name, base),
            designator::Identifier::VendorSpecific(_)
            | designator::Identifier::ScsiName(_)
            | designator::Identifier::Other(_) => {}
        }
        bytes.extend(one.to_bytes());
    }
    assert_eq!(sg::wire::hex(&bytes), sg::wire::hex(&page), "the whole page");
}

#[test]
fn the_best_name_of_each_association_is_found() {
    use sg::vpd::designator::Association::{LogicalUnit, TargetDevice, TargetPort};
    let page = sg::vpd::decode::<DeviceIdentification>(&vector("vpd/83-device-identification.hex")).value;
    assert_eq!(page.wwn(LogicalUnit).as_deref(), Some("6000402001f45eb566d41cc30a0b0c0d"));
    assert_eq!(page.wwn(TargetPort).as_deref(), Some("5000c5003011cb29"));
    assert_eq!(page.wwn(TargetDevice), None, "a SCSI name string is no number");
    assert_eq!(page.relative_target_port(), Some(2));
    assert_eq!(page.target_port_group(), Some(0x103));
    assert_eq!(page.t10_vendor(), Some(("ATA", "MODEL1 SER77".to_owned())));
}

#[test]
fn an_answer_that_is_another_page_says_so() {
    let page = vector("vpd/80-unit-serial-number.hex");
    let section = sg::vpd::describe_as(0xb0, &page);
    assert_eq!(section.key, "vpd:80", "it is shown as what it says that it is");
    assert!(section.notes[0].text.contains("page b0h was asked for"), "{:?}", section.notes);
    assert_eq!(sg::vpd::describe_as(0x80, &page).notes, []);
    let unknown = sg::vpd::describe(&[0, 0xc5, 0, 2, 0xab, 0xcd]);
    assert_eq!(unknown.find("payload").unwrap().raw, [0xab, 0xcd], "unknown pages keep their bytes");
}
