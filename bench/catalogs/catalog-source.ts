import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { BenchOptions } from '../context';
import type { Scratch } from '../processes';
import { addToSample, type CatalogSample, type SampledMovie, writeSyntheticCatalog } from './synthetic-catalog';

/** A catalog to import. */
export interface CatalogSource {
  readonly description: string;
  readonly files: readonly string[];
  readonly sample: CatalogSample;
}

/** One in this many lines of the file of films is parsed for the sample. */
const SAMPLE_INTERVAL = 17;

/** Returns the real catalog in the folder `shared` if it exists and `items` is not given; otherwise a synthetic one. */
export async function findCatalog(
  scratch: Scratch,
  { shared, items }: Pick<BenchOptions, 'shared' | 'items'>,
): Promise<CatalogSource> {
  const files = ['films.ndjson.gz', 'series.ndjson.gz'].map((name) => join(shared, 'data', name));
  if (items === undefined && files.every((file) => existsSync(file))) {
    const [films = ''] = files;
    return { description: 'the real catalog', files, sample: await sampleOf(films) };
  }
  const count = items ?? 72_000;
  if (items === undefined) console.log(`No catalog in ${shared}: using a synthetic catalog of ${count} items.`);
  return createSyntheticCatalog(scratch, count);
}

/** Writes a synthetic catalog of about `count` items to the scratch directory. */
export async function createSyntheticCatalog(scratch: Scratch, count: number): Promise<CatalogSource> {
  const file = join(scratch.directory, 'catalog.ndjson');
  const sample = await writeSyntheticCatalog(file, count);
  return { description: `a synthetic catalog of ${count} items`, files: [file], sample };
}

type CatalogLine = { readonly type: string } & Partial<SampledMovie>;

async function sampleOf(file: string): Promise<CatalogSample> {
  const sample: CatalogSample = { titles: [], people: [], words: [] };
  let lineNumber = 0;
  for await (const line of createInterface(createReadStream(file).pipe(createGunzip()))) {
    lineNumber += 1;
    if (lineNumber % SAMPLE_INTERVAL !== 0) continue;
    const { type, title, people = [], overview } = JSON.parse(line) as CatalogLine;
    if (type === 'movie' && title && overview && people.length >= 2) addToSample(sample, { title, people, overview });
  }
  return sample;
}
