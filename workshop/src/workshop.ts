// The workshop: rules on the left, and what they make of themselves on the right: the table, findings, the graph, examples, figures, the rulebook, commands.
import { h } from "../../page/src/window/dom.js";
import { GraphPanel } from "../../page/src/studio/studio_graph.js";
import { ExamplesPanel, FiguresPanel, FindingsPanel } from "../../page/src/studio/studio_panels.js";
import type { Wanted } from "../../page/src/controls/finder.js";
import type { Example, StudioState } from "../../page/src/studio/studio_state.js";
import { BookPanel, CommandPanel } from "./commands.js";
import { RulesEditor } from "./editor.js";
import { dropped, forgetPlaces, hasFolders, openFiles, openFolder, saveAs } from "./files.js";
import { Help, resolved } from "./help.js";
import { Jobs, type Rules, wasStopped } from "./jobs.js";
import { Menu } from "./menu.js";
import { FOLDER } from "./messages.js";
import { dropParts, type Loading } from "./parts.js";
import { type Project, Projects, project, storage } from "./projects.js";
import { FILE_ENDING, isFileName, MOST_FILES, packed, type Shared, unpacked } from "./share.js";
import { FIRST_GAME, gameEntries, variantOf } from "./start.js";
import { Table } from "./table.js";
import { turn, wear } from "./theme.js";
import { Tour } from "./tour.js";
import { PythonWorker } from "./workers.js";

/** What a phone shows: the rules, or what they make. */
type Side = "desk" | "beside";
type Tab = "play" | "findings" | "graph" | "examples" | "figures" | "book" | "commands";

const TITLES: Record<Tab, string> = { play: "Play", findings: "Findings", graph: "Graph", examples: "Examples", figures: "Figures", book: "Rulebook", commands: "Commands" };
/** Milliseconds after the last key until a project is kept, or what a rule has done is lit. */
const PAUSE = 500;

/** What a new game may begin with: the rules of lessons. */
const STARTS: [string, string][] = [["Dice", "scores-and-ends"], ["Cards", "cards"], ["Pieces", "fields-and-zones"], ["A board", "boards"]];

const FILE_NAMES = "The name of a file has letters, digits, `_`, `-` and `.`, and ends in .gdl, .csv or .look.toml.";
const NO_RULES = `There is no file with rules that can be opened, or there are more than ${MOST_FILES}. ${FILE_NAMES}`;

class Workshop {
  private readonly projects = new Projects(storage());
  private shown: Project = project("sticks.gdl", { "sticks.gdl": FIRST_GAME });
  private file = "";
  private version = 0;
  private tab: Tab = "play";
  private isGood = false;
  private isReady = false;
  private due: ReturnType<typeof setTimeout> | undefined;
  private reading: ReturnType<typeof setTimeout> | undefined;
  private setup = "";
  private state: StudioState = { serial: 0, file: "", looks: 0, is_good: true, findings: [], secrets: [], version: 0, setups: [], setup: 0, examples: null, figures: null, shared: null };
  /** The version of the rules that each panel shows. */
  private readonly drawn = new Map<Tab, { version: number; done: Promise<void> }>();

