import { Agent, request } from 'node:http';

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks one server over kept connections; for checks of what is answered, where `load.ts` measures how fast. */
export class BenchClient {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** Sends JSON, or lines as they are; throws at an answer that is no success. */
  async send(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer> {
    const isText = typeof body === 'string';
    const text = body === undefined ? '' : isText ? body : JSON.stringify(body);
    const answer = await this.exchange(method, path, text, isText ? 'application/x-ndjson' : 'application/json');
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
