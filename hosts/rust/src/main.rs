//! A match without Python: plays a module at random, prints who made which steps, and how it ended.
//!
//!     gamedsl build gloriana --players 4 -o gloriana.wasm
//!     WASMTIME=/path/to/lib cargo run -- gloriana.wasm 7

use std::io::Write;

mod game;
mod json;
mod wasm;

use game::Match;

fn main() {
    if let Err(problem) = played() {
        eprintln!("{problem}");
        std::process::exit(1);
    }
}

fn played() -> Result<(), String> {
    let mut given = std::env::args().skip(1);
    let path = given.next().ok_or("usage: play MODULE [SEED]")?;
    let seed: u64 = given.next().map_or(Ok(1), |text| text.parse()).map_err(|_| "a seed is a whole number from 0 to 18446744073709551615")?;
    let code = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
    let game = Match::begin(&code, seed)?;
    let mut random = seed;
    let mut lines = std::io::stdout().lock();
    let mut tell = |line: String| writeln!(lines, "{line}").map_err(|error| format!("nobody reads on: {error}"));
    while let Some(seat) = game.to_act()? {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let number = (random >> 33) as i32 % game.count(seat)?;
        tell(format!("{}: {:?}", game.seats[seat as usize], game.play(seat, number)?))?;
    }
    let outcome = game.outcome()?;
    tell(outcome.reason.clone())?;
    for (seat, total) in outcome.ranking {
        let won = outcome.won.as_ref().map_or("", |won| if won[seat] { ", has won" } else { ", has lost" });
        tell(format!("{}: {total}{won}", game.seats[seat]))?;
    }
    Ok(())
}
