/**
 * Environment of the server's programs. It contains only the path, so that no PG* variable or locale of the caller
 * changes their behaviour, and no secret of the service reaches them.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
