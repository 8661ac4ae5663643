import { hasScope, type Principal } from '../../common/principal';
import { READ_TOOLS } from './read-tools';
import type { Tool } from './tool';
import { formatTool, TOOL_FORMATS } from './tool-formats';
import { WRITE_TOOLS } from './write-tools';

/** The right that a caller needs for the tools that write. */
const WRITE_SCOPE = 'artifacts:write';

/** All tools, in the order in which `tools/list` returns them. */
export const TOOLS: readonly Tool[] = [...READ_TOOLS, ...WRITE_TOOLS];

/** Returns the tools that the caller may use. */
export function toolsFor(principal: Principal): readonly Tool[] {
  return hasScope(principal, WRITE_SCOPE) ? TOOLS : READ_TOOLS;
}

/** Returns all tools in all formats as JSON, for a comparison of releases. */
export function renderTools(): string {
  const formats = TOOL_FORMATS.map((format) => [format, TOOLS.map((tool) => formatTool(tool, format))]);
  return `${JSON.stringify(Object.fromEntries(formats), null, 2)}\n`;
}
