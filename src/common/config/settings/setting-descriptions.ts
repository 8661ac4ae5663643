/** Description of a setting for `.env.example` and error messages. */
export interface SettingDescription {
  /** Meaning, range and unit. */
  readonly description: string;
  /** The default in the form of an environment variable; undefined if there is none. */
  readonly fallback?: string;
  /** Whether the value is secret, so that it can also be read from a file. */
  readonly secret?: boolean;
}

const DESCRIPTIONS = new WeakMap<object, Map<string, SettingDescription>>();

/** Returns the descriptions of a class's settings by name, in the order of their declaration. */
export function describeSettings(type: object): ReadonlyMap<string, SettingDescription> {
  return DESCRIPTIONS.get(type) ?? new Map<string, SettingDescription>();
}

/** Records the description of a setting. `type` is the class that declares it. */
export function recordDescription(type: object, name: string, description: SettingDescription): void {
  const descriptions = DESCRIPTIONS.get(type) ?? new Map<string, SettingDescription>();
  DESCRIPTIONS.set(type, descriptions.set(name, description));
}
