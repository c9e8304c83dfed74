// What the page of a seat is sent: see `Match.message`. `MessageMove` is a move, and `ReplayData` a saved match. Made by `python -m tools.model_schema`.

export type ThingData = PlaceData | SeatThingData | WordData | KindData | ZoneThingData | PieceData | CountedData | number | boolean | ThingData[] | null;
/** All that the page of a seat needs to be drawn. */
export interface Message {
  /** of the position: it is sent back with an answer, and with the wish for news */
  key: string;
  isOver: boolean;
  view: MessageView;
  /** the open step of the seat; null: it has not to choose */
  step: MessageStep | null;
  /** what the step offers but the rules do not allow */
  refused: MessageRefused[];
  events: MessageEvent[];
  /** the events are all that the seat has observed; else those since the key that the page had */
  isWhole: boolean;
  outcome: MessageOutcome | null;
}

export interface MessageView {
  /** null: a spectator, who sees what all seats see */
  seat: number | null;
  phase: string;
  round: number | null;
  /** the seats that have to choose, as far as the seat may know it */
  toAct: number[];
  fields: MessageField[];
  zones: MessageZone[];
  /** what was rolled, chosen or gone through before and still counts, as far as everybody may know it */
  locals: MessageLocal[];
}

export interface MessageField {
  number: number;
  name: string;
  text: string;
  thing: ThingData;
}

export interface PlaceData {
  is: "place";
  board: string;
  name: string;
  number: number;
  /** row and column, from 0 */
  at: [number, number];
}

export interface SeatThingData {
  is: "seat";
  name: string;
  number: number;
}

export interface WordData {
  is: "word";
  /** its type or table */
  of: string;
  name: string;
  number: number;
}

export interface KindData {
  is: "kind";
  component: string;
  name: string;
  number: number;
}

export interface ZoneThingData {
  is: "zone";
  family: string;
  index: ThingData[];
  name: string;
  number: number;
}

export interface PieceData {
  is: "piece";
  kind: KindData;
  zone: ZoneThingData | null;
}

export interface CountedData {
  is: "counted";
  /** things and numbers */
  entries: [ThingData, number][];
}

export interface MessageZone {
  number: number;
  name: string;
  family: string;
  /** null: the seat does not see it. Piles from bottom to top, one by one */
  contents: MessagePieces[] | null;
  /** null: not even how many is seen */
  count: number | null;
  backs: [string, number][];
  /** what the seat knows to lie there at least */
  known: MessagePieces[];
}

export interface MessagePieces {
  kind: KindData;
  count: number;
}

export interface MessageLocal {
  name: string;
  text: string;
  thing: ThingData;
}

/** An open step: one question, and its answers. */
export interface MessageStep {
  decision: string;
  kind: "gate" | "menu" | "one" | "count" | "group" | "member" | "yes_no" | "only";
  name: string;
  about: string;
  /** the question that the rules write */
  ask: string | null;
  topic: ThingData;
  options: MessageOption[];
  /** of kind `only`: what the move consists of */
  choices?: MessageChoice[];
}

export interface MessageOption {
  /** what is answered */
  value: number;
  text: string;
  thing: ThingData;
}

/** The choices of a move in one rule or action. */
export interface MessageChoice {
  name: string;
  isDeclined: boolean;
  /** the selections by name */
  values: [string, ThingData][];
}

/** An option that the open step offers, but a requirement does not allow. */
export interface MessageRefused {
  /** what is answered */
  value: number;
  text: string;
  thing: ThingData;
  refusal: MessageRefusal;
}

export interface MessageRefusal {
  kind: "not_your_turn" | "unknown" | "not_offered" | "selection" | "requirement";
  /** what refuses: a requirement, a selection, a seat */
  name: string;
  /** its sentence in the rules */
  why: string | null;
  /** one sentence for people */
  text: string;
}

/** The observations of a seat: their words, and the parts of these. */
export interface MessageEvent {
  is: "move" | "shuffle" | "shuffle_under" | "see" | "peek" | "field" | "roll" | "choose" | "say" | "start";
  /** of `move`: the zone that the pieces left */
  from?: string;
  text: string;
  /** of `move`: the zone in which the pieces arrived */
  to?: string;
  /** of `move` and `see`: kinds and numbers */
  pieces?: [string, number][];
  /** of an unseen `move`: how many pieces */
  number?: number;
  /** of an unseen `move`: the backs that were seen */
  backs?: [string, number][];
  /** of `shuffle`, `shuffle_under`, `see` and `peek` */
  zone?: string;
  /** of `see` and `peek`: who looks; empty: pieces were shown */
  by?: string;
  /** of `field`, `roll` and `start` */
  name?: string;
  /** of `field` and `roll` */
  value?: string;
  /** of `choose` */
  seat?: number;
}

export interface MessageOutcome {
  /** groups of equal seats, best first */
  ranking: number[][];
  /** by seat: the lines of the score and their points */
  scores: [string, number][][];
  totals: number[];
  reason: string;
  /** by seat, where the rules say who has won */
  won: boolean[] | null;
  /** board and place of all that has made the end come true: of a row, of a chain between two sides */
  decisive: [number, number][];
}

export interface MessageMove {
  steps: number[];
  text: string;
  choices: MessageChoice[];
}

/** A match as `Match.to_json` and `replay_to_json` write it, and `gamedsl replay` reads it. */
export interface ReplayData {
  format: string;
  game: string;
  rules: string;
  players: number;
  options: Record<string, string>;
  variants: string[];
  seats: string[];
  /** of the compiled rules */
  digest: string;
  seed: number;
  index: number;
  moves: ReplayMoveData[];
  outcome: ReplayOutcomeData | null;
  /** the start of the rules from which it began */
  start?: string;
  /** the steps taken of open decisions */
  open?: OpenStepsData[];
  /** what was put on top of the rules: `variant gossip` */
  added?: string[];
  /** `Match.version`, if it is not the number of moves and open steps */
  version?: number;
  /** how often something was taken back that a seat had seen, by seat; the last: spectators */
  taken_back?: number[];
  /** who sits where, in a match that a page has saved */
  people?: SeatedPersonData[];
}

export interface ReplayMoveData {
  /** the name of the seat */
  seat: string;
  move: string;
}

export interface ReplayOutcomeData {
  ranking: number[][];
  scores: [string, number][][];
  totals: number[];
  shares: string[];
  reason: string;
  won?: boolean[];
}

export interface OpenStepsData {
  seat: string;
  steps: number[];
}

/** Who sits at a seat. */
export interface SeatedPersonData {
  name: string;
  /** `person`, or how the computer plays there, as a page calls it */
  who: string;
}
