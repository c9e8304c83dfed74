// What a place of the table has for each player, or for each of other things: `barges[player]`, `stock[good]`.
import { h, put } from "./dom.js";
import { stone } from "./faces.js";
import { type Spot, within } from "./geometry.js";
import { indexOf, type Scene } from "./scene.js";

/** Adds the values of such fields that are not nothing: those of players as small stones in their colours, others with the names of what they are about. */
export function divided(scene: Scene, spot: Spot, owner: number | null, elements: HTMLElement[], said: string[]): void {
  for (const field of scene.model.fields) {
    const [first, ...others] = field.dimensions;
    const place = first?.type.is === "place" ? within(scene.model, first.type.board, spot) : null;
    if (owner !== null || place === null || !others.length || !field.is_shown || scene.look.field?.[field.name]?.hide) continue;
    const shares = h("span", { class: "shares" });
    for (let number = 0; number < field.count; number++) {
      const index = indexOf(field, number);
      const value = scene.field(field.base + number);
      if (index[0] !== place || !value?.thing) continue;
      const of = others.map(({ type }, i) => scene.indexName(type, index[i + 1]));
      const title = [scene.label("field", field.name), ...of].join(" ");
      const text = value.thing === true ? "" : value.text;
      const seat = others.length === 1 && others[0].type.is === "seat" ? index[1] : null;
      if (seat === null) put(shares, h("span", { class: "chip", attrs: { title } }, [...of, text].join(" ")));
      else {
        const found = stone(scene.looks.seat(seat), typeof value.thing === "number" ? "" : text, title);
        found.classList.add("share");
        if (typeof value.thing === "number") put(found, text);
        put(shares, found);
      }
      said.push(`${title} ${text}`.trim());
    }
    if (shares.children.length) elements.push(shares);
  }
}
