import { Controller, Get, Header, Module, Param, Post } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Public } from '../../../src/auth/auth.decorators';
import { Answers } from '../../../src/common/response-bounds/answers.decorator';
import * as reconcile from '../../../src/cli/database/reconcile.command';
import * as users from '../../../src/cli/accounts/users.command';
import { findFreePort } from '../../support/network/free-port';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { CANARY, canaryWatch } from '../../support/checks/canary';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { sendRaw } from '../../support/requests/raw-http';
import { runSql } from '../../support/databases/sql';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/*
 * The canary is a text that tests put into data that no output may contain. `canary-setup` searches the output of every
 * test file for it. This file tests what that search relies on: tests store the canary, everything that a caller or an
 * operator can read is searched, and every leak is found.
 */

/** Routes that each leak the canary in one way. */
@Public()
@Controller('leaky')
class LeakyController {
  @Post('body')
  @Answers(null, { status: 200 })
  body(): unknown {
    return { deep: [{ text: `before ${CANARY} after` }] };
  }

  @Get('header')
  @Header('X-Leak', CANARY)
  @Answers(null, { status: 200 })
  header(): unknown {
    return {};
  }

  @Get('log')
  log(): never {
    throw new Error(`The content was ${CANARY}.`);
  }

  /** Base64 encodes a text differently at each offset modulo 3, so the test chooses the offset. */
  @Get('encoded/:encoding/:offset')
  @Answers(null, { status: 200 })
  encoded(@Param('encoding') encoding: BufferEncoding, @Param('offset') offset: string): unknown {
    return { data: Buffer.from(`${'x'.repeat(Number(offset))}{"text":"${CANARY}"}`).toString(encoding) };
  }
}

@Module({ controllers: [LeakyController] })
class LeakyModule {}

let app: TestApp;
let leaky: TestApp;
let admin: TestUser;
let ada: TestUser;

const film = mediaIdOf('movie', 'The General');

beforeAll(async () => {
  app = await createTestApp({ env: { METRICS_PORT: String(await findFreePort()) } });
  leaky = await createTestApp({ peerOf: app, modules: [LeakyModule] });
  admin = await createUser(app, { role: 'admin' });
  ada = await createUser(app);
  await importCatalog(app, admin, [library('Films'), movie('Films', 'The General', { year: 1926 })]);
});
afterAll(async () => {
  await leaky.close();
  await app.close();
});

describe('a leak', () => {
  const get = (path: string): Promise<unknown> => client(leaky).get(`/leaky/${path}`);

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['an answer', () => client(leaky).post('/leaky/body', {}), /^http.*\/leaky\/body 200: .*before canary/],
    ['a header', () => get('header'), /^headers of http.*\/leaky\/header 200: .*x-leak/],
    ['the log', () => get('log'), /^the log: .*The content was/],
    ['an answer in hexadecimal', () => get('encoded/hex/0'), /encoded\/hex/],
    ['an answer in base64', () => get('encoded/base64/0'), /encoded\/base64/],
    ['an answer in base64, at offset 1', () => get('encoded/base64/1'), /encoded\/base64/],
    ['an answer in base64url, at offset 2', () => get('encoded/base64url/2'), /encoded\/base64url/],
    [
      'a TCP connection',
      () => sendRaw(leaky.port, 'GET /api/v1/leaky/header HTTP/1.1\r\nHost: x\r\n\r\n'),
      /^a TCP connection: .*X-Leak/s,
    ],
    ['the output of a command', () => listAccountNamed(CANARY), /^output of users list: /],
    [
      'the error of a command',
      () => runCommands(['users', 'create', '--role', CANARY]).catch(() => null),
      /^error of users/,
    ],
  ])('through %s is found', async (_, leak, where) => {
    await leak();
    const leaks = await canaryWatch.takeLeaks();
    expect(leaks).toHaveLength(1);
    expect(leaks[0]).toMatch(where);
  });

  it('fails the test file', async () => {
    await client(leaky).post('/leaky/body', {});
    await expect(canaryWatch.requireNoLeaks()).rejects.toThrow('The canary was found in the output');
  });
});

describe('the canary', () => {
  it('is in the database of an application from the start', async () => {
    await expect(countContents()).resolves.toBeGreaterThan(0);
  });

  it('is added to the content of an artifact and to the payloads of a tool call that a test writes', async () => {
    const before = await countContents();
    const [artifact, run] = [randomUUID(), randomUUID()];
    await plant(ada, artifact, run);
    expect(await countContents()).toBe(before + 1);
    const [row] = await query(
      `SELECT arguments::text AS arguments, result::text AS result FROM intelligence_tool_calls WHERE run_id = $1`,
      [run],
    );
    expect(JSON.parse(String(row?.['arguments']))).toEqual({ note: CANARY, api_key: '[redacted]' });
    expect(row?.['result']).toContain(CANARY);
  });
});

