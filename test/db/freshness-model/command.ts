/** Parts that all commands of the freshness model use. */
import fc from 'fast-check';
import { importRecords } from '../../support/catalog/catalog';
import { type Expectation, readOverview, readSearch } from './reads';
import type { Stage } from './stage';
import type { UserName, World } from './world';
import type { PlannedWrite } from './writes';

export type Instance = 0 | 1;
export type Command = fc.AsyncCommand<World, Stage>;

export const instance = fc.constantFrom<Instance[]>(0, 1);
export const user = fc.constantFrom<UserName[]>('alice', 'bob');

export function command(
  name: string,
  run: (world: World, stage: Stage) => Promise<void>,
  check?: (world: Readonly<World>) => boolean,
): Command {
  return { run, check: (world) => check?.(world) ?? true, toString: () => name };
}

/** Sends a write to one instance while two users read, one from each instance. Then applies the write to the model. */
export async function write(world: World, stage: Stage, planned: PlannedWrite, at: Instance): Promise<void> {
  const during: Expectation = { world: planned.after, also: allWords(world), exact: false };
  const readers = [stage.as('alice', 0), stage.as('bob', 1)];
  const [token] = await Promise.all([
    importRecords(stage.asAdmin(at), planned.records),
    ...readers.map((reader) => readOverview(reader, during)),
    ...readers.map((reader) => readSearch(reader, during, 'series1')),
  ]);
  world.replaceBy(planned.after);
  world.noteRevisions(stage.readToken(token));
}

/** Error messages of requests that may have had no effect: no response, a part of one, or a 503 of a busy server. */
const UNANSWERED = /^(?:fetch failed|terminated)$|: 503 instead of /;

/**
 * Returns whether a request to a server that is being killed got the expected response; false if it got no
 * complete response, or a 503. Throws for any other response.
 */
export function isAnswered(result: PromiseSettledResult<unknown>): boolean {
  if (result.status === 'fulfilled') return true;
  const { message } = result.reason as Error;
  if (!UNANSWERED.test(message)) throw result.reason;
  return false;
}

function allWords(world: World): Set<string> {
  return new Set([...world.wordsOf('alice'), ...world.wordsOf('bob'), ...world.retired, ...currentWords(world)]);
}

function currentWords(world: World): string[] {
  const items = [...world.items.values()].flatMap((item) => Object.values(item.words));
  return [...items, ...[...world.artifacts.values()].map((artifact) => artifact.word), ...world.libraryWords.values()];
}
