const { existsSync } = require('node:fs');
const { join } = require('node:path');

/**
 * The suites of test/db and test/e2e that do not run on PostgreSQL 15, each with what it tests, which is the same on
 * every version. After a semicolon, the value names other suites that run the same SQL statements.
 */
const VERSION_INDEPENDENT = {
  'test/db/connections/database-tls.spec.ts': 'certificates of the database, on the embedded server',
  'test/db/connections/embedded-accounts.spec.ts': 'the embedded server, which is not PostgreSQL 15',
  'test/db/connections/embedded-crashes.spec.ts': 'the embedded server, which is not PostgreSQL 15',
  'test/db/connections/embedded-postgres.spec.ts': 'the embedded server, which is not PostgreSQL 15',
  'test/db/schema/expanding-migrations.spec.ts': 'what migrations add and remove',
  'test/db/freshness-model/two-releases.spec.ts':
    'releases beside each other; freshness-model and migrate test the statements',
  'test/db/connections/standby.spec.ts': 'a standby of the embedded server, which is not PostgreSQL 15',
  'test/db/connections/start-failures.spec.ts': 'the messages of connections that fail',
  'test/db/import/catalog-files.spec.ts': 'formats of files; catalog-import tests the statements',
  'test/db/read-model/media-deriver.spec.ts': 'rows derived on threads, without a database',
  'test/e2e/answers/answer-format.e2e-spec.ts': 'Markdown; the other suites test the statements of the routes',
  'test/e2e/answers/answer-tokens.e2e-spec.ts':
    'lengths of answers; the other suites test the statements of the routes',
  'test/e2e/answers/caps.e2e-spec.ts': 'caps of answers; the other suites test the statements of the routes',
  'test/e2e/answers/cursor-hardening.e2e-spec.ts':
    'cursors and their refusals; the suites of lists test the statements of pages',
  'test/e2e/answers/promises.e2e-spec.ts': 'caps of answers; the other suites test the statements of the routes',
  'test/e2e/answers/response-budget.e2e-spec.ts':
    'lengths of answers; the other suites test the statements of the routes',
  'test/e2e/runs/audit-command.e2e-spec.ts':
    'hashes that the service computes; run-audit and audit-log test its statements',
  'test/e2e/runs/audit-log-chain.e2e-spec.ts':
    'hashes that the service computes; run-audit and audit-log test its statements',
  'test/e2e/runs/run-hash-chains.e2e-spec.ts':
    'hashes that the service computes; run-audit and audit-log test its statements',
  'test/e2e/tokens/auth-guards.e2e-spec.ts':
    'connections that a server ends, and access rules; the other suites of accounts test the statements',
  'test/e2e/tokens/auth-issuer-shapes.e2e-spec.ts':
    'shapes of tokens; the other suites of accounts test the statements',
  'test/e2e/accounts/auth-ownership.e2e-spec.ts': 'a guard, without a database',
  'test/e2e/operation/background-loops.e2e-spec.ts': 'how failures of loops are reported',
  'test/e2e/requests/base-path.e2e-spec.ts': 'links behind a proxy',
  'test/e2e/operation/blocked-log.e2e-spec.ts': 'a reader of the log that is too slow',
  'test/e2e/requests/body-hardening.e2e-spec.ts':
    'bodies of requests; the other suites test the statements of the routes',
  'test/e2e/requests/cors.e2e-spec.ts': 'headers for pages of other origins',
  'test/e2e/processes/crash-safety.e2e-spec.ts':
    'what a killed process leaves; import-failures and freshness-model test its statements',
  'test/e2e/processes/database-faults.e2e-spec.ts': 'faults of connections, simulated by a proxy',
  'test/e2e/processes/delayed-database.e2e-spec.ts': 'faults of connections, simulated by a proxy',
  'test/e2e/demo/demo-build.e2e-spec.ts': 'the files of a build',
  'test/e2e/demo/demo-crash.e2e-spec.ts':
    'the steps that a restarted demo repeats; demo-schema and demo test its statements',
  'test/e2e/demo/demo-faults.e2e-spec.ts': 'faulty answers of a provider',
  'test/e2e/demo/demo-isolation.e2e-spec.ts': 'the two databases of the demo; demo-schema and demo test its statements',
  'test/e2e/demo/demo-start.e2e-spec.ts': 'the order in which a demo starts',
  'test/e2e/requests/edge-limits.e2e-spec.ts':
    'limits of time, bodies and connections; the other suites test the statements of the routes',
  'test/e2e/isolation/artifacts-isolation.e2e-spec.ts':
    'answers to other users; the suites of artifacts and of runs test the statements',
  'test/e2e/isolation/hidden-libraries.e2e-spec.ts':
    'answers beside hidden libraries; leak-worlds tests the statements',
  'test/e2e/installation/image.e2e-spec.ts': 'the files of the image',
  'test/e2e/catalog/import-docs.e2e-spec.ts': 'the examples of a page',
  'test/e2e/installation/installation.e2e-spec.ts': 'an installation without sources, on the embedded server',
  'test/e2e/accounts/issuer-accounts-cli.e2e-spec.ts':
    'commands; accounts-cli, audit-log and auth-issuer-accounts test their statements',
  'test/e2e/operation/logs.e2e-spec.ts': 'the lines of the log',
  'test/e2e/mcp/mcp-conformance.e2e-spec.ts': 'the protocol of tools; mcp tests its statements',
  'test/e2e/mcp/mcp-stdio.e2e-spec.ts': 'a bridge to the tools; mcp tests their statements',
  'test/e2e/operation/monitoring.e2e-spec.ts': 'names of metrics',
  'test/e2e/installation/node-version.e2e-spec.ts': 'the version of Node, without a database',
  'test/e2e/tokens/claim-rights.e2e-spec.ts': 'claims of tokens; the other suites of accounts test the statements',
  'test/e2e/tokens/oidc-discovery.e2e-spec.ts':
    'addresses and tokens of issuers; the other suites of accounts test the statements',
  'test/e2e/tokens/two-issuers.e2e-spec.ts': 'tokens of issuers; the other suites of accounts test the statements',
  'test/e2e/processes/process-stop.e2e-spec.ts': 'signals, on the embedded server',
  'test/e2e/items/related-real/related-real.e2e-spec.ts':
    'the ranking of real items; items-related tests its statements',
  'test/e2e/requests/request-messages.e2e-spec.ts':
    'messages of refusals; the other suites test the statements of the routes',
  'test/e2e/processes/start-refusals.e2e-spec.ts': 'settings and ports that are refused before a statement runs',
  'test/e2e/processes/stop.e2e-spec.ts': 'requests in flight during a stop',
  'test/e2e/processes/stopped-work.e2e-spec.ts': 'signals during the work of a command',
  'test/e2e/processes/terminated-connections.e2e-spec.ts': 'connections that a server ends',
  'test/e2e/answers/text-origins.e2e-spec.ts': 'labels of answers; the other suites of artifacts test the statements',
  'test/e2e/tokens/token-rotation.e2e-spec.ts': 'secrets of tokens; the other suites of accounts test the statements',
  'test/e2e/operation/tracing.e2e-spec.ts': 'what is sent to a receiver of traces',
  'test/e2e/typed-client/examples.e2e-spec.ts': 'the examples; mcp and run-audit test their statements',
  'test/e2e/typed-client/typed-client.e2e-spec.ts': 'credentials, retries and pages of the client',
  'test/e2e/requests/work-threads.e2e-spec.ts': 'threads that parse bodies',
  'test/e2e/installation/client-cli.e2e-spec.ts':
    'output of commands; the other suites test the statements of the routes',
  'test/e2e/items/related-pages.e2e-spec.ts': 'pages of related items; items-related tests the statements',
  'test/e2e/items/walk-bounds.e2e-spec.ts': 'ends of long lists; the other suites of items test the statements',
  'test/e2e/requests/aborted-routes.e2e-spec.ts':
    'clients that disconnect; aborted-requests tests the cancellation of statements',
  'test/e2e/requests/http-hardening.e2e-spec.ts': 'HTTP itself; the other suites test the statements of the routes',
  'test/db/import/scanner/scanned-episodes.spec.ts':
    'files of episodes; later-scans and catalog-import test the statements',
  'test/db/import/scanner/scanned-films.spec.ts': 'files of films; later-scans and catalog-import test the statements',
  'test/db/import/scanner/scanned-nfo-files.spec.ts': 'NFO files; later-scans and catalog-import test the statements',
  'test/e2e/answers/bounds.e2e-spec.ts': 'caps of answers, of routes without statements',
  'test/e2e/isolation/canary.e2e-spec.ts':
    'the search of the output; the other suites test the statements of the routes',
  'test/e2e/processes/import-priority.e2e-spec.ts': 'priorities of processes, on the embedded server',
  'test/e2e/requests/media-id-hardening.e2e-spec.ts':
    'spellings of ids; the other suites test the statements of the routes',
  'test/e2e/tokens/auth-tokens.e2e-spec.ts': 'shapes of tokens; the other suites of accounts test the statements',
  'test/e2e/tokens/token-refusals.e2e-spec.ts': 'reasons in the log; the other suites of accounts test the statements',
};

const missing = Object.keys(VERSION_INDEPENDENT).filter((path) => !existsSync(join(__dirname, path)));
if (missing.length > 0) throw new Error(`No such suites: ${missing.join(', ')}`);

// Four suites do less random work than on PostgreSQL 18: fewer sequences, changes, records and searches.
process.env.FRESHNESS_RUNS ??= '24';
process.env.LEAK_CHANGES ??= '3';
process.env.NEW_WORDS_RECORDS ??= '60';
process.env.SEARCH_SWEEP_RUNS ??= '200';

module.exports = {
  ...require('./jest.config'),
  testMatch: ['<rootDir>/test/db/**/*.spec.ts', '<rootDir>/test/e2e/**/*.e2e-spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...Object.keys(VERSION_INDEPENDENT).map((path) => `<rootDir>/${path}`)],
};
