import type { Principal } from '../../../src/common/principal';

/** Returns a caller for code that is called without HTTP. Default: a user without scopes who may read all libraries. */
export function principalOf(fields: Partial<Principal> = {}): Principal {
  return {
    userId: '00000000-0000-4000-8000-000000000000',
    username: 'reader',
    role: 'user',
    scopes: [],
    libraryIds: null,
    ...fields,
  };
}
