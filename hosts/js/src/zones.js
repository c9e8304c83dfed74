// How the contents of zones are written in positions.
import { bits, countCoding, kindsOf, maskCoding, numberWord } from "./types.js";

/**
 * Bags and slots are read as [kind, count] pairs, piles as stretches of such pairs from bottom to top. `write` takes the kinds of single pieces, by stretch; zones
 * without order have one stretch.
 */
export function zoneCoding(model, zone) {
  const kinds = kindsOf(model, zone.components);
  if (zone.form === "slot") return slotCoding(kinds);
  const copies = kinds.map((kind) => model.kinds[kind].copies);
  return zone.form === "bag" ? bagCoding(kinds, copies) : pileCoding(kinds, copies, zone);
}

function put(view, at, size, value) {
  for (let i = 0; i < size; i++) view.setUint8(at + i, Math.floor(value / 2 ** (8 * i)) & 0xff);
}

function slotCoding(kinds) {
  const { size, read } = numberWord(0, kinds.length + 1);
  return {
    size,
    read: (view, at) => {
      const number = read(view, at);
      return number ? [[kinds[number - 1], 1]] : [];
    },
    write: (view, at, [lying]) => put(view, at, size, lying.length ? kinds.indexOf(lying[0]) + 1 : 0),
  };
}

function bagCoding(kinds, copies) {
  const known = { count: kinds.length, value: (n) => kinds[n] };
  if (copies.every((n) => n <= 1)) {
    const { size, read } = maskCoding(known);
    return {
      size,
      read: (view, at) => read(view, at).map((kind) => [kind, 1]),
      write: (view, at, [lying]) => setBits(view, at, size, lying.map((kind) => kinds.indexOf(kind))),
    };
  }
  const { size, read } = countCoding(known, Math.max(...copies));
  const each = size / kinds.length;
  return {
    size,
    read,
    write: (view, at, [lying]) => kinds.forEach((kind, i) => { put(view, at + i * each, each, lying.filter((one) => one === kind).length); }),
  };
}

function setBits(view, at, size, numbers) {
  put(view, at, size, 0);
  for (const i of numbers) view.setUint8(at + (i >> 3), view.getUint8(at + (i >> 3)) | (1 << (i & 7)));
}

function pileCoding(kinds, copies, zone) {
  const all = copies.reduce((sum, n) => sum + n, 0);
  const most = Math.min(...[zone.capacity, zone.room, all].filter((n) => n !== null));
  const length = numberWord(0, most);
  const kind = numberWord(0, kinds.length);
  const cutBytes = Math.ceil(most / 8);
  const cutsAt = length.size + most * kind.size;
  return {
    size: cutsAt + cutBytes,
    read: (view, at) => {
      const number = length.read(view, at);
      const cuts = [0, ...bits(view, at + cutsAt, cutBytes), number];
      const stretches = cuts.slice(1).map((end, i) => counted(Array.from({ length: end - cuts[i] }, (_, j) => kinds[kind.read(view, at + length.size + (cuts[i] + j) * kind.size)])));
      return joined(stretches);
    },
    write: (view, at, stretches) => {
      put(view, at, cutsAt, 0);
      const cuts = [];
      let number = 0;
      for (const stretch of stretches) {
        const isOne = stretch.every((one) => one === stretch[0]);
        stretch.map((one) => kinds.indexOf(one)).sort((a, b) => a - b).forEach((one, i) => {
          if (number && (isOne || i === 0)) cuts.push(number);
          put(view, at + length.size + number * kind.size, kind.size, one);
          number += 1;
        });
      }
      put(view, at, length.size, number);
      setBits(view, at + cutsAt, cutBytes, cuts);
    },
  };
}

/** A stretch as pairs. */
function counted(pieces) {
  const counts = new Map();
  for (const one of pieces) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].sort((a, b) => a[0] - b[0]);
}

/** The one form of a pile: equal pieces side by side in one stretch. */
function joined(stretches) {
  const pile = [];
  for (const stretch of stretches) {
    const last = pile[pile.length - 1];
    if (stretch.length === 1 && last?.length === 1 && last[0][0] === stretch[0][0]) last[0][1] += stretch[0][1];
    else if (stretch.length) pile.push(stretch);
  }
  return pile;
}
