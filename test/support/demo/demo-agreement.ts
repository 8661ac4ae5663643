/** Compares the tree, manifest, plan and catalog of a demo. */
import type { Client } from 'pg';
import { expect } from '@jest/globals';
import { isMarkerName } from '../../../src/demo/isolation/demo-marker';
import { readTree } from './decoy';

/**
 * Expects the tree, the manifest and the plan to contain the same files, and the catalog to contain all of them except
 * NFO files. Expects the catalog to have as many movies and series as the plan, all items to be available and derived,
 * and no file or plan to be pending. Returns the entries of the tree, for comparisons between demos.
 */
export async function expectAgreement(client: Client, root: string): Promise<[path: string, content: string][]> {
  const tree = readTree(root).filter(([path]) => !isMarkerName(path));
  const files = tree.filter(([, content]) => content.startsWith('file ')).map(([path]) => path);
  expect(tree.filter(([, content]) => content.startsWith('->'))).toEqual([]);
  const query = async <Row>(text: string): Promise<Row[]> => (await client.query(text)).rows as Row[];
  const manifest = await query<{ path: string; pending: boolean }>('SELECT path, pending FROM demo.files');
  expect(manifest.map(({ path }) => path).sort()).toEqual([...files].sort());
  expect(manifest.filter(({ pending }) => pending)).toEqual([]);
  const planned = await query<{ path: string }>(
    `SELECT library.name || '/' || (file->>'path') AS path FROM demo.units JOIN demo.libraries AS library USING (plan, library_id),
            jsonb_array_elements(units.files) AS file WHERE plan = 'current'`,
  );
  expect(planned.map(({ path }) => path).sort()).toEqual([...files].sort());
  const inCatalog = await query<{ path: string }>(
    `SELECT DISTINCT library.name || '/' || (file->>'path') AS path
       FROM media_items JOIN libraries AS library USING (library_id), json_array_elements(files) AS file`,
  );
  const videos = files.filter((path) => !path.endsWith('.nfo'));
  expect(inCatalog.map(({ path }) => path).sort()).toEqual([...videos].sort());
  const [counts] = await query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM demo.units WHERE plan = 'current') AS units,
            (SELECT count(*)::int FROM media_items WHERE media_kind IN ('movie', 'series')) AS items,
            (SELECT count(*)::int FROM media_items WHERE NOT available) AS unavailable,
            (SELECT count(*)::int FROM media_items) - (SELECT count(*)::int FROM intelligence_media_context) AS underived,
            (SELECT count(*)::int FROM demo.units WHERE plan = 'next') AS unfinished`,
  );
  expect(counts).toEqual({
    units: counts?.['items'],
    items: counts?.['items'],
    unavailable: 0,
    underived: 0,
    unfinished: 0,
  });
  return tree;
}
