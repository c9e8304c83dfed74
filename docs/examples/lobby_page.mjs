// The page of lobby.mjs: matches with free seats, and a table with what the seat sees and may choose.
import { Client } from "boardgame.io/client";
import { SocketIO } from "boardgame.io/multiplayer";
import { boardgameClient } from "../../hosts/js/src/boardgameio.js";

const show = (tag, text, more = {}) => document.body.appendChild(Object.assign(document.createElement(tag), { textContent: text, ...more }));
const sent = (body) => ({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
const ask = async (path, body) => (await fetch(`/games${path}`, body && sent(body))).json();
const [game] = await ask("");

async function enter(matchID, playerID) {
  const { playerCredentials: credentials } = await ask(`/${game}/${matchID}/join`, { playerID, playerName: `Player ${playerID}` });
  const client = Client({ game: boardgameClient(game), multiplayer: SocketIO(), matchID, playerID, credentials, debug: false });
  client.subscribe((state) => {
    document.body.replaceChildren();
    const { view, step, events, outcome, key } = state?.G ?? {};
    for (const { name, contents, count } of view?.zones ?? []) show("p", `${name}: ${contents?.map((one) => `${one.count} ${one.kind.name}`) ?? count ?? "?"}`);
    for (const { value, text } of step?.options ?? []) show("button", text, { onclick: () => client.moves.take(value, key) });
    show("pre", [outcome?.reason, ...(events ?? []).map(({ text }) => text).reverse()].join("\n"));
  });
  client.start();
}

for (const { matchID, players } of (await ask(`/${game}`)).matches) {
  for (const { id, name } of players) if (!name) show("button", `match ${matchID}, seat ${id}`, { onclick: () => enter(matchID, String(id)) });
}
const number = show("input", "", { type: "number", value: 2, ariaLabel: "number of players" });
show("button", "new match", { onclick: async () => enter((await ask(`/${game}/create`, { numPlayers: Number(number.value) })).matchID, "0") });
