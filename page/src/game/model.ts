// The parts of the model that a page reads, as `docs/embedding/other_hosts.md` describes them, and the files of a page.
import type { Game } from "gamedsl-host";
import { uncited } from "./words.js";

export type TypeData =
  | { is: "flag" | "direction" | "zone" | "nothing" }
  | { is: "number"; low: number; high: number }
  | { is: "word"; type: number; size: number }
  | { is: "place"; board: number; size: number }
  | { is: "seat"; size: number }
  | { is: "row"; table: number; size: number }
  | { is: "kind" | "piece"; components: number[] }
  | { is: "pieces"; components: number[]; most: number }
  | { is: "optional" | "set"; of: TypeData }
  | { is: "list" | "bag" | "ranking"; of: TypeData; most: number };

export interface Dimension { type: TypeData; size: number; low: number }
export interface Family {
  name: string;
  base: number;
  count: number;
  dimensions: Dimension[];
  is_owned: boolean;
  /** Whether players see it on the table and in the log. */
  is_shown: boolean;
  sentence: string | null;
  visibility: { who: string; count_hidden: boolean; top_seen: boolean };
}
export interface FieldFamily extends Family { type: TypeData; start: unknown[]; reset: string | null; shown_as: string[] | null }
export interface ZoneFamily extends Family { form: "bag" | "pile" | "slot"; components: number[]; capacity: number | null }
export interface Shape {
  is: "grid" | "hex" | "row" | "ring" | "rim" | "graph" | "union";
  rows: number;
  columns: number;
  around: number | null;
  corners: number[];
  edges: number | null;
  ends: [number, number][];
  parts: number[];
  is_owned: boolean;
  /** Of a grid without an edge, its width and size: row r and column c have the place (c + width * r) mod size. */
  torus: [number, number] | null;
  /** What players call the columns and rows of a grid, if the rules say so. */
  column_names: string[] | null;
  row_names: string[] | null;
}
export interface Board { name: string; shape: Shape | null; places: string[]; names: string[] | null; at: [number, number][]; sentence: string | null }
export interface KindData { name: string; component: number; copies: number; owner: number | null; back_name: string }
export interface Column { of: "component" | "type" | "board" | "table"; number: number; name: string; type: TypeData; values: (number | boolean | null)[] }
export interface Part {
  is: "selection" | "yes_no" | "let" | "requirement";
  name: string;
  local?: number;
  quantity?: string;
  /** Whether nobody else sees what is chosen. */
  is_secret?: boolean;
  /** The least number of things, as the rules write it. */
  least?: string | null;
  sources?: { text: string; from_zones: number[]; reads_zones: number[]; reads_fields: number[] }[];
  ask?: string | null;
  why?: string | null;
  /** The type of which no two things that are picked share a value. */
  distinct?: TypeData | null;
}
export interface Plan { name: string; gate: string | null; parts: Part[]; menu: Plan[] | null }
export interface PageModel {
  name: string;
  sentence: string | null;
  digest: string;
  seats: string[];
  humans: number;
  options: Record<string, string>;
  is_hiding: boolean;
  rounds: { most: number; is_exact: boolean } | null;
  types: { name: string; values: string[]; sentence: string | null }[];
  boards: Board[];
  components: { name: string; called: string[]; first: number; count: number; sentence: string | null }[];
  kinds: KindData[];
  phases: string[];
  tables: { number: number; name: string; low: number; size: number; rows: string[]; sentence: string | null }[];
  columns: Column[];
  sentences: { of: string; name: string; text: string }[];
  fields: FieldFamily[];
  zones: ZoneFamily[];
  nodes: { node: number; is: string; phase: string; live: number[]; plan?: Plan; name?: string; local?: number }[];
  locals: { name: string; type: TypeData; is_named: boolean }[];
  scores: { name: string; sentence: string | null }[];
}

