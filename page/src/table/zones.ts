// What lies in zones, as rows of faces, packs and counts.
import type { View } from "gamedsl-host";
import { h, put } from "../window/dom.js";
import { back, emblem, isBlank, pieceFace } from "./faces.js";
import { numberKey, pieceKey, seatKey, wordKey, zoneKey } from "../game/keys.js";
import type { Style } from "../game/looks.js";
import { bare, type FieldFamily, kindAt, type PageModel, type ZoneFamily } from "../game/model.js";
import { isSeat } from "../game/roles.js";
import { indexOf, type Scene } from "./scene.js";
import { fieldElement, speaks, valueElement } from "./values.js";

type ZoneView = View["zones"][number];
export type Size = "big" | "sm" | "";

const SUITS = ["♣", "♦", "♠", "♥"];
const FAN = 4;
const SHOWN_BACKS = 12;
/** So many kinds of cards that everybody has seen are drawn. */
const MOST_KNOWN = 5;
/** So many sorts of pieces at most are counted beside a pack. */
const MOST_COUNTED = 5;
/** So many sorts of pieces at most are drawn in panels, each with its number. */
const MOST_SORTS = 8;

/** So many pieces at most are named in panels where their signs do not tell them apart. */
const MOST_NAMED = 2;

/** The zones of a family that the seat may count or see, with their indices. */
export function instances(scene: Scene, family: ZoneFamily): { view: ZoneView; index: number[] }[] {
  return scene.view.zones.filter((view) => view.number >= family.base && view.number < family.base + family.count)
    .map((view) => ({ view, index: indexOf(family, view.number - family.base) }));
}

/** A zone with its heading. */
export function zoneElement(scene: Scene, family: ZoneFamily, view: ZoneView, label: string, size: Size): HTMLElement {
  const count = view.count !== null && view.count > 1 ? h("i", {}, String(view.count)) : null;
  const head = h("h2", { attrs: family.sentence ? { title: family.sentence } : {} }, label, count);
  const found = h("div", { class: "zone", attrs: { role: "group", "aria-label": label, ...declaredAs(scene, family) } }, head, lyingIn(scene, family, view, size), toldElement(scene, family, view));
  scene.mark(found, markOf(scene, family, view), label);
  return found;
}

/** Fields that have a value for each zone of a family with several zones for each player, as what was told of each card. */
export function toldFields({ model, look }: Scene, family: ZoneFamily): FieldFamily[] {
  const places = JSON.stringify(family.dimensions);
  return family.dimensions.length < 2 || !isSeat(family) ? [] : model.fields.filter((field) => field.is_shown && !look.field?.[field.name]?.hide && JSON.stringify(field.dimensions) === places);
}

/** What is told of what lies in a zone, below it; null where nothing is ever told. */
export function toldElement(scene: Scene, family: ZoneFamily, view: ZoneView): HTMLElement | null {
  const fields = toldFields(scene, family);
  const found = h("div", { class: "state" });
  for (const field of fields) {
    const at = view.number - family.base;
    const value = scene.field(field.base + at);
    if (!value || !speaks(field, at, value.thing)) continue;
    const label = scene.label("field", field.name);
    put(found, h("span", { class: "lab", attrs: { title: field.sentence ?? label, "data-of": `field ${field.name}` } }, h("em", { class: "sr" }, label), valueElement(scene, bare(field.type), value.thing, value.text)));
  }
  return fields.length ? found : null;
}

/** What the rules declare a zone as: itself, or the pieces that lie there at the beginning. */
function declaredAs({ model }: Scene, { name, components }: ZoneFamily): { "data-of": string } {
  return { "data-of": [`zone ${name}`, ...components.map((one) => `component ${model.components[one].name}`)].join(", ") };
}

