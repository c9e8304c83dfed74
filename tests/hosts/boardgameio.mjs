// Plays matches with boardgame.io itself: `node boardgameio.mjs FOLDER PACKAGES CONNECT_FOUR HEARTS GLORIANA …`, where FOLDER is hosts/js/src and PACKAGES has `node_modules`.
// Prints a line for each thing that was tried. Ends with 1 at the first thing that is not as it should be.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, packages, ...paths] = process.argv.slice(2);
const { loadGame, Match } = await import(pathToFileURL(join(folder, "index.js")));
const { boardgameClient, boardgameGame, guard, thinking } = await import(pathToFileURL(join(folder, "boardgameio.js")));
const require = createRequire(join(packages, "index.js"));
const { Client, LobbyClient } = require("boardgame.io/client");
const { Local, SocketIO } = require("boardgame.io/multiplayer");
const { Server } = require("boardgame.io/server");
const { MCTSBot, RandomBot, Simulate } = require("boardgame.io/ai");
const { InitializeGame, CreateGameReducer } = require("boardgame.io/internal");

const SEED = 7640891576956012809n;
const modules = await Promise.all(paths.map((path) => loadGame(readFileSync(path))));
const json = (value) => JSON.parse(JSON.stringify(value));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(holds, what) {
  for (let i = 0; i < 4000; i++) {
    if (holds()) return;
    await pause(5);
  }
  throw new Error(`waited in vain: ${what}`);
}

/** A client over SocketIO, with all that it has been sent. */
function connected(server, name, numPlayers, matchID, playerID, credentials, versions) {
  const seat = playerID === null ? null : Number(playerID);
  const about = { seat, received: 0, synced: 0, wrong: null };
  const transport = SocketIO({ server, socketOpts: { transports: ["websocket"] } });
  const multiplayer = (opts) => {
    const made = transport(opts);
    const connect = made.connect.bind(made);
    made.connect = () => {
      connect();
      made.socket.onAny((...message) => {
        about.received += 1;
        about.synced += message[0] === "sync" ? 1 : 0;
        try {
          check(message, seat, versions);
        } catch (error) {
          about.wrong ??= error;
        }
      });
    };
    multiplayer.made = made;
    return made;
  };
  const client = Client({ game: boardgameClient(name), numPlayers, multiplayer, matchID, playerID, credentials, debug: false });
  client.start();
  return Object.assign(about, { client, socket: multiplayer.made.socket });
}

/** What the clients may receive of a position. */
function expected(match) {
  const known = match.view(null).toAct;
  const active = match.isOver ? [] : known.length ? known : match.game.seats.map((_, seat) => seat).slice(0, match.game.model.humans);
  return { views: new Map([...match.game.seats.keys(), null].map((seat) => [seat, shortened(json(match.message(seat)))])), active, isOver: match.isOver };
}

function shortened(message) {
  return { ...message, events: message.events.slice(-100), isWhole: message.events.length <= 100 };
}

function checkState(state, seat, wanted) {
  assert.deepEqual(state.G, wanted.views.get(seat));
  const { random, log, gamedsl, events, ...others } = state.plugins;
  assert.deepEqual([random.data, log.data, gamedsl.data, events.data ?? {}, others], [undefined, {}, {}, {}, {}]);
  assert.deepEqual([state._undo, state._redo, state.deltalog ?? []], [[], [], []]);
  if (!wanted.isOver) assert.deepEqual(state.ctx.activePlayers ? Object.keys(state.ctx.activePlayers).map(Number) : [Number(state.ctx.currentPlayer)], wanted.active);
  for (const value of Object.values(state.ctx._activePlayersNumMoves ?? {})) assert.equal(value, 0);
}

/** Whatever a client was sent is what its seat may see. */
function check(message, seat, versions) {
  const [event, , first, second] = message;
  assert.ok(!JSON.stringify(message).includes(String(SEED)));
  if (event === "matchData") return;
  assert.ok(["sync", "update"].includes(event));
  const state = event === "update" ? first : first.state;
  checkState(state, seat, versions.get(state._stateID));
  const log = event === "update" ? second : first.log;
  assert.ok(log.every(({ action }) => action.type !== "MAKE_MOVE"));
  if (event === "update") return;
  assert.deepEqual(Object.keys(first.initialState.G), ["id", "rules", "start", "played"]);
  assert.equal(first.initialState.G.played, "");
}

