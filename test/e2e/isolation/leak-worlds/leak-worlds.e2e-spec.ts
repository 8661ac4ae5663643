import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CursorCodec } from '../../../../src/common/paging/cursor';
import { Refresher } from '../../../../src/read-model/refresh/refresher';
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import { importCatalog, mediaIdOf, movie } from '../../../support/catalog/catalog';
import { client } from '../../../support/requests/client';
import { refreshLexicon } from '../../../support/catalog/refresh-lexicon';
import { createTestApp, type TestApp } from '../../../support/app/test-app';
import {
  change,
  hiddenArtifactId,
  type HiddenChange,
  hiddenChange,
  hiddenFilmTitle,
  SIMILAR_FILMS_MAX,
} from './hidden-changes';
import { type Answer, ask, isRefused, type Question, readsOf, refusedWritesOf, searchesItems } from './questions';
import { type Caller, prepareShownWorld } from './shown-world';

/*
 * What a caller reads depends only on the libraries that the caller sees. A change of another library changes no byte
 * of any answer, header, cursor or token, apart from times. To show this, the test asks the same questions before and
 * after random changes of hidden libraries, and compares the answers. A question is a request of one of the callers.
 */

/**
 * Number of changes of hidden libraries; default 10, and 1,000 in the long form of the test. The test repeats some
 * questions after each change, and all at the end.
 */
const CHANGES = Number(process.env['LEAK_CHANGES'] ?? 10);
const QUESTIONS_PER_CHANGE = 20;
/** Maximum number of simultaneous questions. */
const ASKED_AT_ONCE = 8;
/** Number of changes after which the long form prints its progress. */
const REPORTED_CHANGES = 50;
/** Maximum number of pages of a list that the test reads. */
const PAGES = 3;
/** The long form takes a quarter of an hour, and longer on a distributed database. */
const TEST_MAX_MS = 3 * 3_600_000;
/** An import of 3,000 similar titles and two comparisons of all searches take minutes on a distributed database. */
const SIMILAR_MAX_MS = 1_200_000;

/** Operations without data of a library: accounts, writes to the caller's own runs, health, and public metadata. */
const NOT_ASKED = [
  'post /api/v1/auth/login',
  'post /api/v1/auth/exchange',
  'post /api/v1/auth/logout',
  'post /api/v1/auth/refresh',
  'post /api/v1/admin/users',
  'patch /api/v1/admin/users/{user_id}',
  'delete /api/v1/admin/users/{user_id}',
  'post /api/v1/admin/users/{user_id}/keys',
  'delete /api/v1/admin/users/{user_id}/keys/{key_id}',
  'post /api/v1/admin/users/{user_id}/keys/{key_id}:rotate',
  'put /api/v1/intelligence/runs/{run_id}',
  'put /api/v1/intelligence/runs/{run_id}/tool-calls/{sequence}',
  'get /health/live',
  'get /health/ready',
  'get /.well-known/oauth-protected-resource/mcp',
];

let app: TestApp;
let admin: TestUser;
let callers: Caller[];
let directory: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'leak-worlds-'));
  // The test does the background work between two comparisons, so that no answer depends on the time of this work.
  app = await createTestApp({ workers: false, env: { JWT_ACCESS_TTL_SECONDS: '86400' } });
  // Cursors contain the hour in which they expire, so the test stops the clock of the codec.
  const clock = app.app.get<CursorCodec, { now(): number }>(CursorCodec);
  jest.spyOn(clock, 'now').mockReturnValue(Date.now());
  admin = await createUser(app, { role: 'admin' });
  callers = await prepareShownWorld(app, admin);
  await settle();
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await app.close();
});

/** Does the work of the background loops of a server. */
async function settle(): Promise<void> {
  await app.app.get(Refresher).drain();
  await refreshLexicon(app);
}

function report(changes: number, comparisons: number): void {
  process.stdout.write(`${changes} changes of hidden libraries, ${comparisons} equal answers\n`);
}

interface KnownAnswer {
  readonly question: Question;
  readonly answer: Answer;
}

/** Asks all questions, or all that `isAsked` selects. Also asks for later pages, and for facets by minimum revision. */
async function askAll(isAsked: (question: Question) => boolean = () => true): Promise<KnownAnswer[]> {
  const known: KnownAnswer[] = [];
  const take = async (question: Question): Promise<Answer> => {
    const answer = await ask(app, question);
    known.push({ question, answer });
    return answer;
  };
  for (const caller of callers) {
    for (const question of readsOf(caller).filter(isAsked)) {
      let answer = await take(question);
      for (let page = 1; page < PAGES && answer.nextCursor !== null; page += 1) {
        answer = await take(withCursor(question, answer.nextCursor));
      }
    }
    for (const question of refusedWritesOf(caller).filter(isAsked)) {
      const answer = await take(question);
      if (!isRefused(answer)) throw new Error(`A write was not refused:\n${answer.text}`);
    }
    const facets: Question = { caller, method: 'POST', path: '/intelligence/facets', body: {} };
    const { token } = isAsked(facets) ? await ask(app, facets) : { token: null };
    if (token !== null) await take({ ...facets, headers: { 'x-min-revision': token } });
  }
  return known;
}

function withCursor(question: Question, cursor: string): Question {
  if (question.method === 'GET') {
    return { ...question, path: `${question.path}${question.path.includes('?') ? '&' : '?'}cursor=${cursor}` };
  }
  const body = question.body as { pagination?: object };
  return { ...question, body: { ...body, pagination: { ...body.pagination, cursor } } };
}

/** The known answers, and how often they were compared. */
class Baseline {
  comparisons = 0;

  constructor(private readonly known: readonly KnownAnswer[]) {}

  get size(): number {
    return this.known.length;
  }

