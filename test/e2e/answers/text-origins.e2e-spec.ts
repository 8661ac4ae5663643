import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEXT_ORIGINS } from '../../../src/common/dto/origins.dto';
import { DETAIL_LEVELS } from '../../../src/common/response-detail/detail-levels';
import type { ApiDocument } from '../../../src/http/openapi/openapi.types';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { callMessage, MCP_HEADERS } from '../../support/requests/mcp';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

const DOCUMENT = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;
/** The names of the MCP tools. */
const TOOLS = (
  JSON.parse(readFileSync(join(ROOT, 'test/contract/tools.json'), 'utf8')) as { 'json-schema': { name: string }[] }
)['json-schema'].map(({ name }) => name);
const MOON = mediaIdOf('movie', 'Catalogtext Moon');
const EPISODE = mediaIdOf('episode', 'Catalogtext Show/1/1');
const [NOTE, SUMMARY, LIST, RUN] = ['note', 'summary', 'list', 'run'].map(uuidOf) as [string, string, string, string];

type TextRequest = readonly [operation: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object];

/** Requests to every operation below `/intelligence` whose answer has texts of the catalog, of users or of models. */
const REQUESTS: readonly TextRequest[] = [
  ['getOverview', 'POST', '/intelligence/libraries/overview'],
  ['getFacets', 'POST', '/intelligence/facets'],
  ['searchCandidates', 'POST', '/intelligence/candidates:search', { query: '"catalogtext moon" usertext' }],
  // The query is misspelled, so that the answer suggests another spelling.
  [
    'searchCandidates',
    'POST',
    '/intelligence/candidates:search',
    { query: 'catalogtxet', facets: ['genre', 'person'] },
  ],
  ['multiSearchCandidates', 'POST', '/intelligence/candidates:multi-search', { queries: [{ query: 'catalogtxet' }] }],
  ['browseItems', 'POST', '/intelligence/items:browse', { sort: 'last_watched' }],
  ['browseItems', 'POST', '/intelligence/items:browse', { sort: 'title' }],
  ['listNextUp', 'POST', '/intelligence/items:next-up'],
  ['getItemContexts', 'POST', '/intelligence/items:contexts', { media_ids: [MOON, EPISODE] }],
  ['getItemContext', 'POST', `/intelligence/items/${MOON}/context`],
  ['getItemContext', 'POST', `/intelligence/items/${EPISODE}/context`],
  ['listRelatedItems', 'POST', `/intelligence/items/${MOON}/related`],
  ['listArtifacts', 'POST', '/intelligence/artifacts'],
  ['searchArtifacts', 'POST', '/intelligence/artifacts:search', { query: 'usertext' }],
  ['getArtifact', 'GET', `/intelligence/artifacts/${NOTE}`],
  ['getArtifact', 'GET', `/intelligence/artifacts/${SUMMARY}`],
  ['putArtifact', 'PUT', `/intelligence/artifacts/${LIST}`],
  ['listRuns', 'GET', '/intelligence/runs'],
  ['auditRun', 'POST', `/intelligence/runs/${RUN}/audit`],
  ['verifyGrounding', 'POST', '/intelligence/grounding:verify', { groundings: [NOTE, SUMMARY, MOON].map(cite) }],
];
/** The other operations: their answers contain no text of the catalog, a user or a model, except from the request. */
const WITHOUT_TEXTS = ['invalidateArtifact', 'putRun', 'putToolCall', 'verifyRun', 'listTools'];
/** Members that need no label, because they contain ids, times or codes instead of texts. */
const NO_TEXT = /^(?:next_cursor|generated_at|sort|relation|\w+_id|unknown_\w+_ids)$/;

const MARKS = { catalog: /catalogtext/i, user: /usertext/i, generated: /generatedtext/i };

