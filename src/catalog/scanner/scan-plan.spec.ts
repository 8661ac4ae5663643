import { planUnits, type ScannedUnit, toStateChange } from './scan-plan';
import type { ScannedItem } from './units/scanned-item';

const unit = (key: string, complete: boolean): ScannedUnit => {
  const item: ScannedItem = {
    mediaId: `movie:${key}`,
    kind: 'movie',
    path: `${key}/${key}.mkv`,
    record: { type: 'movie', title: key },
    sources: {},
    isNfoUnread: false,
  };
  return { key, fingerprint: `of ${key}`, fileCount: 1, complete, unlistedFolders: [], items: [item] };
};

describe('planUnits', () => {
  it('writes an item again only if the item or the source of one of its fields changed', () => {
    const options = { removal: 'unavailable', full: false } as const;
    const withSource = (source: 'nfo' | 'file_name'): ScannedUnit => {
      const { items, ...rest } = unit('a', true);
      return { ...rest, items: items.map((item) => ({ ...item, sources: { title: source } })) };
    };
    const stored = planUnits([withSource('nfo')], [], options).flatMap(({ state }) => state ?? []);
    expect(planUnits([withSource('nfo')], stored, options)).toEqual([]);
    const planned = planUnits([withSource('file_name')], stored, options);
    expect(planned.map(({ state }) => state?.field_sources)).toEqual([{ title: 'file_name' }]);
  });
});

describe('toStateChange', () => {
  it('stores no fingerprint of a unit that is incomplete or has a refused record', () => {
    const units = [unit('read', true), unit('incomplete', false), unit('refused', true)];
    const planned = planUnits(units, [], { removal: 'unavailable', full: true });
    const refused = new Set(planned.filter(({ unitKey }) => unitKey === 'refused'));
    const { units: stored, items } = toStateChange(units, planned, refused);
    // All units are stored, so that a later scan notices if they are gone.
    expect(stored.map(({ unit_key, fingerprint }) => [unit_key, fingerprint])).toEqual([
      ['read', 'of read'],
      ['incomplete', ''],
      ['refused', ''],
    ]);
    expect(items.map(({ media_id }) => media_id)).toEqual(['movie:read', 'movie:incomplete']);
  });
});