async function overSocketIO(module) {
  const { humans } = module.model;
  const game = boardgameGame(module, { seeds: () => SEED });
  const server = Server({ games: [game], origins: ["http://127.0.0.1"] });
  guard(server, [game]);
  const running = await server.run(0);
  const address = `http://127.0.0.1:${running.appServer.address().port}`;
  const lobby = new LobbyClient({ server: address });
  await assert.rejects(lobby.createMatch(game.name, { numPlayers: humans + 1 }));
  await assert.rejects(lobby.createMatch(game.name, { numPlayers: humans, setupData: { start: "nowhere" } }));
  const { matchID } = await lobby.createMatch(game.name, { numPlayers: humans });
  const match = new Match(module, { seed: SEED });
  const versions = new Map([[0, expected(match)]]);
  const clients = [];
  for (let seat = 0; seat < humans; seat++) {
    const { playerCredentials } = await lobby.joinMatch(game.name, matchID, { playerID: String(seat), playerName: `player ${seat}` });
    clients.push(connected(address, game.name, humans, matchID, String(seat), playerCredentials, versions));
  }
  clients.push(connected(address, game.name, humans, matchID, null, undefined, versions));
  const thief = connected(address, game.name, humans, matchID, "0", "no credentials", versions);
  const state = ({ client }) => client.store.getState();
  await until(() => clients.every((one) => state(one)), "the first state");
  let number = 0;
  let together = 0;
  let undone = 0;
  let version = 0;
  const reached = async () => {
    version += 1;
    versions.set(version, expected(match));
    versions.delete(version - 4);
    await until(() => clients.every((one) => state(one)._stateID === version), `version ${version}`);
    for (const one of clients) checkState(state(one), one.seat, versions.get(version));
  };
  while (!match.isOver) {
    const asked = match.toAct;
    const isAlone = versions.get(version).active.length === 1;
    // Of several that choose at the same time, the last one answers first.
    const seat = asked[asked.length - 1];
    const one = clients[seat];
    if (!isAlone) together += 1;
    const { options } = state(one).G.step;
    const { value } = options[(number * 7) % options.length];
    if (number === 3) {
      // What no client may do changes nothing, and the server goes on.
      const bad = [99, -1, 1.5, "x", null, {}, [value, 99], 2 ** 40];
      for (const given of bad) one.client.moves.take(given, state(one).G.key);
      for (const given of [...bad, "no such move", [], [[]], [NaN], Array(10000).fill(0), { steps: [1] }]) one.client.moves.play(given);
      one.client.moves.take(value, "an old key");
      one.client.events.endTurn?.();
      clients[(seat + 1) % humans].client.moves.take(0);
      clients[humans].client.moves.take(0);
      const move = { type: "MAKE_MOVE", payload: { type: "take", args: [value], playerID: String(seat), credentials: "guessed" } };
      thief.socket.emit("update", move, version, matchID, String(seat));
      const forged = { ...state(one), _stateID: 50, G: { stolen: true } };
      for (const action of [
        { type: "UPDATE", state: forged, deltalog: [], payload: { playerID: String(seat), credentials: one.client.credentials } },
        { type: "GAME_EVENT", payload: { type: "endGame", args: [1], playerID: String(seat), credentials: one.client.credentials } },
        null, 5,
      ]) one.socket.emit("update", action, version, matchID, String(seat));
      // A server answers in order: when this is answered, all of the above has been taken, and then it is worked off.
      const { synced } = one;
      one.socket.emit("sync", matchID, String(seat), one.client.credentials, humans);
      await until(() => one.synced > synced, "the state after what is refused");
      await server.transport.getMatchQueue(matchID).onIdle();
      assert.equal((await server.db.fetch(matchID, { state: true })).state._stateID, version);
    }
    const isWhole = number % 3 === 1 && options.length > 1 && isAlone;
    if (isWhole && match.several(seat) === null) {
      const move = match.list(seat, { most: 20 }).at(-1);
      one.client.moves.play(number % 2 ? match.short(seat, move) : move.text);
      match.play(seat, move.text);
    } else {
      one.client.moves.take(value, state(one).G.key);
      if (match.take(seat, value) === null && isAlone && undone < 3) {
        await reached();
        // boardgame.io goes back to the state before the last answer, with its key; the number of the state is a new one.
        undone += 1;
        version += 1;
        versions.set(version, versions.get(version - 2));
        one.client.undo();
        await until(() => clients.every((each) => state(each)._stateID === version), "undo");
        one.client.moves.take(value);
      }
    }
    await reached();
    number += 1;
  }
  for (const { wrong, received } of clients) {
    if (wrong) throw wrong;
    assert.ok(received > version);
  }
  assert.equal(thief.received, 0);
  const { state: last } = await server.db.fetch(matchID, { state: true });
  for (const G of [last.G, json(last.G)]) assert.equal(game.matchOf(G, last.ctx).save(), match.save());
  assert.deepEqual(last.ctx.gameover.totals, match.outcome.totals);
  const messages = clients.reduce((sum, { received }) => sum + received, 0);
  for (const { client } of [...clients, thief]) client.stop();
  server.kill(running);
  console.log(`${game.name}: ${humans} clients and a spectator over SocketIO, ${number} answers (${together} while several chose, ${undone} taken back), ${messages} messages as each seat may see them`);
}

