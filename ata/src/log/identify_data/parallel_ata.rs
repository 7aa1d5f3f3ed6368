//! Parallel ATA (log 30h, page 07h), ACS-3; reserved in later standards.
//!
//! The places inside the qwords behind the first one are not known well enough to be named: these
//! are kept as numbers.

use sg::wire::be;

use super::{field, flag_at, gate, page};

sg::record! {
    /// Transfer modes of the parallel interface.
    pub struct ParallelAtaFields[8..512] {
        /// The drive can use IORDY.
        iordy_supported: bool = flag_at(8, 8), "IORDY SUPPORTED";
        /// IORDY can be disabled.
        iordy_disable_supported: bool = flag_at(8, 7), "IORDY DISABLE SUPPORTED";
        /// The drive has DMA commands.
        dma_supported: bool = flag_at(8, 6), "DMA SUPPORTED";
        /// Multiword DMA mode 2 is selected.
        multiword_dma_mode_2_enabled: bool = flag_at(8, 5), "MULTIWORD DMA MODE 2 ENABLED";
        /// Multiword DMA mode 1 is selected.
        multiword_dma_mode_1_enabled: bool = flag_at(8, 4), "MULTIWORD DMA MODE 1 ENABLED";
        /// Multiword DMA mode 0 is selected.
        multiword_dma_mode_0_enabled: bool = flag_at(8, 3), "MULTIWORD DMA MODE 0 ENABLED";
        /// Multiword DMA mode 2.
        multiword_dma_mode_2_supported: bool = flag_at(8, 2), "MULTIWORD DMA MODE 2 SUPPORTED";
        /// Multiword DMA mode 1.
        multiword_dma_mode_1_supported: bool = flag_at(8, 1), "MULTIWORD DMA MODE 1 SUPPORTED";
        /// Multiword DMA mode 0.
        multiword_dma_mode_0_supported: bool = flag_at(8, 0), "MULTIWORD DMA MODE 0 SUPPORTED";
        /// PIO modes.
        pio_modes: u64 = field(16, 62, 0), "PIO MODES";
        /// Multiword DMA cycle times.
        multiword_dma_transfer_cycle_time: u64 = field(24, 62, 0), "MULTIWORD DMA TRANSFER CYCLE TIME";
        /// PIO cycle times.
        minimum_pio_transfer_cycle_time: u64 = field(32, 62, 0), "MINIMUM PIO TRANSFER CYCLE TIME";
        /// Ultra DMA modes.
        ultra_dma_modes: u64 = field(40, 62, 0), "ULTRA DMA MODES";
        /// What the last hardware reset found.
        parallel_ata_hardware_reset_result: u64 = field(48, 62, 0), "PARALLEL ATA HARDWARE RESET RESULT";
    }
    reserved {
        field(8, 62, 9), "reserved";
        gate(8), "a gate";
        gate(16), "a gate";
        gate(24), "a gate";
        gate(32), "a gate";
        gate(40), "a gate";
        gate(48), "a gate";
        be(56, 456), "reserved";
    }
}

page! {
    /// Parallel ATA.
    ParallelAta, ParallelAtaFields, 0x07, "ata:30/07", "Parallel ATA"
}
