/** Sends a request and returns the response. */
export type Send = (request: Request) => Promise<Response>;

/** Limits of the retries of a request. */
export interface RetryOptions {
  /** Maximum number of times that a request is sent again; default 3, 0 for none. */
  readonly maxRetries?: number;
  /** Maximum total wait of a request, in milliseconds; default 30,000. */
  readonly maxWaitMs?: number;
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503]);

/**
 * After 429, 502 or 503 with `Retry-After`, waits for that time and sends the request again. Returns the response if
 * this would exceed the limits. A write can be repeated, too: the service has stored nothing of such a request, or only
 * a part of an import, a deletion of many items, or a refresh of whole libraries. Repeating these does the rest.
 */
export function withRetries(send: Send, { maxRetries = 3, maxWaitMs = 30_000 }: RetryOptions): Send {
  return async (request) => {
    let leftMs = maxWaitMs;
    for (let retries = 0; ; retries += 1) {
      // The body of a request can be read only once.
      const response = await send(request.clone());
      const waitMs = RETRIED_STATUSES.has(response.status) ? waitOf(response.headers.get('retry-after')) : null;
      if (waitMs === null || retries >= maxRetries || waitMs > leftMs) return response;
      await response.body?.cancel();
      await wait(waitMs, request.signal);
      leftMs -= waitMs;
    }
  };
}

/** The wait in the header `Retry-After` (seconds or a date of RFC 9110), in milliseconds; null if absent or invalid. */
function waitOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  // `Date.parse` also accepts other texts: it reads "1.5" as a day in 2001.
  const time = Date.parse(header);
  const isDate = !Number.isNaN(time) && new Date(time).toUTCString() === header;
  return isDate ? Math.max(0, time - Date.now()) : null;
}

function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, waitMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
