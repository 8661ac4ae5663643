import fc from 'fast-check';
import { SETTINGS } from './environment';
import { findUnknownSettings } from './unknown-settings';

const NAMES = Object.keys(SETTINGS);

describe('unknown settings', () => {
  it.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['PROT', 'PORT'],
    ['JWT_SECERT', 'JWT_SECRET'],
    ['JWT_SECRET_FILES', 'JWT_SECRET_FILE'],
    ['RATE_LIMIT_PER_MINUT', 'RATE_LIMIT_PER_MINUTE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['BASEPATH', 'BASE_PATH'],
  ])('are reported with the nearest setting: %s', (name, nearest) => {
    expect(findUnknownSettings([], { [name]: 'x' })).toEqual([`${name} is not a setting: did you mean ${nearest}?`]);
    expect(findUnknownSettings([name], { [name]: 'x' })).toHaveLength(1);
  });

  it('that resemble no setting are reported only if they are in .env', () => {
    const shared = { PATH: '', HOME: '', HOSTNAME: '', LANG: '', PWD: '', TZ: '', USER: '', PGPORT: '', PORT_FILE: '' };
    const injected = { DATABASE_PORT_5432_TCP: '', METRICS_SERVICE_HOST: '', NODE_VERSION: '', NODE_OPTIONS: '' };
    expect(findUnknownSettings([], { ...shared, ...injected })).toEqual([]);
    expect(findUnknownSettings(['NODE_OPTIONS'], shared)).toEqual([
      'NODE_OPTIONS in .env is not a setting: remove it, or see docs/configuration.md.',
    ]);
  });

  it('do not include any setting of the service', () => {
    const settings = Object.fromEntries([...NAMES, 'DATABASE_URL_FILE', 'JWT_SECRET_FILE'].map((name) => [name, 'x']));
    expect(findUnknownSettings(Object.keys(settings), settings)).toEqual([]);
  });

  it('are found for any single edit of a setting name, and the message does not contain the value', () => {
    const change = fc.tuple(fc.constantFrom(...NAMES), fc.nat(), fc.constantFrom('drop', 'swap', 'add', 'replace'));
    fc.assert(
      fc.property(change, ([name, position, kind]) => {
        // A letter can be added after the last one. Only a letter before the last one can change places with the next.
        const at = position % (name.length + { drop: 0, swap: -1, add: 1, replace: 0 }[kind]);
        const [before, rest] = [name.slice(0, at), name.slice(at)];
        const changed = {
          drop: `${before}${rest.slice(1)}`,
          swap: `${before}${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`,
          add: `${before}Q${rest}`,
          replace: `${before}Q${rest.slice(1)}`,
        }[kind];
        fc.pre(!NAMES.includes(changed));
        const sentences = findUnknownSettings([], { [changed]: 'canary' });
        expect(sentences).toHaveLength(1);
        const [sentence] = sentences;
        expect(sentence).toMatch(/^\w+ is not a setting: did you mean \w+\?$/);
        expect(sentence).not.toContain('canary');
      }),
    );
  });
});
