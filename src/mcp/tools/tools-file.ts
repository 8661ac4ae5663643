import { formatTool, TOOL_FORMATS } from './tool-formats';
import { TOOLS } from './tool-list';

/** All tools in all formats as JSON, for a comparison of releases. */
export function renderTools(): string {
  const formats = TOOL_FORMATS.map((format) => [format, TOOLS.map((tool) => formatTool(tool, format))]);
  return `${JSON.stringify(Object.fromEntries(formats), null, 2)}\n`;
}
