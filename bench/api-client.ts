import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

const TRIES = 500;
const RETRY_MS = 10;

/** Asks one server over kept connections; for checks of what is answered, where `load.ts` measures how fast. */
export class BenchClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Sends JSON, or lines as they are; an overloaded server is asked again, any other answer that is no success throws. */
  async send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer> {
    const isText = typeof body === 'string';
    const text = body === undefined ? '' : isText ? body : JSON.stringify(body);
    const type = isText ? 'application/x-ndjson' : 'application/json';
    let answer = await this.exchange(method, path, text, type);
    // Only so many imports run at once: a refused one was never begun.
    for (let tries = 1; answer.status === 503 && tries < TRIES; tries += 1) {
      await delay(RETRY_MS);
      answer = await this.exchange(method, path, text, type);
    }
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  close(): void {
    this.agent.destroy();
  }

  private exchange(method: string, path: string, text: string, type: string): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(text === '' ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    };
    return new Promise((settle, reject) => {
      const outgoing = request(`${this.url}/api/v1${path}`, { method, agent: this.agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => settle({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      });
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  }
}
