// Types of values: how many numbers they have, how they lie in positions (codings) and in working memory (readers).

const DIRECTIONS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
export const NO_PLACE = -1;
const NONE = -1;
const NO_NUMBER = -0x80000000;
const MOST_NUMBERS = 512;
const MOST_LISTED = 1024;

export { DIRECTIONS };

/** The kinds of some components, ascending. */
export function kindsOf(model, components) {
  const kinds = [];
  for (const number of components) {
    const { first, count } = model.components[number];
    for (let i = 0; i < count; i++) kinds.push(first + i);
  }
  return kinds.sort((a, b) => a - b);
}

export function isScalar(of) {
  switch (of.is) {
    case "flag": case "number": case "word": case "place": case "seat": case "row": case "direction": case "kind": case "nothing": case "zone":
      return true;
    case "optional":
      return isScalar(of.of);
    default:
      return false;
  }
}

export function isPiece(of) {
  return (of.is === "optional" ? of.of : of).is === "piece";
}

/** Pieces, or a collection of pieces. */
export function isPieces(of) {
  if (of.is === "piece" || of.is === "pieces") return true;
  return (of.is === "optional" || of.is === "list" || of.is === "set") && isPieces(of.of);
}

/** First number of an element type, and how many numbers it has. */
function span(model, of) {
  switch (of.is) {
    case "flag": return [0, 2];
    case "number": return [of.low, of.high - of.low + 1];
    case "word": case "place": case "seat": case "row": return [0, of.size];
    case "direction": return [0, 8];
    case "kind": {
      const kinds = kindsOf(model, of.components);
      return kinds.length ? [kinds[0], kinds[kinds.length - 1] - kinds[0] + 1] : [0, 0];
    }
    case "optional": return span(model, of.of);
    default: return [0, 0];
  }
}

// ---------------------------------------------------------------- working memory

function isBits(of) {
  if (of.is === "number") return of.high - of.low < MOST_NUMBERS;
  return isScalar(of) && !["zone", "nothing", "optional"].includes(of.is);
}

function wideSize(model, of) {
  if (isScalar(of)) return 4;
  if (isPiece(of)) return 8;
  switch (of.is) {
    case "optional": return 8 + wideSize(model, of.of);
    case "set": return isBits(of.of) ? 8 * Math.max(1, Math.ceil(span(model, of.of)[1] / 64)) : 4 + MOST_LISTED * wideSize(model, of.of);
    case "bag": return 4 * span(model, of.of)[1];
    case "list": return 4 + of.most * wideSize(model, of.of);
    case "pieces": return 4 + 12 * (of.most + 1);
    case "ranking": return 4 + of.most * (4 + wideSize(model, of.of));
    default: throw new Error(`no values of type ${of.is}`);
  }
}

/** What reads values of a type from working memory: (DataView, address) -> value. */
export function reader(model, of, below) {
  if (isScalar(of)) return scalarReader(of, below);
  if (isPiece(of)) {
    const maybe = of.is === "optional";
    return (view, at) => {
      const kind = view.getInt32(at + 4, true);
      return maybe && kind < 0 ? null : [view.getInt32(at, true), kind];
    };
  }
  switch (of.is) {
    case "optional": {
      const inner = reader(model, of.of, below);
      return (view, at) => (view.getInt32(at, true) ? inner(view, at + 8) : null);
    }
    case "set":
      return isBits(of.of) ? bitsReader(model, of.of) : listReader(model, of.of, below);
    case "list":
      return listReader(model, of.of, below);
    case "bag": {
      const [low, size] = span(model, of.of);
      return (view, at) => {
        const found = [];
        for (let i = 0; i < size; i++) {
          const count = view.getInt32(at + 4 * i, true);
          if (count) found.push([low + i, count]);
        }
        return found;
      };
    }
    case "pieces":
      return (view, at) => {
        const found = [];
        const end = at + 4 + view.getInt32(at, true);
        for (let i = at + 4; i < end; i += 12) found.push([view.getInt32(i, true), view.getInt32(i + 4, true), view.getInt32(i + 8, true)]);
        return found;
      };
    case "ranking": {
      const inner = reader(model, of.of, below);
      const step = 4 + wideSize(model, of.of);
      return (view, at) => {
        /** @type {any[][]} */
        const groups = [];
        for (let i = 0; i < view.getInt32(at, true); i++) {
          if (view.getInt32(at + 4 + step * i, true) || !groups.length) groups.push([]);
          groups[groups.length - 1].push(inner(view, at + 8 + step * i));
        }
        return groups;
      };
    }
    default:
      throw new Error(`no values of type ${of.is}`);
  }
}

function scalarReader(of, below) {
  const inner = of.is === "optional" ? of.of : of;
  if (inner.is === "flag") {
    return (view, at) => {
      const word = view.getInt32(at, true);
      return word === NONE ? null : Boolean(word);
    };
  }
  if (of.is !== "optional" && of.is !== "nothing") return (view, at) => view.getInt32(at, true);
  const none = inner.is === "number" && below ? NO_NUMBER : NONE;
  return (view, at) => {
    const word = view.getInt32(at, true);
    return word === none ? null : word;
  };
}

function listReader(model, of, below) {
  const inner = reader(model, of, below);
  const step = wideSize(model, of);
  return (view, at) => Array.from({ length: view.getInt32(at, true) }, (_, i) => inner(view, at + 4 + step * i));
}

function bitsReader(model, of) {
  const [low, size] = span(model, of);
  return (view, at) => {
    const found = [];
    for (let i = 0; i < size; i++) if ((view.getUint8(at + (i >> 3)) >> (i & 7)) & 1) found.push(of.is === "flag" ? Boolean(i) : low + i);
    return found;
  };
}

