import type { Principal } from '../common/principal';

/** Placeholder principal of probes and metrics, whose statements read no data of a user. */
export const NO_USER: Principal = {
  userId: '00000000-0000-0000-0000-000000000000',
  username: '',
  role: 'user',
  scopes: [],
  libraryIds: [],
};