  private readonly pill = h("b", { class: "pill so", attrs: { role: "status" } }, "Python is loaded …");
  private readonly bar = h("progress", { class: "load", attrs: { "aria-label": "Loading" } });
  private readonly loading: Loading = { whole: (bytes) => { this.bar.max = bytes; }, arrived: (bytes) => { this.bar.value += bytes; } };
  private readonly name = h("input", { class: "name", attrs: { "aria-label": "Name of the file", spellcheck: "false" } });
  private readonly files = h("nav", { class: "files", attrs: { "aria-label": "Files of the project" } });
  private readonly setups = h("select", { attrs: { "aria-label": "Setup" } });
  private readonly said = h("div", { class: "said", attrs: { role: "status", "aria-live": "polite" } });
  private readonly tabs = h("div", { class: "tabs", attrs: { role: "tablist", "aria-label": "What the rules make" } });
  private readonly panel = h("div", { class: "panel", attrs: { role: "tabpanel", tabindex: "0" } });
  private readonly graph = new GraphPanel();
  private readonly findings = new FindingsPanel((code) => this.openHelp(`findings/${code}`));
  private readonly examples = new ExamplesPanel();
  private readonly figures = new FiguresPanel();
  private readonly table = new Table((node) => this.graph.light(node), (wanted) => void this.find(wanted));
  private readonly jobs = new Jobs(this.loading, (isBusy) => this.panel.classList.toggle("busy", isBusy));
  /** Trials may take long: they have a worker of their own, so that the table follows at once. */
  private readonly trials = new Jobs(this.loading, () => undefined);
  private readonly book = new BookPanel((ask) => this.ran(ask));
  private readonly commands = new CommandPanel((ask) => this.ran(ask), () => this.shown.main);
  private readonly tour = new Tour({
    begin: (rules) => {
      this.help.root.hidden = true;
      this.begin(rules);
    },
    text: () => this.editor.text,
    write: (text) => this.editor.write(text),
    tried: (text) => this.tried(text),
    close: () => this.draw(),
    look: (link) => (link.includes("://") ? null : () => this.openHelp(resolved("learn/lesson", link))),
    leave: () => this.beginNew(),
  }, storage());
  private readonly help = new Help(() => {
    this.tour.root.hidden = !this.isLesson;
    this.draw();
  });
  /** Whether a lesson goes on when the help is closed. */
  private isLesson = false;
  private readonly editor: RulesEditor;
  private readonly python: PythonWorker;
  private hear: ((text: string) => void)[] = [];

  constructor(private readonly root: HTMLElement) {
    const desk = h("section", { class: "desk", attrs: { "aria-label": "Rules" } }, this.files);
    const left = h("div", { class: "left" }, this.tour.root, this.help.root, desk);
    const beside = h("section", { class: "beside", attrs: { "aria-label": "What the rules make" } }, this.tabs, this.panel);
    root.replaceChildren(this.topElement(), this.said, h("main", { class: "both" }, left, beside), this.switchElement());
    this.showSide("beside");
    for (const one of [this.table.root, this.findings.root, this.graph.root, this.examples.root, this.figures.root, this.book.root, this.commands.root]) this.panel.append(one);
    this.tabs.addEventListener("keydown", (event) => this.step(event));
    this.editor = new RulesEditor(desk, `file://${FOLDER}`, { changed: (name, text) => this.changed(name, text), checked: (name, errors, others) => this.checked(name, errors, others), reads: (line, last) => this.read(line, last) });
    this.graph.go = (file, line) => this.goTo(file, line);
    this.python = new PythonWorker("editor", this.loading, {
      ready: () => this.connect(),
      message: (text) => { for (const one of this.hear) one(text); },
      ended: (why) => this.broken(why),
    });
    wear(storage());
    addEventListener("hashchange", () => void this.openHash());
    document.addEventListener("keydown", (event) => this.key(event));
    dropped(root, (found) => { if (found) this.begin(found); else this.say(NO_RULES); });
    void this.enter();
  }

  private async enter(): Promise<void> {
    if (!(await this.openHash())) this.open(this.projects.last() ?? this.shown);
    // The rules are read before the language server begins: two workers that begin at once keep each other waiting.
    await this.follow();
    this.python.start();
  }

  // -------------------------------------------------------------- Python

  private connect(): void {
    this.isReady = true;
    this.bar.remove();
    dropParts();
    if (!this.state.version) this.wait();
    // From now on the workshop opens without a network. Browsers offer this to https and to this machine only.
    void navigator.serviceWorker?.register("offline.js");
    this.lay();
    this.hear = [];
    this.editor.connect({
      send: (text) => this.python.send({ kind: "message", text }),
      subscribe: (handler) => { this.hear.push(handler); },
      unsubscribe: (handler) => { this.hear = this.hear.filter((one) => one !== handler); },
    });
  }

  /** Says that findings are still to come. */
  private wait(): void {
    this.pill.className = "pill so";
    this.pill.textContent = "Checking …";
  }

  private broken(why: string): void {
    this.isReady = false;
    this.pill.className = "pill bad";
    this.pill.textContent = "Python has stopped";
    this.say(`Python has stopped: ${why}.`, ["Start it again", () => this.python.start()]);
  }

  // -------------------------------------------------------------- projects

