import { type ApiRequest, post } from '../api-client';
import { type CatalogSource, findCatalog } from '../catalogs/catalog-source';
import type { BenchOptions, ServedScratch } from '../context';
import { listItemIds } from '../catalogs/item-ids';
import { measureLoad, quantile } from '../load';
import { makeToken, openScratch, runCommand, type Scratch, startServer, withDatabase } from '../processes';
import { printFigure, printHeading } from '../report';
import { makeSearchFamilies } from './search-families';

/**
 * Number of turns per kind of request. Each turn measures both databases, in alternating order, so that other load
 * affects both alike.
 */
const TURNS = 5;

/** Imports a catalog into one PostgreSQL server and a Citus cluster. Compares the times of the imports and of reads. */
export async function measureDistributed(options: BenchOptions): Promise<void> {
  if (options.citusUrl === undefined) {
    console.log('\nWithout --citus-url, no Citus cluster is compared with one server.');
    return;
  }
  const plain = await openScratch(options.plainUrl);
  const citus = await openScratch(options.citusUrl);
  await runCommand(citus, 'distribute');
  const catalog = await findCatalog(plain, options);
  await compareImports(plain, citus, catalog);
  await compareReads(plain, citus, catalog, options.seconds);
  // The command fails if there are differences.
  await runCommand(citus, 'reconcile', '--check');
  printFigure('differences between read model and catalog', 0, 'rows', '0');
  await Promise.all([plain.close(), citus.close()]);
}

async function compareImports(plain: Scratch, citus: Scratch, catalog: CatalogSource): Promise<void> {
  printHeading(`Import of ${catalog.description} into a Citus cluster and into one server, file by file`);
  const seconds = { plain: 0, citus: 0 };
  for (const [index, file] of catalog.files.entries()) {
    const importPlain = async (): Promise<void> => {
      seconds.plain += (await runCommand(plain, 'import', file)).seconds;
    };
    if (index % 2 === 0) await importPlain();
    seconds.citus += (await runCommand(citus, 'import', file)).seconds;
    if (index % 2 === 1) await importPlain();
  }
  printFigure('one server', seconds.plain, 's');
  printFigure('cluster', seconds.citus, 's');
  printFigure('rate of the cluster relative to one server', seconds.plain / seconds.citus, 'times', '>= 0.7');
}

/** Calls `work` while the service runs on each database. */
async function withServers(
  scratches: readonly [plain: Scratch, citus: Scratch],
  work: (plain: ServedScratch, citus: ServedScratch) => Promise<void>,
): Promise<void> {
  const served: ServedScratch[] = [];
  try {
    for (const scratch of scratches) {
      const token = await makeToken(scratch);
      served.push({ scratch, token, server: await startServer(scratch) });
    }
    const [plain, citus] = served as [ServedScratch, ServedScratch];
    await work(plain, citus);
  } finally {
    await Promise.all(served.map(({ server }) => server.stop()));
  }
}

async function compareReads(
  plainScratch: Scratch,
  citusScratch: Scratch,
  catalog: CatalogSource,
  seconds: number,
): Promise<void> {
  await withServers([plainScratch, citusScratch], async (plain, citus) => {
    printHeading(`Reads from a Citus cluster and from one server: medians of ${TURNS} turns`);
    for (const [name, requests] of Object.entries(await makeReadRequests(plainScratch, catalog))) {
      const turns: { plain: number; citus: number }[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        const figures = { plain: 0, citus: 0 };
        const measurePlain = async (): Promise<void> => {
          figures.plain = await p50Of(plain, requests, seconds);
        };
        if (turn % 2 === 0) await measurePlain();
        figures.citus = await p50Of(citus, requests, seconds);
        if (turn % 2 === 1) await measurePlain();
        turns.push(figures);
      }
      const median = (of: (turn: (typeof turns)[number]) => number): number => quantile(turns.map(of), 0.5);
      printFigure(
        `${name}: p50, one server`,
        median((turn) => turn.plain),
        'ms',
      );
      printFigure(
        `${name}: p50, cluster`,
        median((turn) => turn.citus),
        'ms',
      );
      printFigure(
        `${name}: ratio`,
        median((turn) => turn.citus / turn.plain),
        'times',
        '<= 2.5',
      );
    }
  });
}

async function p50Of(
  { server, token }: ServedScratch,
  requests: readonly ApiRequest[],
  seconds: number,
): Promise<number> {
  return (await measureLoad(requests, { url: server.url, token, seconds })).p50;
}

/** The compared requests, by name. Both databases have the same catalog, so each answers the same requests. */
async function makeReadRequests(
  plain: Scratch,
  catalog: CatalogSource,
): Promise<Record<string, readonly ApiRequest[]>> {
  const { known } = makeSearchFamilies(catalog.sample);
  const library = await findLargestLibrary(plain);
  const ofItems = async (kind: string, route: string): Promise<ApiRequest[]> =>
    (await listItemIds(plain, kind)).map((id) => post(`items/${id}/${route}`));
  const inOneLibrary = (known['titles'] ?? []).map((search) => ({
    ...search,
    body: { ...(search.body as object), library_ids: [library] },
  }));
  return {
    ...Object.fromEntries(Object.entries(known).map(([name, requests]) => [`search: ${name}`, requests])),
    'search: titles of one library': inOneLibrary,
    'context of a film': await ofItems('movie', 'context'),
    'context of an episode': await ofItems('episode', 'context'),
    'related items of a film': await ofItems('movie', 'related'),
    'list of items': [post('items:browse', { sort: 'title' })],
    overview: [post('libraries/overview')],
  };
}

async function findLargestLibrary(scratch: Scratch): Promise<string> {
  return withDatabase(scratch, async (database) => {
    const { rows } = await database.query<{ library_id: string }>(
      'SELECT library_id FROM media_items GROUP BY library_id ORDER BY count(*) DESC, library_id LIMIT 1',
    );
    return rows[0]?.library_id ?? '';
  });
}
