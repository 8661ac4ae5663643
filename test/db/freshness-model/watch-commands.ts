/** Commands for watch states, and for artifacts that are derived from them. */
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { type Command, command, instance, user, write } from './command';
import { newWord } from './words';
import { type UserName, WATCH_SOURCES, WATCHABLE, type World } from './world';
import { setWatched, planWatched, withoutUser } from './writes';

export const watch: fc.Arbitrary<Command> = fc
  .record({
    who: user,
    index: fc.nat(9),
    at: instance,
    how: fc.constantFrom('put', 'delete', 'import'),
    done: fc.boolean(),
  })
  .map(({ who, index, at, how, done }) =>
    command(
      `${who} ${how}s the watch state of their item ${index} (modulo their number of items) at instance ${at}`,
      async (world, stage) => {
        const list = watchableBy(world, who);
        const what = list[index % list.length] ?? '';
        if (how === 'import') return write(world, stage, planWatched(world, who, stage.users[who].username, what), at);
        const path = `/watch-states/${world.mediaIdOf(what)}`;
        const api = stage.as(who, at).client;
        if (how === 'delete') {
          await api.delete(path, { expect: 204 });
          world.watched.delete(world.watchedKey(who, what));
          world.removeOutdatedArtifacts();
          return;
        }
        const position = done ? 95 : 10;
        await api.put(path, { position_seconds: position, duration_seconds: 100 }, { expect: 200 });
        setWatched(world, { user: who, slot: what, state: done ? 'completed' : 'in_progress', position });
      },
      (world) => watchableBy(world, who).length > 0,
    ),
  );

/** Returns slots whose watch state the user may write. Prefers slots whose watch state is the source of artifacts. */
function watchableBy(world: World, who: UserName): string[] {
  const visible = visibleOf(world, who, WATCHABLE);
  const withArtifacts = [...world.artifacts.values()].flatMap(({ watched }) =>
    watched?.user === who ? world.watchedWithin(watched.slot) : [],
  );
  const preferred = visible.filter((one) => withArtifacts.includes(one));
  return preferred.length > 0 ? preferred : visible;
}

function visibleOf(world: World, who: UserName, slots: readonly string[]): string[] {
  return slots.filter((one) => world.items.get(one)?.available === true && world.sees(who, one));
}

/** Writes an artifact derived from a watch state of the user, and a second artifact derived from the first artifact. */
export const watchArtifact: fc.Arbitrary<Command> = fc
  .record({ who: user, index: fc.nat(9), about: fc.boolean(), at: instance })
  .map(({ who, index, about, at }) =>
    command(
      `${who} derives artifacts${about ? ', one about its item,' : ''} from watch state ${index} ` +
        `(modulo their number) at instance ${at}`,
      async (world, stage) => {
        const list = watchSourcesOf(world, who);
        const what = list[index % list.length] ?? '';
        const api = stage.as(who, at).client;
        const put = async (sources: object[], more: object): Promise<{ artifactId: string; word: string }> => {
          const [artifactId, word] = [randomUUID(), newWord()];
          const body = { kind: 'analysis', scope: 'user', title: `Seen ${word}`, content: { word }, sources, ...more };
          await api.put(`/intelligence/artifacts/${artifactId}`, body, { expect: 201 });
          return { artifactId, word };
        };
        const media_id = world.mediaIdOf(what);
        const first = await put([{ media_id, field: 'watch_state' }], about ? { media_id } : {});
        const watched = { user: who, slot: what, value: world.watchStateOf(who, what) };
        const slot = about ? what : null;
        world.artifacts.set(first.artifactId, { ...first, slot, owner: who, watched, from: null });
        const second = await put([{ artifact_id: first.artifactId }], {});
        const from = first.artifactId;
        world.artifacts.set(second.artifactId, { ...second, slot: null, owner: who, watched: null, from });
      },
      (world) => watchSourcesOf(world, who).length > 0,
    ),
  );

function watchSourcesOf(world: World, who: UserName): string[] {
  return visibleOf(world, who, WATCH_SOURCES).filter((one) => world.items.get(one)?.pending === false);
}

export const deleteUser: fc.Arbitrary<Command> = fc.record({ who: user, at: instance }).map(({ who, at }) =>
  command(`delete ${who} at instance ${at}, and create a user with the same rights`, async (world, stage) => {
    await stage.replaceUser(who, at);
    world.replaceBy(withoutUser(world, who));
  }),
);
