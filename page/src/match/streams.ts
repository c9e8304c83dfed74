// Event streams of a server that are refused.

/** Why a host gives no event stream, and in how many milliseconds to ask again; null if it only did not answer just now. */
export async function refusedStream(address: string): Promise<{ told: string; wait: number } | null> {
  const stop = new AbortController();
  try {
    const answer = await fetch(address, { signal: stop.signal });
    if (answer.ok) {
      stop.abort();
      return null;
    }
    const { problem, advice } = (await answer.json()) as { problem?: string; advice?: string };
    return problem ? { told: [problem, advice].filter(Boolean).join(" "), wait: 1000 * Number(answer.headers.get("retry-after") ?? 30) } : null;
  } catch {
    return null;
  }
}
