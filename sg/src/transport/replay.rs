//! Answers from a capture.

use std::collections::HashMap;

use super::{Answer, Completion, Data, Exchange, Request, Transport, TransportError};

/// Answers commands as a drive once did.
///
/// Commands are matched by CDB. Where one was recorded several times, its answers come in the
/// recorded order, so that polling sees progress move, and the last one then stays. A CDB that
/// differs from a recorded one in nothing but a smaller or larger allocation length is not
/// matched: the answer to it is not known.
#[derive(Debug)]
pub struct Replay {
    answers: HashMap<Vec<u8>, (usize, Vec<Answer>)>,
}

impl Replay {
    /// Answers as recorded in `exchanges`.
    #[must_use]
    pub fn new(exchanges: &[Exchange]) -> Self {
        let mut answers: HashMap<Vec<u8>, (usize, Vec<Answer>)> = HashMap::new();
        for exchange in exchanges {
            answers.entry(exchange.cdb.clone()).or_default().1.push(exchange.answer.clone());
        }
        Self { answers }
    }
}

impl Transport for Replay {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        let (next, answers) = self.answers.get_mut(request.cdb).ok_or(TransportError::NotCaptured)?;
        let answer = answers.get(*next).or(answers.last()).ok_or(TransportError::NotCaptured)?;
        *next += 1;
        match answer {
            Answer::Failed(error) => Err(error.clone()),
            Answer::Completed { status, sense, data } => {
                let transferred = match request.data {
                    Data::In(buffer) => {
                        let count = data.len().min(buffer.len());
                        if let (Some(to), Some(from)) = (buffer.get_mut(..count), data.get(..count)) {
                            to.copy_from_slice(from);
                        }
                        count
                    }
                    Data::Out(bytes) => bytes.len(),
                    Data::None => 0,
                };
                Ok(Completion { status: *status, sense: sense.clone(), transferred })
            }
        }
    }
}
