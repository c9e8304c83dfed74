// The tools of a page: what its bar offers for a match.
import type { View } from "gamedsl-host";
import type { App } from "../window/app.js";
import type { Bar } from "../window/bar.js";
import { GuestSession } from "../match/guest.js";
import type { Session } from "../match/session.js";

/** The bar of a page with the tools that whoever looks can use. */
export function toolbar(app: App, bar: Bar, session: Session, view: View): HTMLElement {
  const isNow = session.shown === null;
  const rules = app.hasRules ? { text: "Rules", icon: "?", key: "R", name: "rules", act: () => app.readRules() } : null;
  const find = app.isFinding === null ? null : { text: "Find rule", icon: "§", key: "W", name: "find", isPressed: app.isFinding, act: () => app.findRule() };
  const undo = { text: "Undo", icon: "↶", key: "U or Ctrl+Z", act: () => app.undo(), isOn: session.canUndo && isNow };
  const redo = { text: "Redo", icon: "↷", key: "Ctrl+Shift+Z", act: () => app.redo(), isOn: session.canRedo && isNow };
  const theme = { text: "Light or dark", icon: "◐", key: "D", act: () => app.toggleTheme() };
  const log = { text: "What happened", icon: "≣", key: "L", act: () => app.toggleLog(), isForSmall: true };
  if (session instanceof GuestSession) {
    if (session.isSpectator) return bar.element(session, view, [rules, find], [log, theme]);
    return bar.element(session, view, [rules, find, undo], [redo, log, { text: "Name", icon: "✎", key: "M", act: () => app.rename(session) }, theme]);
  }
  const hint = { text: "Hint", icon: "✦", key: "H", act: () => app.hint(), isOn: app.canHint };
  const save = { text: "Save", icon: "⤓", key: "S", act: () => app.save() };
  const link = { text: "Link", icon: "↗", key: "C", act: () => void app.share() };
  return bar.element(session, view, [rules, find, hint, undo], [redo, log, save, link, theme, { text: "New", icon: "+", key: "N", act: () => app.start() }]);
}
