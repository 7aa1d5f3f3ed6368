//! The two formats of sense data (SPC-5 4.5): fixed, and the header of the descriptor format.

use crate::wire::{ByteCount, be16, be24, be32, bit, bits, byte, flag, names};

use super::{KEYS, RESPONSE_CODES};

crate::record! {
    /// The fixed format; the bytes from 18 on are the vendor's.
    pub struct Fixed[0..18] {
        /// Whether the information is what the command's standard says.
        valid: bool = bit(0, 7), "VALID",
            flag("INFORMATION is valid", "INFORMATION is not what a standard says it is");
        /// The format, and whether the error is of this command.
        response_code: u8 = bits(0, 6, 0), "RESPONSE CODE", names(RESPONSE_CODES);
        /// The segment of a COPY (obsolete).
        segment_number: u8 = byte(1), "SEGMENT NUMBER (obsolete)";
        /// A filemark or setmark was met (tapes).
        filemark: bool = bit(2, 7), "FILEMARK";
        /// The end of the medium was met (tapes, printers).
        eom: bool = bit(2, 6), "EOM";
        /// The block was not as long as the command said.
        ili: bool = bit(2, 5), "ILI";
        /// There was more sense data than the drive could return.
        sdat_ovfl: bool = bit(2, 4), "SDAT_OVFL", flag("more sense data was there than fits", "nothing was cut");
        /// What kind of thing happened.
        sense_key: u8 = bits(2, 3, 0), "SENSE KEY", names(KEYS);
        /// Depends on the command; often the first LBA with the error.
        information: u32 = be32(3).when(0, 0x80, 0x80), "INFORMATION";
        /// How many bytes follow.
        additional_sense_length: ByteCount = byte(7), "ADDITIONAL SENSE LENGTH";
        /// Depends on the command.
        command_specific_information: u32 = be32(8), "COMMAND-SPECIFIC INFORMATION";
        /// What happened.
        additional_sense_code: u8 = byte(12), "ADDITIONAL SENSE CODE";
        /// What happened, in detail.
        additional_sense_code_qualifier: u8 = byte(13), "ADDITIONAL SENSE CODE QUALIFIER";
        /// The part that failed, as the vendor numbers them; 0: none is named.
        field_replaceable_unit_code: u8 = byte(14), "FIELD REPLACEABLE UNIT CODE";
    }
    reserved {
        be24(15), "sense-key specific: a record of its own for each sense key";
    }
}

crate::record! {
    /// The registers of an ATA command, which SAT puts into fixed format sense data (SAT):
    /// into INFORMATION and COMMAND-SPECIFIC INFORMATION, with 00h/1Dh.
    pub struct FixedAta[3..12] {
        /// The ERROR register.
        error: u8 = byte(3), "ERROR";
        /// The STATUS register.
        status: u8 = byte(4), "STATUS";
        /// The DEVICE register.
        device: u8 = byte(5), "DEVICE";
        /// The low half of the COUNT register.
        count_7_0: u8 = byte(6), "COUNT (7:0)";
        /// The command was a 48-bit one.
        extend: bool = bit(8, 7), "EXTEND";
        /// The high half of COUNT is lost here, and was not zero.
        count_upper_nonzero: bool = bit(8, 6), "COUNT UPPER NONZERO",
            flag("COUNT (15:8) was not zero and is not here", "COUNT (15:8) was zero");
        /// The high half of LBA is lost here, and was not zero.
        lba_upper_nonzero: bool = bit(8, 5), "LBA UPPER NONZERO",
            flag("LBA (47:24) was not zero and is not here", "LBA (47:24) was zero");
        /// The entry of log page 16h that has all registers; 0: none.
        log_index: u8 = bits(8, 3, 0), "LOG INDEX";
        /// LBA bits 7:0.
        lba_7_0: u8 = byte(9), "LBA (7:0)";
        /// LBA bits 15:8.
        lba_15_8: u8 = byte(10), "LBA (15:8)";
        /// LBA bits 23:16.
        lba_23_16: u8 = byte(11), "LBA (23:16)";
    }
    reserved {
        byte(7), "ADDITIONAL SENSE LENGTH, decoded with the fixed format";
        bit(8, 4), "reserved";
    }
}

crate::record! {
    /// The eight bytes before the descriptors of the descriptor format, response codes 72h and 73h
    /// (SPC-5 4.5).
    pub struct Header[0..8] {
        /// The format, and whether the error is of this command.
        response_code: u8 = bits(0, 6, 0), "RESPONSE CODE", names(RESPONSE_CODES);
        /// What kind of thing happened.
        sense_key: u8 = bits(1, 3, 0), "SENSE KEY", names(KEYS);
        /// What happened.
        additional_sense_code: u8 = byte(2), "ADDITIONAL SENSE CODE";
        /// What happened, in detail.
        additional_sense_code_qualifier: u8 = byte(3), "ADDITIONAL SENSE CODE QUALIFIER";
        /// There was more sense data than the drive could return.
        sdat_ovfl: bool = bit(4, 7), "SDAT_OVFL", flag("more sense data was there than fits", "nothing was cut");
        /// How many bytes follow.
        additional_sense_length: ByteCount = byte(7), "ADDITIONAL SENSE LENGTH";
    }
    reserved {
        bit(0, 7), "reserved";
        bits(1, 7, 4), "reserved";
        bits(4, 6, 0), "reserved";
        be16(5), "reserved";
    }
}
