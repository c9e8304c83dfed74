// Moves by their texts: the steps that lead to what a text says, or why there is no such move.

const MOST_LISTED = 10000;
const FEW = 24; // so many moves are looked at sooner than a question is put into words

/** `build(at = d4, wood = [2 Oak, Ash]), no trade` as stages: name, whether it is declined, and what is chosen by name. */
function stagesOf(text) {
  return parts(text).map((stage) => {
    const open = stage.indexOf("(");
    const head = (open < 0 ? stage : stage.slice(0, open)).trim();
    const inside = open < 0 ? "" : stage.slice(open + 1, stage.lastIndexOf(")"));
    const chosen = new Map();
    for (const one of parts(inside)) {
      const at = one.indexOf("=");
      chosen.set(one.slice(0, Math.max(at, 0)).trim(), one.slice(at + 1).trim());
    }
    const isDeclined = /^no\s/.test(head);
    return { name: isDeclined ? head.slice(3).trim() : head, isDeclined, chosen };
  });
}

/** The parts between commas that stand in no brackets. */
function parts(text) {
  const found = [];
  let depth = 0;
  let part = "";
  for (const sign of text) {
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0) {
      found.push(part.trim());
      part = "";
    } else part += sign;
  }
  return part.trim() ? [...found, part.trim()] : found;
}

const plain = (text) => text.replace(/\s+/g, "");

/**
 * The move of a seat that a text names: looked for among few moves, and found step by step among many. `decision` is what is decided, `taken` the steps so far;
 * `open(prefix)` gives the open step after some steps (null: a move is complete), `count(prefix)` how many moves begin with them, `textOf(prefix, i)` and
 * `move(prefix, i)` one of them, and `refused(prefix)` what the open step offers but does not allow. Gives the move, or a refusal.
 */
export function moveNamed(text, asked) {
  const { decision, taken, open, count, textOf, move, refused } = asked;
  const stages = stagesOf(text);
  const strange = stages.filter((stage) => !decision.names.has(stage.name));
  if (strange.length || !stages.length) return { refusal: notThere(decision.plan.name, strange) };
  const few = count(taken) <= FEW ? same(text, taken, count, textOf) : -1;
  if (few >= 0) return move(taken, few);
  let prefix = taken;
  for (let step = open(prefix); step; step = open(prefix)) {
    const fitting = step.options.filter((option) => fits(stages, step, option) !== false);
    if (!fitting.length) {
      const found = refused(prefix).find((option) => fits(stages, step, option) === true);
      return { refusal: found?.refusal ?? notOffered(stages, step) };
    }
    if (fitting.length > 1) break;
    prefix = [...step.before, fitting[0].value];
  }
  return among(text, stages, prefix, asked) ?? among(text, stages, taken, asked) ?? { refusal: unknown(`\`${text}\` is no move here`) };
}

/** The one move that begins with some steps and has this text, or else contains all that it says. */
function among(text, stages, prefix, { count, textOf, move }) {
  const number = count(prefix);
  if (number > MOST_LISTED) return { refusal: unknown(`\`${text}\` leaves too much open`) };
  const found = same(text, prefix, count, textOf);
  if (found >= 0) return move(prefix, found);
  const covering = Array.from({ length: number }, (_, i) => i).filter((i) => covers(stagesOf(textOf(prefix, i)), stages));
  if (covering.length > 1) {
    const some = covering.slice(0, 3).map((i) => `\`${textOf(prefix, i)}\``).join(", ");
    return { refusal: unknown(`\`${text}\` can be ${some}`) };
  }
  return covering.length ? move(prefix, covering[0]) : null;
}

/** The number of the move with exactly this text; -1: there is none. */
function same(text, prefix, count, textOf) {
  const wanted = plain(text);
  const number = count(prefix);
  for (let i = 0; i < number; i++) if (plain(textOf(prefix, i)) === wanted) return i;
  return -1;
}

function covers(stages, wanted) {
  return wanted.every(({ name, isDeclined, chosen }) =>
    stages.some((stage) => stage.name === name && stage.isDeclined === isDeclined &&
      [...chosen].every(([key, value]) => plain(stage.chosen.get(key) ?? "") === plain(value))));
}

/** Whether an option of an open step is what the text says; undefined where the text does not say. */
function fits(stages, { kind, name, plan, about, options }, option) {
  switch (kind) {
    case "gate": {
      const declines = stages.some((stage) => stage.name === plan && stage.isDeclined);
      return (option.value === 1) === declines;
    }
    case "menu":
      return stages.some((stage) => stage.name === option.text);
    default: {
      const said = stages.find((stage) => stage.name === plan)?.chosen.get(name);
      if (said === undefined) return undefined;
      if (kind === "one" || kind === "yes_no") return plain(said) === plain(option.text);
      return fitsAmong(listed(said), kind, about, option, options);
    }
  }
}

/** The same for a step of a selection of several: of one element, or of one group of elements. */
function fitsAmong(said, kind, about, option, options) {
  if (kind === "member") return (option.value === 1) === said.has(plain(about));
  if (kind === "count") return option.value === (said.get(plain(about)) ?? 0);
  if (option.value) return said.has(plain(option.text));
  return !options.some((other) => other.value && said.has(plain(other.text)));
}

/** `[2 Oak, Ash]` as a map from names to numbers. */
function listed(said) {
  const inside = /^\[.*\]$/s.test(said) ? said.slice(1, -1) : said;
  return new Map(parts(inside).map((one) => {
    const many = /^(\d+)\s+(.*)$/s.exec(one);
    return many ? [plain(many[2]), Number(many[1])] : [plain(one), 1];
  }));
}

function notOffered(stages, { kind, name, plan, options }) {
  if (kind === "menu" || kind === "gate") {
    return notThere(plan, stages);
  }
  const some = options.slice(0, 8).map((option) => option.text).join(", ");
  const text = `\`${name}\` cannot be chosen like that here: ${some}${options.length > 8 ? ", …" : ""}`;
  return { kind: "selection", name, why: null, text };
}

function notThere(name, stages) {
  const named = stages.map((stage) => `\`${stage.name}\``).join(", ");
  return { kind: "not_offered", name, why: null, text: named ? `${named} is not offered here` : "a move has a name" };
}

function unknown(text) {
  return { kind: "unknown", name: "", why: null, text };
}