/** Bots of boardgame.io, and ours, in one program. */
async function withBots(module) {
  const game = boardgameGame(module, { bots: true });
  const numPlayers = module.model.humans;
  const seats = [...Array(numPlayers).keys()].map(String);
  const made = (kind, more = {}) => new kind({ game, enumerate: game.ai.enumerate, seed: "1", ...more });
  const state = InitializeGame({ game, numPlayers });
  const random = await Simulate({ game, bots: Object.fromEntries(seats.map((seat) => [seat, made(RandomBot)])), state });
  assert.ok(random.state.ctx.gameover?.ranking);
  const own = Object.fromEntries(seats.map((seat) => [seat, made(seat === "0" ? thinking("playouts:20") : RandomBot)]));
  const thought = await Simulate({ game, bots: own, state });
  assert.ok(thought.state.ctx.gameover?.ranking);
  console.log(`${game.name}: bots play to the end; ${thought.state.ctx.gameover.reason}`);
}

async function searched(module) {
  const game = boardgameGame(module, { bots: true });
  let won = 0;
  for (let i = 0; i < 3; i++) {
    const bots = {
      0: new RandomBot({ enumerate: game.ai.enumerate, seed: `r${i}` }),
      1: new MCTSBot({ game, enumerate: game.ai.enumerate, iterations: 100, playoutDepth: 60, seed: `m${i}` }),
    };
    const { state } = await Simulate({ game, bots, state: InitializeGame({ game, numPlayers: 2 }) });
    won += state.ctx.gameover.winner === "1" ? 1 : 0;
  }
  assert.equal(won, 3);
  console.log(`${game.name}: MCTSBot wins 3 of 3 matches against RandomBot`);
}

/** One person and bots, with the Local master. */
async function local(module) {
  const game = boardgameGame(module, { bots: true });
  const numPlayers = module.model.humans;
  const bots = Object.fromEntries([...Array(numPlayers).keys()].slice(1).map((seat) => [seat, seat === 1 ? thinking("playouts:10") : RandomBot]));
  const client = Client({ game, numPlayers, playerID: "0", multiplayer: Local({ bots }), debug: false, matchID: `local ${game.name}` });
  client.start();
  let number = 0;
  for (let i = 0; number < 8 && !client.getState().ctx.gameover; i++) {
    const before = client.getState();
    if (before.G.step) {
      client.moves.take(before.G.step.options[0].value, before.G.key);
      await until(() => client.getState()._stateID > before._stateID, "the answer");
      number += 1;
    } else await until(() => client.getState().G.step || client.getState().ctx.gameover, "the bots");
  }
  assert.equal(client.getState().G.played, undefined);
  client.stop();
  console.log(`${game.name}: a person and ${numPlayers - 1} bots with the Local master, ${number} answers`);
}

const quiet = console.error;
console.error = () => {};
try {
  for (const module of modules) await overSocketIO(module);
  for (const module of modules) await withBots(module);
  await searched(modules[0]);
  for (const module of modules) await local(module);
} catch (error) {
  quiet(error);
  process.exit(1);
}
process.exit(0);
