/** A folder that contains one season. */
export interface SeasonFolder {
  /** 0 for specials. */
  readonly season: number;
  /**
   * Whether the name is only a number, or gives the season only in a short form such as `S01`. A scan warns about such
   * a folder if it contains videos.
   */
  readonly discouraged: boolean;
}

const WORDS = 'season|series|staffel|saison|temporada|stagione|seizoen|säsong|sæson|sesong|sezon|kausi|évad|сезон';
const NUMBERED = new RegExp(`^(?:.{0,200}?[\\s._-])?(?:${WORDS})[\\s._-]*(\\d{1,4})(?=$|[\\s._(\\[{-])`, 'iu');
const NUMBER_FIRST = new RegExp(`^(\\d{1,3})(?:st|nd|rd|th|\\.)?[\\s._-]*(?:${WORDS})$`, 'iu');
const SHORT = /^(?:.{0,200}?[\s._-])?s(\d{1,4})(?=$|[\s._([{-])/i;
const SPECIALS = /^(?:specials?|season[\s._-]*specials?)$/i;

/** Parses a folder name. Returns null if it is not the name of a season folder. */
export function findSeasonFolder(folder: string): SeasonFolder | null {
  // macOS stores names in NFD.
  const name = folder.normalize('NFC');
  if (SPECIALS.test(name)) return { season: 0, discouraged: false };
  const numbered = NUMBERED.exec(name) ?? NUMBER_FIRST.exec(name);
  if (numbered?.[1] !== undefined) return { season: Number(numbered[1]), discouraged: false };
  const short = SHORT.exec(name) ?? /^(\d{1,2})$/.exec(name);
  return short?.[1] === undefined ? null : { season: Number(short[1]), discouraged: true };
}
