/** A value is not valid. The message states the rule and never contains the value. */
export class SettingError extends Error {}

/** Throws a `SettingError`. The message must not contain the value. */
export function refuse(message: string): never {
  throw new SettingError(message);
}