/** The key by which a zone as a whole is chosen: itself, or what it is indexed by. */
export function markOf(scene: Scene, family: ZoneFamily, view: ZoneView): string {
  const own = zoneKey(view.number);
  if (scene.targets.has(own)) return own;
  const index = indexOf(family, view.number - family.base);
  const keys = family.dimensions.map(({ type }, i) => {
    if (type.is === "word") return wordKey(scene.model.types[type.type].name, index[i]);
    if (type.is === "number") return numberKey(index[i]);
    return type.is === "seat" && family.dimensions.length === 1 ? seatKey(index[i]) : "";
  });
  return keys.find((key) => key && scene.targets.has(key) && !key.startsWith("s")) ?? own;
}

/** What lies in a zone, as far as the seat knows it. */
export function lyingIn(scene: Scene, family: ZoneFamily, view: ZoneView, size: Size): HTMLElement {
  const found = h("div", { class: `cards ${size}`, attrs: declaredAs(scene, family) });
  const { spread: groups, cascade: isCascade } = scene.look.zone?.[family.name] ?? {};
  if (!view.contents) put(found, ...unseen(scene, family, view, size));
  else if (isCascade && view.contents.length) put(found, cascadeElement(scene, view));
  else if (groups) spread(scene, family, view, size, found, groups);
  else if (!view.contents.length) found.append(h("span", { class: family.form === "slot" ? "slot" : "nil" }, family.form === "slot" ? "" : "–"));
  else if (family.form === "pile" && view.contents.length > 1) put(found, pile(scene, view, size));
  else for (const { kind, count } of sorted(scene, view.contents)) put(found, group(scene, kind.number, view.number, count, size));
  return found;
}

/** Cards below each other in their order: each leaves the head of the one below it free. */
export function cascadeElement(scene: Scene, { contents, number }: ZoneView): HTMLElement {
  return h("div", { class: "cards sm cascade" }, ...(contents ?? []).flatMap(({ kind, count }) => Array.from({ length: count }, () => group(scene, kind.number, number, 1, "sm"))));
}

/** Pieces beside each other in their order, in groups of so many, with the places that are still empty. */
function spread(scene: Scene, { capacity }: ZoneFamily, view: ZoneView, size: Size, found: HTMLElement, groups: readonly number[]): void {
  const faces = (view.contents ?? []).flatMap(({ kind, count }) => Array.from({ length: count }, () => group(scene, kind.number, view.number, 1, size)));
  while (faces.length < (capacity ?? 0)) faces.push(h("span", { class: "slot" }));
  found.classList.add("spread-out");
  for (const size of [...groups, faces.length]) if (faces.length) put(found, h("div", { class: "cards" }, ...faces.splice(0, size)));
}

/** Cards lie by rank, as the rules list the ranks; by suit where each player lays one openly and suits are followed. Suits beside each other differ in colour. Other cards lie by the value that says to which of several piles they go. */
function sorted({ looks, model }: Scene, contents: NonNullable<ZoneView["contents"]>): NonNullable<ZoneView["contents"]> {
  const isFollowing = model.zones.some(({ form, visibility, dimensions }) => form === "slot" && visibility.who === "everyone" && dimensions.length === 1 && dimensions[0].type.is === "seat");
  const suit = (kind: number) => {
    const { corner, style } = looks.kind(kind);
    return corner ? `${SUITS.indexOf(corner.suit.glyph ?? "")} ${style.color}` : null;
  };
  const rank = (kind: number) => {
    const { component } = model.kinds[kind];
    const found = model.columns.find(({ of, number, name }) => of === "component" && number === component && name === "rank")?.values[kind - model.components[component].first];
    return typeof found === "number" ? found : kind;
  };
  return [...contents].sort(({ kind: { number: a } }, { kind: { number: b } }) => {
    const [first, second] = [suit(a), suit(b)];
    if (first === null || second === null) return pileOf(model, a) - pileOf(model, b) || a - b;
    const higher = isFollowing ? 0 : rank(a) - rank(b);
    return higher || (first === second ? a - b : first < second ? -1 : 1);
  });
}

