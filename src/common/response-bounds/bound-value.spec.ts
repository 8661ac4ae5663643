import fc from 'fast-check';
import { CAP_TABLE, type EffectiveCaps } from '../paging/cap-table';
import { resolveCaps } from '../paging/caps';
import { IntelligenceArtifactSummary } from '../dto/artifact-summary.dto';
import { IntelligenceFacetGroup } from '../dto/facets.dto';
import { IntelligenceSummary } from '../dto/summary.dto';
import { countCodePoints } from '../text/summary';
import { boundValue, MAX_DEPTH, noCuts, UNDECLARED_LIST_MAX, UNDECLARED_TEXT_MAX } from './bound-value';
import { Bounded, boundsOf, Capped, Nested } from './bounded.decorators';
import type { BoundedClass } from './field-metadata';

class Leaf {
  @Bounded(7)
  label: string;

  @Nested(() => IntelligenceSummary)
  summary: IntelligenceSummary;
}

class Tree {
  @Bounded('summary_max_chars')
  text: string;

  @Capped('related_limit', () => Leaf)
  leaves: Leaf[];

  @Capped(3)
  names: string[];

  @Capped('facet_limit', () => Tree)
  children: Tree[];

  @Nested(() => Leaf, { nullable: true })
  leaf: Leaf | null;

  undeclared: unknown;
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', minLength: 500, maxLength: 1200 }),
  fc.integer({ min: 0, max: 900 }).map((length) => '👩‍👩‍👧‍👦'.repeat(Math.ceil(length / 7))),
);
const summary = fc.record({ text, max_chars: fc.nat(), truncated: fc.boolean(), original_chars: fc.nat() });
const leaf = fc.record({ label: text, summary });
const list = <T>(element: fc.Arbitrary<T>, max: number): fc.Arbitrary<T[]> =>
  fc.oneof(fc.array(element, { maxLength: 3 }), fc.array(element, { minLength: 0, maxLength: max }));
const { tree } = fc.letrec((tie) => ({
  tree: fc.record({
    text,
    leaves: list(leaf, 40),
    names: list(text, 8),
    children: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constant([]),
      fc.array(tie('tree'), { maxLength: 2 }),
    ),
    leaf: fc.option(leaf),
    undeclared: fc.oneof(fc.jsonValue(), list(text, 70), fc.record({ deep: list(text, 60) })),
  }),
}));
const caps: fc.Arbitrary<EffectiveCaps> = fc
  .record(
    Object.fromEntries(
      Object.entries(CAP_TABLE).map(([name, { max }]) => [name, fc.integer({ min: -1, max: max + 9 })]),
    ),
  )
  .map((input) => resolveCaps(input));

/** A facet group with more values than the default cap of its class, but fewer than `UNDECLARED_LIST_MAX`. */
const LONG_GROUP = {
  kind: 'genre',
  label: 'Genre',
  values: Array.from({ length: 20 }, () => ({ key: 'k', label: 'l' })),
};

/** Returns the paths of all values that exceed their bounds, without using the implementation. */
function violations(
  value: unknown,
  type: BoundedClass | null,
  limits: EffectiveCaps,
  { path, depth }: { path: string; depth: number } = { path: '$', depth: 0 },
): string[] {
  const resolve = (cap: number | keyof EffectiveCaps): number => (typeof cap === 'number' ? cap : limits[cap]);
  if (typeof value === 'string') return countCodePoints(value) > UNDECLARED_TEXT_MAX ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (depth >= MAX_DEPTH) return [path];
  const inList = (list: unknown[], max: number, of: BoundedClass | null, listPath: string, depth: number): string[] => [
    ...(list.length > max ? [listPath] : []),
    ...list.flatMap((element, index) => violations(element, of, limits, { path: `${listPath}[${index}]`, depth })),
  ];
  if (Array.isArray(value)) return inList(value, UNDECLARED_LIST_MAX, type, path, depth + 1);
  const bounds = type === null ? new Map<string, never>() : boundsOf(type);
  return Object.entries(value).flatMap(([name, field]) => {
    const bound = bounds.get(name);
    const fieldPath = `${path}.${name}`;
    if (bound?.kind === 'text' && typeof field === 'string') {
      return countCodePoints(field) > resolve(bound.maxChars) ? [fieldPath] : [];
    }
    if (bound?.kind === 'list' && Array.isArray(field)) {
      if (depth + 1 >= MAX_DEPTH) return [fieldPath];
      // The list is one level below the object, and its elements are one level below the list.
      return inList(field, resolve(bound.cap), bound.of?.() ?? null, fieldPath, depth + 2);
    }
    const of = bound?.kind === 'object' ? bound.of() : null;
    return violations(field, of, limits, { path: fieldPath, depth: depth + 1 });
  });
}

