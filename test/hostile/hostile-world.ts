/**
 * A running service with a small catalog, and a sender of hostile requests that watches how long `/health/live` takes.
 */
import { Agent, request } from 'node:http';
import { createUser } from '../support/accounts/accounts';
import { canaryWatch } from '../support/checks/canary';
import { importCatalog } from '../support/catalog/catalog';
import { client } from '../support/requests/client';
import { eventually } from '../support/eventually';
import { GENEROUS_TIMEOUTS } from '../support/app/test-environment';
import { SAMPLE_RECORDS } from '../support/catalog/samples';
import { CompiledService, type ServiceProcess } from '../support/programs/service-process';
import { createTestApp, type TestApp } from '../support/app/test-app';
import { findFault, type HostileAnswer } from './answer-check';
import type { HostileRequest, KnownIds } from './http-inputs';
import { createHiddenThings, createOwnThings, FILM } from './stored-things';

/** Longest time in milliseconds that another request may delay the answer of `/health/live`. */
const LIVE_MAX_MS = 250;
/** Milliseconds between an answer of `/health/live` and the next request for it. */
const LIVE_PAUSE_MS = 25;
/** Default number of concurrent requests. Imports need a lower number, because the service limits them. */
const PARALLEL = 6;
/** Long runs take more than the default lifetime of a token. */
const LIFETIME = { JWT_ACCESS_TTL_SECONDS: '86400' };
/**
 * Maximum number of times that a request that may have delayed `/health/live` is sent again, alone. Other processes of
 * the machine can cause a single delay.
 */
const RETRIES = 3;

/** A service in a separate process, so that this process can measure it. Call `close` after the last test. */
export class HostileWorld {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: PARALLEL + 1 });
  private readonly inFlight = new Map<number, HostileRequest>();
  private suspects = new Set<HostileRequest>();
  /** Ids of existing resources. */
  ids: KnownIds = {};
  sent = 0;
  accepted = 0;

  private constructor(
    readonly app: TestApp,
    private readonly compiled: CompiledService,
    private readonly service: ServiceProcess,
    private readonly token: string,
    private readonly userId: string,
  ) {}

  static async create(): Promise<HostileWorld> {
    const [app, compiled] = await Promise.all([
      createTestApp({ workers: false, env: LIFETIME }),
      CompiledService.compile(),
    ]);
    const [admin, victim, service] = await Promise.all([
      createUser(app, { role: 'admin' }),
      createUser(app),
      compiled.start(app.config, { ...GENEROUS_TIMEOUTS, ...LIFETIME, LOG_LEVEL: 'warn', WORK_THREADS: '1' }),
    ]);
    await importCatalog(app, admin, SAMPLE_RECORDS);
    await createHiddenThings(client(app).as(victim));
    const world = new HostileWorld(app, compiled, service, admin.token, victim.userId);
    await world.renewIds();
    return world;
  }

  /** Creates another artifact and another run, because requests may invalidate and end the last ones. */
  async renewIds(): Promise<void> {
    const ids = await createOwnThings(client(this.app).as(this.token));
    this.ids = { ...ids, media_id: FILM, user_id: this.userId, sequence: '1' };
  }

  /**
   * Sends all requests, and returns the faults of their answers, each with the name of its request. `check` returns the
   * fault of an answer, or null.
   */
  async findFaults(
    requests: readonly HostileRequest[],
    parallel = PARALLEL,
    check: (answer: HostileAnswer) => string | null = findFault,
  ): Promise<string[]> {
    const faults: string[] = [];
    const remaining = requests.values();
    const work = async (): Promise<void> => {
      for (const hostile of remaining) {
        const fault = check(await this.send(hostile));
        if (fault !== null) faults.push(`${hostile.name}: ${fault}`);
      }
    };
    const finished = new AbortController();
    const watching = this.watchLiveness(finished.signal);
    await Promise.all(Array.from({ length: parallel }, work)).finally(() => finished.abort());
    await watching;
    return [...faults, ...(await this.findBlockers()), ...(await this.findRefusal())];
  }

  /** Returns a fault if the caller is no longer accepted: then requests did not reach the routes. */
  private async findRefusal(): Promise<string[]> {
    const headers = { authorization: `Bearer ${this.token}` };
    const { status } = await this.exchange('GET', '/api/v1/auth/me', headers, null);
    return status === 200 ? [] : [`GET /api/v1/auth/me: the caller gets ${status}`];
  }

  async send(hostile: HostileRequest): Promise<HostileAnswer> {
    const number = (this.sent += 1);
    this.inFlight.set(number, hostile);
    try {
      const headers = { authorization: `Bearer ${this.token}`, ...hostile.headers };
      const body = typeof hostile.body === 'function' ? hostile.body() : hostile.body;
      const answer = await this.exchange(hostile.operation.method, hostile.path, headers, body);
      if (answer.status < 300) this.accepted += 1;
      return answer;
    } finally {
      this.inFlight.delete(number);
    }
  }

  /** Whether the same process still answers. */
  async isAlive(): Promise<boolean> {
    return !this.service.isGone() && (await this.exchange('GET', '/health/live', {}, null)).status === 200;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.compiled.remove();
    await this.app.close();
  }

  /**
   * Requests `/health/live` again and again, with a pause after each answer. When an answer takes too long, notes the
   * requests in flight as suspects.
   */
  private async watchLiveness(finished: AbortSignal): Promise<void> {
    while (!finished.aborted) {
      const before = [...this.inFlight.values()];
      if ((await this.timeLiveness()) > LIVE_MAX_MS)
        for (const hostile of [...before, ...this.inFlight.values()]) this.suspects.add(hostile);
      // Without a pause, these requests would be most of the work of the service.
      const askedAt = performance.now();
      await eventually(() => finished.aborted || performance.now() - askedAt > LIVE_PAUSE_MS);
    }
  }

  /**
   * Returns the milliseconds that the service takes to answer `/health/live`, but at most the processor time that it
   * uses meanwhile. So a request that blocks the service counts, and the other processes of a busy machine do not.
   */
  private async timeLiveness(): Promise<number> {
    const [startedAt, usedBefore] = [performance.now(), this.service.processorMs()];
    await this.exchange('GET', '/health/live', {}, null);
    const [elapsed, used] = [performance.now() - startedAt, this.service.processorMs()];
    return usedBefore === null || used === null ? elapsed : Math.min(elapsed, used - usedBefore);
  }

  /** Sends each suspect alone. A suspect that delays `/health/live` each time is a fault. */
  private async findBlockers(): Promise<string[]> {
    const faults: string[] = [];
    for (const suspect of this.suspects) {
      const times: number[] = [];
      while (times.length < RETRIES && times.every((time) => time > LIVE_MAX_MS)) {
        const answered = this.send(suspect);
        times.push(await this.timeLiveness());
        await answered;
      }
      if (times.every((time) => time > LIVE_MAX_MS))
        faults.push(`${suspect.name}: delays /health/live by ${Math.min(...times).toFixed()} ms`);
    }
    this.suspects = new Set();
    return faults;
  }

  private exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer | null,
  ): Promise<HostileAnswer> {
    return new Promise((settle, reject) => {
      const outgoing = request(this.service.url + path, { method, headers, agent: this.agent }, (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          canaryWatch.look(`${method} ${path.slice(0, 100)}`, text);
          const contentType = incoming.headers['content-type'] ?? '';
          settle({ status: incoming.statusCode ?? 0, contentType, text });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body ?? undefined);
    });
  }
}
