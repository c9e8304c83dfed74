// The model of a game, as `gamedsl build` writes it. Made by `python -m tools.model_schema`.

export type Type = PlainType | NumberType | WordType | PlaceType | SeatType | RowType | PieceType | PiecesType | ZoneType | OptionalType | ManyType;
/** Everything that a host needs to name the things of a game, draw them and ask questions. Numbers are those of positions and of the module. */
export interface Model {
  /** version of this form */
  model: number;
  name: string;
  sentence: string | null;
  /** of the compiled rules */
  digest: string;
  seats: string[];
  humans: number;
  options: Record<string, string>;
  variants: string[];
  /** a seat may come to know what another does not */
  is_hiding: boolean;
  rounds: Rounds | null;
  types: WordsOf[];
  boards: Board[];
  components: Component[];
  kinds: Kind[];
  tables: Table[];
  columns: Column[];
  sentences: Said[];
  fields: Field[];
  zones: Zone[];
  locals: Local[];
  lets: Let[];
  phases: string[];
  nodes: Node[];
  scores: Named[];
  ranking: RankingOf;
  reasons: string[];
  invariants: Named[];
  /** what has to happen in some match */
  possibles: Named[];
  starts: Start[];
  sayings: Saying[];
}

/** Where the number of the round is kept: in a field, in a counter, or nowhere. */
export interface Rounds {
  most: number | null;
  is_exact: boolean;
  field: number | null;
  counter: number | null;
}

export interface WordsOf {
  name: string;
  values: string[];
  sentence: string | null;
}

export interface Board {
  name: string;
  shape: Shape | null;
  /** names, by number */
  places: string[];
  /** what players call the places, if the rules say so */
  names: string[] | null;
  /** row and column of each place, from 0 */
  at: number[][];
  sentence: string | null;
}

/** How a board was declared. A `rim` is the ring around the grid `around`; `corners` are the places at its corners, from the top left one clockwise. */
export interface Shape {
  is: "grid" | "hex" | "row" | "ring" | "rim" | "graph" | "union";
  rows: number;
  columns: number;
  /** the number of a board */
  around: number | null;
  corners: number[];
  /** the type of its edges */
  edges: number | null;
  /** the two places of each edge */
  ends: number[][];
  /** the boards that a union joins */
  parts: number[];
  /** every player has such a board */
  is_owned: boolean;
  /** of a grid without an edge, its width and size: row r and column c have the place (c + width * r) mod size */
  torus: number[] | null;
  /** what players call the columns of a grid, if the rules say so */
  column_names: string[] | null;
  /** what players call its rows */
  row_names: string[] | null;
}

export interface Component {
  name: string;
  /** what players call one piece, and several */
  called: string[];
  /** the number of its first kind */
  first: number;
  /** how many kinds it has */
  count: number;
  has_backs: boolean;
  sentence: string | null;
}

export interface Kind {
  name: string;
  component: number;
  copies: number;
  back: number;
  back_name: string;
  /** a seat */
  owner: number | null;
  /** the kind on its other side */
  other_side: number | null;
}

export interface Table {
  number: number;
  name: string;
  /** the number of its first row */
  low: number;
  size: number;
  rows: string[];
  sentence: string | null;
}

export interface Column {
  of: "component" | "type" | "board" | "table";
  /** which of them */
  number: number;
  name: string;
  type: Type;
  /** a value for each row; null: none */
  values: unknown[];
}

export interface PlainType {
  is: "flag" | "direction" | "nothing";
}

export interface NumberType {
  is: "number";
  low: number;
  high: number;
}

export interface WordType {
  is: "word";
  /** its number in `types` */
  type: number;
  size: number;
}

export interface PlaceType {
  is: "place";
  /** its number in `boards` */
  board: number;
  size: number;
}

export interface SeatType {
  is: "seat";
  size: number;
}

export interface RowType {
  is: "row";
  /** the `number` of a table */
  table: number;
  size: number;
}

export interface PieceType {
  is: "kind" | "piece";
  /** their numbers in `components` */
  components: number[];
}

export interface PiecesType {
  is: "pieces";
  components: number[];
  most: number;
}

export interface ZoneType {
  is: "zone";
  components: number[];
  form: string | null;
}

export interface OptionalType {
  is: "optional" | "set";
  of: Type;
}

export interface ManyType {
  is: "list" | "bag" | "ranking";
  of: Type;
  most: number;
}

