// The studio: the page of a game, and beside it what its rules file says of it. Everything follows the file.
import { guarded, storeOf } from "../kept/shelf.js";
import { h, withCode } from "../window/dom.js";
import type { Wanted } from "../controls/finder.js";
import type { Followed, Kept } from "../match/following.js";
import { GraphPanel } from "./studio_graph.js";
import { ExamplesPanel, FiguresPanel, FindingsPanel } from "./studio_panels.js";
import { PlayersPanel } from "./studio_players.js";
import type { Played, SharedState, StudioState } from "./studio_state.js";

const DRAWN = "gamedsl-drawn";
const AGAIN = 1500;
/** Where this browser notes that the rules are shown. */
const SHOWS_RULES = "gamedsl studio: rules are shown";

/** The editor, which is a script of its own: the studio begins without it. */
interface RulesPane { follow(): Promise<void>; name: string; go(line: number): void; reads: (first: number, last: number) => void }
interface EditorScript { RulesPane: { open(root: HTMLElement, nonce: string): Promise<RulesPane | null> } }

type Tab = "players" | "findings" | "graph" | "examples" | "figures";

class Studio {
  private state: StudioState | null = null;
  private version = 0;
  private frame: HTMLIFrameElement | null = null;
  private tab: Tab = "graph";
  private wasGood = true;
  /** A match of which only the first moves went on: if other rules allow the others again, and nobody has moved since, it goes on as a whole. */
  private cut: { whole: Kept; played: number } | null = null;
  private readonly graph = new GraphPanel();
  private readonly players = new PlayersPanel();
  private readonly findings = new FindingsPanel();
  private readonly examples = new ExamplesPanel();
  private readonly figures = new FiguresPanel();
  private readonly bar = h("header", { class: "top" });
  private readonly told = h("div", { class: "told", attrs: { role: "status" } });
  private readonly game = h("main", { class: "game" });
  private readonly tabs = h("div", { class: "tabs", attrs: { role: "tablist", "aria-label": "What the rules say" } });
  private readonly panel = h("div", { class: "panel", attrs: { role: "tabpanel", tabindex: "0" } });

  private readonly desk = h("section", { class: "desk", attrs: { "aria-label": "Rules" } });
  private rules: RulesPane | null = null;

  constructor(private readonly root: HTMLElement) {
    this.desk.hidden = true;
    root.replaceChildren(this.bar, this.told, this.desk, this.game, h("aside", { class: "beside", attrs: { "aria-label": "The rules" } }, this.tabs, this.panel));
    this.tabs.addEventListener("keydown", (event) => this.step(event));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const wear = () => document.documentElement.setAttribute("data-theme", dark.matches ? "dark" : "light");
    dark.addEventListener("change", wear);
    wear();
    if (root.dataset.editor && guarded(() => storeOf("localStorage")?.getItem(SHOWS_RULES), null)) void this.showRules();
    void this.listen();
  }

  /** Shows the editor, or hides it; its text stays. */
  private async showRules(): Promise<void> {
    const nonce = this.root.dataset.editor ?? "";
    this.desk.hidden = !this.desk.hidden;
    guarded(() => (this.desk.hidden ? storeOf("localStorage")?.removeItem(SHOWS_RULES) : storeOf("localStorage")?.setItem(SHOWS_RULES, "yes")), undefined);
    if (!this.desk.hidden && !this.rules) {
      document.head.append(h("link", { attrs: { rel: "stylesheet", href: "editor.css" } }));
      const address = "./editor.js";
      const { RulesPane } = (await import(address)) as EditorScript;
      this.rules = await RulesPane.open(this.desk, nonce);
      const { rules } = this;
      if (rules) {
        const isOwn = (file: string) => file === rules.name || file.endsWith(`/${rules.name}`);
        this.graph.go = (file, line) => {
          if (this.desk.hidden || !isOwn(file)) return false;
          rules.go(line);
          return true;
        };
        rules.reads = (first, last) => {
          this.graph.mark(first, isOwn);
          (this.frame?.contentWindow as Played | null)?.gamedslPage?.light(this.graph.about(first, last, isOwn));
        };
      }
      if (!this.rules) this.desk.replaceChildren(h("p", { class: "none" }, "The rules file cannot be read."));
    }
    this.draw();
  }

