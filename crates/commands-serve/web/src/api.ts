// Asks the server. Each kind of question has a slot: a new question in a slot aborts the one before it.

/** Answer with a status of 400 or more. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Of a line with an illegal move: the number of moves before it. */
    readonly played: number | null,
    /** Name of the parameter that has a wrong value, if it is told. */
    readonly parameter: string | null = null,
  ) {
    super(message);
  }
}

/** The server does not answer. */
export class Stopped extends Error {
  constructor() {
    super("zobrist serve is not running");
  }
}

/** True for the error of a question that a newer one has replaced: nothing to show. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export class Api {
  private readonly slots = new Map<string, AbortController>();

  /** Asks `path`, such as `/api/position`; aborts the question that is still open in this slot. */
  async get<T>(slot: string, path: string, query?: URLSearchParams, headers: Record<string, string> = {}): Promise<T> {
    this.abort(slot);
    const abort = new AbortController();
    this.slots.set(slot, abort);
    try {
      return await ask<T>(path, query, abort.signal, headers);
    } finally {
      if (this.slots.get(slot) === abort) this.slots.delete(slot);
    }
  }

  abort(slot: string): void {
    this.slots.get(slot)?.abort();
    this.slots.delete(slot);
  }
}

/** Times that a question is asked of a server that has too many. */
const busyTries = 4;

/** Waits for some milliseconds, unless the question is aborted. */
function pause(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("aborted", "AbortError"));
    });
  });
}

async function ask<T>(path: string, query: URLSearchParams | undefined, signal: AbortSignal, headers: Record<string, string>): Promise<T> {
  // Commas as they are: the server takes an address of 8 KiB, and a line may have 1,024 moves.
  const text = query?.toString().replace(/%2C/g, ",");
  let response: Response;
  let body: string;
  try {
    for (let tries = 1; ; tries += 1) {
      response = await fetch(text ? `${path}?${text}` : path, { signal, headers: { accept: "application/json", ...headers } });
      // Others wait already: the server says when to ask again.
      if (response.status !== 503 || tries === busyTries) break;
      await pause(1000 * Number(response.headers.get("retry-after") ?? 1), signal);
    }
    body = await response.text();
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Stopped();
  }
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    throw new ApiError(response.status, `${path}: expected JSON, got ${body.slice(0, 80)}`, null);
  }
  if (response.ok) return answer as T;
  const { error, played, parameter } = answer as { error?: string; played?: number; parameter?: string };
  const message = error ?? `${path} answered with the status ${response.status}`;
  throw new ApiError(response.status, message, played ?? null, parameter ?? null);
}
