/** The oddities that packs bring into metadata and names; each depends on the seed and the title alone. */
import type { MetadataFields } from '../../catalog/scanner/units/metadata-fields';
import type { DemoOptions, QuirkPack } from './demo-options';
import { happens } from './seeded-choice';

/** Share of the titles that an oddity of a pack touches. */
const RATES: Readonly<Record<QuirkPack, number>> = {
  unicode: 0.4,
  specials: 1,
  multi_episode: 0.3,
  duplicates: 0.3,
  missing_metadata: 0.3,
  long_overviews: 0.3,
  nfo: 0.5,
};
const LONG_OVERVIEW_CHARS = 6_000;

/** Whether a pack is chosen and touches the title. */
export function hasQuirk(pack: QuirkPack, options: DemoOptions, kind: string, providerId: number): boolean {
  return options.quirks.includes(pack) && happens(RATES[pack], options.seed, 'quirk', pack, kind, providerId);
}

/** Fields as the packs leave them. */
export function bendFields(
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
