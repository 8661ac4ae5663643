/**
 * Environment of the PostgreSQL programs: the PATH of this process, with a fixed locale and time zone. The programs
 * receive no other variable, so that no PG* variable of the caller changes their behaviour and no secret of the service
 * reaches them.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
