import type { DataSource } from 'typeorm';
import type { Transactions } from '../../database/transactions';
import { ScanStateStore } from './scan-state.store';

it.each<[string, (store: ScanStateStore) => Promise<unknown>, string]>([
  ['listing items only reads', (store) => store.listItems('library', ['unit']), 'SELECT'],
  ['forgetting items only deletes', (store) => store.forgetItemsNotInCatalog('library', ['unit']), 'DELETE'],
])('%s', async (_, use, verb) => {
  const query = jest.fn<Promise<unknown[]>, [string]>().mockResolvedValue([]);
  await use(new ScanStateStore({ manager: { query } } as unknown as DataSource, {} as Transactions));
  expect(query.mock.calls.map(([text]) => text.trim().split(' ')[0])).toEqual([verb]);
});
