/** Two instances on one database, with movies, a series and artifacts. */
import { DataSource } from 'typeorm';
import { Transactions } from '../../../src/database/transactions';
import { CatalogChanges } from '../../../src/read-model/refresh/catalog-changes';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** The titles of the movies and of the series. */
export const TITLES = ['Aardvark Parade', 'Bumblebee Waltz', 'Cormorant Nights', 'Dromedary Road', 'The Quokka Files'];
/** The first movie. */
export const FILM = mediaIdOf('movie', 'Aardvark Parade');
/** The series. */
export const SERIES = mediaIdOf('series', 'The Quokka Files');
/** The first episode of the series. */
export const EPISODE = mediaIdOf('episode', 'The Quokka Files/1/1');
/** An artifact about the first movie. */
export const ABOUT_FILM = uuidOf('about the film');
/** An artifact about a library. */
export const ABOUT_LIBRARY = uuidOf('about the library');

/** The two instances and their administrator. */
export interface TwoInstances {
  readonly first: TestApp;
  readonly second: TestApp;
  readonly admin: TestUser;
  readonly dataSource: DataSource;
  close(): Promise<void>;
}

/** Starts both instances and imports the catalog. */
export async function startTwoInstances(): Promise<TwoInstances> {
  const env = { CONCURRENCY_PER_USER: '1000', RECONCILE_INTERVAL_MS: '3600000' };
  const first = await createTestApp({ env });
  const second = await createTestApp({ env, peerOf: first });
  const admin = await createUser(first, { role: 'admin' });
  const dataSource = first.app.get(DataSource);
  await importCatalog(first, admin, [
    library('Films'),
    library('Shows', 'series'),
    ...TITLES.slice(0, 4).map((title) => movie('Films', title, { genres: ['Nature'], year: 1950 })),
    series('Shows', 'The Quokka Files', { genres: ['Nature'] }),
    season('The Quokka Files', 1),
    episode('The Quokka Files', 1, 1, { title: 'Quokka at dawn' }),
    episode('The Quokka Files', 1, 2, { title: 'Quokka at noon' }),
  ]);
  await putArtifact(first, admin, ABOUT_FILM, { media_id: FILM });
  await putArtifact(first, admin, ABOUT_LIBRARY, { library_id: uuidOf('Films') });
  const close = async (): Promise<void> => {
    await second.close();
    await first.close();
  };
  return { first, second, admin, dataSource, close };
}

function putArtifact(
  first: TestApp,
  admin: TestUser,
  artifactId: string,
  about: Record<string, string>,
): Promise<ApiResponse> {
  const body = { kind: 'summary', scope: 'global', title: 'About it', content: {}, ...about };
  return client(first).as(admin).put(`/intelligence/artifacts/${artifactId}`, body, { expect: 201 });
}

/** Marks every row as stale and empties the queue, so that no background refresh derives a row. */
export async function markAllStale(first: TestApp): Promise<void> {
  const changes = first.app.get(CatalogChanges);
  await first.app.get(Transactions).run(async (manager) => {
    for (const name of ['Films', 'Shows']) {
      const rows: { media_id: string }[] = await manager.query(
        'SELECT media_id FROM media_items WHERE library_id = $1',
        [uuidOf(name)],
      );
      const mediaIds = rows.map((row) => row.media_id);
      await changes.markStale(manager, uuidOf(name), mediaIds, 'drift');
    }
    await manager.query('DELETE FROM intelligence_dirty_keys');
  });
}

/** Derives every stale row. */
export async function deriveAll(first: TestApp): Promise<void> {
  const changes = first.app.get(CatalogChanges);
  await first.app.get(Transactions).run(async (manager) => {
    const rows: { library_id: string; media_id: string }[] = await manager.query(
      'SELECT library_id, media_id FROM media_items',
    );
    for (const name of ['Films', 'Shows']) {
      const mediaIds = rows.filter((row) => row.library_id === uuidOf(name)).map((row) => row.media_id);
      await changes.refreshStale(manager, uuidOf(name), mediaIds);
    }
  });
}
