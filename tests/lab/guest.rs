//! What a check can do in a guest: load modules, find device nodes, run programs, report.

use std::ffi::OsStr;
use std::fmt::Debug;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a check says: nothing, or what is wrong.
pub(crate) type Outcome = Result<(), String>;

/// An outcome that begins so is no failure: what should have been held against ours was not there.
pub(crate) const SKIPPED: &str = "skipped: ";

/// No program that a check runs takes longer, unless something hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs checks and prints how they ended.
pub(crate) struct Report {
    names: Vec<String>,
    pub(crate) failed: usize,
}

impl Report {
    /// A report of the checks whose names contain one of `names`; of all, if there are none.
    pub(crate) fn new(names: &[String]) -> Self {
        Self { names: names.to_vec(), failed: 0 }
    }

    /// True if a check of that name would run.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|part| name.contains(part.as_str()))
    }

    /// True if a check `GROUP/…` might run: its devices are then worth setting up.
    pub(crate) fn wants_group(&self, group: &str) -> bool {
        self.names.is_empty()
            || self.names.iter().any(|part| part.split_once('/').is_none_or(|(first, _)| first == group))
    }

    /// Runs a check.
    pub(crate) fn check(&mut self, name: &str, check: impl FnOnce() -> Outcome) {
        if !self.wants(name) {
            return;
        }
        let began = Instant::now();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check))
            .unwrap_or_else(|_| Err("the check panicked".to_owned()));
        match outcome {
            Ok(()) => println!("ok {name} ({} ms)", began.elapsed().as_millis()),
            Err(why) => match why.strip_prefix(SKIPPED) {
                Some(why) => println!("skipped {name}: {why}"),
                None => self.fail(name, &why),
            },
        }
    }

    /// Reports a failure.
    pub(crate) fn fail(&mut self, name: &str, why: &str) {
        self.failed += 1;
        println!("FAILED {name}: {}", why.trim_end().replace('\n', "\n    "));
    }
}

/// What a program did.
#[derive(Debug)]
pub(crate) struct Output {
    /// Its exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) took: Duration,
}

impl Output {
    /// Standard output of a program that ended well.
    pub(crate) fn good(self) -> Result<String, String> {
        if self.code == Some(0) { Ok(self.stdout) } else { Err(format!("it failed:\n{}", self.shown())) }
    }

    /// All of it, for a message.
    pub(crate) fn shown(&self) -> String {
        format!(
            "exit code {:?} after {:.1} s\nstdout: {}\nstderr: {}",
            self.code,
            self.took.as_secs_f32(),
            self.stdout.trim_end(),
            self.stderr.trim_end()
        )
    }
}

/// A program that runs.
pub(crate) struct Running {
    what: String,
    child: Child,
    began: Instant,
    pipes: [std::thread::JoinHandle<String>; 2],
}

/// Starts a program.
pub(crate) fn start(program: impl AsRef<OsStr> + Debug, arguments: &[&str]) -> Result<Running, String> {
    let what = format!("{:?} {}", program, arguments.join(" "));
    let mut child = Command::new(&program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{what}: {error}"))?;
    let collect = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let pipes = [
        collect(child.stdout.take().map(|pipe| Box::new(pipe) as _)),
        collect(child.stderr.take().map(|pipe| Box::new(pipe) as _)),
    ];
    Ok(Running { what, child, began: Instant::now(), pipes })
}

impl Running {
    /// Waits for its end; ends it when patience is over, which is an error.
    pub(crate) fn finish(mut self) -> Result<Output, String> {
        let code = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status.code(),
                Ok(None) if self.began.elapsed() > PATIENCE => {
                    let _ = self.child.kill();
                    return Err(format!("{} still ran after {} s", self.what, PATIENCE.as_secs()));
                }
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(error) => return Err(format!("{}: {error}", self.what)),
            }
        };
        let took = self.began.elapsed();
        let [stdout, stderr] = self.pipes.map(|pipe| pipe.join().unwrap_or_default());
        Ok(Output { code, stdout, stderr, took })
    }
}

/// Runs a program to its end.
pub(crate) fn run(program: impl AsRef<OsStr> + Debug, arguments: &[&str]) -> Result<Output, String> {
    start(program, arguments)?.finish()
}

