import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CompiledProgram } from '../../../test/support/programs/compiled-program';
import { DemoTree } from './demo-tree';
import { toManifestFile } from './manifest-file';

const TEXT = '<movie>Größe</movie>'.repeat(200);
const FILE = toManifestFile('Films/Title/movie.nfo', TEXT);

describe('the tree of the demo', () => {
  let root: string;
  let tree: DemoTree;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'demo-tree-spec-'));
    tree = new DemoTree(root);
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('reports a file that does not fit on the disk, and completes it later', async () => {
    const program = await CompiledProgram.compile('demo-tree-program.ts');
    // The limit is one block, so the first write of the file is short.
    const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, program.script, root, FILE.path, TEXT];
    try {
      for (const _attempt of ['first', 'second']) {
        const output = execFileSync('sh', limited, { env: program.environment, encoding: 'utf8' });
        expect(output).toMatch('EFBIG');
      }
    } finally {
      program.remove();
    }
    await tree.write(FILE, TEXT);
    expect(readFileSync(join(root, FILE.path), 'utf8')).toBe(TEXT);
  });

  it('removes an empty folder that a crash left after the removal of the folder in it', async () => {
    mkdirSync(join(root, dirname(dirname(FILE.path))));
    await tree.remove(FILE);
    expect(existsSync(join(root, 'Films'))).toBe(false);
    expect(existsSync(root)).toBe(true);
  });

  it('removes nothing through a link', async () => {
    const target = mkdtempSync(join(tmpdir(), 'demo-tree-spec-'));
    mkdirSync(join(target, 'Title'));
    symlinkSync(target, join(root, 'Films'));
    await tree.remove(FILE);
    await tree.remove(toManifestFile('Films/Title/Season 1/episode.nfo', TEXT));
    expect([existsSync(join(target, 'Title')), existsSync(join(root, 'Films'))]).toEqual([true, true]);
    rmSync(target, { recursive: true });
  });
});
