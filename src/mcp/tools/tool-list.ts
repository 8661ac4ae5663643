import { hasScope, type Principal } from '../../common/principal';
import { READ_TOOLS } from './read-tools';
import type { Tool } from './tool';
import { WRITE_TOOLS } from './write-tools';

/** The right that the tools that write require. */
const WRITE_SCOPE = 'artifacts:write';

/** All tools, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [...READ_TOOLS, ...WRITE_TOOLS];

/** The tools that the caller may use. */
export function toolsFor(principal: Principal): readonly Tool[] {
  return hasScope(principal, WRITE_SCOPE) ? TOOLS : READ_TOOLS;
}
