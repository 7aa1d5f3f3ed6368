//! Rules of single words and of their combinations; whole drives are in the root's `tests/it`.

use std::collections::{BTreeMap, BTreeSet};

use sg::wire::{Minutes, Note};

use super::*;

/// IDENTIFY data with these words, sealed.
fn drive(words: &[(usize, u64)]) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    for (number, value) in words {
        word(*number).put(&mut bytes, *value);
    }
    seal(&mut bytes);
    bytes
}

fn text_of(notes: &[Note]) -> String {
    notes.iter().map(|note| note.text.as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_bit_of_the_512_bytes_is_decoded_or_has_a_reason() {
    let [layout] = Identify::LAYOUTS else { panic!("the parts are united into one table") };
    assert_eq!(layout.gaps(), [], "(byte, bit) that neither a field nor a reason covers");
    assert_eq!((layout.start, layout.end), (0, 512));
}

#[test]
fn keys_are_unique_and_a_bit_has_two_fields_only_where_they_exclude_each_other() {
    let mut keys = BTreeSet::new();
    let mut places: BTreeMap<(usize, usize), Vec<&Field>> = BTreeMap::new();
    for field in Identify::LAYOUTS.iter().flat_map(|layout| layout.fields) {
        assert!(keys.insert(field.key), "two fields are called {}", field.key);
        for place in (field.at.low..=field.at.high).filter_map(|bit| field.at.locate(bit)) {
            places.entry(place).or_default().push(field);
        }
    }
    // The whole of word 0 and words 121-126 are shown beside their parts.
    let whole = ["general_configuration", "reserved_words_121_to_126"];
    for (place, fields) in places {
        let fields: Vec<_> = fields.into_iter().filter(|field| !whole.contains(&field.key)).collect();
        for (index, one) in fields.iter().enumerate() {
            for other in fields.get(index + 1..).unwrap_or_default() {
                let gates = |field: &Field| [field.at.gate, field.at.also];
                let exclude = gates(one).iter().flatten().any(|one| {
                    gates(other).iter().flatten().any(|other| {
                        one.byte == other.byte && one.mask & other.mask & (one.value ^ other.value) != 0
                    })
                });
                // Word 48 was a plain word before it was marked, word 62 before it had DMADIR.
                let known =
                    one.key == "word_48_mark" || other.key == "word_48_mark" || one.key == "dmadir_required";
                assert!(exclude || known, "{place:?}: {} and {}", one.key, other.key);
            }
        }
    }
}

#[test]
fn the_capacity_is_that_of_the_largest_command_set() {
    let base = [(49, 0x0200), (60, 0xffff), (61, 0x0fff)];
    let long = [(83, 0x4400), (100, 0x5678), (101, 0x1234), (102, 1)];
    let extended = [(69, 8), (230, 9), (232, 2)];
    for (words, sectors, why) in [
        (base.to_vec(), Some(0x0fff_ffff), "28-bit commands only"),
        ([&base[..], &long].concat(), Some(0x1_1234_5678), "48-bit commands"),
        ([&base[..], &long, &extended].concat(), Some(0x2_0000_0009), "extended count"),
        ([&base[..], &long, &[(69, 8)]].concat(), Some(0x1_1234_5678), "an extended count of zero is none"),
        ([&base[..], &[(83, 0x0400), (100, 1)]].concat(), Some(0x0fff_ffff), "word 83 is not marked"),
        (vec![(60, 1000)], None, "word 49 says no LBA"),
        ([&base[..], &[(0, 0x85c0)]].concat(), None, "a packet device"),
        (vec![(49, 0x0200), (60, 0xffff), (61, 0xffff)], None, "FFFFFFFFh is no count"),
    ] {
        assert_eq!(decode(&drive(&words)).value.user_sectors(), sectors, "{why}");
    }
}

#[test]
fn a_partial_dump_gives_what_it_holds_and_does_not_guess_the_capacity() {
    let whole = drive(&[(49, 0x0200), (60, 0xffff), (61, 0x0fff), (10, 0x4142)]);
    let part = decode(whole.get(..128).unwrap());
    assert_eq!(part.value.serial(), Some("AB"));
    assert_eq!(part.value.user_sectors(), None, "words 100-103 may hold more");
    assert_eq!(part.value.logical_sector_bytes(), None, "word 106 was not received");
    assert_eq!(part.value.security(), None);
    assert_eq!(part.value.integrity, Integrity::Unknown);
    assert_eq!(
        text_of(&part.notes),
        "512 bytes make it whole, 128 were received; what is missing is unknown"
    );
    let small = drive(&[(49, 0x0200), (60, 1000)]);
    assert_eq!(decode(small.get(..128).unwrap()).value.user_sectors(), Some(1000), "not saturated: no more");
}

#[test]
fn sector_sizes_follow_word_106() {
    for (words, sizes) in [
        (vec![], (Some(512), Some(512))),
        (vec![(106, 0x6003)], (Some(512), Some(4096))),
        (vec![(106, 0x5000), (117, 2048)], (Some(4096), Some(4096))),
        (vec![(106, 0x7001), (117, 264)], (Some(528), Some(1056))),
        (vec![(106, 0xe003)], (Some(512), Some(512))),
        (vec![(106, 0x5000)], (None, None)),
    ] {
        let id = decode(&drive(&words)).value;
        assert_eq!((id.logical_sector_bytes(), id.physical_sector_bytes()), sizes, "{words:x?}");
    }
}

#[test]
fn erase_times_that_the_field_cannot_hold_are_lower_bounds() {
    use EraseTime::{Exactly, MoreThan};
    for (word, time) in [
        (0, None),
        (1, Some(Exactly(Minutes(2)))),
        (0xfe, Some(Exactly(Minutes(508)))),
        (0xff, Some(MoreThan(Minutes(508)))),
        // Bits 14:8 are reserved in the old form.
        (0x0102, Some(Exactly(Minutes(4)))),
        (0x8000, None),
        (0x80ff, Some(Exactly(Minutes(510)))),
        (0xfffe, Some(Exactly(Minutes(65532)))),
        (0xffff, Some(MoreThan(Minutes(65532)))),
    ] {
        let security = decode(&drive(&[(0, 0x40), (89, word), (90, word)])).value.security().unwrap();
        assert_eq!(security.normal_erase_time, time, "{word:04x}h");
        assert_eq!(security.enhanced_erase_time, time, "{word:04x}h");
    }
}

#[test]
fn codes_of_rotation_and_form() {
    for (word, rotation) in [
        (0, Rotation::NotReported),
        (1, Rotation::NonRotating),
        (2, Rotation::Reserved(2)),
        (0x0400, Rotation::Reserved(0x0400)),
        (0x0401, Rotation::Rpm(0x0401)),
        (7200, Rotation::Rpm(7200)),
        (0xfffe, Rotation::Rpm(0xfffe)),
        (0xffff, Rotation::NotReported),
    ] {
        assert_eq!(decode(&drive(&[(0, 0x40), (217, word)])).value.rotation(), Some(rotation), "{word:04x}h");
    }
    for (word, form) in [(0, None), (2, Some("3.5 inch")), (8, Some("MicroSSD")), (10, None)] {
        assert_eq!(decode(&drive(&[(0, 0x40), (168, word)])).value.form_factor(), form, "{word:04x}h");
    }
}

#[test]
fn words_that_another_word_validates_are_absent_without_it() {
    let id = |words: &[(usize, u64)]| decode(&drive(words)).value;
    assert_eq!(id(&[(119, 0x4080), (120, 0x4080)]).extended_power_conditions(), Switch::default());
    let on = Switch { supported: Some(true), enabled: Some(true) };
    let marked = [(86, 0x8000), (87, 0x4000), (119, 0x4080), (120, 0x4080)];
    assert_eq!(id(&marked).extended_power_conditions(), on);
    assert_eq!(id(&[(82, 0x20), (85, 0x20)]).write_cache(), Switch::default(), "no marks");
    assert_eq!(id(&[(82, 0x20), (83, 0x4000), (85, 0x20), (87, 0x4000)]).write_cache(), on);
    assert_eq!(id(&[(77, 6)]).current_sata_generation(), None, "word 76 says no SATA");
    assert_eq!(id(&[(76, 2), (77, 6)]).current_sata_generation(), Some(3));
    assert_eq!(id(&[(76, 0xffff), (77, 6)]).sata_generations(), [0u8; 0], "FFFFh is not reported");
    assert_eq!(id(&[(48, 1), (0, 0x40)]).trusted_computing(), Some(false), "doubleword I/O of ATA-1");
    assert_eq!(id(&[(48, 0x4001)]).trusted_computing(), Some(true));
    assert_eq!(id(&[(80, 0xffff), (0, 0x40)]).ata_versions(), [0u8; 0], "FFFFh is not reported");
    assert_eq!(id(&[(222, 0xffff), (0, 0x40)]).transport(), None, "FFFFh is not reported");
    assert_eq!(id(&[(108, 0x5000), (109, 0x1234)]).wwn(), None, "word 84 says none");
    assert_eq!(id(&[(84, 0x4100), (108, 0x5000), (111, 0x1234)]).wwn(), Some(0x5000_0000_0000_1234));
    assert_eq!(id(&[(64, 3), (51, 0x100)]).pio_mode(), Some(1), "word 53 says that word 64 means nothing");
    assert_eq!(id(&[(75, 31)]).queue_depth(), None, "neither NCQ nor TCQ");
    let sanitize = id(&[(59, 0x2000)]).sanitize().unwrap();
    assert!(!sanitize.supported && !sanitize.crypto_scramble, "bit 12 says none");
}

#[test]
fn a_wrong_checksum_is_noted_and_a_missing_one_is_not() {
    let mut bytes = drive(&[(0, 0x40), (27, 0x4142)]);
    assert_eq!(decode(&bytes).value.integrity, Integrity::Valid);
    assert_eq!(decode(&bytes).notes, []);
    let right = *bytes.last().unwrap();
    word(6).put(&mut bytes, 3);
    let damaged = decode(&bytes);
    assert_eq!(damaged.value.integrity, Integrity::Wrong { found: right, expected: right.wrapping_sub(3) });
    assert_eq!(damaged.value.model(), Some("AB"), "one thing odd does not hide the rest");
    assert_eq!(
        text_of(&damaged.notes),
        format!(
            "word 255 has the signature A5h, but the 512 bytes add up to 03h and not to 00h (checksum {right:02x}h, \
             {:02x}h would be right): some byte was changed",
            right.wrapping_sub(3)
        )
    );
    word(255).put(&mut bytes, 0);
    assert_eq!(decode(&bytes).value.integrity, Integrity::None);
    assert_eq!(decode(&bytes).notes, [], "drives before ATA-5 have none");
}

#[test]
fn bytes_that_are_no_identify_data_make_no_claims() {
    let real = drive(&[
        (0, 0x40),
        (27, 0x4142),
        (47, 0x8010),
        (49, 0x2f00),
        (60, 1000),
        (80, 0x07f0),
        (83, 0x7400),
        (84, 0x4163),
        (87, 0x4163),
        (100, 1000),
    ]);
    let mut unsigned = real;
    word(255).put(&mut unsigned, 0);
    let mut vpd = vec![0; 60];
    vpd.splice(0..4, [0, 0x89, 0x02, 0x38]);
    vpd.extend(real);
    for (bytes, why) in [
        (vec![0; 512], "all 512 bytes are 00h"),
        (vec![0xff; 512], "all 512 bytes are ffh"),
        (vec![0; 128], "all 128 bytes are 00h"),
        (wire::swapped(&real), "exchanged"),
        (wire::swapped(&unsigned), "exchanged"),
        ([&[0][..], &real].concat(), "shifted or damaged"),
        (real.get(1..).unwrap().to_vec(), "shifted or damaged"),
        (vpd, "VPD page 89h"),
    ] {
        let decoded = decode(&bytes);
        assert!(decoded.value == Identify::default(), "{why}: {:?}", decoded.notes);
        assert!(text_of(&decoded.notes).contains(why), "{why}: {:?}", decoded.notes);
        assert_eq!(decoded.bytes.len(), bytes.len().min(512), "the bytes are kept");
    }
    assert_eq!(decode(&[]).value, Identify::default());
}

#[test]
fn what_is_written_is_what_was_read() {
    let mut bytes = [0; LENGTH];
    let mut id = decode(&drive(&[(0, 0x40), (83, 0x7400), (100, 77), (222, 0x1020)])).value;
    id.write(&mut bytes);
    assert_eq!(decode(&bytes).value, id);
    id.identity.model_number = Some("ABC".to_owned());
    id.capacity.user_addressable_sectors_48 = Some(sg::wire::Sectors(0x1234_5678_9abc));
    id.write(&mut bytes);
    seal(&mut bytes);
    let again = decode(&bytes).value;
    assert_eq!((again.model(), again.user_sectors()), (Some("ABC"), Some(0x1234_5678_9abc)));
    assert_eq!(again.integrity, Integrity::Valid);
}
