import { History, type Outcome } from './history';

function historyOf(...outcomes: Outcome[]): History {
  const history = new History();
  outcomes.forEach((outcome, index) => history.note('film', index + 1, outcome));
  return history;
}

describe('the history of a register', () => {
  it.each<[string, Outcome[], number | null, string]>([
    ['the last confirmed value', ['confirmed', 'confirmed'], 2, 'fine'],
    ['a later value of unknown outcome', ['confirmed', 'unknown', 'refused'], 2, 'fine'],
    ['nothing, when nothing was confirmed', ['refused', 'unknown'], null, 'fine'],
    ['an older confirmed value', ['confirmed', 'confirmed'], 1, 'stale'],
    ['nothing, after a confirmed write', ['confirmed'], null, 'stale'],
    ['a value that nobody wrote, after a confirmed write', ['confirmed'], 9, 'stale'],
    ['a value that nobody wrote, when nothing was confirmed', ['unknown'], 9, 'stale'],
    ['a refused value', ['confirmed', 'refused'], 2, 'refused'],
    ['a refused value that is older', ['refused', 'confirmed'], 1, 'refused'],
    ['an older value of unknown outcome', ['unknown', 'confirmed'], 1, 'late'],
  ])('judges %s: after the outcomes %j, the value %s is %s', (_, outcomes, read, verdict) => {
    expect(historyOf(...outcomes).judge('film', read)).toBe(verdict);
  });

  it('judges a read as stale if its value is older than a settled value', () => {
    const history = historyOf('confirmed', 'unknown');
    history.settle('film', 2);
    history.note('film', 3, 'unknown');
    expect([3, 2, 1].map((value) => history.judge('film', value))).toEqual(['fine', 'fine', 'stale']);
  });
});
