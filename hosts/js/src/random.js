// Random numbers for programs that choose.
import { checkSeeds } from "./game.js";

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let found = Math.imul(state ^ (state >>> 15), 1 | state);
    found = (found + Math.imul(found ^ (found >>> 7), 61 | found)) ^ found;
    return ((found ^ (found >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same for a seed of any size. Throws GameError if it is no whole number. */
export function seeded(seed) {
  checkSeeds({ seed });
  return generator(Number(BigInt.asUintN(32, BigInt(seed))));
}

/** Puts items into a random order, in place (Fisher and Yates). */
export function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}

const LOW = (1n << 32n) - 1n, MASK = (1n << 64n) - 1n, GOLDEN = 0x9e3779b97f4a7c15n, FACTOR = 6364136223846793005n;
const POLICY = 1n;
const u64 = (x) => BigInt.asUintN(64, x);

function mix(x) {
  let z = u64(x + GOLDEN);
  z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** The stream from which agents choose in Python: the same numbers for a seed, as BigInt. */
export class Dice {
  constructor(seed) {
    const key = mix(mix(mix(u64(BigInt(seed))) ^ POLICY));
    this._increment = u64(2n * mix(u64(key + GOLDEN)) + 1n);
    this._state = 0n;
    this._word();
    this._state = u64(this._state + mix(key));
    this._word();
  }

  _word() {
    const old = this._state;
    this._state = u64(old * FACTOR + this._increment);
    const x = (((old >> 18n) ^ old) >> 27n) & LOW;
    const turn = old >> 59n;
    return (x >> turn) | ((x << (32n - turn)) & LOW);
  }

  /** A number from 0 to n - 1, for n up to 2^64. */
  below(n) {
    if (n === 1n) return 0n;
    const isShort = n <= 1n << 32n;
    const [bits, mask] = isShort ? [32n, LOW] : [64n, MASK];
    for (;;) {
      const word = this._word();
      const product = (isShort ? word : (word << 32n) | this._word()) * n;
      if ((product & mask) >= (1n << bits) % n) return product >> bits;
    }
  }
}
