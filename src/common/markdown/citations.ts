import type { IntelligenceGroundingRef } from '../dto/references.dto';
import { truncateText } from '../text/summary';
import { escapeMarkdown, shortenMarkdown } from './markdown-text';

/** Maximum length of a field name or an id in a citation, in code points. */
const NAME_MAX_CHARS = 64;
/** Maximum length of the quoted evidence of a citation, in code points. */
const EVIDENCE_MAX_CHARS = 24;

/**
 * Field that lists genres. Genres are not quoted, because the quotes of a dozen rows would use much of a small context
 * window.
 */
const GENRES = 'genres';

interface Source {
  readonly id: string;
  readonly groundings: readonly IntelligenceGroundingRef[];
  /** Texts of the source that the answer shows beside its number. */
  readonly shown: readonly string[];
}

/** Numbers the sources of an answer. The list at the end of the answer maps each number to an id and its groundings. */
export class Citations {
  private readonly sources: Source[] = [];

  /**
   * Adds a source and returns its number, such as `[1]`. `id` is a media id, an artifact id or another id of the
   * answer. `shown` are the texts beside the number. Evidence whose beginning they contain is not quoted.
   */
  cite(id: string, groundings: readonly IntelligenceGroundingRef[] = [], shown: readonly string[] = []): string {
    this.sources.push({ id, groundings, shown });
    return `[${this.sources.length}]`;
  }

  /**
   * Lists all sources: number, id, and the field of each grounding. For each source, quotes the first evidence that is
   * neither a list of genres nor already shown.
   */
  toLines(): string[] {
    return this.sources.map(({ id, groundings, shown }, index) => {
      const quoted = groundings.find(
        ({ field, evidence }) => field !== GENRES && needsQuote(evidence?.text ?? '', shown),
      );
      const descriptions = groundings.map((grounding) => `; ${describe(grounding, id)}${quote(grounding, quoted)}`);
      return `[${index + 1}] ${escapeMarkdown(id, NAME_MAX_CHARS)}${descriptions.join('')}`;
    });
  }
}

function describe({ source, media_id, artifact_id, field }: IntelligenceGroundingRef, citedId: string): string {
  const id = artifact_id ?? media_id ?? citedId;
  const owner = id === citedId ? '' : ` of ${escapeMarkdown(id, NAME_MAX_CHARS)}`;
  return `${escapeMarkdown(field ?? source, NAME_MAX_CHARS)}${owner}`;
}

function needsQuote(evidence: string, shown: readonly string[]): boolean {
  const beginning = truncateText(evidence, EVIDENCE_MAX_CHARS);
  return evidence !== '' && !shown.some((text) => text.includes(beginning));
}

function quote(grounding: IntelligenceGroundingRef, quoted: IntelligenceGroundingRef | undefined): string {
  const text = grounding === quoted ? (grounding.evidence?.text ?? '') : '';
  const origin = grounding.origin === undefined ? '' : ` (${grounding.origin})`;
  return text === '' ? '' : `${origin} "${shortenMarkdown(text, EVIDENCE_MAX_CHARS)}"`;
}