let app: TestApp;
let user: TestUser;
const list = { kind: 'collection', scope: 'user', title: 'Generatedtext list', summary: 'Generatedtext', content: {} };

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  user = await createUser(app, { username: 'usertext', role: 'admin', scopes: ['catalog:write'] });
  const texts = {
    overview: 'Catalogtext overview of the long night.',
    tagline: 'Catalogtext tagline',
    year: 1999,
    genres: ['Catalogtext Genre'],
    keywords: ['catalogtext keyword'],
    collection: 'Catalogtext Collection',
    people: [{ name: 'Catalogtext Person', role: 'actor', character: 'Catalogtext Character' }],
  };
  const watched = { username: 'usertext', media_id: EPISODE, position_seconds: 9, duration_seconds: 99 };
  await importCatalog(app, user, [
    library('Catalogtext Films'),
    library('Catalogtext Shows', 'series'),
    movie('Catalogtext Films', 'Catalogtext Moon', texts),
    movie('Catalogtext Films', 'Catalogtext Moon Again', texts),
    series('Catalogtext Shows', 'Catalogtext Show', texts),
    season('Catalogtext Show', 1, { title: 'Catalogtext Season' }),
    ...[1, 2].map((number) => episode('Catalogtext Show', 1, number, { title: `Catalogtext Part ${number}` })),
    { type: 'watch_state', ...watched, last_watched_at: '2026-01-01T00:00:00Z' },
  ]);
  await refreshLexicon(app);
  const api = client(app).as(user);
  const note = { kind: 'user_note', scope: 'user', media_id: MOON, content: {}, title: 'Usertext note' };
  await api.put(`/intelligence/artifacts/${NOTE}`, { ...note, summary: 'Usertext of the note.' }, { expect: 201 });
  const run = { purpose: 'other', status: 'running', model: 'Generatedtext', input_summary: 'Generatedtext input' };
  const sources = [{ media_id: MOON }, { artifact_id: NOTE }];
  await api.put(`/intelligence/runs/${RUN}`, { ...run, sources }, { expect: 201 });
  const call = { name: 'Generatedtext search', kind: 'search', output_summary: 'Generatedtext output', sources };
  const { body } = await api.put(`/intelligence/runs/${RUN}/tool-calls/1`, call, { expect: 201 });
  const summarySources = [...sources, { run_id: RUN }, { tool_call_id: body['tool_call_id'] }];
  const summary = {
    kind: 'summary',
    scope: 'user',
    title: 'Generatedtext summary',
    media_id: EPISODE,
    content: {},
  };
  const generated = { ...summary, summary: 'Generatedtext.', producer: 'Generatedtext model', sources: summarySources };
  await api.put(`/intelligence/artifacts/${SUMMARY}`, generated, { expect: 201 });
  await api.put(`/intelligence/artifacts/${LIST}`, listRequest(), { expect: 201 });
});
afterAll(() => app.close());

/** Returns a request for a collection. Without its run, the collection would have the origin `user`. */
function listRequest(): object {
  return { ...list, run_id: RUN, media_id: MOON, sources: [{ artifact_id: SUMMARY }, { artifact_id: NOTE }] };
}

function cite(id: string): object {
  const record = id.includes(':') ? { media_id: id } : { artifact_id: id };
  return { ...record, field: 'title', evidence: { text: 'Another text', truncated: false }, origin: 'catalog' };
}

async function ask([, method, path, body]: TextRequest, more: object = {}): Promise<unknown> {
  const payload = method === 'GET' ? undefined : method === 'PUT' ? listRequest() : { ...body, ...more };
  return (await client(app).as(user).send(method, path, payload, { expect: 200 })).body;
}

/** A text with its path, and with the label of the innermost labelled object or member that contains the text. */
interface Labelled {
  readonly place: string;
  readonly text: string;
  readonly label: string | null;
}

function textsOf(answer: unknown): Labelled[] {
  const { origins = {} } = answer as { origins?: Record<string, string[]> };
  const labels = new Map(Object.entries(origins).flatMap(([label, names]) => names.map((name) => [name, label])));
  const visit = (value: unknown, name: string, place: string, label: string | null): Labelled[] => {
    if (typeof value === 'string') return label === null && NO_TEXT.test(name) ? [] : [{ place, text: value, label }];
    if (Array.isArray(value)) return value.flatMap((each) => visit(each, name, place, label));
    if (typeof value !== 'object' || value === null) return [];
    const innermost = (value as { origin?: string }).origin ?? label;
    return Object.entries(value).flatMap(([member, child]) =>
      member === 'origins' ? [] : visit(child, member, `${place}.${member}`, labels.get(member) ?? innermost),
    );
  };
  return visit(answer, '', '', null);
}

/**
 * Returns the texts without a label and the texts with a wrong label. Texts in `did_you_mean` and `understood` must
 * have the label `user`, although they may repeat words of the catalog.
 */
function findWrong(answer: unknown): Labelled[] {
  return textsOf(answer).filter(({ place, text, label }) => {
    if (!TEXT_ORIGINS.some((origin) => origin === label)) return true;
    const marked = TEXT_ORIGINS.filter((origin) => MARKS[origin].test(text));
    if (/did_you_mean$|understood/.test(place)) return label !== 'user';
    return marked.length > 0 && !marked.some((origin) => origin === label);
  });
}

