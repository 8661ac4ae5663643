/** The library id under which counts over all libraries are kept; imports refuse it for a library of their own. */
export const ALL_LIBRARIES = '00000000-0000-0000-0000-000000000000';
