//! The JSON Schemas of all reports, made from the types that are written and from the tables of
//! pages. `docs/schema/` holds them; a test keeps it current.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use sg::page::PageKind;
use sg::wire::{Field, Layout, Record, Shape};

use super::{Decoded, Inspection, Listing, PageReport, TABLES, Taking};
use crate::drive::capture::Capture;

/// The file that holds what several schemas need: entries, pages, and each page that is decoded.
const PAGES: &str = "pages.json";
/// Bytes in JSON.
const HEX: &str = "^([0-9a-f]{2})*$";

/// The JSON Schemas by the names of their files. They refer to each other by these names.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        ("inspect.json", root::<Inspection>()),
        ("list.json", root::<Listing>()),
        ("decode.json", decoded()),
        ("capture.json", root::<Capture>()),
        ("capture-run.json", root::<Taking>()),
        (PAGES, pages()),
    ]
}

/// The schema of what is written of a type: a key that is always there is required.
fn root<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}

/// Every page that has a key of its own in a report: the descriptors of sense data are parts.
fn kinds() -> impl Iterator<Item = &'static PageKind> {
    TABLES.iter().flat_map(|table| table.iter()).filter(|kind| !kind.key.starts_with("sense:"))
}

/// Where the schema of a page is. A `/` would have to be escaped there.
fn reference(key: &str) -> Value {
    json!({ "$ref": format!("{PAGES}#/$defs/{}", key.replace('/', ".")) })
}

impl JsonSchema for PageReport {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Page".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "$ref": format!("{PAGES}#/$defs/Page") })
    }
}

/// Pages by their keys: one that is decoded has its own schema.
pub(super) struct Pages;

impl JsonSchema for Pages {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Pages".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let properties: Map<String, Value> =
            kinds().map(|kind| (kind.key.to_owned(), reference(kind.key))).collect();
        json_schema!({
            "type": "object",
            "properties": properties,
            "additionalProperties": generator.subschema_for::<PageReport>()
        })
    }
}

/// A decoded page has the schema of its key.
fn decoded() -> Value {
    let mut schema = root::<Decoded>();
    let rules: Vec<Value> = kinds()
        .map(|kind| {
            json!({
                "if": { "properties": { "key": { "const": kind.key } } },
                "then": { "properties": { "page": reference(kind.key) } }
            })
        })
        .collect();
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("allOf".into(), rules.into());
    }
    schema
}

/// The file of pages.
fn pages() -> Value {
    let mut definitions = Map::from_iter([
        ("Entry".to_owned(), entry()),
        ("Bit".to_owned(), of_type(json!({ "type": ["boolean", "null"] }))),
        ("Number".to_owned(), of_type(json!({ "type": ["integer", "null"] }))),
        ("Text".to_owned(), of_type(json!({ "type": ["string", "null"] }))),
        ("Bytes".to_owned(), of_type(json!({ "type": ["string", "null"], "pattern": HEX }))),
        ("Notes".to_owned(), notes()),
        ("Page".to_owned(), part("A page, log or answer, or a part of one.", "#/$defs/Page", Map::new())),
    ]);
    for kind in kinds() {
        let name = kind.key.replace('/', ".");
        let here = format!("#/$defs/{name}");
        definitions.insert(name, part(kind.title, &here, fields(kind)));
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "calipers pages",
        "description": "What the other schemas here refer to: every page that is decoded, by its key \
            (with `.` for `/`). The fields of a page's table may stand in the page itself, or in a \
            part of it or an element of a list.",
        "$defs": definitions
    })
}

/// A page or a part of one: its fields, and parts of the same form.
fn part(description: &str, here: &str, fields: Map<String, Value>) -> Value {
    json!({
        "description": description,
        "type": "object",
        "required": ["title", "fields"],
        "additionalProperties": false,
        "properties": {
            "title": { "type": "string" },
            "fields": {
                "description": "Lines by their keys, as objects with a value; parts; lists of parts.",
                "type": "object",
                "properties": fields,
                "additionalProperties": { "anyOf": [
                    { "$ref": "#/$defs/Entry" },
                    { "$ref": here },
                    { "type": "array", "items": { "$ref": here } }
                ] }
            },
            "notes": { "$ref": "#/$defs/Notes" },
            "bytes": { "description": "All bytes of a page.", "type": "string", "pattern": HEX }
        }
    })
}

/// One line.
fn entry() -> Value {
    json!({
        "description": "A value with its evidence.",
        "type": "object",
        "required": ["value", "name"],
        "additionalProperties": false,
        "properties": {
            "value": {
                "description": "Bytes are a string of hex digits; null: see `absent`.",
                "type": ["integer", "boolean", "string", "null"]
            },
            "absent": { "description": "Why there is no value.", "type": "string" },
            "unit": { "description": "What a number counts; without it, it is a code or a plain count.", "type": "string" },
            "meaning": { "description": "What the value means, where it means more than itself.", "type": "string" },
            "name": { "description": "Its name in the standard.", "type": "string" },
            "at": { "description": "Where it was read: bytes from the page's start (`byte 4 7:5`: bits 7 to 5), or ATA words.", "type": "string" },
            "from": { "description": "Where it was read, if that is not this page.", "type": "string" },
            "raw": { "description": "The bytes there.", "type": "string", "pattern": HEX }
        },
        "if": { "properties": { "value": { "type": "null" } } },
        "then": { "required": ["absent"] },
        "else": { "properties": { "absent": false } }
    })
}

