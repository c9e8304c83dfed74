// Positions of a match: the bytes of each, what everybody has learnt until then, who has to choose, and what was chosen of open decisions.

/** The node of the graph at which a position stands. */
export function nodeOf({ record }) {
  return record[0] | (record[1] << 8);
}

/** The position at which a match begins. Throws GameError, Fault. */
export function firstStop(game, start, seed, index) {
  const { host } = game;
  const { image, told } = game.start(start);
  host.bytes.set(image, host.addresses.START);
  const record = new Uint8Array(host.size);
  record.set(image);
  host.hold(record);
  host.setMatch(seed, index);
  host.run("tell_begin", host.at);
  host.run("begin", host.at, 0);
  return stopNow(game, told, host.run("tell_end", host.at), null);
}

/** The position at which the module stands, after a move or at the beginning (null). `before`: the facts until then; new ones lie up to `end`. */
export function stopNow({ host, facts }, before, end, move) {
  const found = facts.read(host.view, host.addresses.TELL, end, before);
  const record = host.record();
  return {
    record, facts: [...before, ...found], acting: host.run("to_act", host.at), taken: new Map(), answers: new Map(), move,
    open: /** @type {any} */ (undefined), answer: /** @type {any} */ (null), keys: new Map(),
  };
}

/** A position with another future: later chance is that of (`seed`, `index`). Throws Fault. */
export function withFuture(host, stop, seed, index) {
  host.hold(stop.record);
  const at = host.at + ((host.size + 15) & ~15);
  host.put(at, [...takenWords(stop), -1]);
  host.set("TAKEN", at);
  host.setMatch(seed, index);
  host.run("resume", host.at, 1);
  return { ...stop, record: host.record(), acting: host.run("to_act", host.at), open: undefined };
}

/** A position with other bytes, which a seat cannot tell from the true ones: nothing but its own answers is kept of open decisions. */
export function asSeen(stop, record, seat) {
  const own = (answers) => new Map([...answers].filter(([one]) => one === seat));
  return { ...stop, record, taken: own(stop.taken), answers: own(stop.answers), open: undefined };
}

/** The steps that seats have taken of open decisions, as the module reads them: the seat, how many, the steps. */
export function takenWords({ taken }) {
  return [...taken].sort((a, b) => a[0] - b[0]).flatMap(([seat, steps]) => [seat, steps.length, ...steps]);
}
