/** All environment variables of the service: read, checked and typed by the settings classes. */
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { AccessSettings } from './settings/access.settings';
import { DataSettings } from './settings/data.settings';
import { DemoModeSettings } from './settings/demo-mode.settings';
import { ServerSettings } from './settings/server.settings';
import { describeSettings, type SettingDescription } from './settings/setting.decorators';

/** The settings classes by the title of their section, in the order of `.env.example`. */
export const SETTINGS_SECTIONS = {
  Server: ServerSettings,
  Data: DataSettings,
  Access: AccessSettings,
  Demo: DemoModeSettings,
} as const;

/** The value of every variable, by name. */
export type Environment = ServerSettings & DataSettings & AccessSettings & DemoModeSettings;

/** The description of every variable, by name. */
export const SETTINGS = Object.fromEntries(
  Object.values(SETTINGS_SECTIONS).flatMap((section) => [...describeSettings(section)]),
) as Readonly<Record<keyof Environment, SettingDescription>>;

/** The variables, or one message for each bad one; a message names the variable and what is expected, never a value. */
export type ReadEnvironment = { readonly environment: Environment } | { readonly problems: readonly string[] };

/** Reads the known variables; an empty one counts as absent, and an absent one takes its default. */
export function readEnvironment(env: NodeJS.ProcessEnv): ReadEnvironment {
  const sections = Object.values(SETTINGS_SECTIONS).map((section) => readSection(section, env));
  const errors = sections.flatMap((section) => validateSync(section, { stopAtFirstError: true }));
  if (errors.length > 0) return { problems: errors.map(describeProblem) };
  return { environment: Object.assign({}, ...sections) as Environment };
}

function readSection(section: new () => object, env: NodeJS.ProcessEnv): object {
  const texts: Record<string, string> = {};
  for (const [name, { fallback }] of describeSettings(section)) {
    const given = env[name];
    const text = given === undefined || given === '' ? fallback : given;
    if (text !== undefined) texts[name] = text;
  }
  return plainToInstance(section, texts);
}

function describeProblem({ property, constraints }: ValidationError): string {
  const [expected] = Object.values(constraints ?? {});
  return `${property} ${expected}. ${SETTINGS[property as keyof Environment].description}`;
}
