/**
 * Decides from the profile of a document which of its texts are read: those that can contain all words of one entry of
 * `CheckedWords`, such as a quoted phrase. Most documents have no such text, so most texts are not read.
 */
import { ProfileProbe, unpackUses } from '../../search/index/profile';
import { stemWord } from '../../search/text/stem';
import { STOP_WORDS } from '../../search/text/stop-words';
import type { CheckedFields } from './candidate-row';

/** Words that a text must contain together. Each entry has the lexemes of one word. The text must have one of them. */
export type WordsTogether = readonly (readonly string[])[];

/** The words that may change the rank of a document. */
export interface CheckedWords {
  /** Words in one name, overview or tagline. Each entry may raise the rank. */
  readonly inTexts: readonly WordsTogether[];
  /** Words in one title, name, overview or tagline. They count only if the document has all entries. */
  readonly phrases: readonly WordsTogether[];
}

/* Bits of the fields that contain a lexeme. */
const TITLE = 1;
const PEOPLE = 2;
const OVERVIEW = 4;

/** Profiles do not contain the stop words of overviews. */
const STOP_LEXEMES: ReadonlySet<string> = new Set([...STOP_WORDS].map(stemWord));

/** Finds the fields of documents that can contain words of one query together. */
export class FieldFinder {
  private readonly lexemes: ReadonlyMap<string, number>;
  private readonly probe: ProfileProbe;
  /** Bits of the fields of the current document that contain a lexeme, by the index of the lexeme. */
  private readonly fields: Uint8Array;

  constructor(private readonly checked: CheckedWords) {
    const lexemes = new Set([...checked.inTexts, ...checked.phrases].flat(2));
    this.lexemes = new Map([...lexemes].map((lexeme, index) => [lexeme, index]));
    this.probe = new ProfileProbe([...lexemes]);
    this.fields = new Uint8Array(lexemes.size);
  }

  /** Returns the fields whose texts may change the rank; null if none may. Both are false if only the title may. */
  find(profile: string): CheckedFields | null {
    const { inTexts, phrases } = this.checked;
    this.fields.fill(0);
    this.probe.scan(profile, (index, packed) => {
      const { title, people, overview } = unpackUses(packed);
      const fieldBits = (title ? TITLE : 0) | (people > 0 ? PEOPLE : 0) | (overview > 0 ? OVERVIEW : 0);
      this.fields[index] = (this.fields[index] ?? 0) | fieldBits;
    });
    let found = 0;
    for (const words of inTexts) found |= this.fieldsWithAll(words) & ~TITLE;
    const fieldsOfPhrases = phrases.map((words) => this.fieldsWithAll(words));
    if (fieldsOfPhrases.every((fields) => fields !== 0)) for (const fields of fieldsOfPhrases) found |= fields;
    return found === 0 ? null : { people: (found & PEOPLE) !== 0, overview: (found & OVERVIEW) !== 0 };
  }

  /** Returns the bits of the fields that can contain all of the words. */
  private fieldsWithAll(words: WordsTogether): number {
    let common = TITLE | PEOPLE | OVERVIEW;
    for (const lexemes of words) {
      let fields = 0;
      for (const lexeme of lexemes) {
        fields |= this.fields[this.lexemes.get(lexeme) ?? -1] ?? 0;
        if (STOP_LEXEMES.has(lexeme)) fields |= OVERVIEW;
      }
      common &= fields;
    }
    return common;
  }
}
