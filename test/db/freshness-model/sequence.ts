import fc from 'fast-check';
import type { Command } from './command';
import { readAll } from './commands';
import type { Stage } from './stage';
import { World } from './world';

/** Runs commands on an empty catalog, and compares the state after them with the model. */
export async function runSequence(stage: Stage, commands: Iterable<Command>): Promise<void> {
  const world = new World();
  await stage.reset();
  await fc.asyncModelRun(() => ({ model: world, real: stage }), commands);
  await requireConsistent(stage, world);
}

/**
 * Checks the state after a sequence: answers contain exactly what the model contains, a rebuild creates the same rows,
 * and no rows of the read model, queued items or valid artifacts remain when all libraries are removed.
 */
async function requireConsistent(stage: Stage, world: World): Promise<void> {
  await stage.waitUntilDrained();
  for (const item of world.items.values()) item.pending = false;
  await readAll(world, stage, stage.as('alice', 1), 'series1');
  await readAll(world, stage, stage.as('bob', 0), 'season1');
  const before = await stage.dump();
  await stage.rebuild();
  expect(await stage.dump()).toEqual(before);
  for (const library of world.libraryWords.keys()) {
    await stage.asAdmin(0).delete(`/admin/catalog/libraries/${world.libraryIds[library]}`, { expect: 204 });
  }
  expect(await stage.countRows()).toBe(0);
}
