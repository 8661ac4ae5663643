import { uuidOf } from '../../support/catalog/catalog';
import type { ApiClient } from '../../support/requests/client';

/** Numbers of rows. Each number is above the maximum of the cap that bounds the list of these rows. */
export const ARTIFACTS = 30;
export const TOOL_CALLS = 70;
/**
 * The number of sources equals the maximum of their cap. An artifact has one source more, its run. So its provenance is
 * cut even if the cap has its maximum.
 */
export const SOURCES = 48;
/** A text that is longer than every cap. */
export const LONG_TEXT = 'A long story about the lantern. '.repeat(40);
export const RUN = uuidOf('run');
export const artifactOf = (index: number): string => uuidOf(`artifact ${index}`);

/** Writes `RUN` with its tool calls, and the artifacts about an item. `sourceIds` are `SOURCES` media ids. */
export async function writeLongLists(api: ApiClient, mediaId: string, sourceIds: readonly string[]): Promise<void> {
  const sources = sourceIds.map((media_id) => ({ media_id }));
  const run = { purpose: 'other', status: 'running', input_summary: LONG_TEXT, sources };
  await api.put(`/intelligence/runs/${RUN}`, run, { expect: 201 });
  for (let sequence = 0; sequence < TOOL_CALLS; sequence += 1) {
    const call = { name: 'search', kind: 'search', output_summary: LONG_TEXT, sources };
    await api.put(`/intelligence/runs/${RUN}/tool-calls/${sequence}`, call, { expect: 201 });
  }
  for (let index = 0; index < ARTIFACTS; index += 1) {
    const texts = { title: `Note ${index}`, summary: LONG_TEXT };
    const artifact = {
      kind: 'user_note',
      scope: 'user',
      media_id: mediaId,
      run_id: RUN,
      sources,
      content: {},
      ...texts,
    };
    await api.put(`/intelligence/artifacts/${artifactOf(index)}`, artifact, { expect: 201 });
  }
}
