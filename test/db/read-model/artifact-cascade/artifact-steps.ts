/** Random steps of writers of artifacts, items and watch states. */
import fc from 'fast-check';

/** Number of items in a test case. */
export const ITEMS = 3;
/** Number of different artifacts in the steps of a test case. */
export const ARTIFACTS = 6;

/** A step of a writer. Artifacts and items are indexes, from 0. */
export type Step =
  | {
      readonly do: 'put';
      readonly artifact: number;
      /** Items that the artifact is derived from. */
      readonly media: number[];
      /** Items whose watch states the artifact is derived from. */
      readonly watched: number[];
      /** Artifacts that the artifact is derived from. */
      readonly from: number[];
      /** A number that stands for the text of the artifact: another number is another text. */
      readonly text: number;
    }
  /** Writes `artifact` as the successor of `old`. */
  | { readonly do: 'supersede'; readonly artifact: number; readonly old: number }
  | { readonly do: 'invalidate'; readonly artifact: number }
  /** `text` stands for the new text of the item; a removal does not use it. */
  | { readonly do: 'change' | 'remove'; readonly item: number; readonly text: number }
  | {
      readonly do: 'watch' | 'delete watch state' | 'import watch state';
      readonly item: number;
      readonly position: number;
    };

/** Generates the index of an artifact. */
export const artifact = fc.nat(ARTIFACTS - 1);
const item = fc.nat(ITEMS - 1);
const text = fc.nat(2);
const position = fc.nat(2);
/** Generates a step. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('put' as const),
      artifact,
      media: fc.uniqueArray(item, { maxLength: 2 }),
      watched: fc.uniqueArray(item, { maxLength: 2 }),
      from: fc.uniqueArray(artifact, { maxLength: 2 }),
      text,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('supersede' as const), artifact, old: artifact }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('invalidate' as const), artifact }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('change' as const), item, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), item, text }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('watch', 'delete watch state', 'import watch state'), item, position }),
  },
);
