// Short moves, for games whose rules say what players call the places of a board: `e2e4`. They name the places that a move chooses, in the order of its
// selections, and then one word: `e7e8 queen`.
const PLACE = /[a-z]\d+|\d+[a-z]/g;
const SHORT = new RegExp(`^(?:${PLACE.source})(?:[-x ]?(?:${PLACE.source}))*(?:[= ]?([a-z]\\w*))?$`);
const MOST_TRIED = 500;

export class ShortMoves {
  constructor(model) {
    this.names = new Map(model.boards.filter(({ names }) => names).map(({ name, names }) => [name, names]));
    this.known = new Set([...this.names.values()].flat());
    const named = model.boards.flatMap(({ names, places }) => (names ?? []).map((name, i) => [name, places[i]]));
    const counts = new Map();
    for (const [name] of named) counts.set(name, 1 + (counts.get(name) ?? 0));
    this._places = new Map(named.filter(([name]) => counts.get(name) === 1));
  }

  /** A text with the names that rules give to places for those of players: `e4` as `square[5, 5]`. */
  withPlaces(text) {
    return text.replace(/(?<![\w.])[A-Za-z]\d+(?![\w.[(]|\s*=)/g, (name) => this._places.get(name) ?? name);
  }

  /** The shortest text that `move` reads as this move; its whole text if there is none. `asked`: see `move`. */
  text(move, asked) {
    const named = this._parts(move);
    if (!named?.places.length) return move.text;
    const places = named.places.join("");
    const same = (text) => String(this.move(text, asked)?.steps) === String(move.steps);
    return [places, ...named.words.map((word) => `${places} ${word.toLowerCase()}`)].find(same) ?? move.text;
  }

  /**
   * The move that a short text names, or `{ refusal }`; null if the text has not the form of a short move. `asked.open(prefix)` gives the open step after some steps,
   * null where one move begins with them, which `asked.move(prefix)` gives; `asked.taken` are the steps so far.
   */
  move(text, asked) {
    const { places, word } = this._read(text);
    if (!places.length) return null;
    const found = this._moves(places, asked).filter((move) => this._fits(move, places, word));
    if (found.length === 1) return found[0];
    const told = found.map((move) => `\`${move.text}\``).join(", ");
    if (told) return { refusal: { kind: "unknown", name: text, why: null, text: `\`${text}\` may be each of ${told}` } };
    return { refusal: { kind: "not_offered", name: text, why: null, text: `\`${text}\` is no move here` } };
  }

  _read(text) {
    const plain = text.trim().toLowerCase();
    const matched = this.known.size ? SHORT.exec(plain) : null;
    if (!matched) return { places: [], word: "" };
    const word = matched[1] ?? "";
    const places = plain.slice(0, plain.length - word.length).match(PLACE) ?? [];
    return { places: places.every((one) => this.known.has(one)) ? places : [], word };
  }

  /** The moves that choose only these places. */
  _moves(places, { taken, open, move }) {
    const prefixes = [taken];
    const found = [];
    for (let tried = 0; prefixes.length && tried <= MOST_TRIED; tried++) {
      const prefix = prefixes.pop();
      const step = open(prefix);
      if (!step) found.push(move(prefix));
      else {
        const fitting = step.options.filter(({ thing }) => { const name = this._place(thing); return name === null || places.includes(name); });
        prefixes.push(...fitting.map(({ value }) => [...step.before, value]).reverse());
      }
    }
    return found;
  }

  _fits(move, places, word) {
    const named = this._parts(move);
    if (!named || named.places.join() !== places.join()) return false;
    return !word || named.words.some((one) => one.toLowerCase().startsWith(word));
  }

  /** The names of the chosen places and the other chosen words; null if something was chosen that has neither. */
  _parts(move) {
    const things = move.choices.flatMap(({ values }) => values.map(([, thing]) => thing));
    const places = things.filter((thing) => this._place(thing) !== null);
    const words = things.filter((thing) => thing?.is === "word");
    if (places.length + words.length < things.length) return null;
    return { places: places.map((thing) => this._place(thing)), words: words.map(({ name }) => name) };
  }

  /** What players call a place, or the place of a piece; null for anything else. */
  _place(thing) {
    if (thing?.is === "place") return this.names.get(thing.board)?.[thing.number] ?? null;
    if (thing?.is === "piece" && thing.zone?.index.length === 1) return this._place(thing.zone.index[0]);
    return null;
  }
}
