/**
 * The rows that exist before hostile requests: rows of the caller, and rows of another user. No answer may show the
 * rows of the other user.
 */
import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/requests/client';
import { HIDDEN, HIDDEN_POSITION } from './answer-check';

/** A film of the sample catalog. */
export const FILM = 'movie:34e6c7b1-ea6e-5ccd-b8ed-3475baff4df5';
const ARTIFACT = { kind: 'summary', scope: 'user', title: 'Hostile', content: {}, media_id: FILM };

/** Creates an artifact and a run of the caller, and returns their ids. */
export async function createOwnThings(api: ApiClient): Promise<{ artifact_id: string; run_id: string }> {
  const [artifact_id, run_id] = [randomUUID(), randomUUID()];
  await api.put(`/intelligence/artifacts/${artifact_id}`, ARTIFACT, { expect: 201 });
  await api.put(`/intelligence/runs/${run_id}`, { purpose: 'other' }, { expect: 201 });
  return { artifact_id, run_id };
}

/**
 * Creates an artifact, a run and a watch state of another user. The texts of the artifact and the run are `HIDDEN`, the
 * position in the film is `HIDDEN_POSITION`.
 */
export async function createHiddenThings(api: ApiClient): Promise<void> {
  const artifact = { ...ARTIFACT, title: HIDDEN, summary: HIDDEN };
  await api.put(`/intelligence/artifacts/${randomUUID()}`, artifact, { expect: 201 });
  await api.put(`/intelligence/runs/${randomUUID()}`, { purpose: 'other', input_summary: HIDDEN }, { expect: 201 });
  await api.put(
    `/watch-states/${FILM}`,
    { position_seconds: HIDDEN_POSITION, duration_seconds: 800_000 },
    { expect: 200 },
  );
}
