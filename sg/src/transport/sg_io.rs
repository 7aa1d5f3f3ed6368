//! The Linux SG_IO ioctl, version 3 of its interface, on block nodes and on `/dev/sgN`.
//!
//! The structure and the order of judging an answer are those of `include/scsi/sg.h` and of the
//! kernel's SCSI generic driver documentation: the ioctl's own error, the host status, the SCSI
//! status, the driver status, the residual, the sense data.
#![allow(unsafe_code)]

use std::fs::{File, OpenOptions};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use nix::errno::Errno;

use super::{Completion, Data, Request, SENSE_LENGTH, Transport, TransportError, status};

const SG_IO: libc::c_ulong = 0x2285;
const SG_GET_VERSION_NUM: libc::c_ulong = 0x2282;

const DIRECTION_NONE: i32 = -1;
const DIRECTION_OUT: i32 = -2;
const DIRECTION_IN: i32 = -3;

/// `sg_io_hdr` of `scsi/sg.h`.
#[repr(C)]
#[derive(Debug)]
struct Header {
    interface_id: i32,
    dxfer_direction: i32,
    cmd_len: u8,
    mx_sb_len: u8,
    iovec_count: u16,
    dxfer_len: u32,
    dxferp: *mut libc::c_void,
    cmdp: *const u8,
    sbp: *mut u8,
    timeout: u32,
    flags: u32,
    pack_id: i32,
    usr_ptr: *mut libc::c_void,
    status: u8,
    masked_status: u8,
    msg_status: u8,
    sb_len_wr: u8,
    host_status: u16,
    driver_status: u16,
    resid: i32,
    duration: u32,
    info: u32,
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Header>() == 88);
    assert!(std::mem::offset_of!(Header, dxferp) == 16);
    assert!(std::mem::offset_of!(Header, cmdp) == 24);
    assert!(std::mem::offset_of!(Header, sbp) == 32);
    assert!(std::mem::offset_of!(Header, timeout) == 40);
    assert!(std::mem::offset_of!(Header, usr_ptr) == 56);
    assert!(std::mem::offset_of!(Header, status) == 64);
    assert!(std::mem::offset_of!(Header, host_status) == 68);
    assert!(std::mem::offset_of!(Header, resid) == 72);
    assert!(std::mem::offset_of!(Header, info) == 80);
};

/// A drive behind a device node.
#[derive(Debug)]
pub struct SgIo {
    file: File,
    path: PathBuf,
}

impl SgIo {
    /// Opens a block node or `/dev/sgN` for reading.
    ///
    /// Reading is enough for every command that changes nothing, and the kernel then refuses the
    /// others to a user without privileges. Opening does not wait (`O_NONBLOCK`), so a removable
    /// drive without a medium and a drive that is not ready can be asked as well.
    ///
    /// # Errors
    ///
    /// [`TransportError::NoPermission`], [`TransportError::NoSuchDevice`],
    /// [`TransportError::NotScsi`] or the operating system's error.
    pub fn open(path: &Path) -> Result<Self, TransportError> {
        Self::open_with(path, false)
    }

    /// Opens a node for reading and writing, for commands that change something.
    ///
    /// # Errors
    ///
    /// As [`SgIo::open`].
    pub fn open_writable(path: &Path) -> Result<Self, TransportError> {
        Self::open_with(path, true)
    }

    fn open_with(path: &Path, write: bool) -> Result<Self, TransportError> {
        let file = OpenOptions::new()
            .read(true)
            .write(write)
            .custom_flags(libc::O_NONBLOCK | libc::O_CLOEXEC)
            .open(path)
            .map_err(|error| match error.raw_os_error() {
                Some(libc::EACCES | libc::EPERM) => TransportError::NoPermission,
                Some(libc::ENOENT | libc::ENXIO | libc::ENODEV) => TransportError::NoSuchDevice,
                Some(errno) => TransportError::Os { errno },
                None => TransportError::Os { errno: libc::EIO },
            })?;
        let drive = Self { file, path: path.to_owned() };
        let mut version: libc::c_int = 0;
        // SAFETY: the ioctl writes one int through the pointer, which outlives the call; on a
        // file that does not know it, it fails and writes nothing.
        let result = unsafe { libc::ioctl(drive.file.as_raw_fd(), SG_GET_VERSION_NUM, &raw mut version) };
        if result < 0 {
            return Err(match Errno::last() {
                Errno::EACCES | Errno::EPERM => TransportError::NoPermission,
                Errno::ENODEV | Errno::ENXIO => TransportError::Gone,
                _ => TransportError::NotScsi,
            });
        }
        if version < 30_000 {
            return Err(TransportError::NotScsi);
        }
        Ok(drive)
    }

