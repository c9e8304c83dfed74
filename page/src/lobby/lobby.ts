// The lobby of a server: makes tables, sits down at them, and remembers in this browser the seats that somebody has here.
import { copied } from "../kept/clipboard.js";
import { refusedStream } from "../match/streams.js";
import { h, put } from "../window/dom.js";
import { areNumbers, guarded, parsed, storeOf } from "../kept/shelf.js";
import { uncited } from "../game/words.js";

interface OptionData { name: string; values: string[]; sentence: string | null }
interface GameData { game: string; title: string; sentence: string; players: number[]; options: OptionData[]; computers: string[] }
interface SeatData { seat: number; name: string; who: "open" | "person" | "computer"; computer: string | null }
interface TableData { table: string; game: string; title: string; players: number; options: Record<string, string>; seats: SeatData[]; allowsUndo: boolean; isOver: boolean; watch: string }
interface Problem { problem: string; advice?: string }
/** A table at which somebody of this browser has links: their own seat, and those to give away. */
interface Own { table: string; title: string; links: { seat: number; name: string; link: string; isOwn: boolean }[] }

const KEPT = `gamedsl tables ${location.pathname}`;
const NAME = "gamedsl name";
const AWAY = "The server is away. This page asks again.";
const COMPUTERS: Record<string, string> = { random: "computer: at random", beginner: "computer: beginner (at once)", steady: "computer: steady (2 seconds)", strong: "computer: strong (6 seconds)" };
const SEATS: Record<string, string> = { me: "me", open: "anybody", link: "a friend, by link", ...COMPUTERS };

async function asked<T>(address: string, message?: unknown): Promise<T | Problem> {
  try {
    const how = message === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(message) };
    return (await (await fetch(address, how)).json()) as T | Problem;
  } catch {
    return { problem: "The server does not answer.", advice: "Try it again." };
  }
}

const isProblem = (answer: object): answer is Problem => "problem" in answer && !("link" in answer);

/** What the browser keeps under a key; null where it keeps nothing. */
const keptText = (key: string): string | null => guarded(() => storeOf("localStorage")?.getItem(key) ?? null, null);

/** Keeps a text. A browser that keeps nothing still shows the links, until the page is closed. */
const keepText = (key: string, text: string): void => guarded(() => storeOf("localStorage")?.setItem(key, text), undefined);

function kept(): Own[] {
  const found = parsed(keptText(KEPT));
  return Array.isArray(found) ? found.filter(isOwn) : [];
}

const isLink = (data: Partial<Own["links"][number]> | null): boolean => typeof data === "object" && data !== null && areNumbers([data.seat]) && [data.name, data.link].every((one) => typeof one === "string") && typeof data.isOwn === "boolean";

/** Whether what the browser has kept are seats at a table, and nothing else that lay there. */
function isOwn(data: Partial<Own> | null): data is Own {
  return typeof data === "object" && data !== null && [data.table, data.title].every((one) => typeof one === "string") && Array.isArray(data.links) && data.links.every(isLink);
}

const keep = (own: Own[]): void => keepText(KEPT, JSON.stringify(own));

function setupTold({ players, options }: TableData): string {
  const told = Object.entries(options).map(([name, value]) => (value === "yes" ? spaced(name) : value === "no" ? `no ${spaced(name)}` : `${spaced(name)}: ${spaced(value)}`));
  return [`${players} player${players === 1 ? "" : "s"}`, ...told].join(", ");
}

const spaced = (name: string): string => name.replaceAll("_", " ");

class Lobby {
  private own = kept();
  private readonly notes = h("p", { class: "note", attrs: { role: "status" } });
  private readonly mine = h("section", { attrs: { "aria-labelledby": "mine" } });
  private readonly open = h("section", { attrs: { "aria-labelledby": "open" } });
  private readonly form = h("form", { class: "card", attrs: { "aria-labelledby": "new" } });
  private tables: TableData[] | null = null;

