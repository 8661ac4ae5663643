/**
 * Quirks: unusual cases in metadata and names, in packs that the options select. Whether a title has the quirk of a
 * selected pack depends only on the pack, the seed and the title.
 */
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import type { DemoOptions } from './demo-options';
import type { QuirkPack } from './raw-demo-options';
import { happens } from './seeded-choice';

/** Share of the titles to which each pack applies. A title stays the same if it has nothing for the pack to change. */
const RATES: Readonly<Record<QuirkPack, number>> = {
  unicode: 0.4,
  specials: 1,
  multi_episode: 0.3,
  duplicates: 0.3,
  missing_metadata: 0.3,
  long_overviews: 0.3,
  nfo: 0.5,
};
/** Approximate minimum length of a long overview, in characters. */
const LONG_OVERVIEW_CHARS = 6_000;

/** Returns whether the pack is selected and applies to this title. */
export function hasQuirk(pack: QuirkPack, options: DemoOptions, kind: string, providerId: number): boolean {
  return options.quirks.includes(pack) && happens(RATES[pack], options.seed, 'quirk', pack, kind, providerId);
}

/** Applies the packs `missing_metadata` and `long_overviews`. If both apply to a title, uses `missing_metadata`. */
export function applyQuirks(
  fields: MetadataFields,
  options: DemoOptions,
  kind: string,
  providerId: number,
): MetadataFields {
  if (hasQuirk('missing_metadata', options, kind, providerId)) {
    return {
      ...(fields.title !== undefined && { title: fields.title }),
      ...(fields.external_ids && { external_ids: fields.external_ids }),
    };
  }
  if (!hasQuirk('long_overviews', options, kind, providerId)) return fields;
  const sentence = `${fields.overview ?? fields.title ?? 'Nothing is known'} `;
  return { ...fields, overview: sentence.repeat(Math.ceil(LONG_OVERVIEW_CHARS / sentence.length)).trim() };
}