/** Pieces that are kept as counts: `lanes` are the kinds of each zone. */
export function lanesReader(lanes) {
  return (view, at) => {
    const found = [];
    for (const kinds of lanes) {
      const zone = view.getInt32(at, true);
      kinds.forEach((kind, i) => {
        const count = view.getUint8(at + 8 + i);
        if (count) found.push([zone, kind, count]);
      });
      at += 8 + 8 * Math.ceil(kinds.length / 8);
    }
    return found;
  };
}

// ---------------------------------------------------------------- positions

/** A coding: `size` in bytes, and `read(view, at)`. */
const word = (size, read) => ({ size, read });
const unsigned = (size) => {
  if (size === 1) return (view, at) => view.getUint8(at);
  if (size === 2) return (view, at) => view.getUint16(at, true);
  if (size === 4) return (view, at) => view.getUint32(at, true);
  return (view, at) => Number(view.getBigUint64(at, true));
};
const signed = (size) => {
  if (size === 1) return (view, at) => view.getInt8(at);
  if (size === 2) return (view, at) => view.getInt16(at, true);
  if (size === 4) return (view, at) => view.getInt32(at, true);
  return (view, at) => Number(view.getBigInt64(at, true));
};

export function numberWord(low, high) {
  const sizes = [1, 2, 4, 8];
  if (low >= 0) {
    const size = sizes.find((s) => high < 2 ** (8 * s));
    return word(size, unsigned(size));
  }
  const size = sizes.find((s) => -(2 ** (8 * s - 1)) <= low && high < 2 ** (8 * s - 1));
  return word(size, signed(size));
}

/** The values of an element type in order: how many, and the one with a number. */
function scale(model, of, zones) {
  if (of.is === "kind") {
    const kinds = kindsOf(model, of.components);
    return { count: kinds.length, value: (n) => kinds[n] };
  }
  if (of.is === "piece") {
    const kinds = kindsOf(model, of.components);
    return { count: (1 + zones) * kinds.length, value: (n) => [Math.floor(n / kinds.length) - 1, kinds[n % kinds.length]] };
  }
  const [low, count] = span(model, of);
  return { count, value: of.is === "flag" ? (n) => Boolean(n) : (n) => low + n };
}

const zoneCount = (model) => model.zones.reduce((sum, zone) => sum + zone.count, 0);

/** How values of a type are written in positions. */
export function coding(model, of) {
  switch (of.is) {
    case "number":
      return numberWord(of.low, of.high);
    case "flag": case "word": case "place": case "seat": case "row": case "direction": case "kind": {
      const known = scale(model, of);
      const { size, read } = numberWord(0, known.count);
      return word(size, (view, at) => known.value(read(view, at)));
    }
    case "optional":
      return optionalCoding(model, of.of);
    case "nothing":
      return word(1, () => null);
    case "zone":
      return word(2, unsigned(2));
    case "set":
      return maskCoding(scale(model, of.of, zoneCount(model)));
    case "bag":
      return countCoding(scale(model, of.of), of.most);
    case "list":
      return listCoding(coding(model, of.of), of.most);
    case "piece":
      return placedCoding(model, of, 0);
    case "pieces":
      return listCoding(placedCoding(model, of, of.most), of.most);
    case "ranking": {
      const inner = listCoding(coding(model, of.of), of.most);
      const bytes = Math.ceil(of.most / 8);
      return word(inner.size + bytes, (view, at) => {
        const every = inner.read(view, at);
        const begins = bits(view, at + inner.size, bytes);
        return begins.map((start, i) => every.slice(start, begins[i + 1] ?? every.length));
      });
    }
    default:
      throw new Error(`no values of type ${of.is}`);
  }
}

function optionalCoding(model, of) {
  if (of.is === "optional") return coding(model, of);
  if (isScalar(of) && of.is !== "zone" && of.is !== "nothing") {
    const known = scale(model, of);
    const { size, read } = numberWord(0, known.count + 1);
    return word(size, (view, at) => {
      const number = read(view, at);
      return number ? known.value(number - 1) : null;
    });
  }
  const inner = coding(model, of);
  return word(1 + inner.size, (view, at) => (view.getUint8(at) ? inner.read(view, at + 1) : null));
}

export function bits(view, at, bytes) {
  const found = [];
  for (let i = 0; i < 8 * bytes; i++) if ((view.getUint8(at + (i >> 3)) >> (i & 7)) & 1) found.push(i);
  return found;
}

export function maskCoding(known) {
  const size = known.count <= 8 ? 1 : known.count <= 16 ? 2 : known.count <= 32 ? 4 : 8 * Math.ceil(known.count / 64);
  return word(size, (view, at) => bits(view, at, size).map(known.value));
}

export function countCoding(known, most) {
  const one = numberWord(0, most);
  return word(one.size * known.count, (view, at) => {
    const found = [];
    for (let i = 0; i < known.count; i++) {
      const count = one.read(view, at + i * one.size);
      if (count) found.push([known.value(i), count]);
    }
    return found;
  });
}

function listCoding(inner, most) {
  const length = numberWord(0, most);
  return word(length.size + most * inner.size, (view, at) =>
    Array.from({ length: length.read(view, at) }, (_, i) => inner.read(view, at + length.size + i * inner.size)),
  );
}

function placedCoding(model, of, most) {
  const kinds = kindsOf(model, of.components);
  const kind = numberWord(0, kinds.length);
  const count = most ? numberWord(0, most) : null;
  return word(2 + kind.size + (count?.size ?? 0), (view, at) => {
    const piece = [view.getUint16(at, true) - 1, kinds[kind.read(view, at + 2)]];
    if (count) piece.push(count.read(view, at + 2 + kind.size));
    return piece;
  });
}
