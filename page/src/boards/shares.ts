// What a place of the table has for each player, or for each of other things: `barges[player]`, `stock[good]`, `camp[player]`.
import { h, put } from "../window/dom.js";
import { pieceFace, stone } from "../table/faces.js";
import { type Spot, within } from "../game/geometry.js";
import type { FieldFamily, ZoneFamily } from "../game/model.js";
import { indexOf, type Scene } from "../table/scene.js";

/** Adds the values of such fields that are not nothing, and what lies in such zones: what is a player's in that player's colour, other things with their names. */
export function divided(scene: Scene, spot: Spot, owner: number | null, elements: HTMLElement[], said: string[]): void {
  const all = h("span", { class: "shares" });
  for (const zone of owner === null ? scene.model.zones : []) {
    const shares = h("span");
    for (const { number, of, seat } of zone.is_shown ? parts(scene, zone, spot) : []) {
      for (const { kind, count } of scene.zone(number)?.contents ?? []) {
        const title = [scene.looks.counted(kind.number, count), "of", ...of].join(" ");
        const face = pieceFace(scene.looks, kind.number, "sm");
        if (seat !== null && scene.looks.kind(kind.number).seat === null) face.style.setProperty("--kc", scene.looks.seat(seat));
        const found = h("span", { class: "lying", attrs: { title } }, face);
        if (count > 1) put(found, h("span", { class: "x" }, String(count)));
        put(shares, found);
        said.push(title);
      }
    }
    if (shares.children.length) put(all, shares);
  }
  for (const field of owner === null ? scene.model.fields : []) {
    const shares = h("span");
    for (const { number, of, seat } of field.is_shown && !scene.look.field?.[field.name]?.hide ? parts(scene, field, spot) : []) {
      const value = scene.field(number);
      if (!value?.thing) continue;
      const title = [scene.label("field", field.name), ...of].join(" ");
      const text = value.thing === true ? "" : value.text;
      if (seat === null) put(shares, h("span", { class: "chip", attrs: { title } }, [...of, text].join(" ")));
      else {
        const found = stone(scene.looks.seat(seat), typeof value.thing === "number" ? "" : text, title);
        found.classList.add("share");
        if (typeof value.thing === "number") put(found, text);
        put(shares, found);
      }
      said.push(`${title} ${text}`.trim());
    }
    if (shares.children.length) put(all, shares);
  }
  if (all.children.length) elements.push(all);
}

interface Part {
  number: number;
  of: string[];
  /** The player whose part it is; null if it is no player's. */
  seat: number | null;
}

/** The instances of a family that has several on a place, with the names of what they are about. */
function parts(scene: Scene, family: FieldFamily | ZoneFamily, spot: Spot): Part[] {
  const [first, ...others] = family.dimensions;
  const place = first?.type.is === "place" ? within(scene.model, first.type.board, spot) : null;
  if (place === null || !others.length) return [];
  return Array.from({ length: family.count }, (_, number) => ({ number, index: indexOf(family, number) }))
    .filter(({ index }) => index[0] === place)
    .map(({ number, index }) => ({
      number: family.base + number,
      of: others.map(({ type }, i) => scene.indexName(type, index[i + 1])),
      seat: others.length === 1 && others[0].type.is === "seat" ? index[1] : null,
    }));
}
