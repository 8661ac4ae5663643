import { BoundsStatistics } from '../../../src/common/response-bounds/bounds-statistics';
import { client } from '../../support/requests/client';
import { ProbeModule, type ProbeResponse } from '../../support/app/probe.module';
import { createTestApp, type TestApp } from '../../support/app/test-app';

describe('the bounding interceptor', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ modules: [ProbeModule] });
  });
  afterAll(() => app.close());

  it.each([
    [undefined, 8],
    [0, 8],
    [3, 3],
    [1e9, 24],
  ])('cuts a list to its cap: the request for %s elements gets %s', async (related_limit, expected) => {
    const { body } = await client(app).post<ProbeResponse>('/probe/too-large', { caps: { related_limit } });
    expect(body.names).toHaveLength(expected);
    expect(body.names[0]).toHaveLength(512);
    expect(body.text).toBe('é'.repeat(10));
    expect((body.loose as { rows: unknown[] }).rows).toHaveLength(50);
  });

  it('applies strict default bounds to a handler without declared bounds, and counts the cuts', async () => {
    const statistics = app.app.get(BoundsStatistics);
    const before = { ...statistics };
    const { body } = await client(app).post<{ rows: string[] }>('/probe/undeclared');
    expect(body.rows).toHaveLength(50);
    expect(new Set(body.rows.map(({ length }) => length))).toEqual(new Set([512]));
    expect(statistics).toMatchObject({ lists: before.lists + 1, texts: before.texts + 50 });
  });
});
