/*
 * What is stored and must never come out again, raw content above all, is marked with one text in every test that
 * writes it; and whatever the service lets out while tests run is looked through for that text: answers with their
 * headers, lines of the log, output of commands. A test file in which it is seen fails.
 */

/** The text. Part of no word, number or id that a test could have for another reason. */
export const CANARY = 'canary4f1b8c0d7e2a9653';

/** Content with the text as a name, as a value and deep inside. */
export const CANARY_CONTENT = { text: CANARY, [CANARY]: [{ nested: `before ${CANARY} after` }] };

const ARTIFACT = /\/intelligence\/artifacts\/[^/:]+$/;
const TOOL_CALL = /\/intelligence\/runs\/[^/]+\/tool-calls\/[^/]+$/;

/** A request's body with the canary in what no answer may hold: contents of artifacts, payloads of new tool calls. */
export function withCanary(method: string, path: string, body: unknown): unknown {
  if (method !== 'PUT' || !isRecord(body)) return body;
  if (ARTIFACT.test(path) && isRecord(body['content'])) {
    return { ...body, content: { canary: CANARY_CONTENT, ...body['content'] } };
  }
  if (TOOL_CALL.test(path) && body['name'] !== undefined) {
    const { arguments: given = {}, result = {}, ...call } = body;
    return { ...call, arguments: marked(given), result: marked(result) };
  }
  return body;
}

function marked(payload: unknown): unknown {
  return isRecord(payload) ? { note: CANARY, api_key: CANARY, ...payload } : payload;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Looks through texts for the canary, as it is and in encodings in which it could have left. */
export class CanaryWatch {
  private readonly forms = encodings(CANARY);
  private readonly leaks: string[] = [];
  private readonly awaited = new Set<Promise<void>>();
  private texts = 0;

  /** Texts looked through so far. */
  get watched(): number {
    return this.texts;
  }

  /** Looks through one text; `where` says where it came out. */
  look(where: string, text: string): void {
    this.texts += 1;
    const found = this.forms.find((form) => text.includes(form));
    if (found === undefined) return;
    const at = text.indexOf(found);
    this.leaks.push(`${where}: …${text.slice(Math.max(0, at - 100), at + found.length + 50)}…`);
  }

  /** Looks through every answer that `fetch` gets from now on. */
  watchFetch(): void {
    const send = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      const answer = await send(...request);
      const where = `${answer.url} ${answer.status}`;
      this.look(`headers of ${where}`, JSON.stringify([...answer.headers]));
      this.await(answer.clone().text(), where);
      return answer;
    };
  }

  /** What was seen since the last time, once all answers that are under way have been read. */
  async take(): Promise<string[]> {
    await Promise.all(this.awaited);
    return this.leaks.splice(0);
  }

  /** Fails when the canary was seen. */
  async requireSilence(): Promise<void> {
    const leaks = await this.take();
    if (leaks.length > 0) throw new Error(`What must stay inside came out:\n${leaks.join('\n')}`);
  }

  private await(text: Promise<string>, where: string): void {
    // An answer that breaks off is the test's business; there is no text of it.
    const looked = text
      .then(
        (whole) => this.look(where, whole),
        () => undefined,
      )
      .finally(() => this.awaited.delete(looked));
    this.awaited.add(looked);
  }
}

/** Base64 looks different at each of three offsets; the characters at both ends depend on what stands beside. */
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

/** The watch over this test file; `canary-setup` starts and ends it. */
export const canaryWatch = new CanaryWatch();