  /** Opens what the address names. Says whether it names something. */
  private async openHash(): Promise<boolean> {
    const [kind, value] = location.hash.slice(1).split(/=(.*)/s);
    if (!value) return false;
    if (kind === "lesson" && (await this.tour.open(value))) {
      history.replaceState(null, "", location.pathname + location.search);
      this.showSide("desk"); // the lesson stands above the rules
      return true;
    }
    const found = await this.named(kind, value);
    if (!found) {
      this.say("The link cannot be read: it may have been cut short.");
      return false;
    }
    history.replaceState(null, "", location.pathname + location.search);
    this.begin(found);
    return true;
  }

  private async named(kind: string, value: string): Promise<Shared | null> {
    if (kind === "share") return unpacked(value);
    if (!/^[a-z0-9_]+$/i.test(value)) return null;
    if (kind === "variant") return { main: `my_${value}.gdl`, files: { [`my_${value}.gdl`]: variantOf(value) } };
    if (kind !== "game") return null;
    const answer = await fetch(`games/${value}.gdl`).catch(() => null);
    return answer?.ok ? { main: `${value}.gdl`, files: { [`${value}.gdl`]: await answer.text() } } : null;
  }

  /** Opens rules as a project of their own, unless one like them is kept. */
  private begin({ main, files }: Shared): void {
    this.tour.root.hidden = true;
    this.isLesson = false;
    this.open({ ...(this.projects.same(main, files) ?? project(main, files)), when: Date.now() });
    this.keep();
  }

  /** Opens a page of the help, or the list with what is said of a word. */
  private openHelp(target = "", word = ""): void {
    if (this.help.root.hidden) this.isLesson = !this.tour.root.hidden;
    this.showSide("desk");
    void (word ? this.help.find(word) : this.help.open(target)).then(() => {
      this.tour.root.hidden = true;
      this.draw();
    }, () => this.say("The help cannot be loaded: is there a network?"));
  }

  /** Opens a small game that can be changed into another one. */
  private beginNew(): void {
    this.begin({ main: "sticks.gdl", files: { "sticks.gdl": FIRST_GAME } });
  }

  private open(opened: Project): void {
    clearTimeout(this.due);
    if (opened.id !== this.shown.id) forgetPlaces();
    this.shown = opened;
    this.setup = "";
    this.version += 1;
    this.isGood = false;
    this.drawn.clear();
    this.table.clear();
    this.graph.take({ svg: "", nodes: {}, declared: {}, why: "The graph appears when the rules are read." });
    this.book.clear();
    if (this.isReady) this.wait();
    this.state = { ...this.state, file: String(opened.id), setups: [], findings: [], secrets: [], examples: null, figures: null };
    this.show(opened.main);
    this.draw();
  }

  private show(name: string): void {
    this.lay(); // the server reads from the folder what is not open
    this.file = name;
    this.editor.open(name, this.shown.files[name]);
    this.name.value = name;
    document.title = `${name} – gamedsl workshop`;
    this.drawFiles();
  }

  /** Shows a line of a file of the project; bases that are shipped are not in it. */
  private goTo(file: string, line: number): boolean {
    if (!Object.hasOwn(this.shown.files, file)) return false;
    this.showSide("desk");
    if (file !== this.file) this.show(file);
    this.editor.go(line);
    return true;
  }

  private turnTheme(): void {
    turn(storage());
    this.book.wear();
    this.table.wear();
  }

  /** Somebody wants to see the rule of something on the table: in the text, or beside the graph if it stands in a base that is shipped. */
  private async find(wanted: Wanted): Promise<void> {
    await this.refresh("graph");
    if (this.graph.find(wanted)) return;
    this.tab = "graph";
    this.draw();
    this.graph.read();
  }

  /** Somebody reads a rule: what it has done in the match is lit, on the graph and on the table. */
  private read(line: number, last: number): void {
    const isOpen = (file: string) => file === this.file;
    this.graph.mark(line, isOpen);
    clearTimeout(this.reading);
    this.reading = setTimeout(async () => {
      await this.refresh("graph");
      this.table.light(this.graph.about(line, last, isOpen));
    }, PAUSE);
  }

  /** Gives the server all files of the project. */
  private lay(): void {
    if (this.isReady) this.python.send({ kind: "files", files: this.shown.files });
  }

  private drawFiles(): void {
    const names = Object.keys(this.shown.files);
    this.files.hidden = names.length < 2;
    this.files.replaceChildren(...names.map((name) => h("button", { class: "file", attrs: name === this.file ? { "aria-current": "true" } : {}, on: () => this.show(name) }, name)));
  }

