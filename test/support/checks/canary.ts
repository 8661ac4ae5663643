/*
 * Tests put one marker text, the canary, into stored data that no output may contain, mainly raw content. While tests
 * run, this module searches the output of the service for the canary: responses with their headers, log lines, and
 * output of commands. If it finds the canary, the test file fails.
 */

import { readBody } from '../../../src/common/outbound/bounded-body';

/** The canary. No other word, number or id in a test contains it. */
export const CANARY = 'canary4f1b8c0d7e2a9653';

/** Content with the canary as a value, as a member name and in a nested value. */
export const CANARY_CONTENT = { text: CANARY, [CANARY]: [{ nested: `before ${CANARY} after` }] };

/**
 * Maximum length of a searched body. Only the fake metadata provider of the demo tests sends longer bodies. To read
 * them takes seconds.
 */
const MAX_BODY_BYTES = 16 * 1_048_576;

const ARTIFACT = /\/intelligence\/artifacts\/[^/:]+$/;
const TOOL_CALL = /\/intelligence\/runs\/[^/]+\/tool-calls\/[^/]+$/;

/**
 * Adds the canary to the parts of a request body that no response may contain: contents of artifacts and payloads of
 * new tool calls.
 */
export function withCanary(method: string, path: string, body: unknown): unknown {
  if (method !== 'PUT' || !isRecord(body)) return body;
  if (ARTIFACT.test(path) && isRecord(body['content'])) {
    return { ...body, content: { canary: CANARY_CONTENT, ...body['content'] } };
  }
  if (TOOL_CALL.test(path) && body['name'] !== undefined) {
    const { arguments: input = {}, result = {}, ...call } = body;
    return { ...call, arguments: markPayload(input), result: markPayload(result) };
  }
  return body;
}

function markPayload(payload: unknown): unknown {
  return isRecord(payload) ? { note: CANARY, api_key: CANARY, ...payload } : payload;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Searches texts for the canary, in plain form and in encoded forms. */
class CanaryWatch {
  private readonly forms = encodings(CANARY);
  private readonly leaks: string[] = [];
  private readonly pendingReads = new Set<Promise<void>>();
  private texts = 0;

  get searchedTexts(): number {
    return this.texts;
  }

  /** Searches one text; `where` names the source of the text. */
  look(where: string, text: string): void {
    this.texts += 1;
    const leaked = this.forms.find((form) => text.includes(form));
    if (leaked === undefined) return;
    const at = text.indexOf(leaked);
    this.leaks.push(`${where}: …${text.slice(Math.max(0, at - 100), at + leaked.length + 50)}…`);
  }

  /** Searches every response that `fetch` receives from now on. */
  watchFetch(): void {
    const send = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      const answer = await send(...request);
      const where = `${answer.url} ${answer.status}`;
      this.look(`headers of ${where}`, JSON.stringify([...answer.headers]));
      this.lookLater(readBody(answer.clone(), MAX_BODY_BYTES, new AbortController().signal), where);
      return answer;
    };
  }

  /** Waits for all pending response bodies, then returns the leaks since the last call and clears them. */
  async takeLeaks(): Promise<string[]> {
    await Promise.all(this.pendingReads);
    return this.leaks.splice(0);
  }

  /** Throws if the canary was found. */
  async requireNoLeaks(): Promise<void> {
    const leaks = await this.takeLeaks();
    if (leaks.length > 0) throw new Error(`The canary was found in the output:\n${leaks.join('\n')}`);
  }

  private lookLater(text: Promise<string | null>, where: string): void {
    // A response that is aborted has no text to search. The test itself checks such a response.
    const search = text
      .then(
        (body) => this.look(where, body ?? ''),
        () => undefined,
      )
      .finally(() => this.pendingReads.delete(search));
    this.pendingReads.add(search);
  }
}

/**
 * Returns the forms of a text to search for: plain, hexadecimal and Base64. The Base64 form depends on the offset of
 * the text modulo 3. The characters at both ends of it also depend on the adjacent bytes, so they are cut off.
 */
function encodings(text: string): string[] {
  const base64 = [0, 1, 2].flatMap((offset) =>
    (['base64', 'base64url'] as const).map((encoding) =>
      Buffer.from(' '.repeat(offset) + text)
        .toString(encoding)
        .slice(offset + 1, -3),
    ),
  );
  return [...new Set([text, Buffer.from(text).toString('hex'), ...base64])];
}

/** The canary search for this test file. `canary-setup` starts it and runs the final check. */
export const canaryWatch = new CanaryWatch();
