import { loadConfig } from './config';
import { findExposures } from './exposures';

const exposuresOf = (env: Record<string, string>): string[] =>
  findExposures(loadConfig({ NODE_ENV: 'test', JWT_SECRET: 'q7Kd93Lm2Xv8Tp4Wn6Rb1Yc5Hs0GjFa2Ue9To3', ...env })).map(
    (sentence) => sentence.split(' ')[0] ?? '',
  );

test.each([
  ['127.0.0.1', '9464', []],
  ['localhost', '9464', []],
  ['::1', '9464', []],
  ['0.0.0.0', '9464', ['METRICS_HOST']],
  ['::', '9464', ['METRICS_HOST']],
  ['10.0.0.7', '9464', ['METRICS_HOST']],
  ['0.0.0.0', '0', []],
])('metrics on host %s and port %s: the warnings name %j', (METRICS_HOST, METRICS_PORT, expected) => {
  expect(exposuresOf({ METRICS_HOST, METRICS_PORT })).toEqual(expected);
});

test.each([
  ['postgres://a:b@db.example/films', ['DATABASE_URL']],
  ['postgres://a:b@10.0.0.7:5432/films?sslmode=disable', ['DATABASE_URL']],
  ['postgres://a:b@localhost/films?host=db.example', ['DATABASE_URL']],
  ['postgres://a:b@db.example/films?sslmode=verify-full', []],
  ['postgres://a:b@db.example/films?ssl=true', []],
  ['postgres://a:b@localhost/films', []],
  ['postgres://a:b@127.0.0.1:6432/films', []],
  ['postgres://a:b@[::1]/films', []],
  ['postgres://a:b@%2Frun%2Fpostgresql/films', []],
])('the database URL %s: the warnings name %j', (DATABASE_URL, expected) =>
  expect(exposuresOf({ DATABASE_URL })).toEqual(expected),
);

test.each(['DATABASE_READ_URL', 'DATABASE_MIGRATION_URL', 'DEMO_DATABASE_URL'])('%s is checked too', (name) => {
  const urls = { DATABASE_URL: 'postgres://a:b@localhost/films', [name]: 'postgres://c:d@db.example/films' };
  expect(exposuresOf(urls)).toEqual([name]);
});
