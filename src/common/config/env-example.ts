/** The text of `.env.example`, made from the schema of the configuration. */
import { CONFIG_SECTIONS } from './config.schema';
import type { Setting } from './setting';

const HEADER = [
  '# Every setting of the service. Generated from src/common/config; change it there.',
  '# What is commented out has the default shown, or none. As `.env` in the directory that a program is started from, this',
  '# file is read; what the environment sets, even to nothing, wins over it.',
];

/** Every setting by section, with its meaning and default, all commented out; ends with a line feed. */
export function renderEnvExample(): string {
  const sections = Object.entries(CONFIG_SECTIONS).map(([title, settings]) =>
    ['', `# --- ${title} ---`, ...Object.entries<Setting<unknown>>(settings).flatMap(renderSetting)].join('\n'),
  );
  return `${[...HEADER, ...sections].join('\n')}\n`;
}

function renderSetting([name, setting]: [string, Setting<unknown>]): string[] {
  return ['', `# ${setting.description}`, `# ${name}=${setting.fallback ?? ''}`];
}
