// A game: its module and model, loaded once; matches are played in instances of its own.
import { Decisions } from "./decisions.js";
import { Facts } from "./facts.js";
import { ShortMoves } from "./short.js";
import { coding, reader } from "./types.js";
import { Words } from "./words.js";
import { zoneCoding } from "./zones.js";

export const ABI = 2;
export const MODEL = 1;
const PAGE = 1 << 16;
const NO_LIMIT = 1 << 30;

/** What a module cannot do, or does not hold. */
export class GameError extends Error {
  constructor(text) {
    super(text);
    this.name = "GameError";
  }
}

/**
 * Gives options back after a check of their names: a misspelt one would be ignored. Throws GameError.
 * @param {any} given
 * @param {...string} known
 */
export function readOptions(given, ...known) {
  if (typeof given !== "object" || given === null) throw new GameError(`options are an object with \`${known.join("`, `")}\`, not ${describe(given)}`);
  const wrong = Object.keys(given).find((name) => !known.includes(name));
  if (wrong !== undefined) throw new GameError(`there is no option \`${wrong}\`: there is \`${known.join("`, `")}\``);
  return given;
}

/** Throws GameError unless each of these is a number of things, such as of moves. */
export function checkCounts(counts) {
  for (const [name, count] of Object.entries(counts)) {
    if (!Number.isSafeInteger(count) || count < 0) throw new GameError(`\`${name}\` is a whole number from 0 on, not ${describe(count)}`);
  }
}

/** Throws GameError unless each of these is a whole number, which may have more digits than numbers have. */
export function checkSeeds(seeds) {
  for (const [name, seed] of Object.entries(seeds)) {
    if (typeof seed !== "bigint" && !Number.isInteger(seed)) throw new GameError(`\`${name}\` is a whole number, not ${describe(seed)}`);
  }
}

/** Names a value in a sentence: what cannot be made a text, by its type. */
export const describe = (value) => (["number", "string", "boolean", "undefined"].includes(typeof value) || value === null ? String(value) : `something of the type ${typeof value}`);

/** Gives the game back. Throws GameError for anything but one of `loadGame`. */
export function checkGame(game) {
  if (game instanceof Game) return game;
  throw new GameError("`game` is what `await loadGame(…)` gives");
}

/** A promise of the rules that was broken in play: `code` as `gamedsl explain` knows it, `site` a place in the rules. */
export class Fault extends Error {
  constructor(code, site) {
    super(`${code} (site ${site})`);
    this.name = "Fault";
    this.code = code;
    this.site = site;
  }
}

/**
 * Loads what `gamedsl build` has written: its bytes, or its address as a URL or a text. In node an address may be that of a file, or a path. Throws GameError for
 * anything else.
 */
export async function loadGame(source) {
  const isAddress = typeof source === "string" || source instanceof URL;
  const bytes = isAddress ? await because(`\`${source}\` cannot be read`, () => bytesAt(source)) : source;
  const module = await because("this is no module", () => WebAssembly.compile(bytes));
  return because("this module is damaged", () => gameOf(module));
}

async function gameOf(module) {
  const section = (name) => WebAssembly.Module.customSections(module, name)[0];
  const json = (part) => JSON.parse(new TextDecoder().decode(part));
  if (!section("gamedsl")) throw new GameError("this is no module of `gamedsl build`");
  const about = json(section("gamedsl"));
  if (about.abi !== ABI) throw new GameError(`the module has interface ${about.abi}, and this package plays ${ABI}`);
  if (!section("gamedsl.model") || !section("gamedsl.host")) throw new GameError("the module has no part for hosts");
  const model = json(section("gamedsl.model"));
  if (model.model !== MODEL) throw new GameError(`the model has form ${model.model}, and this package reads ${MODEL}`);
  const host = await WebAssembly.compile(section("gamedsl.host"));
  const hostAbout = json(WebAssembly.Module.customSections(host, "gamedsl")[0]);
  const instances = { fast: await WebAssembly.instantiate(module, {}), host: await WebAssembly.instantiate(host, {}) };
  return new Game(model, about, hostAbout, instances);
}

/** Does something that may fail. Throws GameError, which says what has failed and why. */
async function because(failed, act) {
  try {
    return await act();
  } catch (error) {
    throw error instanceof GameError ? error : new GameError(`${failed}: ${error instanceof Error ? error.message : error}`);
  }
}

