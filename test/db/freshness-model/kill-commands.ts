/** Commands that kill one of the two servers. The other commands send their requests to the same servers. */
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { importRecords } from '../../support/catalog/catalog';
import { type Command, command, type Instance, isAnswered, write } from './command';
import { anyCommand, isStored, KILL_POINTS, readAll } from './commands';
import type { Stage } from './stage';
import { newWord } from './words';
import { SHOW, type World } from './world';
import { type Edit, planEdits, setWatched } from './writes';

/**
 * Starts two writes of Alice through an instance that is being killed: an artifact about a film, and the watch state
 * of the film. Returns a function that repeats unanswered writes through the other instance and adds both results to
 * the model.
 */
function writeMeanwhile(world: World, stage: Stage, at: Instance): () => Promise<void> {
  const [artifactId, word, slot] = [randomUUID(), newWord(), 'film1'];
  const media_id = world.mediaIdOf(slot);
  const putArtifact = async (by: Instance): Promise<void> => {
    const body = { kind: 'summary', scope: 'user', media_id, title: `Noted ${word}`, content: { word } };
    const { status } = await stage.as('alice', by).client.put(`/intelligence/artifacts/${artifactId}`, body);
    if (status !== 200 && status !== 201) throw new Error(`PUT artifact: ${status} instead of 201`);
  };
  const putWatched = async (by: Instance): Promise<void> => {
    const body = { position_seconds: 10, duration_seconds: 100 };
    await stage.as('alice', by).client.put(`/watch-states/${media_id}`, body, { expect: 200 });
  };
  const puts = [putArtifact, putWatched];
  const results = Promise.allSettled(puts.map((put) => put(at)));
  return async () => {
    const answered = (await results).map(isAnswered);
    for (const [index, put] of puts.entries()) if (answered[index] !== true) await put(otherThan(at));
    world.artifacts.set(artifactId, { artifactId, slot, word, owner: 'alice', watched: null, from: null });
    setWatched(world, { user: 'alice', slot, state: 'in_progress', position: 10 });
  };
}

const otherThan = (at: Instance): Instance => (at === 0 ? 1 : 0);

const ofSeries: fc.Arbitrary<Edit> = fc.record({ slot: fc.constantFrom(...SHOW), available: fc.constant(true) });

/**
 * Kills one of the two servers while it serves three writes, and starts it again. Confirmed writes must be stored, and
 * the import completely or not at all. Both servers must answer from this state, and the restarted server must accept
 * a write.
 */
function killServer(at: Instance): fc.Arbitrary<Command> {
  return fc
    .record({ edits: fc.array(ofSeries, { maxLength: 3 }), point: fc.constantFrom(...KILL_POINTS) })
    .map(({ edits, point }) =>
      command(`kill -9 server ${at} at ${point} while it writes, and start it again`, async (world, stage) => {
        if (world.items.get('film1')?.available !== true) {
          await write(world, stage, planEdits(world, [{ slot: 'film1', available: true }]), at);
        }
        const planned = planEdits(world, [...edits, { slot: 'series1', available: true }]);
        const server = stage.processOf(at);
        await server.dieAt(point);
        const importing = Promise.allSettled([importRecords(stage.asAdmin(at), planned.records)]);
        const addToModel = writeMeanwhile(world, stage, at);
        const [imported] = await importing;
        await server.kill();
        try {
          // When these locks are granted, the database has ended the transaction of the killed process.
          for (const libraryId of Object.values(world.libraryIds)) await (await stage.lock(libraryId)).release();
          const wasStored = await isStored(stage, planned);
          if (isAnswered(imported)) expect(wasStored).toBe(true);
          if (wasStored) world.replaceBy(planned.after);
          await addToModel();
          await readAll(world, stage, stage.as('alice', otherThan(at)), 'film1');
          await readAll(world, stage, stage.as('bob', otherThan(at)), 'episode1');
        } finally {
          await stage.restart(at);
        }
        await readAll(world, stage, stage.as('bob', at), 'series1');
        await write(world, stage, planEdits(world, [{ slot: 'series1', available: true }]), at);
      }),
    );
}

const fewCommands = fc.array(anyCommand(), { minLength: 1, maxLength: 3 });

/** Generates sequences in which each of the two servers is killed once, between other commands. */
export function killsOfBothServers(): fc.Arbitrary<Command[]> {
  return fc.tuple(fewCommands, killServer(0), fewCommands, killServer(1), fewCommands).map((parts) => parts.flat());
}
