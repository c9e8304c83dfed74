// What an option that was tried seldom has ahead of others, as the tables of whole numbers that Python has too: 0.7 * sqrt(ln(number)) with 12 binary digits behind the
// point, and 1 / sqrt(number) with 20 of them. A number below 2,048 has its own slot; of a greater one only the first eleven binary digits count.
const OWN = 2048, HALF = OWN / 2, SLOTS = OWN + 20 * HALF;
const ONE = 1n << 60n;
/** @type {{ spreads: Int32Array, rarities: Int32Array } | null} */
let known = null;

export function tables() {
  known ??= made();
  return known;
}

function made() {
  const logs = logarithms();
  const spreads = new Int32Array(SLOTS), rarities = new Int32Array(SLOTS);
  rarities[1] = 1 << 20;
  for (let at = 2; at < SLOTS; at++) {
    const leftOut = at >= OWN ? Math.floor((at - OWN) / HALF) + 1 : 0;
    const first = at - HALF * leftOut;
    const log = logs[first] + BigInt(leftOut) * logs[2];
    spreads[at] = Math.floor(Math.sqrt(Number(((49n * log) << 24n) / (100n * ONE))));
    rarities[at] = Math.floor(Math.sqrt(Math.floor(2 ** 40 / (first * 2 ** leftOut))));
  }
  return { spreads, rarities };
}

/** Natural logarithms of the numbers below 2,048, 60 binary digits behind the point: ln(n) = ln(n - 1) + 2 artanh(1 / (2n - 1)). */
function logarithms() {
  const found = [0n, 0n];
  for (let number = 2n; number < OWN; number++) {
    const base = 2n * number - 1n;
    let total = 0n;
    for (let power = ONE / base, odd = 1n; power; power /= base * base, odd += 2n) total += power / odd;
    found.push(found[found.length - 1] + 2n * total);
  }
  return found;
}
