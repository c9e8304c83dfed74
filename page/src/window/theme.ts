// Light or dark: as the system says, or as somebody has chosen.
import type { Look } from "../game/model.js";

/** Wears what the system says, now and whenever that changes. */
export function followSystem(look: Look): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", () => wear(look, dark.matches));
  wear(look, dark.matches);
}

/** Makes a light page dark, and a dark one light. */
export function toggleTheme(look: Look): void {
  wear(look, document.documentElement.getAttribute("data-theme") !== "dark");
}

/** Makes a page dark, or light. */
export function wear({ table }: Look, isDark: boolean): void {
  const { documentElement } = document;
  documentElement.setAttribute("data-theme", isDark ? "dark" : "light");
  if (table?.color) documentElement.style.setProperty("--felt", isDark ? `color-mix(in srgb, ${table.color} 14%, #14181b)` : table.color);
}
