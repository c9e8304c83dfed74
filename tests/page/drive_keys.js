// Looks at the page for the driver that only presses keys: what is focused, and what could be.
() => {
  const { session } = window.gamedslPage;
  const acts = [...document.querySelectorAll("[data-act]:not([disabled])")].map((one) => one.dataset.act);
  return { isOver: session?.match.isOver ?? false, acts, focused: document.activeElement?.dataset?.act ?? null, moves: session?.moments.length ?? 0 };
};
