// What the server of a studio tells, and what the page of a game lets it see.
import type { Wanted } from "../controls/finder.js";
import type { Deed, Lines } from "../controls/lit.js";
import type { Followed, Kept } from "../match/following.js";

export type Texts = [style: string, text: string][];
export interface Finding { severity: "error" | "warning" | "info"; place: string; pieces: Texts }
export interface Example { name: string; doc: string | null; setup: string; passed: boolean; lines: [text: string, isAside: boolean][] }
export interface SeatFigures { name: string; wins: number; interval: [number, number]; points: number; spread: number }
export interface Figures {
  matches: number;
  seed: number;
  is_last: boolean;
  decisions: { mean: number; least: number; most: number };
  has_points: boolean;
  seats: SeatFigures[];
  reasons: [text: string, share: number][];
  /** Where players win "together", all seats have equal shares; a player "alone" has none that means anything. */
  contest: "against each other" | "together" | "alone";
}
export interface Broken { fault: Finding | null; match: [text: string, isAside: boolean][] }
/** A seat of a shared match; `path` is empty where an agent plays. */
export interface SharedSeat { name: string; agent: string | null; path: string; qr: string | null; isHere: boolean; isOwn: boolean }
/** What the host is told of a shared match. `base` is how the network calls the host. */
export interface SharedState { match: string; base: string; seats: SharedSeat[]; isOver: boolean; canUndo: boolean; note: string | null; why: string; trouble: string | null; node: number | null }
export interface StudioState {
  serial: number;
  file: string;
  looks: number;
  is_good: boolean;
  findings: Finding[];
  /** Where something hidden is learned. */
  secrets: { place: string; text: string; told: string }[];
  version: number;
  setups: string[];
  setup: number;
  examples: Example[] | null;
  figures: Figures | Broken | null;
  shared: SharedState | null;
}

export interface Rule { name: string; place: string; lines: [number: number, text: string, isHere: boolean][] }
/** `declared`: what the table shows, by sort and name, as `zone tavern`. `deeds`: what a line does, as `file:line`. */
export interface GraphData { svg: string; nodes: Record<string, { box: string; title: string; rule: Rule | null }>; declared: Record<string, Rule | null>; deeds?: Record<string, Deed>; why?: string }

/** The window of a game's page. */
export interface Played extends Window {
  gamedslPage?: { light(lines: Lines): void; linkRules(tell: (wanted: Wanted) => void): void; isKeeping: boolean; kept(): Kept | null; follow(kept: Kept): Promise<Followed | null>; session: { visible: { node: number } } | null };
}
