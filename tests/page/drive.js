// Plays a match on a page by clicking what can be clicked, chosen by a seed. Gives the saved match, what each position was, and what was seen on the way.
async ({ setup, seed, most, secrets }) => {
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
  const positions = [];
  const leaks = [];
  let clicks = 0;
  let slowest = 0;
  const times = [];
  for (; clicks < most && !session.match.isOver; clicks++) {
    const all = [...document.querySelectorAll("[data-act]:not([disabled])")];
    if (!all.length) return { problem: `nothing can be clicked: ${document.body.innerText.slice(0, 400)}` };
    const done = all.find((one) => one.dataset.act === "done");
    const chosen = done && random() < 0.6 ? done : all[Math.floor(random() * all.length)];
    const begun = performance.now();
    chosen.click();
    times.push(performance.now() - begun);
    slowest = Math.max(slowest, times[times.length - 1]);
    if (session.moments.length > positions.length) positions.push(crc(session.match.position));
    if (secrets && clicks % secrets === 0) leaks.push(...hidden(session));
  }
  times.sort((a, b) => a - b);
  return { clicks, slowest, median: times[times.length >> 1] ?? 0, late: times[Math.floor(times.length * 0.95)] ?? 0, positions, leaks, isOver: session.match.isOver, saved: session.match.save(app.data.rules), text: document.body.innerText.slice(0, 600) };

  /** Pieces on the page that the looking seat does not see. */
  function hidden(session) {
    if (session.covered !== null) return document.querySelectorAll("[data-piece]").length ? ["a piece under the cover"] : [];
    const seen = new Set();
    for (const zone of session.view.zones) for (const { kind } of [...(zone.contents ?? []), ...zone.known]) seen.add(`k${kind.number}@${zone.number}`);
    return [...document.querySelectorAll("[data-piece]")].map((one) => one.dataset.piece).filter((key) => !seen.has(key));
  }
};
