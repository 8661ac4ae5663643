import * as all from './all';

/** All migrations, oldest first: their names end with a timestamp of 13 digits. */
export const MIGRATIONS = Object.values(all).sort((a, b) => Number(a.name.slice(-13)) - Number(b.name.slice(-13)));
