/** The text of `.env.example`, made from the settings classes. */
import { SETTINGS_SECTIONS } from './environment';
import { describeSettings, type SettingDescription } from './settings/setting.decorators';

const HEADER = [
  '# Every setting of the service. Generated from src/common/config; change it there.',
  '# A commented-out setting shows its default, if it has one. Copy this file to `.env` in the directory in which a program',
  '# is started. A variable of the environment, even an empty one, takes precedence over the file.',
];

/** Every setting by section, with its meaning and default, all commented out; ends with a line feed. */
export function renderEnvExample(): string {
  const sections = Object.entries(SETTINGS_SECTIONS).map(([title, section]) =>
    ['', `# --- ${title} ---`, ...[...describeSettings(section)].flatMap(renderSetting)].join('\n'),
  );
  return `${[...HEADER, ...sections].join('\n')}\n`;
}

function renderSetting([name, { description, fallback }]: [string, SettingDescription]): string[] {
  return ['', `# ${description}`, `# ${name}=${fallback ?? ''}`];
}
