//! Several drives at once: each on its own thread, results in the order that was typed, but for
//! those that would have to wait long for one before them.
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
/// How long a result waits for those before it.
const PATIENCE: Duration = Duration::from_secs(1);
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
    /// Time is over, and the thread still waits: for what, and what it heard before.
    Hung(Status),
}

/// Runs `work` for each name, all at once, until the deadline; hands over each result, with its
/// place among the names, as soon as it and all before it are there, or it has waited long.
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
    let mut results: Vec<State<T>> = names.iter().map(|_| State::Open).collect();
    let end = Instant::now() + deadline.left() + GRACE;
    let mut hand_over = |results: &mut [State<T>], over: bool| -> anyhow::Result<()> {
        let mut before = true;
        for (index, state) in results.iter_mut().enumerate() {
            let ready = match state {
                State::Open => over,
                State::Waiting(_, since) => before || over || since.elapsed() > PATIENCE,
                State::Over => false,
            };
            before &= ready || matches!(state, State::Over);
            if !ready {
                continue;
            }
            let answered = match std::mem::replace(state, State::Over) {
                State::Waiting(result, _) => result,
                State::Open | State::Over => Answered::Hung(statuses.get(index).cloned().unwrap_or_default()),
            };
            progress.bar.suspend(|| take(index, answered))?;
        }
        Ok(())
    };
    while results.iter().any(|state| !matches!(state, State::Over)) {
        let over = deadline.left().is_zero() && Instant::now() >= end;
        match receiver.recv_timeout(if over { Duration::ZERO } else { TICK }) {
            Ok((index, result)) => {
                if let Some(state) = results.get_mut(index) {
                    *state = State::Waiting(result, Instant::now());
                }
                hand_over(&mut results, false)?;
            }
            Err(RecvTimeoutError::Timeout) if !over => {
                hand_over(&mut results, false)?;
                progress.show(&results);
            }
            // Time is over: what came is handed over, the rest hangs.
            Err(_) => hand_over(&mut results, true)?,
        }
    }
    progress.hide();
    Ok(())
}

/// How far a drive is.
enum State<T> {
    /// It is being asked.
    Open,
    /// Its result is there, since then.
    Waiting(Answered<T>, Instant),
    /// Its result was handed over.
    Over,
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

    fn show<T>(&self, results: &[State<T>]) {
        if self.began.elapsed() < QUIET {
            return;
        }
        let open: Vec<usize> = results
            .iter()
            .enumerate()
            .filter(|(_, state)| matches!(state, State::Open))
            .map(|(index, _)| index)
            .collect();
        // The one that has waited longest for its command tells most.
        let longest = open
            .iter()
            .filter_map(|&at| Some((self.names.get(at)?, self.statuses.get(at)?.now()?)))
            .max_by_key(|(_, (_, since))| *since);
        let text = match longest {
            Some((name, (cdb, since))) => {
                format!(
                    "{} of {} drives to go; {name}: {}, {:.0} s",
                    open.len(),
                    results.len(),
                    sg::command::name(&cdb),
                    since.as_secs_f64()
                )
            }
            None => format!("{} of {} drives to go", open.len(), results.len()),
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
            let text = match answered {
                Answered::Done(name) => name,
                Answered::Died => "died".to_owned(),
                Answered::Hung(_) => "hung".to_owned(),
            };
            seen.push((index, text));
            Ok(())
        })
        .unwrap();
        let told: Vec<&str> = seen.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(told, ["good", "hung", "died", "late"]);
        assert!(seen.iter().map(|(index, _)| *index).eq(0..4), "in the order of the names");
        assert!(began.elapsed() < Duration::from_secs(5), "it does not wait for what hangs");
    }
}
