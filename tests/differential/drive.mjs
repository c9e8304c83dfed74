// Plays one match of a module: `node drive.mjs game.wasm seed`. Prints the bytes of each position; takes move number (7 * i) mod n.
import { readFileSync } from "node:fs";

const bytes = readFileSync(process.argv[2]);
const module = new WebAssembly.Module(bytes);
const about = JSON.parse(new TextDecoder().decode(WebAssembly.Module.customSections(module, "gamedsl")[0]));
const { exports } = new WebAssembly.Instance(module, {});
const memory = new DataView(exports.memory.buffer);
const at = about.addresses;
const s = about.state.at;
const set = (name, value) => memory.setInt32(at[name], value, true);
const get = (name) => memory.getInt32(at[name], true);

const show = () => console.log(Buffer.from(exports.memory.buffer, s, about.state.size).toString("hex"));

memory.setBigUint64(at.SEED, BigInt(process.argv[3]), true);
memory.setBigUint64(at.INDEX, 0n, true);
exports.begin(s, 0);
for (let i = 0; ; i++) {
  show();
  const seats = exports.to_act(s);
  if (!seats) break;
  const seat = Math.log2(seats & -seats);
  for (const [name, value] of [["MODE", 2], ["LEAVES", 0], ["PREFIX_LENGTH", 0], ["PROBE", -1], ["OUT", at.LIST], ["FULL", 0]]) set(name, value);
  const count = exports.ask(s, seat);
  let move = at.LIST;
  for (let k = (7 * i) % count; k > 0; k--) move += 4 + 4 * memory.getInt32(move, true);
  const length = memory.getInt32(move, true);
  for (let k = 0; k < length; k++) memory.setInt32(at.PREFIX + 4 * k, memory.getInt32(move + 4 + 4 * k, true), true);
  set("PREFIX_LENGTH", length);
  exports.play(s, seat);
}
exports.outcome(s);
console.log(Array.from({ length: about.seats.length * about.scores.length }, (_, i) => memory.getInt32(at.OUTCOME + 4 * i, true)).join(" "));
