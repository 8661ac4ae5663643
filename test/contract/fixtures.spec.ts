import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiContract } from '../support/checks/contract';
import { environmentOf, readDockerfile } from '../support/installation/dockerfile';
import { findFreePort } from '../support/network/free-port';
import { withTakenPort } from '../support/network/taken-port';
import { ProgramRun } from '../support/programs/program-run';
import type { ApiResponse } from '../support/requests/client';
import { textOf } from '../support/requests/mcp';
import { sendRaw } from '../support/requests/raw-http';

/** Fixtures that other tests rely on: each reports a failure instead of hiding it. */

const answer = (status: number, type: string, body: unknown): ApiResponse<unknown> => ({
  status,
  headers: new Headers({ 'content-type': type }),
  body,
  text: JSON.stringify(body),
});
const check = (method: string, path: string, body: object, status = 400, type = 'application/problem+json'): void =>
  apiContract().check(method, path, answer(status, type, body));

describe('the check of answers against the API description', () => {
  const problem = { type: '/x', title: 'X', status: 400, code: 'invalid-request', instance: 'urn:x' };
  const error = { field: 'query', message: 'is required' };

  it('accepts a described answer', () => {
    expect(() => check('POST', '/api/v1/intelligence/facets', { ...problem, errors: [error] })).not.toThrow();
  });

  it('finds a leaked field of an answer, and of an object whose schema has no name', () => {
    const leak = { ...problem, errors: [{ ...error, secret: 1 }] };
    for (const leaky of [
      () => check('GET', '/health/live', { status: 'ok', secret: 1 }, 200, 'application/json'),
      () => check('POST', '/api/v1/intelligence/facets', leak),
    ]) {
      expect(leaky).toThrow(/must NOT have additional properties/);
    }
  });

  it('finds a leaked field of an operation whose path continues after an id', () => {
    const path = '/api/v1/intelligence/artifacts/x:invalidate';
    expect(() => check('POST', path, { secret: 1 }, 200, 'application/json')).toThrow(/additional properties/);
  });

  it('finds a success of an operation that is not described', () => {
    expect(() => check('POST', '/api/v1/unknown', {}, 200, 'application/json')).toThrow(/not documented/);
    expect(() => check('DELETE', '/api/v1/intelligence/facets', {}, 204)).toThrow(/not documented/);
    expect(() => check('POST', '/api/v1/unknown', {}, 404)).not.toThrow();
  });
});

test('the parser of the Dockerfile returns values that contain `=` completely', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockerfile-'));
  try {
    const path = join(folder, 'Dockerfile');
    const lines = ['ARG IMAGE=a=b', 'FROM ${IMAGE}', 'RUN --mount=type=cache,target=/c true', 'ENV A=1 B=--c=2'];
    writeFileSync(path, lines.join('\n'));
    const [stage = { base: '', name: '', instructions: [] }] = readDockerfile(path);
    expect(stage.base).toBe('a=b');
    expect(stage.instructions[0]?.options).toEqual({ mount: 'type=cache,target=/c' });
    expect(environmentOf(stage)).toEqual({ A: '1', B: '--c=2' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a fixture fails', () => {
  it('if a program cannot be started', async () => {
    expect(() => new ProgramRun('no-such-program', [], { cwd: tmpdir() })).toThrow(/cannot be started/);
    await expect(ProgramRun.run('no-such-program', [], { cwd: tmpdir() })).rejects.toThrow(/cannot be started/);
  });

  it('if a server refuses a TCP connection', async () => {
    await expect(sendRaw(await findFreePort(), 'GET / HTTP/1.1\r\n\r\n')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('if a port cannot be taken, unless a server already listens on it', async () => {
    await withTakenPort((port) => withTakenPort((same) => Promise.resolve(expect(same).toBe(port)), port));
    await expect(withTakenPort(() => Promise.resolve(), 65_536)).rejects.toThrow(/port/i);
  });

  it('if the result of an MCP tool does not start with text', () => {
    expect(() => textOf({ content: [] })).toThrow('The result starts with nothing.');
  });
});
