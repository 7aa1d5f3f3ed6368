//! Writes down what passes, as a capture file holds it.

use serde::{Deserialize, Serialize};

use super::{Completion, Data, Request, Transport, TransportError};

/// Bytes as lower-case hex digits in JSON.
mod hex_bytes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&crate::wire::hex(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !text.is_ascii() || !text.len().is_multiple_of(2) {
            return Err(D::Error::custom("an even number of hex digits is expected"));
        }
        (0..text.len())
            .step_by(2)
            .map(|at| {
                text.get(at..at + 2)
                    .and_then(|digits| u8::from_str_radix(digits, 16).ok())
                    .ok_or_else(|| D::Error::custom("not a hex digit"))
            })
            .collect()
    }
}

/// Bytes as hex digits, for the schema.
#[cfg(feature = "schemars")]
#[derive(schemars::JsonSchema)]
#[schemars(inline)]
struct Hex(
    #[schemars(regex(pattern = r"^([0-9a-f]{2})*$"))]
    #[allow(dead_code)]
    String,
);

/// Bytes as hex digits, or as hex digits and how many zeros follow, for the schema.
#[cfg(feature = "schemars")]
#[derive(schemars::JsonSchema)]
#[schemars(inline, untagged)]
#[allow(dead_code)]
enum Padded {
    Hex(Hex),
    Padded {
        /// The bytes up to the last that is not zero.
        hex: Hex,
        /// How many zeros follow.
        zeros: usize,
    },
}

/// As [`hex_bytes`], but a long run of zeros at the end is only counted: allocation lengths are
/// generous, and many host adapters claim to have filled them.
mod padded_bytes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Shorter runs are written out.
    const LONG: usize = 16;
    /// No answer is longer: a damaged file must not make us allocate more.
    const MOST: usize = 1 << 24;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Hex(#[serde(with = "super::hex_bytes")] Vec<u8>),
        Padded {
            #[serde(with = "super::hex_bytes")]
            hex: Vec<u8>,
            zeros: usize,
        },
    }

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let zeros = bytes.len() - end;
        if zeros < LONG {
            return Form::Hex(bytes.to_vec()).serialize(serializer);
        }
        Form::Padded { hex: bytes.get(..end).unwrap_or(bytes).to_vec(), zeros }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Hex(bytes) => Ok(bytes),
            Form::Padded { hex: mut bytes, zeros } => {
                if zeros > MOST {
                    return Err(D::Error::custom("no answer has so many zeros"));
                }
                bytes.resize(bytes.len() + zeros, 0);
                Ok(bytes)
            }
        }
    }
}

/// A command and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Exchange {
    /// The command descriptor block.
    #[serde(with = "hex_bytes")]
    #[cfg_attr(feature = "schemars", schemars(with = "Hex"))]
    pub cdb: Vec<u8>,
    /// Data to the drive.
    #[serde(with = "hex_bytes", default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemars", schemars(with = "Hex"))]
    pub out: Vec<u8>,
    /// How many bytes the drive was allowed to send.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub allocation: usize,
    /// What came of it.
    pub answer: Answer,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// What came of a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The drive completed it.
    Completed {
        /// The SCSI status byte.
        status: u8,
        /// The sense data.
        #[serde(with = "hex_bytes", default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schemars", schemars(with = "Hex"))]
        sense: Vec<u8>,
        /// The data that came.
        #[serde(with = "padded_bytes", default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schemars", schemars(with = "Padded"))]
        data: Vec<u8>,
    },
    /// It did not get there, or not back.
    Failed(TransportError),
}

/// A transport that writes down what passes through it.
#[derive(Debug)]
pub struct Recorder<T> {
    inner: T,
    exchanges: Vec<Exchange>,
}

impl<T: Transport> Recorder<T> {
    /// Writes down what passes to `inner`.
    pub const fn new(inner: T) -> Self {
        Self { inner, exchanges: Vec::new() }
    }

    /// What has passed so far.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// The transport that it writes down.
    pub const fn inner_mut(&mut self) -> &mut T {
        &mut self.inner
    }

    /// What has passed, and the end of writing down.
    #[must_use]
    pub fn into_exchanges(self) -> Vec<Exchange> {
        self.exchanges
    }
}

impl<T: Transport> Transport for Recorder<T> {
    fn execute(&mut self, request: Request<'_>) -> Result<Completion, TransportError> {
        let Request { cdb, mut data, timeout } = request;
        let out = if let Data::Out(bytes) = &data { bytes.to_vec() } else { Vec::new() };
        let allocation = if let Data::In(buffer) = &data { buffer.len() } else { 0 };
        let result = self.inner.execute(Request { cdb, data: data.lend(), timeout });
        let answer = match &result {
            Ok(completion) => Answer::Completed {
                status: completion.status,
                sense: completion.sense.clone(),
                data: match &data {
                    Data::In(buffer) => {
                        buffer.get(..completion.transferred.min(buffer.len())).unwrap_or_default().to_vec()
                    }
                    Data::None | Data::Out(_) => Vec::new(),
                },
            },
            Err(error) => Answer::Failed(error.clone()),
        };
        self.exchanges.push(Exchange { cdb: cdb.to_vec(), out, allocation, answer });
        result
    }
}
