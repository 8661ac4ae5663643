import type { IntelligenceCandidate } from '../../../src/candidates/candidates.dto';
import type { IntelligenceGroundingRef } from '../../../src/common/dto/references.dto';
import { cleanCatalogLine, cleanCatalogText } from '../../../src/common/text/text';
import type { CatalogRecord } from '../../support/catalog/catalog';

/** Scripts that the index splits into pairs of characters, so that every character may begin a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const IN_WORD = /[\p{L}\p{M}\p{N}]/u;
/**
 * Matches a text of several words. Evidence of only one word may end inside the word. A comma or a period between two
 * digits belongs to a number, which is one word.
 */
const SEVERAL_WORDS = /[\p{L}\p{N}](?!(?<=\p{N})[,.]\p{N})[\s,.;:(/]+[\p{L}\p{N}]/u;
/** Match the two parts of a number such as "10,000" that is cut: its start before the cut, and its end after it. */
const CUT_NUMBER_START = /(?<![\p{L}\p{M}\p{N}])\p{N}+(?:[,.]\p{N}+)*[,.]?$/u;
const CUT_NUMBER_END = /^[,.]?\p{N}+(?![\p{L}\p{M}\p{N}])/u;

/** Compares the groundings of candidates with the records of a catalog. */
export class EvidenceCheck {
  private readonly records: ReadonlyMap<string, CatalogRecord>;

  constructor(catalog: readonly CatalogRecord[]) {
    this.records = new Map(catalog.map((record) => [String(record['media_id']), record]));
  }

  /**
   * Returns the first fault of a candidate's groundings; null if each quotes its field. A candidate without groundings
   * has a fault.
   */
  findFault(candidate: IntelligenceCandidate): string | null {
    const { media, grounding } = candidate;
    if (grounding.length === 0) return `${media.media_id} has no grounding`;
    for (const reference of grounding) {
      const fault = this.faultOf(candidate, reference);
      if (fault !== null) return `${media.media_id}, ${reference.field}: ${fault}`;
    }
    return null;
  }

  private faultOf(
    { media }: IntelligenceCandidate,
    { media_id, field, evidence }: IntelligenceGroundingRef,
  ): string | null {
    if (evidence === undefined || field === undefined) return 'there is no evidence';
    const texts = this.textsOf(media_id ?? '', field, media);
    const containing = texts.filter((text) => text.includes(evidence.text));
    if (containing.length === 0) return `"${evidence.text}" is not in ${JSON.stringify(texts)}`;
    if (!containing.some((text) => isWhole(text, evidence.text))) return `"${evidence.text}" cuts a word`;
    if ([...evidence.text].length > evidence.max_chars)
      return `"${evidence.text}" is longer than ${evidence.max_chars}`;
    return null;
  }

  /** Returns the texts that evidence of a field may quote. */
  private textsOf(mediaId: string, field: string, media: IntelligenceCandidate['media']): string[] {
    const record = this.records.get(mediaId) ?? { type: 'none' };
    const lines = (name: string, from = record): string[] => {
      const value = from[name];
      return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((each) =>
        cleanCatalogLine(String(each)),
      );
    };
    switch (field) {
      case 'title': {
        const series = this.records.get(String(record['series_id'])) ?? { type: 'none' };
        const seriesTitles = [
          ...lines('title', series),
          ...lines('original_title', series),
          ...lines('aliases', series),
        ];
        const itemTitles = ['title', 'original_title', 'sort_title', 'aliases'].flatMap((name) => lines(name));
        return [...itemTitles, media.title, ...seriesTitles.map((name) => `${name} ${media.title}`)];
      }
      case 'people': {
        const people = (record['people'] ?? []) as { name: string; character?: string }[];
        return [
          people.flatMap(({ name, character }) => [name, ...(character === undefined ? [] : [character])]).join(', '),
        ];
      }
      case 'genres':
        return [[...lines('genres'), ...lines('keywords'), ...lines('collection')].join(', ')];
      case 'overview':
        return [
          [
            ...(lines('overview').length > 0 ? [cleanCatalogText(String(record['overview']))] : []),
            ...lines('tagline'),
          ].join('\n'),
        ];
      case 'year':
        return [String(media.year)];
      case 'season_number':
        return [`Season ${media.season_number}`];
      case 'episode_number':
        return [`S${media.season_number}E${media.episode_number}`];
      case 'media_id':
        return [media.media_id];
      case 'external_ids':
        return Object.entries(record['external_ids'] ?? {}).map(([source, id]) => `${source}:${id}`);
      default:
        return [];
    }
  }
}

/**
 * Whether a part of a text begins and ends with whole words. A part of only one word may end inside the word. A part
 * with a character of `UNSPACED` counts as whole.
 */
function isWhole(text: string, part: string): boolean {
  if (UNSPACED.test(part)) return true;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = [...text.slice(0, at)].at(-1) ?? ' ';
    const [after = ' '] = text.slice(at + part.length);
    const [first = ' '] = part;
    const cutsStart = IN_WORD.test(before) && IN_WORD.test(first);
    const cutsNumber = CUT_NUMBER_START.test(part) && CUT_NUMBER_END.test(text.slice(at + part.length));
    const cutsEnd = cutsNumber || (IN_WORD.test([...part].at(-1) ?? ' ') && IN_WORD.test(after));
    if (!cutsStart && (!cutsEnd || !SEVERAL_WORDS.test(part))) return true;
  }
  return false;
}