  private changed(name: string, text: string): void {
    this.shown.files[name] = text;
    this.shown.when = Date.now();
    this.version += 1;
    clearTimeout(this.due);
    this.due = setTimeout(() => this.keep(), PAUSE);
  }

  private keep(): void {
    if (!this.projects.keep(this.shown)) this.say("This browser does not keep the project: download it if you want to go on another time.");
  }

  private rename(): void {
    const ending = FILE_ENDING.exec(this.file)?.[0] ?? "";
    const name = this.name.value.trim();
    const next = name.endsWith(ending) ? name : name + ending;
    if (next === this.file) return;
    if (!isFileName(next) || next in this.shown.files) {
      this.say(`${FILE_NAMES} No two have the same.`);
      this.name.value = this.file;
      return;
    }
    const files = Object.fromEntries(Object.entries(this.shown.files).map(([old, text]) => [old === this.file ? next : old, text]));
    this.open({ ...this.shown, files, main: this.shown.main === this.file ? next : this.shown.main });
    this.keep();
  }

  private async share(): Promise<void> {
    const { main, files } = this.shown;
    const link = new URL(`#share=${await packed({ main, files })}`, location.href).href;
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    const field = h("input", { class: "link", attrs: { value: link, readonly: "", "aria-label": "Link to these rules" } });
    this.say(isCopied ? "The link is copied. It holds the rules themselves; nothing was sent anywhere. " : "The link holds the rules themselves: copy it. ", field);
    field.select();
  }

  // -------------------------------------------------------------- what the rules make

  private checked(name: string, errors: number, others: number): void {
    if (name !== this.shown.main && name !== this.file) return;
    this.sum(errors, others);
    void this.follow();
  }

  /** Says how many findings there are. */
  private sum(errors: number, others: number): void {
    const words = errors ? `${errors} ${errors === 1 ? "error" : "errors"}` : others ? `${others} ${others === 1 ? "finding" : "findings"}` : "No findings";
    this.pill.className = `pill ${errors ? "bad" : others ? "so" : "good"}`;
    this.pill.textContent = words;
    performance.mark("gamedsl-checked");
  }

  private looked = 0;

  /** Reads the rules as they are now, and draws what is seen of them. */
  private async follow(): Promise<void> {
    const { version } = this;
    if (this.looked === version) return;
    this.looked = version;
    const answer = await this.jobs.answer({ job: "look", ...this.rules }).catch((error: unknown) => {
      if (version === this.version) this.say(wasStopped(error));
      return null;
    });
    if (!answer || version !== this.version) return;
    const { isGood = false, findings = [], secrets = [], setups = [], setup = 0 } = answer;
    const errors = findings.filter(({ severity }) => severity === "error").length;
    if (!this.isReady) this.sum(errors, findings.length - errors);
    this.isGood = isGood;
    this.state = { ...this.state, is_good: isGood, findings, secrets, setups: isGood ? setups : this.state.setups, setup, version };
    this.findings.draw(this.state);
    this.drawSetups();
    this.draw();
    if (!isGood) this.table.say("The table appears when the rules have no more errors.");
  }

  /** The rules as they are now. */
  private get rules(): Rules {
    const { files, main } = this.shown;
    return { files, main, setup: this.setup };
  }

  /** Draws the panel that is seen, if it shows other rules. The table is drawn in any case. */
  private async refresh(tab = this.tab): Promise<void> {
    const { version } = this;
    if (!this.isGood || this.state.version !== version) return;
    for (const one of new Set<Tab>(["play", tab])) {
      if (version !== this.version) return;
      await this.filled(one, version);
    }
  }

  private filled(tab: Tab, version: number): Promise<void> {
    const drawn = this.drawn.get(tab);
    if (drawn?.version === version) return drawn.done;
    const done = this.fill(tab, version).catch((error: unknown) => {
      this.drawn.delete(tab);
      if (version === this.version) this.say(wasStopped(error));
    });
    this.drawn.set(tab, { version, done });
    return done;
  }