    /// The node that was opened.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Transport for SgIo {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        let mut sense = [0u8; SENSE_LENGTH];
        let length = request.data.len();
        let timeout = request.timeout;
        let (direction, pointer) = match request.data {
            Data::None => (DIRECTION_NONE, std::ptr::null_mut()),
            // A transfer of nothing has no direction: some host adapters refuse one.
            Data::In([]) => (DIRECTION_NONE, std::ptr::null_mut()),
            Data::Out([]) => (DIRECTION_NONE, std::ptr::null_mut()),
            Data::In(buffer) => (DIRECTION_IN, buffer.as_mut_ptr().cast::<libc::c_void>()),
            Data::Out(bytes) => (DIRECTION_OUT, bytes.as_ptr().cast_mut().cast::<libc::c_void>()),
        };
        let too_long = TransportError::Os { errno: libc::EINVAL };
        let mut header = Header {
            interface_id: i32::from(b'S'),
            dxfer_direction: direction,
            cmd_len: u8::try_from(request.cdb.len()).map_err(|_| too_long.clone())?,
            mx_sb_len: u8::try_from(SENSE_LENGTH).map_err(|_| too_long.clone())?,
            iovec_count: 0,
            dxfer_len: u32::try_from(length).map_err(|_| too_long)?,
            dxferp: pointer,
            cmdp: request.cdb.as_ptr(),
            sbp: sense.as_mut_ptr(),
            // 0 would mean the kernel's default, and all ones no timeout at all.
            timeout: u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX - 1).clamp(1, u32::MAX - 1),
            flags: 0,
            pack_id: 0,
            usr_ptr: std::ptr::null_mut(),
            status: 0,
            masked_status: 0,
            msg_status: 0,
            sb_len_wr: 0,
            host_status: 0,
            driver_status: 0,
            resid: 0,
            duration: 0,
            info: 0,
        };
        loop {
            // SAFETY: the header and all that it points to (CDB, data, sense) live until the call
            // returns, with the lengths given; the kernel writes to a data-in buffer only, which
            // is borrowed mutably by the request, and to `sense` and `header`.
            let result = unsafe { libc::ioctl(self.file.as_raw_fd(), SG_IO, &raw mut header) };
            if result >= 0 {
                break;
            }
            match Errno::last() {
                // A signal before the command was queued: nothing was sent yet.
                Errno::EINTR => {}
                Errno::ENODEV | Errno::ENXIO => return Err(TransportError::Gone),
                Errno::EACCES | Errno::EPERM => return Err(TransportError::Forbidden),
                Errno::ENOTTY => return Err(TransportError::NotScsi),
                errno => return Err(TransportError::Os { errno: errno as i32 }),
            }
        }
        judge(&header, &sense, length, timeout)
    }
}

