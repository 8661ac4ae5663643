/** Reads the header `Accept` (RFC 9110, section 12.5.1). */

/** The quoted value of a parameter, up to its closing quote or to the end. It can contain commas and `;q=0`. */
const QUOTED = /"(?:[^"\\]|\\.?)*"?/g;

/** One media range of the header: type, subtype and parameters. */
const MEDIA_RANGE = /^\s*([\w!#$%&'*+.^`|~-]+)\/([\w!#$%&'*+.^`|~-]+)\s*(?:;(.*))?$/;

/** The parameter `q` among the parameters of a media range. */
const QUALITY = /(?:^|;)\s*q\s*=\s*(0(?:\.\d*)?|1(?:\.0*)?)\s*(?:;|$)/;

/** A media type with the subtypes that answers can have. */
export interface Offer {
  readonly type: string;
  readonly subtypes: ReadonlySet<string>;
}

/** How a media range matches an offer. */
interface Match {
  /** 3 for the type and a subtype of the offer, 2 for all its subtypes, 1 for all types, and 0 for other ranges. */
  readonly specificity: number;
  /** From 0, not accepted, to 1. */
  readonly quality: number;
  /** Position of the media range in the header. */
  readonly position: number;
}

/**
 * Whether the header accepts the offer. Of the media ranges that match the offer, only the most specific ones count,
 * and one of them must have a quality above 0. A header without a valid media range accepts every format.
 */
export function acceptsOffer(accept: string, offer: Offer): boolean {
  const matches = listMatches(accept, offer);
  if (matches.length === 0) return true;
  const { specificity, quality } = matches.reduce(better);
  return specificity > 0 && quality > 0;
}

/**
 * Returns the offer that the client prefers: by quality, then by how specific its media range is, then by the position
 * of that range, then in the order of `offers`. Returns undefined if the header accepts no offer, or has no valid media
 * range. Media ranges match with any parameters, because a client that names `charset=utf-8` accepts the format, too.
 */
export function preferredOffer<T extends Offer>(accept: string, offers: readonly T[]): T | undefined {
  const accepted = offers.flatMap((offer) => {
    const matches = listMatches(accept, offer);
    if (matches.length === 0) return [];
    const match = matches.reduce(better);
    return match.specificity > 0 && match.quality > 0 ? [{ offer, match }] : [];
  });
  accepted.sort(
    ({ match: a }, { match: b }) => b.quality - a.quality || b.specificity - a.specificity || a.position - b.position,
  );
  return accepted[0]?.offer;
}

/** The match of the more specific media range; of two equally specific ones, that of the higher quality. */
function better(a: Match, b: Match): Match {
  return (b.specificity - a.specificity || b.quality - a.quality) > 0 ? b : a;
}

/** Returns how each valid media range of the header matches the offer. */
function listMatches(accept: string, offer: Offer): Match[] {
  return accept
    .toLowerCase()
    .replaceAll(QUOTED, '""')
    .split(',')
    .flatMap((range, position) => {
      const match = MEDIA_RANGE.exec(range);
      if (!match) return [];
      const [, type = '', subtype = '', parameters = ''] = match;
      const quality = Number(QUALITY.exec(parameters)?.[1] ?? 1);
      return [{ specificity: specificityOf(type, subtype, offer), quality, position }];
    });
}

function specificityOf(type: string, subtype: string, offer: Offer): number {
  if (type === '*' && subtype === '*') return 1;
  if (type !== offer.type) return 0;
  if (subtype === '*') return 2;
  return offer.subtypes.has(subtype) ? 3 : 0;
}
