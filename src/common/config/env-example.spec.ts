import { loadConfig } from './config';
import { renderEnvExample } from './env-example';
import { SETTINGS, SETTINGS_SECTIONS } from './environment';
import { describeSettings } from './settings/setting-descriptions';

const VALID = { NODE_ENV: 'test', JWT_SECRET: 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e' };

describe('renderEnvExample', () => {
  it('contains every setting once, with its description', () => {
    const text = renderEnvExample();
    for (const [name, { description }] of Object.entries(SETTINGS)) {
      expect(text.split(`\n# ${name}=`)).toHaveLength(2);
      expect(text).toContain(`# ${description}\n# ${name}=`);
      expect(description).toMatch(/\.$|base64 48$/);
    }
    expect(text.endsWith('\n')).toBe(true);
  });

  it('shows the actual defaults, so that the uncommented file changes nothing', () => {
    const assignments = renderEnvExample().matchAll(/^# ([A-Z_]+)=(.*)$/gm);
    const uncommented = Object.fromEntries([...assignments].map(([, name = '', value = '']) => [name, value]));
    expect(Object.keys(uncommented)).toHaveLength(Object.keys(SETTINGS).length);
    expect(loadConfig({ ...uncommented, ...VALID })).toEqual(loadConfig(VALID));
  });

  it('has no setting in two sections', () => {
    const counts = Object.values(SETTINGS_SECTIONS).map((section) => describeSettings(section).size);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Object.keys(SETTINGS).length);
  });
});
