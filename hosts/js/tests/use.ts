// A program of a user, checked with all strictness: the declarations are enough to write it.
import { IllegalMove, loadGame, Match, type ModelTypes, type Move, type Option, type Thing, type View } from "../index.js";
import type { OutcomeData, ViewData } from "../results.js";

export async function played(bytes: ArrayBuffer, choose: (options: Option[]) => Option): Promise<string> {
  const match = new Match(await loadGame(bytes), { seed: 7n, start: null });
  while (!match.isOver) {
    const seat = match.toAct[0] ?? 0;
    const step = match.step(seat);
    try {
      const move: Move | null = match.take(seat, choose(step.options).value);
      if (move) console.log(move.text, move.choices.flatMap((one) => one.values.map(([name, thing]) => `${name} ${place(thing)}`)));
    } catch (error) {
      if (error instanceof IllegalMove) console.log(error.refusal.why ?? error.refusal.text);
      else throw error;
    }
  }
  return totals(match) + hands(match.view(0));
}

function place(thing: Thing): string {
  return thing !== null && typeof thing === "object" && "is" in thing && thing.is === "place" ? thing.at.join() : "";
}

function totals({ outcome }: Match): string {
  return outcome === null ? "" : outcome.ranking.flat().map((seat) => outcome.totals[seat]).join();
}

export function squares(board: ModelTypes.Board): string[] {
  return board.places.map((name, i) => `${name} at ${board.at[i]?.join() ?? "?"}${board.shape?.is === "hex" ? ", a hexagon" : ""}`);
}

function hands(view: View): string {
  return view.zones.map((zone) => zone.contents?.map(({ kind, count }) => `${count} ${kind.name}`).join() ?? `${zone.count ?? "?"} hidden`).join();
}

/** What a page shows of what a host in Python sends. */
export function sent(view: ViewData, outcome: OutcomeData | null): string {
  const zones = view.zones.map((zone) => `${zone.name}: ${zone.contents?.map(([kind, count]) => `${count} ${kind}`).join() ?? zone.count ?? 0}`);
  return [...view.fields.map(([name, text]) => `${name}: ${text}`), ...zones, outcome?.totals.join() ?? ""].join("\n");
}
