// Light or dark: as the browser wishes, until somebody says otherwise.

const KEPT = "gamedsl workshop: theme";

export function wear(store: Storage | null): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.setAttribute("data-theme", store?.getItem(KEPT) ?? (dark ? "dark" : "light"));
}

/** Whether the workshop is dark now. */
export const isDark = (): boolean => document.documentElement.getAttribute("data-theme") === "dark";

export function turn(store: Storage | null): void {
  const next = isDark() ? "light" : "dark";
  document.documentElement.setAttribute("data-theme", next);
  store?.setItem(KEPT, next);
}
