import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Scratch } from './processes';
import { type CatalogSample, writeSyntheticCatalog } from './synthetic-catalog';

/** A catalog to import. */
export interface CatalogSource {
  readonly description: string;
  readonly files: readonly string[];
  readonly sample: CatalogSample;
}

const SAMPLE_MAX = 2_000;
const SAMPLED_EVERY = 17;
/** Words from the middle of an overview, as somebody remembers them. */
const SAMPLED_WORDS = [8, 14] as const;

/** The real catalog in `shared` when it is there and no number of items is asked for, else a synthetic one. */
export async function findCatalog(scratch: Scratch, shared: string, items: number | null): Promise<CatalogSource> {
  const files = ['films.ndjson.gz', 'series.ndjson.gz'].map((name) => join(shared, 'data', name));
  if (items === null && files.every((file) => existsSync(file))) {
    return { description: 'the real catalog', files, sample: await sampleOf(files[0] ?? '') };
  }
  const count = items ?? 72_000;
  if (items === null) console.log(`No catalog in ${shared}: a synthetic one of ${count} items takes its place.`);
  return findSyntheticCatalog(scratch, count);
}

/** A synthetic catalog of about so many items, written into the scratch directory. */
export async function findSyntheticCatalog(scratch: Scratch, count: number): Promise<CatalogSource> {
  const file = join(scratch.directory, 'catalog.ndjson');
  const sample = await writeSyntheticCatalog(file, count);
  return { description: `a synthetic catalog of ${count} items`, files: [file], sample };
}

interface MovieLine {
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
    if (index % SAMPLED_EVERY !== 0 || sample.titles.length >= SAMPLE_MAX) continue;
    const movie = JSON.parse(line) as MovieLine;
    if (movie.type !== 'movie' || !movie.title || !movie.overview || (movie.people?.length ?? 0) < 2) continue;
    const words = movie.overview.split(' ').slice(...SAMPLED_WORDS);
    if (words.length === 0) continue;
    sample.titles.push(movie.title);
    sample.people.push(
      (movie.people ?? [])
        .slice(0, 2)
        .map((person) => person.name)
        .join(' '),
    );
    sample.words.push(words.join(' '));
  }
  return sample;
}