/** The value of a piece by which the rules tell several piles of its sort apart; 0 where there are none. */
function pileOf(model: PageModel, kind: number): number {
  const { component } = model.kinds[kind];
  const isIndexed = (type: number) => model.zones.some(({ form, components, dimensions }) => form === "pile" && components.includes(component) && dimensions.some((one) => one.type.is === "word" && one.type.type === type));
  const column = model.columns.find(({ of, number, type }) => of === "component" && number === component && type.is === "word" && isIndexed(type.type));
  return Number(column?.values[kind - model.components[component].first] ?? 0);
}

/** Equal pieces: a fan of up to four with their number. */
export function group(scene: Scene, kind: number, zone: number, count: number, size: Size): HTMLElement {
  const key = pieceKey(kind, zone);
  const target = scene.targets.get(key);
  const face = scene.looks.kind(kind);
  const chosen = target?.chosen ?? 0;
  const isSpread = face.form === "token" && count <= FAN;
  const found = h("div", { class: `grp of-${face.form} ${isSpread ? "spread" : ""}` });
  found.dataset.piece = key;
  const cards = Array.from({ length: Math.min(count, FAN) }, () => pieceFace(scene.looks, kind, size));
  cards.slice(Math.max(0, cards.length - chosen)).forEach((card) => { card.classList.add("lift"); });
  const name = `${face.title}${isBlank(face) ? "" : ` ${face.numeral}`}`;
  put(found, h("div", { class: "fan", attrs: { role: "img", "aria-label": count > 1 ? `${count}× ${name}` : name } }, ...cards), stateElement(scene, kind));
  if (target?.state === "adjust" && (target.most ?? 1) > 1) put(found, h("span", { class: "x", attrs: { "aria-hidden": "true" } }, `${chosen}/${target.most}`));
  else if (count > 1 && !isSpread) put(found, h("span", { class: "x", attrs: { "aria-hidden": "true" } }, `×${count}`));
  scene.mark(found, key, name);
  return found;
}

/** What the fields of a kind say now, below its pieces: nothing of a number that is 0. */
function stateElement(scene: Scene, kind: number): HTMLElement | null {
  const found = h("div", { class: "state" });
  let isKnown = false;
  for (const field of scene.model.fields) {
    const [first, ...more] = field.dimensions;
    if (!field.is_shown || scene.look.field?.[field.name]?.hide || first?.type.is !== "kind" || more.length) continue;
    const { components } = first.type;
    const at = Array.from({ length: field.count }, (_, i) => kindAt(scene.model, components, i)).indexOf(kind);
    const value = at < 0 ? undefined : scene.field(field.base + at);
    isKnown ||= value !== undefined;
    if (!value || value.thing === 0 || !speaks(field, at, value.thing)) continue;
    const label = scene.label("field", field.name);
    const isSeat = bare(field.type).is === "seat";
    put(found, isSeat ? h("span", { class: "lab", attrs: { title: field.sentence ?? label, "data-of": `field ${field.name}` } }, h("em", { class: "sr" }, label), valueElement(scene, field.type, value.thing, value.text)) : fieldElement(scene, field, label, value.thing, value.text));
  }
  // What may be said later has its room: nothing moves when it comes.
  if (isKnown && !found.childElementCount) found.classList.add("none");
  return isKnown ? found : null;
}

/** A pile that is seen: its top, and how many lie there. Pieces below that can be chosen lie beside it. */
function pile(scene: Scene, view: ZoneView, size: Size): HTMLElement {
  const contents = view.contents ?? [];
  const top = contents[contents.length - 1];
  const found = h("div", { class: "pile" }, group(scene, top.kind.number, view.number, 1, size), h("span", { class: "x" }, String(contents.length)));
  found.title = contents.map(({ kind }) => scene.looks.kind(kind.number).title).join(", ");
  const below = new Set(contents.slice(0, -1).map(({ kind }) => kind.number));
  below.delete(top.kind.number);
  for (const kind of below) if (scene.targets.has(pieceKey(kind, view.number))) put(found, group(scene, kind, view.number, 1, "sm"));
  return found;
}