describe('the output of every read', () => {
  it('does not contain the canary, for visible, hidden and absent records', async () => {
    const [activeId, supersededId, invalidatedId] = [randomUUID(), randomUUID(), randomUUID()];
    const [globalId, run] = [randomUUID(), randomUUID()];
    const ids = [activeId, supersededId, invalidatedId, globalId, run];
    for (const id of [activeId, supersededId, invalidatedId]) await plant(ada, id, run);
    await plant(admin, globalId, run, 'global');
    const api = client(app).as(ada);
    await api.post(`/intelligence/artifacts/${invalidatedId}:invalidate`, { reason: 'gone' }, { expect: 200 });
    const successor = { ...ARTIFACT, supersedes_artifact_id: supersededId };
    await api.put(`/intelligence/artifacts/${activeId}`, successor, { expect: 200 });
    const before = canaryWatch.searchedTexts;
    for (const user of [ada, admin, await createUser(app), null]) await readAll(user, ids);
    for (const path of ['/metrics', '/']) await fetch(`http://127.0.0.1:${app.config.metrics.port}${path}`);
    await runCommands(['users', 'list'], ['reconcile', '--check']);
    expect(canaryWatch.searchedTexts - before).toBeGreaterThan(300);
    expect(await canaryWatch.takeLeaks()).toEqual([]);
  });
});

const ARTIFACT = { kind: 'summary', scope: 'user', title: 'About it', content: { text: 'raw' }, media_id: film };

/**
 * Writes a run, a tool call and an artifact as the user. Every request contains the canary: the client adds it to the
 * content of an artifact.
 */
async function plant(user: TestUser, artifact: string, run: string, scope = 'user'): Promise<void> {
  const api = client(app).as(user);
  const secret = { input_summary: `password=${CANARY}`, error_summary: `Authorization: Bearer ${CANARY}` };
  const sources = [{ media_id: film }];
  await api.put(`/intelligence/runs/${run}`, { purpose: 'other', status: 'running', ...secret, sources });
  await api.put(`/intelligence/runs/${run}/tool-calls/1`, { name: 'search', kind: 'search', ...secret });
  await api.put(`/intelligence/artifacts/${artifact}`, { ...ARTIFACT, scope, run_id: run, sources }, { expect: 201 });
  // Refused requests contain the canary, too.
  await api.put(`/intelligence/artifacts/${artifact}`, { ...ARTIFACT, expected_revision: 99 }, { expect: 409 });
  await api.put(`/intelligence/artifacts/${artifact}`, { ...ARTIFACT, nope: CANARY }, { expect: 400 });
}

/**
 * Calls every read operation of the API description: those that do not match `WRITES`. Calls a path that has an id
 * other than `media_id` with each of `ids`. Also gets the documentation and health pages.
 */
async function readAll(user: TestUser | null, ids: readonly string[]): Promise<void> {
  const api = user === null ? client(app) : client(app).as(user);
  const { body: document } = await api.get<Document>('/api/docs/openapi.json', { expect: 200 });
  const calledPaths: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of ['get', 'post'] as const) {
      if (!(method in operations) || WRITES.test(`${method} ${path}`)) continue;
      calledPaths.push(path);
      for (const id of path.includes('{') && !path.includes('media_id') ? ids : [film]) {
        const target = path.replace(/\{[^}]+\}/g, id);
        const body = BODIES[path.slice(7)];
        const { text } = await api.send(method.toUpperCase(), target, method === 'get' ? undefined : (body ?? {}));
        if (method === 'get' || body === undefined || user !== ada) continue;
        // If the answer contained nothing of the catalog, the search for leaks would prove nothing.
        expect([path, text]).toEqual([path, expect.stringMatching(`${film}|The General`)]);
      }
    }
  }
  expect(calledPaths).toEqual(expect.arrayContaining(Object.keys(BODIES).map((path) => `/api/v1${path}`)));
  for (const page of ['/api/docs', '/api/docs/errors', '/api/docs/openapi.json', '/health/live', '/health/ready']) {
    await api.get(page);
  }
}

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

/** The operations that write or that end the session. */
const WRITES =
  /^(get|post) .*(\/auth\/log|\/auth\/refresh|:invalidate$|\/admin\/(catalog|demo|read-models\/))|^post .*\/admin\/users(\/|$)/;

const BODIES: Readonly<Record<string, object>> = {
  '/intelligence/candidates:search': { query: 'general about', include_artifacts: true },
  '/intelligence/items:browse': { sort: 'title', library_ids: [uuidOf('Films')] },
  '/intelligence/items:contexts': { media_ids: [film] },
  '/intelligence/candidates:multi-search': { queries: [{ query: 'general about' }] },
  '/intelligence/artifacts:search': { query: 'about' },
  '/intelligence/artifacts': { library_ids: [uuidOf('Films')] },
  '/intelligence/grounding:verify': {
    groundings: [{ media_id: film, field: 'title', evidence: { text: 'Another title' } }],
  },
  '/intelligence/libraries/overview': { library_ids: [uuidOf('Films')] },
};

async function runCommands(...lines: string[][]): Promise<void> {
  const environment = process.env;
  process.env = { ...environment, DATABASE_URL: app.database.url, JWT_SECRET: app.config.auth.jwtSecret };
  try {
    for (const line of lines) await runCommand([users, reconcile], line);
  } finally {
    process.env = environment;
  }
}

/**
 * Lists the accounts while one has the given name. Creates this account with SQL, because the service would also write
 * the name to the audit log.
 */
async function listAccountNamed(username: string): Promise<void> {
  await query(`INSERT INTO users (username, username_key, password_hash) VALUES ($1, $1, 'none')`, [username]);
  await runCommands(['users', 'list']);
  await query('DELETE FROM users WHERE username = $1', [username]);
}

async function countContents(): Promise<number> {
  const [row] = await query(
    `SELECT count(*)::integer AS count FROM intelligence_artifact_contents WHERE content::text LIKE '%' || $1 || '%'`,
    [CANARY],
  );
  return Number(row?.['count']);
}

function query(text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  return runSql(app.database.url, text, values);
}
