// Moves as players of boards write them, in games with a king and pawns: the letter of a piece and the place where it goes, as in `Nf3`, `exd5`, `e8=Q` and `O-O`.
import type { Move, Thing, View } from "gamedsl-host";
import { indexOf } from "../table/scene.js";
import { bare, type FieldFamily, type Look, type PageModel } from "../game/model.js";
import type { Table } from "../match/session.js";
import { placeCalled } from "../game/words.js";

const [KING, PAWN, NOBODY] = ["King", "Pawn", "none"];
/** By how many columns a king castles. */
const CASTLES = new Map([[2, "O-O"], [-2, "O-O-O"]]);
/** Among more moves than this, nobody looks for those that could be meant as well. */
const MOST = 300;

/** A move by its first and last place, with the piece on the first, whether one stands on the last, and the other words that were chosen. */
interface Way { source: string; target: string; piece: string; isTaking: boolean; words: string[] }

/** The shortest text that means a move of a seat at a position, and no other of its moves; null where players write no such texts. */
export function notationOf(model: PageModel, look: Look, match: Table, seat: number, steps: readonly number[]): string | null {
  if (!isNoted(model)) return null;
  const view = match.view(seat);
  const moves = match.list(seat, { most: MOST });
  const ways = moves.map((move) => wayOf(model, look, view, move));
  const way = ways[moves.findIndex((move) => move.steps.join() === steps.join())];
  return way ? shortest(way, ways.filter((one) => one !== null)) : null;
}

/** The text of a move that was the only one, by the choice as the log has it, `P1: go(start = square[8, 5], target = square[8, 4])`, and what fields were before it; null where players write no such texts, or not all of it is known. */
export function notationOfForced(model: PageModel, look: Look, seat: number, choice: string, was: ReadonlyMap<string, string>): string | null {
  const [, chosen] = /^[^:]*: [^(]*\((.+)\)$/.exec(choice) ?? [];
  if (!isNoted(model) || chosen === undefined) return null;
  const values = chosen.split(/,? ?\b\w+ = /);
  const places = values.flatMap((value) => model.boards.flatMap(({ places: all }, board) => (all.includes(value) ? [{ board, place: all.indexOf(value), name: value }] : [])));
  if (places.length < 2) return null;
  const [first, last] = [places[0], places[places.length - 1]];
  const words = model.fields.find((field) => isOfPieces(model, field, first.board));
  const standing = (name: string) => (words ? was.get(`${name}.${words.name}`) : undefined);
  const [piece, taken] = [standing(first.name), standing(last.name)];
  if (piece === undefined || piece === NOBODY || taken === undefined) return null;
  const called = ({ board, place }: { board: number; place: number }) => placeCalled(model, look, seat, board, place);
  const way = { source: called(first), target: called(last), piece, isTaking: taken !== NOBODY, words: [] };
  return shortest(way, [way]);
}

/** Whether players write the moves of a game so. */
function isNoted(model: PageModel): boolean {
  const known = new Set([...model.types.flatMap(({ values }) => values), ...model.kinds.map(({ name }) => nameOf(name))]);
  return known.has(KING) && known.has(PAWN) && !model.is_hiding;
}

/** Whether a field says which piece stands on the places of a board. */
function isOfPieces(model: PageModel, { dimensions, type }: FieldFamily, board: number): boolean {
  const of = bare(type);
  return isOfBoard(dimensions, board) && of.is === "word" && model.types[of.type].values.includes(KING);
}

function isOfBoard(dimensions: FieldFamily["dimensions"], board: number): boolean {
  return dimensions.length === 1 && dimensions[0].type.is === "place" && dimensions[0].type.board === board;
}

function shortest(way: Way, ways: readonly Way[]): string | null {
  const { source, target, piece, isTaking, words } = way;
  if (isCastling(piece, source, target)) return CASTLES.get(columns(source, target)) ?? null;
  const letter = piece === PAWN ? "" : initial(piece);
  const rivals = ways.filter((one) => one !== way && one.target === target && one.piece === piece && one.source !== source);
  const [column, row] = [source.charAt(0), source.slice(1)];
  const ends = rivals.length ? [column, row, source] : isTaking && !letter ? [column] : [""];
  const from = ends.find((end) => rivals.every((one) => !one.source.startsWith(end) && !one.source.endsWith(end))) ?? ends[ends.length - 1];
  const into = ways.some((one) => one !== way && one.source === source && one.target === target) ? words.map((word) => `=${initial(word)}`).join("") : "";
  return `${letter}${from}${isTaking ? "x" : ""}${target}${into}`;
}

function isCastling(piece: string, source: string, target: string): boolean {
  return piece === KING && CASTLES.has(columns(source, target));
}

function columns(source: string, target: string): number {
  return target.charCodeAt(0) - source.charCodeAt(0);
}

function wayOf(model: PageModel, look: Look, view: View, { choices }: Move): Way | null {
  const things = choices.flatMap(({ values }) => values.map(([, thing]) => thing));
  const places = things.flatMap(placesIn);
  if (places.length < 2) return null;
  const [first, last] = [places[0], places[places.length - 1]];
  const piece = pieceAt(model, view, first);
  if (piece === null) return null;
  const called = ({ board, number }: Place) => placeCalled(model, look, view.seat, model.boards.findIndex(({ name }) => name === board), number);
  const words = things.flatMap((thing) => (isThing(thing) && thing.is === "word" ? [thing.name] : []));
  const [source, target] = [called(first), called(last)];
  // A pawn that changes its column takes, also in passing.
  const isTaking = pieceAt(model, view, last) !== null ? !isCastling(piece, source, target) : piece === PAWN && source.charAt(0) !== target.charAt(0);
  return { source, target, piece, isTaking, words };
}

type Place = { board: string; number: number };
type Named = Exclude<Thing, null | boolean | number | string | readonly Thing[]>;

function isThing(thing: Thing): thing is Named {
  return thing !== null && typeof thing === "object" && !Array.isArray(thing);
}

function placesIn(thing: Thing): Place[] {
  if (!isThing(thing)) return [];
  if (thing.is === "place") return [thing];
  return thing.is === "piece" && thing.zone ? thing.zone.index.flatMap(placesIn) : [];
}

/** The name of what stands on a place: the word of a field of places, or the piece that lies there; null if nothing does. */
function pieceAt(model: PageModel, view: View, { board, number }: Place): string | null {
  const own = model.boards.findIndex(({ name }) => name === board);
  for (const family of model.fields.filter((field) => isOfPieces(model, field, own))) {
    const found = view.fields.find((one) => one.number === family.base + number)?.thing ?? null;
    return isThing(found) && found.is === "word" ? found.name : null;
  }
  for (const family of model.zones.filter(({ dimensions }) => isOfBoard(dimensions, own))) {
    const lying = view.zones.find((one) => one.number >= family.base && one.number < family.base + family.count && indexOf(family, one.number - family.base)[0] === number);
    const [first] = lying?.contents ?? [];
    if (first) return nameOf(first.kind.name);
  }
  return null;
}

/** The name of a kind without its owner: `King` of `King.P1`. */
function nameOf(kind: string): string {
  return kind.split(".")[0];
}

/** The usual letter of a knight is not its first one. */
function initial(name: string): string {
  return name === "Knight" ? "N" : name.charAt(0).toUpperCase();
}
