/** Reads and validates the settings of the service. The settings classes declare the names, types and rules. */
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { AccessSettings } from './settings/access.settings';
import { DataSettings } from './settings/data.settings';
import { DemoModeSettings } from './settings/demo-mode.settings';
import { IssuerSettings } from './settings/issuer.settings';
import { ServerSettings } from './settings/server.settings';
import { describeSettings, type SettingDescription } from './settings/setting-descriptions';

/** The settings classes by section title, in the order of `.env.example`. */
export const SETTINGS_SECTIONS = {
  Server: ServerSettings,
  Data: DataSettings,
  Access: AccessSettings,
  'External issuers': IssuerSettings,
  Demo: DemoModeSettings,
} as const;

/** The values of all variables, by name. */
export type Environment = ServerSettings & DataSettings & AccessSettings & IssuerSettings & DemoModeSettings;

/** The descriptions of all variables, by name. */
export const SETTINGS = Object.fromEntries(
  Object.values(SETTINGS_SECTIONS).flatMap((section) => [...describeSettings(section)]),
) as Readonly<Record<keyof Environment, SettingDescription>>;

type EnvironmentOrProblems = { readonly environment: Environment } | { readonly problems: readonly string[] };

/**
 * Reads all variables of the settings classes. An empty or absent variable has its default value. Returns `problems` if
 * variables are invalid: one message for each of them, with its name and its rule, but no value.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): EnvironmentOrProblems {
  const sections = Object.values(SETTINGS_SECTIONS).map((section) => readSection(section, env));
  const errors = sections.flatMap((section) => validateSync(section, { stopAtFirstError: true }));
  if (errors.length > 0) return { problems: errors.map(describeProblem) };
  return { environment: Object.assign({}, ...sections) as Environment };
}

function readSection(section: new () => object, env: NodeJS.ProcessEnv): object {
  const texts: Record<string, string> = {};
  for (const [name, { fallback }] of describeSettings(section)) {
    const text = env[name] === '' ? fallback : (env[name] ?? fallback);
    if (text !== undefined) texts[name] = text;
  }
  return plainToInstance(section, texts);
}

function describeProblem({ property, constraints }: ValidationError): string {
  const [rule] = Object.values(constraints ?? {});
  return `${property} ${rule}. ${SETTINGS[property as keyof Environment].description}`;
}
