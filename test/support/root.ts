import { resolve } from 'node:path';

/** The root of the project. */
export const ROOT = resolve(__dirname, '../..');
