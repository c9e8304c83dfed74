// What a host in Python sends with `gamedsl.json_of`. Made by `python -m tools.model_schema`.

import type { PlaceData, SeatThingData, WordData, KindData, ZoneThingData, PieceData, CountedData, ThingData } from "./message.js";

export type { PlaceData, SeatThingData, WordData, KindData, ZoneThingData, PieceData, CountedData, ThingData };
/** A `View`, with all events: `Match.message` gives what is new only. */
export interface ViewData {
  seat: number | null;
  phase: string;
  to_act: number[];
  zones: ZoneViewData[];
  fields: [string, string][];
  events: EventData[];
  round: number | null;
  locals: [string, string][];
}

/** A `ZoneView`. */
export interface ZoneViewData {
  name: string;
  contents: [string, number][] | null;
  count: number | null;
  backs: [string, number][];
  known: [string, number][];
}

/** An `Event`. */
export interface EventData {
  text: string;
  /** differs for different observations; texts, numbers, and lists of them */
  data: unknown[];
}

/** A `Move`. */
export interface MoveData {
  steps: number[];
  text: string;
  asked: number;
  choices: ChoiceData[];
}

/** A `Choice`. */
export interface ChoiceData {
  name: string;
  is_declined: boolean;
  values: [string, ThingData][];
}

/** A `Played`, which is a move of a match. */
export interface PlayedData {
  seat: number;
  text: string;
  choices: ChoiceData[];
}

/** A `Step`. */
export interface StepData {
  decision: string;
  kind: "gate" | "menu" | "one" | "count" | "group" | "member" | "yes_no" | "only";
  name: string;
  about: string;
  options: StepOptionData[];
  ask: string | null;
  questions: [string, string][];
  topic: ThingData;
}

/** A `StepOption`. */
export interface StepOptionData {
  value: number;
  text: string;
  thing: ThingData;
}

/** A `Refused`: an option that a step offers, but a requirement does not allow. */
export interface RefusedData {
  value: number;
  text: string;
  thing: ThingData;
  refusal: RefusalData;
}

/** A `Refusal`. */
export interface RefusalData {
  kind: "not_your_turn" | "unknown" | "not_offered" | "selection" | "requirement";
  reason: string;
  why: string | null;
  text: string;
  site: number;
  menu: string | null;
}

/** An `Outcome`. */
export interface OutcomeData {
  ranking: number[][];
  scores: [string, number][][];
  totals: number[];
  /** fractions as texts: `1/2` */
  shares: string[];
  reason: string;
  won: boolean[] | null;
}
