import fc from 'fast-check';
import { refusalOf } from '../../../../test/support/catalog/record-lines';

const ID = '0b1c2d3e-0000-4000-8000-000000000001';
const movie = { type: 'movie', media_id: `movie:${ID}`, library_id: ID, title: 'A Film' };

describe('a line with several errors', () => {
  it('is refused with the code of the first error and a message for each error', () => {
    const line = { ...movie, title: '', year: '1984', release_date: '31.12.1999', rating: 5, library_id: 'films' };
    const { code, message } = refusalOf(JSON.stringify(line));
    expect(code).toBe('unknown-field');
    expect(message.split(/(?<=\.) (?=[a-z_]+ )/)).toEqual([
      'rating is not a field of this record.',
      'year must be integer.',
      'library_id must be a UUID, neither nil nor max.',
      'release_date must be a date, YYYY-MM-DD.',
      'title must have at least one visible character.',
    ]);
  });

  it.each([
    'name',
    'constructor',
    'toString',
    '__proto__',
    'two words',
    'a.b',
    ' x',
    '',
    'x'.repeat(100),
    'e\u0301',
    '1[0]',
  ])('is refused with errors of known fields and of the unknown field %j', (name) => {
    const line = JSON.stringify({ ...movie, title: '', library_id: 'films' });
    const { code, message } = refusalOf(`${line.slice(0, -1)},${JSON.stringify(name)}:{}}`);
    expect(code).toBe('unknown-field');
    expect(message).toContain('library_id must be a UUID');
    expect(message).toContain('title must have at least one visible character.');
  });

  it.each(['a b', '7'])('is refused with errors of known fields and of an external id with the name %j', (name) => {
    const { message } = refusalOf(JSON.stringify({ ...movie, external_ids: { [name]: {} }, title: '' }));
    expect(message).toBe(
      `external_ids.${name} must be a text or an integer. title must have at least one visible character.`,
    );
  });

  it('is refused with a message for each missing field', () => {
    expect(refusalOf('{"type":"watch_state","completed":1}').message).toBe(
      ['username', 'media_id', 'position_seconds', 'duration_seconds', 'last_watched_at']
        .map((field) => `${field} must be given.`)
        .concat('completed must be boolean.')
        .join(' '),
    );
  });

  it('is refused with at most 500 characters of messages for any number of errors', () => {
    const people = Array.from({ length: 1_000 }, () => ({ name: 5, role: 'gaffer', ['x'.repeat(100)]: 1 }));
    const { message } = refusalOf(JSON.stringify({ ...movie, people, genres: ['x'.repeat(257), 'y'.repeat(257)] }));
    expect(message.length).toBeLessThanOrEqual(500);
    expect(message).toMatch(/^people\[0\]\./);
  });

  it('is refused with a message for each invalid field, for any combination of fields', () => {
    const invalid = {
      media_id: 'x',
      library_id: 'x',
      title: ' ',
      year: -1,
      release_date: 'x',
      genres: 'x',
      popularity: -1,
      people: [{ name: '', role: 'actor' }],
      external_ids: { '': '1' },
    };
    const names = fc.subarray(Object.keys(invalid) as (keyof typeof invalid)[], { minLength: 1 });
    fc.assert(
      fc.property(names, (chosen) => {
        const { message } = refusalOf(
          JSON.stringify({ ...movie, ...Object.fromEntries(chosen.map((name) => [name, invalid[name]])) }),
        );
        for (const name of chosen) expect(message).toMatch(new RegExp(`(?:^|\\. )${name}\\b`));
      }),
    );
  });
});
