//! Reads JSON: what describes a module is written in it. A larger program would use serde.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;

pub enum Json {
    Null,
    #[allow(dead_code)] // no part that this program reads is one
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(HashMap<String, Json>),
}

impl Json {
    /// The value of a text; None if it is no JSON.
    pub fn read(text: &str) -> Option<Json> {
        let mut signs = text.chars().peekable();
        value(&mut signs)
    }

    /// A part of an object; Null for anything else.
    pub fn at(&self, key: &str) -> &Json {
        match self {
            Json::Object(parts) => parts.get(key).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(parts) => parts,
            _ => &[],
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            _ => "",
        }
    }

    pub fn number(&self) -> usize {
        match self {
            Json::Number(number) => *number as usize,
            _ => 0,
        }
    }
}

type Signs<'a> = Peekable<Chars<'a>>;

fn value(signs: &mut Signs) -> Option<Json> {
    space(signs);
    match *signs.peek()? {
        '{' => {
            let entry = |signs: &mut Signs| {
                let key = string(signs)?;
                space(signs);
                (signs.next()? == ':').then_some(())?;
                Some((key, value(signs)?))
            };
            Some(Json::Object(parts(signs, '}', entry)?.into_iter().collect()))
        }
        '[' => Some(Json::List(parts(signs, ']', value)?)),
        '"' => Some(Json::Text(string(signs)?)),
        _ => {
            let mut word = String::new();
            while let Some(sign) = signs.next_if(|sign| !",]} \n\r\t".contains(*sign)) {
                word.push(sign);
            }
            match word.as_str() {
                "null" => Some(Json::Null),
                "true" | "false" => Some(Json::Bool(word == "true")),
                _ => word.parse().ok().map(Json::Number),
            }
        }
    }
}

fn parts<T>(signs: &mut Signs, end: char, mut one: impl FnMut(&mut Signs) -> Option<T>) -> Option<Vec<T>> {
    let mut found = Vec::new();
    signs.next();
    space(signs);
    if signs.next_if_eq(&end).is_some() {
        return Some(found);
    }
    loop {
        space(signs);
        found.push(one(signs)?);
        space(signs);
        match signs.next()? {
            ',' => (),
            sign => return (sign == end).then_some(found),
        }
    }
}

fn string(signs: &mut Signs) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    (signs.next()? == '"').then_some(())?;
    loop {
        match signs.next()? {
            '"' => return String::from_utf16(&units).ok(),
            '\\' => match signs.next()? {
                'u' => {
                    let digits: String = (0..4).map_while(|_| signs.next()).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                }
                sign => {
                    let plain = match sign { 'n' => '\n', 't' => '\t', 'r' => '\r', 'b' => '\u{8}', 'f' => '\u{c}', other => other };
                    units.push(plain as u16);
                }
            },
            sign => units.extend(sign.encode_utf16(&mut [0; 2]).iter()),
        }
    }
}

fn space(signs: &mut Signs) {
    while signs.next_if(|sign| sign.is_whitespace()).is_some() {}
}
