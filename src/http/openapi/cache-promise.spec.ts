import fc from 'fast-check';
import { cachePromise } from './cache-promise';

test('a cached promise is created once, and again only after a rejection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 8 }), async (failures) => {
      let created = 0;
      const read = cachePromise(async () => {
        created += 1;
        await Promise.resolve();
        if (failures[created - 1] === true) throw new Error('busy');
        return created;
      });
      const firstSuccess = failures.includes(false) ? failures.indexOf(false) + 1 : failures.length + 1;
      for (let attempt = 1; attempt < firstSuccess; attempt += 1) {
        const parallel = [read(), read()];
        for (const call of parallel) await expect(call).rejects.toThrow('busy');
        expect(created).toBe(attempt);
      }
      for (let call = 0; call < 3; call += 1) expect(await read()).toBe(firstSuccess);
    }),
  );
});
