// UCB: what an option that was tried seldom has ahead of others, as the tables of whole numbers that Python has too (`thinking/ucb.py`). The description of a module
// gives the numbers: the square of the exploration factor, the first number without a slot of its own, and binary digits behind the point of a score and of `spreads`.
const ONE = 1n << 60n;
/** By description. */
const known = new WeakMap();

/** By slot: factor * sqrt(ln(number)) and 1 / sqrt(number). */
export function tables(numbers) {
  if (!known.has(numbers)) known.set(numbers, made(numbers));
  return known.get(numbers);
}

function made({ factor_squared: [squared, parts], exact, precision, shift }) {
  const half = exact / 2, slots = exact + 20 * half;
  const logs = logarithms(exact);
  const spreads = new Int32Array(slots), rarities = new Int32Array(slots);
  rarities[1] = 1 << precision;
  for (let at = 2; at < slots; at++) {
    const leftOut = at >= exact ? Math.floor((at - exact) / half) + 1 : 0;
    const first = at - half * leftOut;
    const log = logs[first] + BigInt(leftOut) * logs[2];
    spreads[at] = Math.floor(Math.sqrt(Number(((BigInt(squared) * log) << BigInt(2 * shift)) / (BigInt(parts) * ONE))));
    rarities[at] = Math.floor(Math.sqrt(Math.floor(2 ** (2 * precision) / (first * 2 ** leftOut))));
  }
  return { spreads, rarities };
}

/** Natural logarithms of the numbers below `end`, 60 binary digits behind the point: ln(n) = ln(n - 1) + 2 artanh(1 / (2n - 1)). */
function logarithms(end) {
  const found = [0n, 0n];
  for (let number = 2n; number < end; number++) {
    const base = 2n * number - 1n;
    let total = 0n;
    for (let power = ONE / base, odd = 1n; power; power /= base * base, odd += 2n) total += power / odd;
    found.push(found[found.length - 1] + 2n * total);
  }
  return found;
}