/** The bytes at an address. `fetch` of node reads no files. */
async function bytesAt(address) {
  const isFile = address instanceof URL ? address.protocol === "file:" : !/^\w{2,}:/.test(address);
  if (isFile && globalThis.process?.versions?.node) {
    const files = "node:fs/promises"; // not as a literal, so that bundlers for browsers do not look for it
    const { readFile } = await import(files);
    return readFile(address);
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

export class Game {
  constructor(model, about, hostAbout, instances) {
    this.model = model;
    this.seats = model.seats;
    this.audience = hostAbout.audience;
    this.words = new Words(model);
    this.decisions = new Decisions(model, this.words, hostAbout.words);
    this.nodes = new Map(model.nodes.map((node) => [node.node, node]));
    this.fast = new Instance(about, instances.fast);
    this.host = new Instance(hostAbout, instances.host);
    this.setUp = this.host.bytes.slice(this.host.addresses.START, this.host.addresses.START + about.state.size);
    this._readers = new Map();
    this._locals = new Map();
    this._layout(about.layout);
    this.facts = new Facts(this);
    this.short = new ShortMoves(model);
  }

  /** Refuses what is no seat: another number would be taken for one of them. Throws GameError. */
  checkSeat(seat) {
    if (!Number.isInteger(seat) || seat < 0 || seat >= this.seats.length) throw new GameError(`there is no seat ${describe(seat)}`);
  }

  _layout(cells) {
    this.fieldAt = [];
    this.fieldSizes = [];
    this.zoneAt = [];
    this.localAt = new Map();
    const codings = new Map();
    const once = (spec, make) => codings.get(spec) ?? codings.set(spec, make()).get(spec);
    for (const [what, id, offset, size] of cells) {
      if (what === "field") {
        this.fieldAt[id] = offset;
        this.fieldSizes[id] = size;
      } else if (what === "zone") this.zoneAt[id] = offset;
      else if (what === "local") this.localAt.set(id, offset);
    }
    this.fieldCodings = this.words.fieldSpecs.map((spec) => once(spec, () => coding(this.model, spec.type)));
    this.zoneCodings = this.words.zoneSpecs.map((spec) => once(spec, () => zoneCoding(this.model, spec)));
  }

  /** The position in which matches begin, with the set-up or from a named start, and what has happened by then. Throws GameError. */
  start(name) {
    if (name === null) return { image: this.setUp, told: [] };
    const spec = this.model.starts.find((one) => one.name === name);
    if (!spec) throw new GameError(`the rules have no start ${describe(name)}`);
    const shown = this.words.zones.map(() => ({ pieces: [], seen: 0 }));
    for (const [zone, pieces, seen] of spec.shown) shown[zone] = { pieces, seen };
    const image = Uint8Array.from(atob(spec.position), (sign) => sign.charCodeAt(0));
    return { image, told: [{ is: "laid", name, shown }] };
  }

  /** Plays `number` random matches from a record to the end, with chance of their own: for each the place and points by seat. `taken`: see `Match`. */
  playedOn(record, taken, number, { seed, index, policy }) {
    checkCounts({ number });
    checkSeeds({ seed, index });
    if (policy !== "steps" && policy !== "moves") throw new GameError(`\`policy\` is "steps" or "moves", not ${describe(policy)}`);
    const { fast, seats, model } = this;
    const width = 9 + model.scores.length;
    const origin = fast.at + ((fast.size + 15) & ~15);
    const takenAt = origin + ((fast.size + 15) & ~15);
    const rowsAt = (takenAt + 4 * (taken.length + 1) + 15) & ~15;
    const room = Math.max(1, Math.floor((fast.at + (1 << 20) - rowsAt) / (4 * width * seats.length)));
    const found = [];
    while (found.length < number) {
      const some = Math.min(room, number - found.length);
      fast.bytes.set(record, origin);
      fast.put(takenAt, [...taken, -1]);
      fast.set("ORIGIN", origin);
      fast.set("TAKEN", takenAt);
      fast.set("ROW_AT", rowsAt);
      fast.setMatch(seed, BigInt(index) + BigInt(found.length));
      fast.bytes.fill(0, fast.addresses.STATS, fast.addresses.STATS_END);
      fast.run("playouts_from", fast.at, some, policy === "moves" ? 1 : 2);
      for (let i = 0; i < some; i++) {
        found.push(seats.map((_, seat) => {
          const word = (k) => fast.view.getInt32(rowsAt + 4 * ((i * seats.length + seat) * width + k), true);
          return { place: word(2), share: word(3) / word(4), total: word(8) };
        }));
      }
    }
    return found;
  }

  /** Whether a seat has the move with these steps in a position. */
  allows(record, seat, steps) {
    return this.host.ask(record, seat, steps, {}) > 0;
  }

  /** Why nobody can make up what is hidden in this game, in words; null if it can be made up, or if nothing is hidden. */
  get unguessable() {
    if (!this.model.is_hiding) return null;
    const { worlds } = this.host.about;
    return worlds ? worlds.refused : "the module does not say what can be made up";
  }

  /** How a local is written in positions. */
  localCoding(id) {
    if (!this._locals.has(id)) this._locals.set(id, coding(this.model, this.model.locals[id].type));
    return this._locals.get(id);
  }

  /** What reads a value of a type from the working memory of the part for hosts. */
  reader(of) {
    const key = JSON.stringify(of);
    if (!this._readers.has(key)) this._readers.set(key, reader(this.model, of, this.decisions.places.numbers_below));
    return this._readers.get(key);
  }

  /** The backs of pieces whose component shows something there. */
  backs(pieces) {
    const found = new Map();
    for (const [kind, count] of pieces) {
      const spec = this.model.kinds[kind];
      if (!this.model.components[spec.component].has_backs) continue;
      const known = found.get(spec.back) ?? [spec.back_name, 0];
      found.set(spec.back, [spec.back_name, known[1] + count]);
    }
    return [...found].sort((a, b) => a[0] - b[0]).map(([, named]) => named);
  }
}

/** An instance of a module, with its variables by name. */
export class Instance {
  constructor(about, instance) {
    this.about = about;
    this.call = instance.exports;
    this.view = new DataView(instance.exports.memory.buffer);
    this.bytes = new Uint8Array(instance.exports.memory.buffer);
    /** Where the memory of the module ends: what is behind belongs to the host. */
    this.spare = this.bytes.length;
    this.at = about.state.at;
    this.size = about.state.record;
    this.addresses = about.addresses;
  }

  /** Adds memory until there is this much. Throws GameError. */
  grow(size) {
    const pages = Math.ceil((size - this.bytes.length) / PAGE);
    if (pages <= 0) return;
    try {
      this.call.memory.grow(pages);
    } catch {
      throw new GameError("there is not enough memory");
    }
    this.view = new DataView(this.call.memory.buffer);
    this.bytes = new Uint8Array(this.call.memory.buffer);
  }

  get(name) {
    return this.view.getInt32(this.addresses[name], true);
  }

  set(name, value) {
    this.view.setInt32(this.addresses[name], value, true);
  }

  words(name, count) {
    return Array.from({ length: count }, (_, i) => this.view.getInt32(this.addresses[name] + 4 * i, true));
  }

  put(at, words) {
    words.forEach((word, i) => this.view.setInt32(at + 4 * i, word, true));
  }

  setMatch(seed, index) {
    checkSeeds({ seed, index });
    this.view.setBigUint64(this.addresses.SEED, BigInt.asUintN(64, BigInt(seed)), true);
    this.view.setBigUint64(this.addresses.INDEX, BigInt.asUintN(64, BigInt(index)), true);
  }

  setPrefix(steps) {
    this.put(this.addresses.PREFIX, steps);
    this.set("PREFIX_LENGTH", steps.length);
  }

  hold(record) {
    this.bytes.set(record, this.at);
  }

  /** Searches the moves of a seat that begin with some steps; `more` says what for, in place of counting all of them. */
  ask(record, seat, prefix, more) {
    this.hold(record);
    this.setPrefix(prefix);
    const asked = { MODE: 0, LEAVES: 0, LIMIT: NO_LIMIT, PROBE: -1, WHY: 0, BROKEN: 0, UNFILTERED: 0, ANY_NUMBER: 0, UNTIL: 0, ...more };
    for (const [name, value] of Object.entries(asked)) this.set(name, value);
    const found = this.run("ask", this.at, seat);
    this.set("WHY", 0);
    return found;
  }

  record() {
    return this.bytes.slice(this.at, this.at + this.size);
  }

  /** Calls a function of the module. Throws Fault where the rules break a promise, GameError where the module has no room. */
  run(name, ...args) {
    try {
      return this.call[name](...args);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      const [code, site] = [this.get("FAULT"), this.view.getInt32(this.addresses.FAULT + 4, true)];
      const known = Object.entries(this.about.faults).find(([, number]) => number === code);
      throw known ? new Fault(known[0], site) : new GameError("the module has no room for this");
    }
  }
}
