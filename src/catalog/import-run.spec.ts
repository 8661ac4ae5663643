import type { CatalogRecord } from './ingest/records/catalog-record';
import { ImportRun, pauseMs } from './import-run';
import { NO_PRECOMPUTED_ROWS } from './precomputed-rows';

it('an import pauses longer if its process runs more imports, so that all imports together write half of the time', () => {
  for (const imports of [1, 2, 3]) {
    const batchMs = 100;
    const share = batchMs / (batchMs + pauseMs(batchMs, imports));
    expect(imports * share).toBeCloseTo(0.5);
  }
});

it('an import pauses for at most two seconds', () => {
  expect(pauseMs(60_000, 3)).toBe(2_000);
});

describe('while a service answers requests, an import writes a batch before it reads on, if the batch ends', () => {
  const film = { type: 'media', kind: 'movie', mediaId: 'film', chars: 3 * 1_048_576 } as CatalogRecord;
  const removal = { type: 'delete_media', kind: 'movie', mediaId: 'film' } as CatalogRecord;

  it.each<[string, readonly CatalogRecord[]]>([
    ['at its maximum length', [film, film, film]],
    ['before a deletion of one of its items', [film, removal]],
  ])('%s', async (_, records) => {
    let applied = 0;
    const store = {
      areReadsServed: () => Promise.resolve(true),
      precomputeRows: () => Promise.resolve(NO_PRECOMPUTED_ROWS),
      apply: async (batch: readonly unknown[]) => {
        await new Promise((resolve) => setImmediate(resolve));
        applied += batch.length;
        return { accepted: batch.length, unchanged: 0, refused: [] };
      },
      isRecordFault: () => false,
    };
    const removals = { removeAll: () => Promise.resolve(1) };
    const run = new ImportRun(store, removals, {
      libraryIds: null,
      batchSize: 2_000,
      thresholdPercent: 90,
      watchStateRules: { libraryIds: null, usernameKey: null },
      countImports: () => 1,
      onFailure: () => undefined,
    });
    for (const record of records) await run.add({ record });
    expect(applied).toBe(records.filter((record) => record === film).length);
    await run.finish();
  });
});
