//! A game and one match of it: `docs/internals/wasm_abi.md` describes the functions and variables that are used here.

use crate::json::Json;
use crate::wasm::Instance;

const ABI: usize = 2;
const ALL: i32 = i32::MAX;

pub struct Match {
    pub seats: Vec<String>,
    about: Json,
    instance: Instance,
    record: i32,
}

pub struct Outcome {
    /// Seats, the best first, with their totals.
    pub ranking: Vec<(usize, i32)>,
    pub reason: String,
    /// Whether each seat has won, where the rules say it; else the ranking says it.
    pub won: Option<Vec<bool>>,
}

impl Match {
    /// Begins a match of a module that `gamedsl build` wrote. Equal seeds give equal matches, in Python as here.
    pub fn begin(code: &[u8], seed: u64) -> Result<Match, String> {
        let section = section(code, "gamedsl").ok_or("this is no module of gamedsl")?;
        let about = std::str::from_utf8(section).ok().and_then(Json::read).ok_or("the module does not describe itself")?;
        if about.at("abi").number() != ABI {
            return Err(format!("the module has interface {}, and this program plays {ABI}", about.at("abi").number()));
        }
        let instance = Instance::new(code).ok_or("this is no module that can be run")?;
        let record = about.at("state").at("at").number() as i32;
        let seats = about.at("seats").list().iter().map(|seat| seat.text().to_string()).collect();
        let begun = Match { seats, about, instance, record };
        begun.set("SEED", seed as i32);
        begun.instance.set(begun.address("SEED") + 4, (seed >> 32) as i32);
        begun.call("begin", &[begun.record, 0])?;
        Ok(begun)
    }

    /// The seat that has to choose, the first of them where several choose at once; None at the end.
    pub fn to_act(&self) -> Result<Option<i32>, String> {
        let seats = self.call("to_act", &[self.record])?;
        Ok((seats != 0).then(|| seats.trailing_zeros() as i32))
    }

    /// How many complete moves a seat has.
    pub fn count(&self, seat: i32) -> Result<i32, String> {
        self.search(seat, 0, 0)?;
        Ok(self.get("LEAVES"))
    }

    /// Plays one of them, by its number in the order of the rules; gives its steps.
    pub fn play(&self, seat: i32, number: i32) -> Result<Vec<i32>, String> {
        self.search(seat, 1, number)?;
        let steps: Vec<i32> = (0..self.get("END") as usize).map(|i| self.instance.get(self.address("STEPS") + 4 * i)).collect();
        for (i, step) in steps.iter().enumerate() {
            self.instance.set(self.address("PREFIX") + 4 * i, *step);
        }
        self.set("PREFIX_LENGTH", steps.len() as i32);
        self.call("play", &[self.record, seat])?;
        Ok(steps)
    }

    /// The result, at the end of a match.
    pub fn outcome(&self) -> Result<Outcome, String> {
        self.call("outcome", &[self.record])?;
        let lines = self.about.at("scores").list().len();
        let word = |name: &str, i: usize| self.instance.get(self.address(name) + 4 * i);
        let total = |seat: usize| (0..lines).map(|line| word("OUTCOME", seat * lines + line)).sum();
        let ranked = (0..word("RANKED", 0) as usize).map(|i| word("RANKED", 1 + 2 * i) as usize);
        let reason = self.about.at("reasons").list().get(self.get("REASON") as usize).map_or("", Json::text);
        let bits = if self.address("WON") == 0 { -1 } else { self.get("WON") };
        let won = (bits != -1).then(|| (0..self.seats.len()).map(|seat| bits >> seat & 1 == 1).collect());
        Ok(Outcome { ranking: ranked.map(|seat| (seat, total(seat))).collect(), reason: reason.to_string(), won })
    }

    fn search(&self, seat: i32, mode: i32, number: i32) -> Result<i32, String> {
        for (name, value) in [("PREFIX_LENGTH", 0), ("LEAVES", 0), ("PROBE", -1), ("MODE", mode), ("LIMIT", ALL), ("TARGET", number)] {
            self.set(name, value);
        }
        self.call("ask", &[self.record, seat])
    }

    fn call(&self, name: &str, given: &[i32]) -> Result<i32, String> {
        self.instance.call(name, given).ok_or_else(|| format!("the rules broke a promise: fault {}", self.get("FAULT")))
    }

    fn address(&self, name: &str) -> usize {
        self.about.at("addresses").at(name).number()
    }

    fn get(&self, name: &str) -> i32 {
        self.instance.get(self.address(name))
    }

    fn set(&self, name: &str, value: i32) {
        self.instance.set(self.address(name), value);
    }
}

/// The content of a custom section of a module.
fn section<'a>(code: &'a [u8], wanted: &str) -> Option<&'a [u8]> {
    let mut rest = code.strip_prefix(b"\0asm\x01\0\0\0")?;
    while let Some((&kind, after)) = rest.split_first() {
        let (size, after) = number(after)?;
        let content = after.get(..size)?;
        if kind == 0 {
            let (length, named) = number(content)?;
            if named.get(..length)? == wanted.as_bytes() {
                return named.get(length..);
            }
        }
        rest = &after[size..];
    }
    None
}

/// An unsigned LEB128 number, and what follows it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (mut found, mut shift) = (0, 0);
    for (i, byte) in bytes.iter().enumerate().take(5) {
        found |= ((byte & 0x7f) as usize) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return Some((found, &bytes[i + 1..]));
        }
    }
    None
}
