// The table: facts, boards, tricks, what is chosen from, tiles, and the shelf.
import { boardElement, plan } from "./boards.js";
import { h, put } from "./dom.js";
import { disc, emblem } from "./faces.js";
import { sharedBoards } from "./owned.js";
import { wordKey } from "./keys.js";
import { bare, type FieldFamily, type ZoneFamily } from "./model.js";
import { isTiled } from "./roles.js";
import { instanceAt, type Scene } from "./scene.js";
import { fieldElement, speaks } from "./values.js";
import { instances, lyingIn, packElement, zoneElement } from "./zones.js";
import { titled } from "./words.js";

export interface Room { width: number; height: number }

const CELL = { least: 26, most: 78 };
const MOST_TILES = 12;
const BIG_BOARD = 16;

/** Everything that all share. `seen` holds the zones that have had something in them in this match: others are folded. */
export function tableElement(scene: Scene, room: Room, seen: ReadonlySet<number>): HTMLElement {
  const found = h("main", { class: "table", attrs: { "aria-label": "Table", tabindex: "0" } });
  const boards = sharedBoards(scene.model);
  const flow = h("div", { class: "flow" });
  put(flow, factsElement(scene), ...tricks(scene), stages(scene, seen), ...tiles(scene), ...arrays(scene));
  if (!boards.length) put(found, flow);
  else {
    const isLarge = boards.some((board) => plan(scene.model, board).spots.length >= BIG_BOARD);
    const rest = flow.childElementCount > 0;
    const drawn = h("div", { class: "boards" });
    const space = isLarge && rest && room.width > 700 ? { ...room, width: room.width * 0.66 } : room;
    for (const board of boards) put(drawn, boardBlock(scene, board, space, boards.length));
    put(found, h("div", { class: isLarge && room.width > 700 ? "twoc" : "stackc" }, drawn, rest ? flow : null));
  }
  put(found, shelf(scene, seen));
  return found;
}

function boardBlock(scene: Scene, board: number, room: Room, boards: number): HTMLElement {
  const { width, height } = plan(scene.model, board);
  const head = boards > 1 ? h("h2", {}, scene.label("board", scene.model.boards[board].name)) : null;
  const cell = Math.floor(Math.max(CELL.least, Math.min(CELL.most, room.width / width, Math.max(200, room.height / boards - 20) / height)));
  return h("section", { class: "boardblock" }, head, boardElement(scene, board, cell, null));
}

/** Shared fields, and what was rolled or chosen before and still counts. */
function factsElement(scene: Scene): HTMLElement | null {
  const found = h("div", { class: "facts", attrs: { "aria-label": "The table in numbers" } });
  for (const { name, text } of scene.view.locals.filter(({ name }) => name !== "me" && name !== "it")) {
    put(found, h("span", { class: "fact live" }, h("span", {}, titled(name)), h("b", {}, text)));
  }
  for (const field of scene.layout.facts) {
    const value = scene.field(field.base);
    const of = bare(field.type);
    if (!value || of.is === "place" || !speaks(field, 0, value.thing)) continue;
    put(found, h("span", { class: "fact" }, fieldElement(scene, field, scene.label("field", field.name), value.thing, value.text)));
  }
  return found.childElementCount ? found : null;
}

/** A card by each seat. */
function tricks(scene: Scene): HTMLElement[] {
  return scene.layout.trick.map((family) => {
    const places = instances(scene, family).map(({ view, index: [seat] }) =>
      h("div", { class: "lead" }, h("span", { class: "who" }, disc(scene.looks.seat(seat), scene.names[seat], "s"), scene.names[seat]), lyingIn(scene, family, view, "")));
    return h("section", { class: "zone trick", attrs: { "aria-label": scene.label("zone", family.name) } }, h("h2", {}, scene.label("zone", family.name)), h("div", { class: `leads n${places.length}` }, ...places));
  });
}

function stages(scene: Scene, seen: ReadonlySet<number>): HTMLElement | null {
  const row = h("div", { class: "row" });
  for (const family of scene.layout.stage) {
    if (isTiled(family) && isTileType(scene, family)) continue;
    for (const { view, index } of instances(scene, family)) {
      if (!seen.has(view.number)) continue;
      const rest = index.map((value, i) => scene.indexName(family.dimensions[i].type, value));
      put(row, zoneElement(scene, family, view, [scene.label("zone", family.name), ...rest].join(" "), "big"));
    }
  }
  return row.childElementCount ? row : null;
}