describe('boundValue', () => {
  it('cuts every list and text to its bound, at every level, and does not change the original value', () => {
    fc.assert(
      fc.property(tree, caps, (value, limits) => {
        const before = structuredClone(value);
        const cuts = noCuts();
        const bounded = boundValue(value, Tree, limits, cuts);
        expect(violations(bounded, Tree, limits)).toEqual([]);
        expect(value).toEqual(before);
        expect(cuts.lists + cuts.texts > 0).toBe(violations(value, Tree, limits).length > 0);
        if (cuts.lists + cuts.texts === 0) expect(bounded).toBe(value);
      }),
      { numRuns: 300 },
    );
  });

  it('cuts declared lists that are nested too deeply', () => {
    const wrapped = fc.tuple(tree, fc.nat(MAX_DEPTH), fc.boolean()).map(([innermost, levels, isInList]) => {
      let value: object = innermost;
      for (let level = 0; level < levels; level += 1) value = { children: [value] };
      return isInList ? [value] : value;
    });
    fc.assert(
      fc.property(wrapped, caps, (value, limits) => {
        const cuts = noCuts();
        expect(violations(boundValue(value, Tree, limits, cuts), Tree, limits)).toEqual([]);
        expect(cuts.lists + cuts.texts > 0).toBe(violations(value, Tree, limits).length > 0);
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(tree, caps, (value, limits) => {
        const once = boundValue(value, Tree, limits, noCuts());
        const cuts = noCuts();
        expect(boundValue(once, Tree, limits, cuts)).toBe(once);
        expect(cuts).toEqual(noCuts());
      }),
      { numRuns: 100 },
    );
  });

  it('applies strict default bounds where no bounds are declared', () => {
    const value = { rows: Array.from({ length: 90 }, () => ({ text: 'x'.repeat(600), deep: [['y'.repeat(513)]] })) };
    const cuts = noCuts();
    const bounded = boundValue(value, null, resolveCaps(), cuts) as typeof value;
    expect(bounded.rows).toHaveLength(50);
    expect(bounded.rows[49]).toEqual({ text: 'x'.repeat(512), deep: [['y'.repeat(512)]] });
    expect(cuts).toMatchObject({ lists: 1, texts: 100 });
    expect([...cuts.fields]).toContain('undeclared.rows');
  });

  it('marks a cut summary as truncated', () => {
    const row = { text: 'one two three', max_chars: 400, truncated: false, original_chars: 13 };
    const limits = resolveCaps({ summary_max_chars: 7 });
    expect(boundValue(row, IntelligenceSummary, limits, noCuts())).toEqual({
      ...row,
      text: 'one two',
      truncated: true,
    });
    expect(row.truncated).toBe(false);
  });

  it('names the class and the field of a list that it cuts', () => {
    const cuts = noCuts();
    boundValue(LONG_GROUP, IntelligenceFacetGroup, resolveCaps(), cuts);
    expect([...cuts.fields]).toEqual(['IntelligenceFacetGroup.values']);
  });

  it('does not apply the bounds of a class to a field that is not declared with this class', () => {
    class Answer {
      facets: unknown;
    }
    const cuts = noCuts();
    boundValue({ facets: [LONG_GROUP] }, Answer, resolveCaps(), cuts);
    expect(cuts.lists).toBe(0);
  });

  it('names the class and the field if a field has a long list instead of its declared object', () => {
    const cuts = noCuts();
    boundValue({ leaf: Array.from({ length: 90 }, () => 1) }, Tree, resolveCaps(), cuts);
    expect([...cuts.fields]).toEqual(['Tree.leaf']);
  });

  it('cuts a deeply nested answer to `MAX_DEPTH` levels', () => {
    let value: unknown = 'x';
    for (let level = 0; level < 5000; level += 1) value = level % 2 === 0 ? [value] : { value };
    const depth = JSON.stringify(boundValue(value, null, resolveCaps(), noCuts())).replace(/[^[{]/g, '').length;
    expect(depth).toBe(MAX_DEPTH);
  });

  it('keeps dates and absent values', () => {
    const value = { created_at: new Date(0), media: null, provenance: undefined };
    expect(boundValue(value, IntelligenceArtifactSummary, resolveCaps(), noCuts())).toBe(value);
  });
});
