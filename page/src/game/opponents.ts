// The computer as an opponent: how strong it is, in words, and which agent that is.
import type { SetupData } from "./model.js";
import type { Who } from "../match/session.js";

/** How strong the computer plays, with the words for lists and panels. */
interface Strength { who: Who; told: string; short: string }

const PERSON: Strength = { who: "person", told: "a person", short: "" };
const STRENGTHS: Strength[] = [
  { who: "beginner", told: "computer: beginner (at once)", short: "beginner" },
  { who: "steady", told: "computer: steady (2 seconds)", short: "steady" },
  { who: "strong", told: "computer: strong (6 seconds)", short: "strong" },
];
/** As in Python: see `STRENGTHS` in `thinking/specs.py`. */
const BEGINNER = "mcts:100";
const RANDOM: Strength = { who: "random", told: "computer: at random", short: "at random" };

type Setup = Pick<SetupData, "computer">;

/** Who can take a seat: a person, or the computer in some strength. Where it cannot judge moves it plays at random. */
export function candidates({ computer }: Setup): Strength[] {
  return computer === "takes any move" ? [PERSON, RANDOM] : [PERSON, ...STRENGTHS];
}

/** Who takes a seat where nobody is chosen, or somebody whom this game does not have. */
export function usual({ computer }: Setup): Who {
  return computer === "takes any move" ? "random" : "steady";
}

/** How the computer plays, in a word; empty for people. Links and older matches may name an agent by its own word. */
export function strengthTold(who: Who): string {
  return [...STRENGTHS, RANDOM].find((one) => one.who === who)?.short ?? (who === "person" || who === "elsewhere" ? "" : "computer");
}

/** The agent that a strength means: it searches a tree where the module has room for one. */
export function agentOf(who: Who, { computer }: Setup): string {
  const search = computer === "thinks" ? "mcts" : "playouts";
  switch (who) {
    case "beginner": return computer === "thinks" ? BEGINNER : "playouts:40";
    case "steady": return `${search}:2s`;
    case "strong": return `${search}:6s`;
    case "random": return "random:moves";
    default: return who;
  }
}

/** The same where people do not want to wait: with a tenth of the time at most. Who plays at once does so as ever. */
export function agentAtOnce(who: Who, setup: Setup): string {
  return agentOf(who, setup).replace(/:\d+s$/, ":200ms");
}

/** What a host calls the agent of a seat, in a word: `mcts:5000ms` is “strong”. */
export function hostedTold(agent: string): string {
  const [word, limit] = agent.split(":");
  if (word === "random") return "at random";
  const milliseconds = Number(/^(\d+)ms$/.exec(limit ?? "")?.[1] ?? Number.NaN);
  if (agent === BEGINNER) return "beginner";
  if (Number.isNaN(milliseconds)) return "computer";
  return milliseconds >= 3000 ? "strong" : milliseconds >= 500 ? "steady" : "computer";
}
