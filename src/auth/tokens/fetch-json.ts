import { isJsonObject } from '../../common/json/json-object';
import { parseStrictJson } from '../../common/json/strict-json';
import { readBody } from '../../common/outbound/bounded-body';
import { withDeadline } from '../../common/outbound/deadline';

const FETCH_TIMEOUT_MS = 3000;
const DOCUMENT_MAX_BYTES = 256 * 1024;

/**
 * Fetches a JSON object of at most 256 KiB. Throws if the server sends anything else, redirects, or has not sent all of
 * it within three seconds. `name` is the name of the document in error messages.
 */
export function fetchJsonObject(uri: string, name: string): Promise<Record<string, unknown>> {
  return withDeadline(FETCH_TIMEOUT_MS, async (signal) => {
    const response = await fetch(uri, { redirect: 'error', signal });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The request for the ${name} was answered with ${response.status}.`);
    }
    const text = await readBody(response, DOCUMENT_MAX_BYTES, signal);
    if (text === null) throw new Error(`The ${name} is too large.`);
    const document = parseStrictJson(text);
    if (!isJsonObject(document)) throw new Error(`The ${name} is not a JSON object.`);
    return document;
  });
}
