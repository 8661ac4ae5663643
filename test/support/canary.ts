import { randomUUID } from 'node:crypto';
import { ServiceLogger } from '../../src/common/logging/service-logger';

/** Forms in which a planted text could leave: as it is, or encoded on the way. */
const ENCODINGS: readonly BufferEncoding[] = ['utf8', 'base64', 'base64url', 'hex'];

/**
 * Text that a suite plants where it must stay, and the watch over where it could come out: every answer the suite
 * gets by `fetch`, headers included, and every line the application logs at any level.
 */
export class Canary {
  readonly text = `canary-${randomUUID()}`;
  /** For `createTestApp`. */
  readonly logger: ServiceLogger;
  private readonly seen: string[] = [];
  private readonly fetch = globalThis.fetch;

  constructor() {
    this.logger = new ServiceLogger('trace', { write: (line: string) => void this.seen.push(line) });
    globalThis.fetch = async (...request) => {
      const answer = await this.fetch(...request);
      const headers = JSON.stringify([...answer.headers]);
      this.seen.push(`${answer.url} ${answer.status} ${headers} ${await answer.clone().text()}`);
      return answer;
    };
  }

  /** Raw content with the text as a name, as a value and deep inside. */
  get content(): Record<string, unknown> {
    return { text: this.text, [this.text]: [{ nested: `before ${this.text} after` }] };
  }

  /** Ends the watch; gives what was seen of the text, and how much was looked at. */
  end(): { leaks: string[]; watched: number } {
    globalThis.fetch = this.fetch;
    const forms = ENCODINGS.map((encoding) => Buffer.from(this.text).toString(encoding).replace(/=+$/, ''));
    const leaks = this.seen.filter((text) => forms.some((form) => text.includes(form)));
    return { leaks, watched: this.seen.length };
  }
}
