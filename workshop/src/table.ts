// The table: the page of the game in a frame without an origin. When rules change, the match goes on under the new ones as far as that is possible.
import { h, withCode } from "../../page/src/window/dom.js";
import type { Wanted } from "../../page/src/controls/finder.js";
import type { Lines } from "../../page/src/controls/lit.js";
import type { Followed, Kept } from "../../page/src/match/following.js";
import { isDark } from "./theme.js";

type FromFrame =
  | { kind: "wanted"; wanted: Wanted }
  | { kind: "drawn"; node: number | null; kept: Kept | null }
  | { kind: "followed"; followed: Followed | null };

/** A frame with a page in it. */
export class SafeFrame {
  readonly element: HTMLIFrameElement;
  private port: MessagePort | null = null;

  /** Writes a page into a new frame, as soon as the frame is in the document. */
  constructor(title: string, markup: string, private readonly heard: (told: FromFrame) => void) {
    this.element = h("iframe", { attrs: { src: "frame.html", sandbox: "allow-scripts", title } });
    const ready = ({ source, data }: MessageEvent) => {
      if (source !== this.element.contentWindow || data !== "ready") return;
      removeEventListener("message", ready);
      const { port1, port2 } = new MessageChannel();
      this.port = port1;
      port1.onmessage = (event: MessageEvent<FromFrame>) => this.heard(event.data);
      this.element.contentWindow?.postMessage(markup, "*", [port2]);
    };
    addEventListener("message", ready);
  }

  follow(kept: Kept): void {
    this.port?.postMessage({ kind: "follow", kept });
  }

  light(lines: Lines): void {
    this.port?.postMessage({ kind: "light", lines });
  }

  /** Makes the page light or dark, as the workshop is. */
  wear(): void {
    this.port?.postMessage({ kind: "wear", isDark: isDark() });
  }

  remove(): void {
    this.port?.close();
    this.element.remove();
  }
}

export class Table {
  readonly told = h("div", { class: "told", attrs: { role: "status" } });
  readonly game = h("div", { class: "game" });
  readonly root = h("div", { class: "table" }, this.told, this.game);
  private frame: SafeFrame | null = null;
  private next: SafeFrame | null = null;
  private kept: Kept | null = null;
  /** A match of which only the first moves went on: if other rules allow the others again, and nobody has moved since, it goes on as a whole. */
  private cut: { whole: Kept; played: number } | null = null;

  constructor(private readonly lit: (node: number | null) => void, private readonly find: (wanted: Wanted) => void) {
    this.say("The table appears when the rules are read.");
  }

  say(text: string): void {
    if (!this.frame) this.game.replaceChildren(h("p", { class: "empty" }, text));
  }

  /** Another game is opened: there is no match any more. */
  clear(): void {
    this.frame?.remove();
    this.next?.remove();
    this.frame = this.next = null;
    this.kept = this.cut = null;
    this.told.replaceChildren();
    this.say("The table appears when the rules are read.");
  }

  /** Puts another page in the place of the present one, with the match that was going on. */
  show(page: string): void {
    this.next?.remove();
    const kept = this.present();
    let isAsked = false;
    let isWorn = false;
    const frame = new SafeFrame("The table", page, (told) => {
      if (!isWorn) frame.wear();
      isWorn = true;
      if (told.kind === "followed") this.swap(frame, kept, told.followed);
      else if (told.kind === "wanted") this.find(told.wanted);
      else if (this.frame === frame) this.drawn(told.kept, told.node);
      else if (!kept) this.swap(frame, null, null);
      else if (!isAsked) {
        isAsked = true;
        frame.follow(kept);
      }
    });
    this.next = frame;
    frame.element.classList.add("next");
    this.game.append(frame.element);
  }

  /** Lights what lines of the rules have done in the match. */
  light(lines: Lines): void {
    this.frame?.light(lines);
  }

  /** Somebody wants the workshop light or dark. */
  wear(): void {
    this.frame?.wear();
    this.next?.wear();
  }

  private present(): Kept | null {
    const { cut, kept } = this;
    return cut && kept?.seed === cut.whole.seed && kept.moves.length === cut.played ? cut.whole : kept;
  }

  private drawn(kept: Kept | null, node: number | null): void {
    this.kept = kept;
    this.lit(node);
  }

  private swap(frame: SafeFrame, kept: Kept | null, followed: Followed | null): void {
    if (this.next !== frame) return;
    this.game.querySelector(".empty")?.remove();
    this.frame?.remove();
    this.frame = frame;
    this.next = null;
    frame.element.classList.remove("next");
    this.cut = kept && followed && followed.played < followed.of ? { whole: kept, played: followed.played } : null;
    this.tell(kept, followed);
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
}
