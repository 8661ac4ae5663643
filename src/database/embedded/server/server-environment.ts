/**
 * Environment of the server's programs: nothing of ours but the path, so that no PG* variable or locale of the caller
 * changes what they do, and none of our secrets reaches them.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