/// Tells the layers' answers apart: host adapter, drive, kernel's driver.
fn judge(
    header: &Header,
    sense: &[u8],
    length: usize,
    timeout: std::time::Duration,
) -> Result<Completion, TransportError> {
    match header.host_status {
        0 => {}
        0x01 => return Err(TransportError::Gone),
        0x03 => return Err(TransportError::TimedOut(timeout)),
        // USB storage calls a command that it gave up aborted, or reset.
        0x05 | 0x08 if u128::from(header.duration) >= timeout.as_millis() => {
            return Err(TransportError::TimedOut(timeout));
        }
        code => return Err(TransportError::Host { code }),
    }
    // Bits 7:4 are suggestions of old kernels; 8 says that sense data came, 6 that time ran out.
    match header.driver_status & 0x0f {
        0 | 8 => {}
        6 => return Err(TransportError::TimedOut(timeout)),
        code if header.status == status::GOOD => return Err(TransportError::Driver { code }),
        _ => {}
    }
    let written = usize::from(header.sb_len_wr).min(sense.len());
    // The residual comes from the host adapter: it may be negative or larger than the transfer.
    let missing = usize::try_from(header.resid).unwrap_or(0).min(length);
    Ok(Completion {
        status: header.status,
        sense: sense.get(..written).unwrap_or_default().to_vec(),
        transferred: length - missing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_drive_is_told_apart() {
        let error = |path: &str| SgIo::open(Path::new(path)).map(|_| ()).unwrap_err();
        assert_eq!(error("/dev/null"), TransportError::NotScsi);
        assert_eq!(error("/dev/no-such-node"), TransportError::NoSuchDevice);
        assert_eq!(error("/proc/self/exe"), TransportError::NotScsi);
    }

    /// A header as the kernel gives it back.
    fn answered(change: impl FnOnce(&mut Header)) -> Header {
        let mut header = Header {
            interface_id: i32::from(b'S'),
            dxfer_direction: DIRECTION_IN,
            cmd_len: 6,
            mx_sb_len: 252,
            iovec_count: 0,
            dxfer_len: 512,
            dxferp: std::ptr::null_mut(),
            cmdp: std::ptr::null(),
            sbp: std::ptr::null_mut(),
            timeout: 0,
            flags: 0,
            pack_id: 0,
            usr_ptr: std::ptr::null_mut(),
            status: status::GOOD,
            masked_status: 0,
            msg_status: 0,
            sb_len_wr: 0,
            host_status: 0,
            driver_status: 0,
            resid: 0,
            duration: 0,
            info: 0,
        };
        change(&mut header);
        header
    }

    fn judged(change: impl FnOnce(&mut Header)) -> Result<Completion, TransportError> {
        let mut sense = [0u8; SENSE_LENGTH];
        sense[..4].copy_from_slice(&[0x72, 0x05, 0x20, 0x00]);
        judge(&answered(change), &sense, 512, std::time::Duration::from_secs(7))
    }

    #[test]
    fn only_what_was_transferred_counts_whatever_the_residual_says() {
        for (residual, transferred) in
            [(0, 512), (500, 12), (512, 0), (513, 0), (i32::MAX, 0), (-1, 512), (i32::MIN, 512)]
        {
            let completion = judged(|header| header.resid = residual).unwrap();
            assert_eq!(completion.transferred, transferred, "residual {residual}");
        }
    }

    #[test]
    fn sense_data_are_as_long_as_the_kernel_wrote_them() {
        for (written, expected) in
            [(0, &[] as &[u8]), (4, &[0x72, 0x05, 0x20, 0x00]), (3, &[0x72, 0x05, 0x20])]
        {
            let completion = judged(|header| {
                (header.status, header.sb_len_wr, header.driver_status) =
                    (status::CHECK_CONDITION, written, 8);
            });
            let expected =
                Completion { status: status::CHECK_CONDITION, sense: expected.to_vec(), transferred: 512 };
            assert_eq!(completion, Ok(expected), "{written} bytes written");
        }
        let more = judged(|header| (header.status, header.sb_len_wr) = (status::CHECK_CONDITION, 255));
        assert_eq!(
            more.map(|completion| completion.sense.len()),
            Ok(SENSE_LENGTH),
            "more than was asked for"
        );
    }

    #[test]
    fn each_layer_is_told_from_the_others() {
        let seven = std::time::Duration::from_secs(7);
        for (host, driver, code, expected) in [
            (0x01, 0, 0, Err(TransportError::Gone)),
            (0x03, 0, 0, Err(TransportError::TimedOut(seven))),
            (0x07, 0, 0, Err(TransportError::Host { code: 0x07 })),
            // The host's word comes before the drive's.
            (0x0b, 8, status::CHECK_CONDITION, Err(TransportError::Host { code: 0x0b })),
            (0, 6, 0, Err(TransportError::TimedOut(seven))),
            (0, 7, 0, Err(TransportError::Driver { code: 7 })),
            // With a status of the drive's, that is the answer.
            (0, 7, status::CHECK_CONDITION, Ok(status::CHECK_CONDITION)),
            (0, 0x18, 0, Ok(status::GOOD)),
            (0, 0x10, status::BUSY, Ok(status::BUSY)),
        ] {
            let completion = judged(|header| {
                (header.host_status, header.driver_status, header.status) = (host, driver, code);
            });
            assert_eq!(
                completion.map(|completion| completion.status),
                expected,
                "{host:#x} {driver:#x} {code:#x}"
            );
        }
    }
}