  private async fill(tab: Tab, version: number): Promise<void> {
    const isNow = () => version === this.version;
    if (tab === "play") {
      const { page, why } = await this.jobs.answer({ job: "page", ...this.rules });
      if (isNow() && page) this.table.show(page);
      else if (isNow()) this.table.say(why ?? "");
    } else if (tab === "graph") {
      const { graph, why } = await this.jobs.answer({ job: "graph", ...this.rules });
      if (isNow()) this.graph.take(graph ?? { svg: "", nodes: {}, declared: {}, why });
    } else if (tab === "examples" || tab === "figures") {
      await this.trials.ask({ job: tab, ...this.rules }, (answer) => {
        if (!isNow()) return;
        this.state = { ...this.state, ...(answer.examples ? { examples: answer.examples } : {}), ...(answer.figures ? { figures: answer.figures } : {}) };
        this.examples.draw(this.state);
        this.figures.draw(this.state);
        this.drawTabs();
      });
    } else if (tab === "book") {
      await this.book.show(this.shown.main);
    }
  }

  /** Runs a command on the rules as they are now. What it writes into rules stands in the project then, unless that was changed or left meanwhile. */
  private async ran(asked: { arguments: string[]; made: string }) {
    const { version } = this;
    const answer = await this.trials.answer({ job: "run", ...asked, ...this.rules });
    if (version === this.version) this.take(answer.texts ?? {});
    return answer;
  }

  private take(texts: Record<string, string>): void {
    const found = Object.entries(texts).filter(([name]) => isFileName(name));
    for (const [name, text] of found) {
      if (name === this.file) this.editor.write(text);
      else this.changed(name, text);
    }
    if (!found.length) return;
    this.lay();
    this.drawFiles();
    void this.follow();
  }

  /** Tries rules with another text in place of the open file. */
  private async tried(text: string) {
    const { main, files } = this.shown;
    try {
      const rules = { files: { ...files, [this.file]: text }, main, setup: "" };
      const look = await this.trials.answer({ job: "look", ...rules });
      let examples: Example[] = [];
      await this.trials.ask({ job: "examples", ...rules }, (answer) => { examples = answer.examples ?? []; });
      return { look, examples };
    } catch (error) {
      this.say(wasStopped(error));
      return null;
    }
  }

  // -------------------------------------------------------------- drawing

  private draw(): void {
    this.drawTabs();
    const shown: Record<Tab, HTMLElement> = { play: this.table.root, findings: this.findings.root, graph: this.graph.root, examples: this.examples.root, figures: this.figures.root, book: this.book.root, commands: this.commands.root };
    for (const [name, element] of Object.entries(shown)) element.hidden = name !== this.tab;
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    this.findings.draw(this.state);
    this.examples.draw(this.state);
    this.figures.draw(this.state);
    this.graph.fit();
    void this.refresh();
  }

  private drawTabs(): void {
    const { examples, findings, figures } = this.state;
    const failed = examples?.filter(({ passed }) => !passed).length ?? 0;
    const marks: Partial<Record<Tab, [string, boolean]>> = {
      findings: findings.length ? [String(findings.length), true] : undefined,
      examples: examples?.length ? [failed ? `${failed} ✗` : `${examples.length} ✓`, failed > 0] : undefined,
      figures: figures && "fault" in figures && this.drawn.get("figures")?.version === this.state.version ? ["!", true] : undefined,
    };
    const focused = document.activeElement?.id;
    this.tabs.replaceChildren(...(Object.keys(TITLES) as Tab[]).map((name) => {
      const isOn = name === this.tab;
      const mark = marks[name];
      return h("button", { class: "tab", attrs: { id: `tab-${name}`, role: "tab", "aria-selected": String(isOn), tabindex: isOn ? "0" : "-1" }, on: () => {
        this.tab = name;
        this.draw();
      } }, TITLES[name], mark ? h("span", { class: `badge ${mark[1] ? "bad" : ""}` }, mark[0]) : null);
    }));
    if (focused?.startsWith("tab-")) document.getElementById(focused)?.focus();
  }

  private step(event: KeyboardEvent): void {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const names = Object.keys(TITLES) as Tab[];
    this.tab = names[(names.indexOf(this.tab) + by + names.length) % names.length];
    this.draw();
    document.getElementById(`tab-${this.tab}`)?.focus();
  }

  private drawSetups(): void {
    const { setups, setup } = this.state;
    this.setups.hidden = setups.length < 2;
    this.setups.replaceChildren(...setups.map((text, i) => h("option", { attrs: i === setup ? { selected: "" } : {} }, text)));
  }

