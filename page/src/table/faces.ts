// Faces of pieces as elements.
import { drawn, h, put, symbol } from "../window/dom.js";
import { type Face, isPale, isWhite, type Looks, type Style, textOn } from "../game/looks.js";
import type { DrawnFace, Look, MarkData } from "../game/model.js";
import { singular } from "../game/words.js";

/** Drawings of things that stand on a table as they are; people and what has no drawing are pawns. */
export const UPRIGHT: ReadonlySet<string> = new Set(["ship", "wheel", "paw", "wolf", "sheep", "fish", "tower", "house", "tree", "beetle", "snake", "mill"].map((name) => `i-${name}`));
const LONG = 8;
/** So many facts at most stand at the foot of a card. */
export const FEET = 4;

/** An emblem: a glyph or a shield. */
export function emblem(style: Style, title = style.word): HTMLElement {
  const found = h("span", { class: `emblem ${isWhite(style.color) ? "pale" : ""} ${style.pose ? "posed" : ""}`, style: { "--kc": style.color, ...(style.pose ? { transform: style.pose } : {}) }, attrs: { title } });
  if (style.picture !== undefined) put(found, h("img", { attrs: { src: style.picture, alt: "" } }));
  else put(found, style.glyph ? h("span", { class: "glyph", attrs: { "aria-hidden": "true" } }, style.glyph) : symbol(style.symbol ?? "o-roundel"));
  return found;
}

/** A piece of some kind, as large as it is where it lies. */
export function pieceFace(looks: Looks, kind: number, size: "big" | "sm" | "" = ""): HTMLElement {
  const face = looks.kind(kind);
  const laid = looks.drawn(kind);
  // Words of a card cannot be read where it is small; tiles are known by their pictures.
  const isShort = laid?.hasWords && size === "sm" && face.form === "card";
  const found = laid && !isShort ? laidFace(looks, laid, face, size) : formed(face, size);
  if (laid && isShort) wearScene(looks, laid, found);
  if (!tellsMore(face) && !laid) return found;
  // A closer look tells more than a title could.
  found.dataset.face = String(kind);
  found.removeAttribute("title");
  return found;
}

/** A piece as it is printed. */
function laidFace(looks: Looks, laid: DrawnFace, face: Face, size: string): HTMLElement {
  const { width, height, isHex, hasWords, marks } = laid;
  const found = h("span", { class: `card drawn ${size} ${isHex ? "hex" : ""} ${hasWords ? "worded" : ""}`, style: { "--ar": `${width}/${height}`, "--wide": wideness(laid) }, attrs: { title: told(face) } });
  const inner = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": told(face) });
  inner.append(...marks.map((mark) => element(looks, mark)));
  put(found, inner);
  return found;
}

