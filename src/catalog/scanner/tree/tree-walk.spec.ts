import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutPrivileges } from '../../../../test/support/without-privileges';
import { DiagnosticLog } from '../diagnostic-log';
import { OpenFolder } from './open-folder';
import { walkMovies, walkSeries } from './tree-walk';

async function walk(root: string, walkLibrary = walkMovies): Promise<string[]> {
  const log = new DiagnosticLog();
  const folder = OpenFolder.openRoot(root, { log, isExcluded: () => false });
  try {
    const steps: string[] = [];
    for await (const step of walkLibrary(folder, log)) {
      steps.push('unit' in step ? `unit ${step.unit.key}` : `incomplete ${step.incompleteKey}`);
    }
    return steps;
  } finally {
    folder.close();
  }
}

describe('the walk', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'walk-'));
    chmodSync(root, 0o755);
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it.each(['VIDEO_TS', 'BDMV'])('reports a film as incomplete if its folder %s cannot be read', async (disc) => {
    mkdirSync(join(root, 'Film (2000)', disc), { recursive: true });
    expect(await walk(root)).toEqual([]);
    chmodSync(join(root, 'Film (2000)', disc), 0);
    expect(await withoutPrivileges(() => walk(root))).toEqual(['incomplete Film (2000)']);
  });

  it('reports the root of a series library as incomplete if it has too many files before the first video', async () => {
    for (let index = 0; index <= 50_000; index += 1) writeFileSync(join(root, `${index}.nfo`), '');
    expect(await walk(root, walkSeries)).toEqual(['incomplete ']);
  });
});
