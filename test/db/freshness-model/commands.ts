/** Commands of the freshness model. They change the catalog and the model alike, or compare answers with the model. */
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { Failpoint } from '../../../src/common/failpoint';
import { importRecords } from '../../support/catalog/catalog';
import { eventually } from '../../support/eventually';
import { command, type Command, instance, isAnswered, user, write } from './command';
import {
  type Expectation,
  readArtifacts,
  readAudit,
  readContext,
  type Reader,
  readContexts,
  readLists,
  readOverview,
  readRelated,
  readRetired,
  readSearch,
} from './reads';
import type { Stage } from './stage';
import { deleteUser, watch, watchArtifact } from './watch-commands';
import { newWord } from './words';
import { refreshLexicon, readNewWords } from './word-reads';
import { FILMS, type Library, SLOTS, type World } from './world';
import {
  type Edit,
  planEdits,
  type PlannedWrite,
  planRepeat,
  planSeriesOverview,
  withoutItem,
  withoutLibrary,
} from './writes';

const SLOT_NAMES = Object.keys(SLOTS);
const slot = fc.constantFrom(...SLOT_NAMES);
const edit: fc.Arbitrary<Edit> = fc.record({
  slot,
  available: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
});

/** Failpoints at which a process is killed during an import. */
export const KILL_POINTS: readonly Failpoint[] = [
  ...(['transaction.begun', 'media.contexts-written', 'media.documents-written', 'changes.dependents-marked'] as const),
  ...(['changes.artifacts-marked', 'transaction.committing', 'transaction.committed'] as const),
];

/** Makes all reads of `reads.ts` and `word-reads.ts` as one user from one instance, about one item. */
export async function readAll(world: World, stage: Stage, reader: Reader, about: string): Promise<void> {
  const expected: Expectation = { world, exact: true };
  await readOverview(reader, expected);
  await readLists(reader, expected);
  await readSearch(reader, expected, about);
  await readRetired(reader, expected);
  await readNewWords(reader, expected, about);
  await readArtifacts(reader, expected, [...world.artifacts.keys()].slice(0, 3));
  await readContext(reader, expected, about);
  await readRelated(reader, expected, about);
  // This read derives all pending rows again. It runs only sometimes, so that other reads meet pending rows too.
  world.reads += 1;
  if (world.reads % 3 === 0) await readContexts(reader, expected);
  await readAudit(reader, expected, stage.runIds[reader.user]);
}

const edits = fc
  .record({ edits: fc.array(edit, { minLength: 1, maxLength: 4 }), at: instance })
  .map(({ edits: list, at }) =>
    command(`edit ${list.map((one) => one.slot).join('+')} at instance ${at}`, (world, stage) =>
      write(world, stage, planEdits(world, list), at),
    ),
  );

const rename = instance.map((at) =>
  command(`rename the series at instance ${at}`, (world, stage) =>
    write(world, stage, planEdits(world, [{ slot: 'series1', available: true }]), at),
  ),
);

const overviewEdit = instance.map((at) =>
  command(`change the overview of the series at instance ${at}`, (world, stage) =>
    write(world, stage, planSeriesOverview(world), at),
  ),
);

const repeat = instance.map((at) =>
  command(`repeat the import at instance ${at}`, (world, stage) => write(world, stage, planRepeat(world), at)),
);

const remove = fc.record({ slot, at: instance, byImport: fc.boolean() }).map(({ slot: removed, at, byImport }) =>
  command(
    `remove ${removed} by ${byImport ? 'an import' : 'its route'} at instance ${at}`,
    async (world, stage) => {
      const media_id = world.mediaIdOf(removed);
      const api = stage.asAdmin(at);
      if (byImport) await importRecords(api, [{ type: 'delete', media_id }]);
      else await api.delete(`/admin/catalog/items/${media_id}`, { expect: 204 });
      world.replaceBy(withoutItem(world, removed));
    },
    (world) => world.items.has(removed),
  ),
);

const removeLibrary = fc
  .record({ library: fc.constantFrom<Library[]>('films', 'shows'), at: instance })
  .map(({ library, at }) =>
    command(
      `remove ${library} at instance ${at}`,
      async (world, stage) => {
        await stage.asAdmin(at).delete(`/admin/catalog/libraries/${world.libraryIds[library]}`, { expect: 204 });
        world.replaceBy(withoutLibrary(world, library));
      },
      (world) => world.libraryWords.has(library),
    ),
  );

