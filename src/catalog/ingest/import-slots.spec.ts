import { ImportSlots } from './import-slots';

/** Adds an import that, once it has a slot, lasts until the test calls `end`. */
function addImport(slots: ImportSlots): { started: boolean; end: () => void; result: Promise<unknown> } {
  const added = { started: false, end: (): void => undefined, result: Promise.resolve<unknown>(null) };
  const ended = new Promise<void>((settle) => (added.end = settle));
  added.result = slots.run(async () => {
    added.started = true;
    await ended;
  });
  added.result.catch(() => undefined);
  return added;
}

/** Waits until settled promises have called their handlers. */
const settled = (): Promise<void> => new Promise((settle) => setImmediate(settle));
const REFUSED = { code: 'overloaded', headers: { 'Retry-After': '5' } };

// The time of waits is fake. Promises and `settled` need the real functions.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

test('waiting imports start in the order of arrival when other imports end', async () => {
  const slots = new ImportSlots(2, 5_000);
  const imports = Array.from({ length: 4 }, () => addImport(slots));
  const started = (): boolean[] => imports.map((each) => each.started);
  await settled();
  expect(started()).toEqual([true, true, false, false]);
  imports[1]!.end();
  await settled();
  expect(started()).toEqual([true, true, true, false]);
  for (const { end } of imports) end();
  await Promise.all(imports.map(({ result }) => result));
  expect(started()).toEqual([true, true, true, true]);
});

test('an import that fails releases its slot', async () => {
  const slots = new ImportSlots(1, 5_000);
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  const next = addImport(slots);
  await settled();
  expect(next.started).toBe(true);
});

test('an import that waits too long is refused and takes no slot', async () => {
  const slots = new ImportSlots(1, 5_000);
  const [first, second] = [addImport(slots), addImport(slots)];
  jest.advanceTimersByTime(5_000);
  await expect(second.result).rejects.toMatchObject(REFUSED);
  first.end();
  await first.result;
  const third = addImport(slots);
  await settled();
  expect([second.started, third.started]).toEqual([false, true]);
});

test('an import is refused at once when sixteen others wait', async () => {
  const slots = new ImportSlots(1, 5_000);
  // One import runs, and sixteen wait.
  const accepted = Array.from({ length: 17 }, () => addImport(slots));
  await expect(addImport(slots).result).rejects.toMatchObject(REFUSED);
  accepted[0]!.end();
  await accepted[0]!.result;
  accepted.push(addImport(slots));
  await expect(addImport(slots).result).rejects.toMatchObject(REFUSED);
  for (const { end } of accepted) end();
  await Promise.all(accepted.map(({ result }) => result));
  expect(accepted.every(({ started }) => started)).toBe(true);
});
