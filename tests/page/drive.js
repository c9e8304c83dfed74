// Plays a match on a page by clicking what can be clicked, chosen by a seed. Gives the saved match, what each position was, and what was seen on the way.
// Of each selection of several, the parts of a random move are clicked in random order, with slips that are taken back. What was picked is noted, to be compared with what was
// played, and the button that confirms has to be live where, and only where, some move chooses just what is picked. It ends after `picks` selections; with `steer` actions that have some are preferred.
async ({ setup, seed, most, secrets, picks, steer }) => {
  const app = window.gamedslPage;
  app.pause = 0;
  const { players } = app.data.setups[setup];
  const names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"];
  const people = Array.from({ length: players }, (_, i) => ({ name: names[i], who: "person" }));
  const session = await app.begin(setup, people, seed);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
  const table = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes) => {
    let c = 0xffffffff;
    for (const one of bytes) c = table[(c ^ one) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const LISTED = 3000;
  const picked = [];
  let problem = null;
  const positions = [];
  const leaks = [];
  let clicks = 0;
  let slowest = 0;
  const times = [];
  for (; clicks < most && picked.length < picks && !session.match.isOver && !problem; clicks++) {
    const all = [...document.querySelectorAll("[data-act]:not([disabled])")];
    if (!all.length) return { problem: `nothing can be clicked: ${document.body.innerText.slice(0, 400)}` };
    if (session.selection && session.covered === null) pick(session);
    else click((steer && random() < 0.7 && towardsPicks(session)) || all[Math.floor(random() * all.length)]);
    // Moves that the page plays by itself come with the one before them.
    for (const { after } of session.moments.slice(positions.length)) positions.push(crc(session.match.at(after).position));
    if (secrets && clicks % secrets === 0) leaks.push(...hidden(session));
  }
  times.sort((a, b) => a - b);
  if (problem) return { problem };
  return { clicks, picked, slowest, median: times[times.length >> 1] ?? 0, late: times[Math.floor(times.length * 0.95)] ?? 0, positions, leaks, isOver: session.match.isOver, saved: session.match.save(app.data.rules), text: document.body.innerText.slice(0, 600) };

  function click(element) {
    const begun = performance.now();
    element.click();
    times.push(performance.now() - begun);
    slowest = Math.max(slowest, times[times.length - 1]);
  }

  /** Picks what a random move chooses, and confirms it. */
  function pick(session) {
    const { selection, asked, table: match } = session;
    const { name } = selection;
    const chosenBy = (move) => partsOf(move.choices.flatMap(({ values }) => values).find(([one]) => one === name)[1]);
    const count = match.count(asked);
    const wanted = chosenBy(match.list(asked, { from: Math.floor(random() * count), most: 1 })[0]);
    const legal = count <= LISTED ? new Set(match.list(asked, { most: LISTED }).map((move) => told(chosenBy(move)))) : null;
    const byThing = new Map(selection.candidates.map((one) => [JSON.stringify(one.thing), one]));
    const now = () => new Map(selection.candidates.filter(({ key }) => selection.wish.has(key)).map(({ key, thing }) => [JSON.stringify(thing), selection.wish.get(key)]));
    const isRight = () => {
      const done = document.querySelector("[data-act=done]");
      const isLegal = legal ? legal.has(told(now())) : null;
      if (isLegal !== null && isLegal === done.disabled) problem = `${name}: “${done.innerText}” is ${done.disabled ? "not " : ""}live with ${told(now())}`;
      if (!done.disabled && (now().size === 0) !== /^(?:None of them|Go on)/.test(done.innerText)) problem = `${name}: “${done.innerText}” with ${told(now())}`;
    };
    const units = [...wanted].flatMap(([thing, number]) => Array.from({ length: number }, () => byThing.get(thing)));
    if (units.includes(undefined)) problem = `${name}: ${told(wanted)} cannot be picked`;
    for (let i = units.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [units[i], units[j]] = [units[j], units[i]];
    }
    isRight();
    for (const one of problem ? [] : units) {
      if (random() < 0.3) slip(session, selection.candidates[Math.floor(random() * selection.candidates.length)], isRight);
      press(one);
      isRight();
    }
    if (problem) return;
    const done = document.querySelector("[data-act=done]");
    if (told(now()) !== told(wanted) || done.disabled) {
      problem = `${name}: ${told(wanted)} was clicked, and ${told(now())} is picked: “${done.innerText}”, ${done.disabled ? "not live" : "live"}`;
      return;
    }
    picked.push({ move: session.moments.length, name, parts: [...wanted] });
    clicks += 1;
    click(done);
    if (session.selection === selection) problem = `${name}: nothing came of the confirmation`;
  }

  /** The button of an action that begins with a selection of several. */
  function towardsPicks({ covered, step, asked, table: match }) {
    if (covered !== null || step?.kind !== "menu") return null;
    const found = step.options.filter(({ value }) => {
      const after = match.at(match.length - 1);
      return !after.take(asked, value) && after.several(asked) !== null;
    });
    return found.length ? document.querySelector(`[data-act=o${found[Math.floor(random() * found.length)].value}]`) : null;
  }

  function press({ key }) {
    const element = document.querySelector(`[data-act="${CSS.escape(key)}"]`) ?? document.querySelector(`[data-act="${CSS.escape(`w${key}`)}"]`);
    if (!element) {
      problem = `${key} is nowhere on the page`;
      return;
    }
    clicks += 1;
    click(element);
  }

  /** Picks something, and clicks on it until it is as it was. */
  function slip({ selection }, candidate, isRight) {
    const before = selection.wish.get(candidate.key) ?? 0;
    press(candidate);
    isRight();
    for (let i = 0; i <= candidate.most && !problem && (selection.wish.get(candidate.key) ?? 0) !== before; i++) press(candidate);
  }

  /** How many of each thing, by the thing as JSON. */
  function partsOf(value) {
    if (!Array.isArray(value)) return new Map(value.entries.map(([thing, count]) => [JSON.stringify(thing), count]));
    const found = new Map();
    for (const thing of value) found.set(JSON.stringify(thing), (found.get(JSON.stringify(thing)) ?? 0) + 1);
    return found;
  }

  function told(parts) {
    return [...parts].map(([thing, count]) => `${count} ${thing}`).sort().join(" and ") || "nothing";
  }

  /** Pieces on the page that the looking seat does not see. */
  function hidden(session) {
    if (session.covered !== null) return document.querySelectorAll("[data-piece]").length ? ["a piece under the cover"] : [];
    const seen = new Set();
    for (const zone of session.view.zones) for (const { kind } of [...(zone.contents ?? []), ...zone.known]) seen.add(`k${kind.number}@${zone.number}`);
    return [...document.querySelectorAll("[data-piece]")].map((one) => one.dataset.piece).filter((key) => !seen.has(key));
  }
};
