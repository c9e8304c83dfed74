// The page: begins matches, paints them, and plays for agents.
import { type Game, loadGame } from "gamedsl-host";
import { Agents, serve } from "./agents.js";
import { App, DRAWN } from "./app.js";
import { h } from "./dom.js";
import type { PageData } from "./model.js";
import { unpacked } from "./packing.js";
import { sharedIn } from "./saved.js";

interface Packed { literals: string; copies: string; sizes: number[] }

async function begin(): Promise<void> {
  const script = document.currentScript?.textContent ?? "";
  const read = <T>(id: string): T => JSON.parse(document.getElementById(id)?.textContent ?? "null") as T;
  const data = read<PageData>("page-data");
  const root = document.getElementById("app");
  if (!root) return;
  try {
    const modules = await unpacked(read<Packed>("page-modules"));
    const games = new Map<number, Promise<Game>>();
    const game = (setup: number): Promise<Game> => {
      const known = games.get(setup) ?? loadGame(modules[setup]);
      games.set(setup, known);
      return known;
    };
    const app = new App(root, data, game, (setup, seed) => new Agents(script, modules[setup], seed));
    const shared = await sharedIn(location.hash);
    if (shared) await app.resume(shared);
    else app.start();
    Object.assign(window, { gamedslPage: app });
  } catch (error) {
    root.replaceChildren(h("p", { class: "broken", attrs: { role: "alert" } }, `This page cannot be shown here: ${error instanceof Error ? error.message : String(error)}`));
  }
  dispatchEvent(new Event(DRAWN));
}

if (typeof document === "undefined") serve(self as unknown as Parameters<typeof serve>[0]);
else void begin();
