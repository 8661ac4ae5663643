import type { CatalogRecord } from './ingest/records/catalog-record';
import { ImportRun, pauseMs } from './import-run';
import { NO_PRECOMPUTED_ROWS } from './precomputed-rows';

it('while a service answers requests, the imports of a process together write for half of the time', () => {
  for (const imports of [1, 2, 3]) {
    const batchMs = 100;
    const share = batchMs / (batchMs + pauseMs(batchMs, imports));
    expect(imports * share).toBeCloseTo(0.5);
  }
});

it('an import pauses for at most two seconds', () => {
  expect(pauseMs(60_000, 3)).toBe(2_000);
});

/** Returns a store that applies each batch a moment later, and then appends its number of records to `applied`. */
function storeInto(applied: number[], areReadsServed: () => boolean): ConstructorParameters<typeof ImportRun>[0] {
  return {
    areReadsServed: () => Promise.resolve(areReadsServed()),
    precomputeRows: () => Promise.resolve(NO_PRECOMPUTED_ROWS),
    apply: async (batch) => {
      await new Promise((resolve) => setImmediate(resolve));
      applied.push(batch.length);
      return { accepted: batch.length, unchanged: 0, refused: [] };
    },
    isRecordFault: () => false,
  };
}

const removals = { removeAll: () => Promise.resolve(1) };
const settings = {
  libraryIds: null,
  batchSize: 2_000,
  thresholdPercent: 90,
  watchStateRules: { libraryIds: null, usernameKey: null },
  countImports: () => 1,
  onFailure: () => undefined,
};

it('an import writes smaller batches as soon as a service starts to answer requests', async () => {
  const applied: number[] = [];
  let added = 0;
  const run = new ImportRun(
    storeInto(applied, () => added > 300),
    removals,
    settings,
  );
  for (; added < 700; added += 1) {
    await run.add({ record: { type: 'media', kind: 'movie', mediaId: `film ${added}`, chars: 1 } as CatalogRecord });
  }
  await run.finish();
  // The service starts after 300 records, so the first batch ends at 400, the next multiple of 200 records. From then
  // on, 200 records are the maximum.
  expect(applied).toEqual([400, 200, 100]);
});

describe('while a service answers requests, an import stops reading until it has written a batch that', () => {
  // Three of these films together exceed the maximum number of characters of a batch.
  const film = { type: 'media', kind: 'movie', mediaId: 'film', chars: 3 * 1_048_576 } as CatalogRecord;
  const removal = { type: 'delete_media', kind: 'movie', mediaId: 'film' } as CatalogRecord;

  it.each<[string, readonly CatalogRecord[]]>([
    ['has the maximum number of characters', [film, film, film]],
    ['contains an item that the next record deletes', [film, removal]],
  ])('%s', async (_, records) => {
    const applied: number[] = [];
    const run = new ImportRun(
      storeInto(applied, () => true),
      removals,
      settings,
    );
    for (const record of records) await run.add({ record });
    expect(applied).toEqual([records.filter((record) => record === film).length]);
    await run.finish();
  });
});
