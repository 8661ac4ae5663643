/** New words of each kind that the index or a search treats differently, such as accented or hyphenated words. */

/** A word as a record contains it, and the queries that must each find it. */
export interface NewWord {
  readonly kind: string;
  readonly text: string;
  readonly queries: readonly string[];
}

const SYLLABLES = [...'bdfgkmnprtvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));
const ENDINGS = ['s', 'ed', 'ing'];
const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'ï', o: 'ø', u: 'ü', z: 'ż', n: 'ñ', d: 'đ' };
const CYRILLIC = 'бгджзклмнпрстфхцчш';
const THAI = 'กขคงจชซดตทนบปผพมรลวสหอ';
const KATAKANA = 'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワ';

/**
 * Words of the old catalog (`oldCatalog`), each in many titles. A search must also find a new word that differs from
 * one of them by one letter.
 */
export const COMMON_TITLE_WORDS = ['Harbinger', 'Lanterns', 'Moonlight', 'Crossing', 'Orchestra', 'Vagabond'];

/** Makes words. The first 100,000 words are all different. */
export class NewWords {
  private count = 0;

  /** Returns a word of the next kind. The kinds take turns. */
  next(): NewWord {
    const number = this.draw();
    const make = KINDS[number % KINDS.length] ?? plain;
    return make(number, this);
  }

  /** Returns a word of plain letters that no stemmer changes. */
  nextPlain(): string {
    return spell(this.draw());
  }

  private draw(): number {
    this.count += 1;
    return this.count;
  }
}

/**
 * Returns five syllables and a `k`. No inflected form ends in `k`, so no stemmer changes the word. Consecutive numbers
 * give very different words.
 */
function spell(number: number): string {
  return `${digitsOf(number * 7_368_787, SYLLABLES.length, 5)
    .map((digit) => SYLLABLES[digit])
    .join('')}k`;
}

function digitsOf(value: number, base: number, length: number): number[] {
  return Array.from({ length }, (_, place) => Math.floor(value / base ** place) % base);
}

function plain(number: number): NewWord {
  const text = spell(number);
  return { kind: 'plain', text, queries: [text, text.toUpperCase()] };
}

function inflected(number: number): NewWord {
  const stem = spell(number);
  const text = stem + (ENDINGS[number % ENDINGS.length] ?? '');
  return { kind: 'inflected', text, queries: [text, stem] };
}

function accented(number: number): NewWord {
  const folded = spell(number);
  const text = [...folded].map((letter) => ACCENTED[letter] ?? letter).join('');
  return { kind: 'accented', text, queries: [text, folded] };
}

function hyphenated(number: number, words: NewWords): NewWord {
  const [left, right] = [spell(number), words.nextPlain()];
  return { kind: 'hyphenated', text: `${left}-${right}`, queries: [`${left}-${right}`, left, right, left + right] };
}

function possessive(number: number): NewWord {
  const owner = spell(number);
  return { kind: 'possessive', text: `${owner}'s`, queries: [`${owner}'s`, `${owner}’s`, owner] };
}

function elided(number: number): NewWord {
  const name = spell(number);
  return { kind: 'elided', text: `O'${name}`, queries: [`O'${name}`, `o${name}`, name] };
}

function digits(number: number): NewWord {
  const text = String(10_000_000 + number * 7);
  return { kind: 'number', text, queries: [text] };
}

function grouped(number: number): NewWord {
  const text = (20_000_000 + number * 9_973).toLocaleString('en-US');
  return { kind: 'grouped number', text, queries: [text, text.replaceAll(',', '')] };
}

function numbered(number: number): NewWord {
  const text = `${spell(number)}${number % 90}`;
  return { kind: 'letters and digits', text, queries: [text] };
}

function acronym(number: number): NewWord {
  const letters = digitsOf(number * 104_729, 26, 6).map((digit) => String.fromCharCode(65 + digit));
  return { kind: 'acronym', text: `${letters.join('.')}.`, queries: [`${letters.join('.')}.`, letters.join('')] };
}

/**
 * Returns a function that makes words of three characters of a script. The index splits texts of this script into pairs
 * of characters. The queries for a word are the word and its first two characters.
 */
function unspaced(kind: string, first: number, block: number): (number: number) => NewWord {
  return (number) => {
    const [a = 0, b = 0] = digitsOf(number, block, 2);
    const characters = [first + a, first + block + b, first + ((a * 31 + b) % block)].map((code) =>
      String.fromCodePoint(code),
    );
    return { kind, text: characters.join(''), queries: [characters.join(''), characters.slice(0, 2).join('')] };
  };
}

function lettersOf(kind: string, alphabet: string, length: number): (number: number) => NewWord {
  return (number) => {
    const text = digitsOf(number * 48_611, alphabet.length, length)
      .map((digit) => alphabet[digit])
      .join('');
    return { kind, text, queries: [text] };
  };
}

/** Number of changes to a common word: each of 7 letters, at each of 7 places, is inserted or replaces a letter. */
const SIMILAR_CHANGES = 7 * 7 * 2;

/** Returns a word of many titles with one letter replaced or inserted, or a plain word when all of these are used. */
function similar(number: number): NewWord {
  const variant = Math.floor(number / KINDS.length);
  const word = COMMON_TITLE_WORDS[variant % COMMON_TITLE_WORDS.length] ?? '';
  const change = Math.floor(variant / COMMON_TITLE_WORDS.length);
  if (change >= SIMILAR_CHANGES) return plain(number);
  const [place = 0, letter = 0, replaced = 0] = digitsOf(change, 7, 3);
  const text = word.slice(0, 1 + place) + 'qxjzwkv'.charAt(letter) + word.slice(1 + place + replaced);
  return { kind: 'similar', text, queries: [text] };
}

const KINDS: readonly ((number: number, words: NewWords) => NewWord)[] = [
  plain,
  inflected,
  accented,
  hyphenated,
  possessive,
  elided,
  digits,
  grouped,
  numbered,
  acronym,
  similar,
  unspaced('Han', 0x4e00, 1_000),
  unspaced('Hangul', 0xac00, 1_000),
  lettersOf('Katakana', KATAKANA, 5),
  lettersOf('Thai', THAI, 6),
  lettersOf('Cyrillic', CYRILLIC, 8),
];
