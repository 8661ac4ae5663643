import { toMovieFields, toSeriesFields } from './provider-fields';

const OWN = { id: 1, name: 'Harbour Lights', title: 'Harbour Lights', seasons: [] };

describe('the crew', () => {
  it('of a series has each role of a member once', () => {
    const jobs = [{ job: 'Director' }, { job: 'Writer' }, { job: 'Story' }, { job: 'Caterer' }, { job: null }];
    const crew = [{ name: 'Ada Roe', jobs }];
    expect(toSeriesFields({ ...OWN, aggregate_credits: { crew } }, 'US').people).toEqual([
      { name: 'Ada Roe', role: 'director' },
      { name: 'Ada Roe', role: 'writer' },
    ]);
  });

  it.each(['Constructor', '__proto__', ''])('of a film does not contain a member with the job %j', (job) => {
    expect(toMovieFields({ ...OWN, credits: { crew: [{ name: 'Ada Roe', job }] } }, 'US').people).toBeUndefined();
  });
});
