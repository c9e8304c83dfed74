// Plays a match on a page by clicking at random, and gives every line, every title and every question that was shown on the way.
async ({ seed, most }) => {
  const app = window.gamedslPage;
  app.pause = 0;
  const { players } = app.data.setups[0];
  const names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"];
  const session = await app.begin(0, Array.from({ length: players }, (_, i) => ({ name: names[i], who: "person" })), seed);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x80000000;
  };
  const shown = new Set();
  const asked = new Set();
  const look = () => {
    if (session.step) asked.add((document.querySelector(".askbox .q")?.innerText ?? "").trim());
    for (const line of document.body.innerText.split("\n")) shown.add(line.trim());
    for (const element of document.querySelectorAll("[title], [aria-label]")) {
      for (const name of ["title", "aria-label"]) shown.add((element.getAttribute(name) ?? "").trim());
    }
  };
  for (let clicks = 0; clicks < most && !session.match.isOver; clicks++) {
    const all = [...document.querySelectorAll("[data-act]:not([disabled])")];
    if (!all.length) break;
    const done = all.find((one) => one.dataset.act === "done");
    (done && random() < 0.4 ? done : all[Math.floor(random() * all.length)]).click();
    look();
  }
  look();
  return { moves: session.moments.length, shown: [...shown].filter(Boolean), asked: [...asked].filter(Boolean) };
};
