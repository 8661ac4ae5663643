/**
 * Sends named hostile inputs to all routes and to imports. `HOSTILE_INPUTS=all` sends all of them; by default, a fixed
 * part of each group is sent.
 */
import { findFault, HIDDEN, HIDDEN_POSITION } from './answer-check';
import type { ImportAnswer } from '../support/catalog/catalog';
import { GROUPS, type HostileRequest, requestOf, requestsOf } from './http-inputs';
import { HostileWorld } from './hostile-world';
import { HOSTILE_IMPORTS, HOSTILE_LINES, type HostileLine, importOfLines } from './import-inputs';
import { MARK } from './named-values';
import { OPERATIONS } from './operations';

const SENDS_ALL = process.env['HOSTILE_INPUTS'] === 'all';
/**
 * By default, every n-th request of a group is sent. The step n is a prime, so that the chosen requests are spread over
 * the operations and values. It is smaller for a group of few requests, so that each of its values occurs.
 */
const LARGE_GROUP_STEP = 83;
const SMALL_GROUP_STEP = 17;
const SMALL_GROUP_MAX = 10_000;
const LINE_STEP = 7;
const LINES_OF_IMPORT = 100;
const RPC_INTERNAL_ERROR = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}';
const LONGEST_MS = SENDS_ALL ? 3_600_000 : 180_000;

let world: HostileWorld;
beforeAll(async () => {
  world = await HostileWorld.create();
});
afterAll(() => world.close());

function select<Input>(inputs: readonly Input[], step: number): Input[] {
  return SENDS_ALL ? [...inputs] : inputs.filter((_, index) => index % step === 0);
}

function selectRequests(requests: readonly HostileRequest[]): HostileRequest[] {
  return select(requests, requests.length > SMALL_GROUP_MAX ? LARGE_GROUP_STEP : SMALL_GROUP_STEP);
}

/** Returns the hostile values of requests: the text after the first `is` or `are` in each name. */
function valuesOf(requests: readonly HostileRequest[]): Set<string> {
  return new Set(requests.map(({ name }) => name.replace(/^.*? (?:is|are) /, '')));
}

/** Returns the faults of an import. Each of its lines must be counted as stored or as refused. */
async function faultsOfImport(lines: readonly HostileLine[]): Promise<string[]> {
  return world.findFaults([importOfLines(lines)], 1, (answer) => {
    const fault = findFault(answer);
    if (fault !== null) return fault;
    const { accepted, unchanged, rejected } = JSON.parse(answer.text) as Partial<ImportAnswer>;
    if (accepted !== undefined && unchanged !== undefined && rejected !== undefined) {
      if (accepted + unchanged + rejected === lines.length) return null;
    }
    return `does not count ${lines.length} lines: ${answer.status} ${answer.text.slice(0, 300)}`;
  });
}

/**
 * Returns the faults of the lines. Imports many lines in one request. After a fault, imports each line separately, and
 * returns the fault of the whole import only if no line alone has one.
 */
async function faultsOfLines(lines: readonly HostileLine[]): Promise<string[]> {
  const imports = Array.from({ length: Math.ceil(lines.length / LINES_OF_IMPORT) }, (_, n) =>
    lines.slice(n * LINES_OF_IMPORT, (n + 1) * LINES_OF_IMPORT),
  );
  const faults: string[] = [];
  for (const part of imports) {
    const together = await faultsOfImport(part);
    if (together.length === 0) continue;
    const alone: string[] = [];
    for (const line of part) alone.push(...(await faultsOfImport([line])));
    faults.push(...(alone.length === 0 ? together : alone));
  }
  return faults;
}

describe('hostile inputs', () => {
  it('have distinct names, and by default more than 2,000 are sent, with every value of each group', () => {
    const groups = Object.values(GROUPS).map((build) => requestsOf(build, world.ids));
    for (const group of groups) expect(valuesOf(selectRequests(group))).toEqual(valuesOf(group));
    const requests = groups.flat();
    const chosen = groups.flatMap(selectRequests);
    const names = [...requests, ...HOSTILE_IMPORTS, ...HOSTILE_LINES].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    if (process.env['TEST_LOG_LEVEL'] !== undefined) process.stdout.write(`${chosen.length} of ${names.length}\n`);
    expect(chosen.length + select(HOSTILE_LINES, LINE_STEP).length).toBeGreaterThan(2_000);
  });

  it('are sent to every operation', () => {
    const chosen = Object.values(GROUPS).flatMap((build) => selectRequests(requestsOf(build, world.ids)));
    const covered = new Set(chosen.map(({ operation }) => operation.name));
    expect(OPERATIONS.filter(({ name }) => !covered.has(name)).map(({ name }) => name)).toEqual([]);
  });

  it('are made from valid requests: the unchanged read requests are accepted', async () => {
    const reads = OPERATIONS.filter(({ path }) =>
      /candidates|facets|overview|items:|artifacts:search|tools$/.test(path),
    );
    expect(reads.length).toBeGreaterThan(6);
    for (const operation of reads) {
      const { status, text } = await world.send(requestOf(operation, world.ids));
      expect([operation.name, status, status === 200 ? '' : text]).toEqual([operation.name, 200, '']);
    }
  });

  it.each(Object.entries(GROUPS))(
    'in %s get no 5xx and no refusal that repeats them, and do not delay /health/live',
    async (_, build) => {
      await world.renewIds();
      expect(await world.findFaults(selectRequests(requestsOf(build, world.ids)))).toEqual([]);
    },
    LONGEST_MS,
  );

  it(
    'in lines of imports are refused line by line, or stored',
    async () => {
      expect(await faultsOfLines(select(HOSTILE_LINES, LINE_STEP))).toEqual([]);
    },
    LONGEST_MS,
  );

  it('in bodies of imports get no 5xx', async () => {
    expect(await world.findFaults(HOSTILE_IMPORTS, 1)).toEqual([]);
  });

  it('do not end the process', async () => {
    expect(await world.isAlive()).toBe(true);
  });
});

describe('the check of an answer', () => {
  const problem = (fields: object): string => JSON.stringify({ code: 'not-found', status: 404, ...fields });
  const json = 'application/problem+json';

  it.each([
    ['a 5xx', { status: 500, contentType: json, text: problem({ code: 'internal', status: 500 }) }],
    ['an unknown code', { status: 404, contentType: json, text: problem({ code: 'no-such-code' }) }],
    ['a code with another status', { status: 400, contentType: json, text: problem({}) }],
    ['a refusal without a body', { status: 404, contentType: '', text: '' }],
    ['a refusal as a page', { status: 404, contentType: 'text/html', text: '<p>' }],
    ['a repeated input', { status: 404, contentType: json, text: problem({ detail: `No ${MARK}` }) }],
    ['a repeated line', { status: 200, contentType: 'application/json', text: `{"rejected":1,"errors":["${MARK}"]}` }],
    ['a text of another user', { status: 200, contentType: 'application/json', text: `{"title":"${HIDDEN}"}` }],
    ['a position of another user', { status: 200, contentType: '', text: `Watched: ${HIDDEN_POSITION} seconds` }],
    ['an internal error of a tool', { status: 200, contentType: 'application/json', text: RPC_INTERNAL_ERROR }],
  ])('finds %s', (_, answer) => {
    expect(findFault(answer)).not.toBeNull();
  });

  it('finds no fault in a valid problem document', () => {
    expect(findFault({ status: 404, contentType: json, text: problem({}) })).toBeNull();
  });
});