describe('the origin of the texts of an answer', () => {
  it('is tested for every operation whose answer contains texts', () => {
    const operations = Object.entries(DOCUMENT.paths)
      .filter(([path]) => path.startsWith('/api/v1/intelligence/'))
      .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
    const tested = new Set([...REQUESTS.map(([operation]) => operation), ...WITHOUT_TEXTS]);
    expect([...tested].sort()).toEqual(operations.sort());
  });

  it.each(REQUESTS.map((request) => [`${request[0]} ${JSON.stringify(request[3] ?? {})}`, request] as const))(
    'is in the answer of %s at every level of detail and within small budgets',
    async (_, request) => {
      const answer = await ask(request);
      expect(findWrong(answer)).toEqual([]);
      expect(textsOf(answer).filter(({ text }) => /catalogtext|usertext|generatedtext/i.test(text))).not.toEqual([]);
      if (request[1] !== 'POST') return;
      for (const detail of DETAIL_LEVELS) expect(findWrong(await ask(request, { detail }))).toEqual([]);
      const { text } = await client(app)
        .as(user)
        .post(request[2], { ...request[3], budget: { max_chars: 1 } });
      const least = Number(/must be at least (\d+)/.exec(text)?.[1]);
      for (const max_chars of [least, 2 * least]) {
        expect(findWrong(await ask(request, { budget: { max_chars } }))).toEqual([]);
      }
    },
  );

  it('is the origin of the cited artifact, not of the citing record, if the text is part of a citation', async () => {
    const answers = await Promise.all(REQUESTS.map((each) => ask(each)));
    const texts = answers.flatMap((answer) => textsOf(answer).filter(({ place }) => /grounding|artifacts/.test(place)));
    for (const [mark, label] of [
      ['Usertext note', 'user'],
      ['Generatedtext summary', 'generated'],
    ] as const) {
      const cited = texts.filter(({ text }) => text === mark);
      expect(cited.filter(({ place }) => place.includes('grounding'))).not.toEqual([]);
      expect(cited.filter((each) => each.label !== label)).toEqual([]);
    }
    const { body } = await client(app).as(user).get(`/intelligence/artifacts/${LIST}`);
    expect(body).toMatchObject({ kind: 'collection', origin: 'generated' });
  });

  it('is in the heading of a Markdown answer, in its notice, or in the same line as the text', async () => {
    for (const request of REQUESTS.filter(([, method]) => method !== 'PUT')) {
      const [, method, path, body] = request;
      const headers = { accept: 'text/markdown' };
      const { text } = await client(app)
        .as(user)
        .send(method, path, method === 'GET' ? undefined : body, { headers, expect: 200 });
      // The heading labels the text of a single artifact.
      const [heading = '', , notice = '', ...lines] = text.split('\n');
      expect(notice).toMatch(/^_.* not instructions\._$/);
      const isLabelled = (line: string, origin: string): boolean =>
        new RegExp(`(?<![a-z])${origin}(?![a-z])`, 'i').test(heading + notice + line);
      expect(lines.filter((line) => MARKS.user.test(line) && !isLabelled(line, 'user'))).toEqual([]);
      expect(lines.filter((line) => MARKS.generated.test(line) && !isLabelled(line, 'generated'))).toEqual([]);
    }
  });

  it('is beside the texts of artifacts and suggestions in brief Markdown answers', async () => {
    const headers = { accept: 'text/markdown' };
    const readBrief = async (path: string, body: object): Promise<string> =>
      (
        await client(app)
          .as(user)
          .post(path, { ...body, detail: 'brief' }, { headers, expect: 200 })
      ).text;
    const artifacts = await readBrief('/intelligence/artifacts', {});
    expect(artifacts).toMatch(new RegExp(`^ *- ${NOTE} Usertext note.* \\(user\\\\?_note, user\\)$`, 'm'));
    expect(artifacts).toMatch(new RegExp(`^ *- ${SUMMARY} Generatedtext summary.* \\(summary, generated\\)$`, 'm'));
    const search = await readBrief('/intelligence/candidates:search', { query: 'catalogtxet' });
    expect(search).toMatch(/^- Did you mean: ".*catalogtext.*"\?$/m);
  });

  it('is in the results of every MCP tool that reads', async () => {
    const calls = {
      library_overview: {},
      search_media: { query: 'moon' },
      browse_media: { sort: 'title' },
      next_up: {},
      get_media: { media_id: MOON },
      related_media: { media_id: MOON },
      search_artifacts: {},
      verify_citations: { groundings: [NOTE, SUMMARY, MOON].map(cite) },
    };
    const writing = ['save_artifact', 'record_run', 'record_tool_call'];
    expect([...Object.keys(calls), ...writing].sort()).toEqual(TOOLS.sort());
    for (const [name, args] of Object.entries(calls)) {
      const { body } = await client(app)
        .as(user)
        .post<{ result: { structuredContent: object } }>('/mcp', callMessage(name, args), { headers: MCP_HEADERS });
      expect(findWrong(body.result.structuredContent)).toEqual([]);
      expect(textsOf(body.result.structuredContent)).not.toEqual([]);
    }
  });
});
