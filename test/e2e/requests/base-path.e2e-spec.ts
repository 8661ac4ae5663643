import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/network/free-port';
import { findDebianProgram } from '../../support/installation/debian-program';
import { ProgramRun } from '../../support/programs/program-run';
import { sendRaw } from '../../support/requests/raw-http';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const BASE = '/media/lm';
const nginx = findDebianProgram('nginx', 'usr/sbin/nginx');

interface Described {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/**
 * Returns settings of nginx with two servers: one forwards the base path, the other removes it. Both answer requests
 * outside the base path with 418.
 */
function settingsOf(folder: string, service: string, keeping: number, removing: number): string {
  const server = (port: number, target: string): string =>
    `server { listen 127.0.0.1:${port}; location ${BASE}/ { proxy_pass ${target}; } location / { return 418; } }`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/t;`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn; events {}
    http { access_log off; ${temporary.join(' ')}
      ${server(keeping, service)} ${server(removing, `${service}/`)} }`;
}

(nginx === null ? describe.skip : describe)('the service under a path of nginx', () => {
  let app: TestApp;
  let proxy: ProgramRun;
  let folder: string;
  let proxies: Record<'keeps' | 'removes', string>;

  beforeAll(async () => {
    app = await createTestApp({ env: { BASE_PATH: `${BASE}/` } });
    folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    const [keeping, removing] = [await findFreePort(), await findFreePort()];
    writeFileSync(join(folder, 'nginx.conf'), settingsOf(folder, app.url, keeping, removing));
    const settings = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
    proxy = new ProgramRun(nginx ?? '', settings, { cwd: folder });
    proxies = { keeps: `http://127.0.0.1:${keeping}`, removes: `http://127.0.0.1:${removing}` };
    await proxy.waitFor(async () => (await fetch(proxies.keeps).catch(() => null))?.status === 418);
  });
  afterAll(async () => {
    proxy.kill('SIGTERM');
    await proxy.destroy();
    rmSync(folder, { recursive: true });
    await app.close();
  });

  describe.each(['keeps', 'removes'] as const)('a service behind nginx that %s the base path', (how) => {
    const get = (path: string): Promise<Response> => fetch(`${proxies[how]}${path}`);

    it('serves the page of the API description and everything that the page loads', async () => {
      const page = await (await get(`${BASE}/api/docs`)).text();
      const links = Array.from(page.matchAll(/(?:href|src)="([^"]+)"/g), ([, link = '']) => link);
      expect(links).toHaveLength(4);
      for (const link of links) expect({ link, status: (await get(link)).status }).toEqual({ link, status: 200 });
      const start = await (await get(`${BASE}/api/docs/start.js`)).text();
      const [, description = ''] = /url: '([^']+)'/.exec(start) ?? [];
      expect(await (await get(description)).json()).toMatchObject({ openapi: '3.1.0' });
    });

    it('describes GET routes at the addresses that clients use', async () => {
      const { servers, paths } = (await (await get(`${BASE}/api/docs/openapi.json`)).json()) as Described;
      const gets = Object.entries(paths).filter(([path, methods]) => 'get' in methods && !path.includes('{'));
      expect(gets.length).toBeGreaterThan(4);
      for (const [path] of gets) {
        const { status } = await get(`${servers[0]?.url}${path}`);
        expect({ path, status }).toEqual({ path, status: /^\/(?:health|\.well-known)\//.test(path) ? 200 : 401 });
      }
    });

    it('names problem types whose page can be fetched', async () => {
      const answer = await get(`${BASE}/api/v1/auth/me`);
      const { type } = (await answer.json()) as { type: string };
      const [page = '', section] = type.split('#');
      expect(section).toBe('unauthorized');
      expect(await (await get(page)).text()).toContain(`id="${section}"`);
      const description = await (await get(`${BASE}/api/docs/openapi.json`)).text();
      const types = new Set(Array.from(description.matchAll(/"type":"([^"]*errors#)/g), ([, prefix]) => prefix));
      expect([...types]).toEqual([`${BASE}/api/docs/errors#`]);
    });
  });

  it('answers direct requests with and without the base path', async () => {
    const statusOf = async (path: string): Promise<number> => (await fetch(`${app.url}${path}`)).status;
    expect(await statusOf('/health/ready')).toBe(200);
    expect(await statusOf('/api/v1/auth/me')).toBe(401);
    expect(await statusOf(`${BASE}/health/live?probe=1`)).toBe(200);
    for (const path of [
      BASE,
      `${BASE}?x`,
      `${BASE}x/health/live`,
      `${BASE}${BASE}/health/live`,
      '/media/health/live',
    ]) {
      expect({ path, status: await statusOf(path) }).toEqual({ path, status: 404 });
    }
  });

  it('includes the base path in the problem type for a request that is not HTTP', async () => {
    const { text } = await sendRaw(app.port, 'nonsense\r\n\r\n');
    expect(text).toContain(`"type":"${BASE}/api/docs/errors#invalid-request"`);
  });
});
