// A project as a link: its texts are in the part of an address that no browser sends to a server.

/** The texts that a link holds. */
export interface Shared { main: string; files: Record<string, string> }

/** The most characters of texts that are read from a link. */
const LARGEST = 4_000_000;
/** The most files of a project. */
export const MOST_FILES = 50;
export const FILE_ENDING = /\.(gdl|csv|look\.toml)$/;
const NAME = new RegExp(`^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}${FILE_ENDING.source}`);

/** Whether a file of a project may have this name. */
export const isFileName = (name: string): boolean => NAME.test(name);

/** The texts in the letters of a link. */
export async function packed(shared: Shared): Promise<string> {
  const data = new TextEncoder().encode(JSON.stringify(shared));
  const bytes = await through(data, new CompressionStream("deflate-raw"));
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The texts of a link; null if it holds none. */
export async function unpacked(letters: string): Promise<Shared | null> {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return sharedIn(JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")))));
  } catch {
    return null; // a link that was cut short, or is none of ours
  }
}

/** The texts in data that come from elsewhere; null if there are none. */
export function sharedIn(data: unknown): Shared | null {
  if (typeof data !== "object" || data === null) return null;
  const { main, files } = data as Partial<Shared>;
  if (typeof main !== "string" || typeof files !== "object" || files === null) return null;
  const entries = Object.entries(files);
  const isGood = entries.length <= MOST_FILES && entries.every(([name, text]) => isFileName(name) && typeof text === "string") && Object.hasOwn(files, main);
  return isGood ? { main, files: Object.fromEntries(entries) } : null;
}

async function through(data: Uint8Array<ArrayBuffer>, by: TransformStream<BufferSource, Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(by).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) throw new RangeError("too long");
    pieces.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