  private topElement(): HTMLElement {
    this.setups.hidden = true;
    this.setups.addEventListener("change", () => {
      this.setup = this.setups.value;
      this.version += 1;
      void this.follow();
    });
    this.name.addEventListener("change", () => this.rename());
    const button = (text: string, title: string, on: () => void) => h("button", { class: "act", attrs: { title }, on }, text);
    const games = new Menu("Games", gameEntries, "Filter games");
    const lessons = new Menu("Tour", () => this.tour.entries());
    const own = new Menu("Projects", () => this.projectsList());
    return h("header", { class: "top" }, h("h1", {}, "gamedsl workshop"), this.name, this.pill, this.bar, this.setups, h("span", { class: "sp" }),
      lessons.root, button("Help", "Search the help (F1)", () => this.openHelp()), own.root, games.root,
      button("Open", "Open files of this computer (Ctrl-O)", () => void this.openLocal(openFiles)),
      button("Save", "Save the file on this computer (Ctrl-S)", () => void this.saveLocal()),
      button("Share", "Copy a link that holds these rules", () => void this.share()),
      h("button", { class: "act", attrs: { title: "Light or dark", "aria-label": "Light or dark" }, on: () => this.turnTheme() }, "◐"));
  }

  /** On a phone either the rules or what they make are seen. */
  private switchElement(): HTMLElement {
    const button = (side: Side, text: string) => h("button", { attrs: { "data-side": side }, on: () => {
      this.showSide(side);
      this.draw();
    } }, text);
    return h("nav", { class: "switch", attrs: { "aria-label": "What is shown" } }, button("desk", "Rules"), button("beside", "Table"));
  }

  private showSide(side: Side): void {
    this.root.dataset.shows = side;
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-side]")) one.setAttribute("aria-pressed", String(one.dataset.side === side));
  }

  private async projectsList(): Promise<HTMLElement[]> {
    const lessons = await this.tour.all().catch(() => []);
    const starts = STARTS.flatMap(([title, lesson]) => lessons.filter(({ name }) => name === lesson).map(({ main, files }) =>
      h("button", { class: "small", on: () => this.begin({ main, files: { ...files } }) }, title)));
    const fresh = h("li", {}, h("b", {}, "A new game"), h("p", {}, "Begins with a small game that can be played, and changed into yours."), h("button", { class: "small", on: () => this.beginNew() }, "Sticks"), ...starts);
    const folder = h("li", {}, h("b", {}, "A folder of this computer"), h("p", {}, "Opens the rules in it; they are saved there."), h("button", { class: "small", on: () => void this.openLocal(openFolder) }, "Open"));
    return [fresh, ...(hasFolders() ? [folder] : []), ...this.projects.all().map((one) => h("li", {}, h("b", {}, one.main), h("small", {}, ` ${new Date(one.when).toLocaleString()}`),
      h("p", {}, Object.keys(one.files).length > 1 ? `${Object.keys(one.files).length} files` : ""),
      h("button", { class: "small", on: () => { this.tour.root.hidden = true; this.open(one); } }, "Open"),
      h("button", { class: "small", on: (event) => {
        event.stopPropagation(); // the list stays open
        this.projects.remove(one.id);
        (event.target as HTMLElement).closest("li")?.remove();
        this.say(`${one.main} is deleted.`, ["Bring it back", () => this.projects.keep(one)]);
      } }, "Delete")))];
  }

  private async openLocal(opened: typeof openFiles): Promise<void> {
    if (!(await opened((found) => this.begin(found)))) this.say(NO_RULES);
  }

  private async saveLocal(): Promise<void> {
    this.keep();
    const told = await saveAs(this.file, this.editor.text);
    if (told) this.say(told);
  }

  private key(event: KeyboardEvent): void {
    if (event.key === "F1") {
      event.preventDefault();
      this.openHelp("", this.editor.view.hasFocus ? this.editor.word : "");
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key === "s") void this.saveLocal();
    else if (event.key === "o") void this.openLocal(openFiles);
    else return;
    event.preventDefault();
  }

  private say(text: string, more?: HTMLElement | [string, () => void]): void {
    const hide = h("button", { class: "close", attrs: { "aria-label": "Hide this" }, on: () => this.said.replaceChildren() }, "×");
    const extra = Array.isArray(more) ? h("button", { class: "small", on: () => { this.said.replaceChildren(); more[1](); } }, more[0]) : more;
    this.said.replaceChildren(h("p", {}, text, extra), hide);
  }
}

const root = document.getElementById("workshop");
if (root) new Workshop(root);
