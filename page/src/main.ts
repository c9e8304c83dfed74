// The page: begins matches, paints them, and plays for agents.
import { type Game, loadGame } from "gamedsl-host";
import { Agents, serve } from "./match/agents.js";
import { App, DRAWN } from "./window/app.js";
import { h } from "./window/dom.js";
import { GuestSession, HostConnection } from "./match/guest.js";
import type { PageData, PageModel } from "./game/model.js";
import { unpacked } from "./kept/packing.js";
import { Shelf, storeOf } from "./kept/shelf.js";
import { uncited } from "./game/words.js";

interface Packed { literals: string; copies: string; sizes: number[] }

/** What the page of a seat holds instead of modules. */
interface SeatData { rules: string; model: PageModel }

async function begin(): Promise<void> {
  const script = document.currentScript?.textContent ?? "";
  const read = <T>(id: string): T => JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
  const data = uncited(read<PageData>("page-data"));
  const root = document.getElementById("app");
  if (!root) return;
  try {
    const seat = uncited(read<SeatData | null>("page-seat"));
    if (seat) {
      join(root, data, seat);
      return;
    }
    // The form needs no module: they are unpacked when the first match begins.
    let modules: Promise<Uint8Array<ArrayBuffer>[]> | null = null;
    const moduleOf = async (setup: number): Promise<Uint8Array<ArrayBuffer>> => {
      modules ??= unpacked(read<Packed>("page-modules"));
      return (await modules)[setup];
    };
    const games = new Map<number, Promise<Game>>();
    const game = (setup: number): Promise<Game> => {
      const known = games.get(setup) ?? moduleOf(setup).then(loadGame);
      games.set(setup, known);
      return known;
    };
    const shelf = new Shelf(data.name, data.setups.map(({ digest }) => digest), storeOf("localStorage"), storeOf("sessionStorage"));
    const app = new App(root, data, game, (setup, origin) => new Agents(script, moduleOf(setup), origin), shelf);
    await app.enter();
    Object.assign(window, { gamedslPage: app });
  } catch (error) {
    root.replaceChildren(h("p", { class: "broken", attrs: { role: "alert" } }, `This page cannot be shown here: ${error instanceof Error ? error.message : String(error)}`));
  }
  dispatchEvent(new Event(DRAWN));
}

/** The page of one seat of a match that a host keeps. */
function join(root: HTMLElement, data: PageData, { model, rules }: SeatData): void {
  const app = new App(root, data, () => Promise.reject(new Error("a seat has no module")), () => { throw new Error("a seat has no agents"); }, null);
  let session: GuestSession | null = null;
  const { title } = data;
  addEventListener(DRAWN, () => { document.title = session?.asked === session?.looker ? `● ${title}` : title; });
  const connection = new HostConnection((told) => {
    if (told.rules !== rules) location.reload();
    else if (session) {
      session.take(told);
      app.draw();
    } else {
      session = new GuestSession(model, told, connection, app.draw);
      app.play(session);
      Object.assign(window, { gamedslPage: app });
    }
  }, (why) => {
    if (!session && why !== null) root.replaceChildren(h("p", { class: "broken" }, why));
    if (!session || session.away === why) return;
    session.away = why;
    app.draw();
  });
  root.replaceChildren(h("p", { class: "broken" }, "Your host is asked …"));
}

if (typeof document === "undefined") serve(self as unknown as Parameters<typeof serve>[0]);
else void begin();
