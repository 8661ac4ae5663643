import { createUser } from '../../support/accounts/accounts';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const PAGE = 'https://app.example';
const OTHER = 'https://other.example';
const SEARCH = '/api/v1/intelligence/candidates:search';

function preflight(app: TestApp, origin: string, path = SEARCH): Promise<Response> {
  const requested = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };
  return fetch(`${app.url}${path}`, { method: 'OPTIONS', headers: { origin, ...requested } });
}

function corsHeadersOf(answer: Response): Record<string, string> {
  return Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')));
}

describe('requests of web pages from another origin', () => {
  describe('by default', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await createTestApp();
    });
    afterAll(() => app.close());

    it('get the same answers as other requests, without CORS headers', async () => {
      const answers = [await preflight(app, PAGE), await fetch(`${app.url}${SEARCH}`, { headers: { origin: PAGE } })];
      expect(answers.map(corsHeadersOf)).toEqual([{}, {}]);
      expect(answers[0]?.headers.get('allow')).toBe('OPTIONS, POST');
    });
  });

  describe('with CORS_ORIGINS', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await createTestApp({ env: { CORS_ORIGINS: `${PAGE},http://localhost:5173` } });
    });
    afterAll(() => app.close());

    it('may send and read the headers of the API only if the setting names their origin', async () => {
      const allowed = await preflight(app, PAGE);
      expect(allowed.status).toBe(204);
      expect(corsHeadersOf(allowed)).toEqual({
        'access-control-allow-origin': PAGE,
        'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
        'access-control-allow-headers':
          'Authorization,Content-Type,Idempotency-Key,If-Match,If-None-Match,MCP-Protocol-Version,Prefer,X-Min-Revision,X-Request-Id',
        'access-control-expose-headers':
          'Accept,Accept-Encoding,Accept-Post,Allow,ETag,Idempotency-Replayed,Preference-Applied,RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate,X-Catalog-Revision,X-Request-Id',
        'access-control-max-age': '600',
      });
      expect(allowed.headers.get('vary')).toContain('Origin');
      expect(allowed.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      for (const origin of [OTHER, `${PAGE}.evil.test`, 'null', PAGE.toUpperCase()]) {
        expect(corsHeadersOf(await preflight(app, origin))).not.toHaveProperty('access-control-allow-origin');
      }
    });

    it('get answers and problems that the page may read if it sent no cookies', async () => {
      const user = await createUser(app);
      const headers = { origin: PAGE, authorization: `Bearer ${user.token}` };
      const answer = await fetch(`${app.url}/api/v1/auth/me`, { headers });
      const problem = await fetch(`${app.url}/api/v1/nowhere`, { headers: { origin: PAGE } });
      expect([answer.status, problem.status]).toEqual([200, 404]);
      for (const { headers: answerHeaders } of [answer, problem]) {
        expect(answerHeaders.get('access-control-allow-origin')).toBe(PAGE);
        expect(answerHeaders.get('access-control-allow-credentials')).toBeNull();
      }
    });
  });
});
