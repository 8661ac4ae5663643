/** Calls of MCP tools as operations, so that every argument of every tool gets every hostile value. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callMessage } from '../support/requests/mcp';
import { fieldsOf, type Operation, type Schema } from './operations';
import { ROOT } from '../support/root';

interface Tool {
  readonly name: string;
  readonly parameters: Schema;
}

const { openai } = JSON.parse(readFileSync(join(ROOT, 'test/contract/tools.json'), 'utf8')) as { openai: Tool[] };

/** One operation for each tool. */
export const TOOL_OPERATIONS: readonly Operation[] = openai.map(({ name, parameters }) => ({
  name: `tool ${name}`,
  method: 'POST',
  path: '/mcp',
  pathParameters: [],
  queryParameters: [],
  headers: [],
  body: callMessage(name),
  fields: [
    ['params'],
    ['params', 'name'],
    ['params', 'arguments'],
    ...fieldsOf(parameters, [], 4).map((path) => ['params', 'arguments', ...path]),
  ],
}));
