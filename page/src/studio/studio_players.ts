// Who plays a shared match: links to give away, who is here, and what only the host may do.
import { copied } from "../kept/clipboard.js";
import { h, put } from "../window/dom.js";
import { hostedTold } from "../game/opponents.js";
import type { SharedSeat, SharedState } from "./studio_state.js";

export class PlayersPanel {
  readonly root = h("div", { class: "players" });
  private shown = "";
  /** The seats whose picture is unfolded. */
  private readonly open = new Set<string>();

  draw(shared: SharedState | null): void {
    const text = JSON.stringify(shared);
    if (!shared || text === this.shown) return;
    this.shown = text;
    this.root.replaceChildren(h("p", { class: "soft" }, "Whoever has a link has the seat. Give each of these to one player in your network:"),
      h("ul", { class: "links" }, ...shared.seats.map((seat) => this.seat(seat, shared))), ...notes(shared), h("div", { class: "acts" }, ...this.acts(shared)));
  }

  private seat(seat: SharedSeat, shared: SharedState): HTMLElement {
    const state = seat.agent !== null ? hostedTold(seat.agent) : (seat.isOwn ? "you" : seat.isHere ? "here" : "not here");
    const found = h("li", {}, h("b", {}, seat.name), h("span", { class: `pill ${seat.agent ? "" : seat.isHere ? "good" : "so"}` }, state));
    if (seat.path) {
      const link = `${shared.base}${seat.path}`;
      const field = h("input", { attrs: { readonly: "", value: link, "aria-label": `The link of ${seat.name}` }, on: () => field.select() });
      const copy = h("button", { class: "btn", attrs: { "aria-label": `Copy the link of ${seat.name}` }, on: () => void copied(copy, field) }, "Copy");
      put(found, h("div", { class: "link" }, field, copy));
      if (seat.qr) put(found, this.picture(seat, seat.qr));
    }
    return found;
  }

  private picture(seat: SharedSeat, qr: string): HTMLElement {
    const found = h("details", this.open.has(seat.path) ? { attrs: { open: "" } } : {}, h("summary", {}, "As a picture for a phone"), h("img", { class: "qr", attrs: { src: qr, alt: `The link of ${seat.name} as a QR code` } }));
    found.addEventListener("toggle", () => {
      if (found.open) this.open.add(seat.path);
      else this.open.delete(seat.path);
    });
    return found;
  }

  private acts(shared: SharedState): (HTMLElement | null)[] {
    const undo = h("button", { class: "btn", attrs: shared.canUndo ? {} : { disabled: "" }, on: () => {
      if (confirm("Take back the last move? Everybody sees the position before it, and may have seen what the move has shown.")) void this.ask("undo");
    } }, "Take back the last move");
    const anew = h("button", { class: "btn", on: () => {
      if (shared.isOver || confirm("Begin another match, with the number of players that is chosen at the top? The present one ends.")) void this.ask("new");
    } }, "New match");
    const save = shared.isOver ? h("a", { class: "btn", attrs: { href: "replay", download: "match.json" } }, "Save the match") : null;
    return [undo, anew, save];
  }

  private async ask(what: string): Promise<void> {
    const answer = await fetch(what, { method: "POST" });
    if (answer.ok) return;
    const { problem } = (await answer.json().catch(() => ({ problem: "That is not possible." }))) as { problem: string };
    this.root.append(h("p", { class: "trouble", attrs: { role: "alert" } }, problem));
  }
}

function notes({ note, why, trouble }: SharedState): HTMLElement[] {
  const lines = [note && why ? `${note} The next move is not possible: ${why}` : note];
  return [...lines.flatMap((line) => (line ? [h("p", { class: "note" }, line)] : [])), ...(trouble ? [h("p", { class: "trouble", attrs: { role: "alert" } }, trouble)] : [])];
}