export interface Said {
  of: string;
  name: string;
  text: string;
}

export interface Field {
  name: string;
  /** the number of the first instance */
  base: number;
  /** how many instances there are */
  count: number;
  dimensions: Dimension[];
  is_owned: boolean;
  visibility: Visibility;
  /** it is no part of the rules' own words, and in no view */
  is_hidden: boolean;
  /** players see it: it is not hidden, and the rules do not say `not shown` */
  is_shown: boolean;
  sentence: string | null;
  type: Type;
  /** a value for each instance */
  start: unknown[];
  /** when it gets its start value again */
  reset: string | null;
  /** how players read its number if it is 1, and how all others: `{}` is the number, `{+}` with its sign */
  shown_as: string[] | null;
}

export interface Dimension {
  type: Type;
  size: number;
  low: number;
}

export interface Visibility {
  who: unknown;
  count_hidden: boolean;
  top_seen: boolean;
}

export interface Zone {
  name: string;
  /** the number of the first instance */
  base: number;
  /** how many instances there are */
  count: number;
  dimensions: Dimension[];
  is_owned: boolean;
  visibility: Visibility;
  /** it is no part of the rules' own words, and in no view */
  is_hidden: boolean;
  /** players see it: it is not hidden, and the rules do not say `not shown` */
  is_shown: boolean;
  sentence: string | null;
  form: string;
  components: number[];
  /** for each instance pairs of kind and number */
  start: number[][][];
  capacity: number | null;
  room: number | null;
  refill: number | null;
}

export interface Local {
  name: string;
  type: Type;
  /** nothing hidden flows into it */
  is_public: boolean;
  /** the rules name it */
  is_named: boolean;
  /** a position can hold it */
  is_kept: boolean;
}

export interface Let {
  name: string;
  owner: string | null;
  needs_me: boolean;
  function: number;
  parameters: string[];
  parameter_types: Type[];
  type: Type;
  is_public: boolean;
  sentence: string | null;
}

/** Where play can stop. */
export interface Node {
  is: "decision" | "together" | "roll" | "draw" | "stop" | "end";
  node: number;
  phase: string;
  path: string[];
  /** the locals that count there */
  live: number[];
  is_private?: boolean;
  is_unseen?: boolean;
  plan?: Plan;
  /** the first field of those who have not chosen yet */
  todo?: number;
  me?: number | null;
  name?: string;
  local?: number;
}

/** The choices of a decision, in order: the parts, then one line of the menu. */
export interface Plan {
  name: string;
  /** among all plans, as texts of moves count them */
  number: number;
  site: number;
  gate: string | null;
  gate_exit: number | null;
  exit: number | null;
  offered_if: string | null;
  parts: (Selection | YesNo | Bound | Requirement)[];
  menu: Plan[] | null;
}

export interface Selection {
  is: "selection";
  name: string;
  local: number;
  quantity: string;
  number: string | null;
  least: string | null;
  element: Type;
  sources: Source[];
  distinct: Type | null;
  is_secret: boolean;
  takes_pieces: boolean;
  is_counted: boolean;
  /** the sentence of its filter */
  why: string | null;
  /** the question that it asks */
  ask: string | null;
  site: number;
}

export interface Source {
  /** the formula as the rules write it */
  text: string;
  /** the same without its filters */
  offers: string;
  /** zone families of which it offers pieces */
  from_zones: number[];
  reads_zones: number[];
  reads_fields: number[];
}

export interface YesNo {
  is: "yes_no";
  name: string;
  local: number;
  condition: string | null;
  why: string | null;
  ask: string | null;
  site: number;
}

export interface Bound {
  is: "let";
  name: string;
  local: number;
  type: Type;
}

export interface Requirement {
  is: "requirement";
  name: string;
  why: string | null;
  text: string;
  site: number;
}

export interface Named {
  name: string;
  sentence: string | null;
}

export interface RankingOf {
  /** the type whose values are ranked; null: the players */
  of: string | null;
  ties: string;
}

export interface Start {
  name: string;
  sentence: string | null;
  /** the bytes of the position in which it begins, in base64 */
  position: string;
  /** `[zone, [[kind, number], …], seats]`: what lies there, and who sees it, as bits */
  shown: unknown[];
}

export interface Saying {
  /** what stands before, between and behind the values */
  texts: string[];
  types: Type[];
}
