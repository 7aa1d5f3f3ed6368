//! Several drives at once: each on its own thread, results in the order that was typed.
//!
//! A drive that hangs delays no other one. When the time is over, what has not come is reported
//! as hung, and the process leaves (see [`supervise`](super::supervise)).

use std::io::IsTerminal;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::drive::layers::{Deadline, Status};

/// How long after the deadline a drive may still hand in what it has: its last command was told to
/// be done by then.
const GRACE: Duration = Duration::from_millis(500);
/// A run that is over sooner needs no progress line.
const QUIET: Duration = Duration::from_millis(700);
/// How often the progress line is renewed.
const TICK: Duration = Duration::from_millis(100);

/// What is said of [`Answered::Died`].
pub(super) const DIED: &str =
    "calipers failed, which is a mistake in it and says nothing of the drive (see above; please report it)";

/// One drive's result.
#[derive(Debug)]
pub(super) enum Answered<T> {
    /// The thread is done.
    Done(T),
    /// The thread died of a mistake in this program, of which standard error tells.
    Died,
    /// Time is over, and the thread still waits: for which command, and since when.
    Hung {
        /// The command, if one is under way.
        command: Option<(String, Duration)>,
    },
}

/// Runs `work` for each name, all at once, until the deadline; hands over each result as soon as
/// it and all before it are there.
pub(super) fn each<T, W>(
    names: &[String],
    deadline: Deadline,
    verbose: bool,
    work: W,
    mut take: impl FnMut(usize, Answered<T>) -> anyhow::Result<()>,
) -> anyhow::Result<()>
where
    T: Send + 'static,
    W: Fn(&str, Status) -> T + Clone + Send + 'static,
{
    let (sender, receiver) = mpsc::channel();
    let statuses: Vec<Status> =
        names.iter().map(|name| if verbose { Status::traced(name) } else { Status::default() }).collect();
    for (index, (name, status)) in names.iter().zip(&statuses).enumerate() {
        let (name, status, sender, work) = (name.clone(), status.clone(), sender.clone(), work.clone());
        // The thread is not joined: it may be held by the kernel.
        std::thread::Builder::new().name(name.clone()).spawn(move || {
            // What it leaves behind is looked at by nobody.
            let result = catch_unwind(AssertUnwindSafe(|| work(&name, status)));
            let _ = sender.send((index, result.map_or(Answered::Died, Answered::Done)));
        })?;
    }
    drop(sender);
    let progress = Progress::new(names, &statuses);
    let mut waiting: Vec<Option<Answered<T>>> = names.iter().map(|_| None).collect();
    let mut next = 0;
    let end = Instant::now() + deadline.left() + GRACE;
    while next < names.len() {
        let over = deadline.left().is_zero() && Instant::now() >= end;
        match receiver.recv_timeout(if over { Duration::ZERO } else { TICK }) {
            Ok((index, result)) => {
                if let Some(place) = waiting.get_mut(index) {
                    *place = Some(result);
                }
                while let Some(result) = waiting.get_mut(next).and_then(Option::take) {
                    progress.hide();
                    take(next, result)?;
                    next += 1;
                }
            }
            Err(RecvTimeoutError::Timeout) if !over => progress.show(&waiting, next),
            // Time is over: what came is handed over, the rest hangs.
            Err(_) => {
                progress.hide();
                for (index, place) in waiting.iter_mut().enumerate().skip(next) {
                    let answered = match place.take() {
                        Some(result) => result,
                        None => Answered::Hung { command: statuses.get(index).and_then(Status::now) },
                    };
                    take(index, answered)?;
                }
                return Ok(());
            }
        }
    }
    progress.hide();
    Ok(())
}

/// A line on standard error that says what is waited for; nothing in a pipe.
struct Progress<'a> {
    bar: ProgressBar,
    names: &'a [String],
    statuses: &'a [Status],
    began: Instant,
}

impl<'a> Progress<'a> {
    fn new(names: &'a [String], statuses: &'a [Status]) -> Self {
        let bar =
            if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        Self { bar, names, statuses, began: Instant::now() }
    }

    fn show<T>(&self, done: &[Option<T>], next: usize) {
        if self.began.elapsed() < QUIET {
            return;
        }
        let open: Vec<usize> =
            (next..done.len()).filter(|&at| done.get(at).is_some_and(Option::is_none)).collect();
        // The one that has waited longest for its command tells most.
        let longest = open
            .iter()
            .filter_map(|&at| Some((self.names.get(at)?, self.statuses.get(at)?.now()?)))
            .max_by_key(|(_, (_, since))| *since);
        let text = match longest {
            Some((name, (command, since))) => {
                format!(
                    "{} of {} drives to go; {name}: {command}, {:.0} s",
                    open.len(),
                    done.len(),
                    since.as_secs_f64()
                )
            }
            None => format!("{} of {} drives to go", open.len(), done.len()),
        };
        self.bar.set_message(text);
        self.bar.tick();
    }

    fn hide(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drive_that_hangs_or_a_thread_that_dies_delays_no_other_and_is_told_apart() {
        let names = ["good", "hangs", "dies", "late"].map(str::to_owned);
        let work = |name: &str, _: Status| {
            match name {
                "hangs" => std::thread::sleep(Duration::from_secs(60)),
                "dies" => std::panic::resume_unwind(Box::new("on purpose")),
                "late" => std::thread::sleep(Duration::from_millis(50)),
                _ => {}
            }
            name.to_owned()
        };
        let mut seen = Vec::new();
        let began = Instant::now();
        let deadline = Deadline::after(Duration::from_millis(300));
        each(&names, deadline, false, work, |index, answered| {
            seen.push((index, format!("{answered:?}")));
            Ok(())
        })
        .unwrap();
        let told: Vec<&str> = seen.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(told, ["Done(\"good\")", "Hung { command: None }", "Died", "Done(\"late\")"]);
        assert!(seen.iter().map(|(index, _)| *index).eq(0..4), "in the order of the names");
        assert!(began.elapsed() < Duration::from_secs(5), "it does not wait for what hangs");
    }
}
