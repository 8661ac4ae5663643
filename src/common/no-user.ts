import type { Principal } from './principal';

/** Placeholder principal of work that is for no user: probes, metrics, and the verification of all records. */
export const NO_USER: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: [],
};
