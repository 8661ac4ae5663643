import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { BenchOptions } from '../context';
import type { Scratch } from '../processes';
import { type CatalogSample, overviewPart, twoNames, writeSyntheticCatalog } from './synthetic-catalog';

/** A catalog to import. */
export interface CatalogSource {
  readonly description: string;
  readonly files: readonly string[];
  readonly sample: CatalogSample;
}

/** Maximum number of sampled lines. */
const SAMPLE_MAX = 2_000;
/** Only lines whose number is divisible by this are sampled. */
const SAMPLE_INTERVAL = 17;

/** The real catalog in `shared` if it exists and `items` is undefined; otherwise a synthetic one. */
export async function findCatalog(
  scratch: Scratch,
  { shared, items }: Pick<BenchOptions, 'shared' | 'items'>,
): Promise<CatalogSource> {
  const files = ['films.ndjson.gz', 'series.ndjson.gz'].map((name) => join(shared, 'data', name));
  if (items === undefined && files.every((file) => existsSync(file))) {
    return { description: 'the real catalog', files, sample: await sampleOf(files[0] ?? '') };
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

interface CatalogLine {
  readonly type: string;
  readonly title?: string;
  readonly people?: readonly { readonly name: string }[];
  readonly overview?: string;
}

async function sampleOf(file: string): Promise<CatalogSample> {
  const sample: CatalogSample = { titles: [], people: [], words: [] };
  let index = 0;
  for await (const line of createInterface(createReadStream(file).pipe(createGunzip()))) {
    index += 1;
    if (index % SAMPLE_INTERVAL !== 0 || sample.titles.length >= SAMPLE_MAX) continue;
    const movie = JSON.parse(line) as CatalogLine;
    if (movie.type !== 'movie' || !movie.title || !movie.overview || (movie.people?.length ?? 0) < 2) continue;
    const words = overviewPart(movie.overview);
    if (words === '') continue;
    sample.titles.push(movie.title);
    sample.people.push(twoNames(movie.people ?? []));
    sample.words.push(words);
  }
  return sample;
}
