import { Client } from 'pg';
import type { BenchContext } from './context';
import type { LoadRequest } from './load';
import { printFigure, printHeading } from './report';

const API = '/api/v1/intelligence';
const KINDS = ['movie', 'series', 'season', 'episode'] as const;

/** Presses every read route that the catalog alone fills. */
export async function measureRoutes(context: BenchContext): Promise<void> {
  printHeading('Read routes: requests a second with two in flight, times with one');
  const overview = await context.measure('libraries/overview', [
    { method: 'POST', path: `${API}/libraries/overview`, body: {} },
  ]);
  await context.measure('facets, one kind', [
    { method: 'POST', path: `${API}/facets`, body: { facet_kinds: ['genre'] } },
  ]);
  await measureItems(context);
  await measureSearch(context);
  printFigure('p95 of the overview', overview.p95, 'ms', '< 10, whatever the size');
  printFigure('peak memory of the server', context.server.peakMiB(), 'MiB RSS');
}

async function measureItems(context: BenchContext): Promise<void> {
  const slowest = { context: 0, related: 0 };
  for (const route of ['context', 'related'] as const) {
    for (const kind of KINDS) {
      const ids = await listIds(context.scratch.databaseUrl, kind);
      if (ids.length === 0) continue;
      const requests = ids.map((id) => post(`items/${id}/${route}`));
      const { p95 } = await context.measure(`items/{${kind}}/${route}`, requests);
      slowest[route] = Math.max(slowest[route], p95);
    }
  }
  printFigure('slowest p95 of a context', slowest.context, 'ms', '< 15 at 72,000 items, 30 at 1,000,000');
  printFigure('slowest p95 of related items', slowest.related, 'ms', '< 25 at 72,000 items, 50 at 1,000,000');
}

async function measureSearch({ measure, sample }: BenchContext): Promise<void> {
  const search = (query: string): LoadRequest => post('candidates:search', { query });
  await measure('search: titles', sample.titles.map(search));
  await measure(
    'search: titles with a slip',
    sample.titles.map((title) => search(withSlip(title))),
  );
  await measure('search: two people', sample.people.map(search));
  await measure('search: words of the overview', sample.words.map(search));
  const common = await measure('search: common words', ['the', 'film', 'drama', 'love', 'a', 'of the'].map(search));
  const hostile = [
    '- '.repeat(200),
    'or '.repeat(160),
    '((((((((((((',
    `${'a'.repeat(500)}`,
    '%_%_%',
    '\u{1f600}'.repeat(200),
  ];
  const hard = await measure(
    'search: hostile',
    hostile.map((query) => search(query.trim())),
  );
  printFigure('slowest hostile or common search', Math.max(common.max, hard.max), 'ms', '< 250');
}

function post(path: string, body: unknown = {}): LoadRequest {
  return { method: 'POST', path: `${API}/${path}`, body };
}

/** The word's second and third letters swapped, as fast fingers do. */
function withSlip(title: string): string {
  return title.replace(/(\p{L})(\p{L})(\p{L})(\p{L})/u, '$1$3$2$4');
}

async function listIds(databaseUrl: string, kind: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT media_kind || ':' || media_id AS id FROM media_items WHERE media_kind = $1 ORDER BY content_hash LIMIT 2000`,
      [kind],
    );
    return rows.map((row) => row.id);
  } finally {
    await client.end();
  }
}
