//! Several drives at once: each on its own thread, results in the order that was typed, but for
//! those that would have to wait long for one before them.
//!
//! A drive that hangs delays no other one. When the time is over, what has not come is reported
//! as hung, and the process leaves (see [`supervise`](super::supervise)).

use std::io::IsTerminal;
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

/// One drive's result.
#[derive(Debug)]
pub(super) enum Answered<T> {
    /// The thread is done.
    Done(T),
    /// Time is over, and the thread still waits: for which command, and since when.
    Hung {
        /// The command, if one is under way.
        command: Option<(String, Duration)>,
    },
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
            let _ = sender.send((index, work(&name, status)));
        })?;
    }
    drop(sender);
    let progress = Progress::new(names, &statuses);
    let mut results: Vec<State<T>> = names.iter().map(|_| State::Open).collect();
    let end = Instant::now() + deadline.left() + GRACE;
    let mut hand_over = |results: &mut [State<T>], everything: bool| -> anyhow::Result<()> {
        let mut before = true;
        for (index, state) in results.iter_mut().enumerate() {
            match state {
                State::Open => before = false,
                State::Waiting(_, since) if before || everything || since.elapsed() > PATIENCE => {
                    if let State::Waiting(result, _) = std::mem::replace(state, State::Over) {
                        progress.bar.suspend(|| take(index, Answered::Done(result)))?;
                    }
                }
                State::Waiting(..) | State::Over => {}
            }
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
            }
            Err(RecvTimeoutError::Timeout) if !over => progress.show(&results),
            // Time is over, or all threads are done or died: what came is handed over, the rest
            // hangs.
            Err(_) => {
                hand_over(&mut results, true)?;
                progress.hide();
                for (index, state) in results.iter().enumerate() {
                    if matches!(state, State::Open) {
                        take(index, Answered::Hung { command: statuses.get(index).and_then(Status::now) })?;
                    }
                }
                return Ok(());
            }
        }
        hand_over(&mut results, false)?;
    }
    progress.hide();
    Ok(())
}

/// How far a drive is.
enum State<T> {
    /// It is being asked.
    Open,
    /// Its result is there, since then.
    Waiting(T, Instant),
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
            Some((name, (command, since))) => {
                format!(
                    "{} of {} drives to go; {name}: {command}, {:.0} s",
                    open.len(),
                    results.len(),
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