/// Waits until `what` gives something, for some seconds.
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> Result<T, String> {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return Ok(found);
        }
        if began.elapsed() > Duration::from_secs(30) {
            return Err(format!("no {what} after 30 s"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The text of a file of sysfs, without the newline.
pub(crate) fn sysfs(path: impl AsRef<Path>) -> Result<String, String> {
    let path = path.as_ref();
    std::fs::read_to_string(path)
        .map(|text| text.trim_end_matches('\n').to_owned())
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file of sysfs; some want the newline.
pub(crate) fn set(path: impl AsRef<Path>, text: &str) -> Outcome {
    let path = path.as_ref();
    std::fs::write(path, format!("{text}\n")).map_err(|error| format!("{} = {text}: {error}", path.display()))
}

/// A SCSI device of the guest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Device {
    /// Host, channel, target, LUN.
    pub(crate) address: [u64; 4],
    /// `/sys/class/scsi_device/H:C:T:L/device`
    pub(crate) sysfs: PathBuf,
    /// `/dev/sdX`, if it is a disk.
    pub(crate) disk: Option<String>,
    /// `/dev/sgN`
    pub(crate) generic: String,
}

impl Device {
    /// The node to name it by: the disk's, or the generic one.
    pub(crate) fn node(&self) -> &str {
        self.disk.as_deref().unwrap_or(&self.generic)
    }
}

/// The SCSI devices, in the order of their addresses.
pub(crate) fn devices() -> Vec<Device> {
    let mut found: Vec<Device> = names("/sys/class/scsi_device")
        .into_iter()
        .filter_map(|name| {
            let sysfs = Path::new("/sys/class/scsi_device").join(&name).join("device");
            let parts: Vec<u64> = name.split(':').filter_map(|part| part.parse().ok()).collect();
            let node = |class: &str| names(sysfs.join(class)).pop().map(|name| format!("/dev/{name}"));
            Some(Device {
                address: parts.try_into().ok()?,
                disk: node("block"),
                generic: node("scsi_generic")?,
                sysfs,
            })
        })
        .collect();
    found.sort();
    found
}

/// The names in a folder, sorted; none if there is no such folder.
pub(crate) fn names(folder: impl AsRef<Path>) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .map(|entries| {
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        })
        .unwrap_or_default();
    names.sort();
    names
}

/// Where we are.
pub(crate) struct Guest {
    /// `uml` or `qemu`.
    pub(crate) lab: String,
    modprobe: String,
    /// The binary under test.
    pub(crate) calipers: &'static str,
    /// A folder that can be written.
    pub(crate) scratch: PathBuf,
}

impl Guest {
    /// The guest that this program runs in.
    pub(crate) fn here() -> Result<Self, String> {
        let variable =
            |name: &str| std::env::var(name).map_err(|_| format!("{name} is not set: not in a guest"));
        let guest = Self {
            lab: variable("LAB")?,
            modprobe: variable("MODPROBE")?,
            calipers: env!("CARGO_BIN_EXE_calipers"),
            scratch: variable("TMPDIR")?.into(),
        };
        guest.load("sd_mod", &[])?;
        guest.load("sg", &[])?;
        Ok(guest)
    }

    /// Loads a module.
    pub(crate) fn load(&self, module: &str, parameters: &[&str]) -> Outcome {
        let arguments: Vec<&str> = [module].iter().chain(parameters).copied().collect();
        run(&self.modprobe, &arguments)?.good().map(drop)
    }

    /// Runs calipers.
    pub(crate) fn calipers(&self, arguments: &[&str]) -> Result<Output, String> {
        run(self.calipers, arguments)
    }

    /// Makes scsi_debug devices, as its parameters say, and waits for `count` of them. A delay is
    /// given unless one is asked for: the module's own of a jiffy makes everything slow.
    pub(crate) fn scsi_debug(&self, count: usize, parameters: &[&str]) -> Result<ScsiDebug<'_>, String> {
        let before = devices();
        let mut all = vec!["delay=0"];
        all.retain(|_| !parameters.iter().any(|parameter| parameter.contains("delay")));
        all.extend(parameters);
        // Made first, so that a failure below removes what is there by then.
        let mut made = ScsiDebug { guest: self, devices: Vec::new() };
        self.load("scsi_debug", &all)?;
        let is_disk = !parameters.iter().any(|part| part.starts_with("ptype=") || *part == "no_uld=1");
        made.devices = wait_for(&format!("{count} scsi_debug devices ({})", all.join(" ")), || {
            let new: Vec<Device> = devices().into_iter().filter(|device| !before.contains(device)).collect();
            let ready = |device: &Device| {
                Path::new(&device.generic).exists()
                    && (!is_disk
                        || device.disk.as_deref().is_some_and(|disk| {
                            // A disk has its size once the driver has read all that it wants.
                            Path::new(disk).exists()
                                && sysfs(Path::new("/sys/block").join(&disk[5..]).join("size"))
                                    .is_ok_and(|size| size != "0")
                        }))
            };
            (new.len() == count && new.iter().all(ready)).then_some(new)
        })?;
        Ok(made)
    }
}

/// scsi_debug devices, which go when this does.
pub(crate) struct ScsiDebug<'a> {
    guest: &'a Guest,
    pub(crate) devices: Vec<Device>,
}

impl Drop for ScsiDebug<'_> {
    fn drop(&mut self) {
        // Commands may still be under way after a check of timeouts.
        let began = Instant::now();
        while Path::new("/sys/module/scsi_debug").exists() {
            if run(&self.guest.modprobe, &["-r", "scsi_debug"]).is_ok_and(|output| output.code == Some(0)) {
                break;
            }
            if began.elapsed() > Duration::from_secs(60) {
                println!("scsi_debug cannot be removed; the next checks will fail");
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}
