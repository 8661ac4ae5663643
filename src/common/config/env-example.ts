/** Generates the texts of `.env.example` and `docs/configuration.md` from the settings classes. */
import { SETTINGS_SECTIONS } from './environment';
import { SECRET_NAMES } from './secret-files';
import { describeSettings, type SettingDescription } from './settings/setting-descriptions';

const HEADER = [
  '# Every setting of the service. Generated from src/common/config; change it there.',
  '# Each setting is commented out and shows its default, if it has one. Copy this file to `.env` in the directory in',
  '# which a program is started. An environment variable, even an empty one, takes precedence over the file.',
  '# A file can contain a secret: JWT_SECRET_FILE=/run/secrets/jwt-secret replaces JWT_SECRET. See docs/configuration.md.',
];

/** Returns all settings by section, commented out, with description and default. The text ends with a line feed. */
export function renderEnvExample(): string {
  const sections = Object.entries(SETTINGS_SECTIONS).map(([title, section]) =>
    ['', `# --- ${title} ---`, ...[...describeSettings(section)].flatMap(renderSetting)].join('\n'),
  );
  return `${[...HEADER, ...sections].join('\n')}\n`;
}

function renderSetting([name, { description, fallback }]: [string, SettingDescription]): string[] {
  return ['', `# ${description}`, `# ${name}=${fallback ?? ''}`];
}

const INTRODUCTION = `# Configuration

This page is for operators. It lists every setting; each is an environment variable. The page and
[\`.env.example\`](../.env.example) are generated from \`src/common/config\`.

- **\`.env\`.** Every program of the service first reads a file \`.env\` in its working directory. It contains \`NAME=value\`
  lines, comments after \`#\`, and empty lines. A value in quotation marks can have several lines. A variable of the
  environment takes precedence over the file, even if it is empty (\`PORT=\`). An empty variable has the default value. The
  [client](client.md) reads the file only with \`--demo\`, and only for the name and the password of the demo account.
- **Secrets in files.** A secret can be in a file, as Docker and Kubernetes provide it:
  \`JWT_SECRET_FILE=/run/secrets/jwt-secret\` replaces \`JWT_SECRET\`. A line break at the end of the file is not part
  of the secret. A program does not start if both variables are set, or if the file is empty, unreadable, larger than
  65,536 bytes or not valid UTF-8. These settings can be in files: ${listSecrets()}.
- **Unknown settings.** They are ignored. The server reports them in its log, and a command on standard error:
  \`DATABASE_URI is not a setting: did you mean DATABASE_URL?\` In \`.env\`, every name that is not a setting is
  reported. In the environment, only names that resemble a setting are reported: names of up to seven characters with
  one edit (a character added, missing, replaced or swapped), longer ones with at most two.
- **Invalid values.** A program that uses the settings does not start. The message names every invalid setting and
  what is expected, but never contains a value. Secret files are checked first, then each setting, then rules for
  several settings. If one of these three steps fails, the later ones are skipped.`;

/** Returns the content of `docs/configuration.md`: how settings are read, and one table for each section. */
export function renderConfigurationPage(): string {
  const sections = Object.entries(SETTINGS_SECTIONS).map(([title, section]) =>
    [
      `## ${title}`,
      '',
      '| setting | default | meaning |',
      '| --- | --- | --- |',
      ...[...describeSettings(section)].map(renderRow),
    ].join('\n'),
  );
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function renderRow([name, { description, fallback = '' }]: [string, SettingDescription]): string {
  const value = fallback === '' ? '' : `\`${fallback}\``;
  return `| \`${name}\` | ${value} | ${toSentence(description)} |`;
}

/** Some descriptions end with a command, which has no full stop. */
function toSentence(description: string): string {
  return description.endsWith('.') ? description : `${description}.`;
}

function listSecrets(): string {
  return new Intl.ListFormat('en-GB').format(SECRET_NAMES.map((name) => `\`${name}\``));
}