/// What was odd about bytes.
fn notes() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.meta_schema = None;
        settings.inline_subschemas = true;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<Vec<sg::wire::Note>>().to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.remove("title");
        schema.insert("description".into(), "What was odd about the bytes.".into());
    }
    schema
}

/// A line whose value is of one type.
fn of_type(value: Value) -> Value {
    json!({ "$ref": "#/$defs/Entry", "properties": { "value": value } })
}

/// What stands before the fields of a page.
fn frame(key: &str) -> &'static [Layout] {
    match key.split(':').next() {
        Some("vpd") => &[sg::vpd::Header::LAYOUT],
        Some("mode") => &[sg::mode::PageHeader::LAYOUT, sg::mode::SubpageHeader::LAYOUT],
        Some("log") => &[sg::log::Header::LAYOUT, sg::log::ParameterHeader::LAYOUT],
        _ => &[],
    }
}

/// Keys that stand in a page's tables, and also for lines without a place of their own, whose values
/// are of another type: a vendor's designator is a text or bytes, a whole LUN is 8 bytes.
const ALSO: &[(&str, &str, &str)] = &[
    ("vpd:83", "vendor_specific_identifier", "VENDOR SPECIFIC IDENTIFIER"),
    ("vpd:b2", "vendor_specific_identifier", "VENDOR SPECIFIC IDENTIFIER"),
    ("sense", "vendor_specific_identifier", "VENDOR SPECIFIC IDENTIFIER"),
    ("luns", "lun", "LUN"),
];

/// The fields of a page's tables by their keys. A key that several layouts have may be any of them.
fn fields(kind: &PageKind) -> Map<String, Value> {
    let parts = TABLES.iter().flat_map(|table| table.iter());
    let layouts = parts
        .filter(|part| part.key == kind.key || kind.key == "sense" && part.key.starts_with("sense:"))
        .flat_map(|part| part.layouts)
        .chain(frame(kind.key));
    let mut forms: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for layout in layouts {
        for field in layout.fields {
            let form = field_schema(layout, field);
            let forms = forms.entry(field.key).or_default();
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    for (_, key, name) in ALSO.iter().filter(|(page, _, _)| *page == kind.key) {
        if let Some(forms) = forms.get_mut(key) {
            let text = json!({ "$ref": "#/$defs/Text", "properties": { "name": { "const": name } } });
            forms.push(text);
        }
    }
    forms
        .into_iter()
        .map(|(key, mut forms)| {
            if kind.key.starts_with("mode:") {
                forms = forms.iter().cloned().chain(forms.iter().map(four)).collect();
            }
            let schema = match forms.as_slice() {
                [one] => one.clone(),
                several => json!({ "anyOf": several }),
            };
            (key.to_owned(), schema)
        })
        .collect()
}

fn field_schema(layout: &Layout, field: &Field) -> Value {
    let kind = match field.shape {
        Shape::Bit => "Bit",
        Shape::Number => "Number",
        Shape::Text => "Text",
        Shape::Bytes => "Bytes",
    };
    let mut properties = json!({ "name": { "const": field.name } });
    if let (Some(unit), Some(properties)) = (field.unit, properties.as_object_mut()) {
        properties.insert("unit".into(), json!({ "const": unit }));
    }
    json!({
        "description": format!("{} of {}", field.at, layout.name),
        "$ref": format!("#/$defs/{kind}"),
        "properties": properties
    })
}

/// A field of a mode page as `inspect` shows it: what is in effect, whether it can be changed, what
/// the manufacturer set, and what is saved.
fn four(field: &Value) -> Value {
    let name = field.pointer("/properties/name/const").cloned().unwrap_or_default();
    let mut one = field.clone();
    if let Some(one) = one.as_object_mut() {
        one.remove("description");
    }
    if let Some(properties) = one.pointer_mut("/properties").and_then(Value::as_object_mut) {
        properties.remove("name");
    }
    json!({
        "description": "The four values.",
        "type": "object",
        "required": ["title", "fields"],
        "additionalProperties": false,
        "properties": {
            "title": { "const": name },
            "fields": {
                "type": "object",
                "required": ["current", "changeable", "default", "saved"],
                "additionalProperties": false,
                "properties": {
                    "current": one,
                    "changeable": {
                        "description": "true: it can be changed; bytes: these bits of it can.",
                        "$ref": "#/$defs/Entry"
                    },
                    "default": one,
                    "saved": one
                }
            }
        }
    })
}
