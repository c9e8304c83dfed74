// The first thing on a page: who plays, and how.
import { h, put } from "./dom.js";
import { disc } from "../table/faces.js";
import { seatColour } from "../game/looks.js";
import type { PageData, SetupData } from "../game/model.js";
import { candidates, usual } from "../game/opponents.js";
import type { Person } from "../match/session.js";
import type { KeptMatch, Shelf } from "../kept/shelf.js";
import { counted, dayOf, listed, plain, titled } from "../game/words.js";

export interface Chosen { setup: number; people: Person[]; seed: number; start: string | null }

const NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim"];
const RANDOM = "Nobody can make up what lies hidden in this game, so the computer plays at random.";

/** What the form leads to. */
export interface StartActions { begin(chosen: Chosen): void; open(text: string): void; goOn(match: KeptMatch): void; rules: (() => void) | null }

const FEW = 3;

/** The form with which a match begins. */
export class StartForm {
  readonly root = h("main", { class: "start" });
  private players: number;
  private options: Record<string, string> = {};
  private from: string | null = null;
  private readonly people: Person[];
  private readonly keptMatches = h("div", { class: "shelf" });

  constructor(private readonly data: PageData, private readonly title: string, private readonly actions: StartActions, private readonly shelf: Shelf | null, private readonly said: string) {
    this.players = data.setups[0].players;
    this.options = { ...data.setups[0].options };
    this.people = NAMES.map((name, i) => ({ name, who: i ? "steady" : "person" }));
    this.draw();
    // Another tab keeps its matches in the same store.
    const follow = (): void => {
      if (this.root.isConnected) this.showKept();
      else removeEventListener("storage", follow);
    };
    addEventListener("storage", follow);
  }

  private get setup(): number {
    const fits = (setup: SetupData) => setup.players === this.players && Object.entries(this.options).every(([name, value]) => setup.options[name] === value);
    const exact = this.data.setups.findIndex(fits);
    return exact >= 0 ? exact : this.data.setups.findIndex(({ players }) => players === this.players);
  }

  private draw(): void {
    const counts = [...new Set(this.data.setups.map(({ players }) => players))].sort((a, b) => a - b);
    // No form: in a frame that may send none, as the workshop's, a browser does not even tell that one is to be sent.
    const form = h("div", { class: "sheet", attrs: { role: "form", "aria-label": "A new match" } });
    put(form, h("h1", {}, this.title), this.data.sentence ? h("p", { class: "lead-in" }, this.data.sentence) : null);
    put(form, this.said ? h("p", { class: "why", attrs: { role: "alert" } }, this.said) : null, this.keptMatches);
    this.showKept();
    if (counts.length > 1) put(form, this.choice("Players", counts.map(String), String(this.players), (value) => { this.players = Number(value); }));
    for (const { name, values, sentence } of this.data.options) {
      put(form, this.choice(titled(name), values, this.options[name] ?? values[0], (value) => { this.options[name] = value; }, sentence));
    }
    put(form, this.beginning(), this.seats(), this.buttons());
    form.addEventListener("keydown", ({ key, target }) => {
      if (key === "Enter" && target instanceof HTMLInputElement && target.type === "text") this.begin();
    });
    this.root.replaceChildren(form);
  }

  private begin(): void {
    this.actions.begin({ setup: this.setup, people: this.people.slice(0, this.players).map((one) => ({ ...one })), seed: newSeed(), start: this.from });
  }

  private showKept(): void {
    const found = this.kept();
    this.keptMatches.replaceChildren(...(found ? [found] : []));
  }

  /** The matches that this browser keeps. */
  private kept(): HTMLElement | null {
    const matches = this.shelf?.matches() ?? [];
    const others = this.shelf?.others() ?? [];
    if (!matches.length && !others.length) return null;
    const found = h("fieldset", { class: "kept" }, h("legend", {}, "Continue"));
    put(found, ...matches.slice(0, FEW).map((match) => this.keptLine(match)));
    const rest = matches.slice(FEW);
    if (rest.length) put(found, h("details", {}, h("summary", {}, `${counted(rest.length, "more match", "more matches")}`), ...rest.map((match) => this.keptLine(match))));
    if (others.length) {
      const remove = h("button", { class: "link", attrs: { type: "button" }, on: () => {
        for (const { id } of others) this.shelf?.remove(id);
        this.showKept();
      } }, others.length === 1 ? "Remove it" : "Remove them");
      const [match, belongs] = others.length === 1 ? ["match", "belongs"] : ["matches", "belong"];
      put(found, h("small", {}, `This browser also keeps ${others.length} ${match} that ${belongs} to another edition of this game, with other rules, options or numbers of players. Only the page of that edition continues ${others.length === 1 ? "it" : "them"}. `, remove));
    }
    return found;
  }

