// Links that people copy, to give them to others.

/** Milliseconds for which a button says that its field was copied. */
const COPIED = 1600;

/** The clipboard, or else the old way with what is selected. */
export async function copied(button: HTMLElement, field: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = "Copy"; }, COPIED);
}
