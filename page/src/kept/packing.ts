// Modules and matches as short texts: base64 of deflated bytes.

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

export const inflate = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => through(new DecompressionStream("deflate"), bytes);
export const deflate = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => through(new CompressionStream("deflate"), bytes);

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (const one of bytes) text += String.fromCharCode(one);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The modules of all setups: what they have in common is there once. `copies` are triples: literal bytes, distance back, bytes to copy. */
export async function unpacked(data: { literals: string; copies: string; sizes: number[] }): Promise<Uint8Array<ArrayBuffer>[]> {
  const literals = await inflate(fromBase64(data.literals));
  const copies = new DataView((await inflate(fromBase64(data.copies))).buffer);
  const whole = new Uint8Array(data.sizes.reduce((sum, one) => sum + one, 0));
  let [at, read] = [0, 0];
  for (let i = 0; i + 12 <= copies.byteLength; i += 12) {
    const [fresh, back, length] = [copies.getUint32(i, true), copies.getUint32(i + 4, true), copies.getUint32(i + 8, true)];
    whole.set(literals.subarray(read, read + fresh), at);
    [at, read] = [at + fresh, read + fresh];
    for (let k = 0; k < length; k++) whole[at + k] = whole[at + k - back];
    at += length;
  }
  let from = 0;
  return data.sizes.map((size) => {
    from += size;
    return whole.slice(from - size, from);
  });
}