function unseen(scene: Scene, family: ZoneFamily, view: ZoneView, size: Size): HTMLElement[] {
  if (view.count === null) return [h("span", { class: "nil" }, "?")];
  if (!view.count) return [h("span", { class: "nil" }, "–")];
  const known = view.known.map(({ kind, count }) => group(scene, kind.number, view.number, count, size));
  const rest = view.count - view.known.reduce((sum, { count }) => sum + count, 0);
  const hidden = Array.from({ length: Math.min(rest, 3) }, () => back(scene.looks, family.components, `${rest} unseen`, size));
  const pack = h("div", { class: "grp" }, h("div", { class: "fan" }, ...hidden), rest > 1 ? h("span", { class: "x" }, `×${rest}`) : null);
  return rest ? [...known, pack] : known;
}

/** A zone of which nobody sees more than its number, drawn large. */
export function backsElement(scene: Scene, family: ZoneFamily, view: ZoneView, label: string): HTMLElement {
  const count = view.count ?? 0;
  const told = view.known.length ? `Known: ${contentsTold(scene, view.known)}` : (family.sentence ?? label);
  const pack = h("div", { class: "grp" }, h("div", { class: "fan" }, ...Array.from({ length: Math.min(count, 3) }, () => back(scene.looks, family.components, told, "big"))));
  const found = h("div", { class: "zone", attrs: { role: "group", "aria-label": label, ...declaredAs(scene, family) } }, h("h2", { attrs: { title: told } }, label, h("i", {}, view.count === null ? "?" : String(count))), h("div", { class: "cards big" }, count ? pack : h("span", { class: "nil" }, "–")));
  scene.mark(found, markOf(scene, family, view), label);
  return found;
}

/** A zone on the shelf: a pack with a count. A sign on it says what all its pieces are, or what lies uppermost; of a mixed heap of few sorts each is counted. */
export function packElement(scene: Scene, family: ZoneFamily, view: ZoneView, label: string): HTMLElement {
  const top = view.contents?.[view.contents.length - 1];
  const pack = h("span", { class: `pack ${view.contents ? "" : "hid"} ${top && scene.looks.kind(top.kind.number).form !== "card" ? "heap" : ""}` });
  const sorts = family.form === "pile" && top ? [{ style: scene.looks.kindSign(top.kind.number), count: 1 }] : sortsOf(scene, view.contents ?? []);
  if (sorts.length === 1) {
    const [{ style }] = sorts;
    pack.style.setProperty("--kc", style.color);
    put(pack, emblem(style));
  }
  const counted = sorts.length > 1 && sorts.length <= MOST_COUNTED ? h("span", { class: "sorts" }, ...sorts.map(({ style, count }) => h("span", { class: "one" }, emblem(style), String(count)))) : null;
  const told = view.contents ? contentsTold(scene, view.contents) : view.known.length ? `Known: ${contentsTold(scene, view.known)}` : (family.sentence ?? label);
  const found = h("div", { class: "stk", attrs: { title: told, ...declaredAs(scene, family) } }, pack, h("span", {}, h("b", {}, view.count === null ? "?" : String(view.count)), label), counted);
  scene.mark(found, markOf(scene, family, view), label);
  return found;
}

/** Pieces by what they look like, each sort with its number. */
export function sortsOf({ looks }: Scene, contents: NonNullable<ZoneView["contents"]>): { style: Style; count: number }[] {
  const found = new Map<string, { style: Style; count: number }>();
  for (const { kind, count } of contents) {
    const style = looks.kindSign(kind.number);
    const sign = JSON.stringify(style);
    found.set(sign, { style, count: count + (found.get(sign)?.count ?? 0) });
  }
  return [...found.values()];
}

/** The contents of a zone in words. */
export function contentsTold(scene: Scene, contents: { kind: { number: number }; count: number }[]): string {
  return contents.map(({ kind, count }) => scene.looks.counted(kind.number, count)).join(", ");
}

