// Files of this computer: through the browser's access to files where it has one, else by upload and download.
import { h } from "../../page/src/window/dom.js";
import { isFileName, MOST_FILES, type Shared } from "./share.js";

interface Handle { name: string; getFile(): Promise<File>; createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }> }
interface Folder { values(): AsyncIterable<Handle & { kind: string }>; getFileHandle(name: string, options?: { create: boolean }): Promise<Handle> }
interface WithFiles {
  showDirectoryPicker?(options: object): Promise<Folder>;
  showOpenFilePicker?(options: object): Promise<Handle[]>;
  showSaveFilePicker?(options: object): Promise<Handle>;
}

const KINDS = [{ description: "Game rules", accept: { "text/plain": [".gdl", ".csv", ".toml"] } }];
const browser = window as unknown as WithFiles;
/** Where each file of the open project was opened or saved last, and what it held then. */
const places = new Map<string, { handle: Handle; text: string }>();

/** The folder that was opened as the project: new files are saved there. */
let home: Folder | null = null;

/** Another project is opened: its files have no place on this computer, even if they have the same names. */
export function forgetPlaces(): void {
  places.clear();
  home = null;
}

/** Asks for files and begins with them. The first file with rules is the one that is played. Says whether there was one, or nobody chose any file. */
export async function openFiles(begin: (found: Shared) => void): Promise<boolean> {
  const chosen = await picked();
  return !chosen.length || beginWith(chosen, begin);
}

/** Asks for a folder and begins with the rules in it, but not below it. The one that was changed last is played. Says whether there was one, or nobody chose a folder. */
export async function openFolder(begin: (found: Shared) => void): Promise<boolean> {
  const folder = await pickedFolder();
  if (!folder) return true;
  const chosen: Chosen[] = [];
  for await (const handle of folder.values()) if (handle.kind === "file" && isFileName(handle.name)) chosen.push({ file: await handle.getFile(), handle });
  chosen.sort((a, b) => b.file.lastModified - a.file.lastModified);
  if (chosen.length > MOST_FILES || !(await beginWith(chosen, begin))) return false;
  home = folder;
  return true;
}

/** Whether this browser gives pages access to folders. */
export const hasFolders = (): boolean => browser.showDirectoryPicker !== undefined;

interface Chosen { file: File; handle?: Handle }

async function beginWith(chosen: Chosen[], begin: (found: Shared) => void): Promise<boolean> {
  const found = await sharedOf(chosen.map(({ file }) => file));
  if (!found) return false;
  begin(found);
  for (const { file, handle } of chosen) if (handle && file.name in found.files) places.set(file.name, { handle, text: found.files[file.name] });
  return true;
}

async function pickedFolder(): Promise<Folder | null> {
  try {
    return (await browser.showDirectoryPicker?.({ mode: "readwrite" })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

async function picked(): Promise<Chosen[]> {
  if (!browser.showOpenFilePicker) return (await uploaded()).map((file) => ({ file }));
  try {
    const handles = await browser.showOpenFilePicker({ multiple: true, types: KINDS });
    return await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle })));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return [];
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

/** Takes files that are dropped onto the page; null if none of them has rules. */
export function dropped(root: HTMLElement, take: (found: Shared | null) => void): void {
  root.addEventListener("dragover", (event) => { if (event.dataTransfer?.types.includes("Files")) event.preventDefault(); });
  root.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void sharedOf([...event.dataTransfer.files]).then(take);
  });
}

/** Saves a file where it was opened, else where the person says. Never over what somebody else has written there since: then it asks for another place. Returns what
    to say about it; "" if nobody chose a place. */
export async function saveAs(name: string, text: string): Promise<string> {
  if (!browser.showSaveFilePicker) {
    download(name, new Blob([text], { type: "text/plain" }));
    return `${name} is downloaded.`;
  }
  try {
    const handle = (await ownPlace(name)) ?? (await browser.showSaveFilePicker({ suggestedName: name, types: KINDS }));
    const file = await handle.createWritable();
    await file.write(text);
    await file.close();
    places.set(name, { handle, text });
    return `${handle.name} is saved.`;
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return error.name === "AbortError" ? "" : `${name} is not saved: ${error.message}`;
  }
}

/** Where a file was opened or saved, if it still holds what it held then; a new file has a place in the folder of the project, if none of this name is there. */
async function ownPlace(name: string): Promise<Handle | null> {
  const known = places.get(name);
  if (!known) {
    const isThere = await home?.getFileHandle(name).then(() => true, (error: DOMException) => error.name !== "NotFoundError");
    return home && !isThere ? home.getFileHandle(name, { create: true }) : null;
  }
  const now = await known.handle.getFile().then((file) => file.text()).catch(() => null); // it may be gone
  return now === known.text ? known.handle : null;
}

/** Lets the browser keep bytes as a file. */
export function download(name: string, data: Blob): void {
  const address = URL.createObjectURL(data);
  h("a", { attrs: { href: address, download: name } }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
