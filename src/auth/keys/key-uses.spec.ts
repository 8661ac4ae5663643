import { BackgroundLoops } from '../../common/processes/background-loops';
import { KeyUses } from './key-uses';
import type { KeyUsesStore } from './key-uses.store';

test('if uses of API keys could not be written, they are written together with the next uses', async () => {
  const written: string[][] = [];
  let isBroken = true;
  const store: Pick<KeyUsesStore, 'set'> = {
    set: (keyIds) => {
      if (isBroken) return Promise.reject(new Error('The database is unavailable.'));
      written.push([...keyIds].sort());
      return Promise.resolve();
    },
  };
  const uses = new KeyUses(store as KeyUsesStore, new BackgroundLoops());
  uses.record('a');
  await uses.write();
  uses.record('b');
  isBroken = false;
  await uses.write();
  expect(written).toEqual([['a', 'b']]);
});