/** A card of a hidden zone that everybody has seen, small. */
function knownElement(scene: Scene, kind: number, count: number): HTMLElement {
  const face = scene.looks.kind(kind);
  const small = face.corner ? h("span", { class: "mini", style: { "--kc": face.style.color } }, face.corner.rank, face.corner.suit.glyph ?? "") : isBlank(face) || face.counts ? emblem(face.style, face.title) : h("span", { class: "mini", style: { "--kc": face.style.color } }, String(face.numeral));
  return h("span", { class: "one" }, small, count > 1 ? h("b", {}, String(count)) : null);
}

/** The same small, for panels. */
export function smallZone(scene: Scene, family: ZoneFamily, view: ZoneView, label: string): HTMLElement {
  const found = h("span", { class: "lab", attrs: { title: family.sentence ?? label, ...declaredAs(scene, family) } }, h("em", {}, label));
  if (!view.contents) {
    const backs = Math.min(view.count ?? 1, SHOWN_BACKS);
    put(found, h("span", { class: "backs" }, ...Array.from({ length: backs }, () => h("i"))), h("b", {}, view.count === null ? "?" : String(view.count)));
    const known = view.known.reduce((sum, { count }) => sum + count, 0);
    if (known) put(found, h("em", { attrs: { title: contentsTold(scene, view.known) } }, known === view.count ? "all seen" : view.known.length > MOST_KNOWN ? `${known} seen` : "seen"));
    if (view.known.length <= MOST_KNOWN) put(found, ...view.known.map(({ kind, count }) => knownElement(scene, kind.number, count)));
    return found;
  }
  found.title = contentsTold(scene, view.contents);
  const total = view.contents.reduce((sum, { count }) => sum + count, 0);
  const shown = family.form === "pile" ? view.contents.slice(-1) : view.contents;
  const isCounted = shown.some(({ count }) => count > 1);
  // Where kinds look alike, the rest of their names tells all apart: “● 1 ×2 ● 3”.
  const signs = shown.map(({ kind }) => JSON.stringify(scene.looks.kindSign(kind.number)));
  const areAlike = new Set(signs).size < signs.length;
  if (shown.length <= MOST_SORTS && (total <= MOST_SORTS || shown.length * 2 <= total)) {
    // Where other kinds have the same signs as these, few of them have their names.
    const areNamed = shown.length === 1 || (shown.length <= MOST_NAMED && !areAlike && !isCounted && shown.every(({ kind }) => isSignShared(scene, kind.number)));
    for (const { kind, count } of shown) {
      const face = scene.looks.kind(kind.number);
      const rest = face.title.replace(face.style.word, "").trim() || face.title;
      const small = face.corner ? h("span", { class: "mini", style: { "--kc": face.style.color } }, face.corner.rank, face.corner.suit.glyph ?? "") : emblem(scene.looks.kindSign(kind.number), face.title);
      const piece = h("span", { class: "one" }, small, areAlike && !face.corner ? h("b", {}, count > 1 ? `${rest} ×${count}` : rest) : isCounted ? h("b", {}, String(count)) : areNamed && !face.corner ? h("b", {}, face.title) : null);
      piece.dataset.piece = pieceKey(kind.number, view.number);
      scene.mark(piece, pieceKey(kind.number, view.number), face.title);
      put(found, piece);
    }
    if (family.form === "pile" && total > 1) put(found, h("b", {}, `of ${total}`));
  } else put(found, h("b", {}, String(total)));
  return found;
}

/** Whether the sign of a kind is that of another kind of its component, too. */
function isSignShared({ model, looks }: Scene, kind: number): boolean {
  const { first, count } = model.components[model.kinds[kind].component];
  const sign = JSON.stringify(looks.kindSign(kind));
  return Array.from({ length: count }, (_, i) => first + i).some((other) => other !== kind && JSON.stringify(looks.kindSign(other)) === sign);
}
