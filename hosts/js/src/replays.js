// Matches as text: what is saved of one, and what is read again.
import { checkGame, GameError } from "./game.js";

const FORMAT = "gamedsl replay 1";
const SEED = "the seed stands here, because it may have more digits than numbers of JSON";

/** A match as the replay that `gamedsl replay` verifies, with what only the match itself knows. `rules` is the path of the rules file. */
export function replayOf(match, { seed, answers, takenBack }, rules, people) {
  if (typeof rules !== "string") throw new GameError("`rules` is the path of the rules, a text");
  if (!Array.isArray(people)) throw new GameError("`people` is a list of those who sit at the seats");
  const { model, seats } = match.game;
  const { outcome, version } = match;
  const first = outcome?.ranking[0] ?? [];
  const won = outcome?.won;
  const share = (seat) => won ? (won[seat] ? "1" : "0") : (first.includes(seat) ? (first.length === 1 ? "1" : `1/${first.length}`) : "0");
  const replay = {
    format: FORMAT, game: model.name, rules, players: model.humans, options: model.options, variants: model.variants, seats,
    digest: model.digest, seed: SEED, index: match.index,
    moves: match.moves.map(({ seat, text }) => ({ seat: seats[seat], move: text })),
    outcome: outcome && {
      ranking: outcome.ranking, scores: outcome.scores, totals: outcome.totals,
      shares: seats.map((_, seat) => share(seat)), reason: outcome.reason,
      ...(outcome.won ? { won: outcome.won } : {}),
    },
    ...(match.start === null ? {} : { start: match.start }),
    ...(answers.size ? { open: [...answers].map(([seat, steps]) => ({ seat: seats[seat], steps })) } : {}),
    ...(version === match.moves.length + [...answers.values()].flat().length ? {} : { version: version }),
    ...(takenBack.some(Boolean) ? { taken_back: takenBack } : {}),
    ...(people.length ? { people } : {}),
  };
  return JSON.stringify(replay, null, 2).replace(`"${SEED}"`, String(seed));
}

/** What a saved match of a game says, with its exact seed. Throws GameError. */
export function readReplay(text, game) {
  checkGame(game);
  const replay = read(text);
  if (replay?.format !== FORMAT) throw new GameError("this is no replay");
  if (replay.digest !== game.model.digest) throw new GameError("the match belongs to another game, or to other rules");
  const { seats } = game;
  const isSeat = (name) => seats.includes(name);
  const isCount = (number) => Number.isSafeInteger(number) && number >= 0;
  const { open = [], version = 0, taken_back: takenBack = [...seats.map(() => 0), 0] } = replay;
  const parts = {
    seed: Number.isInteger(replay.seed),
    moves: isListOf(replay.moves, ({ seat, move }) => isSeat(seat) && typeof move === "string"),
    open: isListOf(open, ({ seat, steps }) => isSeat(seat) && Array.isArray(steps)),
    version: isCount(version),
    taken_back: Array.isArray(takenBack) && takenBack.length === seats.length + 1 && takenBack.every(isCount),
  };
  const wrong = Object.entries(parts).find(([, isRight]) => !isRight);
  if (wrong) throw new GameError(`this replay is damaged: \`${wrong[0]}\` is missing or wrong`);
  return { ...replay, seed: seedIn(text) };
}

function isListOf(list, isRight) {
  return Array.isArray(list) && list.every((one) => typeof one === "object" && one !== null && isRight(one));
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The seed of a replay, exactly. */
function seedIn(text) {
  const seed = BigInt(/"seed"\s*:\s*(-?\d+)/.exec(text)?.[1] ?? 0);
  return BigInt(Number(seed)) === seed && Number.isSafeInteger(Number(seed)) ? Number(seed) : seed;
}