const visibility = fc
  .record({
    libraries: fc.constantFrom<(Library[] | null)[]>(null, [], ['films'], ['shows'], ['films', 'shows']),
    at: instance,
  })
  .map(({ libraries, at }) =>
    command(`grant bob ${JSON.stringify(libraries ?? 'all libraries')} at instance ${at}`, async (world, stage) => {
      const library_ids = libraries?.map((library) => world.libraryIds[library]) ?? null;
      await stage.asAdmin(at).patch(`/admin/users/${stage.users.bob.userId}`, { library_ids }, { expect: 200 });
      world.visible.bob = libraries;
    }),
  );

const artifact = fc
  .record({ who: user, shared: fc.boolean(), slot, at: instance })
  .map(({ who, shared, slot: what, at }) => {
    // Only alice may write global artifacts.
    const isGlobal = shared && who === 'alice';
    return command(
      `${who} writes ${isGlobal ? 'a global' : 'an'} artifact about ${what} at instance ${at}`,
      async (world, stage) => {
        const artifactId = randomUUID();
        const word = newWord();
        const body = {
          kind: 'summary',
          scope: isGlobal ? 'global' : 'user',
          media_id: world.mediaIdOf(what),
          title: `Said ${word}`,
          content: { word },
        };
        await stage.as(who, at).client.put(`/intelligence/artifacts/${artifactId}`, body, { expect: 201 });
        const owner = isGlobal ? null : who;
        world.artifacts.set(artifactId, { artifactId, slot: what, word, owner, watched: null, from: null });
        const sources = [{ artifact_id: artifactId }, { media_id: world.mediaIdOf(what) }];
        await stage
          .as(who, at)
          .client.put(`/intelligence/runs/${stage.runIds[who]}`, { purpose: 'other', sources }, { expect: 200 });
      },
      (world) => {
        const item = world.items.get(what);
        return item?.available === true && !item.pending && world.sees(who, what);
      },
    );
  });

const invalidate = fc.record({ at: instance, index: fc.nat(9) }).map(({ at, index }) =>
  command(
    `invalidate an artifact at instance ${at}`,
    async (world, stage) => {
      const list = world.artifactsOf('alice');
      const chosen = list[index % list.length];
      if (chosen === undefined) return;
      const path = `/intelligence/artifacts/${chosen.artifactId}:invalidate`;
      await stage.as('alice', at).client.post(path, { reason: 'wrong' }, { expect: 200 });
      world.retire([chosen.word]);
      world.artifacts.delete(chosen.artifactId);
      world.removeOutdatedArtifacts();
    },
    (world) => world.artifactsOf('alice').length > 0,
  ),
);

const refresh = fc
  .record({ at: instance, what: fc.constantFrom('all', 'films', 'shows', 'film1') })
  .map(({ at, what }) =>
    command(
      `request a refresh of ${what} at instance ${at}`,
      async (world, stage) => {
        const body =
          what === 'all'
            ? {}
            : what === 'film1'
              ? { media_id: world.mediaIdOf('film1') }
              : { library_id: world.libraryIds[what] };
        await stage.asAdmin(at).post('/admin/read-models/refresh', body, { expect: 202 });
      },
      (world) => (what === 'film1' ? world.items.has('film1') : what === 'all' || world.libraryWords.has(what)),
    ),
  );

const drain = fc.constant(
  command('wait for refreshers', async (world, stage) => {
    await stage.waitUntilDrained();
    for (const item of world.items.values()) item.pending = false;
  }),
);

/** Blocks refreshers, so that the rows that a rename makes stale stay stale while users read. */
const hold = fc.record({ at: instance, about: fc.constantFrom(...FILMS) }).map(({ at, about }) =>
  command(
    `rename the series at instance ${at} and block refreshers`,
    async (world, stage) => {
      await stage.waitUntilDrained();
      const planned = planEdits(world, [{ slot: 'series1', available: true }]);
      // PostgreSQL grants a lock in the order of the requests. The second lock is requested while the import still
      // waits, so it is granted before any refresher can lock the library.
      const firstLock = await stage.lock(world.libraryIds.shows);
      const writing = importRecords(stage.asAdmin(at), planned.records);
      await eventually(async () => (await firstLock.countWaiting()) >= 1);
      const granted = stage.lock(world.libraryIds.shows);
      await eventually(async () => (await firstLock.countWaiting()) >= 2);
      await firstLock.release();
      world.noteRevisions(stage.readToken(await writing));
      const secondLock = await granted;
      try {
        world.replaceBy(planned.after);
        for (const reader of [stage.as('alice', at), stage.as('bob', at === 0 ? 1 : 0)]) {
          const expected: Expectation = { world, exact: true };
          await readOverview(reader, expected);
          await readLists(reader, expected);
          for (const child of ['season1', 'episode1', 'episode2']) await readSearch(reader, expected, child);
          await readRetired(reader, expected);
          await readArtifacts(reader, expected, []);
          await readContext(reader, expected, about);
        }
      } finally {
        await secondLock.release();
      }
    },
    (world) => world.items.has('series1') && world.libraryWords.has('shows'),
  ),
);

