import type { Principal } from './principal';

/** Placeholder principal of work that is for no user: probes and metrics. */
export const NO_USER: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: [],
};

/** Placeholder principal of commands that read the rows of all users. The reader of a server sees no row of a user then. */
export const ALL_USERS: Principal = { ...NO_USER };
