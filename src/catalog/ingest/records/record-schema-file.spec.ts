import Ajv2020 from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRecordSchema } from './record-schema-file';

const SAMPLE = join(__dirname, '../../../../samples/catalog.ndjson');

describe('the published schema of import records', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(renderRecordSchema()) as object,
  );
  const lines = readFileSync(SAMPLE, 'utf8').trim().split('\n');

  it('accepts every line of the sample catalog', () => {
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => !validate(JSON.parse(line)))).toEqual([]);
  });

  it('accepts null for an optional field and refuses null for a required field', () => {
    const movie = JSON.parse(lines.find((line) => line.includes('"type":"movie"')) ?? '{}') as object;
    expect(validate({ ...movie, tagline: null, genres: null })).toBe(true);
    expect(validate({ ...movie, title: null })).toBe(false);
  });

  it.each([{ colour: 'red' }, { year: '1902' }, { year: 10_000 }, { people: [{ name: 'A' }] }, { type: 'film' }])(
    'refuses a movie with %j',
    (change) => {
      const movie = JSON.parse(lines.find((line) => line.includes('"type":"movie"')) ?? '{}') as object;
      expect(validate({ ...movie, ...change })).toBe(false);
    },
  );
});
