/** Parses names of external subtitles: `<video name>.<language>.<flags>.srt`. */
import { toBaseName, toFileKind } from './file-kinds';

/** The parts of a subtitle's file name. */
export interface SubtitleName {
  /** Language code or language tag in lower case, such as `en` or `pt-br`; null if the name has none. */
  readonly language: string | null;
  readonly forced: boolean;
  readonly foreign: boolean;
  readonly default: boolean;
  /** For the hearing impaired (`cc`, `hi`, `sdh`). */
  readonly hearingImpaired: boolean;
  /** Other words in the name; null when there are none. */
  readonly label: string | null;
}

const FLAGS = new Set(['forced', 'foreign', 'default', 'cc', 'hi', 'sdh']);
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/;

/**
 * Parses the file name of a subtitle. Returns null if it does not belong to the video `videoBase` (name without
 * extension).
 */
export function findSubtitleName(name: string, videoBase: string): SubtitleName | null {
  if (toFileKind(name) !== 'subtitle') return null;
  const base = toBaseName(name);
  if (!base.toLowerCase().startsWith(videoBase.toLowerCase())) return null;
  const rest = base.slice(videoBase.length);
  if (rest !== '' && !/^[. _-]/.test(rest)) return null;
  const words = rest.split(/[. _]+/).filter((word) => word !== '' && word !== '-');
  const flags = new Set(words.map((word) => word.toLowerCase()).filter((word) => FLAGS.has(word)));
  const others = words.filter((word) => !FLAGS.has(word.toLowerCase()));
  // `hi` means Hindi if the name has no other language; otherwise it marks subtitles for the hearing impaired.
  const language = others.find((word) => LANGUAGE.test(word.toLowerCase())) ?? (flags.delete('hi') ? 'hi' : undefined);
  const label = others.filter((word) => word !== language).join(' ');
  return {
    language: language?.toLowerCase() ?? null,
    forced: flags.has('forced'),
    foreign: flags.has('foreign'),
    default: flags.has('default'),
    hearingImpaired: flags.has('cc') || flags.has('hi') || flags.has('sdh'),
    label: label === '' ? null : label,
  };
}
