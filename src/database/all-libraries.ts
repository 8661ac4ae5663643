/** Library id of the counts over all libraries. Imports refuse it for a real library. */
export const ALL_LIBRARIES = '00000000-0000-0000-0000-000000000000';
