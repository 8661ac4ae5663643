import { keepResolved } from './keep-resolved';

it('work is done once, also for concurrent calls, but again after a failure', async () => {
  const work = jest.fn<Promise<number>, []>().mockResolvedValue(42);
  work.mockRejectedValueOnce(new Error('busy'));
  const read = keepResolved(work);
  expect(await Promise.allSettled([read(), read()])).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await Promise.all([read(), read()])).toEqual([42, 42]);
  expect(await read()).toBe(42);
  expect(work).toHaveBeenCalledTimes(2);
});