/** What `FILE.look.toml` says, checked by `gamedsl page`. */
export interface Look {
  title?: string;
  table?: { color?: string; round?: string };
  seats?: { colors?: string[]; notes?: string[]; signs?: string[] };
  value?: Record<string, { color?: string; glyph?: string; label?: string; text?: string; picture?: string; worth?: number; like?: string }>;
  class?: Record<string, { form?: "pawn" | "stone" | "card" | "token"; glyph?: string; back?: string }>;
  zone?: Record<string, { role?: Role; order?: number; label?: string; spread?: number[]; cascade?: boolean; words?: string[]; score?: string }>;
  field?: Record<string, { glyph?: string; color?: string; hide?: boolean; quiet?: boolean; seats?: boolean; label?: string; score?: boolean; counted?: boolean; goal?: number; board?: string; drawings?: string[]; colors?: string[]; words?: string[]; without?: number[] }>;
  start?: Record<string, { hide?: boolean; label?: string }>;
  board?: Record<string, { label?: string; ground?: Ground; color?: string; both_ends?: boolean; homes?: string[]; side?: string; north?: number; south?: number; west?: number; east?: number }>;
  list?: Record<string, { label?: string; head?: string; values?: string; columns?: string[] }>;
  rule?: Record<string, { label?: string; costs?: string; buttons?: boolean; amounts?: Record<string, Amount> }>;
  say?: Record<string, string>;
  /** The faces that layouts draw, by the names of kinds; pictures of somebody's own as addresses that hold them; fonts as their bytes in base 64. */
  faces?: Record<string, DrawnFace>;
  pictures?: Record<string, string>;
  fonts?: Record<string, string>;
}
/** A number that people name in words, as “Half the pot”: how much of which numbers is added up for it. */
export type Amount = Record<string, number>;
/** How a grid is drawn: plain squares, squares of two colours, or lines with pieces on their crossings. */
export type Ground = "squares" | "chequer" | "crossings";
/** A face as it is printed: its size in millimetres, and its elements. */
export interface DrawnFace { width: number; height: number; isHex: boolean; hasWords: boolean; marks: MarkData[] }
/** An element of SVG: its name, its attributes, and what is in it. `picture` names one of the look. */
export type MarkData = [string, Record<string, string | number>] | [string, Record<string, string | number>, string | MarkData[]];
export type Role = "stage" | "trick" | "mat" | "shelf" | "bar" | "tray" | "hide";

/** A team that is ranked as a whole, with its seats. */
export interface Team { name: string; seats: number[] }

/** An end that comes as soon as a field of some player compares so with a number, or how much lies in a zone; a flag counts as 1. */
export interface Whose { reason: string; name: string; operator: "<" | "<=" | ">" | ">=" | "is"; number: number }

/** One setup of a page: how it is chosen, and its module. */
export interface SetupData { players: number; options: Record<string, string>; digest: string; computer: "thinks" | "tries" | "takes any move"; blind: string[]; starts: { name: string; sentence: string | null }[]; teams: Team[]; wantsLeast: boolean; ends: Whose[]; places: [first: number, where: string][] }
/** All that `gamedsl page` puts into the file. */
export interface PageData {
  name: string;
  /** What players call the game. */
  title: string;
  rules: string;
  sentence: string | null;
  options: { name: string; values: string[]; sentence: string | null }[];
  setups: SetupData[];
  look: Look;
  /** What can go wrong in a match, by the codes of faults. */
  faults: Record<string, string>;
}

/** The model of a game, as this page reads it, with sentences for players. */
export function modelOf(game: Game): PageModel {
  return uncited(game.model) as unknown as PageModel;
}

/** The model's type behind `optional`. */
export function bare(of: TypeData): TypeData {
  return of.is === "optional" ? bare(of.of) : of;
}

/** The number of the kind that has a place among those of some components. */
export function kindAt({ components }: PageModel, of: readonly number[], index: number): number {
  const kinds = of.flatMap((one) => Array.from({ length: components[one].count }, (_, i) => components[one].first + i));
  return kinds[index];
}

/** All plans of a node, those of its menus included. */
export function* plansOf(plan: Plan): Generator<Plan> {
  yield plan;
  for (const line of plan.menu ?? []) yield* plansOf(line);
}

/** The attribute of what was chosen or thrown at a node of the graph; none where the node is not known. */
export function madeAt(node: number | null): Record<string, string> {
  return node === null ? {} : { "data-node": String(node) };
}

/** The node where something gets its name that counts at the node `at`, by a roll or a choice: one of the phase, if there is one. Lines that give the same name have each a local of its own. */
export function boundAt({ nodes, locals }: PageModel, name: string, phase: string | null, at: number): number | null {
  const live = nodes.find(({ node }) => node === at)?.live.filter((local) => locals[local].name === name) ?? [];
  const isIt = (one: { name?: string; local?: number }) => one.name === name && (!live.length || one.local === undefined || live.includes(one.local));
  const binding = nodes.filter((one) => (one.is === "roll" && isIt(one)) || (one.plan && [...plansOf(one.plan)].some(({ parts }) => parts.some(isIt))));
  return (binding.find((one) => one.phase === phase) ?? binding[0])?.node ?? null;
}

/** The family of an instance: `hand` of `P1.hand`, `told` of `P1.told[chart[1, 4]]`, `mark` of `cell[1, 4].mark`. */
export const familyOf = (name: unknown): string => /(\w+)(?:\[(?:[^[\]]|\[[^[\]]*\])*\])?$/.exec(String(name))?.[1] ?? "";
