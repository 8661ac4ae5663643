import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation, OperationExample } from './openapi.types';

/** Requests to the service and its answers by operation id; `test/contract/examples.spec.ts` records them. */
export type Examples = Readonly<Record<string, OperationExample>>;

/** Reads the recorded examples. A build without the file describes operations without examples. */
export function readExamples(): Examples {
  const path = join(__dirname, 'examples.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Examples) : {};
}

/** Adds the recorded request and answers of an operation. Examples that its controller declares take precedence. */
export function addExamples(operation: Operation, { request, responses }: OperationExample): void {
  for (const body of Object.values(operation.requestBody?.content ?? {})) {
    if (request !== undefined && body.examples === undefined) body.example ??= request;
  }
  for (const [status, answer] of Object.entries(responses)) {
    const body = operation.responses[status]?.content?.['application/json'];
    if (body !== undefined) body.example ??= answer;
  }
}
