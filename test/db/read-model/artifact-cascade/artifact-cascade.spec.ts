import fc from 'fast-check';
import { ArtifactModel } from './artifact-model';
import { artifact, ARTIFACTS, step } from './artifact-steps';
import { ArtifactWorld, WorldService } from './artifact-world';

let service: WorldService;

beforeAll(async () => {
  service = await WorldService.open();
});
afterAll(() => service.close());

describe('the states of artifacts', () => {
  it('match a model after each step of any sequence of writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const world = new ArtifactWorld(service);
        const model = new ArtifactModel();
        await world.importItems();
        for (const [index, todo] of steps.entries()) {
          const expected = model.run(todo);
          expect([index, await world.run(todo)]).toEqual([index, expected]);
          const statuses = new Map([...model.artifacts].map(([n, { status }]) => [n, status]));
          expect(await world.readStatuses()).toEqual(statuses);
        }
        expect(await world.listBrokenRules()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('stay the same when an artifact is written again as derived from the artifact that it superseded', async () => {
    const world = new ArtifactWorld(service);
    await world.importItems();
    await world.run({ do: 'put', artifact: 0, media: [], watched: [], from: [], text: 0 });
    await world.run({ do: 'supersede', artifact: 1, old: 0 });
    expect(await world.run({ do: 'put', artifact: 1, media: [], watched: [], from: [0], text: 0 })).toBe(true);
    const statuses = new Map([
      [0, 'superseded'],
      [1, 'active'],
    ]);
    expect(await world.readStatuses()).toEqual(statuses);
    expect(await world.run({ do: 'put', artifact: 2, media: [], watched: [], from: [0], text: 0 })).toBe(false);
  });

  it('agree with the count of active artifacts when an artifact supersedes its own source', async () => {
    const world = new ArtifactWorld(service);
    await world.importItems();
    await world.run({ do: 'put', artifact: 0, media: [], watched: [], from: [], text: 0 });
    await world.run({ do: 'put', artifact: 1, media: [], watched: [], from: [0], text: 0 });
    expect(await world.run({ do: 'supersede', artifact: 1, old: 0 })).toBe(true);
    expect(await world.listBrokenRules()).toEqual([]);
  });

  it('are never active with a changed or deleted source, even with concurrent writers', async () => {
    const sequence = fc.array(step, { minLength: 8, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(sequence, sequence, sequence, async (...writers) => {
        const world = new ArtifactWorld(service);
        await world.importItems();
        await Promise.all(
          writers.map(async (steps) => {
            for (const todo of steps) await world.run(todo);
          }),
        );
        expect(await world.listBrokenRules()).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a chain of superseded artifacts', () => {
  it('ends at an active artifact', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(artifact, artifact), { minLength: 3, maxLength: 12 }), async (pairs) => {
        const world = new ArtifactWorld(service);
        await world.importItems();
        for (let n = 0; n < ARTIFACTS; n += 1)
          await world.run({ do: 'put', artifact: n, media: [], watched: [], from: [], text: 0 });
        for (const [next, old] of pairs) await world.run({ do: 'supersede', artifact: next, old });
        const { rows } = await service.database.query<{ steps: number; status: string }>(
          `WITH RECURSIVE chain AS (
             SELECT owner_key, artifact_id, superseded_by_artifact_id AS next, status, 0 AS steps
               FROM intelligence_artifacts WHERE artifact_id = ANY($1::uuid[])
             UNION ALL
             SELECT a.owner_key, a.artifact_id, a.superseded_by_artifact_id, a.status, chain.steps + 1
               FROM chain JOIN intelligence_artifacts a ON a.owner_key = chain.owner_key AND a.artifact_id = chain.next
              WHERE chain.steps <= ${ARTIFACTS})
           SELECT steps, status FROM chain WHERE next IS NULL OR steps > ${ARTIFACTS}`,
          [world.ids],
        );
        expect(rows).toHaveLength(ARTIFACTS);
        for (const end of rows) expect(end).toMatchObject({ status: 'active' });
      }),
      { numRuns: 10 },
    );
  });
});
