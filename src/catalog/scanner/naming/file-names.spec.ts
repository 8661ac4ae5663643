import { toComparisonKey } from './comparison-key';
import { toBaseName, toFileKind } from './file-kinds';
import { isHiddenOrSystemName, toNameFilter } from './folders/ignored-names';

describe('file names', () => {
  it.each([
    ['a.MKV', 'video'],
    ['a.strm', 'video'],
    ['a.nfo', 'nfo'],
    ['a.srt', 'subtitle'],
    ['poster.jpg', 'artwork'],
    ['a.txt', 'other'],
    ['mkv', 'other'],
    ['.mkv', 'other'],
    ['a.', 'other'],
  ])('recognizes %s as %s', (name, kind) => {
    expect(toFileKind(name)).toBe(kind);
  });

  it.each(
    `3gp asf avi divx flv iso m2ts m2v m4v mkv mk3d mov mp4 mpeg mpg mts mxf ogm ogv rm rmvb strm ts vob webm wmv wtv`.split(
      ' ',
    ),
  )('recognizes .%s as a video', (extension) => {
    expect(toFileKind(`a.${extension}`)).toBe('video');
  });

  it.each('ass mks sami smi srt ssa sub sup vtt'.split(' '))('recognizes .%s as subtitles', (extension) => {
    expect(toFileKind(`a.${extension}`)).toBe('subtitle');
  });

  it('removes only the last extension', () => {
    expect(['a.b.mkv', '.hidden', 'plain'].map(toBaseName)).toEqual(['a.b', '.hidden', 'plain']);
  });

  it.each(['.git', '._a.mkv', '@eaDir', '$RECYCLE.BIN', 'System Volume Information', 'lost+found', 'Thumbs.db'])(
    'ignores %s',
    (name) => {
      expect(isHiddenOrSystemName(name)).toBe(true);
    },
  );

  it('match patterns without exponential backtracking', () => {
    const matches = toNameFilter(['*.tmp', 'draft-?', 'a*b*c', '*a*a*a*a*a*a*a*a*a*a*b']);
    expect(['X.TMP', 'draft-1', 'axxbxxc', 'draft-12', 'film.mkv', 'a'.repeat(5000)].map(matches)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(toNameFilter([])('anything')).toBe(false);
  });

  it('match patterns in any Unicode form, with one whole character for `?`', () => {
    const matches = toNameFilter(['a-?', 'Amélie*'.normalize('NFC'), 'Été?'.normalize('NFD')]);
    const names = ['a-\u{1f600}', 'AMÉLIE.mkv'.normalize('NFD'), 'étéx'.normalize('NFC'), 'Amelie'];
    expect(names.map(matches)).toEqual([true, true, true, false]);
  });

  it('have the same comparison key if they differ only in case, Unicode form or punctuation', () => {
    expect(toComparisonKey('Face/Off: Part?')).toBe(toComparisonKey('face_off  part'));
    expect(toComparisonKey('Amélie'.normalize('NFD'))).toBe(toComparisonKey('AMÉLIE'));
    expect(toComparisonKey('Amelie')).not.toBe(toComparisonKey('Amélie'));
  });
});