function isTileType(scene: Scene, family: ZoneFamily | FieldFamily): boolean {
  const { type } = family.dimensions[0];
  return type.is === "word" && scene.layout.tiles.includes(type.type) && scene.model.types[type.type].values.length <= MOST_TILES;
}

/** A row of equal tiles for each type whose values have zones or fields. */
function tiles(scene: Scene): HTMLElement[] {
  return scene.layout.tiles.filter((type) => scene.model.types[type].values.length <= MOST_TILES).map((type) => {
    const { name, values } = scene.model.types[type];
    const found = h("div", { class: "places", attrs: { role: "group", "aria-label": titled(name) }, style: { "--n": String(Math.min(values.length, 6)) } });
    values.forEach((_, value) => { put(found, tile(scene, type, value)); });
    return found;
  });
}

function tile(scene: Scene, type: number, value: number): HTMLElement {
  const style = scene.looks.word(type, value);
  const { name } = scene.model.types[type];
  const found = h("section", { class: "place" }, h("h2", {}, emblem(style), style.word));
  const printed = scene.model.columns.filter((one) => one.of === "type" && one.number === type && one.values[value] !== null && !(one.values[value] === 0 && one.type.is === "number"));
  const facts = printed.map((one) => {
    const look = scene.looks.value(one.type, one.values[value]);
    return h("span", { class: "lab" }, h("em", {}, titled(one.name)), look ? emblem(look) : null, h("b", {}, look ? look.word : String(one.values[value])));
  });
  if (facts.length) put(found, h("div", { class: "sub" }, ...facts));
  const of = (family: ZoneFamily | FieldFamily) => family.dimensions.length === 1 && family.dimensions[0].type.is === "word" && family.dimensions[0].type.type === type;
  let lying = 0;
  for (const family of [...scene.layout.stage, ...scene.layout.shelf].filter(of)) {
    const view = scene.zone(instanceAt(family, [value]));
    if (!view) continue;
    lying += view.count ?? 1;
    put(found, lyingIn(scene, family, view, "sm"));
    scene.mark(found, `z${view.number}`, style.word);
  }
  for (const field of scene.model.fields.filter((one) => !one.is_hidden && of(one))) {
    const shown = scene.field(instanceAt(field, [value]));
    if (shown && speaks(field, value, shown.thing) && shown.thing !== 0) put(found, fieldElement(scene, field, scene.label("field", field.name), shown.thing, shown.text));
  }
  found.classList.toggle("empty", lying === 0 && found.childElementCount <= 2);
  const key = wordKey(name, value);
  if (scene.targets.has(key) || !found.dataset.act) scene.mark(found, key, style.word);
  return found;
}

/** Shared fields with numbers as index: a row of cells. */
function arrays(scene: Scene): HTMLElement[] {
  const families = scene.model.fields.filter((field) => !field.is_hidden && !scene.look.field?.[field.name]?.hide && field.dimensions.length === 1 && field.dimensions[0].type.is === "number");
  return families.map((field) => {
    const found = h("section", { class: "zone" }, h("h2", {}, scene.label("field", field.name)));
    const strip = h("div", { class: "strip" });
    for (let i = 0; i < field.count; i++) {
      const value = scene.field(field.base + i);
      const index = (field.dimensions[0].low ?? 0) + i;
      const thing = value?.thing ?? null;
      const content = thing !== null && typeof thing === "object" && !Array.isArray(thing) && thing.is === "seat" ? disc(scene.looks.seat(thing.number), scene.names[thing.number], "s") : h("b", {}, thing === null ? "–" : (value?.text ?? ""));
      const cell = h("span", { class: "cellbox" }, h("em", {}, String(index)), content);
      scene.mark(cell, `n${index}`, `${scene.label("field", field.name)} ${index}`);
      put(strip, cell);
    }
    put(found, strip);
    return found;
  });
}

/** What is only counted: packs, and how many places are empty. */
function shelf(scene: Scene, seen: ReadonlySet<number>): HTMLElement | null {
  const found = h("div", { class: "shelf" });
  let folded = 0;
  for (const family of scene.layout.shelf) {
    if (isTiled(family) && isTileType(scene, family)) continue;
    for (const { view, index } of instances(scene, family)) {
      const rest = index.map((value, i) => scene.indexName(family.dimensions[i].type, value));
      if (!view.count && !scene.targets.has(`z${view.number}`)) folded += 1;
      else if (seen.has(view.number)) put(found, packElement(scene, family, view, [scene.label("zone", family.name), ...rest].join(" ")));
    }
  }
  if (folded && found.childElementCount) put(found, h("span", { class: "more" }, `${folded} empty`));
  return found.childElementCount ? found : null;
}
