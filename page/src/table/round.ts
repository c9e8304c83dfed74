// The table of games without a board: the seats sit round it with what lies before them, and what all share is in the middle.
import { h, put, symbol } from "../window/dom.js";
import { back, disc, pieceFace } from "./faces.js";
import { seatKey } from "../game/keys.js";
import { heapElement } from "./heaps.js";
import type { ZoneFamily } from "../game/model.js";
import { takenBy } from "./passing.js";
import { isOpenMat, POTS, potField, stakeFields } from "../game/roles.js";
import type { Scene } from "./scene.js";
import { rolesOf, seatFields } from "./seats.js";
import { hasZones } from "./tiles.js";
import { fieldElement } from "./values.js";
import { SAID } from "../window/voice.js";
import { unitFor } from "../game/words.js";
import { instances, lyingIn, toldElement } from "./zones.js";

const BACKS = 7;
/** So many players at most sit round a table. */
const SEATS = 6;
/** A seat shows so many numbers at most, and so many where cards lie, too. */
const NUMBERS = 9;
const PURSE = 3;

/** Whether players sit round the table: there is no board, no row of tiles, and not too much that all share. */
export function isRoundTable(scene: Scene, hasBoards: boolean): boolean {
  const { names, layout, habits } = scene;
  const shared = layout.stage.filter(({ dimensions }) => dimensions.length === 0).reduce((sum, family) => sum + instances(scene, family).reduce((all, { view }) => all + (view.contents?.length ?? 1), 0), 0);
  habits.isFlat ||= shared > BACKS;
  return !hasBoards && names.length > 1 && names.length <= SEATS && !layout.tiles.some((type) => hasZones(scene, type)) && !habits.isFlat;
}

/** Whether anything lies on the table but numbers. */
export function hasPieces({ model, layout }: Scene): boolean {
  return layout.trick.length > 0 || model.zones.some((family) => family.is_shown);
}

/** Whether anything lies before each seat that a narrow table shows: a card of a trick, what is laid out openly, a stake. */
export function liesBeforeSeats(scene: Scene): boolean {
  const { layout } = scene;
  return layout.trick.length > 0 || stakeFields(layout).length > 0 || layout.mat.some((family) => isOpenMat(scene, family));
}

/** Whether nothing ever lies on the table but numbers and what is thrown. */
export function isNumbersOnly(scene: Scene): boolean {
  return !hasPieces(scene) && !scene.model.boards.some(({ shape }) => shape !== null);
}

/** The table: the seats, and `middle` between them. */
export function roundElement(scene: Scene, middle: readonly (HTMLElement | null)[], width: "narrow" | ""): HTMLElement {
  const isEmpty = !hasPieces(scene);
  const found = h("section", { class: `felt n${scene.names.length} ${width} ${isEmpty ? "bare" : ""}`, attrs: { "aria-label": "Round the table" } });
  scene.names.forEach((_, seat) => { put(found, placeElement(scene, seat, isEmpty)); });
  const lying = [...middle, potElement(scene)];
  const centre = h("div", { class: "centre" }, ...(scene.layout.trick.length ? [crossElement(scene, lying)] : lying));
  if (scene.passing?.trick.size) put(centre, h("p", { class: "took", attrs: SAID }, takenBy(scene.names, scene.look, scene.passing).told));
  put(found, centre);
  return found;
}

/** The cards of a trick in the middle of the table, each on the side of its player, round what lies there. */
function crossElement(scene: Scene, lying: readonly (HTMLElement | null)[]): HTMLElement {
  const { layout: { trick }, names } = scene;
  const sides = names.map((name, seat) => {
    const cards = trick.flatMap((family) => instances(scene, family).filter(({ index }) => index[0] === seat).map(({ view }) => trickCard(scene, family, view, seat)));
    return h("div", { class: `lead-of at${seat}`, attrs: { role: "group", "aria-label": `${name}: ${trick.map((family) => scene.label("zone", family.name)).join(", ")}` } }, ...cards);
  });
  const within = lying.some((one) => one !== null) ? h("div", { class: "within" }, ...lying) : null;
  return h("div", { class: `cross ${within ? "round" : ""}` }, ...sides, within);
}

