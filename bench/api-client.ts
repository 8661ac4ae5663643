import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A response with its complete body. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

const MAX_ATTEMPTS = 500;
const RETRY_MS = 10;

/** Sends requests to one server over keep-alive connections and returns the responses. It measures no times. */
export class BenchClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Sends a string as NDJSON and other bodies as JSON. Retries after a 503; throws on other statuses from 300. */
  async send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer> {
    const isText = typeof body === 'string';
    const text = body === undefined ? '' : isText ? body : JSON.stringify(body);
    const type = isText ? 'application/x-ndjson' : 'application/json';
    let answer = await this.exchange(method, path, text, type);
    // The service limits parallel imports. An import refused with 503 has not started, so it can be sent again.
    for (let attempts = 1; answer.status === 503 && attempts < MAX_ATTEMPTS; attempts += 1) {
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
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.url}/api/v1${path}`, { method, agent: this.agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      });
      outgoing.on('error', reject);
      outgoing.end(text);
    });
  }
}
