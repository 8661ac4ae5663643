import * as fc from 'fast-check';
import { compareCodePoints } from '../../../common/text/code-point-order';
import type { UnitState } from '../scan-state.store';
import { isAtOrBelow, type ScanUnit, toUnitKey, type WalkStep } from '../tree/scan-unit';
import { compareUnits } from './unit-comparison';

const toState = (key: string): UnitState => ({ unit_key: key, fingerprint: 'f', file_count: 1 });
// A comparison uses only the key.
const toUnit = (key: string): ScanUnit => ({ key }) as unknown as ScanUnit;

/** Returns one text for each unit: `+` and the key of a new unit, `=` of a known one, `-` of one that is gone. */
async function compare(walk: readonly WalkStep[], stored: readonly string[]): Promise<string[]> {
  const states = [...stored].sort(compareCodePoints).map(toState);
  const listStored = (after: string | null, limit: number): Promise<UnitState[]> =>
    Promise.resolve(
      states.filter(({ unit_key: unitKey }) => after === null || compareCodePoints(unitKey, after) > 0).slice(0, limit),
    );
  const results: string[] = [];
  async function* steps(): AsyncGenerator<WalkStep> {
    yield* await Promise.resolve(walk);
  }
  for await (const compared of compareUnits(steps(), listStored)) {
    if (compared.kind === 'gone') results.push(`- ${compared.before.unit_key}`);
    else results.push(`${compared.before === null ? '+' : '='} ${compared.unit.key}`);
  }
  return results;
}

const key = fc.array(fc.constantFrom('a', 'b', 'a b', 'é', '\u{1f600}', '\uffee'), { maxLength: 3 }).map(toUnitKey);
const keys = fc.uniqueArray(key, { maxLength: 12 });

describe('comparing a tree with its stored state', () => {
  it('finds new, known and gone units for any keys', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, async (present, stored) => {
        const walk = [...present].sort(compareCodePoints).map((unit) => ({ unit: toUnit(unit) }));
        const expected = [...new Set([...present, ...stored])].sort(compareCodePoints).map((unit) => {
          if (!present.includes(unit)) return `- ${unit}`;
          return `${stored.includes(unit) ? '=' : '+'} ${unit}`;
        });
        expect(await compare(walk, stored)).toEqual(expected);
      }),
    );
  });

  it('reads all pages of stored units', async () => {
    const stored = Array.from({ length: 4_500 }, (_, index) => `unit ${index}`);
    const present = stored.filter((_, index) => index % 2 === 0).sort(compareCodePoints);
    const results = await compare(
      present.map((unit) => ({ unit: toUnit(unit) })),
      stored,
    );
    expect(results.filter((result) => result.startsWith('='))).toHaveLength(2_250);
    expect(results.filter((result) => result.startsWith('-'))).toHaveLength(2_250);
  });

  it('reports absent units as gone, except at or below an unreadable folder, for any keys', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, keys, async (present, incomplete, stored) => {
        const walk = [...new Set([...present, ...incomplete])]
          .sort(compareCodePoints)
          .flatMap((step): WalkStep[] => [
            ...(incomplete.includes(step) ? [{ incompleteKey: step }] : []),
            ...(present.includes(step) ? [{ unit: toUnit(step) }] : []),
          ]);
        const gone = stored.filter(
          (unit) => !present.includes(unit) && !incomplete.some((above) => isAtOrBelow(unit, above)),
        );
        const results = await compare(walk, stored);
        expect(results.filter((result) => result.startsWith('-'))).toEqual(
          gone.sort(compareCodePoints).map((unit) => `- ${unit}`),
        );
      }),
    );
  });

  it('reports no unit as gone at or below an unreadable folder', async () => {
    const below = toUnitKey(['b', 'x']);
    expect(await compare([{ unit: toUnit('a') }, { incompleteKey: 'b' }], ['a', 'b', below])).toEqual(['= a']);
    expect(await compare([{ incompleteKey: '' }], ['a', 'b'])).toEqual([]);
    expect(isAtOrBelow('bc', 'b')).toBe(false);
  });

  it('relies on compareCodePoints, which orders texts by their UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });
});
