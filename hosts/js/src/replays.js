// Matches as text: what is saved of one, and what is read again.
import { checkGame, GameError } from "./game.js";

const FORMAT = "gamedsl replay 1";
const SEED = "the seed stands here, because it may have more digits than numbers of JSON";

/** A match as the replay that `gamedsl replay` verifies, with what only the match itself knows. `rules` is the path of the rules file. */
export function replayOf(match, { seed, answers, takenBack }, rules, people) {
  if (typeof rules !== "string") throw new GameError("`rules` is the path of the rules, a text");
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
  if (!Array.isArray(replay.moves)) throw new GameError("this replay is damaged: its moves are missing");
  return { ...replay, seed: seedIn(text) };
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
