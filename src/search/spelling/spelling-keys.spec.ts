import fc from 'fast-check';
import { editCost } from './edit-cost';
import { KEYED_MIN_CHARS, soundsOf, spellingKeys } from './spelling-keys';

const word = fc.stringMatching(/^[a-z]{5,12}$/);

/** Returns a word after one edit. Kind 0 omits a letter, 1 adds a letter, 2 replaces a letter, 3 swaps two letters. */
function edited(text: string, kind: number, at: number): string {
  const place = at % text.length;
  if (kind === 0) return text.slice(0, place) + text.slice(place + 1);
  if (kind === 1) return `${text.slice(0, place)}q${text.slice(place)}`;
  if (kind === 2) return `${text.slice(0, place)}q${text.slice(place + 1)}`;
  const left = text.charAt(place);
  const right = text.charAt(place + 1);
  return text.slice(0, place) + right + left + text.slice(place + 2);
}

describe('the spelling keys of a word', () => {
  it('include a key of every word that is at most two edits apart', () => {
    const edit = fc.tuple(fc.nat(3), fc.nat(20));
    fc.assert(
      fc.property(word, edit, edit, (meant, first, second) => {
        const typed = edited(edited(meant, ...first), ...second);
        fc.pre(typed.length >= KEYED_MIN_CHARS);
        const keys = new Set(spellingKeys(meant));
        expect(spellingKeys(typed).some((key) => keys.has(key))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['precious', 'presiows'],
    ['warrior', 'werior'],
    ['magnificent', 'magnifisent'],
    ['daughter', 'dauteor'],
    ['phantom', 'fantum'],
  ])('include a key that %s shares with %s, which sounds similar', (meant, typed) => {
    const sounds = new Set(soundsOf(meant));
    expect(soundsOf(typed).some((sound) => sounds.has(sound))).toBe(true);
    const keys = new Set(spellingKeys(meant));
    expect(spellingKeys(typed).some((key) => keys.has(key))).toBe(true);
  });

  it('are at most 31 signed 32-bit integers', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const keys = spellingKeys(text);
        expect(keys.length).toBeLessThanOrEqual(31);
        for (const key of keys) expect(key).toBe(key | 0);
      }),
    );
  });

  it.each(['abcd', 'a'.repeat(25), ''])('are none for "%s", which is too short or too long', (text) => {
    expect(spellingKeys(text)).toEqual([]);
  });
});

describe('the cost of edits', () => {
  it.each([
    ['hello', 'hello', 0],
    ['helllo', 'hello', 0.5],
    ['helo', 'hello', 0.5],
    ['ehllo', 'hello', 0.7],
    ['hallo', 'hello', 0.7],
    ['hexlo', 'hello', 1],
    ['xello', 'hello', 1.3],
    ['heo', 'hello', 1],
  ])('from %s to %s is %d', (typed, meant, cost) => {
    expect(editCost(typed, meant)).toBeCloseTo(cost);
  });

  it('is the same in both directions', () => {
    fc.assert(fc.property(word, word, (a, b) => expect(editCost(a, b)).toBeCloseTo(editCost(b, a))));
  });

  it('is the same with a limit, or Infinity if it exceeds the limit', () => {
    const near = fc
      .tuple(word, fc.nat(3), fc.nat(20))
      .map(([meant, kind, at]) => [meant, edited(meant, kind, at)] as const);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(word, word)), fc.constantFrom(0, 0.5, 0.7, 1, 1.5, 2, 3), ([a, b], limit) => {
        const cost = editCost(a, b);
        expect(editCost(a, b, limit)).toBe(cost > limit ? Infinity : cost);
      }),
      { numRuns: 2_000 },
    );
  });
});