  private keptLine(match: KeptMatch): HTMLElement {
    const names = listed(match.people.map(([name]) => name));
    const go = h("button", { class: "btn", attrs: { type: "button", "aria-label": `${match.isOver ? "Show" : "Continue"} the match of ${names}` }, on: () => this.actions.goOn(match) },
      h("span", {}, h("b", {}, names), h("small", {}, [match.said, dayOf(match.when)].join(" · "))));
    const remove = h("button", { class: "tool", attrs: { type: "button", "aria-label": `Remove the match of ${names}`, title: "Remove this match from the browser" }, on: () => {
      this.shelf?.remove(match.id);
      this.showKept();
    } }, "×");
    return h("div", { class: "keptline" }, go, remove);
  }

  private choice(label: string, values: string[], now: string, set: (value: string) => void, sentence: string | null = null): HTMLElement {
    const group = h("fieldset", { class: "choice", attrs: sentence ? { title: sentence } : {} }, h("legend", {}, label));
    for (const value of values) {
      put(group, h("button", { class: `pill ${value === now ? "now" : ""}`, attrs: { type: "button", "aria-pressed": String(value === now) }, on: () => {
        set(value);
        this.draw();
      } }, plain(value)));
    }
    if (sentence) put(group, h("small", {}, sentence));
    return group;
  }

  /** The named positions of the rules, if there are any. Those for tests only are not offered. */
  private beginning(): HTMLElement | null {
    const own = this.data.look.start ?? {};
    const starts = this.data.setups[this.setup].starts.filter(({ name }) => !own[name]?.hide);
    if (!starts.some(({ name }) => name === this.from)) this.from = null;
    if (!starts.length) return null;
    const usual = "the usual set-up";
    const list = h("select", { attrs: { "aria-label": "Begin with" } });
    for (const [value, text] of [["", usual], ...starts.map(({ name }) => [name, own[name]?.label ?? titled(name)])]) put(list, h("option", { attrs: { value, ...(value === (this.from ?? "") ? { selected: "" } : {}) } }, text));
    list.addEventListener("change", () => {
      this.from = list.value || null;
      this.draw();
    });
    const sentence = starts.find(({ name }) => name === this.from)?.sentence;
    return h("fieldset", { class: "choice beginning" }, h("legend", {}, "Begin with"), list, sentence ? h("small", {}, sentence) : null);
  }

  private seats(): HTMLElement {
    const found = h("fieldset", { class: "people" }, h("legend", {}, "Who plays"));
    const setup = this.data.setups[this.setup];
    const { computer, blind } = setup;
    const offered = candidates(setup);
    this.people.slice(0, this.players).forEach((person, i) => {
      if (!offered.some(({ who }) => who === person.who)) person.who = usual(setup);
      const name = h("input", { attrs: { value: person.name, maxlength: "16", "aria-label": `Name of player ${i + 1}` } });
      name.addEventListener("input", () => { person.name = name.value.trim() || NAMES[i]; });
      const who = h("select", { attrs: { "aria-label": `Who plays ${person.name}` } });
      for (const { who: value, told } of offered) put(who, h("option", { attrs: { value, ...(value === person.who ? { selected: "" } : {}) } }, told));
      who.addEventListener("change", () => { person.who = who.value; });
      put(found, h("label", { class: "person" }, disc(seatColour(this.data.look, i), String(i + 1)), name, who));
    });
    if (computer === "takes any move") put(found, h("small", {}, RANDOM));
    else if (blind.length) put(found, h("small", {}, `Where something unseen still counts, the computer takes any move: at ${blind.map((one) => `“${plain(one)}”`).join(", ")}.`));
    return found;
  }

  private buttons(): HTMLElement {
    const file = h("input", { attrs: { type: "file", accept: ".json,application/json", "aria-label": "A saved match" }, class: "sr" });
    file.addEventListener("change", async () => {
      const [chosen] = file.files ?? [];
      if (chosen) this.actions.open(await chosen.text());
    });
    const { rules } = this.actions;
    return h("div", { class: "row end" }, rules && h("button", { class: "btn", attrs: { type: "button", "data-tool": "rules" }, on: rules }, "Read the rules"), h("label", { class: "btn" }, "Open a saved match", file), h("button", { class: "btn go", on: () => this.begin() }, "Begin"));
  }
}

/** A seed that no match has had. */
export function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
