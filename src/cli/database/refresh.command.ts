import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { findMediaId, type MediaId } from '../../common/media-id';
import { DirtyKeyStore } from '../../read-model/refresh/dirty-key.store';
import { Refresher } from '../../read-model/refresh/refresher';
import { RefreshRequests } from '../../read-model/refresh/refresh-requests';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';
import { requireLibraryId } from '../catalog/library-selection';

interface RefreshOptions {
  library?: string;
  media?: string;
}

/** Adds `refresh`. */
export function register(program: Command): void {
  program
    .command('refresh')
    .description(
      'Derive the read-model rows of one item, one library or all libraries again. Includes items whose derivation failed too often.',
    )
    .option('--library <library>', 'all items of the library with this id or name')
    .option('--media <id>', 'only this item, such as movie:<uuid>')
    .action(runRefresh);
}

async function runRefresh(options: RefreshOptions): Promise<void> {
  if (options.library !== undefined && options.media !== undefined) {
    throw new CliError('--library and --media cannot be given together.');
  }
  const started = performance.now();
  const summary = await withServiceWithoutTokenSecrets(async (app) => {
    const queued = await queueItems(app, options);
    await app.get(Refresher).drainUntilEmpty();
    const counts = await app.get(DirtyKeyStore).count();
    const seconds = Math.round((performance.now() - started) / 10) / 100;
    return { queued, ...counts, seconds };
  });
  console.log(JSON.stringify(summary, null, 2));
}

async function queueItems(app: INestApplicationContext, { library, media }: RefreshOptions): Promise<number> {
  const requests = app.get(RefreshRequests);
  // The second argument is null, because a command may queue the items of all libraries.
  const queued = await (media === undefined
    ? requests.refreshLibraries(library === undefined ? null : await requireLibraryId(app, library), null)
    : requests.refreshMedia(requireMediaId(media), null));
  // A library can be deleted after `requireLibraryId` has found it.
  if (queued === null)
    throw new CliError(`The catalog has no ${media === undefined ? 'library' : 'item'} with this id.`);
  return queued;
}

function requireMediaId(text: string): MediaId {
  const mediaId = findMediaId(text);
  if (mediaId === null) throw new CliError('--media must be a media id, such as movie:<uuid>.');
  return mediaId;
}
