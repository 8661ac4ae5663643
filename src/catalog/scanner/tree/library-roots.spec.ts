import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSameOrBelow, requireSeparateRoot, resolveLibraryRoot } from './library-roots';

describe('library roots', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'library-roots-')));
    mkdirSync(join(folder, 'media/films'), { recursive: true });
    mkdirSync(join(folder, 'media-2'));
    symlinkSync(join(folder, 'media'), join(folder, 'link'));
    writeFileSync(join(folder, 'file'), '');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('must be existing folders, and are resolved to paths without links', () => {
    expect(resolveLibraryRoot(join(folder, 'link/films'))).toBe(join(folder, 'media/films'));
    expect(() => resolveLibraryRoot(join(folder, 'nothing'))).toThrow();
    expect(() => resolveLibraryRoot(join(folder, 'file'))).toThrow();
  });

  it.each([
    ['media', 'media'],
    ['media', 'media/films'],
    ['media/films', 'media'],
    ['media', 'link/films'],
  ])('must not overlap with the root of another library: %s with %s', (root, other) => {
    const roots = { other: join(folder, other) };
    expect(() => requireSeparateRoot('new', join(folder, root), roots)).toThrow();
    expect(() => requireSeparateRoot('other', join(folder, root), roots)).not.toThrow();
  });

  it('may be separate folders, even if the name of one begins with the name of the other', () => {
    expect(() => requireSeparateRoot('new', join(folder, 'media'), { other: join(folder, 'media-2') })).not.toThrow();
    expect(isSameOrBelow('/a/bc', '/a/b')).toBe(false);
  });
});
