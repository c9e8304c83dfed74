// What stands in place of a question or above it: who thinks, the past that is looked at, a doubt about taking back, and the cover of a device that is passed on.
import { h } from "../window/dom.js";
import { disc } from "../table/faces.js";
import type { Learnt } from "../match/learnt.js";
import type { Looks } from "../game/looks.js";
import type { Session } from "../match/session.js";
import { newsFor } from "../told/telling.js";
import { SAID } from "../window/voice.js";

/** A sentence where the question stands. */
export function saidElement(text: string): HTMLElement {
  return h("div", { class: "ask" }, h("h2", { class: "q", attrs: SAID }, text));
}

/** Who thinks about a move. `hasOwn`: what belongs to somebody else stands below, so the line is about the wait. `hurry` is null where nobody can hurry them. */
export function thinkingElement({ names }: Session, looks: Looks | null, seat: number, hasOwn: boolean, hurry: (() => void) | null): HTMLElement {
  const faster = hurry && h("button", { class: "btn faster", attrs: { title: "The computer plays on at once until somebody is asked, and thinks less (key F)" }, on: hurry }, "Faster");
  if (hasOwn) return h("div", { class: "waits" }, h("p", {}, `You wait for ${names[seat]}.`), faster);
  return h("div", { class: "ask" }, disc(looks?.seat(seat) ?? "", names[seat], "s"), h("h2", { class: "q" }, `${names[seat]} is thinking`), faster);
}

/** The move whose position is looked at, with the way to others. */
export function pastElement({ moments, shown }: Session, show: (stop: number | null) => void): HTMLElement {
  const stops = moments.map(({ after }) => after);
  const at = stops.indexOf(shown ?? -1);
  const go = (text: string, to: number | null | undefined) => h("button", { class: "btn", attrs: to === undefined ? { disabled: "" } : {}, on: () => show(to ?? null) }, text);
  return h("div", { class: "ask" }, h("h2", { class: "q", attrs: SAID }, at < 0 ? "The beginning" : `After move ${at + 1} of ${stops.length}`),
    h("div", { class: "acts" }, go("◀ Back", at > 0 ? stops[at - 1] : at === 0 ? 0 : undefined), go("Forward ▶", stops[at + 1]), go("To now", null)));
}

const DOUBTS: Record<Learnt, string> = {
  thrown: "Something was thrown",
  hidden: "Something hidden was shown",
  answered: "Somebody has answered who knows what you do not",
};

/** The question whether a move is taken back since which people have learnt something. */
export function doubtElement({ isAlone }: Session, learnt: Learnt, answered: (isYes: boolean) => void): HTMLElement {
  const told = `${DOUBTS[learnt]} since then. ${isAlone ? "Take the move back all the same?" : "Does everybody agree to take the move back?"}`;
  const answer = (text: string, isYes: boolean) => h("button", { class: `btn ${isYes ? "" : "go"}`, on: () => answered(isYes) }, text);
  return h("div", { class: "ask" }, h("h2", { class: "q", attrs: SAID }, told), h("div", { class: "acts" }, answer("Undo it", true), answer("Leave it", false)));
}

/** What hides the page until a seat has taken the device, with what the others have done. */
export function coverElement(session: Session, looks: Looks | null, seat: number, uncovered: () => void): HTMLElement {
  const name = session.names[seat];
  const news = newsFor(session, seat);
  return h("main", { class: "cover" }, h("div", {}, disc(looks?.seat(seat) ?? "", name), h("h1", { attrs: SAID }, `Pass to ${name}`), h("p", {}, "Only look when you are alone with your cards."),
    news.length ? h("div", { class: "news" }, ...news.map((one) => h("p", {}, one))) : null, h("button", { class: "btn go", attrs: { "data-act": "uncover" }, on: uncovered }, `I am ${name}`)));
}