  constructor(root: HTMLElement, private readonly games: GameData[]) {
    const theme = h("button", { class: "tool", attrs: { "aria-label": "Light or dark", title: "Light or dark" }, on: () => {
      document.documentElement.dataset.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    } }, "◐");
    const making = h("section", { attrs: { "aria-labelledby": "new" } }, h("h2", { attrs: { id: "new" } }, "New table"), this.form);
    root.replaceChildren(h("header", { class: "top" }, h("h1", {}, "Tables"), theme), h("main", {}, this.notes, h("div", { class: "lists" }, this.mine, this.open), making));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.make();
    });
    this.drawForm();
    this.drawMine();
    this.drawOpen();
    this.listen();
  }

  private listen(): void {
    const source = new EventSource("api/events");
    source.addEventListener("message", ({ data }) => {
      this.tables = (JSON.parse(data as string) as { tables: TableData[] }).tables;
      this.say("");
      this.drawOpen();
    });
    source.addEventListener("error", () => {
      if (source.readyState === EventSource.CLOSED) void this.askWhy();
      else this.say(AWAY);
    });
  }

  private async askWhy(): Promise<void> {
    const refused = await refusedStream("api/events");
    this.say(refused?.told ?? AWAY);
    setTimeout(() => this.listen(), refused?.wait ?? 2000);
  }

  private say(text: string): void {
    if (this.notes.textContent !== text) this.notes.textContent = text;
  }

  private told({ problem, advice }: Problem): void {
    this.say([problem, advice].filter(Boolean).join(" "));
    this.notes.scrollIntoView({ block: "nearest" });
  }

  // -------------------------------------------------------------- a new table

  private get game(): GameData {
    const chosen = this.form.querySelector<HTMLSelectElement>("[name=game]")?.value;
    return this.games.find(({ game }) => game === chosen) ?? this.games[0];
  }

  private drawForm(): void {
    const { game, players, options, sentence } = this.game;
    const chosen = Number(this.value("players")) || players[0];
    const count = players.includes(chosen) ? chosen : players[0];
    const earlier = [...this.form.querySelectorAll<HTMLSelectElement>("[name=seat]")].map(({ value }) => value);
    const name = this.value("name") ?? keptText(NAME) ?? "";
    const again = () => this.drawForm();
    this.form.replaceChildren(
      select("Game", "game", this.games.map((one) => [one.game, one.title]), game, again),
      h("p", { class: "soft" }, sentence),
      ...(players.length > 1 ? [select("Players", "players", players.map((one) => [String(one), String(one)]), String(count), again)] : []),
      ...options.map((option) => select(spaced(option.name), `option ${option.name}`, option.values.map((one) => [one, spaced(one)]), this.value(`option ${option.name}`) ?? option.values[0])),
      h("fieldset", {}, h("legend", {}, "Who plays"), ...Array.from({ length: count }, (_, seat) =>
        select(`Seat ${seat + 1}`, "seat", Object.entries(SEATS), earlier[seat] ?? (seat ? "open" : "me")))),
      h("label", {}, h("span", {}, "Your name"), h("input", { attrs: { name: "name", maxlength: "16", value: name, autocomplete: "nickname" } })),
      check("The lobby shows this table", "listed", true), check("Moves may be taken back", "undo", true),
      h("button", { class: "btn go", attrs: { type: "submit" } }, "Make the table"));
  }

  private value(name: string): string | null {
    return this.form.querySelector<HTMLSelectElement | HTMLInputElement>(`[name="${name}"]`)?.value ?? null;
  }

  private isChecked(name: string): boolean {
    return this.form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.checked ?? true;
  }

  private async make(): Promise<void> {
    const { game, options, title } = this.game;
    const seats = [...this.form.querySelectorAll<HTMLSelectElement>("[name=seat]")].map(({ value }) => value);
    const name = (this.value("name") ?? "").trim();
    const me = seats.indexOf("me");
    const wish = {
      game, players: seats.length, options: Object.fromEntries(options.map((one) => [one.name, this.value(`option ${one.name}`)])),
      seats: seats.map((one) => (one === "me" ? "link" : one)), names: seats.map((_, seat) => (seat === me ? name : "")), isListed: this.isChecked("listed"), allowsUndo: this.isChecked("undo"),
    };
    const made = await asked<TableData & { links: { seat: number; link: string }[] }>("api/tables", wish);
    if (isProblem(made)) {
      this.told(made);
      return;
    }
    if (name) keepText(NAME, name);
    this.remember({ table: made.table, title, links: made.links.map(({ seat, link }) => ({ seat, link, name: made.seats[seat].name, isOwn: seats[seat] === "me" })) });
    this.say(made.links.length ? "The table is there." : "The table is there. You can watch it.");
    this.mine.querySelector<HTMLElement>("a")?.focus();
  }

  // -------------------------------------------------------------- seats of this browser

  private remember(own: Own): void {
    const known = this.own.find(({ table }) => table === own.table);
    if (known) known.links.push(...own.links);
    else if (own.links.length) this.own.unshift(own);
    keep(this.own);
    this.drawMine();
    this.drawOpen();
  }

  private drawMine(): void {
    this.mine.hidden = this.own.length === 0;
    const cards = this.own.map((own) => h("li", { class: "card" }, h("h3", {}, own.title), ...own.links.filter(({ isOwn }) => isOwn).map(({ link, name }) =>
      h("p", { class: "acts" }, h("a", { class: "btn go", attrs: { href: link } }, `Play as ${name}`))), this.invited(own), h("p", { class: "acts last" }, h("button", { class: "btn", attrs: { "aria-label": `Forget the table of ${own.title}` }, on: () => this.forget(own) }, "Forget it"))));
    this.mine.replaceChildren(h("h2", { attrs: { id: "mine" } }, "Your tables"), h("ul", {}, ...cards));
  }

  private invited({ links }: Own): HTMLElement | null {
    const others = links.filter(({ isOwn }) => !isOwn);
    if (!others.length) return null;
    return h("div", {}, h("p", { class: "soft" }, "Whoever has a link has the seat. Give each to one person:"), ...others.map(({ link, name }) => {
      const field = h("input", { attrs: { readonly: "", value: new URL(link, location.href).href, "aria-label": `The link of ${name}` }, on: () => field.select() });
      const copy = h("button", { class: "btn", attrs: { "aria-label": `Copy the link of ${name}` }, on: () => void copied(copy, field) }, "Copy");
      return h("div", { class: "link" }, h("b", {}, name), field, copy);
    }));
  }

  private forget(own: Own): void {
    if (!confirm("Without its links nobody can play at these seats. Forget them?")) return;
    this.own = this.own.filter((one) => one !== own);
    keep(this.own);
    this.drawMine();
    this.drawOpen();
  }

  // -------------------------------------------------------------- tables of others

  private drawOpen(): void {
    const { tables } = this;
    const told = tables === null ? h("p", { class: "soft" }, "The server is asked …") : tables.length ? h("ul", {}, ...tables.map((one) => this.table(one))) : h("p", { class: "soft" }, "There is none yet. Make one.");
    this.open.replaceChildren(h("h2", { attrs: { id: "open" } }, "Open tables"), told);
  }

  private table(table: TableData): HTMLElement {
    const own = this.own.find((one) => one.table === table.table);
    const isMine = (seat: number) => own?.links.some((one) => one.isOwn && one.seat === seat) ?? false;
    const seats = table.seats.map(({ seat, name, who, computer }) => {
      const state = isMine(seat) ? "you" : who === "computer" ? (computer ?? "") : who === "open" ? "free" : "";
      return h("li", { class: who }, h("span", {}, name), state ? h("span", { class: `pill ${who === "open" ? "good" : ""}` }, state) : null);
    });
    const isFree = table.seats.some(({ who }) => who === "open") && !table.seats.some(({ seat }) => isMine(seat));
    const acts = h("p", { class: "acts last" });
    if (isFree) put(acts, h("button", { class: "btn go", attrs: { "aria-label": `Sit down at the table of ${table.title}` }, on: () => void this.sit(table) }, "Sit down"));
    put(acts, h("a", { class: "btn", attrs: { href: table.watch, "aria-label": `Watch the table of ${table.title}` } }, "Watch"));
    return h("li", { class: "card" }, h("h3", {}, table.title), h("p", { class: "soft" }, setupTold(table)), h("ul", { class: "seats" }, ...seats), acts);
  }

  private async sit({ table, title }: TableData): Promise<void> {
    const name = (this.value("name") ?? "").trim();
    const taken = await asked<{ seat: number; link: string; problem?: string }>(`api/tables/${table}/sit`, name ? { name } : {});
    if (isProblem(taken)) {
      this.told(taken);
      return;
    }
    this.remember({ table, title, links: [{ seat: taken.seat, link: taken.link, name: taken.problem || !name ? `player ${taken.seat + 1}` : name, isOwn: true }] });
    location.href = taken.link;
  }
}

function select(label: string, name: string, values: string[][], chosen: string, changed?: () => void): HTMLElement {
  const field = h("select", { attrs: { name } }, ...values.map(([value, text]) => h("option", { attrs: { value, ...(value === chosen && { selected: "" }) } }, text)));
  if (changed) field.addEventListener("change", changed);
  return h("label", {}, h("span", {}, label[0].toUpperCase() + label.slice(1)), field);
}

function check(label: string, name: string, isOn: boolean): HTMLElement {
  return h("label", { class: "check" }, h("input", { attrs: { type: "checkbox", name, ...(isOn && { checked: "" }) } }), h("span", {}, label));
}

async function begin(): Promise<void> {
  const root = document.getElementById("lobby");
  if (!root) return;
  document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const found = await asked<{ games: GameData[] }>("api/games");
  if (isProblem(found)) {
    root.replaceChildren(h("p", { class: "note", attrs: { role: "alert" } }, found.problem));
    setTimeout(() => void begin(), 2000);
  } else new Lobby(root, uncited(found.games));
}

void begin();
