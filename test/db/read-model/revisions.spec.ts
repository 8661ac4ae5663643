import type { DataSource } from 'typeorm';
import { MediaContextStore } from '../../../src/read-model/media/media-context.store';
import { DERIVATION } from '../../../src/read-model/media/media-deriver';
import { parseMediaSources } from '../../../src/read-model/source/media-source';
import { readMediaSources } from '../../../src/read-model/source/media-source.reader';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie, movieId } from '../../support/catalog/catalog-records';

let catalog: CatalogFixture;
let dataSource: DataSource;

beforeAll(async () => {
  catalog = await openCatalog();
  ({ dataSource } = catalog);
});
afterAll(() => catalog.close());

beforeEach(async () => {
  await catalog.clear();
  await catalog.importLines([library(1)]);
});

describe('revisions', () => {
  it('prevent a late, older refresh from overwriting a newer row', async () => {
    await catalog.importLines([movie(1, { library_id: libraryId(1), title: 'Old' })]);
    const sources = await readMediaSources(dataSource.manager, libraryId(1), [idOf(movieId(1))]);
    const [old] = parseMediaSources(sources);
    if (old === undefined) throw new Error('The movie is missing.');
    const revision = await revisionOf(libraryId(1));
    await catalog.importLines([movie(1, { library_id: libraryId(1), title: 'New' })]);
    const contexts = catalog.module.get(MediaContextStore);
    await dataSource.transaction(async (manager) => {
      const previous = await contexts.readPrevious(manager, libraryId(1), [idOf(movieId(1))]);
      await contexts.writeRows(manager, [DERIVATION.derive(old).context], revision, previous);
    });
    const rows: unknown = await dataSource.query('SELECT title FROM intelligence_media_context WHERE media_id = $1', [
      idOf(movieId(1)),
    ]);
    expect(rows).toEqual([{ title: 'New' }]);
  });

  it('of a library keep increasing when it is removed and imported again', async () => {
    const before = await revisionOf(libraryId(1));
    await catalog.removeLibrary(libraryId(1));
    await catalog.importLines([library(1)]);
    expect(await revisionOf(libraryId(1))).toBeGreaterThan(before);
  });
});

function idOf(mediaId: string): string {
  return mediaId.slice(mediaId.indexOf(':') + 1);
}

async function revisionOf(library: string): Promise<number> {
  const [row] = await dataSource.query<{ revision: string }[]>('SELECT revision FROM libraries WHERE library_id = $1', [
    library,
  ]);
  return Number(row?.revision);
}
