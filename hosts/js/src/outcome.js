// Who has won, and with how many points.

/** The result of a position at which a match is over. */
export function outcomeOf({ host, model, seats }, record) {
  host.hold(record);
  host.set("LEFT", 1000000);
  host.run("outcome", host.at);
  const lines = model.scores.length;
  const points = host.words("OUTCOME", seats.length * lines);
  const scores = seats.map((_, seat) => model.scores.map((line, i) => [line.name, points[seat * lines + i]]));
  /** @type {number[][]} */
  const ranking = [];
  const count = host.get("RANKED");
  const entries = host.words("RANKED", 1 + 2 * count).slice(1);
  for (let i = 0; i < count; i++) {
    if (entries[2 * i + 1] || !ranking.length) ranking.push([]);
    ranking[ranking.length - 1].push(entries[2 * i]);
  }
  const totals = scores.map((line) => line.reduce((sum, [, n]) => sum + n, 0));
  const reason = model.reasons[Math.max(0, host.get("REASON"))] ?? "";
  const bits = host.addresses.WON === undefined ? -1 : host.get("WON");
  const won = bits === -1 ? null : seats.map((_, seat) => ((bits >> seat) & 1) === 1);
  return { ranking, scores, totals, reason, won, decisive: decisiveOf(host) };
}

/**
 * Board and place of all that has made the end come true, each once. Modules of earlier versions do not tell it.
 * @returns {[number, number][]}
 */
function decisiveOf(host) {
  if (host.addresses.DECISIVE === undefined) return [];
  host.run("decisive", host.at);
  const [length, ...listed] = host.words("DECISIVE", 1 + 2 * host.get("DECISIVE"));
  /** @type {Map<string, [number, number]>} */
  const found = new Map();
  for (let i = 0; i < length; i++) found.set(`${listed[2 * i]} ${listed[2 * i + 1]}`, [listed[2 * i], listed[2 * i + 1]]);
  return [...found.values()];
}