function placeElement(scene: Scene, seat: number, isEmpty: boolean): HTMLElement {
  const name = scene.names[seat];
  const isTurn = scene.view.toAct.includes(seat);
  const found = h("div", { class: `sits at${seat} ${isTurn ? "turn" : ""}`, style: { "--sc": scene.looks.seat(seat) }, attrs: { role: "group", "aria-label": name } });
  const who = h("span", { class: "who" }, disc(scene.looks.seat(seat), name, "s"), name, ...rolesOf(scene, seat));
  letChoose(scene, who, seat);
  put(found, who);
  const own = (family: ZoneFamily) => instances(scene, family).filter(({ index }) => index[0] === seat);
  for (const family of scene.layout.mat.filter((one) => one.visibility.who !== "everyone" && !isOpenMat(scene, one))) {
    const unseen = own(family).reduce((sum, { view }) => sum + (view.contents ? 0 : (view.count ?? 0)), 0);
    if (unseen) put(found, h("div", { class: "cards sm held", attrs: { title: `${scene.label("zone", family.name)}: ${unseen}` } }, h("div", { class: "fan" }, ...Array.from({ length: Math.min(unseen, BACKS) }, () => back(scene.looks, family.components, `${unseen} unseen`, "sm"))), h("b", {}, String(unseen))));
  }
  for (const family of scene.layout.mat.filter((one) => isOpenMat(scene, one))) {
    if (family.visibility.who === "others" && seat === scene.view.seat) continue;
    const lying = own(family).filter(({ view }) => view.count);
    if (lying.length) put(found, h("div", { class: "cards sm open", attrs: { title: scene.label("zone", family.name) } }, ...lying.map(({ view }) => withTold(lyingIn(scene, family, view, "sm"), toldElement(scene, family, view)))));
  }
  for (const field of stakeFields(scene.layout)) {
    const value = scene.field(field.base + seat);
    if (value && typeof value.thing === "number" && value.thing > 0) put(found, h("span", { class: "stake", attrs: { title: scene.label("field", field.name) } }, symbol("i-coin") as unknown as HTMLElement, h("b", {}, value.text)));
  }
  if (isEmpty) put(found, scoreElement(scene, seat), h("div", { class: "holds" }, ...unstaked(scene, seat, laidElement).filter((one) => !isSecret(scene, seat, one)).slice(0, NUMBERS)));
  else put(found, purseElement(scene, seat));
  return found;
}

/** What lies somewhere, with what is told of it below. */
function withTold(lying: HTMLElement, told: HTMLElement | null): HTMLElement {
  return told ? h("div", { class: "told" }, lying, told) : lying;
}

/** A player can be chosen at the table as well. Keys and readers find the panel. */
function letChoose(scene: Scene, who: HTMLElement, seat: number): void {
  const target = scene.targets.get(seatKey(seat));
  if (!target || target.state === "barred") return;
  who.classList.add(target.chosen ? "on" : "can");
  who.addEventListener("click", () => target.act(1, null));
}

/** What a seat has in numbers, below its name; panels say more of it. */
function purseElement(scene: Scene, seat: number): HTMLElement | null {
  const { score } = scene.layout;
  const value = score && scene.field(score.base + seat);
  const counts = score && value ? [h("span", { class: "lab" }, h("b", {}, value.text), h("em", {}, unitFor(value.text, scene.label("field", score.name).toLowerCase())))] : [];
  const others = unstaked(scene, seat).slice(0, PURSE - counts.length);
  return counts.length || others.length ? h("div", { class: "purse" }, ...counts, ...others) : null;
}

