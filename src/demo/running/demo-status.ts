/** Builds the answer that describes the state of the demo, and its entity tag. */
import { join } from 'node:path';
import type { DemoStateEntity } from '../database/demo-state.entity';
import type { DemoJobResponse, DemoProviderResponse, DemoStatusResponse } from '../demo.dto';
import type { LibraryCounts } from '../demo.repository';
import type { DemoSettings } from './demo-settings';

/** Returns the status. `statistics` counts the requests to the metadata provider since the start of the service. */
export function toDemoStatus(
  settings: DemoSettings,
  state: DemoStateEntity,
  libraries: readonly LibraryCounts[],
  statistics: DemoProviderResponse,
): DemoStatusResponse {
  return {
    state: state.state,
    root: settings.root,
    database: settings.database,
    username: settings.username,
    seed: settings.options.seed,
    libraries: libraries.map((library) => ({
      library_id: library.libraryId,
      name: library.name,
      library_kind: library.libraryKind,
      root: join(settings.root, library.name),
      primary_item_count: library.units,
      file_count: library.files,
      directory_count: library.directories,
    })),
    job: toJob(state),
    provider: { ...statistics },
  };
}

function toJob(state: DemoStateEntity): DemoJobResponse | null {
  const { job_kind: kind, job_phase: phase, job_started_at: startedAt } = state;
  if (kind === null || phase === null || startedAt === null) return null;
  const { job_done: done, job_total: total, job_error: error } = state;
  return { kind, started_at: startedAt.toISOString(), done, total, phase, error };
}

/**
 * Returns the entity tag of a status. The tag changes when a command is accepted or refused, starts, starts again
 * after a failure, or ends.
 */
export function toEtag({ generation, state, job_started_at: startedAt }: DemoStateEntity): string {
  return `"${generation}-${state}-${startedAt?.getTime() ?? 0}"`;
}