  /** The number of answers that suggest another spelling. */
  get suggestions(): number {
    return this.known.filter(({ answer }) => /"did_you_mean":"/.test(answer.text)).length;
  }

  get answered(): number {
    return this.known.filter(({ answer }) => answer.status === 200).length;
  }

  /**
   * Asks the questions with these indexes and compares the answers with the known ones. The index after the last
   * question is the first question again, so any index is valid.
   */
  async compare(indexes: readonly number[], after: readonly HiddenChange[]): Promise<void> {
    const waiting = [...indexes];
    const askWaiting = async (): Promise<void> => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) await this.compareOne(index, after);
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askWaiting));
  }

  async compareAll(after: readonly HiddenChange[]): Promise<void> {
    await this.compare([...this.known.keys()], after);
  }

  private async compareOne(index: number, after: readonly HiddenChange[]): Promise<void> {
    const known = this.known[index % this.known.length];
    if (known === undefined) throw new Error('There are no questions.');
    const { text } = await ask(app, known.question);
    this.comparisons += 1;
    if (text !== known.answer.text) {
      throw new Error(`After ${JSON.stringify(after.slice(-3))}\n${known.answer.text}\nbecame\n${text}`);
    }
  }
}

describe('the questions', () => {
  it('call every route with data of libraries', async () => {
    const { body } = await client(app).get<{ paths: Record<string, object> }>('/api/docs/openapi.json');
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    const questions = callers.flatMap((caller) => [...readsOf(caller), ...refusedWritesOf(caller)]);
    const missing = operations.filter((operation) => {
      const [method = '', template = ''] = operation.split(' ');
      // A media id in a path contains a colon.
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/:]+(?::[^/:]+)?')}(\\?|$)`);
      const isAsked = ({ path }: Question): boolean => pattern.test(path === '/mcp' ? path : `/api/v1${path}`);
      return !questions.some((question) => question.method.toLowerCase() === method && isAsked(question));
    });
    expect(missing.sort()).toEqual([...NOT_ASKED].sort());
  });

  it.each(['/intelligence/grounding:verify', '"verify_citations"'])('cite hidden records in calls of %s', (target) => {
    const hiddenIds = [mediaIdOf('movie', hiddenFilmTitle(0, 0)), hiddenArtifactId(0), hiddenArtifactId(1)];
    for (const caller of callers) {
      const sent = readsOf(caller).map((question) => JSON.stringify(question));
      const calls = sent.filter((question) => question.includes(target)).join();
      expect(hiddenIds.filter((id) => !calls.includes(id))).toEqual([]);
    }
  });
});

describe('a caller who sees some libraries', () => {
  it(
    'gets the same answers, headers, cursors and tokens whatever changes in the other libraries',
    async () => {
      const baseline = new Baseline(await askAll());
      const step = fc.tuple(
        hiddenChange,
        fc.array(fc.nat(), { minLength: QUESTIONS_PER_CHANGE, maxLength: QUESTIONS_PER_CHANGE }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: CHANGES, maxLength: CHANGES }), async (steps) => {
          const done: HiddenChange[] = [];
          for (const [nextChange, indexes] of steps) {
            await change({ app, admin, callers, directory }, nextChange);
            await settle();
            done.push(nextChange);
            await baseline.compare(indexes, done);
            if (done.length % REPORTED_CHANGES === 0) report(done.length, baseline.comparisons);
          }
          await baseline.compareAll(done);
        }),
        { numRuns: 1, endOnFailure: true, interruptAfterTimeLimit: TEST_MAX_MS },
      );
      // The others are refused, because they are writes, or reads that the caller may not make.
      expect(baseline.answered).toBeGreaterThan(baseline.size / 3);
      expect(baseline.comparisons).toBe(CHANGES * QUESTIONS_PER_CHANGE + baseline.size);
      report(CHANGES, baseline.comparisons);
    },
    TEST_MAX_MS,
  );

  it(
    'gets the same answers to searches, however many hidden titles resemble the searched words',
    async () => {
      const baseline = new Baseline(await askAll(searchesItems));
      // Suggestions come from the lexicon, which also has words of hidden libraries. So the answers must include some.
      expect(baseline.suggestions).toBeGreaterThan(20);
      const similar = hiddenChange.map((step): HiddenChange => ({ ...step, kind: 'similar' }));
      await fc.assert(
        fc.asyncProperty(similar, similar, async (few, many) => {
          // The second change adds more words that resemble `winter` than a search reads.
          const steps = [
            { ...few, films: 1 },
            { ...many, films: SIMILAR_FILMS_MAX, searched: ['winter'] },
          ];
          for (const step of steps) {
            await change({ app, admin, callers, directory }, step);
            await settle();
            await baseline.compareAll([step]);
          }
        }),
        { numRuns: 1, endOnFailure: true, interruptAfterTimeLimit: SIMILAR_MAX_MS },
      );
    },
    SIMILAR_MAX_MS,
  );

  it('gets another token and another answer when a visible library changes', async () => {
    const [films, nothing] = ['films', 'nothing'].map((wanted) => callers.find(({ name }) => name === wanted));
    if (films === undefined || nothing === undefined) throw new Error('There are no callers.');
    const questions = [films, nothing].map((caller): Question => {
      return { caller, method: 'POST', path: '/intelligence/libraries/overview', body: {} };
    });
    const read = (): Promise<Answer[]> => Promise.all(questions.map((question) => ask(app, question)));
    const before = await read();
    await importCatalog(app, admin, [movie('Shown films', 'A new film')]);
    await settle();
    const after = await read();
    expect(after[0]?.token).not.toBe(before[0]?.token);
    expect(after[0]?.text).not.toBe(before[0]?.text);
    expect(after[1]).toEqual(before[1]);
  });
});
