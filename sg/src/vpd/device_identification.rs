//! Device identification (83h), SPC-5: the names of the logical unit, its port and its device.

use super::designator::{self, Association, Designator};
use crate::page::Page;
use crate::section::Item;
use crate::wire::{Layout, Notes};

/// Every name that a logical unit, the port it was asked through, and its device have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeviceIdentification {
    /// The names, in the device's order.
    pub designators: Vec<Designator>,
}

impl DeviceIdentification {
    /// The designators of one association.
    pub fn of(&self, association: Association) -> impl Iterator<Item = &Designator> {
        self.designators.iter().filter(move |one| one.association() == Some(association))
    }

    /// The world wide name of what the association names: the best of its NAA, EUI-64 and UUID
    /// designators, as [`Designator::wwn`] writes it.
    #[must_use]
    pub fn wwn(&self, association: Association) -> Option<String> {
        self.of(association)
            .filter_map(|one| Some((one.rank()?, one)))
            .min_by_key(|(rank, _)| *rank)
            .and_then(|(_, one)| one.wwn())
    }

    /// The logical unit's world wide name, such as `5000c5003011cb2b`.
    #[must_use]
    pub fn logical_unit_wwn(&self) -> Option<String> {
        self.wwn(Association::LogicalUnit)
    }

    /// The logical unit's T10 vendor designator (the SAT layer puts an ATA drive's model and serial
    /// number there): vendor, and what the vendor wrote.
    #[must_use]
    pub fn t10_vendor(&self) -> Option<(&str, String)> {
        self.of(Association::LogicalUnit).find_map(|one| match &one.identifier {
            designator::Identifier::T10Vendor(id, rest) => {
                Some((id.t10_vendor_identification.as_deref()?, crate::wire::utf8(&rest.0)))
            }
            _ => None,
        })
    }

    /// The relative identifier of the port that the page was asked through.
    #[must_use]
    pub fn relative_target_port(&self) -> Option<u16> {
        self.of(Association::TargetPort).find_map(|one| match &one.identifier {
            designator::Identifier::RelativeTargetPort(port) => port.relative_target_port_identifier,
            _ => None,
        })
    }

    /// The target port group of the port that the page was asked through.
    #[must_use]
    pub fn target_port_group(&self) -> Option<u16> {
        self.of(Association::TargetPort).find_map(|one| match &one.identifier {
            designator::Identifier::TargetPortGroup(group) => group.target_port_group,
            _ => None,
        })
    }
}

impl Page for DeviceIdentification {
    const KEY: &'static str = "vpd:83";
    const CODE: u8 = 0x83;
    const TITLE: &'static str = "Device identification";
    const LAYOUTS: &'static [Layout] = designator::LAYOUTS;

    fn decode(page: &[u8], notes: &mut Notes) -> Self {
        Self { designators: designator::list(page, 4, notes) }
    }

    fn items(&self, page: &[u8]) -> Vec<Item> {
        vec![Item::List {
            key: "designators".into(),
            title: "Designation descriptors".into(),
            elements: self.designators.iter().map(|one| one.describe(page)).collect(),
        }]
    }
}