/** The numbers of a seat without what lies before it as its stake. */
function unstaked(scene: Scene, seat: number, draw = fieldElement): HTMLElement[] {
  const staked = new Set(stakeFields(scene.layout).map(({ name }) => `field ${name}`));
  return seatFields(scene, seat, draw).filter(({ dataset }) => !staked.has(dataset.of ?? ""));
}

/** A number as what lies on the table, where the look file has a drawing for it. */
const laidElement: typeof fieldElement = (scene, field, label, thing, text) => heapElement(scene.look, field, label, thing) ?? fieldElement(scene, field, label, thing, text);

/** Whether only whoever looks knows a number of their own. */
function isSecret({ layout, view }: Scene, seat: number, { dataset }: HTMLElement): boolean {
  return seat === view.seat && layout.seatFields.some(({ name, visibility }) => dataset.of === `field ${name}` && visibility.who === "owner");
}

/** The secret numbers of whoever looks: they lie in the middle of a table without pieces, since all is decided by them. */
export function secretElements(scene: Scene): HTMLElement[] {
  const { seat } = scene.view;
  return seat === null ? [] : unstaked(scene, seat).filter((one) => isSecret(scene, seat, one)).map((one) => h("span", { class: "fact own" }, one));
}

/** The score of a seat at a table where nothing else lies. */
function scoreElement(scene: Scene, seat: number): HTMLElement | null {
  const { score } = scene.layout;
  const value = score && scene.field(score.base + seat);
  return score && value ? h("span", { class: "scored" }, h("b", {}, value.text), unitFor(value.text, scene.label("field", score.name).toLowerCase())) : null;
}

/** The card of a seat in a trick; if somebody has just taken the trick, the one that lay there. */
export function trickCard(scene: Scene, family: ZoneFamily, view: Parameters<typeof lyingIn>[2], seat: number, size: "big" | "" = "big"): HTMLElement {
  const passed = view.count ? undefined : scene.passing?.trick.get(seat);
  return passed ? h("div", { class: `cards ${size} passed` }, ...passed.map((kind) => pieceFace(scene.looks, kind, size))) : lyingIn(scene, family, view, size);
}

/** What each has staked, and the pot, in a row: for tables without seats round them. */
export function stakesElement(scene: Scene): HTMLElement | null {
  const staked = stakeFields(scene.layout).flatMap((field) => scene.names.flatMap((name, seat) => {
    const value = scene.field(field.base + seat);
    return value && typeof value.thing === "number" && value.thing > 0 ? [{ label: scene.label("field", field.name), name, seat, text: value.text }] : [];
  }));
  // A single stake is all of the pot.
  const isOnly = staked.length === 1 && !potField(scene.layout);
  const all = staked.map(({ label, name, seat, text }) => h("span", { class: "stake", attrs: { title: `${label}: ${name}` } }, disc(scene.looks.seat(seat), name, "s"), isOnly ? label : null, h("b", {}, text)));
  return all.length ? h("div", { class: "facts" }, potField(scene.layout) || isOnly ? null : potElement(scene), ...all) : null;
}

/** The pot: what the rules call so, else what all have staked together. */
function potElement(scene: Scene): HTMLElement | null {
  const named = potField(scene.layout);
  if (named) {
    const value = scene.field(named.base);
    return value && (value.thing || !hasPieces(scene)) ? potOf(value.text) : null;
  }
  const sums = stakeFields(scene.layout).filter(({ name }) => POTS.test(name)).map((field) => scene.names.reduce((sum, _, seat) => sum + Number(scene.field(field.base + seat)?.thing ?? 0), 0));
  const pot = sums.reduce((sum, one) => sum + one, 0);
  return pot ? potOf(String(pot)) : null;
}

function potOf(text: string): HTMLElement {
  return h("span", { class: "stake pot" }, symbol("i-coin") as unknown as HTMLElement, "Pot", h("b", {}, text));
}
