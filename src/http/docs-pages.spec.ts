import express from 'express';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendAsset } from './docs-pages';

it('the page of the API gets its files also from an installation below a hidden folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), '.docs-pages-spec-'));
  writeFileSync(join(folder, 'page.css'), 'body {}');
  const server = express()
    .get('/page.css', (_request, response) => sendAsset(response, folder, 'page.css'))
    .listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.css`);
    expect([answer.status, await answer.text()]).toEqual([200, 'body {}']);
    expect(answer.headers.get('content-type')).toContain('text/css');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