  /** Asks for news for ever. */
  private async listen(): Promise<void> {
    for (;;) {
      try {
        const answer = await fetch(`state?after=${this.state?.serial ?? -1}`);
        if (!answer.ok) throw new Error(String(answer.status));
        this.take((await answer.json()) as StudioState);
      } catch {
        this.bar.replaceChildren(h("b", { class: "pill bad" }, "The studio has ended"), h("span", {}, "Start it again where you write the rules."));
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  private take(state: StudioState): void {
    const isNew = state.looks !== this.state?.looks;
    if (!this.state && state.shared) this.tab = "players";
    this.state = state;
    document.title = `${state.file} – studio`;
    if (isNew) void this.rules?.follow();
    if (isNew && !state.is_good) this.tab = "findings";
    else if (isNew && !this.wasGood && this.tab === "findings") this.tab = "graph";
    this.wasGood = state.is_good;
    if (state.version && state.version !== this.version) void (state.shared ? this.follow(state.version) : this.load(state.version));
    if (state.shared) this.sit(state.shared);
    this.draw();
  }

  // -------------------------------------------------------------- the table

  /** Puts the page of another version in the place of the present one, with the match that was going on. */
  private async load(version: number): Promise<void> {
    this.version = version;
    const kept = this.kept();
    void this.graph.load(version);
    const frame = h("iframe", { class: "next", attrs: { src: `game/${version}`, title: "The table" } });
    this.game.append(frame);
    await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
    if (this.version !== version) {
      frame.remove();
      return;
    }
    const inside = frame.contentWindow as Played | null;
    if (inside?.document.getElementById("app") && !inside.gamedslPage) await new Promise((resolve) => inside.addEventListener(DRAWN, resolve, { once: true }));
    if (inside?.gamedslPage) inside.gamedslPage.isKeeping = false;
    const followed = kept && inside?.gamedslPage ? await inside.gamedslPage.follow(kept) : null;
    if (this.version !== version) {
      frame.remove();
      return;
    }
    this.frame?.remove();
    this.frame = frame;
    frame.classList.remove("next");
    this.cut = kept && followed && followed.played < followed.of ? { whole: kept, played: followed.played } : null;
    this.tell(kept, followed);
    inside?.gamedslPage?.linkRules((wanted) => this.find(wanted));
    inside?.addEventListener(DRAWN, () => this.drawn());
    if (inside?.document.getElementById("app")) this.wearAs(inside);
    this.drawn();
  }

  /** Shows the page of the host's own seat. It follows the match by itself. */
  private sit(shared: SharedState): void {
    this.graph.light(shared.node);
    const path = shared.seats.find(({ isOwn }) => isOwn)?.path ?? "";
    if (this.frame?.getAttribute("src") === path) return;
    this.frame?.remove();
    this.frame = path ? h("iframe", { attrs: { src: path, title: "The table" } }) : null;
    if (!this.frame) {
      this.game.replaceChildren(h("p", { class: "empty" }, "Agents play all seats."));
      return;
    }
    const { frame } = this;
    frame.addEventListener("load", () => {
      const inside = frame.contentWindow as Played | null;
      if (!inside) return;
      this.wearAs(inside);
      inside.addEventListener(DRAWN, () => inside.gamedslPage?.linkRules((wanted) => this.find(wanted)));
    });
    this.game.replaceChildren(frame);
  }

  /** The graph of other rules, while the match goes on at its host. */
  private async follow(version: number): Promise<void> {
    this.version = version;
    await this.graph.load(version);
    this.graph.light(this.state?.shared?.node ?? null);
  }

  /** Under which name this tab keeps the match of this file. */
  private get place(): string {
    return `match of ${this.state?.file ?? ""}`;
  }

  /** The match that is going on, or went on before this tab was loaded again. */
  private kept(): Kept | null {
    const page = (this.frame?.contentWindow as Played | null | undefined)?.gamedslPage;
    if (page) {
      const kept = page.kept();
      const { cut } = this;
      return cut && kept?.seed === cut.whole.seed && kept.moves.length === cut.played ? cut.whole : kept;
    }
    const text = guarded(() => storeOf("sessionStorage")?.getItem(this.place) ?? null, null);
    return text === null ? null : (JSON.parse(text) as Kept);
  }

  private tell(kept: Kept | null, followed: Followed | null): void {
    const close = h("button", { class: "close", attrs: { "aria-label": "Hide this" }, on: () => this.told.replaceChildren() }, "×");
    const lines: (Node | string)[] = [];
    if (kept && !followed) lines.push(h("b", {}, "The match has ended."), ` It was for ${kept.players} players, or with other options.`);
    else if (followed && followed.played < followed.of) {
      lines.push(h("b", {}, followed.played ? `The match goes on after move ${followed.played} of ${followed.of}.` : "The match begins again."), " Under these rules the next one is not possible: ", h("code", {}, followed.move), ". ", ...withCode(followed.why));
    }
    this.told.replaceChildren(...(lines.length ? [h("p", {}, ...lines), close] : []));
  }

  /** The studio wears what the page wears: who changes one changes both. */
  private wearAs(inside: Window): void {
    const of = inside.document.documentElement;
    const wear = () => document.documentElement.setAttribute("data-theme", of.getAttribute("data-theme") ?? "light");
    new MutationObserver(wear).observe(of, { attributes: true, attributeFilter: ["data-theme"] });
    wear();
  }

  /** The page was painted anew: the graph shows where the match stands. */
  private drawn(): void {
    const page = (this.frame?.contentWindow as Played | null | undefined)?.gamedslPage;
    const session = page?.session ?? null;
    this.graph.light(session ? session.visible.node : null);
    const kept = this.kept();
    // Where the browser keeps nothing, as in some frames, a match ends when the studio is loaded again.
    if (kept) guarded(() => storeOf("sessionStorage")?.setItem(this.place, JSON.stringify(kept)), undefined);
    else if (page) guarded(() => storeOf("sessionStorage")?.removeItem(this.place), undefined);
  }

  /** Somebody wants to see the rule of something on the table: in the text, if it is shown, else beside the graph. */
  private find(wanted: Wanted): void {
    if (this.graph.find(wanted)) return;
    this.tab = "graph";
    this.draw();
    this.graph.read();
  }

  // -------------------------------------------------------------- what stands beside it

  private draw(): void {
    const { state } = this;
    if (!state) return;
    this.drawBar(state);
    this.players.draw(state.shared);
    this.findings.draw(state);
    this.examples.draw(state);
    this.figures.draw(state);
    const { examples } = state;
    const failed = examples?.filter(({ passed }) => !passed).length ?? 0;
    const marks: Record<Tab, [string, string, boolean]> = {
      players: ["Players", "", Boolean(state.shared?.trouble)],
      findings: ["Findings", state.shared && !state.findings.length ? "" : String(state.findings.length), state.findings.length > 0],
      graph: ["Graph", "", false],
      examples: ["Examples", examples ? (!state.is_good ? "before" : failed ? `${failed} ✗` : `${examples.length} ✓`) : "…", state.is_good && failed > 0],
      figures: ["Figures", "", Boolean(state.figures && "fault" in state.figures)],
    };
    const focused = document.activeElement?.id;
    const tabs = (Object.keys(marks) as Tab[]).filter((name) => name !== "players" || state.shared);
    this.tabs.replaceChildren(...tabs.map((name) => this.tabElement(name, ...marks[name])));
    if (focused?.startsWith("tab-")) document.getElementById(focused)?.focus();
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    const shown = this[this.tab].root;
    if (this.panel.firstChild !== shown) this.panel.replaceChildren(shown);
    this.findings.showMarks();
    this.graph.fit();
  }

  private tabElement(name: Tab, text: string, mark: string, isBad: boolean): HTMLElement {
    const isOn = name === this.tab;
    const badge = mark ? h("span", { class: `badge ${isBad ? "bad" : ""}` }, mark) : isBad ? h("span", { class: "badge bad" }, "!") : null;
    return h("button", { class: "tab", attrs: { id: `tab-${name}`, role: "tab", "aria-selected": String(isOn), tabindex: isOn ? "0" : "-1" }, on: () => {
      this.tab = name;
      this.draw();
    } }, text, badge);
  }

  private step(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const all = [...this.tabs.querySelectorAll<HTMLElement>("[role=tab]")];
    const next = all[(all.findIndex((one) => one.getAttribute("aria-selected") === "true") + by + all.length) % all.length];
    const { id } = next;
    next.click();
    document.getElementById(id)?.focus();
  }

  private drawBar(state: StudioState): void {
    const errors = state.findings.filter(({ severity }) => severity === "error").length;
    const others = state.findings.length - errors;
    const words = state.is_good ? (others ? `${others} ${others === 1 ? "finding" : "findings"}` : "No findings") : `${errors} ${errors === 1 ? "error" : "errors"}`;
    const note = state.is_good ? "" : state.version ? "You play what could be played last." : "There is nothing to play yet.";
    const chosen = h("select", { attrs: { "aria-label": "Setup" } }, ...state.setups.map((text, i) => h("option", { attrs: { value: String(i), ...(i === state.setup ? { selected: "" } : {}) } }, text)));
    chosen.addEventListener("change", () => void fetch(`setup/${chosen.value}`, { method: "POST" }));
    const pill = h("b", { class: `pill ${state.is_good ? (others ? "so" : "good") : "bad"}` }, words);
    const isOpen = !this.desk.hidden;
    const rules = this.root.dataset.editor ? h("button", { class: "rules", attrs: { "aria-pressed": String(isOpen), title: "Show or hide the text of the rules" }, on: () => void this.showRules() }, "Rules") : null;
    this.bar.replaceChildren(h("h1", {}, state.file), ...(rules ? [rules] : []), pill, h("span", { class: "note" }, note), h("span", { class: "sp" }));
    if (state.setups.length > 1) this.bar.append(chosen);
    if (!state.version) this.game.replaceChildren(h("p", { class: "empty" }, "The table appears when the rules have no more errors."));
    else this.game.querySelector(".empty")?.remove();
  }
}

const root = document.getElementById("studio");
if (root) new Studio(root);