/** Kills a process during an import, which must have stored all of its changes or none. Then repeats the import. */
const crash = fc
  .record({
    edits: fc.array(edit, { minLength: 1, maxLength: 4 }),
    point: fc.constantFrom(...KILL_POINTS),
    at: instance,
  })
  .map(({ edits: list, point, at }) =>
    command(`kill -9 at ${point} while editing ${list.map((one) => one.slot).join('+')}`, async (world, stage) => {
      const planned = planEdits(world, [...list, { slot: 'series1', available: true }]);
      const victim = await stage.takeVictim();
      await victim.dieAt(point);
      const [imported] = await Promise.allSettled([importRecords(stage.asAdminOf(victim), planned.records)]);
      await victim.kill();
      // When these locks are granted, the server has ended the transaction of the killed process.
      for (const libraryId of Object.values(world.libraryIds)) await (await stage.lock(libraryId)).release();
      const wasStored = await isStored(stage, planned);
      if (isAnswered(imported)) expect(wasStored).toBe(true);
      if (wasStored) world.replaceBy(planned.after);
      await readAll(world, stage, stage.as('alice', at), 'film1');
      await readAll(world, stage, stage.as('bob', at), 'episode1');
      world.noteRevisions(stage.readToken(await importRecords(stage.asAdmin(at), planned.records)));
      // If the killed import stored the changes, this import changes nothing, so the rows that the killed import made
      // stale can still be stale. Therefore, their items count as pending in both cases.
      world.replaceBy(planned.after);
    }),
  );

/** Returns whether the catalog contains the changes of a write. The write must change the title of the series. */
export async function isStored(stage: Stage, { after }: PlannedWrite): Promise<boolean> {
  const word = after.items.get('series1')?.words.title;
  const rows: unknown[] = await stage.dataSource.query('SELECT FROM media_items WHERE title = $1', [`The ${word}`]);
  return rows.length > 0;
}

const read = fc
  .record({ who: user, at: instance, about: slot })
  .map(({ who, at, about }) =>
    command(`${who} reads everything about ${about} at instance ${at}`, (world, stage) =>
      readAll(world, stage, stage.as(who, at), about),
    ),
  );

/** Requests an answer with at least the highest acknowledged revision. */
const minimum = fc.record({ who: user, at: instance }).map(({ who, at }) =>
  command(`${who} reads with the last revision as the minimum at instance ${at}`, async (world, stage) => {
    const headers = { 'x-min-revision': stage.tokenOf(world.revisions) };
    const path = '/intelligence/libraries/overview';
    const answer = await stage.as(who, at).client.post(path, {}, { headers, expect: 200 });
    for (const [libraryId, revision] of stage.readToken(answer.headers.get('x-catalog-revision'))) {
      expect(revision).toBeGreaterThanOrEqual(world.revisions.get(libraryId) ?? 0);
    }
  }),
);

/** Generates any command. Kills are rare, because each kill requires the start of another process. */
export function anyCommand(): fc.Arbitrary<Command> {
  const weighted = (weight: number, ...arbitraries: fc.Arbitrary<Command>[]): fc.WeightedArbitrary<Command>[] =>
    arbitraries.map((arbitrary) => ({ weight, arbitrary }));
  return fc.oneof(
    ...weighted(9, read),
    ...weighted(6, edits, artifact, watch, watchArtifact),
    ...weighted(3, rename, remove, visibility, hold, refresh, drain),
    ...weighted(2, overviewEdit, repeat, removeLibrary, minimum, invalidate, refreshLexicon),
    ...weighted(1, crash, deleteUser),
  );
}
