// Random numbers for programs that choose.

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

/** Puts items into a random order, in place (Fisher and Yates). */
export function shuffled(items, random) {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}
