// Selections of several parts as a whole: what some move takes of each part, and the steps that take just what is wanted.

/** Questions to the module at most. Parts of which nothing is known then may be chosen. */
const MOST_QUESTIONS = 400;

/**
 * What can be chosen. `found` is what `Decisions.several` gives, `taken` the steps that were taken, `lowest` those of the first move, and `options` the values after
 * some steps with which a move can be completed.
 */
export function whole({ first, part, steps }, taken, lowest, options) {
  const reach = new Reach(first, steps, lowest.slice(0, Math.max(first, taken.length)), options);
  const low = reach.walk((_, i) => lowest[first + i]);
  const high = part.quantity === "up_to" ? reach.walk((values) => values[values.length - 1]) : low;
  reach.complete();
  const isGrouped = part.distinct !== null;
  const total = (values) => values.reduce((sum, value) => sum + (isGrouped ? Number(value > 0) : value), 0);
  const parts = steps.flatMap((offered, i) => offered.map(({ text, thing, value, most }) => {
    const seen = reach.seen[i];
    return { text, thing, most: isGrouped ? Number(seen.has(value)) : Math.min(most, Math.max(...seen)), group: isGrouped ? i : null };
  }));
  return { name: part.name, ask: part.ask, quantity: part.quantity, number: part.quantity === "any" ? null : total(high), parts };
}

/** The steps up to the end of the selection that choose so many of each part; null if no steps do that. */
export function stepsFor({ first, part, steps }, before, amounts) {
  const found = before.slice(0, first);
  let at = 0;
  for (const offered of steps) {
    const wanted = offered.map(({ value }) => ({ value, amount: amounts[at++] })).filter(({ amount }) => amount);
    if (wanted.length > 1 || (part.distinct !== null && wanted.some(({ amount }) => amount !== 1))) return null;
    found.push(wanted.length ? wanted[0].value * wanted[0].amount : 0);
  }
  return at === amounts.length ? found : null;
}

/** Which values of each step some move has. */
class Reach {
  constructor(first, steps, taken, options) {
    this._first = first;
    this._steps = steps;
    this._taken = taken;
    this._options = options;
    this._asked = new Map();
    this.seen = steps.map((_, i) => new Set([taken[first + i] ?? 0]));
  }

  /** Goes straight to the end. Gives the values that `choose` took of those that were possible. */
  walk(choose) {
    const found = this._taken.slice(0, this._first);
    for (let i = 0; i < this._steps.length; i++) found.push(choose(this._after(found), i));
    return found.slice(this._first);
  }

  /** Looks for a move with each value that was not seen yet. */
  complete() {
    this._steps.forEach((offered, i) => {
      for (const { value, most } of offered) {
        for (let n = most; n > 0; n--) {
          if (this.seen[i].has(value * n)) break;
          if (this._exists(this._taken.slice(0, this._first), i, value * n)) this.seen[i].add(value * n);
        }
      }
    });
  }

  _exists(before, i, wanted) {
    if (this._asked.size >= MOST_QUESTIONS) return true;
    const values = this._after(before);
    if (before.length === this._first + i) return values.includes(wanted);
    return values.some((value) => this._exists([...before, value], i, wanted));
  }

  _after(before) {
    if (before.length < this._taken.length) return [this._taken[before.length]];
    const key = before.join();
    let values = this._asked.get(key);
    if (!values) {
      values = this._options(before);
      this._asked.set(key, values);
      for (const value of values) this.seen[before.length - this._first].add(value);
    }
    return values;
  }
}
