import { DiagnosticLog } from './diagnostic-log';

describe('DiagnosticLog', () => {
  it.each([
    ['A (2000)/Café 電影.mkv', 'A (2000)/Café 電影.mkv'],
    ['line\nfeed', 'line\ufffdfeed'],
    ['line\u2028separator', 'line\ufffdseparator'],
    ['paragraph\u2029separator', 'paragraph\ufffdseparator'],
    ['next\u0085line', 'next\ufffdline'],
    ['right\u202eto left', 'right\ufffdto left'],
    ['می\u200cخواهم/👩\u200d🚀.mkv', 'می\u200cخواهم/👩\u200d🚀.mkv'],
    ['', '.'],
  ])('stores the path %j as %j', (path, printable) => {
    const log = new DiagnosticLog();
    log.add('unreadable', path);
    expect(log.findings).toEqual([{ code: 'unreadable', path: printable }]);
  });
});
