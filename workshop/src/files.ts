// Files of this computer: through the browser's access to files where it has one, else by upload and download.
import { h } from "../../page/src/dom.js";
import { isFileName, type Shared } from "./share.js";

interface Handle { name: string; getFile(): Promise<File>; createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }> }
interface WithFiles {
  showOpenFilePicker?(options: object): Promise<Handle[]>;
  showSaveFilePicker?(options: object): Promise<Handle>;
}

const KINDS = [{ description: "Game rules", accept: { "text/plain": [".gdl", ".csv", ".toml"] } }];
const browser = window as unknown as WithFiles;
/** Where each file was opened or saved last. */
const handles = new Map<string, { handle: Handle; text: string }>();

/** Asks for files; null if nobody chose any. The first file with rules is the one that is played. */
export async function openFiles(): Promise<Shared | null> {
  if (!browser.showOpenFilePicker) return sharedOf(await uploaded());
  try {
    const chosen = await browser.showOpenFilePicker({ multiple: true, types: KINDS });
    const files = await Promise.all(chosen.map((one) => one.getFile()));
    const texts = await Promise.all(files.map((one) => one.text()));
    for (const [i, handle] of chosen.entries()) handles.set(handle.name, { handle, text: texts[i] });
    return sharedOf(files);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

function uploaded(): Promise<File[]> {
  const field = h("input", { attrs: { type: "file", multiple: "", accept: ".gdl,.csv,.toml" } });
  return new Promise((resolve) => {
    field.addEventListener("change", () => resolve([...(field.files ?? [])]));
    field.addEventListener("cancel", () => resolve([]));
    field.click();
  });
}

async function sharedOf(files: File[]): Promise<Shared | null> {
  const good = files.filter(({ name }) => isFileName(name));
  const main = good.find(({ name }) => name.endsWith(".gdl"))?.name;
  if (!main) return null;
  return { main, files: Object.fromEntries(await Promise.all(good.map(async (one): Promise<[string, string]> => [one.name, await one.text()]))) };
}

/** Takes files that are dropped onto the page. */
export function dropped(root: HTMLElement, take: (files: Shared) => void): void {
  root.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  root.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void sharedOf([...event.dataTransfer.files]).then((found) => { if (found) take(found); });
  });
}

/** What is said when a file was saved. */
export const isSavedTo = (name: string): string => (browser.showSaveFilePicker ? `${handles.get(name)?.handle.name ?? name} is saved.` : `${name} is downloaded.`);

/** Saves a file where it was opened, else where the person says. Never over what somebody else has written there since: then it asks for another place. */
export async function saveAs(name: string, text: string): Promise<boolean> {
  if (!browser.showSaveFilePicker) {
    download(name, new Blob([text], { type: "text/plain" }));
    return true;
  }
  try {
    const known = handles.get(name);
    const isOwn = known && (await (await known.handle.getFile()).text()) === known.text;
    const handle = isOwn ? known.handle : await browser.showSaveFilePicker({ suggestedName: name, types: KINDS });
    const file = await handle.createWritable();
    await file.write(text);
    await file.close();
    handles.set(name, { handle, text });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return false;
    throw error;
  }
}

/** Lets the browser keep bytes as a file. */
export function download(name: string, data: Blob): void {
  const address = URL.createObjectURL(data);
  h("a", { attrs: { href: address, download: name } }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
