// Turns on a board of columns as players write them: what was thrown, and the ways of the men, as in `4-2: 8/4 6/4*`.
import type { Event } from "gamedsl-host";
import type { Layout } from "../game/roles.js";
import type { Table } from "../match/session.js";
import type { Look, PageModel } from "../game/model.js";
import { indexOf } from "../table/scene.js";
import { placeCalled } from "../game/words.js";

/** What was thrown, or ways, as they are written; nulls where there is no such text. `turn`: what of a turn it is, all of which stands in one line. */
export interface Written { notation: string | null; turn: "throw" | "ways" | null }

const BAR = "bar";
const NOTHING: Written = { notation: null, turn: null };

/** Writes the ways of men on a board that has a bar: players count its places each from the own end. */
export class ColumnsNotation {
  /** The bar and what lies beside the board, by the names of their zones, and the board's places. */
  private readonly beside = new Map<string, string>();
  private readonly places = new Map<string, [board: number, place: number]>();

  constructor(private readonly session: { model: PageModel; look: Look; match: Table; looker: number }, { bars, trays }: Layout) {
    if (!bars.length) return;
    const { model, match, looker } = session;
    for (const { name, number } of match.view(looker).zones) {
      const isIn = ({ base, count }: { base: number; count: number }) => number >= base && number < base + count;
      const family = model.zones.find(isIn);
      const board = family?.dimensions[0]?.type;
      if (bars.some(isIn)) this.beside.set(name, BAR);
      else if (trays.some(isIn)) this.beside.set(name, "off");
      else if (family && board?.is === "place") this.places.set(name, [board.board, indexOf(family, number - family.base)[0]]);
    }
  }

  /** What a part of a move comes to: the ways of the seat's own men, or the dice that its sentence tells. */
  notation(seat: number, moves: readonly Event[], dice: readonly string[]): Written {
    if (!this.beside.size) return NOTHING;
    const hit = moves.filter((move) => !this.isOwn(seat, move)).map(({ from }) => from);
    const ways = moves.flatMap((move) => {
      const way = this.way(seat, move);
      return way === null ? [] : [hit.includes(move.to) ? `${way}*` : way];
    });
    if (ways.length) return { notation: ways.join(" "), turn: "ways" };
    return dice.length > 1 ? { notation: `${dice.join("-")}:`, turn: "throw" } : NOTHING;
  }

  private way(seat: number, move: Event): string | null {
    const [start, end] = [move.from, move.to].map((zone) => this.called(String(zone), seat));
    return this.isOwn(seat, move) && start !== null && end !== null && end !== BAR ? `${start}/${end}` : null;
  }

  private isOwn(seat: number, { pieces }: Event): boolean {
    const owner = (name: string) => this.session.model.kinds.find((kind) => kind.name === name)?.owner ?? null;
    return Array.isArray(pieces) && (pieces as [string, number][]).every(([name]) => owner(name) === seat);
  }

  private called(zone: string, seat: number): string | null {
    const place = this.places.get(zone);
    if (!place) return this.beside.get(zone) ?? null;
    return placeCalled(this.session.model, this.session.look, seat, ...place);
  }
}
