//! Why a drive that hangs does not hang the shell.
//!
//! A thread inside SG_IO cannot be killed: the kernel holds it until the host adapter's error
//! handling is over, and a process does not end before its last thread. So the process that the
//! shell waits for talks to no drive. It starts itself again, hands on what that one writes, and
//! leaves when that one says so, even if a thread of it is still held. The other process ends by
//! itself as soon as the kernel lets go.
//!
//! Standard output and error are handed on through pipes, so that whoever reads ours sees the end
//! of file when we leave; a terminal is given to the other process as it is.

use std::io::{IsTerminal, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::Context;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

/// Set for the process that talks to drives.
const ROLE: &str = "CALIPERS_SUPERVISED";

/// True in the process that talks to drives.
pub(super) fn is_worker() -> bool {
    std::env::var_os(ROLE).is_some()
}

/// Lets no process that talks to drives outlive the one that the shell knows: who ends that one
/// (SIGTERM) means both.
pub(super) fn follow() {
    let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGTERM);
}

/// Ends the process that talks to drives: the one that waits for it learns the exit code at once.
pub(super) fn leave(code: u8) -> ! {
    let _ = std::io::stdout().flush();
    let _ = std::io::stderr().flush();
    if is_worker()
        && let Ok(socket) = std::io::stdin().as_fd().try_clone_to_owned()
    {
        let _ = UnixStream::from(socket).write_all(&[code]);
    }
    std::process::exit(i32::from(code))
}

/// Runs this command line in a process of its own and waits until it leaves.
pub(super) fn run() -> anyhow::Result<ExitCode> {
    let (ours, theirs) = UnixStream::pair().context("cannot make a socket pair")?;
    let pass = |terminal: bool| if terminal { Stdio::inherit() } else { Stdio::piped() };
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let mut child = Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(ROLE, "1")
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(pass(std::io::stdout().is_terminal()))
        .stderr(pass(std::io::stderr().is_terminal()))
        .spawn()
        .context("cannot start the process that talks to the drive")?;
    let code = relay(&mut child, ours)?;
    Ok(ExitCode::from(code))
}

/// Hands on what the child writes until it leaves or ends; its exit code.
fn relay(child: &mut Child, mut socket: UnixStream) -> anyhow::Result<u8> {
    let mut out = child.stdout.take();
    let mut err = child.stderr.take();
    let mut code = None;
    let mut socket_open = true;
    loop {
        let mut fds = Vec::with_capacity(3);
        if socket_open {
            fds.push((PollFd::new(socket.as_fd(), PollFlags::POLLIN), 0));
        }
        if let Some(out) = &out {
            fds.push((PollFd::new(out.as_fd(), PollFlags::POLLIN), 1));
        }
        if let Some(err) = &err {
            fds.push((PollFd::new(err.as_fd(), PollFlags::POLLIN), 2));
        }
        if fds.is_empty() {
            break;
        }
        // Once the child has left, only what it has already written is of interest.
        let wait = if code.is_some() { PollTimeout::ZERO } else { PollTimeout::NONE };
        let (mut polled, sources): (Vec<PollFd<'_>>, Vec<i32>) = fds.into_iter().unzip();
        match poll(&mut polled, wait) {
            Ok(0) => break,
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error).context("cannot wait for the process that talks to the drive"),
        }
        let ready: Vec<i32> = polled
            .iter()
            .zip(sources)
            .filter(|(fd, _)| fd.revents().is_some_and(|events| !events.is_empty()))
            .map(|(_, source)| source)
            .collect();
        drop(polled);
        for source in ready {
            match source {
                0 => {
                    let mut byte = [0];
                    match socket.read(&mut byte) {
                        Ok(1) => code = byte.first().copied(),
                        _ => socket_open = false,
                    }
                }
                1 => hand_on(&mut out, &mut std::io::stdout())?,
                _ => hand_on(&mut err, &mut std::io::stderr())?,
            }
        }
    }
    if let Some(code) = code {
        return Ok(code);
    }
    let status = child.wait().context("cannot wait for the process that talks to the drive")?;
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(u8::try_from(code).unwrap_or(2)),
        (None, Some(signal)) => {
            anyhow::bail!("the process that talks to the drive was ended by signal {signal}")
        }
        (None, None) => Ok(2),
    }
}

/// Copies what is there; at the end of the stream, forgets it.
fn hand_on(from: &mut Option<impl Read>, to: &mut impl Write) -> anyhow::Result<()> {
    let mut buffer = [0; 16384];
    let count = from.as_mut().map_or(Ok(0), |stream| stream.read(&mut buffer)).unwrap_or(0);
    if count == 0 {
        *from = None;
        return Ok(());
    }
    to.write_all(buffer.get(..count).unwrap_or_default())?;
    to.flush()?;
    Ok(())
}