/** Gives a small card the picture that fills the width of the printed one, and the colour of the band across it. */
function wearScene(looks: Looks, { width, height, marks }: DrawnFace, card: HTMLElement): void {
  const isWide = ([, at]: MarkData) => Number(at.width) >= width * WIDE;
  const scene = marks.find((mark) => mark[0] === "svg" && isWide(mark) && Number(mark[1].height) >= height * HIGH);
  const emblemOf = card.querySelector(".emb");
  if (!scene || !emblemOf) return;
  const [, { x, y, width: across, height: down }] = scene;
  const inner = drawn("svg", { viewBox: `${x} ${y} ${across} ${down}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" });
  inner.append(element(looks, scene));
  emblemOf.replaceChildren(inner);
  emblemOf.classList.add("scene");
  const band = marks.find((mark) => mark[0] === "rect" && isWide(mark) && Number(mark[1].height) < height * HIGH);
  if (band?.[1].fill === undefined) return;
  const color = String(band[1].fill);
  card.style.setProperty("--kc", color);
  card.style.setProperty("--on", textOn(color) ?? "");
}

/** The least share of a card's width that its picture or a band across it takes, and the least share of its height for a picture. */
const WIDE = 0.9;
const HIGH = 0.3;

/** How wide a piece is, relative to a usual card of the same area. */
function wideness({ width, height }: DrawnFace): string {
  return Math.sqrt((width / height) * (7 / 5)).toFixed(3);
}

function element(looks: Looks, [name, attributes, children]: MarkData): SVGElement {
  const { picture, ...others } = attributes;
  const found = drawn(name, picture === undefined ? others : { ...others, href: looks.picture(String(picture)) });
  if (typeof children === "string") found.append(children);
  else found.append(...(children ?? []).map((one) => element(looks, one)));
  return found;
}

/** Makes the fonts of the look file known to the browser. */
export function loadFonts(look: Look): void {
  for (const [name, data] of Object.entries(look.fonts ?? {})) document.fonts.add(new FontFace(name, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))));
}

function formed(face: Face, size: string): HTMLElement {
  if (face.form === "pawn") return pawn(face);
  if (face.form === "stone") return crowned(face);
  if (face.form === "token") return token(face);
  return face.corner ? suited(face, size) : card(face, size);
}

/** Whether a face tells more than its drawing shows at once. */
export function tellsMore({ text, feet }: Face): boolean {
  return text !== "" || feet.length > 0;
}

/** Titles that are a nought themselves. */
const NOUGHT = /\b(?:0|zero|nought|null|none)\b/i;

/** Whether a face has no number in its middle: where it says more or has a name of its own, a nought says nothing. */
export function isBlank({ title, style, numeral, text, feet }: Face): boolean {
  const isNamed = title !== style.word && !NOUGHT.test(title);
  return numeral === null || (numeral === 0 && (isNamed || text !== "" || feet.length > 0));
}

/** A person's piece. */
export function pawn(face: Face): HTMLElement {
  const found = h("span", { class: `pawn ${isPale(face.style.color) ? "pale" : ""}`, style: { "--kc": face.style.color }, attrs: { title: face.title } });
  const { glyph, symbol: name = "" } = face.style;
  put(found, glyph ? h("span", { class: "glyph" }, glyph) : symbol(name === "i-ship" ? "ship" : UPRIGHT.has(name) ? name : "pawn"));
  return found;
}

/** A flat piece of somebody: with the sign of its kind, if it has one. */
function crowned({ style, title, seat }: Face): HTMLElement {
  const found = stone(style.color, "", title);
  if (seat === 1) found.classList.add("second");
  if (style.glyph) put(found, h("span", { class: "glyph", attrs: { "aria-hidden": "true" } }, style.glyph));
  return found;
}

/** A disc in somebody's colour, with the first letter of the name. */
export function disc(color: string, name: string, size = ""): HTMLElement {
  return h("span", { class: `disc ${size} ${isPale(color) ? "pale" : ""}`, style: { "--sc": color }, attrs: { "aria-hidden": "true" } }, initial(name));
}

/** The first letter of a name; of “Player 2” the number. */
function initial(name: string): string {
  return (/^Player (\d+)$/.exec(name)?.[1] ?? [...name][0] ?? "").toUpperCase();
}

/** A round piece of somebody: with the first letter of the name. */
export function stone(color: string, name: string, title = name): HTMLElement {
  return h("span", { class: `stone ${isPale(color) ? "pale" : ""}`, style: { "--kc": color }, attrs: { title } }, initial(name));
}

/** The colours of seats are the same in the dark: text on them stays white. */
function seated({ seat, style }: Face): string {
  return seat !== null && !isPale(style.color) ? "seated" : "";
}

function token(face: Face): HTMLElement {
  const found = h("span", { class: `token ${seated(face)}`, style: { "--kc": face.style.color }, attrs: { title: told(face) } });
  if (isPale(face.style.color)) found.classList.add("pale");
  put(found, face.numeral === null ? emblem(face.style, face.title) : h("b", {}, String(face.numeral)));
  return found;
}

function card(face: Face, size: string): HTMLElement {
  const longest = Math.max(...face.title.split(" ").map((one) => one.length), face.title.length / 1.8);
  const long = Math.max(0.55, Math.min(face.title.length > LONG && face.title.includes(" ") ? 0.8 : 1, LONG / longest)).toFixed(2);
  const on = textOn(face.style.color);
  const found = h("span", { class: `card ${size} ${seated(face)}`, style: { "--kc": face.style.color, "--fs": long, ...(on && { "--on": on }) }, attrs: { title: told(face) } });
  if (isPale(face.style.color)) found.classList.add("pale");
  put(found, h("span", { class: "top" }, face.title));
  const counts = face.counts && !face.title.includes(face.counts) ? h("small", {}, (face.numeral === 1 ? singular(face.counts) : face.counts).toLowerCase()) : null;
  put(found, isBlank(face) ? h("span", { class: "emb" }, emblem(face.style, face.title)) : h("span", { class: "num" }, String(face.numeral), counts));
  const numbers = face.feet.filter(({ text }) => !Number.isNaN(Number(text))).length;
  if (face.text) {
    found.classList.add("says");
    put(found, h("span", { class: "text" }, face.text));
  }
  const shown = face.feet.slice(0, FEET);
  const cost = shown.findIndex(({ name, style }) => style !== null && COST.test(name));
  // Two names beside each other would read as one: “Alder – Hazel”.
  const isName = (at: number) => shown[at] !== undefined && shown[at].style === null && Number.isNaN(Number(shown[at].text));
  const before = (at: number) => (at === cost ? h("span", { class: "a" }, "Cost") : isName(at) && isName(at - 1) ? h("span", { class: "a" }, "–") : null);
  put(found, h("span", { class: "foot" }, ...shown.flatMap((one, i) => [before(i), foot(one, numbers === 1)])));
  return found;
}

/** What a card costs is told with that word, where only drawings say of what. */
const COST = /\b(?:costs?|price)$/i;

const DOTS = /^(?:dots|pips)$/i;

/** A value below: dots for a small number, if it is the only one or one of dots. */
function foot(one: Face["feet"][number], isAlone: boolean): HTMLElement {
  const number = Number(one.text);
  const attrs = { title: `${one.name} ${one.text}` };
  if (one.style && Number.isNaN(number)) return h("span", { class: "a", attrs }, emblem(one.style), h("span", { class: "t" }, one.text));
  const text = one.text.replace(/^-/, "−");
  if (one.style) return h("span", { class: "a", attrs }, text, emblem(one.style, one.name));
  if ((isAlone || DOTS.test(one.name)) && one.isSmall) return h("span", { class: "pips", attrs }, ...Array.from({ length: number }, () => h("i")));
  return h("span", { class: "a", attrs }, Number.isNaN(number) ? one.text : `${one.name} ${text}`);
}

function suited(face: Face, size: string): HTMLElement {
  const { rank, suit } = face.corner ?? { rank: "", suit: face.style };
  const corner = (end: string) => h("span", { class: `index ${end}` }, h("b", {}, rank), h("i", {}, suit.glyph ?? ""));
  return h("span", { class: `card suited ${size}`, style: { "--kc": suit.color }, attrs: { title: face.title } }, corner("head"), h("span", { class: "suit" }, suit.glyph ?? ""), corner("tail"));
}

/** The back of a piece that is not seen. */
export function back(looks: Looks, components: number[], title: string, size = ""): HTMLElement {
  const found = h("span", { class: `card back ${size}`, attrs: { title } });
  if (components.length !== 1) return found;
  const { color, picture, form } = looks.back(components[0]);
  if (color) found.style.setProperty("--kb", color);
  if (form) {
    found.classList.add("drawn", ...(form.isHex ? ["hex"] : []), ...(form.hasWords ? ["worded"] : []));
    found.style.setProperty("--ar", `${form.width}/${form.height}`);
    found.style.setProperty("--wide", wideness(form));
  }
  if (picture) put(found, h("img", { attrs: { src: picture, alt: "" } }));
  return found;
}

/** What a face says in words. */
export function told(face: Face): string {
  const more = face.feet.map(({ name, text }) => (name === text ? text : `${name}: ${text}`));
  const shown = [face.title, ...(face.numeral === null ? [] : [face.counts ? `${face.counts}: ${face.numeral}` : String(face.numeral)]), ...more].join(", ");
  return face.text ? `${shown}. ${face.text}` : shown;
}

/** A ring, a number or the like over a place. */
export function ringMark(): SVGElement {
  return drawn("svg", { viewBox: "0 0 40 40", class: "ringmark" }, drawn("circle", { cx: 20, cy: 20, r: 17, fill: "none", stroke: "currentColor", "stroke-width": 3 }));
}
