/** External subtitles: `<video name>.<language>.<flags>.srt`. */
import { toBaseName, toFileKind } from './file-kinds';

/** What a subtitle's name says. */
export interface SubtitleName {
  /** ISO 639 code or tag as written, in lower case (`en`, `pt-br`); null when the name holds none. */
  readonly language: string | null;
  readonly forced: boolean;
  readonly foreign: boolean;
  readonly default: boolean;
  /** For the hearing impaired (`cc`, `hi`, `sdh`). */
  readonly hearingImpaired: boolean;
  /** Free words that are neither a language nor a flag. */
  readonly label: string | null;
}

const FLAGS = new Set(['forced', 'foreign', 'default', 'cc', 'hi', 'sdh']);
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/;

/** The subtitle of the video whose name without extension is `videoBase`; null when it belongs to another. */
export function findSubtitleName(name: string, videoBase: string): SubtitleName | null {
  if (toFileKind(name) !== 'subtitle') return null;
  const base = toBaseName(name);
  if (!base.toLowerCase().startsWith(videoBase.toLowerCase())) return null;
  const rest = base.slice(videoBase.length);
  if (rest !== '' && !/^[. _-]/.test(rest)) return null;
  const words = rest.split(/[. _]+/).filter((word) => word !== '' && word !== '-');
  const flags = new Set(words.map((word) => word.toLowerCase()).filter((word) => FLAGS.has(word)));
  const others = words.filter((word) => !FLAGS.has(word.toLowerCase()));
  // `hi` is Hindi when no other language stands there, and a flag beside one.
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
