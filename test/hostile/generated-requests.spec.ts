/** Valid requests with a random value in a random field, parameter or header, or with random changes of the body. */
import fc from 'fast-check';
import { type HostileRequest, requestOf } from './http-inputs';
import { HostileWorld } from './hostile-world';
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './named-values';
import { bodyWith, OPERATIONS, type Operation } from './operations';
import { TOOL_OPERATIONS } from './tool-operations';

/** Total number of requests; `GENERATED_REQUESTS` overrides it. */
const REQUESTS = Number(process.env['GENERATED_REQUESTS'] ?? 12_000);
/** Maximum length, in characters, of the text that describes a request in the message of a failure. */
const NAME_MAX_CHARS = 500;
/** Number of requests after which ids are renewed, because requests can invalidate an artifact or end a run. */
const SEQUENCE_LENGTH = 500;
/**
 * Milliseconds that each request adds to the time limit of the test, on a machine under load. On an idle machine, a
 * request takes 2 to 3.
 */
const REQUEST_BUDGET_MS = 40;

let world: HostileWorld;
beforeAll(async () => {
  world = await HostileWorld.create();
});
afterAll(() => world.close());

/** All operations but logins. A login computes a slow hash, and logins are rate-limited: other suites test them. */
const RANDOM_OPERATIONS = [...OPERATIONS, ...TOOL_OPERATIONS].filter(({ path }) => !path.endsWith('/auth/login'));

/** What a field of a body is set to: mostly JSON, but also texts that make the body invalid JSON. */
const anyFieldValue = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_VALUES).map(({ json }) => json) },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
);

const anyText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS.values()).filter((text) => text.length < 2_000),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uuid(),
);

/** Random changes of a body: a position, the number of characters to remove there, and the text to insert. */
const edits = fc.array(fc.record({ at: fc.nat(1_000), cut: fc.nat(5), put: fc.string({ maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});

function applyEdits(text: string, changes: readonly { at: number; cut: number; put: string }[]): string {
  return changes.reduce((changed, { at, cut, put }) => {
    const position = at % (changed.length + 1);
    return changed.slice(0, position) + put + changed.slice(position + cut);
  }, text);
}

const requestsTo = (operation: Operation): fc.Arbitrary<HostileRequest> => {
  const { body, fields, headers, pathParameters, queryParameters } = operation;
  const byBody =
    body === null || fields.length === 0
      ? []
      : [
          fc
            .tuple(fc.constantFrom(...fields), anyFieldValue)
            .map(([field, value]) => ({ body: bodyWith(body, field, value) })),
          edits.map((changes) => ({ body: applyEdits(JSON.stringify(body), changes) })),
        ];
  const byPath = pathParameters.map((name) =>
    anyText.map((text) => ({ ids: { ...world.ids, [name]: encodeURIComponent(text.toWellFormed()) } })),
  );
  const byQuery = fc
    .tuple(fc.constantFrom(...queryParameters, 'detail', 'limit'), anyText)
    .map(([name, text]) => ({ query: `${name}=${encodeURIComponent(text.toWellFormed())}` }));
  const byHeader = fc
    .tuple(fc.constantFrom(...headers, 'Accept', 'Content-Type'), fc.string({ unit: HEADER_CHARACTER, maxLength: 60 }))
    .map(([name, text]) => ({ headers: { [name.toLowerCase()]: text } }));
  return fc.oneof(...byBody, ...byPath, byQuery, byHeader).map((parts) => {
    const request = requestOf(operation, world.ids, parts);
    const nameParts = [operation.name, request.path, JSON.stringify(request.headers), request.body];
    return { ...request, name: nameParts.join(' ').slice(0, NAME_MAX_CHARS) };
  });
};

/** The characters that Node.js can send in a header, without the tab. */
const HEADER_CHARACTER = fc
  .integer({ min: 0x20, max: 0xff })
  .filter((code) => code !== 0x7f)
  .map((code) => String.fromCharCode(code));

it(
  `${REQUESTS} random requests get no 5xx and no undocumented problem code, and do not delay /health/live`,
  async () => {
    const anyRequest = fc.oneof(...RANDOM_OPERATIONS.map(requestsTo));
    const sequence = fc.array(anyRequest, { minLength: SEQUENCE_LENGTH, maxLength: SEQUENCE_LENGTH });
    await fc.assert(
      fc.asyncProperty(sequence, async (requests) => {
        expect(await world.findFaults(requests)).toEqual([]);
        await world.renewIds();
      }),
      {
        numRuns: Math.ceil(REQUESTS / SEQUENCE_LENGTH),
        interruptAfterTimeLimit: 60_000 + REQUESTS * REQUEST_BUDGET_MS,
      },
    );
    expect(await world.isAlive()).toBe(true);
    if (process.env['TEST_LOG_LEVEL'] !== undefined)
      process.stdout.write(`${world.accepted} of ${world.sent} requests were accepted\n`);
    // If fewer are accepted, something refuses most requests before they reach their route.
    expect(world.accepted).toBeGreaterThan(world.sent / 10);
  },
  90_000 + REQUESTS * REQUEST_BUDGET_MS,
);
