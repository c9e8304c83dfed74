// Answers on a map that are buttons too: what they cost or bring has no room there.
import type { Option, Step } from "gamedsl-host";
import { placeOfKey } from "../game/keys.js";
import { placeCalled, titled } from "../game/words.js";
import type { Session } from "../match/session.js";
import type { Scene } from "../table/scene.js";
import { named } from "../table/values.js";

/** So many answers at most: more would leave no room for the map. */
const MOST = 6;

/** What the buttons of answers on a map say, by the answer: where it leads. Empty where no answer changes anything at once (`tells`), and for answers elsewhere. */
export function pricedOnMap(scene: Scene, session: Session, { kind, options }: Step, tells: (option: Option) => boolean): Map<Option, string> {
  const isShort = kind === "one" && options.length <= MOST;
  return isShort && options.every(({ thing }) => isOfMap(scene, thing)) && options.some(tells) ? new Map(options.map((option) => [option, goalOf(scene, session, option)])) : new Map<Option, string>();
}

/** Whether a thing is a place of a map or one of its lines. */
function isOfMap({ model }: Scene, thing: Option["thing"]): boolean {
  if (typeof thing !== "object" || thing === null || Array.isArray(thing)) return false;
  if (thing.is === "place") return model.boards.some(({ name, shape }) => name === thing.board && shape?.is === "graph");
  if (thing.is !== "word") return false;
  const type = model.types.findIndex(({ name }) => name === thing.of);
  return model.boards.some(({ shape }) => shape?.is === "graph" && shape.edges !== null && shape.edges === type);
}

/** The place to which an answer brings the chooser, or what the answer is called. */
function goalOf(scene: Scene, session: Session, { thing, text, value }: Option): string {
  const [board, place] = placeOfKey(session.reached([value]) ?? "");
  return place === undefined ? titled(named(scene, thing, text)) : titled(placeCalled(scene.model, scene.look, session.looker, board, place));
}
