import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/network/free-port';
import { client } from '../../support/requests/client';
import { findDebianProgram } from '../../support/installation/debian-program';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const promtool = findDebianProgram('prometheus', 'usr/bin/promtool');
const withPromtool = promtool === null ? it.skip : it;

let app: TestApp;
let scraped: string;
let names: ReadonlySet<string>;
const loginCounts = { unauthorized: 0, overLimit: 0, delayed: 0 };

beforeAll(async () => {
  app = await createTestApp({ env: { METRICS_PORT: String(await findFreePort()), RATE_LIMIT_PER_MINUTE: '15' } });
  // Attempts are delayed after the tenth failure, and exceed the request limit after the fifteenth request. If a new
  // minute begins in between, the limit allows 15 further requests.
  for (let sent = 0; sent < 60 && !(loginCounts.delayed > 0 && loginCounts.overLimit > 0); sent += 1) {
    const { status, headers } = await client(app).post('/auth/login', { username: 'nobody', password: 'wrong one' });
    loginCounts[status === 401 ? 'unauthorized' : headers.has('ratelimit') ? 'overLimit' : 'delayed'] += 1;
  }
  const { port } = app.config.metrics;
  scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  names = new Set(Array.from(scraped.matchAll(/^# TYPE (\S+) /gm), ([, name = '']) => name));
});
afterAll(() => app.close());

/** Returns the metrics that a text names, without the suffixes of the series of a histogram. */
function metricsIn(text: string): Set<string> {
  const matches = Array.from(text.matchAll(/\bintelligence_[a-z0-9_]+\b(?!\*)/g), ([name]) => name);
  return new Set(matches.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
}

it('every metric has the prefix intelligence_', () => {
  expect([...names].filter((name) => !name.startsWith('intelligence_'))).toEqual([]);
});

it('the metrics count problems by code, and logins by outcome', () => {
  const { unauthorized, overLimit, delayed } = loginCounts;
  expect([unauthorized, overLimit, delayed].map(Math.sign)).toEqual([1, 1, 1]);
  expect(scraped).toContain(`\nintelligence_http_problems_total{code="unauthorized"} ${unauthorized}\n`);
  expect(scraped).toContain(`\nintelligence_http_problems_total{code="rate-limited"} ${overLimit + delayed}\n`);
  expect(scraped).toContain(`\nintelligence_logins_total{outcome="refused"} ${unauthorized + overLimit}\n`);
  expect(scraped).toContain(`\nintelligence_logins_total{outcome="delayed"} ${delayed}\n`);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(scraped).toContain(
    `\nintelligence_build_info{version="${version}",node_version="${process.versions.node}"} 1\n`,
  );
});

it.each(['deploy/monitoring/alerts.yaml', 'deploy/monitoring/dashboard.json', 'docs/monitoring.md'])(
  '%s names only existing metrics',
  (path) => {
    const text = read(path).replace(/"uid": "[^"]*"/g, '');
    expect([...metricsIn(text)].filter((name) => !names.has(name))).toEqual([]);
  },
);

it('docs/monitoring.md describes every metric of the service', () => {
  const described = metricsIn(read('docs/monitoring.md'));
  const serviceMetrics = [...names].filter((name) => !/^intelligence_(?:process|nodejs)_/.test(name));
  expect(serviceMetrics.length).toBeGreaterThan(14);
  expect(serviceMetrics.filter((name) => !described.has(name))).toEqual([]);
});

withPromtool('promtool accepts the metrics of the service', () => {
  const complaints = check(['check', 'metrics'], scraped);
  // The names of these metrics come from prom-client.
  const serviceComplaints = complaints.filter((line) => !/^intelligence_(?:process|nodejs)_/.test(line));
  expect(serviceComplaints).toEqual([]);
});

withPromtool('promtool accepts the alert rules', () => {
  expect(check(['check', 'rules', join(ROOT, 'deploy/monitoring/alerts.yaml')], '').join('\n')).toContain(
    '14 rules found',
  );
});

withPromtool('the alert for older rows is raised only if their number does not fall', () => {
  const directory = mkdtempSync(join(tmpdir(), 'alert-rules-'));
  const summary = /summary: (Rows of an earlier release .*)/.exec(read('deploy/monitoring/alerts.yaml'))?.[1];
  const series = (instance: string, values: string): object => ({
    series: `intelligence_read_model_older_rows{instance="${instance}"}`,
    values,
  });
  const alerts = (eval_time: string, isRaised: boolean): object => ({
    eval_time,
    alertname: 'IntelligenceOlderRowsLeft',
    exp_alerts: isRaised ? [{ exp_labels: { severity: 'warning' }, exp_annotations: { summary } }] : [],
  });
  const cases = [
    // Instance a derives the rows. Instance b reports an earlier count.
    [[series('a', '0x12 90000-1000x80'), series('b', '0x12 90000x80')], alerts('7h', false)],
    // The number does not fall. Instance b reports -1 until it has counted.
    [[series('a', '0x12 90000x80'), series('b', '-1x12 90000x80')], alerts('7h', true)],
    // The number has not stayed the same for long enough.
    [[series('a', '0x12 90000x80'), series('b', '0x12 90000x80')], alerts('2h', false)],
    // There are no older rows.
    [[series('a', '0x90'), series('b', '-1x90')], alerts('7h', false)],
  ] as const;
  const tests = cases.map(([input_series, alert]) => ({ interval: '5m', input_series, alert_rule_test: [alert] }));
  const file = join(directory, 'tests.json');
  const rule_files = [join(ROOT, 'deploy/monitoring/alerts.yaml')];
  // JSON is also YAML.
  writeFileSync(file, JSON.stringify({ rule_files, evaluation_interval: '5m', tests }));
  expect(check(['test', 'rules', file], '').join('\n')).toContain('SUCCESS');
  rmSync(directory, { recursive: true });
});

/** Runs promtool and returns the lines that it prints. */
function check(args: readonly string[], input: string): string[] {
  try {
    return execFileSync(promtool ?? '', args, { input, encoding: 'utf8', stdio: 'pipe' })
      .split('\n')
      .filter(Boolean);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}`.split('\n').filter(Boolean);
  }
}
